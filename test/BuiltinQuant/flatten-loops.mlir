// RUN: split-file %s %t
// RUN: %opt_with_plugin %t/values.mlir --pass-pipeline='builtin.module(quant-flatten-loops)' --allow-unregistered-dialect | FileCheck %t/values.mlir
// RUN: timeout 60 %opt_with_plugin %t/circle.mlir --pass-pipeline='builtin.module(quant-flatten-loops)' --allow-unregistered-dialect | FileCheck %t/circle.mlir

// quant-flatten-loops folds nothing: folds of MLIR's own casts take away roundings
// and clamps, and never end at a circle.

//--- values.mlir
!q = !quant.uniform<i8:f32, 0.5>

// CHECK-LABEL: func.func @values
// CHECK-SAME: %{{.*}}: memref<2x3xf32>, %[[X:.*]]: f32)
// CHECK: %[[Q:.*]] = quant.qcast %[[X]]
// CHECK: %[[D:.*]] = quant.dcast %[[Q]]
// CHECK: memref.collapse_shape
// CHECK: linalg.yield %[[D]]
// CHECK: return %[[D]]
func.func @values(%m: memref<2x3xf32>, %x: f32) -> f32 {
  %q = quant.qcast %x : f32 to !q
  %d = quant.dcast %q : !q to f32
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%m : memref<2x3xf32>) {
  ^bb0(%out: f32):
    linalg.yield %d : f32
  }
  return %d : f32
}

//--- circle.mlir
// CHECK: unknown.use
%a = quant.scast %b : i8 to !quant.uniform<i8:f32, 0.5>
%b = quant.scast %a : !quant.uniform<i8:f32, 0.5> to i8
"unknown.use"(%b) : (i8) -> ()
