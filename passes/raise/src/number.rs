//! Numbers that are known, or computed before the loop: arithmetic folds constants as it creates operations.

use rmlir::prelude::*;
use rmlir_arith::{
    AddIOp, AndIOp, CmpIOp, CmpIPredicate, IndexCastOp, MaxSIOp, MinSIOp, MulIOp, OrIOp, constant_index,
};
use rmlir_llvm::ops::cast::PtrToIntOp;

use crate::hoist::hoist;
use crate::polynomial::Polynomial;

/// An integer of type `index`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    Constant(i64),
    Value(Value),
}

impl Number {
    pub(crate) fn value(self, rw: &mut Rewriter) -> Value {
        match self {
            Self::Value(value) => value,
            Self::Constant(constant) => constant_index(rw, constant),
        }
    }

    /// `value`, of any integer type, as a signed integer.
    pub(crate) fn of(rw: &mut Rewriter, value: Value) -> Self {
        match rw.ty(value).is_index() {
            true => Self::Value(value),
            false => Self::Value(rw.value(IndexCastOp::build(Type::INDEX, value))),
        }
    }

    /// `polynomial` at the insertion point. Parameters are converted where they are defined, so that they are symbols.
    pub(crate) fn of_polynomial(rw: &mut Rewriter, polynomial: &Polynomial) -> Self {
        let mut sum = Self::Constant(0);
        for (product, coefficient) in polynomial.terms() {
            let mut term = Self::Constant(coefficient);
            for &factor in product {
                let factor = if rw.ty(factor).is_index() { Self::Value(factor) } else { Self::hoisted(rw, factor) };
                term = factor.mul(rw, term);
            }
            sum = sum.add(rw, term);
        }
        sum
    }

    /// `value` as an index, computed as far out as possible.
    fn hoisted(rw: &mut Rewriter, value: Value) -> Self {
        let point = rw.insert_point();
        rw.after_value(value);
        let number = Self::of(rw, value);
        if let Self::Value(value) = number {
            hoist(rw, value);
        }
        rw.set_insert_point(point);
        number
    }

    /// The address of `pointer`.
    pub(crate) fn address(rw: &mut Rewriter, pointer: Value) -> Self {
        let ty = rw.cx().int_type(64);
        let address = rw.value(PtrToIntOp::build(ty, pointer));
        Self::of(rw, address)
    }

    pub(crate) fn add(self, rw: &mut Rewriter, other: Self) -> Self {
        match (self, other) {
            (Self::Constant(0), number) | (number, Self::Constant(0)) => number,
            _ => self.combine(rw, other, i64::checked_add, |rw, lhs, rhs| rw.value(AddIOp::build(lhs, rhs))),
        }
    }

    pub(crate) fn mul(self, rw: &mut Rewriter, other: Self) -> Self {
        match (self, other) {
            (Self::Constant(1), number) | (number, Self::Constant(1)) => number,
            _ => self.combine(rw, other, i64::checked_mul, |rw, lhs, rhs| rw.value(MulIOp::build(lhs, rhs))),
        }
    }

    pub(crate) fn min(self, rw: &mut Rewriter, other: Self) -> Self {
        if self == other {
            return self;
        }
        self.combine(rw, other, |lhs, rhs| Some(lhs.min(rhs)), |rw, lhs, rhs| rw.value(MinSIOp::build(lhs, rhs)))
    }

    pub(crate) fn max(self, rw: &mut Rewriter, other: Self) -> Self {
        if self == other {
            return self;
        }
        self.combine(rw, other, |lhs, rhs| Some(lhs.max(rhs)), |rw, lhs, rhs| rw.value(MaxSIOp::build(lhs, rhs)))
    }

    fn combine(
        self,
        rw: &mut Rewriter,
        other: Self,
        fold: impl Fn(i64, i64) -> Option<i64>,
        create: impl Fn(&mut Rewriter, Value, Value) -> Value,
    ) -> Self {
        if let (Self::Constant(lhs), Self::Constant(rhs)) = (self, other)
            && let Some(folded) = fold(lhs, rhs)
        {
            return Self::Constant(folded);
        }
        let (lhs, rhs) = (self.value(rw), other.value(rw));
        Self::Value(create(rw, lhs, rhs))
    }
}

/// A condition: known, or computed before the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Condition {
    Known(bool),
    Value(Value),
}

impl Condition {
    /// `lhs <= rhs`.
    pub(crate) fn le(rw: &mut Rewriter, lhs: Number, rhs: Number) -> Self {
        if let (Number::Constant(lhs), Number::Constant(rhs)) = (lhs, rhs) {
            return Self::Known(lhs <= rhs);
        }
        if lhs == rhs {
            return Self::Known(true);
        }
        let (lhs, rhs) = (lhs.value(rw), rhs.value(rw));
        let predicate = CmpIPredicate::Sle.attr(rw.cx());
        Self::Value(rw.value(CmpIOp::build(lhs, rhs, predicate)))
    }

    pub(crate) fn and(self, rw: &mut Rewriter, other: Self) -> Self {
        match (self, other) {
            (Self::Known(true), other) | (other, Self::Known(true)) => other,
            (Self::Known(false), _) | (_, Self::Known(false)) => Self::Known(false),
            (Self::Value(lhs), Self::Value(rhs)) => Self::Value(rw.value(AndIOp::build(lhs, rhs))),
        }
    }

    pub(crate) fn or(self, rw: &mut Rewriter, other: Self) -> Self {
        match (self, other) {
            (Self::Known(false), other) | (other, Self::Known(false)) => other,
            (Self::Known(true), _) | (_, Self::Known(true)) => Self::Known(true),
            (Self::Value(lhs), Self::Value(rhs)) => Self::Value(rw.value(OrIOp::build(lhs, rhs))),
        }
    }
}
