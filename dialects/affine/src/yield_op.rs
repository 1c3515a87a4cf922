//! `affine.yield`: the terminator of the regions of this dialect.

use rmlir::prelude::*;

/// Terminates a region and yields values.
///
/// A yield without operands is not printed where the operation has no results.
#[op(name = "affine.yield", eval = rmlir::interp::eval::yields, traits(Pure, ReturnLike, Terminator), verify,
     format = "attr-dict ($operands^ `:` type($operands))?")]
pub struct YieldOp {
    #[operand]
    operands: Vec<AnyType>,
}
