//! Reductions of vectors to scalars, also under a mask.

use rmlir::core::dense;
use rmlir::core::params::store_enum;
use rmlir::num::{ApFloat, ApInt, FloatKind};
use rmlir::prelude::*;
use rmlir_arith::{IndexCastOp, MulIOp};
use rmlir_llvm as llvm;
use rmlir_llvm::attrs::enums::{FastmathFlags, ICmpPredicate};
use rmlir_llvm::ops::aggregate::SelectOp;
use rmlir_llvm::ops::arith::ICmpOp;
use rmlir_llvm::ops::constant::ConstantOp;
use rmlir_vector::{CombiningKind, MaskOp, ReductionOp, VectorScaleOp, VectorType};

use crate::llvm_common::emit::int_constant;
use crate::llvm_common::one_to_one::fast_math;
use crate::llvm_common::patterns::LlvmPatterns;
use crate::llvm_common::type_converter::LlvmTypes;

pub(super) fn add_patterns(patterns: &mut LlvmPatterns, reassociate: bool) {
    patterns.with(ReductionOp::DEF.name, move |rw, types, op, operands| {
        lower_reduction(rw, types, op, operands, reassociate)
    });
    patterns.on::<MaskOp>(lower_masked);
}

/// The combination of the result of an integer reduction with the accumulator.
#[derive(Clone, Copy)]
enum Combine {
    /// By this operation.
    By(&'static str),
    /// By this comparison and a select.
    Choose(ICmpPredicate),
}

/// The intrinsic for a kind of integer reduction, and the combination of its result.
fn integer_row(kind: CombiningKind) -> Option<(&'static str, Combine)> {
    use Combine::{By, Choose};
    Some(match kind {
        CombiningKind::Add => (llvm::VectorReduceAddIntr::NAME, By(llvm::AddOp::NAME)),
        CombiningKind::Mul => (llvm::VectorReduceMulIntr::NAME, By(llvm::MulOp::NAME)),
        CombiningKind::MinUI => (llvm::VectorReduceUminIntr::NAME, Choose(ICmpPredicate::Ule)),
        CombiningKind::MinSI => (llvm::VectorReduceSminIntr::NAME, Choose(ICmpPredicate::Sle)),
        CombiningKind::MaxUI => (llvm::VectorReduceUmaxIntr::NAME, Choose(ICmpPredicate::Uge)),
        CombiningKind::MaxSI => (llvm::VectorReduceSmaxIntr::NAME, Choose(ICmpPredicate::Sge)),
        CombiningKind::And => (llvm::VectorReduceAndIntr::NAME, By(llvm::AndOp::NAME)),
        CombiningKind::Or => (llvm::VectorReduceOrIntr::NAME, By(llvm::OrOp::NAME)),
        CombiningKind::Xor => (llvm::VectorReduceXorIntr::NAME, By(llvm::XOrOp::NAME)),
        _ => return None,
    })
}

/// The intrinsic for a kind of float reduction, and the operation that combines its result; without one the accumulator
/// is the start value.
fn float_row(kind: CombiningKind) -> Option<(&'static str, Option<&'static str>)> {
    Some(match kind {
        CombiningKind::Add => (llvm::VectorReduceFaddIntr::NAME, None),
        CombiningKind::Mul => (llvm::VectorReduceFmulIntr::NAME, None),
        CombiningKind::MinimumF => (llvm::VectorReduceFminimumIntr::NAME, Some(llvm::MinimumIntr::NAME)),
        CombiningKind::MaximumF => (llvm::VectorReduceFmaximumIntr::NAME, Some(llvm::MaximumIntr::NAME)),
        CombiningKind::MinNumF => (llvm::VectorReduceFminIntr::NAME, Some(llvm::MinnumIntr::NAME)),
        CombiningKind::MaxNumF => (llvm::VectorReduceFmaxIntr::NAME, Some(llvm::MaxnumIntr::NAME)),
        _ => return None,
    })
}

/// The operation `name` on `operands`.
fn make(rw: &mut Rewriter, name: &str, ty: Type, operands: &[Value], fastmath: Option<Attr>) -> Value {
    let mut state = OpState::named(rw.cx(), name).operands(operands).results(&[ty]);
    if let Some(flags) = fastmath {
        state.set_attr(rw.cx(), "fastmathFlags", flags);
    }
    let op = rw.create_state(state);
    rw.result(op, 0)
}

/// The fast-math flags of `op` in LLVM.
fn flags(body: &Body, op: ReductionOp, reassociate: bool) -> Attr {
    let own = op.fastmath(body);
    let own = fast_math(own);
    let all = if reassociate { own.union(FastmathFlags::Reassoc) } else { own };
    all.attr(body)
}

fn lower_reduction(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value], reassociate: bool) -> Match {
    let reduction = ReductionOp::from_id(op);
    let kind = reduction.kind(rw);
    let element = rw.ty(rw.result(op, 0));
    let Some(ty) = types.convert(rw, element) else { return rw.no_match(op, "the elements cannot be converted") };
    let (vector, acc) = (operands[0], operands.get(1).copied());
    if element.is_index() || element.is_integer(rw) {
        let Some((name, combine)) = integer_row(kind) else { return rw.no_match(op, "the kind is for floats") };
        let result = make(rw, name, ty, &[vector], None);
        let result = match (acc, combine) {
            (None, _) => result,
            (Some(acc), Combine::By(name)) => make(rw, name, ty, &[acc, result], None),
            (Some(acc), Combine::Choose(predicate)) => {
                let predicate = store_enum(rw.cx(), predicate);
                let is_better = rw.value(ICmpOp::build(acc, result, predicate));
                rw.value(SelectOp::build(is_better, acc, result))
            }
        };
        return rw.replace(op, [result]);
    }
    let Some((name, combine)) = float_row(kind).filter(|_| element.float_kind(rw).is_some()) else {
        return rw.no_match(op, "the kind is for integers");
    };
    let fastmath = flags(rw, reduction, reassociate);
    let result = match combine {
        None => {
            let neutral = if kind == CombiningKind::Add { Neutral::Zero } else { Neutral::One };
            let start = acc.unwrap_or_else(|| neutral.make(rw, ty));
            make(rw, name, ty, &[start, vector], Some(fastmath))
        }
        Some(combine) => reduce_and_combine(rw, ty, vector, acc, (name, combine), fastmath),
    };
    rw.replace(op, [result])
}

