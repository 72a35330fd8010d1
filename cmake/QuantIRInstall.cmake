# What is installed, and the Debian package made of it:
#
#   bin/                   the tools
#   include/quantir*/      headers, .td files and what is generated from them
#   lib/                   the libraries
#   lib/quantir/           the plugin
#   lib/cmake/QuantIR/     the CMake package, and what tests of others use
#   share/doc/quantir/     documents and licence

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/QuantIR)
set(plugin_dir ${CMAKE_INSTALL_LIBDIR}/quantir)
set(doc_dir ${CMAKE_INSTALL_DATAROOTDIR}/doc/quantir)

foreach(kind LIBRARIES INSTALLED_TOOLS PLUGINS)
  get_property(${kind} GLOBAL PROPERTY QUANTIR_${kind})
endforeach()
install(TARGETS ${LIBRARIES} ${INSTALLED_TOOLS} EXPORT QuantIRTargets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(PLUGINS)
  install(TARGETS ${PLUGINS} LIBRARY DESTINATION ${plugin_dir})
endif()

install(DIRECTORY include/quantir include/quantir-c
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
install(DIRECTORY ${QuantIR_BINARY_DIR}/include/quantir
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.inc" PATTERN CMakeFiles EXCLUDE)

install(FILES README.md CHANGELOG.md LICENSE
  DESTINATION ${doc_dir})
# Where Debian looks for it.
install(FILES LICENSE DESTINATION ${doc_dir} RENAME copyright)
install(DIRECTORY docs DESTINATION ${doc_dir}
  FILES_MATCHING PATTERN "*.md" PATTERN "*.svg")
install(CODE "set(QUANTIR_DOC_DIR \"${doc_dir}\")")
install(SCRIPT cmake/QuantIRInstalledLinks.cmake)

install(EXPORT QuantIRTargets NAMESPACE QuantIR:: DESTINATION ${package_dir})
configure_package_config_file(cmake/QuantIRConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/QuantIRConfig.cmake
  INSTALL_DESTINATION ${package_dir}
  PATH_VARS plugin_dir)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(
  ${CMAKE_CURRENT_BINARY_DIR}/QuantIRConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/QuantIRConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/QuantIRConfigVersion.cmake
  cmake/QuantIRLit.cmake cmake/quantir_lit.py
  DESTINATION ${package_dir})

# Packages are made of the whole build, so of a build of this project alone.
if(PROJECT_IS_TOP_LEVEL)
  include(QuantIRPackage)
endif()
