//! The builder of arithmetic: operations at one location, constants of any shape.

use rmlir::core::dense;
use rmlir::core::props::PropValue;
use rmlir::prelude::*;
use rmlir_arith::{CmpFOp, CmpFPredicate, CmpIOp, CmpIPredicate, ConstantOp};

/// Creates operations at the insertion point of a rewriter, all at one location.
pub struct Maker<'r, 'a, 'c> {
    /// The rewriter.
    pub rw: &'r mut Rewriter<'a, 'c>,
    loc: Loc,
}

impl<'r, 'a, 'c> Maker<'r, 'a, 'c> {
    /// A builder at the location of `op`.
    pub fn at(rw: &'r mut Rewriter<'a, 'c>, op: OpId) -> Self {
        let loc = rw.loc(op);
        Self { rw, loc }
    }

    /// Creates an operation with one result and returns the result.
    pub fn make<T: Op>(&mut self, build: Build<T>) -> Value {
        self.rw.value(build.at(self.loc))
    }

    /// Creates an operation.
    pub fn create<T: Op>(&mut self, build: Build<T>) -> OpId {
        self.rw.create(build.at(self.loc)).id()
    }

    /// The constant `value` of type `ty`, or its splat if `ty` is shaped. The integer is truncated to the element type.
    pub fn int(&mut self, ty: Type, value: i64) -> Value {
        let element = ty.element_or_self(self.rw.cx());
        let value = self.rw.int_attr(element, value);
        self.constant(ty, value)
    }

    /// The constant `value` of type `ty`, or its splat if `ty` is shaped.
    pub fn float(&mut self, ty: Type, value: ApFloat) -> Value {
        let element = ty.element_or_self(self.rw.cx());
        let value = self.rw.float_attr(element, value);
        self.constant(ty, value)
    }

    fn constant(&mut self, ty: Type, value: Attr) -> Value {
        let value = match ty.is_shaped(self.rw.cx()) {
            true => dense::splat(self.rw.cx(), ty, value).expect("a constant's elements are of its element type"),
            false => value,
        };
        self.make(ConstantOp::build(value))
    }

    /// Creates a comparison of integers.
    pub fn cmpi(&mut self, predicate: CmpIPredicate, lhs: Value, rhs: Value) -> Value {
        let predicate = predicate.attr(self.rw.cx());
        self.make(CmpIOp::build(lhs, rhs, predicate))
    }

    /// Creates a comparison of floats.
    pub fn cmpf(&mut self, predicate: CmpFPredicate, lhs: Value, rhs: Value) -> Value {
        let predicate = predicate.attr(self.rw.cx());
        self.make(CmpFOp::build(lhs, rhs, predicate))
    }

    /// The type of `value`.
    pub fn ty(&self, value: Value) -> Type {
        self.rw.ty(value)
    }

    /// `like`, with elements that are integers of `width` bits.
    pub fn int_like(&self, like: Type, width: u32) -> Type {
        let cx = self.rw.cx();
        with_element(cx, like, cx.int_type(width))
    }

    /// `like`, with elements of float format `kind`.
    pub fn float_like(&self, like: Type, kind: FloatKind) -> Type {
        let cx = self.rw.cx();
        with_element(cx, like, cx.float_type(kind))
    }
}

/// `like` with other elements, or just `element` if it is not shaped.
pub fn with_element(cx: &Context, like: Type, element: Type) -> Type {
    if like.is_shaped(cx) { like.with_element(cx, element) } else { element }
}

/// `build` with `flags` as property `slot`, if there are any.
pub(crate) fn with_flags<T: Op>(build: Build<T>, slot: usize, flags: Option<impl Into<PropValue>>) -> Build<T> {
    match flags {
        Some(flags) => build.prop(slot, flags),
        None => build,
    }
}
