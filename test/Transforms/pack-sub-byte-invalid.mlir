// RUN: quant-opt %s --split-input-file --verify-diagnostics --quant-pack-sub-byte

func.func @too_early(%m: memref<8xi4>, %v: i4) {
  // expected-error@+1 {{'linalg.fill' op expected only ops of memref, func, scf and cf on buffers of i2 and i4, but got one on 'memref<8xi4>'; run convert-linalg-to-loops and the like before quant-pack-sub-byte}}
  linalg.fill ins(%v : i4) outs(%m : memref<8xi4>)
  return
}

// -----

// The size isn't known from the bytes.
// Hint: fold sizes that are static by `canonicalize`, and pass others beside the buffer.
func.func @size(%m: memref<?xi4>) -> index {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{'memref.dim' op expected no op that asks for a size of a buffer of i2 or i4, which is not known once it is packed, but got one on 'memref<?xi4>'}}
  %n = memref.dim %m, %zero : memref<?xi4>
  return %n : index
}

// -----

// expected-error@+1 {{'func.func' op expected buffers of i2 and i4 to have a rank, less than 2^63 elements, and a contiguous last dimension, but got 'memref<*xi4>'}}
func.func @unranked(%m: memref<*xi4>) {
  return
}

// -----

// expected-error@+1 {{expected buffers of i2 and i4 to have a rank, less than 2^63 elements, and a contiguous last dimension, but got 'memref<4x4xi4, strided<[1, 4]>>'}}
func.func private @transposed(memref<4x4xi4, strided<[1, 4]>>)

// -----

// expected-error@+1 {{'memref.global' op expected dense elements as the value of a global of i2 or i4, but got another attribute for 'memref<4xi4>'}}
memref.global "private" constant @resource : memref<4xi4> = dense_resource<bytes>

{-# dialect_resources: { builtin: { bytes: "0x0100000001020304" } } #-}

// -----

// 2^64 elements.
// expected-error@+1 {{expected buffers of i2 and i4 to have a rank, less than 2^63 elements, and a contiguous last dimension, but got 'memref<4294967296x4294967296xi4>'}}
func.func private @uncountable(memref<4294967296x4294967296xi4>)
