//! Runs mlir-opt and rmlir-opt on the same text and reports where they differ.
