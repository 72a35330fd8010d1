// RUN: %run_report %s
//
// SYMPTOM: quantized types inside tuple and function types are left alone
//   without a word
// LINK: own find
// RIGHT: converted, or an error
// UPSTREAM 22.1.8: left alone silently
//
// DO: strip
// WANT: no-quant

!q = !quant.uniform<i8:f32, 2.0:10>
func.func private @f(tuple<!q, f32>, (!q) -> !q)
