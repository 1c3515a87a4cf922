//! Types, and constraints on them.
#![allow(non_upper_case_globals)] // Constraints are named like types.

use rmlir::core::constraints::I64Attr;
use rmlir::core::opdef::{AttrConstraint, TypeConstraint};
use rmlir::prelude::*;

/// A token, which becomes available when asynchronous execution is completed.
#[ty(name = "async.token", summary = "async token type")]
pub struct TokenType {}

/// A value that becomes available when asynchronous execution is completed.
#[ty(name = "async.value", summary = "async value type", format = "`<` $value_type `>`")]
pub struct ValueType {
    /// The type of the value.
    pub value_type: Type,
}

/// A group of tokens and values that are waited for together.
#[ty(name = "async.group", summary = "async group type")]
pub struct GroupType {}

/// The id of a coroutine.
#[ty(name = "async.coro.id", summary = "switched-resume coroutine identifier")]
pub struct CoroIdType {}

/// The handle by which a coroutine is resumed or destroyed.
#[ty(name = "async.coro.handle", summary = "coroutine handle")]
pub struct CoroHandleType {}

/// The saved state of a coroutine before it is suspended.
#[ty(name = "async.coro.state", summary = "saved coroutine state")]
pub struct CoroStateType {}

/// The type of the value in `ty`, if it is an `async.value`.
pub fn value_type(cx: &Context, ty: Type) -> Option<Type> {
    ValueType::from_type(cx, ty).map(|value| value.value_type(cx))
}

/// A type that can be waited for.
pub static ValueOrToken: TypeConstraint = TypeConstraint::new("async value type or async token type", |cx, ty| {
    value_type(cx, ty).is_some() || TokenType::from_type(cx, ty).is_some()
});

/// A reference-counted type of the runtime.
pub static AnyAsync: TypeConstraint =
    TypeConstraint::new("async value type or async token type or async group type", |cx, ty| {
        (ValueOrToken.check)(cx, ty) || GroupType::from_type(cx, ty).is_some()
    });

/// A positive 64-bit integer.
pub static PositiveI64: AttrConstraint = I64Attr
    .refined("64-bit signless integer attribute whose value is positive", |cx, attr| {
        (I64Attr.check)(cx, attr) && attr.as_i64(cx).is_some_and(|n| n > 0)
    });
/// The type of attributes that satisfy it.
pub type PositiveI64 = I64Attr;
