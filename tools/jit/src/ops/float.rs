//! Float arithmetic, and functions of the mathematical library.
//!
//! Floats of 16 bits are computed with in `f32` and rounded back: for sums, products, quotients, remainders and roots
//! the second rounding is innocuous, since `f32` has more than twice their digits (Figueroa, When is double rounding
//! innocuous?, 1995).

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self, InstBuilder, types};
use rmlir::core::{EnumAttr as _, Op, OpRef};
use rmlir::num::FloatKind;
use rmlir_llvm as llvm;
use rmlir_llvm::intrinsics::math::IsFpclassIntr;
use rmlir_llvm::ops::arith::FCmpOp;

use super::table::Table;
use crate::compile::Translated;
use crate::compile::translator::Translator;
use crate::host::format_number;
use crate::leaf::Leaf;

/// Operations and intrinsics on floats.
pub const TABLE: Table = &[
    (llvm::FAddOp::DEF, |t, op| t.shared_floats(op, |t, v| t.b.ins().fadd(v[0], v[1]))),
    (llvm::FSubOp::DEF, |t, op| t.shared_floats(op, |t, v| t.b.ins().fsub(v[0], v[1]))),
    (llvm::FMulOp::DEF, |t, op| t.shared_floats(op, |t, v| t.b.ins().fmul(v[0], v[1]))),
    (llvm::FDivOp::DEF, |t, op| t.shared_floats(op, |t, v| t.b.ins().fdiv(v[0], v[1]))),
    (llvm::FRemOp::DEF, |t, op| by_host(t, op, "fmodf", "fmod")),
    (llvm::FNegOp::DEF, |t, op| t.unary(op, |t, leaf, a| t.flip_sign(leaf, a))),
    (llvm::FCmpOp::DEF, compare),
    (llvm::FabsIntr::DEF, |t, op| t.unary(op, |t, leaf, a| t.drop_sign(leaf, a))),
    (llvm::CopysignIntr::DEF, |t, op| t.binary(op, copy_sign)),
    (llvm::SqrtIntr::DEF, |t, op| t.shared_floats(op, |t, v| t.b.ins().sqrt(v[0]))),
    (llvm::CeilIntr::DEF, |t, op| t.shared_floats(op, |t, v| t.b.ins().ceil(v[0]))),
    (llvm::FloorIntr::DEF, |t, op| t.shared_floats(op, |t, v| t.b.ins().floor(v[0]))),
    (llvm::TruncIntr::DEF, |t, op| t.shared_floats(op, |t, v| t.b.ins().trunc(v[0]))),
    (llvm::RintIntr::DEF, |t, op| t.shared_floats(op, |t, v| t.b.ins().nearest(v[0]))),
    (llvm::NearbyintIntr::DEF, |t, op| t.shared_floats(op, |t, v| t.b.ins().nearest(v[0]))),
    (llvm::RoundevenIntr::DEF, |t, op| t.shared_floats(op, |t, v| t.b.ins().nearest(v[0]))),
    (llvm::MaximumIntr::DEF, |t, op| t.shared_floats(op, |t, v| t.b.ins().fmax(v[0], v[1]))),
    (llvm::MinimumIntr::DEF, |t, op| t.shared_floats(op, |t, v| t.b.ins().fmin(v[0], v[1]))),
    (llvm::MaxnumIntr::DEF, |t, op| t.floats(op, |t, v| t.lenient(true, v[0], v[1]))),
    (llvm::MinnumIntr::DEF, |t, op| t.floats(op, |t, v| t.lenient(false, v[0], v[1]))),
    (llvm::FmaIntr::DEF, |t, op| t.lanewise(op, |t, leaf, lane| t.fused(leaf, lane))),
    (llvm::FmuladdIntr::DEF, |t, op| t.lanewise(op, |t, leaf, lane| t.fused(leaf, lane))),
    (llvm::IsFpclassIntr::DEF, is_of_class),
    (llvm::PowiIntr::DEF, integer_power),
    (llvm::AcosIntr::DEF, |t, op| by_host(t, op, "acosf", "acos")),
    (llvm::AsinIntr::DEF, |t, op| by_host(t, op, "asinf", "asin")),
    (llvm::AtanIntr::DEF, |t, op| by_host(t, op, "atanf", "atan")),
    (llvm::Atan2Intr::DEF, |t, op| by_host(t, op, "atan2f", "atan2")),
    (llvm::CosIntr::DEF, |t, op| by_host(t, op, "cosf", "cos")),
    (llvm::CoshIntr::DEF, |t, op| by_host(t, op, "coshf", "cosh")),
    (llvm::ExpIntr::DEF, |t, op| by_host(t, op, "expf", "exp")),
    (llvm::Exp10Intr::DEF, |t, op| by_host(t, op, "exp10f", "exp10")),
    (llvm::Exp2Intr::DEF, |t, op| by_host(t, op, "exp2f", "exp2")),
    (llvm::LogIntr::DEF, |t, op| by_host(t, op, "logf", "log")),
    (llvm::Log10Intr::DEF, |t, op| by_host(t, op, "log10f", "log10")),
    (llvm::Log2Intr::DEF, |t, op| by_host(t, op, "log2f", "log2")),
    (llvm::PowIntr::DEF, |t, op| by_host(t, op, "powf", "pow")),
    (llvm::RoundIntr::DEF, |t, op| by_host(t, op, "roundf", "round")),
    (llvm::SinIntr::DEF, |t, op| by_host(t, op, "sinf", "sin")),
    (llvm::SinhIntr::DEF, |t, op| by_host(t, op, "sinhf", "sinh")),
    (llvm::TanIntr::DEF, |t, op| by_host(t, op, "tanf", "tan")),
    (llvm::TanhIntr::DEF, |t, op| by_host(t, op, "tanhf", "tanh")),
];