/// A float reduction without a start value, combined with `acc`.
fn reduce_and_combine(
    rw: &mut Rewriter,
    ty: Type,
    vector: Value,
    acc: Option<Value>,
    (reduce, combine): (&str, &str),
    fastmath: Attr,
) -> Value {
    let result = make(rw, reduce, ty, &[vector], Some(fastmath));
    match acc {
        Some(acc) => make(rw, combine, ty, &[result, acc], None),
        None => result,
    }
}

/// A neutral element.
#[derive(Clone, Copy)]
enum Neutral {
    Zero,
    One,
    AllOnes,
    SignedMin,
    SignedMax,
    UnsignedMax,
    /// A positive NaN.
    Nan,
    /// A negative NaN.
    NegativeNan,
}

impl Neutral {
    fn make(self, rw: &mut Rewriter, ty: Type) -> Value {
        let cx = rw.cx();
        let integer = |make: fn(u32) -> ApInt| ty.int_width(cx).map(|width| cx.apint_attr(ty, make(width)));
        let float = |negative: bool| ty.float_kind(cx).map(|kind| cx.float_attr(ty, ApFloat::nan(kind, negative)));
        let value = match self {
            Neutral::Zero => cx.zero_attr(ty),
            Neutral::One => cx.one_attr(ty),
            Neutral::AllOnes | Neutral::UnsignedMax => integer(ApInt::all_ones),
            Neutral::SignedMin => integer(ApInt::signed_min),
            Neutral::SignedMax => integer(ApInt::signed_max),
            Neutral::Nan => float(false),
            Neutral::NegativeNan => float(true),
        };
        rw.value(ConstantOp::build(ty, value.expect("the kind was checked to suit the elements")))
    }
}

