//! The evaluation of the operations.
//!
//! Sums, differences and products are rounded componentwise, in the format of the components. All other functions are
//! computed in `f64` by the textbook formulas and rounded once; the branch cuts are those of the C library: along the
//! negative real axis, for the arc tangent as for the logarithm in its formula. Fast-math flags are ignored.

use rmlir::interp::emit::float::FloatOp;
use rmlir::interp::emit::number::{native_of, of_native};
use rmlir::interp::{Emit, Emitted, Evaluator, Value};
use rmlir::prelude::*;

use crate::arithmetic::*;
use crate::constraints::part;
use crate::function::*;
use crate::parts::{BitcastOp, ConstantOp, CreateOp, ImOp, ReOp};

/// A complex number in the precision in which functions are computed.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Number {
    re: f64,
    im: f64,
}

const I: Number = Number { re: 0.0, im: 1.0 };
const ONE: Number = Number { re: 1.0, im: 0.0 };

fn number(re: f64, im: f64) -> Number {
    Number { re, im }
}

impl Number {
    fn add(self, other: Self) -> Self {
        number(self.re + other.re, self.im + other.im)
    }

    fn mul(self, other: Self) -> Self {
        number(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)
    }

    fn scaled(self, by: f64) -> Self {
        number(self.re * by, self.im * by)
    }

    /// Smith's algorithm, which overflows only if the quotient nearly does; a divisor of zero yields infinities.
    fn div(self, other: Self) -> Self {
        if other.re == 0.0 && other.im == 0.0 {
            return number(self.re / other.re, self.im / other.re);
        }
        if other.re.abs() >= other.im.abs() {
            let ratio = other.im / other.re;
            let scale = other.re + other.im * ratio;
            return number((self.re + self.im * ratio) / scale, (self.im - self.re * ratio) / scale);
        }
        let ratio = other.re / other.im;
        let scale = other.re * ratio + other.im;
        number((self.re * ratio + self.im) / scale, (self.im * ratio - self.re) / scale)
    }

    fn abs(self) -> f64 {
        self.re.hypot(self.im)
    }

    fn angle(self) -> f64 {
        self.im.atan2(self.re)
    }

    fn is_zero(self) -> bool {
        self.re == 0.0 && self.im == 0.0
    }

    /// `modulus * (cos(angle) + i sin(angle))`; an angle of zero keeps its sign for every modulus.
    fn polar(modulus: f64, angle: f64) -> Self {
        if angle == 0.0 {
            return number(modulus, angle);
        }
        if modulus == 0.0 {
            return number(modulus, modulus);
        }
        number(modulus * angle.cos(), modulus * angle.sin())
    }

    fn sign(self) -> Self {
        if self.is_zero() { self } else { self.scaled(1.0 / self.abs()) }
    }

    fn exp(self) -> Self {
        Self::polar(self.re.exp(), self.im)
    }

    /// The real part is `expm1(x) cos(y) - 2 sin(y / 2)^2`, which has no cancellation near zero.
    fn expm1(self) -> Self {
        let half = (self.im / 2.0).sin();
        number(self.re.exp_m1() * self.im.cos() - 2.0 * half * half, self.exp().im)
    }

    fn log(self) -> Self {
        number(self.abs().ln(), self.angle())
    }

    /// The modulus is `sqrt(1 + x (x + 2) + y^2)`.
    fn log1p(self) -> Self {
        let more = self.re * (self.re + 2.0) + self.im * self.im;
        number(0.5 * more.ln_1p(), self.im.atan2(1.0 + self.re))
    }

    fn sqrt(self) -> Self {
        if self.is_zero() {
            return number(0.0, self.im);
        }
        let root = ((self.abs() + self.re.abs()) / 2.0).sqrt();
        match self.re >= 0.0 {
            true => number(root, self.im / (2.0 * root)),
            false => number(self.im.abs() / (2.0 * root), root.copysign(self.im)),
        }
    }

    fn rsqrt(self) -> Self {
        ONE.div(self.sqrt())
    }

    fn sin(self) -> Self {
        number(self.re.sin() * self.im.cosh(), self.re.cos() * self.im.sinh())
    }

    fn cos(self) -> Self {
        number(self.re.cos() * self.im.cosh(), -self.re.sin() * self.im.sinh())
    }

