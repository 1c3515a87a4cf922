//! `index` to `llvm`: arithmetic on integers of the target's width.

use rmlir::core::int_range::{Sign, truncate};
use rmlir::core::speculate::range_of;
use rmlir::pass::options::IntWidth;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_index as index;
use rmlir_index::{
    BoolConstantOp, CastSOp, CastUOp, CeilDivSOp, CeilDivUOp, CmpOp, CmpPredicate, ConstantOp, FloorDivSOp, SizeOfOp,
};
use rmlir_llvm as llvm;
use rmlir_llvm::Llvm;
use rmlir_llvm::attrs::enums::ICmpPredicate::{self, Eq, Ne, Sgt, Slt};
use rmlir_llvm::ops::aggregate::SelectOp;
use rmlir_llvm::ops::arith::{AddOp, AndOp, ICmpOp, MulOp, SDivOp, SubOp, UDivOp};
use rmlir_llvm::ops::cast::{SExtOp, TruncOp, ZExtOp};
use rmlir_llvm::ops::constant::ConstantOp as LlvmConstantOp;

use crate::llvm_common::emit::int_constant;
use crate::llvm_common::one_to_one::{Target, replace};
use crate::llvm_common::options::LlvmOptions;
use crate::llvm_common::patterns::LlvmPatterns;
use crate::llvm_common::type_converter::LlvmTypes;
use rmlir::core::params::store_enum;
use rmlir::rewrite::conversion::ConversionTarget;

/// Lower the `index` dialect to the `llvm` dialect.
///
/// Rounding divisions are written out; a constant is cut to the width.
#[pass(name = "convert-index-to-llvm", title = "ConvertIndexToLLVMPass", depends(Llvm))]
pub struct ConvertIndexToLlvm {
    /// Bitwidth of the index type, 0 to use size of machine word
    #[option(default = 0)]
    index_bitwidth: IntWidth,
}

impl Pass for ConvertIndexToLlvm {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut patterns = LlvmPatterns::new(LlvmTypes::new(LlvmOptions::of_width(self.index_bitwidth)));
        add_patterns(&mut patterns);
        let mut target = ConversionTarget::new(cx.cx());
        target.illegal_dialects(&["index"]).legal_dialects(&["llvm"]);
        patterns.convert_partially(cx, &target)
    }
}

/// Operations and what they become.
const ROWS: [(&str, &str); 17] = [
    (index::AddOp::NAME, AddOp::NAME),
    (index::SubOp::NAME, SubOp::NAME),
    (index::MulOp::NAME, MulOp::NAME),
    (index::DivSOp::NAME, SDivOp::NAME),
    (index::DivUOp::NAME, UDivOp::NAME),
    (index::RemSOp::NAME, llvm::SRemOp::NAME),
    (index::RemUOp::NAME, llvm::URemOp::NAME),
    (index::MaxSOp::NAME, llvm::SmaxIntr::NAME),
    (index::MaxUOp::NAME, llvm::UmaxIntr::NAME),
    (index::MinSOp::NAME, llvm::SminIntr::NAME),
    (index::MinUOp::NAME, llvm::UminIntr::NAME),
    (index::ShlOp::NAME, llvm::ShlOp::NAME),
    (index::ShrSOp::NAME, llvm::AShrOp::NAME),
    (index::ShrUOp::NAME, llvm::LShrOp::NAME),
    (index::AndOp::NAME, AndOp::NAME),
    (index::OrOp::NAME, llvm::OrOp::NAME),
    (index::XOrOp::NAME, llvm::XOrOp::NAME),
];

/// Adds the patterns.
pub fn add_patterns(patterns: &mut LlvmPatterns) {
    for (from, to) in ROWS {
        patterns.with(from, move |rw, types, op, operands| {
            let target = Target::like(rw, op, to, &[]);
            replace(rw, types, op, operands, &target)
        });
    }
    patterns
        .on::<CeilDivSOp>(lower_ceildivs)
        .on::<CeilDivUOp>(lower_ceildivu)
        .on::<FloorDivSOp>(lower_floordivs)
        .on::<CastSOp>(|rw, types, op, operands| {
            lower_cast(rw, types, op, operands, |rw, ty, value| rw.value(SExtOp::build(ty, value)))
        })
        .on::<CastUOp>(|rw, types, op, operands| {
            lower_cast(rw, types, op, operands, |rw, ty, value| rw.value(ZExtOp::build(ty, value)))
        })
        .on::<CmpOp>(lower_cmp)
        .on::<SizeOfOp>(lower_sizeof)
        .on::<ConstantOp>(lower_constant)
        .on::<BoolConstantOp>(|rw, types, op, operands| {
            let target = Target::like(rw, op, llvm::ConstantOp::NAME, &[]);
            replace(rw, types, op, operands, &target)
        });
}

