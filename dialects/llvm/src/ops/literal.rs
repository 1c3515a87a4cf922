//! The values that a constant of a type may have.

use rmlir::core::types::{TypeData, saturated_product};
use rmlir::prelude::*;

use super::constant::ConstantOp;
use crate::attrs::misc::{PoisonAttr, UndefAttr, ZeroAttr};
use crate::types::constraint::is_scalable;
use crate::types::{ArrayType, PointerType, StructType, TargetExtType};

#[verify(ConstantOp)]
pub(super) fn verify(op: OpRef) -> Checked {
    let (cx, ty) = (op.cx(), op.result(0).ty());
    let value = op.get(ConstantOp::value);
    if let Some(text) = value.as_bytes(cx) {
        let array = ArrayType::from_type(cx, ty);
        let n = text.len();
        return match array.is_some_and(|ty| ty.n_elements(cx) == n as i64 && ty.element(cx) == Type::I8) {
            true => Ok(()),
            false => Err(op.error(format!("expected array type of {n} i8 elements for the string constant"))),
        };
    }
    if let Some(structure) = StructType::from_type(cx, ty) {
        return verify_struct(op, structure, value);
    }
    if TargetExtType::from_type(cx, ty).is_some() {
        return Err(op.error("does not support target extension type."));
    }
    if value.as_integer(cx).is_some() {
        return if ty.is_integer(cx) { Ok(()) } else { Err(op.error("expected integer type")) };
    }
    if let Some((value, _)) = value.as_float(cx) {
        return verify_float(op, value.kind(), ty);
    }
    if let Some(elements) = value.as_array(cx) {
        return match ArrayType::from_type(cx, ty) {
            Some(array) => verify_array(op, array, elements),
            None => Err(op.error("expected array or struct type for array attribute")),
        };
    }
    match value.ty(cx).filter(|ty| ty.is_shaped(cx)) {
        Some(shaped) => verify_elements(op, value, shaped),
        None => Err(op.error("only supports integer, float, string or elements attributes")),
    }
}

fn verify_struct(op: OpRef, structure: StructType, value: Attr) -> Checked {
    let cx = op.cx();
    let Some(elements) = value.as_array(cx) else {
        return Err(op.error("expected array attribute for struct type"));
    };
    let members = structure.members(cx);
    if elements.len() != members.len() {
        return Err(op.error(format!("expected array attribute of size {}", members.len())));
    }
    for (index, (element, &member)) in elements.iter().zip(&members).enumerate() {
        if member.signless_width(cx).is_none() && member.float_kind(cx).is_none() && !member.is_index() {
            return Err(op.error("expected struct element types to be floating point type or integer type"));
        }
        if element.as_integer(cx).is_none() && element.as_float(cx).is_none() {
            return Err(op.error("expected element of array attribute to be floating point or integer"));
        }
        if element.ty(cx) != Some(member) {
            return Err(op.error(format!("struct element at index {index} is of wrong type")));
        }
    }
    Ok(())
}

/// The value of a float has the type of its format, or is an integer with the bits of the float.
fn verify_float(op: OpRef, kind: FloatKind, ty: Type) -> Checked {
    if let Some(wanted) = ty.float_kind(op.cx()) {
        return match wanted == kind {
            true => Ok(()),
            false => Err(op.error("attribute and type have different float semantics")),
        };
    }
    match ty.int_width(op.cx()) {
        Some(width) if width != kind.width() => {
            Err(op.error(format!("expected integer type of width {}", kind.width())))
        }
        _ => Ok(()),
    }
}

/// The element type inside nested arrays and vectors.
fn innermost(cx: &Context, mut ty: Type) -> Type {
    while let Some(array) = ArrayType::from_type(cx, ty) {
        ty = array.element(cx);
    }
    ty.element_or_self(cx)
}

/// The number of scalars in `ty`.
fn n_scalars(cx: &Context, mut ty: Type) -> i64 {
    let mut n = 1i64;
    while let Some(array) = ArrayType::from_type(cx, ty) {
        n = n.saturating_mul(array.n_elements(cx));
        ty = array.element(cx);
    }
    n.saturating_mul(ty.n_elements(cx).unwrap_or(1))
}