    /// `tanh(x + iy) = (sinh(2x) + i sin(2y)) / (cosh(2x) + cos(2y))`, whose limits are 1 and -1.
    fn tanh(self) -> Self {
        /// For arguments beyond this the hyperbolic tangent is 1 in `f64`.
        const LARGE: f64 = 20.0;
        if self.re.abs() > LARGE {
            return number(1f64.copysign(self.re), 0f64.copysign((2.0 * self.im).sin()));
        }
        let (x, y) = (2.0 * self.re, 2.0 * self.im);
        let below = x.cosh() + y.cos();
        number(x.sinh() / below, y.sin() / below)
    }

    /// `tan(z) = -i tanh(iz)`
    fn tan(self) -> Self {
        let tanh = number(-self.im, self.re).tanh();
        number(tanh.im, -tanh.re)
    }

    /// `exp(b log(a))`; powers of zero are zero, except the zeroth.
    fn pow(self, exponent: Self) -> Self {
        match (self.is_zero(), exponent.is_zero()) {
            (_, true) => ONE,
            (true, _) => number(0.0, 0.0),
            _ => exponent.mul(self.log()).exp(),
        }
    }

    /// Exponentiation by squaring.
    fn powi(self, exponent: &ApInt) -> Self {
        let (mut base, mut result, mut left) = (self, ONE, exponent.abs());
        while !left.is_zero() {
            if left.bit(0) {
                result = result.mul(base);
            }
            base = base.mul(base);
            left = left.lshr(1);
        }
        if exponent.is_negative() { ONE.div(result) } else { result }
    }

    /// `-i log((x + iy) / sqrt(x^2 + y^2))`
    fn atan2(self, x: Self) -> Self {
        let modulus = x.mul(x).add(self.mul(self)).sqrt();
        let log = x.add(I.mul(self)).div(modulus).log();
        number(log.im, -log.re)
    }
}

/// The format of the components of a complex type.
fn parts_kind(op: OpRef, ty: Type) -> Result<FloatKind, Box<Diagnostic>> {
    let kind = part(op.cx(), ty).and_then(|part| part.float_kind(op.cx()));
    kind.ok_or_else(|| op.error("cannot be interpreted: it takes complex numbers of floats only"))
}

fn native(kind: FloatKind, value: &Value) -> Option<Number> {
    Some(number(native_of(kind, value.part(0))?, native_of(kind, value.part(1))?))
}

fn rounded(kind: FloatKind, value: Number) -> Value {
    Value::list(vec![of_native(kind, value.re), of_native(kind, value.im)])
}

/// A complex number whose components are poison.
fn poison() -> Value {
    Value::list(vec![Value::Poison; 2])
}

/// Rows of `Op = method;`: functions of one complex number.
macro_rules! functions {
    ($($op:ident = $method:path;)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                let kind = parts_kind(op, op.operand(0).ty())?;
                emit.unary(op, move |a| Ok(native(kind, a).map_or_else(poison, |a| rounded(kind, $method(a)))))
            }
        }
    )*};
}

functions! {
    CosOp = Number::cos;
    ExpOp = Number::exp;
    Expm1Op = Number::expm1;
    LogOp = Number::log;
    Log1pOp = Number::log1p;
    RsqrtOp = Number::rsqrt;
    SignOp = Number::sign;
    SinOp = Number::sin;
    SqrtOp = Number::sqrt;
    TanOp = Number::tan;
    TanhOp = Number::tanh;
}

/// Rows of `Op = method;`: functions of two complex numbers.
macro_rules! functions_of_two {
    ($($op:ident = $method:path;)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                let kind = parts_kind(op, op.operand(0).ty())?;
                emit.binary(op, move |a, b| {
                    let pair = native(kind, a).zip(native(kind, b));
                    Ok(pair.map_or_else(poison, |(a, b)| rounded(kind, $method(a, b))))
                })
            }
        }
    )*};
}

functions_of_two! {
    Atan2Op = Number::atan2;
    DivOp = Number::div;
    PowOp = Number::pow;
}

/// Rows of `Op = method;`: functions from a complex number to a float.
macro_rules! measures {
    ($($op:ident = $method:path;)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                let kind = parts_kind(op, op.operand(0).ty())?;
                emit.unary(op, move |a| Ok(native(kind, a).map_or(Value::Poison, |a| of_native(kind, $method(a)))))
            }
        }
    )*};
}

measures! {
    AbsOp = Number::abs;
    AngleOp = Number::angle;
}

