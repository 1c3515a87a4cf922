//! Elements as numbers.

use rmlir::interp::Value;
use rmlir::interp::emit::number::canonical;
use rmlir::num::FloatKind;
use rmlir::prelude::*;

/// A type of elements.
#[derive(Clone, Copy)]
pub(super) enum Number {
    Float(FloatKind),
    Int(u32),
}

impl Number {
    /// The type of the elements of `ty`, or an error at `op`.
    pub fn of(op: OpRef, ty: Type) -> Result<Self, Box<Diagnostic>> {
        let element = ty.element_or_self(op.cx());
        let number = element.float_kind(op.cx()).map(Number::Float).or(element.int_width(op.cx()).map(Number::Int));
        number.ok_or_else(|| op.error("cannot be interpreted: its elements are neither integers nor floats"))
    }

    /// Applies the function for the type; poison if the operand is.
    pub fn unary(self, a: &Value, float: impl Fn(ApFloat) -> ApFloat, int: impl Fn(&ApInt) -> ApInt) -> Value {
        match self {
            Number::Float(kind) => a.float(kind).map(|a| canonical(float(a))).into_value(),
            Number::Int(width) => a.int(width).map(|a| Value::from(int(&a))).unwrap_or_default(),
        }
    }

    /// Applies the function for the type; poison if an operand is.
    pub fn binary(
        self,
        a: &Value,
        b: &Value,
        float: impl Fn(ApFloat, ApFloat) -> ApFloat,
        int: impl Fn(&ApInt, &ApInt) -> ApInt,
    ) -> Value {
        match self {
            Number::Float(kind) => a.float(kind).zip(b.float(kind)).map(|(a, b)| canonical(float(a, b))).into_value(),
            Number::Int(width) => match (a.int(width), b.int(width)) {
                (Some(a), Some(b)) => int(&a, &b).into(),
                _ => Value::Poison,
            },
        }
    }

    /// The value of a constant.
    pub fn constant(self, value: i64) -> Value {
        match self {
            Number::Float(kind) => ApFloat::from_f64(kind, value as f64).value.into(),
            Number::Int(width) => ApInt::from_i64(width, value).into(),
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Number::Float(_))
    }
}

/// Poison for `None`.
trait IntoValue {
    fn into_value(self) -> Value;
}

impl IntoValue for Option<ApFloat> {
    fn into_value(self) -> Value {
        self.map_or(Value::Poison, Value::from)
    }
}
