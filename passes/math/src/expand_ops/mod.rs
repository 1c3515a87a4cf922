//! Expansion of functions to simpler operations.
//!
//! Files: here functions that are composed of others, and powers; `rounding` roundings by the bits of floats, and
//! leading zeros; `constants` constants of floats. Tensors of dynamic shape are not expanded.

mod constants;
mod rounding;

use rmlir::core::fold::constant_value;
use rmlir::num::{ApFloat, Rounding};
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_arith::{
    AddFOp, CmpFPredicate, DivFOp, FastMathFlags, MaximumFOp, MinimumFOp, MulFOp, NegFOp, SIToFPOp, SubFOp, UIToFPOp,
};
use rmlir_arith_passes::maker::Maker;
use rmlir_math::{
    AcoshOp, AsinhOp, AtanhOp, ClampFOp, CosOp, CoshOp, Exp2Op, ExpOp, FPowIOp, FmaOp, LogOp, PowFOp, RsqrtOp, SinOp,
    SinhOp, SqrtOp, TanOp, TanhOp,
};

use self::constants::{constant_float, float, is_static};

/// Expand math operations.
///
/// ```mlir
/// %y = math.tan %x : f32
/// // becomes
/// %s = math.sin %x : f32
/// %c = math.cos %x : f32
/// %y = arith.divf %s, %c : f32
/// ```
///
/// `math.fma` is expanded only if its flags allow different rounding or the product is exact: a product and a sum are
/// rounded twice. Upstream always expands it.
#[pass(name = "math-expand-ops", title = "MathExpandOpsPass", depends(rmlir_arith::Arith, rmlir_math::Math))]
pub struct MathExpandOps {
    /// Operations to expand.
    ops: Vec<String>,
}

impl Pass for MathExpandOps {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut set = patterns![
            rounding::expand_ctlz,
            expand_sinh,
            expand_cosh,
            expand_tan,
            expand_tanh,
            expand_atanh,
            expand_fma,
            rounding::expand_ceil,
            expand_exp2,
            expand_powf,
            expand_fpowi,
            rounding::expand_round,
            rounding::expand_roundeven,
            expand_rsqrt,
            expand_clampf,
        ];
        let expands_fma = self.ops.is_empty() || self.ops.iter().any(|wanted| wanted == "fma");
        set.add(Pattern::of("expand_asinh", move |op: AsinhOp, rw: &mut Rewriter| {
            log_of_root(rw, op.id(), 1.0, expands_fma)
        }));
        set.add(Pattern::of("expand_acosh", move |op: AcoshOp, rw: &mut Rewriter| {
            log_of_root(rw, op.id(), -1.0, expands_fma)
        }));
        if !self.ops.is_empty() {
            set.patterns.retain(|pattern| match pattern.root {
                rmlir::core::pattern::PatternRoot::Op(name) => {
                    self.ops.iter().any(|wanted| Some(wanted.as_str()) == name.strip_prefix("math."))
                }
                _ => false,
            });
        }
        cx.apply_greedily(set)
    }
}

/// `(exp(x) ± exp(-x)) / 2`
fn half_of_exponentials(rw: &mut Rewriter, op: OpId, combine: fn(&mut Maker, Value, Value) -> Value) -> Match {
    let x = rw.operand(op, 0);
    let ty = rw.ty(x);
    if !is_static(rw.cx(), ty) {
        return Match::No;
    }
    let mut m = Maker::at(rw, op);
    let exp = m.make(ExpOp::build(x));
    let negated = m.make(NegFOp::build(x));
    let inverse = m.make(ExpOp::build(negated));
    let combined = combine(&mut m, exp, inverse);
    let half = float(&mut m, ty, 0.5);
    let result = m.make(MulFOp::build(combined, half));
    rw.replace(op, [result])
}

#[pattern]
fn expand_sinh(op: SinhOp, rw: &mut Rewriter) -> Match {
    half_of_exponentials(rw, op.id(), |m, a, b| m.make(SubFOp::build(a, b)))
}

#[pattern]
fn expand_cosh(op: CoshOp, rw: &mut Rewriter) -> Match {
    half_of_exponentials(rw, op.id(), |m, a, b| m.make(AddFOp::build(a, b)))
}