fn verify_elements(op: OpRef, value: Attr, shaped: Type) -> Checked {
    let (cx, ty) = (op.cx(), op.result(0).ty());
    let mut inside = ty;
    while let Some(array) = ArrayType::from_type(cx, inside) {
        inside = array.element(cx);
    }
    if is_scalable(cx, inside) {
        return match value.splat_value(cx) {
            Some(_) => Ok(()),
            None => Err(op.error("scalable vector type requires a splat attribute")),
        };
    }
    if !matches!(ty.data(cx), TypeData::Vector { .. }) && ArrayType::from_type(cx, ty).is_none() {
        return Err(op.error("expected vector or array type"));
    }
    let (n_wanted, n_got) = (n_scalars(cx, ty), shaped.static_shape(cx).map_or(0, saturated_product));
    if n_wanted != n_got {
        let text = format!("type and attribute have a different number of elements: {n_wanted} vs. {n_got}");
        return Err(op.error(text));
    }
    let (element, wanted) = (shaped.element_or_self(cx), innermost(cx, ty));
    if let Some(kind) = element.float_kind(cx) {
        return verify_float(op, kind, wanted);
    }
    if element.is_integer(cx) && !wanted.is_integer(cx) {
        return Err(op.error("expected integer element type for integer elements attribute"));
    }
    Ok(())
}

/// Verifies nested arrays, down to structures or pointers.
fn verify_array(op: OpRef, array: ArrayType, elements: &[Attr]) -> Checked {
    let cx = op.cx();
    let is_filler = |attr: Attr| ZeroAttr::from_attr(cx, attr).is_some() || UndefAttr::from_attr(cx, attr).is_some();
    let mut waiting = vec![(array, elements, 0)];
    while let Some((array, elements, dimension)) = waiting.pop() {
        let (n_got, n_wanted) = (elements.len(), array.n_elements(cx));
        if n_got as i64 != n_wanted {
            return Err(op.error(format!(
                "array attribute size does not match array type size in dimension {dimension}: {n_got} vs. {n_wanted}"
            )));
        }
        let element = array.element(cx);
        if let Some(inner) = ArrayType::from_type(cx, element) {
            for (index, &attr) in elements.iter().enumerate().filter(|(_, attr)| !is_filler(**attr)) {
                let Some(elements) = attr.as_array(cx) else {
                    return Err(op.error(format!(
                        "nested attribute for sub-array in dimension {dimension} at index {index} must be a zero, or \
                         undef, or array attribute"
                    )));
                };
                waiting.push((inner, elements, dimension + 1));
            }
            continue;
        }
        verify_leaves(op, element, elements, &is_filler)?;
    }
    Ok(())
}

fn verify_leaves(op: OpRef, element: Type, elements: &[Attr], is_filler: &dyn Fn(Attr) -> bool) -> Checked {
    let cx = op.cx();
    if PointerType::from_type(cx, element).is_some() {
        let is_pointer = |attr: Attr| {
            attr.as_flat_symbol(cx).is_some() || is_filler(attr) || PoisonAttr::from_attr(cx, attr).is_some()
        };
        return match elements.iter().position(|&attr| !is_pointer(attr)) {
            Some(index) => Err(op.error(format!(
                "pointer array element at index {index} must be a flat symbol reference, zero, undef, or poison"
            ))),
            None => Ok(()),
        };
    }
    let Some(structure) = StructType::from_type(cx, element) else {
        return Err(op.error("for array with an array attribute must have a struct element type"));
    };
    let n_members = structure.members(cx).len();
    for (index, &attr) in elements.iter().enumerate().filter(|(_, attr)| !is_filler(**attr)) {
        let Some(values) = attr.as_array(cx) else {
            return Err(op.error(format!(
                "nested attribute for struct element at index {index} must be a zero, or undef, or array attribute"
            )));
        };
        if values.len() != n_members {
            let n = values.len();
            return Err(op.error(format!(
                "nested array attribute size for struct element at index {index} must match struct size: {n} vs. \
                 {n_members}"
            )));
        }
    }
    Ok(())
}
