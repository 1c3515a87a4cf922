//! Integer arithmetic that returns whether it overflows, or saturates.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder};
use rmlir::core::{Op, OpRef};

use super::table::Table;
use crate::compile::Translated;
use crate::compile::translator::Translator;
use crate::leaf::Leaf;
use rmlir_llvm as llvm;

/// Overflow and saturating intrinsics.
pub const TABLE: Table = &[
    (llvm::SaddWithOverflowIntr::DEF, |t, op| with_overflow(t, op, Checked::ADD)),
    (llvm::UaddWithOverflowIntr::DEF, |t, op| with_overflow(t, op, Checked::ADD_UNSIGNED)),
    (llvm::SsubWithOverflowIntr::DEF, |t, op| with_overflow(t, op, Checked::SUB)),
    (llvm::UsubWithOverflowIntr::DEF, |t, op| with_overflow(t, op, Checked::SUB_UNSIGNED)),
    (llvm::SmulWithOverflowIntr::DEF, |t, op| with_overflow(t, op, Checked::MUL)),
    (llvm::UmulWithOverflowIntr::DEF, |t, op| with_overflow(t, op, Checked::MUL_UNSIGNED)),
    (llvm::SaddSatIntr::DEF, |t, op| t.binary(op, |t, leaf, a, b| saturated(t, leaf, Checked::ADD, a, b))),
    (llvm::UaddSatIntr::DEF, |t, op| t.binary(op, |t, leaf, a, b| saturated(t, leaf, Checked::ADD_UNSIGNED, a, b))),
    (llvm::SsubSatIntr::DEF, |t, op| t.binary(op, |t, leaf, a, b| saturated(t, leaf, Checked::SUB, a, b))),
    (llvm::UsubSatIntr::DEF, |t, op| t.binary(op, |t, leaf, a, b| saturated(t, leaf, Checked::SUB_UNSIGNED, a, b))),
    (llvm::SshlSatIntr::DEF, |t, op| t.binary(op, |t, leaf, a, by| shifted(t, leaf, true, a, by))),
    (llvm::UshlSatIntr::DEF, |t, op| t.binary(op, |t, leaf, a, by| shifted(t, leaf, false, a, by))),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Add,
    Sub,
    Mul,
}

/// An operation with the signedness of the checked overflow.
#[derive(Clone, Copy)]
struct Checked {
    operation: Operation,
    signed: bool,
}

impl Checked {
    const ADD: Self = Self { operation: Operation::Add, signed: true };
    const ADD_UNSIGNED: Self = Self { operation: Operation::Add, signed: false };
    const SUB: Self = Self { operation: Operation::Sub, signed: true };
    const SUB_UNSIGNED: Self = Self { operation: Operation::Sub, signed: false };
    const MUL: Self = Self { operation: Operation::Mul, signed: true };
    const MUL_UNSIGNED: Self = Self { operation: Operation::Mul, signed: false };

    /// The result, truncated to the width, and whether it overflows.
    fn apply(self, t: &mut Translator, leaf: Leaf, a: ir::Value, b: ir::Value) -> (ir::Value, ir::Value) {
        let result = match self.operation {
            Operation::Add => t.b.ins().iadd(a, b),
            Operation::Sub => t.b.ins().isub(a, b),
            Operation::Mul => t.b.ins().imul(a, b),
        };
        let result = t.cut(leaf, result);
        (result, self.overflows(t, leaf, a, b, result))
    }

