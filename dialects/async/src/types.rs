//! Types, and the constraints made of them.
#![allow(non_upper_case_globals)] // Constraints are named like types.

use rmlir::core::constraints::I64Attr;
use rmlir::core::opdef::{AttrConstraint, TypeConstraint};
use rmlir::prelude::*;

/// Says whether work has been done.
#[ty(name = "async.token", summary = "async token type")]
pub struct TokenType {}

/// A value that will be known when work has been done.
#[ty(name = "async.value", summary = "async value type", format = "`<` $value_type `>`")]
pub struct ValueType {
    /// The type of the value.
    pub value_type: Type,
}

/// Tokens and values that are waited for together.
#[ty(name = "async.group", summary = "async group type")]
pub struct GroupType {}

/// What identifies a coroutine.
#[ty(name = "async.coro.id", summary = "switched-resume coroutine identifier")]
pub struct CoroIdType {}

/// What a coroutine is resumed or destroyed by.
#[ty(name = "async.coro.handle", summary = "coroutine handle")]
pub struct CoroHandleType {}

/// The state of a coroutine that is about to be suspended.
#[ty(name = "async.coro.state", summary = "saved coroutine state")]
pub struct CoroStateType {}

/// The type of the value in `ty`, if it is an `async.value`.
pub fn value_type(cx: &Context, ty: Type) -> Option<Type> {
    ValueType::from_type(cx, ty).map(|value| value.value_type(cx))
}

/// What one can wait for.
pub static ValueOrToken: TypeConstraint = TypeConstraint::new("async value type or async token type", |cx, ty| {
    value_type(cx, ty).is_some() || TokenType::from_type(cx, ty).is_some()
});

/// What the runtime keeps.
pub static AnyAsync: TypeConstraint =
    TypeConstraint::new("async value type or async token type or async group type", |cx, ty| {
        (ValueOrToken.check)(cx, ty) || GroupType::from_type(cx, ty).is_some()
    });

/// A positive number of 64 bits.
pub static PositiveI64: AttrConstraint = I64Attr
    .refined("64-bit signless integer attribute whose value is positive", |cx, attr| {
        (I64Attr.check)(cx, attr) && attr.as_i64(cx).is_some_and(|n| n > 0)
    });
