//! Components of vector types, and type constraints of this dialect.
#![allow(non_upper_case_globals)] // The names are upstream's.

use rmlir::core::constraints::TypeCheck;
pub(crate) use rmlir::core::opdef::FieldRule;
use rmlir::core::opdef::{AttrConstraint, OpTrait, TypeConstraint};
use rmlir::core::types::{TypeData, saturated_product};
use rmlir::prelude::*;

/// The components of a vector type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VectorType {
    /// The sizes.
    pub shape: Vec<i64>,
    /// Whether each size is multiplied by the vector scale.
    pub scalable: Vec<bool>,
    /// The type of the elements.
    pub element: Type,
}

impl VectorType {
    /// The components of `ty`, if it is a vector type.
    pub fn of(cx: &Context, ty: Type) -> Option<Self> {
        match ty.data(cx) {
            TypeData::Vector { shape, scalable, element } => {
                Some(Self { shape: shape.to_vec(), scalable: scalable.to_vec(), element: *element })
            }
            _ => None,
        }
    }

    /// The components of the type of `value`, which the constraints of its operation require to be a vector.
    pub fn of_value(value: ValueRef) -> Self {
        Self::of(value.cx(), value.ty()).expect("the value was checked to be a vector")
    }

    /// As [`Self::of_value`].
    pub fn at(body: &Body, value: Value) -> Self {
        Self::of(body, body.ty(value)).expect("the value was checked to be a vector")
    }

    /// A vector type of fixed sizes.
    pub fn fixed(shape: &[i64], element: Type) -> Self {
        Self { shape: shape.to_vec(), scalable: vec![false; shape.len()], element }
    }

    /// The type.
    pub fn ty(&self, cx: &Context) -> Type {
        cx.ty(TypeData::Vector {
            shape: self.shape.as_slice().into(),
            scalable: self.scalable.as_slice().into(),
            element: self.element,
        })
    }

    /// The rank: the number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Whether a dimension is scalable.
    pub fn is_scalable(&self) -> bool {
        self.scalable.contains(&true)
    }

    /// The number of elements; for a scalable vector, per unit of the vector scale.
    pub fn n_elements(&self) -> i64 {
        saturated_product(&self.shape)
    }

    /// The type without the first `n` dimensions.
    pub fn drop_front(&self, n: usize) -> Self {
        Self { shape: self.shape[n..].to_vec(), scalable: self.scalable[n..].to_vec(), element: self.element }
    }

    /// The type of a slice at a position of the first `n` dimensions: the element type if those are all.
    pub fn slice_type(&self, cx: &Context, n: usize) -> Type {
        if n == self.rank() { self.element } else { self.drop_front(n.min(self.rank())).ty(cx) }
    }

    /// The type with other elements.
    pub fn with_element(&self, element: Type) -> Self {
        Self { element, ..self.clone() }
    }

    /// The type of a mask of this shape.
    pub fn mask(&self, cx: &Context) -> Type {
        self.with_element(Type::I1).ty(cx)
    }
}

/// The width in bits of a scalar type in memory, where the type determines it. `index` has 64.
pub fn bit_width(cx: &Context, ty: Type) -> u64 {
    match ty.data(cx) {
        TypeData::Complex(part) => 2 * bit_width(cx, *part),
        TypeData::Vector { element, .. } => {
            let n = ty.n_elements(cx).unwrap_or(1).max(0) as u64;
            n * bit_width(cx, *element)
        }
        _ => ty.int_or_index_width(cx).or_else(|| ty.int_or_float_width(cx)).map_or(0, u64::from),
    }
}

fn is_vector_of(cx: &Context, ty: Type, element: TypeCheck) -> bool {
    ty.is_vector(cx) && ty.element(cx).is_some_and(|of| element(cx, of))
}

fn has_rank(cx: &Context, ty: Type, rank: usize) -> bool {
    ty.is_vector(cx) && ty.shape(cx).is_some_and(|shape| shape.len() == rank)
}

fn is_i1(_cx: &Context, ty: Type) -> bool {
    ty == Type::I1
}

/// A mask of nonzero rank.
pub static MaskOfNonZeroRank: TypeConstraint =
    TypeConstraint::new("vector of 1-bit signless integer values", |cx, ty| {
        is_vector_of(cx, ty, is_i1) && !has_rank(cx, ty, 0)
    });

/// A mask.
pub static MaskOfAnyRank: TypeConstraint =
    TypeConstraint::new("vector of 1-bit signless integer values", |cx, ty| is_vector_of(cx, ty, is_i1));

/// A mask of fixed size and nonzero rank.
pub static FixedMask: TypeConstraint =
    TypeConstraint::new("fixed-length vector of 1-bit signless integer values", |cx, ty| {
        let parts = VectorType::of(cx, ty);
        parts.is_some_and(|parts| parts.element == Type::I1 && parts.rank() > 0 && !parts.is_scalable())
    });

/// A vector of indices relative to a base.
pub static IndexVector: TypeConstraint = TypeConstraint::new("vector of integer or index values", |cx, ty| {
    is_vector_of(cx, ty, |cx, ty| ty.is_index() || ty.is_integer(cx)) && !has_rank(cx, ty, 0)
});