/// With `s` the sign of `x` and `y = exp(-2 s x)`, which does not overflow: `s (1 - y) / (1 + y)`.
#[pattern]
fn expand_tanh(op: TanhOp, rw: &mut Rewriter) -> Match {
    let x = op.operand(rw);
    let ty = rw.ty(x);
    if !is_static(rw.cx(), ty) {
        return Match::No;
    }
    let mut m = Maker::at(rw, op.id());
    let zero = float(&mut m, ty, 0.0);
    let one = float(&mut m, ty, 1.0);
    let minus_two = float(&mut m, ty, -2.0);
    let is_negative = m.cmpf(CmpFPredicate::Olt, x, zero);
    let is_negative = m.make(UIToFPOp::build(ty, is_negative));
    let shift = m.make(MulFOp::build(is_negative, minus_two));
    let sign = m.make(AddFOp::build(shift, one));
    let positive = m.make(MulFOp::build(sign, x));
    let exponent = m.make(MulFOp::build(minus_two, positive));
    let power = m.make(ExpOp::build(exponent));
    let dividend = m.make(SubFOp::build(one, power));
    let divisor = m.make(AddFOp::build(one, power));
    let quotient = m.make(DivFOp::build(dividend, divisor));
    let result = m.make(MulFOp::build(sign, quotient));
    rw.replace(op, [result])
}

#[pattern]
fn expand_tan(op: TanOp, rw: &mut Rewriter) -> Match {
    let x = op.operand(rw);
    let mut m = Maker::at(rw, op.id());
    let sin = m.make(SinOp::build(x));
    let cos = m.make(CosOp::build(x));
    let result = m.make(DivFOp::build(sin, cos));
    rw.replace(op, [result])
}

/// `log(x + sqrt(x * x + shift))`
fn log_of_root(rw: &mut Rewriter, op: OpId, shift: f64, expands_fma: bool) -> Match {
    let x = rw.operand(op, 0);
    let ty = rw.ty(x);
    if !is_static(rw.cx(), ty) {
        return Match::No;
    }
    let mut m = Maker::at(rw, op);
    let shift = float(&mut m, ty, shift);
    let square = if expands_fma {
        let product = m.make(MulFOp::build(x, x));
        m.make(AddFOp::build(product, shift))
    } else {
        m.make(FmaOp::build(x, x, shift))
    };
    let root = m.make(SqrtOp::build(square));
    let sum = m.make(AddFOp::build(x, root));
    let result = m.make(LogOp::build(sum));
    rw.replace(op, [result])
}

/// `log((1 + x) / (1 - x)) / 2`
#[pattern]
fn expand_atanh(op: AtanhOp, rw: &mut Rewriter) -> Match {
    let x = op.operand(rw);
    let ty = rw.ty(x);
    if !is_static(rw.cx(), ty) {
        return Match::No;
    }
    let mut m = Maker::at(rw, op.id());
    let one = float(&mut m, ty, 1.0);
    let above = m.make(AddFOp::build(x, one));
    let negated = m.make(NegFOp::build(x));
    let below = m.make(AddFOp::build(negated, one));
    let quotient = m.make(DivFOp::build(above, below));
    let log = m.make(LogOp::build(quotient));
    let half = float(&mut m, ty, 0.5);
    let result = m.make(MulFOp::build(log, half));
    rw.replace(op, [result])
}

#[pattern]
fn expand_fma(op: FmaOp, rw: &mut Rewriter) -> Match {
    let flags = op.fastmath(rw);
    let (a, b, c) = (op.a(rw), op.b(rw), op.c(rw));
    let may_round = flags.contains(FastMathFlags::AllowContract);
    if !may_round && !is_exact_product(rw, a, b) && !is_negative_zero(rw, c) {
        return rw.no_match(op, "the product must not be rounded");
    }
    let mut m = Maker::at(rw, op.id());
    let product = m.make(MulFOp::build(a, b));
    let sum = m.make(AddFOp::build(product, c));
    rw.replace(op, [sum])
}

/// Whether a product of two values is known to be exact: both are constants, or one is 1 or -1.
fn is_exact_product(body: &Body, a: Value, b: Value) -> bool {
    let is_unit = |constant: &ApFloat| constant.abs().is_exactly(1.0);
    match [a, b].map(|value| constant_float(body, value)) {
        [Some(a), Some(b)] => {
            let [down, up] = [Rounding::TowardNegative, Rounding::TowardPositive].map(|rounding| a.mul(b, rounding));
            down.is_finite() && down.bitwise_is_equal(up)
        }
        [Some(constant), None] | [None, Some(constant)] => is_unit(&constant),
        [None, None] => false,
    }
}

/// Whether `value` is the neutral element of addition.
fn is_negative_zero(body: &Body, value: Value) -> bool {
    constant_float(body, value).is_some_and(|constant| constant.is_neg_zero())
}

