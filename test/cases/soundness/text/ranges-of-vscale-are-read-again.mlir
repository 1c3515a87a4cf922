// RUN: rmlir-opt %s --split-input-file
// RUN: rmlir-opt %s --split-input-file --mlir-print-op-generic

// The custom form has 32-bit integers: wider ones remain in the dictionary.

llvm.func @narrow() vscale_range(1, 16)

llvm.func @wide() attributes {vscale_range = #llvm.vscale_range<minRange = 1 : i64, maxRange = 16 : i64>}

llvm.func @does_not_fit() attributes {vscale_range = #llvm.vscale_range<minRange = -9223372036854775808 : i64, maxRange = 4 : i64>}

llvm.func @largest() vscale_range(-2147483648, 2147483647)

// -----

llvm.func @too_large() vscale_range(1, 2147483648)

// -----

llvm.func @too_small() vscale_range(-2147483649, 1)
