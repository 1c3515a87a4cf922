//! Conversions between numeric types.

use cranelift_codegen::ir::{self, InstBuilder, types};
use rmlir::core::{Op, OpRef};
use rmlir::num::FloatKind;

use super::table::Table;
use crate::compile::Translated;
use crate::compile::translator::Translator;
use crate::host::format_number;
use crate::leaf::Leaf;
use rmlir_llvm as llvm;

/// Conversions.
pub const TABLE: Table = &[
    (llvm::SExtOp::DEF, |t, op| resize(t, op, true)),
    (llvm::ZExtOp::DEF, |t, op| resize(t, op, false)),
    (llvm::TruncOp::DEF, |t, op| resize(t, op, false)),
    (llvm::IntToPtrOp::DEF, |t, op| resize(t, op, false)),
    (llvm::PtrToIntOp::DEF, |t, op| resize(t, op, false)),
    (llvm::AddrSpaceCastOp::DEF, |t, op| resize(t, op, false)),
    (llvm::FPExtOp::DEF, between_floats),
    (llvm::FPTruncOp::DEF, between_floats),
    (llvm::SIToFPOp::DEF, |t, op| to_float(t, op, true)),
    (llvm::UIToFPOp::DEF, |t, op| to_float(t, op, false)),
    (llvm::FPToSIOp::DEF, |t, op| to_int(t, op, true)),
    (llvm::FPToUIOp::DEF, |t, op| to_int(t, op, false)),
    (llvm::LrintIntr::DEF, rounded_to_int),
    (llvm::LlrintIntr::DEF, rounded_to_int),
];

fn resize<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>, signed: bool) -> Translated {
    let to = t.leaf(op, op.result(0).ty())?;
    t.unary(op, |t, from, a| t.resize(from, to, signed, a))
}

fn between_floats<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let to = t.leaf(op, op.result(0).ty())?;
    t.unary(op, |t, from, a| t.convert_float(from, to, a))
}

fn to_float<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>, signed: bool) -> Translated {
    let to = t.leaf(op, op.result(0).ty())?;
    t.unary(op, |t, from, a| {
        if to.ty().is_float() && from.width() <= 64 {
            let a = t.resize(from, Leaf::Int(64), signed, a);
            return match signed {
                true => t.b.ins().fcvt_from_sint(to.ty(), a),
                false => t.b.ins().fcvt_from_uint(to.ty(), a),
            };
        }
        let Leaf::Float(kind) = to else { return a };
        let a = t.resize(from, Leaf::Int(128), signed, a);
        let kind = t.b.ins().iconst(types::I32, format_number(kind));
        let name = if signed { "float.from_int" } else { "float.from_unsigned" };
        let bits = t.host(name, &[a, kind]);
        t.of_word(to, bits)
    })
}

/// Saturates out-of-range values, and converts NaN to 0: this also refines the conversions whose result is then poison.
fn to_int<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>, signed: bool) -> Translated {
    let to = t.leaf(op, op.result(0).ty())?;
    t.unary(op, |t, from, a| t.saturated(from, to, signed, a))
}

/// Rounds to nearest, ties to even.
fn rounded_to_int<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let to = t.leaf(op, op.result(0).ty())?;
    t.unary(op, |t, from, a| {
        let rounded = t.in_float(from, &[a], &mut |t, values| t.b.ins().nearest(values[0]));
        t.saturated(from, to, true, rounded)
    })
}

impl Translator<'_, '_> {
    fn saturated(&mut self, from: Leaf, to: Leaf, signed: bool, a: ir::Value) -> ir::Value {
        let double = Leaf::Float(FloatKind::F64);
        let a = if from == Leaf::Float(FloatKind::F32) { a } else { self.convert_float(from, double, a) };
        if to.width() > 64 {
            let from = if from == Leaf::Float(FloatKind::F32) { from } else { double };
            let a = self.convert_float(from, double, a);
            let name = if signed { "int.from_f64" } else { "int.from_f64_unsigned" };
            let all = self.host(name, &[a]);
            return self.clamped(Leaf::Int(128), to, signed, all);
        }
        let all = match signed {
            true => self.b.ins().fcvt_to_sint_sat(types::I64, a),
            false => self.b.ins().fcvt_to_uint_sat(types::I64, a),
        };
        self.clamped(Leaf::Int(64), to, signed, all)
    }

    /// Clamps a value of `from`, which fills its register, to the range of `to`.
    fn clamped(&mut self, from: Leaf, to: Leaf, signed: bool, value: ir::Value) -> ir::Value {
        use ir::condcodes::IntCC::{SignedGreaterThan, SignedLessThan, UnsignedLessThan};
        if from.width() == to.width() {
            return value;
        }
        let inside = if signed {
            let most = self.number(from, (1 << (to.width() - 1)) - 1);
            let least = self.number(from, u128::MAX << (to.width() - 1));
            let value = self.choose_by(from, SignedLessThan, value, most);
            self.choose_by(from, SignedGreaterThan, value, least)
        } else {
            let most = self.number(from, (1 << to.width()) - 1);
            self.choose_by(from, UnsignedLessThan, value, most)
        };
        self.resize(from, to, false, inside)
    }
}
