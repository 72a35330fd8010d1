# lit tests in projects that use QuantIR; docs/how-to-test-downstream.md shows
# how. It lies beside quantir_lit.py, here and where it is installed.

# quantir_add_lit_suite(<name> [DIRECTORY <dir>] [TOOLS <target> ...])
#
# Adds the test <name> to ctest: lit, over the tests in DIRECTORY (by default
# the current source directory). TOOLS are executable targets that the tests
# call by name, the project's own and QuantIR's (QuantIR::quant-opt).
#
# DIRECTORY has a lit.cfg.py of at least
#
#   import quantir_lit
#   quantir_lit.configure(config, lit_config)
function(quantir_add_lit_suite name)
  cmake_parse_arguments(ARG "" "DIRECTORY" "TOOLS" ${ARGN})
  if(NOT ARG_DIRECTORY)
    set(ARG_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  # Debian has no llvm-lit; where there is one, LLVM_EXTERNAL_LIT names it.
  set(lit ${LLVM_TOOLS_BINARY_DIR}/lit)
  if(LLVM_EXTERNAL_LIT)
    set(lit ${LLVM_EXTERNAL_LIT})
  endif()

  set(tools "")
  foreach(tool ${ARG_TOOLS})
    string(APPEND tools
      "    r\"$<TARGET_FILE_NAME:${tool}>\": r\"$<TARGET_FILE:${tool}>\",\n")
  endforeach()
  set(suite ${CMAKE_CURRENT_BINARY_DIR}/${name})
  file(GENERATE OUTPUT ${suite}/lit.site.cfg.py CONTENT
"# What the build knows of the suite ${name}.
import sys

sys.path.insert(0, r\"${CMAKE_CURRENT_FUNCTION_LIST_DIR}\")
config.name = r\"${name}\"
config.test_source_root = r\"${ARG_DIRECTORY}\"
config.test_exec_root = r\"${suite}/output\"
config.llvm_tools_dir = r\"${LLVM_TOOLS_BINARY_DIR}\"
config.mlir_lib_dir = r\"${LLVM_LIBRARY_DIR}\"
config.quantir_tools = {
${tools}}
lit_config.load_config(config, r\"${ARG_DIRECTORY}/lit.cfg.py\")
")
  add_test(NAME ${name} COMMAND ${Python3_EXECUTABLE} ${lit} -sv ${suite})
endfunction()
