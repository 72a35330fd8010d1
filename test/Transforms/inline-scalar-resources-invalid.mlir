// RUN: quant-opt %s --split-input-file --verify-diagnostics --quant-inline-scalar-resources

// expected-error@+1 {{expected resource 'unknown' to hold one element of 'f32', but got 0 bytes}}
memref.global "private" @g : memref<f32> = dense_resource<unknown>

// -----

// Hint: a resource begins with 4 bytes of alignment, which don't count.
// expected-error@+1 {{expected resource 'short' to hold one element of 'f32', but got 2 bytes}}
memref.global "private" @g : memref<f32> = dense_resource<short>
{-# dialect_resources: { builtin: { short: "0x040000000000" } } #-}
