//! Components of tensor types, constraints on them, and verification that several operations share.
#![allow(non_upper_case_globals)] // The names are upstream's.

use rmlir::core::constraints::{self, is_tensor_of};
use rmlir::core::mixed_index::n_dynamic;
use rmlir::core::opdef::TypeConstraint;
use rmlir::core::types::TypeData;
use rmlir::prelude::*;

/// The components of a ranked tensor type.
#[derive(Clone, Copy, Debug)]
pub struct TensorParts<'c> {
    /// The sizes.
    pub shape: &'c [i64],
    /// The type of the elements.
    pub element: Type,
    /// The encoding.
    pub encoding: Option<Attr>,
}

impl<'c> TensorParts<'c> {
    /// The components of `ty`, if it is a ranked tensor type.
    pub fn of(cx: &'c Context, ty: Type) -> Option<Self> {
        match ty.data(cx) {
            TypeData::RankedTensor { shape, element, encoding } => {
                Some(Self { shape, element: *element, encoding: *encoding })
            }
            _ => None,
        }
    }

    /// The components of the type of `value`, which a constraint requires to be a ranked tensor.
    pub fn of_value(value: ValueRef<'c>) -> Self {
        Self::of(value.cx(), value.ty()).expect("the type of the value was checked")
    }

    /// The type with another shape.
    pub fn with_shape(self, cx: &Context, shape: &[i64]) -> Type {
        cx.ty(TypeData::RankedTensor { shape: shape.into(), element: self.element, encoding: self.encoding })
    }

    /// The number of dimensions.
    pub fn rank(self) -> usize {
        self.shape.len()
    }
}

/// A ranked tensor without an encoding.
pub fn tensor_type(cx: &Context, shape: &[i64], element: Type) -> Type {
    cx.ty(TypeData::RankedTensor { shape: shape.into(), element, encoding: None })
}

/// The element type: the type of extracted and inserted values.
pub(crate) fn element_of(cx: &Context, ty: Type) -> Option<Type> {
    ty.element(cx)
}

/// The type itself.
pub(crate) fn same(_cx: &Context, ty: Type) -> Option<Type> {
    Some(ty)
}

/// A ranked tensor of indices.
pub static IndicesTensor: TypeConstraint =
    TypeConstraint::new("ranked tensor of signless integer or index values", |cx, ty| {
        TensorParts::of(cx, ty).is_some() && is_tensor_of(cx, ty, constraints::AnySignlessIntegerOrIndex.check)
    });

/// A tensor of integers of rank 1 that represents a shape.
pub static ShapeTensor: TypeConstraint =
    TypeConstraint::new("1D tensor of signless integer or index values", |cx, ty| {
        TensorParts::of(cx, ty).is_some_and(|parts| parts.rank() == 1)
            && is_tensor_of(cx, ty, constraints::AnySignlessIntegerOrIndex.check)
    });

/// A tensor of integers or floats.
pub static NumberTensor: TypeConstraint = TypeConstraint::new(
    "tensor of signless integer or unsigned integer or signed integer or floating-point values",
    |cx, ty| is_tensor_of(cx, ty, |cx, element| element.is_integer(cx) || element.float_kind(cx).is_some()),
);

/// Verifies that there are `n_sizes` dynamic dimensions in `ty`.
pub(crate) fn verify_n_sizes(op: OpRef, ty: Type, n_sizes: usize) -> Checked {
    let wanted = n_dynamic(ty.shape(op.cx()).unwrap_or_default());
    if n_sizes == wanted {
        return Ok(());
    }
    Err(op.error(format!("incorrect number of dynamic sizes, has {n_sizes}, expected {wanted}")))
}
