// RUN: quant-opt %s --split-input-file --verify-diagnostics --quant-inline-scalar-resources

// expected-error@+1 {{expected the module to have resource 'unknown', but got none}}
memref.global "private" @g : memref<f32> = dense_resource<unknown>

// -----

// Hint: a resource begins with 4 bytes of alignment, which don't count.
// expected-error@+1 {{expected resource 'short' to hold one element of 'f32', but got 2 bytes}}
memref.global "private" @g : memref<f32> = dense_resource<short>
{-# dialect_resources: { builtin: { short: "0x040000000000" } } #-}

// -----

// expected-error@+1 {{expected resource 'pair' to hold an integer, an index or a float, but got 'complex<f32>'}}
memref.global "private" @g : memref<complex<f32>> = dense_resource<pair>
{-# dialect_resources: { builtin: { pair: "0x080000000000803F00000040" } } #-}
