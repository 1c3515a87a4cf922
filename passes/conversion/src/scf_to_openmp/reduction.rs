//! Recognition of reductions: the neutral element and the equivalent atomic update of each.

use rmlir::core::dense;
use rmlir::core::types::TypeData;
use rmlir::num::{ApFloat, ApInt};
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_arith::{CmpFOp, CmpFPredicate, CmpIOp, CmpIPredicate, SelectOp};
use rmlir_llvm as llvm;
use rmlir_llvm::attrs::enums::AtomicBinOp;
use rmlir_scf::ReduceReturnOp;

/// A recognized reduction.
pub(super) struct Reduction {
    /// The neutral element.
    pub neutral: Attr,
    /// The equivalent atomic update of memory, for scalars.
    pub atomic: Option<AtomicBinOp>,
}

/// The neutral element of a reduction.
#[derive(Clone, Copy)]
enum Neutral {
    Zero,
    One,
    AllOnes,
    /// The greatest or least value of the type.
    Bound {
        is_least: bool,
        is_signed: bool,
    },
}

/// The reductions that consist of one operation.
const SIMPLE: &[(&[&str], Neutral, Option<AtomicBinOp>)] = &[
    (&[arith::AddFOp::NAME, llvm::FAddOp::NAME], Neutral::Zero, Some(AtomicBinOp::Fadd)),
    (&[arith::AddIOp::NAME, llvm::AddOp::NAME], Neutral::Zero, Some(AtomicBinOp::Add)),
    (&[arith::OrIOp::NAME, llvm::OrOp::NAME], Neutral::Zero, Some(AtomicBinOp::Or)),
    (&[arith::XOrIOp::NAME, llvm::XOrOp::NAME], Neutral::Zero, Some(AtomicBinOp::Xor)),
    (&[arith::AndIOp::NAME, llvm::AndOp::NAME], Neutral::AllOnes, Some(AtomicBinOp::And)),
    (&[arith::MulFOp::NAME, llvm::FMulOp::NAME], Neutral::One, None),
    (&[arith::MulIOp::NAME, llvm::MulOp::NAME], Neutral::One, None),
];

/// The reduction that `block`, whose arguments are two values of type `ty`, computes.
pub(super) fn recognize(body: &Body, block: BlockId, ty: Type) -> Option<Reduction> {
    let ops: Vec<OpRef> = body.ops(block).map(|op| OpRef::new(body, op)).collect();
    let (last, rest) = ops.split_last()?;
    let (neutral, atomic) = match rest {
        [op] => simple(body, block, *op)?,
        [compare, select] => min_max(body, block, *compare, *select)?,
        _ => return None,
    };
    let result = rest.last()?.result(0).id;
    if last.cast::<ReduceReturnOp>().is_none_or(|last| last.result(body) != result) {
        return None;
    }
    // Atomic updates of vectors do not exist.
    let atomic = atomic.filter(|_| !ty.is_vector(body));
    Some(Reduction { neutral: neutral_value(body.cx(), ty, neutral)?, atomic })
}

/// Whether the operands of `op` are the arguments of `block`, in order.
fn takes_arguments(body: &Body, block: BlockId, op: OpRef) -> bool {
    body.operands(op.id).eq(body.args(block).iter().copied())
}

fn simple(body: &Body, block: BlockId, op: OpRef) -> Option<(Neutral, Option<AtomicBinOp>)> {
    let &(_, neutral, atomic) = SIMPLE.iter().find(|(names, ..)| names.contains(&op.name_str()))?;
    takes_arguments(body, block, op).then_some((neutral, atomic))
}

/// Recognizes a comparison followed by a select.
fn min_max(body: &Body, block: BlockId, compare: OpRef, select: OpRef) -> Option<(Neutral, Option<AtomicBinOp>)> {
    let (is_less, is_signed) = comparison(compare)?;
    let choice = select.cast::<SelectOp>()?;
    let (lhs, rhs) = (compare.operand(0).id, compare.operand(1).id);
    let is_swapped = match (choice.true_value(body), choice.false_value(body)) {
        chosen if chosen == (lhs, rhs) => false,
        chosen if chosen == (rhs, lhs) => true,
        _ => return None,
    };
    if !takes_arguments(body, block, compare) || choice.condition(body) != compare.result(0).id {
        return None;
    }
    let is_min = is_less != is_swapped;
    let atomic = match (compare.is::<CmpFOp>(), is_min, is_signed) {
        (true, ..) => None,
        (_, true, true) => Some(AtomicBinOp::Min),
        (_, false, true) => Some(AtomicBinOp::Max),
        (_, true, false) => Some(AtomicBinOp::Umin),
        (_, false, false) => Some(AtomicBinOp::Umax),
    };
    Some((Neutral::Bound { is_least: !is_min, is_signed }, atomic))
}

/// Whether `compare` is true for the lesser value, and whether its operands are signed.
fn comparison(compare: OpRef) -> Option<(bool, bool)> {
    if compare.is::<CmpFOp>() {
        use CmpFPredicate::*;
        return match compare.get(CmpFOp::predicate) {
            Olt | Ole => Some((true, true)),
            Ogt | Oge => Some((false, true)),
            _ => None,
        };
    }
    use CmpIPredicate::*;
    match compare.cast::<CmpIOp>()?.predicate(compare.body) {
        Slt | Sle => Some((true, true)),
        Sgt | Sge => Some((false, true)),
        Ult | Ule => Some((true, false)),
        Ugt | Uge => Some((false, false)),
        _ => None,
    }
}

/// The neutral element of a scalar or vector type; none of an index, which memory of LLVM cannot store.
fn neutral_value(cx: &Context, ty: Type, neutral: Neutral) -> Option<Attr> {
    let element = ty.element(cx).unwrap_or(ty);
    let scalar = match *element.data(cx) {
        TypeData::Integer { width, .. } => cx.apint_attr(element, integer(width, neutral)),
        TypeData::Float(kind) => {
            let value = match neutral {
                Neutral::Bound { is_least, .. } => ApFloat::largest(kind, is_least),
                Neutral::One => ApFloat::from_f64(kind, 1.0).value,
                _ => ApFloat::from_f64(kind, 0.0).value,
            };
            cx.float_attr(element, value)
        }
        _ => return None,
    };
    if element == ty { Some(scalar) } else { dense::splat(cx, ty, scalar) }
}

fn integer(width: u32, neutral: Neutral) -> ApInt {
    match neutral {
        Neutral::Zero => ApInt::zero(width),
        Neutral::One => ApInt::from_i64(width, 1),
        Neutral::AllOnes => ApInt::all_ones(width),
        Neutral::Bound { is_least: true, is_signed: true } => ApInt::signed_min(width),
        Neutral::Bound { is_least: false, is_signed: true } => ApInt::signed_max(width),
        Neutral::Bound { is_least: true, is_signed: false } => ApInt::zero(width),
        Neutral::Bound { is_least: false, is_signed: false } => ApInt::all_ones(width),
    }
}
