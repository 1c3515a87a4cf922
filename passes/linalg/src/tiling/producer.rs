//! A fused producer.

use rmlir::prelude::*;

use super::interface::Tile;

/// A part of a result that is computed in place of a slice of it.
pub struct FusedProducer {
    /// The operation that defines the result, outside of the loops.
    pub producer: OpId,
    /// The index of that result.
    pub index: usize,
    /// The operations that compute it.
    pub tile: Tile,
    /// The part with all of its dimensions.
    pub part: Value,
}
