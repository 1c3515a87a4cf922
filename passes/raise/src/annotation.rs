//! Annotations of loops.

/// The attribute of a loop with its metadata, an `#llvm.loop_annotation`.
pub(crate) const ANNOTATION: &str = "loop_annotation";