fn icmp(rw: &mut Rewriter, predicate: ICmpPredicate, lhs: Value, rhs: Value) -> Value {
    let predicate = store_enum(rw.cx(), predicate);
    rw.value(ICmpOp::build(lhs, rhs, predicate))
}

/// Whether operand `index` of `op`, which is `value` now, is known to be none of the `excluded` numbers of its new width.
fn excludes(rw: &Rewriter, op: OpId, index: usize, value: Value, excluded: &[fn(u32) -> ApInt]) -> bool {
    let Some(width) = rw.ty(value).int_width(rw) else { return false };
    [rw.operand(op, index), value].iter().any(|&value| {
        let Some(mut range) = range_of(ValueRef::new(rw, value)) else { return false };
        if range.width() > width {
            range = truncate(&range, width);
        }
        excluded.iter().all(|number| range.excludes(&number(width), Sign::Signed))
    })
}

/// `0`, `1` and `-1` of type `ty`.
fn small_constants(rw: &mut Rewriter, ty: Type) -> [Value; 3] {
    [0, 1, -1].map(|number| int_constant(rw, ty, number))
}

/// With `x = m > 0 ? -1 : 1`: `n * m > 0 ? (n + x) / m + 1 : -(-n / m)`, as upstream, which is wrong for the least `n` and
/// traps for the greatest one by -1.
fn lower_ceildivs(rw: &mut Rewriter, _: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let &[n, m] = operands else { return Match::No };
    let is_right = excludes(rw, op, 0, n, &[ApInt::signed_min])
        && (excludes(rw, op, 0, n, &[ApInt::signed_max]) || excludes(rw, op, 1, m, &[ApInt::all_ones]));
    if !is_right {
        return round_quotient(rw, op, [n, m], Eq, 1);
    }
    let [zero, one, minus_one] = small_constants(rw, rw.ty(n));
    let m_positive = icmp(rw, Sgt, m, zero);
    let x = rw.value(SelectOp::build(m_positive, minus_one, one));
    let sum = rw.value(AddOp::build(n, x));
    let quotient = rw.value(SDivOp::build(sum, m));
    let positive = rw.value(AddOp::build(quotient, one));
    let negated = rw.value(SubOp::build(zero, n));
    let quotient = rw.value(SDivOp::build(negated, m));
    let negative = rw.value(SubOp::build(zero, quotient));
    let n_positive = icmp(rw, Sgt, n, zero);
    let same_sign = icmp(rw, Eq, n_positive, m_positive);
    choose_unless_zero(rw, op, (n, zero), same_sign, [positive, negative])
}

/// With `x = m < 0 ? 1 : -1`: `n * m < 0 ? -1 - (x - n) / m : n / m`, as upstream, which traps for the least `n` but one
/// by -1.
fn lower_floordivs(rw: &mut Rewriter, _: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let &[n, m] = operands else { return Match::No };
    let least_but_one = |width| ApInt::signed_min(width).add(&ApInt::one(width));
    if !excludes(rw, op, 1, m, &[ApInt::all_ones]) && !excludes(rw, op, 0, n, &[least_but_one]) {
        return round_quotient(rw, op, [n, m], Ne, -1);
    }
    let [zero, one, minus_one] = small_constants(rw, rw.ty(n));
    let m_negative = icmp(rw, Slt, m, zero);
    let x = rw.value(SelectOp::build(m_negative, one, minus_one));
    let difference = rw.value(SubOp::build(x, n));
    let quotient = rw.value(SDivOp::build(difference, m));
    let negative = rw.value(SubOp::build(minus_one, quotient));
    let positive = rw.value(SDivOp::build(n, m));
    let n_negative = icmp(rw, Slt, n, zero);
    let other_sign = icmp(rw, Ne, n_negative, m_negative);
    choose_unless_zero(rw, op, (n, zero), other_sign, [negative, positive])
}

