//! The options of the lowering.

/// The options of the lowering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether loops are fully unrolled.
    pub full_unroll: bool,
    /// The maximum rank of the resulting transfers.
    pub target_rank: u32,
    /// Whether transfers of tensors are lowered too.
    pub lower_tensors: bool,
    /// Whether scalable vectors have lowerings of their own.
    pub lower_scalable: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { full_unroll: false, target_rank: 1, lower_tensors: false, lower_scalable: false }
    }
}