/// Rows of `Op = operation;`: componentwise operations.
macro_rules! by_parts {
    ($($op:ident = $operation:expr;)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                let kind = parts_kind(op, op.operand(0).ty())?;
                emit.binary(op, move |a, b| {
                    let part = |at: usize| $operation.apply(kind, a.part(at), b.part(at));
                    Ok(Value::list(vec![part(0), part(1)]))
                })
            }
        }
    )*};
}

by_parts! {
    AddOp = FloatOp::Add;
    SubOp = FloatOp::Sub;
}

#[eval(MulOp)]
fn mul<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = parts_kind(op, op.value(MulOp::lhs).ty())?;
    emit.binary(op, move |a, b| {
        let times = |at: usize, other: usize| FloatOp::Mul.apply(kind, a.part(at), b.part(other));
        let re = FloatOp::Sub.apply(kind, &times(0, 0), &times(1, 1));
        let im = FloatOp::Add.apply(kind, &times(0, 1), &times(1, 0));
        Ok(Value::list(vec![re, im]))
    })
}

#[eval(PowiOp)]
fn powi<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = parts_kind(op, op.value(PowiOp::lhs).ty())?;
    let width = emit.int_width(op.value(PowiOp::rhs).ty());
    emit.binary(op, move |a, b| {
        let pair = native(kind, a).zip(b.int(width));
        Ok(pair.map_or_else(poison, |(a, b)| rounded(kind, a.powi(&b))))
    })
}

/// The value with the signs of some components negated.
fn negated<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, which: [bool; 2]) -> Emitted {
    let kind = parts_kind(op, op.operand(0).ty())?;
    emit.unary(op, move |a| {
        let part = |at: usize| match which[at] {
            true => a.part(at).float(kind).map(ApFloat::neg).into(),
            false => a.part(at).clone(),
        };
        Ok(Value::list(vec![part(0), part(1)]))
    })
}

#[eval(NegOp)]
fn neg<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    negated(op, emit, [true, true])
}

#[eval(ConjOp)]
fn conj<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    negated(op, emit, [false, true])
}

/// Whether both components are equal by ordered comparison of floats; `None` if one is poison.
fn are_equal(kind: FloatKind, a: &Value, b: &Value) -> Option<bool> {
    let part = |at: usize| {
        let (a, b) = (a.part(at).float(kind)?, b.part(at).float(kind)?);
        Some(a.compare(b) == Some(std::cmp::Ordering::Equal))
    };
    Some(part(0)? & part(1)?)
}

#[eval(EqualOp)]
fn eq<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = parts_kind(op, op.value(EqualOp::lhs).ty())?;
    emit.binary(op, move |a, b| Ok(are_equal(kind, a, b).into()))
}

#[eval(NotEqualOp)]
fn neq<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = parts_kind(op, op.value(NotEqualOp::lhs).ty())?;
    emit.binary(op, move |a, b| Ok(are_equal(kind, a, b).map(|equal| !equal).into()))
}

#[eval(ConstantOp)]
fn constant<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.constant_result(op, op.prop(ConstantOp::VALUE).expect("a verified constant has a value"))
}

#[eval(CreateOp)]
fn create<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.binary(op, |re, im| Ok(Value::list(vec![re.clone(), im.clone()])))
}

#[eval(ReOp)]
fn re<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.unary(op, |a| Ok(a.part(0).clone()))
}

#[eval(ImOp)]
fn im<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.unary(op, |a| Ok(a.part(1).clone()))
}

/// The real component has the low bits.
#[eval(BitcastOp)]
fn bitcast<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let cx = op.cx();
    let width = |ty: Type| part(cx, ty).and_then(|part| part.int_or_float_width(cx));
    let (from, to) = (op.value(BitcastOp::operand).ty(), op.result(0).ty());
    match (width(from), width(to)) {
        (Some(width), None) => emit.unary(op, move |a| {
            let part = |at: usize| Some(a.part(at).int(width)?.zext_or_trunc(2 * width));
            Ok(part(0).zip(part(1)).map(|(re, im)| re.or(&im.shl(width))).into())
        }),
        (None, Some(width)) => emit.unary(op, move |a| {
            let Some(bits) = a.int(2 * width) else { return Ok(poison()) };
            Ok(Value::list(vec![bits.trunc(width).into(), bits.lshr(width).trunc(width).into()]))
        }),
        _ => emit.unary(op, |a| Ok(a.clone())),
    }
}