/// The format in which floats of `leaf` are computed.
fn computed(leaf: Leaf) -> Leaf {
    Leaf::Float(if leaf == Leaf::Float(FloatKind::F64) { FloatKind::F64 } else { FloatKind::F32 })
}

impl<'a> Translator<'a, '_> {
    /// As [`Translator::lanewise`], with floats of 16 bits as `f32`.
    pub fn floats(&mut self, op: OpRef<'a>, mut f: impl FnMut(&mut Self, &[ir::Value]) -> ir::Value) -> Translated {
        self.lanewise(op, |t, leaf, lane| t.in_float(leaf, lane, &mut f))
    }

    /// As [`Self::floats`], for an instruction that Cranelift has for several lanes, too.
    pub fn shared_floats(
        &mut self,
        op: OpRef<'a>,
        mut f: impl FnMut(&mut Self, &[ir::Value]) -> ir::Value,
    ) -> Translated {
        self.shared(op, |t, leaf, lane| t.in_float(leaf, lane, &mut f))
    }

    /// Applies `f` to floats of `leaf`, those of 16 bits as `f32`.
    pub fn in_float(
        &mut self,
        leaf: Leaf,
        lane: &[ir::Value],
        f: &mut dyn FnMut(&mut Self, &[ir::Value]) -> ir::Value,
    ) -> ir::Value {
        let inner = computed(leaf);
        let lane: Vec<ir::Value> = lane.iter().map(|&value| self.convert_float(leaf, inner, value)).collect();
        let result = f(self, &lane);
        self.convert_float(inner, leaf, result)
    }

    /// Converts a float to another format.
    pub fn convert_float(&mut self, from: Leaf, to: Leaf, value: ir::Value) -> ir::Value {
        let (Leaf::Float(a), Leaf::Float(b)) = (from, to) else { return value };
        match (a, b) {
            _ if a == b => value,
            (FloatKind::F32, FloatKind::F64) => self.b.ins().fpromote(types::F64, value),
            (FloatKind::F64, FloatKind::F32) => self.b.ins().fdemote(types::F32, value),
            _ => {
                let bits = self.word_of(from, value);
                self.convert_bits(a, b, to, bits)
            }
        }
    }

    /// The bits of a float as a word.
    fn word_of(&mut self, leaf: Leaf, value: ir::Value) -> ir::Value {
        let bits = self.bits(leaf, value);
        if leaf.ty().bits() == 64 { bits } else { self.b.ins().uextend(types::I64, bits) }
    }

    fn convert_bits(&mut self, from: FloatKind, to: FloatKind, leaf: Leaf, bits: ir::Value) -> ir::Value {
        let [from, to] = [from, to].map(|kind| self.b.ins().iconst(types::I32, format_number(kind)));
        let converted = self.host("float.convert", &[bits, from, to]);
        self.of_word(leaf, converted)
    }

    /// The scalar of `leaf` whose bits are the low bits of a word.
    pub fn of_word(&mut self, leaf: Leaf, word: ir::Value) -> ir::Value {
        match leaf.ty() {
            types::F64 => self.b.ins().bitcast(types::F64, ir::MemFlagsData::new(), word),
            types::F32 => {
                let bits = self.b.ins().ireduce(types::I32, word);
                self.b.ins().bitcast(types::F32, ir::MemFlagsData::new(), bits)
            }
            types::I64 => word,
            ty => self.b.ins().ireduce(ty, word),
        }
    }

    /// The bits of a scalar, in an integer register of its size.
    pub fn bits(&mut self, leaf: Leaf, value: ir::Value) -> ir::Value {
        match leaf.ty() {
            types::F64 => self.b.ins().bitcast(types::I64, ir::MemFlagsData::new(), value),
            types::F32 => self.b.ins().bitcast(types::I32, ir::MemFlagsData::new(), value),
            _ => value,
        }
    }

    fn flip_sign(&mut self, leaf: Leaf, a: ir::Value) -> ir::Value {
        if leaf.ty().is_float() {
            return self.b.ins().fneg(a);
        }
        let sign = self.number(Leaf::Int(16), 1 << 15);
        self.b.ins().bxor(a, sign)
    }

    fn drop_sign(&mut self, leaf: Leaf, a: ir::Value) -> ir::Value {
        if leaf.ty().is_float() {
            return self.b.ins().fabs(a);
        }
        let rest = self.number(Leaf::Int(16), (1 << 15) - 1);
        self.b.ins().band(a, rest)
    }

    /// The maximum or minimum; the other operand if one is NaN.
    pub fn lenient(&mut self, greater: bool, a: ir::Value, b: ir::Value) -> ir::Value {
        let strict = if greater { self.b.ins().fmax(a, b) } else { self.b.ins().fmin(a, b) };
        let is_b_nan = self.b.ins().fcmp(FloatCC::Unordered, b, b);
        let with_b = self.b.ins().select(is_b_nan, a, strict);
        let is_a_nan = self.b.ins().fcmp(FloatCC::Unordered, a, a);
        self.b.ins().select(is_a_nan, b, with_b)
    }

    /// The fused multiply-add, rounded once.
    pub fn fused(&mut self, leaf: Leaf, lane: &[ir::Value]) -> ir::Value {
        let Leaf::Float(kind) = leaf else { return lane[0] };
        if leaf.ty().is_float() {
            return self.b.ins().fma(lane[0], lane[1], lane[2]);
        }
        let double = Leaf::Float(FloatKind::F64);
        let mut args: Vec<ir::Value> = lane.iter().map(|&value| self.convert_float(leaf, double, value)).collect();
        args.push(self.b.ins().iconst(types::I32, format_number(kind)));
        let bits = self.host("float.fma", &args);
        self.of_word(leaf, bits)
    }
}