/// The intrinsic under a mask, and its start value without an accumulator; those for floats have other names.
fn masked_row(kind: CombiningKind, is_float: bool) -> Option<(&'static str, Neutral)> {
    use CombiningKind::*;
    Some(match (kind, is_float) {
        (Add, false) => (llvm::VpReduceAddIntr::NAME, Neutral::Zero),
        (Add, true) => (llvm::VpReduceFaddIntr::NAME, Neutral::Zero),
        (Mul, false) => (llvm::VpReduceMulIntr::NAME, Neutral::One),
        (Mul, true) => (llvm::VpReduceFmulIntr::NAME, Neutral::One),
        (MinUI, _) => (llvm::VpReduceUminIntr::NAME, Neutral::UnsignedMax),
        (MinSI, _) => (llvm::VpReduceSminIntr::NAME, Neutral::SignedMax),
        (MaxUI, _) => (llvm::VpReduceUmaxIntr::NAME, Neutral::Zero),
        (MaxSI, _) => (llvm::VpReduceSmaxIntr::NAME, Neutral::SignedMin),
        (And, _) => (llvm::VpReduceAndIntr::NAME, Neutral::AllOnes),
        (Or, _) => (llvm::VpReduceOrIntr::NAME, Neutral::Zero),
        (Xor, _) => (llvm::VpReduceXorIntr::NAME, Neutral::Zero),
        (MinNumF, _) => (llvm::VpReduceFminIntr::NAME, Neutral::NegativeNan),
        (MaxNumF, _) => (llvm::VpReduceFmaxIntr::NAME, Neutral::Nan),
        (MinimumF | MaximumF, _) => return None,
    })
}

/// The value of inactive lanes where there is no masked intrinsic.
fn masked_off(kind: CombiningKind, float: FloatKind) -> ApFloat {
    match kind {
        CombiningKind::MaximumF => ApFloat::smallest(float, true),
        _ => ApFloat::largest(float, false),
    }
}

/// A `vector.mask` around a reduction.
fn lower_masked(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, _: &[Value]) -> Match {
    let mask_op = MaskOp::from_id(op);
    let masked = mask_op.masked_op(rw).and_then(|masked| OpRef::new(rw, masked).cast::<ReductionOp>());
    let Some(reduction) = masked else { return rw.no_match(op, "not of a reduction") };
    let kind = reduction.kind(rw);
    let element = rw.ty(rw.result(reduction.id(), 0));
    let Some(ty) = types.convert(rw, element) else { return rw.no_match(op, "the elements cannot be converted") };
    let (vector, acc, mask) = (reduction.vector(rw), reduction.acc(rw), mask_op.mask(rw));
    let result = match masked_row(kind, element.float_kind(rw).is_some()) {
        Some((name, neutral)) => {
            let start = acc.unwrap_or_else(|| neutral.make(rw, ty));
            let length = vector_length(rw, vector);
            make(rw, name, ty, &[start, vector, mask, length], None)
        }
        None => {
            let (Some(row), Some(float)) = (float_row(kind), ty.float_kind(rw)) else { return Match::No };
            let vector_type = rw.ty(vector);
            let neutral = dense::splat(rw, vector_type, rw.float_attr(ty, masked_off(kind, float)));
            let neutral = neutral.expect("a vector of floats has a known shape");
            let neutral = rw.value(ConstantOp::build(vector_type, neutral));
            let chosen = rw.value(SelectOp::build(mask, vector, neutral));
            let fastmath = flags(rw, reduction, false);
            let (reduce, Some(combine)) = row else { return Match::No };
            reduce_and_combine(rw, ty, chosen, acc, (reduce, combine), fastmath)
        }
    };
    rw.replace(op, [result])
}

/// The number of elements of `vector`, as a 32-bit integer.
fn vector_length(rw: &mut Rewriter, vector: Value) -> Value {
    let vector = VectorType::at(rw, vector);
    let length = int_constant(rw, Type::I32, vector.shape.first().copied().unwrap_or(1));
    if !vector.is_scalable() {
        return length;
    }
    let vscale = rw.value(VectorScaleOp::build());
    let vscale = rw.value(IndexCastOp::build(Type::I32, vscale));
    rw.value(MulIOp::build(length, vscale))
}
