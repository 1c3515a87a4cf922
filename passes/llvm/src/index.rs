//! `index` to `llvm`: arithmetic on integers of the target's width.

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_index::{
    BoolConstantOp, CastSOp, CastUOp, CeilDivSOp, CeilDivUOp, CmpOp, CmpPredicate, ConstantOp, FloorDivSOp, SizeOfOp,
};
use rmlir_llvm::Llvm;
use rmlir_llvm::attrs::enums::ICmpPredicate::{self, Eq, Ne, Slt};
use rmlir_llvm::ops::aggregate::SelectOp;
use rmlir_llvm::ops::arith::{AddOp, AndOp, ICmpOp, MulOp, SDivOp, SubOp, UDivOp};
use rmlir_llvm::ops::cast::{SExtOp, TruncOp, ZExtOp};
use rmlir_llvm::ops::constant::ConstantOp as LlvmConstantOp;

use crate::emit::int_constant;
use crate::one_to_one::{Target, replace};
use crate::options::LlvmOptions;
use crate::patterns::LlvmPatterns;
use crate::type_converter::LlvmTypes;
use rmlir::core::params::store_enum;
use rmlir::rewrite::conversion::ConversionTarget;

/// Lower the `index` dialect to the `llvm` dialect.
///
/// Rounding divisions are expanded; a constant is truncated to the width.
#[pass(name = "convert-index-to-llvm", title = "ConvertIndexToLLVMPass", depends(Llvm))]
pub struct ConvertIndexToLlvm {
    /// Bitwidth of the index type, 0 to use size of machine word
    #[option(default = 0)]
    index_bitwidth: u32,
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

/// Operations and the operations that they are converted to.
const ROWS: [(&str, &str); 17] = [
    ("index.add", "llvm.add"),
    ("index.sub", "llvm.sub"),
    ("index.mul", "llvm.mul"),
    ("index.divs", "llvm.sdiv"),
    ("index.divu", "llvm.udiv"),
    ("index.rems", "llvm.srem"),
    ("index.remu", "llvm.urem"),
    ("index.maxs", "llvm.intr.smax"),
    ("index.maxu", "llvm.intr.umax"),
    ("index.mins", "llvm.intr.smin"),
    ("index.minu", "llvm.intr.umin"),
    ("index.shl", "llvm.shl"),
    ("index.shrs", "llvm.ashr"),
    ("index.shru", "llvm.lshr"),
    ("index.and", "llvm.and"),
    ("index.or", "llvm.or"),
    ("index.xor", "llvm.xor"),
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
        .on::<CeilDivSOp>(|rw, _, op, operands| round_quotient(rw, op, operands, Eq, 1))
        .on::<CeilDivUOp>(lower_ceildivu)
        .on::<FloorDivSOp>(|rw, _, op, operands| round_quotient(rw, op, operands, Ne, -1))
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
            let target = Target::like(rw, op, "llvm.mlir.constant", &[]);
            replace(rw, types, op, operands, &target)
        });
}

fn icmp(rw: &mut Rewriter, predicate: ICmpPredicate, lhs: Value, rhs: Value) -> Value {
    let predicate = store_enum(rw.cx(), predicate);
    rw.value(ICmpOp::build(lhs, rhs, predicate))
}

/// The quotient rounded toward zero, plus `step` if there is a remainder and the predicate holds for the signs of `n`
/// and `m`. Upstream divides sums and negations of `n`, which wrap: quotients of the least index get the wrong sign,
/// and those that are not selected may trap.
fn round_quotient(rw: &mut Rewriter, op: OpId, operands: &[Value], signs: ICmpPredicate, step: i64) -> Match {
    let &[n, m] = operands else { return Match::No };
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
    let predicate = CmpPredicate::from_attr(rw.cx(), CmpOp::from_id(op).pred(rw));
    let keyword = predicate.and_then(|predicate| CmpPredicate::ENUM.keyword(predicate.value()));
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

/// The value is truncated to the width.
fn lower_constant(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, _: &[Value]) -> Match {
    let ty = types.index_type(rw.cx());
    let value = ConstantOp::from_id(op).value(rw);
    let Some((value, _)) = value.as_integer(rw.cx()) else { return Match::No };
    let width = types.options.index_width;
    let value = if width < value.width() { value.trunc(width) } else { value.sext(width) };
    let value = rw.apint_attr(ty, value);
    let made = rw.value(LlvmConstantOp::build(ty, value));
    rw.replace(op, [made])
}
