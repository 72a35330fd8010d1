# Target helpers. Every target of the project goes through one of these, so that
# include paths, warnings and the MLIR link line are written once.

# Links a target against MLIR. Only the two shared libraries are named: naming
# MLIRIR and the like would link a second, static copy of MLIR silently.
function(quantir_link_mlir target)
  target_link_libraries(${target} PUBLIC MLIR LLVM)
endfunction()

function(quantir_target_defaults target)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${QuantIR_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${QuantIR_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  # Those who use the package get these from its configuration file.
  target_include_directories(${target} SYSTEM PUBLIC
    "$<BUILD_INTERFACE:${MLIR_INCLUDE_DIRS};${LLVM_INCLUDE_DIRS}>")
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wno-unused-parameter
    $<$<BOOL:${QUANTIR_WERROR}>:-Werror>
    # Debian's MLIR is built without exceptions.
    $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
endfunction()

# quantir_add_library(<component> SOURCES ... [DEPENDS ...] [LINK ...])
#
# A static library QuantIR<component>, alias QuantIR::<component>. LINK names
# other components or further targets.
function(quantir_add_library component)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  set(target QuantIR${component})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(QuantIR::${component} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${component})
  set_property(GLOBAL APPEND PROPERTY QUANTIR_LIBRARIES ${target})
  quantir_target_defaults(${target})
  quantir_link_mlir(${target})
  target_link_libraries(${target} PUBLIC ${ARG_LINK})
  add_dependencies(${target} QuantIRTableGen ${ARG_DEPENDS})
  quantir_precompile(${target})
endfunction()

# quantir_add_tool(<name> [NO_INSTALL] SOURCES ... [LINK ...])
#
# With NO_INSTALL it is for work on this project alone, and not in the package.
function(quantir_add_tool name)
  cmake_parse_arguments(ARG "NO_INSTALL" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  add_executable(QuantIR::${name} ALIAS ${name})
  quantir_target_defaults(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  quantir_link_mlir(${name})
  set_property(GLOBAL APPEND PROPERTY QUANTIR_TOOLS ${name})
  if(NOT ARG_NO_INSTALL)
    set_property(GLOBAL APPEND PROPERTY QUANTIR_INSTALLED_TOOLS ${name})
  endif()
endfunction()

# quantir_add_plugin(<name> SOURCES ... [LINK ...])
#
# A shared object that another tool loads at run time: lib/<name>.so. It exports
# what exports.map beside the sources lists, so that two plugins can share a process.
function(quantir_add_plugin name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} MODULE ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES PREFIX ""
    LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/exports.map)
  quantir_target_defaults(${name})
  target_compile_definitions(${name} PRIVATE
    QUANTIR_VERSION="${QuantIR_VERSION}")
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  quantir_link_mlir(${name})
  # Not by -fvisibility: g++ would take it for MLIR's declarations of the entry
  # points, too.
  target_link_options(${name} PRIVATE
    -Wl,--version-script=${CMAKE_CURRENT_SOURCE_DIR}/exports.map)
  if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    # A sanitizer's own symbols come from the program.
    target_link_options(${name} PRIVATE -Wl,-z,defs)
  endif()
  set_property(GLOBAL APPEND PROPERTY QUANTIR_PLUGINS ${name})
endfunction()

# One precompiled header of the heavy MLIR headers, shared by all libraries.
# Headers of the project itself stay out of it: they change too often.
function(quantir_precompile target)
  if(NOT QUANTIR_PCH)
    return()
  endif()
  if(NOT TARGET QuantIRPch)
    # `file(GENERATE)` leaves a file alone that is as it should be.
    file(GENERATE OUTPUT ${QuantIR_BINARY_DIR}/pch.cpp CONTENT "")
    add_library(QuantIRPch OBJECT ${QuantIR_BINARY_DIR}/pch.cpp)
    quantir_target_defaults(QuantIRPch)
    quantir_link_mlir(QuantIRPch)
    # Times of headers in it would make each build's differ, and ccache miss.
    target_compile_options(QuantIRPch PRIVATE
      $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
    target_precompile_headers(QuantIRPch PRIVATE
      <mlir/IR/BuiltinOps.h> <mlir/IR/BuiltinTypes.h>
      <mlir/IR/BuiltinAttributes.h> <mlir/IR/DialectImplementation.h>
      <mlir/IR/OpImplementation.h> <mlir/IR/PatternMatch.h>
      <mlir/IR/ImplicitLocOpBuilder.h> <mlir/Pass/Pass.h>
      <mlir/Dialect/Arith/IR/Arith.h> <mlir/Dialect/Linalg/IR/Linalg.h>
      <mlir/Dialect/Math/IR/Math.h> <mlir/Dialect/Tensor/IR/Tensor.h>)
  endif()
  target_precompile_headers(${target} REUSE_FROM QuantIRPch)
endfunction()

# quantir_tablegen(<file.td> <generator flags and outputs ...>)
#
#   quantir_tablegen(QuantOps.td -gen-op-decls QuantOps.h.inc ...)
macro(quantir_tablegen td)
  set(LLVM_TARGET_DEFINITIONS ${td})
  set(_args ${ARGN})
  while(_args)
    list(POP_FRONT _args _flag _output)
    separate_arguments(_flag)
    mlir_tablegen(${_output} ${_flag})
  endwhile()
endmacro()
