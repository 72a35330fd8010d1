// RUN: %run_report %s
//
// SYMPTOM: the same normalization with dynamic shapes: accepted, and the
//   numbers are wrong (scales by row instead of by block; rows missing)
// LINK: own find
// RIGHT: left as it is
// UPSTREAM 22.1.8: becomes per-axis; the lowered program then gives
//   [[1,1],[200,200]] where [[1,1],[2,2],[300,300],[400,400]] is right
//
// DO: normalize
// WANT: has {0:2}

!q = !quant.uniform<i8:f32:{0:2}, {{1.0},{100.0}}>
func.func @f(%a: tensor<?x?x!q>) -> tensor<?x?xf32> {
  %0 = quant.dcast %a : tensor<?x?x!q> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
