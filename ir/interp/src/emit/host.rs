//! Functions without a standard for correct rounding: those of the host's mathematical library.
//!
//! They are computed in the precision of `f32` or `f64`: narrower formats are computed in `f32`, as in their lowering,
//! wider ones in `f64`.

use rmlir_core::OpRef;
use rmlir_num::{ApFloat, FloatKind, Rounding};

use super::number::{canonical, native_of};
use super::{Emit, Emitted};
use crate::value::Value;

/// A function of one float, for both formats.
pub type Function = (fn(f32) -> f32, fn(f64) -> f64);

/// A function of two floats, for both formats.
pub type Function2 = (fn(f32, f32) -> f32, fn(f64, f64) -> f64);

/// `value` in the format `kind`, with a canonical NaN.
pub fn rounded(kind: FloatKind, value: ApFloat) -> Value {
    canonical(value.convert(kind, Rounding::NearestTiesToEven).value).into()
}

fn by_host(kind: FloatKind, single: impl Fn() -> f32, double: impl Fn() -> f64) -> Value {
    match kind.width() > FloatKind::F32.width() {
        true => rounded(kind, ApFloat::from_f64_exact(double())),
        false => rounded(kind, ApFloat::from_f32_exact(single())),
    }
}

impl<'a> Emit<'a, '_> {
    /// Compiles a function of the first operand, for result `result`.
    pub fn host_function(&mut self, op: OpRef<'a>, result: usize, (single, double): Function) -> Emitted {
        let kind = self.float_kind(op, op.operand(0).ty())?;
        let into = self.result(op, result);
        self.unary_into(op, into, move |a| {
            let result = native_of(kind, a).map(|a| by_host(kind, || single(a as f32), || double(a)));
            Ok(result.unwrap_or_default())
        })
    }

    /// Compiles a function of the first two operands.
    pub fn host_function2(&mut self, op: OpRef<'a>, (single, double): Function2) -> Emitted {
        let kind = self.float_kind(op, op.operand(0).ty())?;
        self.binary(op, move |a, b| {
            let pair = native_of(kind, a).zip(native_of(kind, b));
            let result = pair.map(|(a, b)| by_host(kind, || single(a as f32, b as f32), || double(a, b)));
            Ok(result.unwrap_or_default())
        })
    }

    /// Compiles the power of the first operand with the second, an integer, as exponent: by repeated squaring, in `f32`
    /// at least.
    pub fn integer_power(&mut self, op: OpRef<'a>) -> Emitted {
        let kind = self.float_kind(op, op.operand(0).ty())?;
        let width = self.int_width(op.operand(1).ty());
        let scalar_power = !op.operand(1).ty().is_vector(op.cx());
        let power = self.operand(op, 1);
        let apply = move |a: &Value, b: &Value| {
            let Some((a, b)) = a.float(kind).zip(b.int(width)) else { return Value::Poison };
            let inner = if kind.width() < FloatKind::F32.width() { FloatKind::F32 } else { kind };
            let times = |a: ApFloat, b: ApFloat| a.mul(b, Rounding::NearestTiesToEven);
            let one = ApFloat::from_f64(inner, 1.0).value;
            let (mut base, mut result) = (a.convert(inner, Rounding::NearestTiesToEven).value, one);
            let mut left = b.abs();
            while !left.is_zero() {
                if left.bit(0) {
                    result = times(result, base);
                }
                base = times(base, base);
                left = left.lshr(1);
            }
            let result = if b.is_negative() { one.div(result, Rounding::NearestTiesToEven) } else { result };
            rounded(kind, result)
        };
        if !scalar_power || !op.operand(0).ty().is_vector(op.cx()) {
            return self.binary(op, move |a, b| Ok(apply(a, b)));
        }
        let (base, into, lanes) = (self.operand(op, 0), self.result(op, 0), self.lanes(op, op.result(0).ty())?);
        let n = lanes.unwrap_or(1);
        self.compute(into, move |m| {
            let (base, power) = (m.get(base), m.get(power));
            Ok(Value::list((0..n).map(|at| apply(base.part(at), power)).collect()))
        });
        Ok(())
    }
}