/// The first value if `condition` holds and `n` is not zero, else the second.
fn choose_unless_zero(
    rw: &mut Rewriter,
    op: OpId,
    (n, zero): (Value, Value),
    condition: Value,
    [first, second]: [Value; 2],
) -> Match {
    let not_zero = icmp(rw, Ne, n, zero);
    let is_first = rw.value(AndOp::build(condition, not_zero));
    let made = rw.value(SelectOp::build(is_first, first, second));
    rw.replace(op, [made])
}

/// The quotient rounded toward zero, and `step` more if there is a remainder and the signs of `n` and `m` compare so.
fn round_quotient(rw: &mut Rewriter, op: OpId, [n, m]: [Value; 2], signs: ICmpPredicate, step: i64) -> Match {
    let ty = rw.ty(n);
    let zero = int_constant(rw, ty, 0);
    let step = int_constant(rw, ty, step);
    let quotient = rw.value(SDivOp::build(n, m));
    let product = rw.value(MulOp::build(quotient, m));
    let has_remainder = icmp(rw, Ne, n, product);
    let n_negative = icmp(rw, Slt, n, zero);
    let m_negative = icmp(rw, Slt, m, zero);
    let is_rounded = icmp(rw, signs, n_negative, m_negative);
    let needs_step = rw.value(AndOp::build(has_remainder, is_rounded));
    let stepped = rw.value(AddOp::build(quotient, step));
    let made = rw.value(SelectOp::build(needs_step, stepped, quotient));
    rw.replace(op, [made])
}

/// `n == 0 ? 0 : (n - 1) / m + 1`
fn lower_ceildivu(rw: &mut Rewriter, _: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let &[n, m] = operands else { return Match::No };
    let zero = int_constant(rw, rw.ty(n), 0);
    let one = int_constant(rw, rw.ty(n), 1);
    let before = rw.value(SubOp::build(n, one));
    let quotient = rw.value(UDivOp::build(before, m));
    let above = rw.value(AddOp::build(quotient, one));
    let is_zero = icmp(rw, Eq, n, zero);
    let made = rw.value(SelectOp::build(is_zero, zero, above));
    rw.replace(op, [made])
}

fn lower_cast(
    rw: &mut Rewriter,
    types: &LlvmTypes,
    op: OpId,
    operands: &[Value],
    extend: fn(&mut Rewriter, Type, Value) -> Value,
) -> Match {
    let cx = rw.cx();
    let (from, to) = (rw.ty(operands[0]), types.convert(cx, rw.ty(rw.result(op, 0))));
    let Some((to, (from_width, to_width))) = to.and_then(|to| Some((to, from.int_width(cx).zip(to.int_width(cx))?)))
    else {
        return Match::No;
    };
    let made = match from_width.cmp(&to_width) {
        std::cmp::Ordering::Equal => operands[0],
        std::cmp::Ordering::Greater => rw.value(TruncOp::build(to, operands[0])),
        std::cmp::Ordering::Less => extend(rw, to, operands[0]),
    };
    rw.replace(op, [made])
}

fn lower_cmp(rw: &mut Rewriter, _: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    // Both dialects have the same keywords.
    let predicate = CmpOp::from_id(op).pred(rw);
    let keyword = CmpPredicate::ENUM.keyword(predicate.value());
    let predicate = keyword.and_then(|keyword| ICmpPredicate::ENUM.value(&keyword));
    let Some(predicate) = predicate.and_then(ICmpPredicate::from_value) else { return Match::No };
    let made = icmp(rw, predicate, operands[0], operands[1]);
    rw.replace(op, [made])
}

fn lower_sizeof(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, _: &[Value]) -> Match {
    let ty = types.index_type(rw.cx());
    let made = int_constant(rw, ty, i64::from(types.options.index_width));
    rw.replace(op, [made])
}

/// The value is cut to the width.
fn lower_constant(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, _: &[Value]) -> Match {
    let ty = types.index_type(rw.cx());
    let value = rw.int_attr(ty, ConstantOp::from_id(op).value(rw));
    let made = rw.value(LlvmConstantOp::build(ty, value));
    rw.replace(op, [made])
}