/// A vector of floats.
pub static FloatVector: TypeConstraint = TypeConstraint::new("vector of floating-point values", |cx, ty| {
    is_vector_of(cx, ty, |cx, ty| ty.float_kind(cx).is_some())
});

/// A vector of `index` of rank 1.
pub static IndexVectorOfRank1: TypeConstraint = TypeConstraint::new("vector of index values of ranks 1", |cx, ty| {
    is_vector_of(cx, ty, |_, ty| ty.is_index()) && has_rank(cx, ty, 1)
});

/// A vector of rank 1.
pub static VectorOfRank1: TypeConstraint = TypeConstraint::new(" of ranks 1", |cx, ty| has_rank(cx, ty, 1));

/// A scalable vector of rank 1.
pub static ScalableVectorOfRank1: TypeConstraint = TypeConstraint::new(" of ranks 1", |cx, ty| {
    has_rank(cx, ty, 1) && VectorType::of(cx, ty).is_some_and(|parts| parts.is_scalable())
});

/// A tensor, or a ranked memref.
pub static TensorOrMemRef: TypeConstraint = TypeConstraint::new("Tensor or MemRef of any type values", |cx, ty| {
    ty.is_tensor(cx) || matches!(ty.data(cx), TypeData::MemRef { .. })
});

/// A type that can be printed. Upstream has no summary of it.
pub static Printable: TypeConstraint = TypeConstraint::new("", |cx, ty| {
    ty.is_vector(cx) || ty.is_index() || ty.is_integer(cx) || ty.float_kind(cx).is_some()
});

/// An alignment in bytes.
pub static AlignmentAttr: AttrConstraint = I64Attr.refined(
    "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
    |cx, attr| (I64Attr.check)(cx, attr) && attr.as_i64(cx).is_some_and(|value| value > 0 && value & (value - 1) == 0),
);
/// The type of attributes that satisfy it.
pub type AlignmentAttr = I64Attr;

/// Iterator types.
pub static IteratorTypeArrayAttr: AttrConstraint = ArrayAttr.refined("Iterator type should be an enum.", |cx, attr| {
    let is_iterator = |&attr: &Attr| crate::attrs::IteratorType::from_attr(cx, attr).is_some();
    attr.as_array(cx).is_some_and(|types| types.iter().all(is_iterator))
});
/// The type of attributes that satisfy it.
pub type IteratorTypeArrayAttr = ArrayOf<crate::attrs::IteratorType>;

/// An operand or result of an operation, by index.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    Operand(usize),
    Result(usize),
}

impl Place {
    fn ty(self, op: OpRef) -> Type {
        match self {
            Place::Operand(index) => op.operand(index).ty(),
            Place::Result(index) => op.result(index).ty(),
        }
    }
}

/// Verifies that two values have the same element type, or are of the same type themselves.
pub(crate) struct SameElementType {
    /// The description of the requirement.
    pub words: &'static str,
    pub of: Place,
    pub and: Place,
}

impl OpTrait for SameElementType {
    fn name(&self) -> &'static str {
        "SameElementType"
    }
    fn is_about_fields(&self) -> bool {
        true
    }
    fn verify(&self, op: OpRef) -> Checked {
        let element = |place: Place| place.ty(op).element_or_self(op.cx());
        if element(self.of) == element(self.and) {
            return Ok(());
        }
        Err(op.error(format!("failed to verify that {}", self.words)))
    }
}

/// The element types of a result and operand 0 are equal.
pub(crate) static OPERAND_AND_RESULT_ELEMENT: SameElementType = SameElementType {
    words: "operand and result have same element type",
    of: Place::Result(0),
    and: Place::Operand(0),
};

/// As [`OPERAND_AND_RESULT_ELEMENT`], with the description that some operations use.
pub(crate) static SOURCE_AND_RESULT_ELEMENT: SameElementType = SameElementType {
    words: "source operand and result have same element type",
    of: Place::Result(0),
    and: Place::Operand(0),
};

/// The same type.
pub(crate) fn same_type(_cx: &Context, ty: Type) -> Option<Type> {
    Some(ty)
}

/// Verifies that a vector and the memref or tensor it is transferred from or to have the same element type.
pub(crate) fn verify_base_element(op: OpRef, base: Type, vector: Type, name: &str) -> Checked {
    if base.element(op.cx()) == vector.element(op.cx()) {
        return Ok(());
    }
    Err(op.error(format!("base and {name} element type should match")))
}

/// The error about a result whose type differs from the inferred one.
pub(crate) fn not_inferred(op: OpRef, inferred: Type) -> Box<Diagnostic> {
    let (wanted, got) = (op.cx().show_type(inferred), op.cx().show_type(op.result(0).ty()));
    op.error(format!("inferred type(s) '{wanted}' are incompatible with return type(s) of operation '{got}'"))
}

/// Whether `ty` can be the element type of a vector.
pub(crate) fn is_vector_element(cx: &Context, ty: Type) -> bool {
    ty.is_index() || ty.is_integer(cx) || ty.float_kind(cx).is_some()
}