fn copy_sign(t: &mut Translator, leaf: Leaf, a: ir::Value, b: ir::Value) -> ir::Value {
    if leaf.ty().is_float() {
        return t.b.ins().fcopysign(a, b);
    }
    let magnitude = t.drop_sign(leaf, a);
    let sign = t.number(Leaf::Int(16), 1 << 15);
    let sign = t.b.ins().band(b, sign);
    t.b.ins().bor(magnitude, sign)
}

/// Calls a function of the host.
fn by_host<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>, single: &'static str, double: &'static str) -> Translated {
    let leaf = t.leaf(op, op.operand(0).ty())?;
    let name = if computed(leaf) == leaf && leaf.width() == 64 { double } else { single };
    t.floats(op, |t, values| t.host(name, values))
}

/// The conditions, indexed by the predicates; the first and the last are constants.
const CONDITIONS: [Option<FloatCC>; 16] = [
    None,
    Some(FloatCC::Equal),
    Some(FloatCC::GreaterThan),
    Some(FloatCC::GreaterThanOrEqual),
    Some(FloatCC::LessThan),
    Some(FloatCC::LessThanOrEqual),
    Some(FloatCC::OrderedNotEqual),
    Some(FloatCC::Ordered),
    Some(FloatCC::UnorderedOrEqual),
    Some(FloatCC::UnorderedOrGreaterThan),
    Some(FloatCC::UnorderedOrGreaterThanOrEqual),
    Some(FloatCC::UnorderedOrLessThan),
    Some(FloatCC::UnorderedOrLessThanOrEqual),
    Some(FloatCC::NotEqual),
    Some(FloatCC::Unordered),
    None,
];

fn compare<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let number = op.get(FCmpOp::predicate).value() as usize;
    t.lanewise(op, |t, leaf, lane| {
        let lane: Vec<ir::Value> = lane.iter().map(|&value| t.convert_float(leaf, computed(leaf), value)).collect();
        match CONDITIONS[number] {
            Some(condition) => t.b.ins().fcmp(condition, lane[0], lane[1]),
            None => t.b.ins().iconst(types::I8, i64::from(number != 0)),
        }
    })
}

/// Whether a float is of one of the classes in the operation's bit mask.
fn is_of_class<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let wanted = i64::from(op.get(IsFpclassIntr::bit));
    let Leaf::Float(kind) = t.leaf(op, op.operand(0).ty())? else {
        return Err(op.error("cannot be compiled: it asks for the class of what is no float"));
    };
    t.lanewise(op, |t, leaf, lane| {
        let bits = t.word_of(leaf, lane[0]);
        let kind = t.b.ins().iconst(types::I32, format_number(kind));
        let class = t.host("float.class", &[bits, kind]);
        let wanted = t.b.ins().iconst(types::I64, wanted);
        let found = t.b.ins().band(class, wanted);
        t.b.ins().icmp_imm_u(IntCC::NotEqual, found, 0)
    })
}

/// By repeated squaring, as compiler-rt does it; the power is the same for all lanes.
fn integer_power<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let power = t.leaf(op, op.operand(1).ty())?;
    let leaf = t.leaf(op, op.operand(0).ty())?;
    let name = if computed(leaf).width() == 64 { "powi.f64" } else { "powi.f32" };
    t.lanewise(op, |t, leaf, lane| {
        let by = t.resize(power, Leaf::Int(64), true, lane[1]);
        t.in_float(leaf, &lane[..1], &mut |t, values| t.host(name, &[values[0], by]))
    })
}
