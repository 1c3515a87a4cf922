//! Types of handles and parameters.
#![allow(non_upper_case_globals)] // Constraints are named like types.

use rmlir::core::opdef::TypeConstraint;
use rmlir::prelude::*;

/// A handle to operations of any name.
#[ty(name = "transform.any_op")]
pub struct AnyOpType {}

/// A handle to values of any type.
#[ty(name = "transform.any_value")]
pub struct AnyValueType {}

/// A handle to operations of one name.
#[ty(name = "transform.op", format = "`<` $operation_name `>`")]
pub struct OperationType {
    /// The name of the operations.
    pub operation_name: &str,
}

/// A parameter of any type.
#[ty(name = "transform.any_param")]
pub struct AnyParamType {}

/// A parameter that is an integer of this type.
#[ty(name = "transform.param", format = "`<` $type `>`", verify = verify_param)]
pub struct ParamType {
    /// The type of the integer.
    pub r#type: Type,
}

fn verify_param(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let ty = params[0].as_type(cx);
    let is_number = ty.is_some_and(|ty| ty.is_index() || ty.is_integer(cx));
    if is_number { Ok(()) } else { Err("only supports integer or index type parameters".to_owned()) }
}

/// A parameter that is a type.
#[ty(name = "transform.type")]
pub struct TypeParamType {}

/// The kind of payload a handle is mapped to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandleKind {
    /// Operations.
    Ops,
    /// Values.
    Values,
    /// Attributes.
    Params,
}

/// The kind of payload of values of type `ty`; `None` if it is no handle type.
pub fn handle_kind(cx: &Context, ty: Type) -> Option<HandleKind> {
    let is_of_patterns = rmlir_pdl::OperationType::from_type(cx, ty).is_some();
    if is_of_patterns || AnyOpType::from_type(cx, ty).is_some() || OperationType::from_type(cx, ty).is_some() {
        return Some(HandleKind::Ops);
    }
    if AnyValueType::from_type(cx, ty).is_some() {
        return Some(HandleKind::Values);
    }
    let is_param = AnyParamType::from_type(cx, ty).is_some()
        || ParamType::from_type(cx, ty).is_some()
        || TypeParamType::from_type(cx, ty).is_some();
    is_param.then_some(HandleKind::Params)
}

/// A handle to operations.
pub static TransformHandle: TypeConstraint =
    TypeConstraint::new("TransformHandleTypeInterface instance", |cx, ty| handle_kind(cx, ty) == Some(HandleKind::Ops));

/// A handle to values.
pub static TransformValueHandle: TypeConstraint =
    TypeConstraint::new("TransformValueHandleTypeInterface instance", |cx, ty| {
        handle_kind(cx, ty) == Some(HandleKind::Values)
    });

/// A parameter.
pub static TransformParam: TypeConstraint = TypeConstraint::new("TransformParamTypeInterface instance", |cx, ty| {
    handle_kind(cx, ty) == Some(HandleKind::Params)
});

/// A handle to operations or values, or a parameter.
pub static AnyHandleOrParam: TypeConstraint =
    TypeConstraint::new("any transform handle or parameter", |cx, ty| handle_kind(cx, ty).is_some());
