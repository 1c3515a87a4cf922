//! The builder of approximations: operations on floats, or on vectors of floats, whose constants are broadcast.

use rmlir::num::ApFloat;
use rmlir::prelude::*;
use rmlir_arith::*;
use rmlir_arith_passes::maker::{Maker as Arithmetic, with_element};
use rmlir_math::{AbsFOp, CopySignOp, FmaOp};
use rmlir_vector::BroadcastOp;

/// Creates operations in place of a function of floats.
pub struct Maker<'r, 'a, 'c> {
    inner: Arithmetic<'r, 'a, 'c>,
    /// The type of the function.
    ty: Type,
    /// The format of its floats.
    pub kind: FloatKind,
}

impl<'r, 'a, 'c> Maker<'r, 'a, 'c> {
    /// Returns `None` if `op` is on neither floats nor vectors of floats.
    pub fn at(rw: &'r mut Rewriter<'a, 'c>, op: OpId) -> Option<Self> {
        let ty = rw.ty(rw.result(op, 0));
        let kind = ty.element_or_self(rw.cx()).float_kind(rw.cx())?;
        if ty.is_shaped(rw.cx()) && !ty.is_vector(rw.cx()) {
            return None;
        }
        rw.before(op);
        Some(Self { inner: Arithmetic::at(rw, op), ty, kind })
    }

    /// The operand of `op`, if it is of `f32`.
    pub fn f32_operand(&self, op: OpId) -> Option<Value> {
        (self.kind == FloatKind::F32).then(|| self.operand(op, 0))
    }

    /// The operand of `op`, if it is of `f32` or `f16`.
    pub fn small_operand(&self, op: OpId) -> Option<Value> {
        matches!(self.kind, FloatKind::F32 | FloatKind::F16).then(|| self.operand(op, 0))
    }

    /// Operand `index` of `op`.
    pub fn operand(&self, op: OpId, index: usize) -> Value {
        self.inner.rw.operand(op, index)
    }

    /// Creates an operation with one result and returns the result.
    pub fn make<T: Op>(&mut self, build: Build<T>) -> Value {
        self.inner.make(build)
    }

    /// The type of the function, with element type `element`.
    fn of(&self, element: Type) -> Type {
        with_element(self.inner.rw.cx(), self.ty, element)
    }

    /// The type of the function, with elements `i32`.
    pub fn i32_type(&self) -> Type {
        self.of(Type::I32)
    }

    /// The type of the function, with elements `f32`.
    pub fn f32_type(&self) -> Type {
        self.of(Type::F32)
    }

    /// The scalar `value` in the shape of the function.
    pub fn broadcast(&mut self, value: Value) -> Value {
        let cx = self.inner.rw.cx();
        if !self.ty.is_shaped(cx) {
            return value;
        }
        let element = self.inner.ty(value);
        let ty = self.of(element);
        self.make(BroadcastOp::build(ty, value))
    }

    /// A scalar constant of the format of the function.
    pub fn scalar(&mut self, value: f64) -> Value {
        let ty = self.ty.element_or_self(self.inner.rw.cx());
        self.inner.float(ty, ApFloat::from_f64(self.kind, value).value)
    }

    /// A constant given as `f64`.
    pub fn double(&mut self, value: f64) -> Value {
        let scalar = self.scalar(value);
        self.broadcast(scalar)
    }

    /// A constant given as `f32`.
    pub fn float(&mut self, value: f32) -> Value {
        self.double(value.into())
    }

    /// A scalar constant of type `i32`.
    pub fn scalar_int(&mut self, value: i32) -> Value {
        self.inner.int(Type::I32, value.into())
    }

    /// A constant of type `i32`.
    pub fn int(&mut self, value: i32) -> Value {
        let scalar = self.scalar_int(value);
        self.broadcast(scalar)
    }

    /// The scalar constant true.
    pub fn yes(&mut self) -> Value {
        let scalar = self.inner.int(Type::I1, 1);
        self.broadcast(scalar)
    }

    /// The scalar of type `f32` with these bits.
    pub fn scalar_of_bits(&mut self, bits: u32) -> Value {
        let bits = self.scalar_int(bits as i32);
        self.make(BitcastOp::build(Type::F32, bits))
    }

    /// The constant of type `f32` with these bits.
    pub fn of_bits(&mut self, bits: u32) -> Value {
        let scalar = self.scalar_of_bits(bits);
        self.broadcast(scalar)
    }

    /// `a + b`.
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        self.make(AddFOp::build(a, b))
    }

    /// `a - b`.
    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        self.make(SubFOp::build(a, b))
    }

    /// `a * b`.
    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        self.make(MulFOp::build(a, b))
    }

    /// `a / b`.
    pub fn div(&mut self, a: Value, b: Value) -> Value {
        self.make(DivFOp::build(a, b))
    }

    /// `-a`.
    pub fn neg(&mut self, a: Value) -> Value {
        self.make(NegFOp::build(a))
    }

    /// `|a|`.
    pub fn abs(&mut self, a: Value) -> Value {
        self.make(AbsFOp::build(a))
    }

    /// `a * b + c`.
    pub fn fma(&mut self, a: Value, b: Value, c: Value) -> Value {
        self.make(FmaOp::build(a, b, c))
    }

    /// `a` with the sign of `sign`.
    pub fn copysign(&mut self, a: Value, sign: Value) -> Value {
        self.make(CopySignOp::build(a, sign))
    }

    /// A comparison of floats.
    pub fn cmp(&mut self, predicate: CmpFPredicate, a: Value, b: Value) -> Value {
        self.inner.cmpf(predicate, a, b)
    }

    /// A comparison of integers.
    pub fn cmp_int(&mut self, predicate: CmpIPredicate, a: Value, b: Value) -> Value {
        self.inner.cmpi(predicate, a, b)
    }

    /// `a` if the condition is true, else `b`.
    pub fn select(&mut self, condition: Value, a: Value, b: Value) -> Value {
        self.make(SelectOp::build(condition, a, b))
    }

    /// `value` if the comparison with `bound` is true, else `bound`.
    pub fn choose(&mut self, predicate: CmpFPredicate, value: Value, bound: Value) -> Value {
        let holds = self.cmp(predicate, value, bound);
        self.select(holds, value, bound)
    }

    /// `((first * x + rest[0]) * x + rest[1]) * x + …`, with the factors of each product in this order, or swapped.
    pub fn horner(&mut self, x: Value, first: Value, rest: &[Value], x_first: bool) -> Value {
        let mut sum = first;
        for &coefficient in rest {
            sum = if x_first { self.fma(x, sum, coefficient) } else { self.fma(sum, x, coefficient) };
        }
        sum
    }
}
