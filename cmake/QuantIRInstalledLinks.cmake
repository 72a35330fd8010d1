# Run when QuantIR is installed: what documents link to and isn't installed gets the
# place that it has in the sources instead.

set(directory $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${QUANTIR_DOC_DIR})
file(GLOB_RECURSE documents ${directory}/*.md)
foreach(document ${documents})
  file(READ ${document} text)
  string(REGEX REPLACE
    "\\]\\((\\.\\./)*(cmake|include|lib|test|tools)/([^)#]*)(#[^)]*)?\\)"
    "] (in the sources: `\\2/\\3`)" changed "${text}")
  if(NOT changed STREQUAL text)
    # Without a place there is no link.
    string(REGEX REPLACE "\\[([^][]*)\\] (\\(in the sources: )" "\\1 \\2"
      changed "${changed}")
    file(WRITE ${document} "${changed}")
  endif()
endforeach()
