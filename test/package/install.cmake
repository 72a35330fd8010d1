# Installs the build into PREFIX. It gets there by way of STAGING: a package that
# works after it was moved names no place of its own.

file(REMOVE_RECURSE ${STAGING} ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${STAGING}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${STAGING} ${PREFIX})

foreach(path
    bin/quant-opt bin/quant-policy bin/quant-reduce bin/quant-lsp-server
    include/quantir/IR/QuantDialect.h include/quantir/IR/QuantOps.td
    include/quantir/IR/QuantOps.h.inc include/quantir/Transforms/Passes.h.inc
    include/quantir/Transforms/Passes.capi.h.inc include/quantir-c/QuantIR.h)
  if(NOT EXISTS ${PREFIX}/${path})
    message(SEND_ERROR "expected an installed ${path}")
  endif()
endforeach()

# For work on this project alone.
if(EXISTS ${PREFIX}/bin/quant-exhaust)
  message(SEND_ERROR "expected no installed bin/quant-exhaust")
endif()

file(GLOB_RECURSE documents RELATIVE ${PREFIX} ${PREFIX}/share/doc/*)
foreach(name LICENSE README.md numerics.md passes.md)
  if(NOT "${documents}" MATCHES "/${name}")
    message(SEND_ERROR "expected an installed ${name}, but got ${documents}")
  endif()
endforeach()

# Neither the build nor the sources need to be there any more.
file(GLOB_RECURSE texts ${PREFIX}/*.cmake ${PREFIX}/*.py ${PREFIX}/*.inc
     ${PREFIX}/*.h)
foreach(text ${texts})
  file(READ ${text} content)
  foreach(place ${BUILD} ${SOURCE} ${STAGING})
    string(FIND "${content}" "${place}" at)
    if(NOT at EQUAL -1)
      message(SEND_ERROR "expected no ${place} in ${text}")
    endif()
  endforeach()
endforeach()
