//! The loops, each a function `f` of a module: the number of iterations, then memrefs and numbers.

/// Names and sources.
pub const LOOPS: &[(&str, &str)] = &[
    ("dot", include_str!("../loops/dot.mlir")),
    ("daxpy", include_str!("../loops/daxpy.mlir")),
    ("fir", include_str!("../loops/fir.mlir")),
    ("complex-multiply", include_str!("../loops/complex-multiply.mlir")),
    ("biquad", include_str!("../loops/biquad.mlir")),
    ("livermore-1", include_str!("../loops/livermore-1.mlir")),
    ("livermore-5", include_str!("../loops/livermore-5.mlir")),
    ("livermore-7", include_str!("../loops/livermore-7.mlir")),
    ("livermore-11", include_str!("../loops/livermore-11.mlir")),
    ("matrix-vector", include_str!("../loops/matrix-vector.mlir")),
    ("clamp", include_str!("../loops/clamp.mlir")),
    ("shift-1", include_str!("../loops/shift-1.mlir")),
    ("shift-3", include_str!("../loops/shift-3.mlir")),
    ("backwards", include_str!("../loops/backwards.mlir")),
    ("scatter", include_str!("../loops/scatter.mlir")),
    ("swap", include_str!("../loops/swap.mlir")),
    ("narrow", include_str!("../loops/narrow.mlir")),
];
