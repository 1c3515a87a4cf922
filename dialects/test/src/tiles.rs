//! Operations on tensors for tests of tile-and-fuse.

use rmlir::prelude::*;

/// A tensor that is computed from two others, without a destination operand.
#[op(name = "test.tiling_no_dps_op", traits(Pure))]
pub struct TilingNoDpsOp {
    #[operand]
    lhs: AnyRankedTensor,
    #[operand]
    rhs: AnyRankedTensor,
    #[result]
    result: AnyRankedTensor,
}
