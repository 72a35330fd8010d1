// RUN: %run_report %s
//
// SYMPTOM: f80 is named in the documentation as an expressed type; checked
//   builds stop on it
// LINK: own find (range test converts f80 limits to double)
// RIGHT: accepted, no assertion
// UPSTREAM 22.1.8: accepted in the release build (limits become 0 and
//   infinity); the double conversion asserts in checked builds
//
// DO: parse
// WANT: accept

func.func private @f(!quant.uniform<i8:f80, 1.0>)
