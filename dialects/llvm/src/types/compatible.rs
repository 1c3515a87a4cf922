//! Which types are types of LLVM.

use rmlir::core::types::TypeData;
use rmlir::prelude::*;

/// The name of `ty` without the dialect's prefix, if it is a type of this dialect.
pub(crate) fn own_name(cx: &Context, ty: Type) -> Option<&'static str> {
    ty.dialect_type(cx).filter(|(def, _)| def.dialect() == "llvm").map(|(def, _)| def.mnemonic())
}

/// Whether `ty` may be a member of an array or structure.
pub(crate) fn is_valid_element(cx: &Context, ty: Type) -> bool {
    !matches!(own_name(cx, ty), Some("void" | "label" | "metadata" | "func" | "token"))
}

/// Whether `ty` is a floating-point type of LLVM.
pub fn is_float(cx: &Context, ty: Type) -> bool {
    use FloatKind::*;
    let builtin = ty.float_kind(cx).is_some_and(|kind| matches!(kind, BF16 | F16 | F32 | F64 | F80 | F128));
    builtin || own_name(cx, ty) == Some("ppc_fp128")
}

/// Whether `ty` is a type of LLVM, whatever the types nested in it.
pub fn is_compatible_outer(cx: &Context, ty: Type) -> bool {
    match ty.data(cx) {
        TypeData::Integer { .. } => ty.signless_width(cx).is_some(),
        TypeData::Float(_) => is_float(cx, ty),
        TypeData::Vector { shape, element, .. } => shape.len() == 1 && is_compatible_outer(cx, *element),
        TypeData::Dialect { def, .. } => def.dialect() == "llvm",
        _ => false,
    }
}

/// Whether `ty` and all types nested in it are types of LLVM.
pub fn is_compatible(cx: &Context, ty: Type) -> bool {
    let mut waiting = vec![ty];
    while let Some(ty) = waiting.pop() {
        if !is_compatible_outer(cx, ty) {
            return false;
        }
        // Only dialect types have nested types that are relevant.
        for param in ty.dialect_type(cx).map_or(&[][..], |(_, params)| params) {
            waiting.extend(param.as_type(cx));
            waiting.extend(param.as_array(cx).unwrap_or_default().iter().filter_map(|nested| nested.as_type(cx)));
        }
    }
    true
}
