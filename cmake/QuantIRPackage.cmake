# `cpack -G DEB` in the build directory makes a Debian package of what is
# installed.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME quantir)
set(CPACK_PACKAGE_VENDOR "QuantIR")
set(CPACK_PACKAGE_CONTACT "QuantIR developers <quantir@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION
"The quant dialect with a library that says what each cast computes.
This package has the tools (quant-opt, quant-policy, quant-reduce,
quant-lsp-server), the plugin for a stock mlir-opt, and the libraries, headers
and documents for compilers that use it.")
set(CPACK_RESOURCE_FILE_LICENSE ${QuantIR_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# The file of MLIR's shared library has the minor version in its name, the
# packages only the major one.
set(version "1:${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR}")
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "libllvm${LLVM_VERSION_MAJOR} (>= ${version})")
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(DPKG_SHLIBDEPS)
if(DPKG_SHLIBDEPS)
  # It finds the others out, but libLLVM through a link of another package.
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
else()
  string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", libmlir-${LLVM_VERSION_MAJOR} "
    "(>= ${version}), libc6, libgcc-s1, libstdc++6")
endif()
# For compilers that use the libraries, and for the plugin.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libmlir-${LLVM_VERSION_MAJOR}-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "mlir-${LLVM_VERSION_MAJOR}-tools")
include(CPack)