/// `exp(x * ln 2)`
#[pattern]
fn expand_exp2(op: Exp2Op, rw: &mut Rewriter) -> Match {
    let x = op.operand(rw);
    let ty = rw.ty(x);
    if !is_static(rw.cx(), ty) {
        return Match::No;
    }
    let mut m = Maker::at(rw, op.id());
    let ln2 = float(&mut m, ty, std::f64::consts::LN_2);
    let product = m.make(MulFOp::build(x, ln2));
    let power = m.make(ExpOp::build(product));
    rw.replace(op, [power])
}

#[pattern]
fn expand_rsqrt(op: RsqrtOp, rw: &mut Rewriter) -> Match {
    let x = op.operand(rw);
    let ty = rw.ty(x);
    if !is_static(rw.cx(), ty) {
        return Match::No;
    }
    let mut m = Maker::at(rw, op.id());
    let one = float(&mut m, ty, 1.0);
    let root = m.make(SqrtOp::build(x));
    let result = m.make(DivFOp::build(one, root));
    rw.replace(op, [result])
}

#[pattern]
fn expand_clampf(op: ClampFOp, rw: &mut Rewriter) -> Match {
    let (value, min, max, flags) = (op.value(rw), op.min(rw), op.max(rw), op.fastmath(rw));
    let mut m = Maker::at(rw, op.id());
    let below = m.make(MinimumFOp::build(value, max).prop(MinimumFOp::FASTMATH, flags));
    let result = m.make(MaximumFOp::build(below, min).prop(MaximumFOp::FASTMATH, flags));
    rw.replace(op, [result])
}

/// `exp(b * log(a))`; some constant powers are expanded to products and roots.
#[pattern]
fn expand_powf(op: PowFOp, rw: &mut Rewriter) -> Match {
    let (a, b) = (op.lhs(rw), op.rhs(rw));
    let power = constant_value(rw, b).and_then(|attr| attr.float_or_splat(rw.cx())).map(|value| value.to_f64());
    let ty = rw.ty(a);
    if power.is_some() && !is_static(rw.cx(), ty) {
        return Match::No;
    }
    let mut m = Maker::at(rw, op.id());
    let square = |m: &mut Maker| m.make(MulFOp::build(a, a));
    let result = match power {
        Some(0.0) => float(&mut m, ty, 1.0),
        Some(1.0) => a,
        Some(-1.0) => {
            let one = float(&mut m, ty, 1.0);
            m.make(DivFOp::build(one, a))
        }
        Some(0.5) => m.make(SqrtOp::build(a)),
        Some(-0.5) => m.make(RsqrtOp::build(a)),
        Some(2.0) => square(&mut m),
        Some(-2.0) => {
            let one = float(&mut m, ty, 1.0);
            let square = square(&mut m);
            m.make(DivFOp::build(one, square))
        }
        Some(3.0) => {
            let square = square(&mut m);
            m.make(MulFOp::build(square, a))
        }
        _ => {
            let log = m.make(LogOp::build(a));
            let product = m.make(MulFOp::build(b, log));
            m.make(ExpOp::build(product))
        }
    };
    rw.replace(op, [result])
}

/// A constant power is a product of squares, or its reciprocal; other powers become `math.powf`.
#[pattern]
fn expand_fpowi(op: FPowIOp, rw: &mut Rewriter) -> Match {
    let (base, power) = (op.lhs(rw), op.rhs(rw));
    let ty = rw.ty(base);
    let number = constant_value(rw, power).and_then(|attr| attr.int_or_splat(rw.cx())).and_then(|n| n.sext_value());
    if number.is_some() && !is_static(rw.cx(), ty) {
        return Match::No;
    }
    let mut m = Maker::at(rw, op.id());
    let result = match number {
        Some(number) => power_by_squares(&mut m, base, number),
        None => {
            let power = m.make(SIToFPOp::build(ty, power));
            m.make(PowFOp::build(base, power))
        }
    };
    rw.replace(op, [result])
}

fn power_by_squares(m: &mut Maker, base: Value, power: i64) -> Value {
    let ty = m.ty(base);
    let one = float(m, ty, 1.0);
    let mut result = float(m, ty, 1.0);
    let (mut square, mut rest) = (base, power.unsigned_abs());
    while rest > 0 {
        if rest & 1 == 1 {
            result = m.make(MulFOp::build(square, result));
        }
        rest >>= 1;
        square = m.make(MulFOp::build(square, square));
    }
    if power >= 0 {
        return result;
    }
    // The reciprocal of a zero is the infinity of its sign. Upstream selects infinities by comparisons, which do not
    // distinguish the zeros, and so the negative infinity.
    m.make(DivFOp::build(one, result))
}
