//! Predicates without a comparison: constants, logic, and conversion to bits.

use rmlir::core::opdef::OpTrait;
use rmlir::prelude::*;

use crate::types::{PredicateLike, bits_type};

/// Operations without operands.
#[op_class(traits(Pure), eval, format = "attr-dict `:` type($result)")]
struct Constant {
    #[result]
    result: PredicateLike,
}

/// The predicate that always holds, or the mask of all lanes.
///
/// ```mlir
/// %p = pvec.ptrue : !pvec.pred
/// ```
#[op(name = "pvec.ptrue", classes(Constant))]
pub struct PtrueOp;

/// The predicate that never holds, or the mask of no lane: what a register is cleared to.
///
/// ```mlir
/// %p = pvec.pclear : !pvec.pred
/// ```
#[op(name = "pvec.pclear", classes(Constant))]
pub struct PclearOp;

/// A predicate register as it is found: nothing is known of its bits.
///
/// It may be the old value of a definition. Executing anything under it has no
/// meaning.
///
/// ```mlir
/// %p = pvec.undef : !pvec.pred
/// ```
#[op(name = "pvec.undef", classes(Constant))]
pub struct UndefOp;

/// Operations on two predicates.
#[op_class(
    traits(Pure, SameOperandsAndResultType),
    interfaces(PoisonBehavior),
    fold,
    eval,
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
struct Connective {
    #[operand]
    lhs: PredicateLike,
    #[operand]
    rhs: PredicateLike,
    #[result]
    result: PredicateLike,
}

/// Holds where both hold; if the first does not hold the second may be anything.
///
/// ```mlir
/// %r = pvec.pand %p, %q : !pvec.mask<8>
/// ```
#[op(name = "pvec.pand", classes(Connective))]
pub struct PandOp;

/// Holds where the first holds and the second does not; if the first does not hold the second may be anything.
///
/// ```mlir
/// %r = pvec.pandn %p, %q : !pvec.mask<8>
/// ```
#[op(name = "pvec.pandn", classes(Connective))]
pub struct PandnOp;

/// Holds where one of both holds; if the first holds the second may be anything.
///
/// ```mlir
/// %r = pvec.por %p, %q : !pvec.mask<8>
/// ```
#[op(name = "pvec.por", classes(Connective))]
pub struct PorOp;

/// The negation of a predicate or mask.
///
/// ```mlir
/// %r = pvec.pnot %p : !pvec.mask<8>
/// ```
#[op(
    name = "pvec.pnot",
    traits(Pure, SameOperandsAndResultType),
    interfaces(PoisonBehavior),
    eval,
    fold,
    canonicalize,
    format = "$input attr-dict `:` type($result)"
)]
pub struct PnotOp {
    #[operand]
    input: PredicateLike,
    #[result]
    result: PredicateLike,
}

struct BitsFit;
static BITS_FIT: BitsFit = BitsFit;

impl OpTrait for BitsFit {
    fn name(&self) -> &'static str {
        "BitsFit"
    }
    fn is_about_fields(&self) -> bool {
        true
    }
    fn verify(&self, op: OpRef) -> Checked {
        if bits_type(op.cx(), op.operand(0).ty()) == Some(op.result(0).ty()) {
            return Ok(());
        }
        Err(op.error("requires a result with as many bits as the operand has"))
    }
}

/// The bits of a predicate or mask as a value of other dialects.
///
/// ```mlir
/// %bit = pvec.bits %p : !pvec.pred to i1
/// %bits = pvec.bits %m : !pvec.mask<8> to vector<8xi1>
/// ```
#[op(name = "pvec.bits", traits(Pure), custom_traits(BITS_FIT), eval = rmlir::interp::eval::passes_on,
     format = "$input attr-dict `:` type($input) `to` type($result)")]
pub struct BitsOp {
    #[operand]
    input: PredicateLike,
    #[result]
    result: BoolLike,
}

macro_rules! never_poison {
    ($($op:ident)*) => {$(
        impl PoisonBehavior for $op<()> {
            fn may_make_poison(&self, _: OpRef) -> bool {
                false
            }
        }
    )*};
}

never_poison! { PandOp PandnOp PorOp PnotOp }
