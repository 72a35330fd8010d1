// Inlining moves casts between functions of different policies. Pinned first,
// they compute what they computed where they stood.
//
// RUN: quant-opt %s --quant-to-llvm \
// RUN:   | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s
// RUN: quant-opt %s --quant-pin-policy --inline --quant-to-llvm \
// RUN:   | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s
// Nothing is left to call.
// RUN: quant-opt %s --quant-pin-policy --inline | FileCheck %s --check-prefix=INLINED
// INLINED-LABEL: func @main
// INLINED-NOT: call @{{.*}}even
// INLINED: quant.qcast
//
// 2.5 / 1: to even 2, upward 3, and 3 by default of the callers' policy `up`.
// 2.5 / 1 + 1: before rounding 3.5 -> 4, after rounding 2 + 1 = 3.
// CHECK: ( 2, 3, 4, 3 )

!q = !quant.uniform<i8:f32, 1.0>
!z = !quant.uniform<i8:f32, 1.0:1>

func.func private @even(%x: f32) -> i64
    attributes {quantir.policy = #quantir.policy<rounding = nearest_even>} {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  %2 = arith.extsi %1 : i8 to i64
  return %2 : i64
}
func.func private @up(%x: f32) -> i64
    attributes {quantir.policy = #quantir.policy<rounding = up>} {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.scast %0 : !q to i8
  %2 = arith.extsi %1 : i8 to i64
  return %2 : i64
}
// No policy of its own: the defaults, not those of the caller.
func.func private @default(%x: f32) -> i64 {
  %0 = quant.qcast %x : f32 to !z
  %1 = quant.scast %0 : !z to i8
  %2 = arith.extsi %1 : i8 to i64
  return %2 : i64
}
func.func private @after(%x: f32) -> i64
    attributes {quantir.policy = #quantir.policy<zero_point = after_rounding>} {
  %0 = quant.qcast %x : f32 to !z
  %1 = quant.scast %0 : !z to i8
  %2 = arith.extsi %1 : i8 to i64
  return %2 : i64
}

func.func private @printI64(i64)
func.func private @printOpen()
func.func private @printClose()
func.func private @printComma()
func.func @main()
    attributes {quantir.policy = #quantir.policy<rounding = down>} {
  %x = arith.constant 2.5 : f32
  %0 = call @even(%x) : (f32) -> i64
  %1 = call @up(%x) : (f32) -> i64
  %2 = call @default(%x) : (f32) -> i64
  %3 = call @after(%x) : (f32) -> i64
  call @printOpen() : () -> ()
  call @printI64(%0) : (i64) -> ()
  call @printComma() : () -> ()
  call @printI64(%1) : (i64) -> ()
  call @printComma() : () -> ()
  call @printI64(%2) : (i64) -> ()
  call @printComma() : () -> ()
  call @printI64(%3) : (i64) -> ()
  call @printClose() : () -> ()
  return
}
