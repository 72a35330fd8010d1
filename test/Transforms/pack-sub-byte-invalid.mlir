// RUN: quant-opt %s --split-input-file --verify-diagnostics --quant-pack-sub-byte

func.func @too_early(%m: memref<8xi4>, %v: i4) {
  // expected-error@+1 {{'linalg.fill' op expected only ops of memref, func, scf and cf on buffers of i2 and i4: run convert-linalg-to-loops and the like before quant-pack-sub-byte}}
  linalg.fill ins(%v : i4) outs(%m : memref<8xi4>)
  return
}

// -----

// The size isn't known from the bytes.
func.func @size(%m: memref<?xi4>) -> index {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{failed to legalize operation 'memref.dim'}}
  %n = memref.dim %m, %zero : memref<?xi4>
  return %n : index
}

// -----

// expected-error@+1 {{failed to legalize operation 'func.func'}}
func.func @unranked(%m: memref<*xi4>) {
  return
}

// -----

// expected-error@+1 {{failed to legalize operation 'memref.global'}}
memref.global "private" constant @resource : memref<4xi4> = dense_resource<bytes>

{-# dialect_resources: { builtin: { bytes: "0x0100000001020304" } } #-}
