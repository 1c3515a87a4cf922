//! Arithmetic of integers.
//!
//! Registers are zero-extended above the width: instructions that may set bits there are followed by
//! [`Translator::cut`], those that need a sign there use [`Translator::signed`] operands.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use rmlir::core::{EnumAttr as _, Op, OpRef};
use rmlir_llvm as llvm;
use rmlir_llvm::ops::arith::ICmpOp;

use super::table::Table;
use crate::compile::Translated;
use crate::compile::translator::Translator;
use crate::leaf::Leaf;

/// Operations and intrinsics on integers.
pub const TABLE: Table = &[
    (llvm::AddOp::DEF, |t, op| {
        t.shared(op, |t, leaf, v| {
            let sum = t.b.ins().iadd(v[0], v[1]);
            t.cut(leaf, sum)
        })
    }),
    (llvm::SubOp::DEF, |t, op| {
        t.shared(op, |t, leaf, v| {
            let rest = t.b.ins().isub(v[0], v[1]);
            t.cut(leaf, rest)
        })
    }),
    (llvm::MulOp::DEF, |t, op| {
        t.shared(op, |t, leaf, v| {
            let product = t.b.ins().imul(v[0], v[1]);
            t.cut(leaf, product)
        })
    }),
    (llvm::UDivOp::DEF, |t, op| t.binary(op, |t, leaf, a, b| t.divide(leaf, Division::Unsigned, a, b))),
    (llvm::URemOp::DEF, |t, op| t.binary(op, |t, leaf, a, b| t.divide(leaf, Division::UnsignedRest, a, b))),
    (llvm::SDivOp::DEF, |t, op| t.binary(op, |t, leaf, a, b| t.divide(leaf, Division::Signed, a, b))),
    (llvm::SRemOp::DEF, |t, op| t.binary(op, |t, leaf, a, b| t.divide(leaf, Division::SignedRest, a, b))),
    (llvm::AndOp::DEF, |t, op| t.shared(op, |t, _, v| t.b.ins().band(v[0], v[1]))),
    (llvm::OrOp::DEF, |t, op| t.shared(op, |t, _, v| t.b.ins().bor(v[0], v[1]))),
    (llvm::XOrOp::DEF, |t, op| t.shared(op, |t, _, v| t.b.ins().bxor(v[0], v[1]))),
    (llvm::ShlOp::DEF, |t, op| t.binary(op, |t, leaf, a, by| t.shift_left(leaf, a, by))),
    (llvm::LShrOp::DEF, |t, op| {
        t.binary(op, |t, leaf, a, by| {
            let by = t.amount(leaf, by);
            t.b.ins().ushr(a, by)
        })
    }),
    (llvm::AShrOp::DEF, |t, op| t.binary(op, |t, leaf, a, by| t.shift_signed(leaf, a, by))),
    (llvm::ICmpOp::DEF, compare),
    (llvm::SmaxIntr::DEF, |t, op| t.binary(op, |t, leaf, a, b| t.choose_by(leaf, IntCC::SignedGreaterThan, a, b))),
    (llvm::SminIntr::DEF, |t, op| t.binary(op, |t, leaf, a, b| t.choose_by(leaf, IntCC::SignedLessThan, a, b))),
    (llvm::UmaxIntr::DEF, |t, op| t.binary(op, |t, leaf, a, b| t.choose_by(leaf, IntCC::UnsignedGreaterThan, a, b))),
    (llvm::UminIntr::DEF, |t, op| t.binary(op, |t, leaf, a, b| t.choose_by(leaf, IntCC::UnsignedLessThan, a, b))),
    (llvm::ScmpIntr::DEF, |t, op| three_way(t, op, IntCC::SignedGreaterThan, IntCC::SignedLessThan)),
    (llvm::UcmpIntr::DEF, |t, op| three_way(t, op, IntCC::UnsignedGreaterThan, IntCC::UnsignedLessThan)),
    (llvm::AbsIntr::DEF, |t, op| t.unary(op, absolute)),
    (llvm::CtpopIntr::DEF, |t, op| t.unary(op, |t, _, a| t.b.ins().popcnt(a))),
    (llvm::CtlzIntr::DEF, |t, op| t.unary(op, leading_zeros)),
    (llvm::CttzIntr::DEF, |t, op| t.unary(op, trailing_zeros)),
    (llvm::BitreverseIntr::DEF, |t, op| {
        t.unary(op, |t, leaf, a| {
            let all = t.b.ins().bitrev(a);
            t.lower(leaf, all)
        })
    }),
    (llvm::BswapIntr::DEF, |t, op| t.unary(op, swap_bytes)),
    (llvm::FshlIntr::DEF, |t, op| funnel(t, op, true)),
    (llvm::FshrIntr::DEF, |t, op| funnel(t, op, false)),
];