    fn overflows(self, t: &mut Translator, leaf: Leaf, a: ir::Value, b: ir::Value, result: ir::Value) -> ir::Value {
        let zero = t.number(leaf, 0);
        match (self.operation, self.signed) {
            (Operation::Add, false) => t.test(leaf, IntCC::UnsignedLessThan, result, a),
            (Operation::Sub, false) => t.test(leaf, IntCC::UnsignedLessThan, a, b),
            // An addition overflows if both operands have the same sign and the result has the other one; a subtraction
            // if the operands' signs differ and the result's sign is not that of the first.
            (Operation::Add | Operation::Sub, true) => {
                let from_a = t.b.ins().bxor(result, a);
                let other = if self.operation == Operation::Add { result } else { a };
                let from_b = t.b.ins().bxor(other, b);
                let both = t.b.ins().band(from_a, from_b);
                t.test(leaf, IntCC::SignedLessThan, both, zero)
            }
            (Operation::Mul, signed) if leaf.width() > 64 => self.wide_product_overflows(t, leaf, signed, a, b),
            (Operation::Mul, signed) => {
                let wide = Leaf::Int(128);
                let [x, y, kept] = [a, b, result].map(|value| t.resize(leaf, wide, signed, value));
                let product = t.b.ins().imul(x, y);
                t.test(wide, IntCC::NotEqual, product, kept)
            }
        }
    }

    fn wide_product_overflows(
        self,
        t: &mut Translator,
        leaf: Leaf,
        signed: bool,
        a: ir::Value,
        b: ir::Value,
    ) -> ir::Value {
        let wide = Leaf::Int(128);
        let [x, y] = [a, b].map(|value| t.resize(leaf, wide, signed, value));
        let name = if signed { "int.smul_overflows" } else { "int.umul_overflows" };
        let overflows = t.host(name, &[x, y]);
        let product = t.b.ins().imul(x, y);
        let cut = t.cut(leaf, product);
        let kept = t.resize(leaf, wide, signed, cut);
        let is_lost = t.test(wide, IntCC::NotEqual, product, kept);
        t.b.ins().bor(overflows, is_lost)
    }
}

/// The results come first, then the overflow flags.
fn with_overflow<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>, checked: Checked) -> Translated {
    let leaf = t.leaf(op, op.operand(0).ty())?;
    let (a, b) = (t.operand(op, 0), t.operand(op, 1));
    let (mut results, mut overflows) = (Vec::new(), Vec::new());
    for (&a, &b) in a.iter().zip(&b) {
        let (result, overflow) = checked.apply(t, leaf, a, b);
        results.push(result);
        overflows.push(overflow);
    }
    results.extend(overflows);
    t.set(op, results);
    Ok(())
}

/// The limit with the sign of `a`.
fn limit(t: &mut Translator, leaf: Leaf, a: ir::Value) -> ir::Value {
    let zero = t.number(leaf, 0);
    let is_negative = t.test(leaf, IntCC::SignedLessThan, a, zero);
    let least = t.number(leaf, 1 << (leaf.width() - 1));
    let most = t.number(leaf, (1 << (leaf.width() - 1)) - 1);
    t.b.ins().select(is_negative, least, most)
}

fn saturated(t: &mut Translator, leaf: Leaf, checked: Checked, a: ir::Value, b: ir::Value) -> ir::Value {
    let (result, overflows) = checked.apply(t, leaf, a, b);
    let limit = match (checked.signed, checked.operation) {
        (true, _) => limit(t, leaf, a),
        (false, Operation::Sub) => t.number(leaf, 0),
        (false, _) => t.number(leaf, u128::MAX),
    };
    t.b.ins().select(overflows, limit, result)
}

/// A left shift overflows if shifting the result back does not restore the operand.
fn shifted(t: &mut Translator, leaf: Leaf, signed: bool, a: ir::Value, by: ir::Value) -> ir::Value {
    let result = t.shift_left(leaf, a, by);
    let back = match signed {
        true => t.shift_signed(leaf, result, by),
        false => {
            let by = t.amount(leaf, by);
            t.b.ins().ushr(result, by)
        }
    };
    let overflows = t.test(leaf, IntCC::NotEqual, back, a);
    let limit = if signed { limit(t, leaf, a) } else { t.number(leaf, u128::MAX) };
    t.b.ins().select(overflows, limit, result)
}
