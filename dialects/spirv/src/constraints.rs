//! Constraints on types and on the parents of operations.
#![allow(non_upper_case_globals)] // Constraints are named like types.

use rmlir::core::opdef::{OpTrait, TypeConstraint};
use rmlir::core::types::TypeData;
use rmlir::num::FloatKind;
use rmlir::prelude::*;

/// The allowed lengths of vectors.
const VECTOR_LENGTHS: [i64; 5] = [2, 3, 4, 8, 16];

/// The types of values.
pub static SpirvType: TypeConstraint = TypeConstraint::new(
    "void or bool or 8/16/32/64-bit integer or 16/32/64-bit float or BFloat16 or vector of bool or 8/16/32/64-bit \
     integer or 16/32/64-bit float or BFloat16 values of length 2/3/4/8/16 or any SPIR-V pointer type or any SPIR-V \
     array type or any SPIR-V runtime array type or any SPIR-V struct type or any SPIR-V cooperative matrix type or \
     any SPIR-V matrix type or any SPIR-V sampled image type or any SPIR-V image type or any SPIR-V tensorArm type",
    |cx, ty| ty == Type::NONE || is_scalar(cx, ty) || is_vector_of(cx, ty, is_scalar) || is_own(cx, ty),
);

/// Whether `ty` is an integer, a float or a boolean.
fn is_scalar(cx: &Context, ty: Type) -> bool {
    ty == Type::I1 || is_integer(cx, ty) || is_float(cx, ty) || ty.float_kind(cx) == Some(FloatKind::BF16)
}

fn is_integer(cx: &Context, ty: Type) -> bool {
    matches!(ty.int_width(cx), Some(8 | 16 | 32 | 64))
}

fn is_float(cx: &Context, ty: Type) -> bool {
    matches!(ty.float_kind(cx), Some(FloatKind::F16 | FloatKind::F32 | FloatKind::F64))
}

/// Whether `ty` is a vector of an allowed length whose elements are `allowed`.
fn is_vector_of(cx: &Context, ty: Type, allowed: fn(&Context, Type) -> bool) -> bool {
    let TypeData::Vector { shape, element, .. } = ty.data(cx) else { return false };
    VECTOR_LENGTHS.contains(&shape.iter().product()) && allowed(cx, *element)
}

/// Whether `ty` is a type of this dialect.
pub(crate) fn is_own(cx: &Context, ty: Type) -> bool {
    ty.dialect_type(cx).is_some_and(|(def, _)| def.dialect() == "spirv")
}

/// Whether `ty` may be the type of a constant.
pub(crate) fn has_constants(cx: &Context, ty: Type) -> bool {
    match ty.data(cx) {
        TypeData::Float(_) => true,
        TypeData::Integer { width, .. } => matches!(width, 1 | 8 | 16 | 32 | 64),
        TypeData::Vector { shape, element, .. } => {
            matches!(shape[..], [length] if VECTOR_LENGTHS.contains(&length)) && has_constants(cx, *element)
        }
        _ => crate::types::ArrayType::from_type(cx, ty).is_some(),
    }
}

/// The operation is nested in a function.
pub(crate) struct InFunctionScope;
pub(crate) static IN_FUNCTION_SCOPE: InFunctionScope = InFunctionScope;

impl OpTrait for InFunctionScope {
    fn name(&self) -> &'static str {
        "InFunctionScope"
    }
    fn is_about_fields(&self) -> bool {
        true
    }
    fn verify(&self, op: OpRef) -> Checked {
        let mut around = op.parent();
        while let Some(outer) = around.filter(|outer| !outer.has(TraitSet::SYMBOL_TABLE)) {
            if outer.interface::<dyn FunctionOp>().is_some() {
                return Ok(());
            }
            around = outer.parent();
        }
        Err(op.error("failed to verify that op must appear in a function-like op's block"))
    }
}

/// The operation is nested in a symbol table.
pub(crate) struct InModuleScope;
pub(crate) static IN_MODULE_SCOPE: InModuleScope = InModuleScope;

impl OpTrait for InModuleScope {
    fn name(&self) -> &'static str {
        "InModuleScope"
    }
    fn is_about_fields(&self) -> bool {
        true
    }
    fn verify(&self, op: OpRef) -> Checked {
        match op.parent().is_some_and(|outer| outer.has(TraitSet::SYMBOL_TABLE)) {
            true => Ok(()),
            false => Err(op.error("failed to verify that op must appear in a module-like op's block")),
        }
    }
}

/// Rows of `/// doc`, `Name = "summary", scalars`: scalars and vectors of them.
macro_rules! scalars_or_vectors {
    ($($(#[$doc:meta])* $name:ident = $summary:expr, $check:expr;)*) => {$(
        $(#[$doc])*
        pub static $name: TypeConstraint = TypeConstraint::new($summary, |cx, ty| {
            $check(cx, ty) || is_fixed_vector_of(cx, ty, $check)
        });
    )*};
}

scalars_or_vectors! {
    /// Booleans.
    Bools = "bool or fixed-length vector of bool values of length 2/3/4/8/16", is_bool;
    /// Integers.
    Integers = "8/16/32/64-bit integer or fixed-length vector of 8/16/32/64-bit integer values of length 2/3/4/8/16",
        is_integer;
    /// Integers, where SPIR-V also allows matrices.
    IntegersOrMatrices = "8/16/32/64-bit integer or fixed-length vector of 8/16/32/64-bit integer values of length \
        2/3/4/8/16 or Cooperative Matrix of 8/16/32/64-bit integer values", is_integer;
    /// Floats.
    Floats = "16/32/64-bit float or fixed-length vector of 16/32/64-bit float values of length 2/3/4/8/16", is_float;
    /// Floats, where SPIR-V also allows matrices.
    FloatsOrMatrices = "16/32/64-bit float or fixed-length vector of 16/32/64-bit float values of length 2/3/4/8/16 or \
        Cooperative Matrix of 16/32/64-bit float values", is_float;
}

fn is_bool(_cx: &Context, ty: Type) -> bool {
    ty == Type::I1
}

/// Whether `ty` is a vector of one dimension, with an allowed static length, whose elements are `allowed`.
fn is_fixed_vector_of(cx: &Context, ty: Type, allowed: fn(&Context, Type) -> bool) -> bool {
    let TypeData::Vector { shape, scalable, .. } = ty.data(cx) else { return false };
    shape.len() == 1 && !scalable.contains(&true) && is_vector_of(cx, ty, allowed)
}

/// The type of an elementwise comparison of values of type `ty`: `i1`, or a vector of it.
pub(crate) fn truth_of(cx: &Context, ty: Type) -> Option<Type> {
    Some(ty.with_element(cx, Type::I1))
}