/// A division of integers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Division {
    /// Unsigned.
    Unsigned,
    /// The unsigned remainder.
    UnsignedRest,
    /// Rounded to zero.
    Signed,
    /// Its remainder.
    SignedRest,
}

impl<'a> Translator<'a, '_> {
    /// An integer constant of the type of `leaf`; only its low bits count.
    pub fn number(&mut self, leaf: Leaf, value: u128) -> ir::Value {
        let value = if leaf.width() < 128 { value & ((1 << leaf.width()) - 1) } else { value };
        match leaf.ty() {
            types::I128 => {
                let low = self.b.ins().iconst(types::I64, value as u64 as i64);
                let high = self.b.ins().iconst(types::I64, (value >> 64) as u64 as i64);
                self.b.ins().iconcat(low, high)
            }
            types::F32 => self.b.ins().f32const(ir::immediates::Ieee32::with_bits(value as u32)),
            types::F64 => self.b.ins().f64const(ir::immediates::Ieee64::with_bits(value as u64)),
            ty => self.b.ins().iconst(ty, value as u64 as i64),
        }
    }

    /// Whether a register of `leaf` has bits above its width.
    fn has_room(leaf: Leaf) -> bool {
        leaf.width() < leaf.ty().bits()
    }

    /// Zero-extends from the width to the register.
    pub fn cut(&mut self, leaf: Leaf, value: ir::Value) -> ir::Value {
        if !Self::has_room(leaf) {
            return value;
        }
        let ones = self.number(leaf, u128::MAX);
        self.b.ins().band(value, ones)
    }

    /// The upper bits of a register shifted down by the number of bits above the width.
    fn lower(&mut self, leaf: Leaf, value: ir::Value) -> ir::Value {
        match leaf.ty().bits() - leaf.width() {
            0 => value,
            room => self.b.ins().ushr_imm_s(value, i64::from(room)),
        }
    }

    /// Sign-extends from the width to the register.
    pub fn signed(&mut self, leaf: Leaf, value: ir::Value) -> ir::Value {
        match leaf.ty().bits() - leaf.width() {
            0 => value,
            room => {
                let raised = self.b.ins().ishl_imm_s(value, i64::from(room));
                self.b.ins().sshr_imm_s(raised, i64::from(room))
            }
        }
    }

    /// Converts an integer of `from` to one of `to`: truncates, or extends by zeros or the sign.
    pub fn resize(&mut self, from: Leaf, to: Leaf, signed: bool, value: ir::Value) -> ir::Value {
        let value = if signed && to.width() > from.width() { self.signed(from, value) } else { value };
        let (a, b) = (from.ty(), to.ty());
        let resized = match (a.bits() < b.bits(), a.bits() > b.bits()) {
            (true, _) if signed => self.b.ins().sextend(b, value),
            (true, _) => self.b.ins().uextend(b, value),
            (_, true) => self.b.ins().ireduce(b, value),
            _ => value,
        };
        if to.width() < from.width() || signed { self.cut(to, resized) } else { resized }
    }

    /// A shift amount: Cranelift takes at most 64 bits.
    pub fn amount(&mut self, leaf: Leaf, by: ir::Value) -> ir::Value {
        if leaf.ty() == types::I128 { self.b.ins().ireduce(types::I64, by) } else { by }
    }

    /// `a` shifted to the left.
    pub fn shift_left(&mut self, leaf: Leaf, a: ir::Value, by: ir::Value) -> ir::Value {
        let by = self.amount(leaf, by);
        let shifted = self.b.ins().ishl(a, by);
        self.cut(leaf, shifted)
    }

    /// `a` shifted to the right, sign-extending.
    pub fn shift_signed(&mut self, leaf: Leaf, a: ir::Value, by: ir::Value) -> ir::Value {
        let (a, by) = (self.signed(leaf, a), self.amount(leaf, by));
        let shifted = self.b.ins().sshr(a, by);
        self.cut(leaf, shifted)
    }

    /// A quotient or remainder.
    pub fn divide(&mut self, leaf: Leaf, division: Division, a: ir::Value, b: ir::Value) -> ir::Value {
        let signed = matches!(division, Division::Signed | Division::SignedRest);
        let (a, b) = if signed { (self.signed(leaf, a), self.signed(leaf, b)) } else { (a, b) };
        let wide = leaf.ty() == types::I128;
        let result = match division {
            Division::Unsigned if wide => self.host("int.udiv", &[a, b]),
            Division::UnsignedRest if wide => self.host("int.urem", &[a, b]),
            Division::Signed if wide => self.host("int.sdiv", &[a, b]),
            Division::SignedRest if wide => self.host("int.srem", &[a, b]),
            Division::Unsigned => self.b.ins().udiv(a, b),
            Division::UnsignedRest => self.b.ins().urem(a, b),
            Division::Signed => self.b.ins().sdiv(a, b),
            Division::SignedRest => self.b.ins().srem(a, b),
        };
        if signed { self.cut(leaf, result) } else { result }
    }

    /// A comparison, as a register of 8 bits.
    pub fn test(&mut self, leaf: Leaf, condition: IntCC, a: ir::Value, b: ir::Value) -> ir::Value {
        use IntCC::{SignedGreaterThan, SignedGreaterThanOrEqual, SignedLessThan, SignedLessThanOrEqual};
        let is_signed =
            matches!(condition, SignedGreaterThan | SignedGreaterThanOrEqual | SignedLessThan | SignedLessThanOrEqual);
        let (a, b) = if is_signed { (self.signed(leaf, a), self.signed(leaf, b)) } else { (a, b) };
        self.b.ins().icmp(condition, a, b)
    }

    /// `a` if the condition holds, else `b`.
    pub fn choose_by(&mut self, leaf: Leaf, condition: IntCC, a: ir::Value, b: ir::Value) -> ir::Value {
        let holds = self.test(leaf, condition, a, b);
        self.b.ins().select(holds, a, b)
    }
}

