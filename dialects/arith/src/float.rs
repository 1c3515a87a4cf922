//! Operations on floats.
//!
//! All operands have one type: a float, or a vector or tensor of floats. Fast-math flags are assumptions that
//! transformations may use.

use rmlir::core::constraints::*;
use rmlir::prelude::*;

use crate::attrs::FastMathFlags;
use crate::{canonicalize, eval, fold};

/// The default value of fast-math flags: none.
pub fn no_fastmath(cx: &Context) -> Attr {
    FastMathFlags::None.attr(cx)
}

/// Rows of `/// doc`, `Op "name" (traits) fold, eval [(patterns)];`.
macro_rules! binary {
    ($($(#[$doc:meta])* $op:ident $name:literal ($($trait:ident),*) $fold:path, $eval:ident $(, ($($pattern:path),*))?;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(ElementwiseMappable, Pure, SameOperandsAndResultType $(, $trait)*),
             fold = $fold, eval = eval::$eval, $(canonicalize($($pattern),*),)?
             format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")]
        pub struct $op {
            #[operand]
            lhs: FloatLike,
            #[operand]
            rhs: FloatLike,
            #[prop(default = no_fastmath)]
            fastmath: FastMathFlags,
            #[result]
            result: FloatLike,
        }
    )*};
}

/// Negates a float.
///
/// ```mlir
/// %a = arith.negf %b : f64
/// ```
#[op(name = "arith.negf", traits(ElementwiseMappable, Pure, SameOperandsAndResultType), fold, eval = eval::negf,
     format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")]
pub struct NegFOp {
    #[operand]
    operand: FloatLike,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result]
    result: FloatLike,
}

binary! {
    /// Adds.
    ///
    /// ```mlir
    /// %a = arith.addf %b, %c fastmath<nnan,ninf> : f64
    /// ```
    AddFOp "arith.addf" (Commutative) fold::float::addf, addf;
    /// Subtracts.
    SubFOp "arith.subf" () fold::float::subf, subf;
    /// The maximum, where -0.0 is less than 0.0; NaN if an operand is NaN.
    MaximumFOp "arith.maximumf" (Commutative) fold::float::maximumf, maximumf;
    /// The maximum; the other operand if one is NaN.
    MaxNumFOp "arith.maxnumf" (Commutative) fold::float::maxnumf, maxnumf;
    /// The minimum, where -0.0 is less than 0.0; NaN if an operand is NaN.
    MinimumFOp "arith.minimumf" (Commutative) fold::float::minimumf, minimumf;
    /// The minimum; the other operand if one is NaN.
    MinNumFOp "arith.minnumf" (Commutative) fold::float::minnumf, minnumf;
    /// Multiplies.
    MulFOp "arith.mulf" (Commutative) fold::float::mulf, mulf, (canonicalize::mulf_of_negf);
    /// Divides.
    DivFOp "arith.divf" () fold::float::divf, divf, (canonicalize::divf_of_negf);
    /// The remainder of division, with the sign of the dividend.
    RemFOp "arith.remf" () fold::float::remf, remf;
}
