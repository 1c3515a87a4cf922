//! The types of predicates, and their relation to bits.

use rmlir::core::opdef::TypeConstraint;
use rmlir::interp::{Kind, RuntimeType};
use rmlir::prelude::*;

/// A predicate: one bit, for a predicate register.
#[ty(name = "pvec.pred", interfaces(RuntimeType), summary = "predicate")]
pub struct PredType {}

/// A mask: one bit for each lane.
#[ty(name = "pvec.mask", format = "`<` $lanes `>`", interfaces(RuntimeType), verify = verify_mask, summary = "mask")]
pub struct MaskType {
    /// The number of lanes.
    pub lanes: i64,
}

fn verify_mask(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match params.first().and_then(|lanes| lanes.as_i64(cx)) {
        Some(1..) => Ok(()),
        _ => Err("a mask has at least one lane".into()),
    }
}

impl RuntimeType for PredType {
    fn kind(&self, _cx: &Context, _ty: Type, _vscale: u64) -> Result<Kind, String> {
        Ok(Kind::Int(1))
    }
}

impl RuntimeType for MaskType {
    fn kind(&self, cx: &Context, ty: Type, vscale: u64) -> Result<Kind, String> {
        Kind::of(cx, bits_type(cx, ty).expect("a mask is a vector of bits"), vscale)
    }
}

/// A predicate or a mask.
#[allow(non_upper_case_globals, reason = "constraints are called like types")]
pub static PredicateLike: TypeConstraint =
    TypeConstraint { summary: "predicate or mask", check: |cx, ty| bits_type(cx, ty).is_some(), builds: None };

/// A vector with one dimension: a value for each lane.
#[allow(non_upper_case_globals, reason = "constraints are called like types")]
pub static Lanes: TypeConstraint = TypeConstraint {
    summary: "vector with one dimension",
    check: |cx, ty| ty.is_vector(cx) && ty.static_shape(cx).is_some_and(|shape| shape.len() == 1),
    builds: None,
};

/// The type of the bits of a predicate or mask in other dialects: `i1` or a vector of `i1`.
pub fn bits_type(cx: &Context, ty: Type) -> Option<Type> {
    if PredType::from_type(cx, ty).is_some() {
        return Some(Type::I1);
    }
    let lanes = MaskType::from_type(cx, ty)?.lanes(cx);
    Some(cx.vector_type(&[lanes], Type::I1))
}

/// The number of lanes of a mask; `None` if `ty` is no mask type.
pub fn n_lanes(cx: &Context, ty: Type) -> Option<i64> {
    MaskType::from_type(cx, ty).map(|mask| mask.lanes(cx))
}
