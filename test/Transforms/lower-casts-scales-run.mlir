// Scales that the expressed type holds and the compute type doesn't: 0 and infinity
// in f32. What the compiled code computes is what the evaluator says, which folds
// the constants: 0 / 0 and infinity / infinity are NaN and give the zero point,
// 1 / 0 saturates, 1 / infinity is 0; 5 * infinity - 0 * infinity is NaN.
//
// RUN: quant-opt %s --quant-lower-casts="compute-type=f32 dequantize=fma" --quant-strip-types --quant-to-llvm \
// RUN:   | mlir-runner -e main -entry-point-result=void -shared-libs=%runner_libs | FileCheck %s
// RUN: quant-opt %s --quant-to-llvm="compute-type=f32 dequantize=fma" \
// RUN:   | mlir-runner -e main -entry-point-result=void -shared-libs=%runner_libs | FileCheck %s
// RUN: quant-opt %s --quant-to-llvm="compute-type=f32 dequantize=fma target=native" \
// RUN:   | mlir-runner -e main -entry-point-result=void -shared-libs=%runner_libs | FileCheck %s
// RUN: quant-opt %s --inline --quant-fold-constants="compute-type=f32 dequantize=fma" --quant-to-llvm \
// RUN:   | mlir-runner -e main -entry-point-result=void -shared-libs=%runner_libs | FileCheck %s

!small = !quant.uniform<i8:f64, 1.0e-50:5>
!large = !quant.uniform<i8:f64, 1.0e+300>

func.func private @printI64(i64)
func.func private @printF64(f64)
func.func private @printNewline()

func.func @quantize_small(%x: f64) {
  %q = quant.qcast %x : f64 to !small
  %s = quant.scast %q : !small to i8
  %i = arith.extsi %s : i8 to i64
  call @printI64(%i) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
func.func @quantize_large(%x: f64) {
  %q = quant.qcast %x : f64 to !large
  %s = quant.scast %q : !large to i8
  %i = arith.extsi %s : i8 to i64
  call @printI64(%i) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
func.func @dequantize_large(%x: i8) {
  %s = quant.scast %x : i8 to !large
  %y = quant.dcast %s : !large to f64
  call @printF64(%y) : (f64) -> ()
  call @printNewline() : () -> ()
  return
}

func.func @main() {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %large = arith.constant 1.0e+300 : f64
  %five = arith.constant 5 : i8
  // CHECK: {{^}}5{{$}}
  call @quantize_small(%zero) : (f64) -> ()
  // CHECK-NEXT: {{^}}127{{$}}
  call @quantize_small(%one) : (f64) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @quantize_large(%one) : (f64) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @quantize_large(%large) : (f64) -> ()
  // CHECK-NEXT: {{^-?nan$}}
  call @dequantize_large(%five) : (i8) -> ()
  return
}
