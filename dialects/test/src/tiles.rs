//! Operations on tensors that fusion of tiles is tried on.

use rmlir::prelude::*;

/// A tensor that is computed from two others as a whole, and into no other.
#[op(name = "test.tiling_no_dps_op", traits(Pure))]
pub struct TilingNoDpsOp {
    #[operand]
    lhs: AnyRankedTensor,
    #[operand]
    rhs: AnyRankedTensor,
    #[result]
    result: AnyRankedTensor,
}
