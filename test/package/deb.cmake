# Makes the Debian package, looks at what it says, unpacks it and runs what is in
# it.

find_program(DPKG_DEB dpkg-deb)
if(NOT DPKG_DEB)
  message("left out: there is no dpkg-deb here")
  return()
endif()

function(run)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE error
    RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}: expected success, but got ${result}\n"
      "${output}\n${error}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect text pattern)
  if(NOT "${text}" MATCHES "${pattern}")
    message(FATAL_ERROR "expected ${pattern}, but got\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
run(${CPACK} -G DEB -B ${WORK} --config ${BUILD}/CPackConfig.cmake)
file(GLOB deb ${WORK}/quantir_*.deb)
expect("${deb}" "quantir_${VERSION}_[a-z0-9]+[.]deb$")

run(${DPKG_DEB} -f ${deb})
expect("${output}" "Package: quantir\n")
expect("${output}" "Version: ${VERSION}\n")
expect("${output}" "Depends: [^\n]*libmlir-22")
expect("${output}" "Depends: [^\n]*libllvm22")

set(root ${WORK}/root)
run(${DPKG_DEB} -x ${deb} ${root})
set(module ${WORK}/input.mlir)
file(WRITE ${module} "
func.func @f(%x: f32) -> !quant.uniform<i8:f32, 1.0> {
  %q = quant.qcast %x : f32 to !quant.uniform<i8:f32, 1.0>
  return %q : !quant.uniform<i8:f32, 1.0>
}
")
run(${root}/usr/bin/quant-opt ${module} --quant-to-linalg)
expect("${output}" "arith.fptosi")
run(${root}/usr/bin/quant-policy --explain
  "qcast 2.5 : f32 to !quant.uniform<i8:f32, 1.0:3>")
expect("${output}" "stored value: 6")
set(plugin ${root}/usr/lib/quantir/QuantPlugin.so)
run(${MLIR_OPT} ${module} --load-dialect-plugin=${plugin}
  --load-pass-plugin=${plugin}
  "--pass-pipeline=builtin.module(quant-to-linalg)")
expect("${output}" "arith.fptosi")
foreach(path include/quantir/IR/QuantDialect.h lib/libQuantIRIR.a
    lib/cmake/QuantIR/QuantIRConfig.cmake share/doc/quantir/LICENSE)
  if(NOT EXISTS ${root}/usr/${path})
    message(SEND_ERROR "expected ${path} in the package")
  endif()
endforeach()