/// The conditions, indexed by the predicates.
const CONDITIONS: [IntCC; 10] = [
    IntCC::Equal,
    IntCC::NotEqual,
    IntCC::SignedLessThan,
    IntCC::SignedLessThanOrEqual,
    IntCC::SignedGreaterThan,
    IntCC::SignedGreaterThanOrEqual,
    IntCC::UnsignedLessThan,
    IntCC::UnsignedLessThanOrEqual,
    IntCC::UnsignedGreaterThan,
    IntCC::UnsignedGreaterThanOrEqual,
];

fn compare<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let condition = CONDITIONS[op.get(ICmpOp::predicate).value() as usize];
    t.binary(op, |t, leaf, a, b| t.test(leaf, condition, a, b))
}

/// The result is 1, 0 or -1.
fn three_way<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>, greater: IntCC, less: IntCC) -> Translated {
    let to = t.leaf(op, op.result(0).ty())?;
    t.binary(op, |t, leaf, a, b| {
        let (greater, less) = (t.test(leaf, greater, a, b), t.test(leaf, less, a, b));
        let (greater, less) = (t.resize(Leaf::Int(8), to, false, greater), t.resize(Leaf::Int(8), to, false, less));
        let order = t.b.ins().isub(greater, less);
        t.cut(to, order)
    })
}

fn absolute(t: &mut Translator, leaf: Leaf, a: ir::Value) -> ir::Value {
    let zero = t.number(leaf, 0);
    let negated = t.b.ins().isub(zero, a);
    let negated = t.cut(leaf, negated);
    let is_negative = t.test(leaf, IntCC::SignedLessThan, a, zero);
    t.b.ins().select(is_negative, negated, a)
}

fn leading_zeros(t: &mut Translator, leaf: Leaf, a: ir::Value) -> ir::Value {
    let all = t.b.ins().clz(a);
    let room = t.number(leaf, (leaf.ty().bits() - leaf.width()).into());
    let count = if leaf.ty().bits() == leaf.width() { all } else { t.b.ins().isub(all, room) };
    t.cut(leaf, count)
}

/// For zero the count is the width.
fn trailing_zeros(t: &mut Translator, leaf: Leaf, a: ir::Value) -> ir::Value {
    let count = t.b.ins().ctz(a);
    if leaf.ty().bits() == leaf.width() {
        return count;
    }
    let zero = t.number(leaf, 0);
    let is_zero = t.b.ins().icmp(IntCC::Equal, a, zero);
    let width = t.number(leaf, leaf.width().into());
    t.b.ins().select(is_zero, width, count)
}

fn swap_bytes(t: &mut Translator, leaf: Leaf, a: ir::Value) -> ir::Value {
    let all = if leaf.ty() == types::I8 { a } else { t.b.ins().bswap(a) };
    t.lower(leaf, all)
}

/// A funnel shift: two integers concatenated and shifted; the amount is taken modulo the width.
fn funnel<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>, to_left: bool) -> Translated {
    t.lanewise(op, |t, leaf, lane| {
        let width = t.number(leaf, leaf.width().into());
        let by = t.divide(leaf, Division::UnsignedRest, lane[2], width);
        let rest = t.b.ins().isub(width, by);
        let (up, down) = if to_left { (by, rest) } else { (rest, by) };
        let high = t.shift_left(leaf, lane[0], up);
        let down = t.amount(leaf, down);
        let low = t.b.ins().ushr(lane[1], down);
        let both = t.b.ins().bor(high, low);
        // A shift by zero: the other integer is the result.
        let zero = t.number(leaf, 0);
        let is_none = t.b.ins().icmp(IntCC::Equal, by, zero);
        t.b.ins().select(is_none, lane[if to_left { 0 } else { 1 }], both)
    })
}
