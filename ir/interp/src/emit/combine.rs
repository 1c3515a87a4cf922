//! Binary combining functions of reductions and atomic updates.

use rmlir_num::{ApFloat, ApInt};

use super::float::FloatOp;
use crate::kind::Kind;
use crate::value::Value;

/// A combining function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combine {
    /// The second operand.
    Assign,
    /// The sum of integers.
    AddI,
    /// The difference of integers.
    SubI,
    /// The product of integers.
    MulI,
    /// Bitwise and.
    And,
    /// Bitwise and, negated.
    Nand,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// The minimum of signed integers.
    MinS,
    /// The maximum of signed integers.
    MaxS,
    /// The minimum of unsigned integers.
    MinU,
    /// The maximum of unsigned integers.
    MaxU,
    /// An operation on floats.
    Float(FloatOp),
}

impl Combine {
    /// The result of two scalars of kind `kind`; poison if one is.
    pub fn apply(self, kind: &Kind, a: &Value, b: &Value) -> Value {
        let int = |f: fn(&ApInt, &ApInt) -> ApInt| {
            let width = kind.width().unwrap_or(64);
            match (a.int(width), b.int(width)) {
                (Some(a), Some(b)) => f(&a, &b).into(),
                _ => Value::Poison,
            }
        };
        match self {
            Combine::Assign => b.clone(),
            Combine::AddI => int(ApInt::add),
            Combine::SubI => int(ApInt::sub),
            Combine::MulI => int(ApInt::mul),
            Combine::And => int(ApInt::and),
            Combine::Nand => int(|a, b| a.and(b).not()),
            Combine::Or => int(ApInt::or),
            Combine::Xor => int(ApInt::xor),
            Combine::MinS => int(ApInt::smin),
            Combine::MaxS => int(ApInt::smax),
            Combine::MinU => int(ApInt::umin),
            Combine::MaxU => int(ApInt::umax),
            Combine::Float(op) => match kind {
                Kind::Float(float) => op.apply(*float, a, b),
                _ => Value::Poison,
            },
        }
    }

    /// As [`Self::apply`], elementwise for vectors.
    pub fn apply_lanes(self, kind: &Kind, a: &Value, b: &Value) -> Value {
        let (n, lane) = kind.lanes();
        match kind {
            Kind::Vector(..) => Value::list((0..n).map(|at| self.apply(lane, a.part(at), b.part(at))).collect()),
            _ => self.apply(kind, a, b),
        }
    }

    /// The neutral element, if there is one.
    pub fn neutral(self, kind: &Kind) -> Option<Value> {
        let width = kind.width()?;
        Some(match self {
            Combine::Assign | Combine::SubI | Combine::Nand => return None,
            Combine::AddI | Combine::Or | Combine::Xor | Combine::MaxU => ApInt::zero(width).into(),
            Combine::MulI => ApInt::one(width).into(),
            Combine::And | Combine::MinU => ApInt::all_ones(width).into(),
            Combine::MinS => ApInt::signed_max(width).into(),
            Combine::MaxS => ApInt::signed_min(width).into(),
            Combine::Float(op) => {
                let Kind::Float(float) = kind else { return None };
                match op {
                    FloatOp::Add => ApFloat::zero(*float, false),
                    FloatOp::Mul => ApFloat::from_f64(*float, 1.0).value,
                    FloatOp::Maximum => ApFloat::infinity(*float, true),
                    FloatOp::Minimum => ApFloat::infinity(*float, false),
                    FloatOp::MaxNum | FloatOp::MinNum => ApFloat::nan(*float, false),
                    FloatOp::Sub | FloatOp::Div | FloatOp::Rem => return None,
                }
                .into()
            }
        })
    }
}
