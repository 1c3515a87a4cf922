//! Iterator types, functions of elements, and constraints on attributes.
#![allow(non_upper_case_globals)] // The names are upstream's.

use rmlir::core::constraints::{ArrayAttr, each};
use rmlir::core::opdef::{AttrAsm, AttrConstraint};
use rmlir::prelude::*;

/// The dependence between the iterations of a loop.
#[attr(name = "linalg.iterator_type", called = "::mlir::utils::IteratorType", summary = "Iterator type")]
pub enum IteratorType {
    /// Iterations are independent.
    Parallel,
    /// The results of iterations are combined.
    Reduction,
}

/// A function of one element.
#[attr(name = "linalg.unary_fn", called = "::mlir::linalg::UnaryFn", summary = "")]
#[allow(missing_docs)] // They are called by what they compute.
pub enum UnaryFn {
    Exp,
    Log,
    Abs,
    Ceil,
    Floor,
    Negf,
    Reciprocal,
    Round,
    Sqrt,
    Rsqrt,
    Square,
    Tanh,
    Erf,
}

/// A function of two elements.
#[attr(name = "linalg.binary_fn", called = "::mlir::linalg::BinaryFn", summary = "")]
#[allow(missing_docs)] // They are called by what they compute.
pub enum BinaryFn {
    Add,
    Sub,
    Mul,
    Div,
    DivUnsigned,
    MaxSigned,
    MinSigned,
    MaxUnsigned,
    MinUnsigned,
    Powf,
}

/// A function of three elements.
#[attr(name = "linalg.ternary_fn", called = "::mlir::linalg::TernaryFn", summary = "")]
#[allow(missing_docs)] // They are called by what they compute.
pub enum TernaryFn {
    Select,
}

/// A function of elements: unary ones, then binary ones, then ternary ones.
#[attr(name = "linalg.elementwise_kind", called = "::mlir::linalg::ElementwiseKind", summary = "")]
#[allow(missing_docs)] // They are called by what they compute.
pub enum ElementwiseKind {
    Exp,
    Log,
    Abs,
    Ceil,
    Floor,
    Negf,
    Reciprocal,
    Round,
    Sqrt,
    Rsqrt,
    Square,
    Tanh,
    Erf,
    Add,
    Sub,
    Mul,
    Div,
    DivUnsigned,
    MaxSigned,
    MinSigned,
    MaxUnsigned,
    MinUnsigned,
    Powf,
    Select,
}

/// The conversion of an element to another type.
#[attr(name = "linalg.type_fn", called = "::mlir::linalg::TypeFn", summary = "")]
pub enum TypeFn {
    /// Integers are converted as signed.
    CastSigned,
    /// Integers are converted as unsigned.
    CastUnsigned,
}

/// An iterator type for each loop.
pub static IteratorTypeArray: AttrConstraint = AttrConstraint {
    summary: "Iterator type should be an enum.",
    kind: ArrayAttr.kind,
    check: |cx, attr| each(cx, attr, &IteratorType),
    asm: AttrAsm::Any,
};
/// The type of attributes that satisfy it.
pub type IteratorTypeArray = ArrayOf<IteratorType>;

/// A non-negative integer.
pub static NonNegativeI64: AttrConstraint = I64Attr
    .refined("64-bit signless integer attribute whose minimum value is 0", |cx, attr| {
        (I64Attr.check)(cx, attr) && attr.as_i64(cx).is_some_and(|number| number >= 0)
    });
/// The type of attributes that satisfy it.
pub type NonNegativeI64 = I64Attr;

/// Dimensions in increasing order.
pub static SortedDims: AttrConstraint =
    DenseI64ArrayAttr.refined("i64 dense array attribute should be in increasing order", |cx, attr| {
        (DenseI64ArrayAttr.check)(cx, attr)
            && attr.as_int_array(cx).is_some_and(|dims| dims.windows(2).all(|pair| pair[0] < pair[1]))
    });
/// The type of attributes that satisfy it.
pub type SortedDims = DenseI64ArrayAttr;

/// Rows of `Name = n "n";`: `n` 64-bit integers, one for each dimension of a window.
macro_rules! window_numbers {
    ($($(#[$doc:meta])* $name:ident = $n:literal $shown:literal;)*) => {$(
        $(#[$doc])*
        pub static $name: AttrConstraint = AttrConstraint {
            summary: concat!("64-bit signless int elements attribute of shape [", $shown, "]"),
            kind: |cx, attr| matches!(attr.data(cx), AttrData::Dense { .. }),
            check: |cx, attr| {
                let ty = attr.ty(cx).filter(|ty| ty.element(cx) == Some(Type::I64));
                ty.and_then(|ty| ty.shape(cx)) == Some(&[$n])
            },
            asm: AttrAsm::Any,
        };
        /// The type of attributes that satisfy it.
        pub type $name = DenseElementsAttr;
    )*};
}

window_numbers! {
    /// One integer.
    WindowNumbers1 = 1 "1";
    /// Two integers.
    WindowNumbers2 = 2 "2";
    /// Three integers.
    WindowNumbers3 = 3 "3";
}
