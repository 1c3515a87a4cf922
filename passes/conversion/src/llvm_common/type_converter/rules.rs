//! The conversion rules; see the table of the module above.

use std::sync::Arc;

use rmlir::core::types::{Signedness, TypeData};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{Converted, TypeConverter};
use rmlir_llvm::types::constraint::{is_compatible, is_float};
use rmlir_llvm::types::{ArrayType, FunctionType, StructBody, StructType};

use super::types::{literal_struct, pointer};
use crate::llvm_common::options::LlvmOptions;

/// Adds the rules.
pub fn add(converter: &mut TypeConverter, options: &Arc<LlvmOptions>) {
    let options = options.clone();
    converter.rule(move |converter, cx, ty| builtin(converter, &options, cx, ty));
    converter.rule(aggregate);
    converter.rule(|_, cx, ty| is_compatible(cx, ty).then_some(Converted::To(ty)));
}

fn builtin(converter: &TypeConverter, options: &LlvmOptions, cx: &Context, ty: Type) -> Option<Converted> {
    let converted = match ty.data(cx) {
        TypeData::Index => Some(options.index_type(cx)),
        TypeData::Integer { width, sign } if *sign != Signedness::Signless => Some(cx.int_type(*width)),
        TypeData::Float(kind) => float(cx, ty, *kind),
        TypeData::Complex(element) => converter.convert(cx, *element).map(|element| literal_struct(cx, &[element; 2])),
        TypeData::Function { .. } => Some(pointer(cx)),
        TypeData::Vector { shape, scalable, element } => vector(converter, cx, shape, scalable, *element),
        TypeData::MemRef { element, .. } => {
            converter.convert(cx, *element).and_then(|_| options.descriptor_type(cx, ty))
        }
        TypeData::UnrankedMemRef { element, .. } => {
            converter.convert(cx, *element).map(|_| options.unranked_descriptor_type(cx))
        }
        _ => return None,
    };
    Some(converted.into())
}

/// A float that LLVM lacks is represented by its bits, if it is narrow.
fn float(cx: &Context, ty: Type, kind: FloatKind) -> Option<Type> {
    if is_float(cx, ty) {
        return Some(ty);
    }
    (kind.width() <= 8).then(|| cx.int_type(kind.width()))
}

/// All dimensions but the last become arrays; a vector without dimensions has one element.
fn vector(converter: &TypeConverter, cx: &Context, shape: &[i64], scalable: &[bool], element: Type) -> Option<Type> {
    let element = converter.convert(cx, element)?;
    let Some((&last, outer)) = shape.split_last() else { return Some(cx.vector_type(&[1], element)) };
    let (&last_scales, outer_scales) = scalable.split_last()?;
    if outer_scales.contains(&true) {
        return None;
    }
    let innermost = TypeData::Vector { shape: Box::new([last]), scalable: Box::new([last_scales]), element };
    let wrap = |inner: Type, &size: &i64| ArrayType::get(cx, size, inner).ty();
    Some(outer.iter().rev().fold(cx.ty(innermost), wrap))
}

/// Types of LLVM that contain other types.
fn aggregate(converter: &TypeConverter, cx: &Context, ty: Type) -> Option<Converted> {
    if let Some(structure) = StructType::from_type(cx, ty) {
        return Some(convert_struct(converter, cx, structure).into());
    }
    if let Some(array) = ArrayType::from_type(cx, ty) {
        let element = converter.convert(cx, array.element(cx));
        return Some(element.map(|element| ArrayType::get(cx, array.n_elements(cx), element).ty()).into());
    }
    let function = FunctionType::from_type(cx, ty)?;
    let inputs = converter.convert_all(cx, function.inputs(cx));
    let types = converter.convert(cx, function.result(cx)).zip(inputs);
    Some(types.map(|(result, inputs)| FunctionType::get(cx, result, inputs, function.variadic(cx)).ty()).into())
}

/// An identified structure is renamed, here and where it refers to itself. It is not converted if another structure has
/// that name: names are unique.
fn convert_struct(converter: &TypeConverter, cx: &Context, structure: StructType) -> Option<Type> {
    let members = structure.members(cx);
    let Some(name) = structure.name(cx) else {
        let members = converter.convert_all(cx, members)?;
        return Some(StructType::get(cx, None, structure.body(cx), members).ty());
    };
    let new_name = format!("_Converted.{name}");
    let members: Vec<Type> = members.into_iter().map(|member| rename(cx, member, name, &new_name)).collect();
    let members = converter.convert_all(cx, members)?;
    let converted = StructType::get(cx, Some(new_name.as_str()), structure.body(cx), members).ty();
    (!is_name_taken(cx, &new_name, converted)).then_some(converted)
}

/// Whether the structure called `name` differs from `own`; references to the surrounding structure do not count.
fn is_name_taken(cx: &Context, name: &str, own: Type) -> bool {
    cx.types()
        .filter(|&(ty, _)| ty != own)
        .filter_map(|(ty, _)| StructType::from_type(cx, ty))
        .any(|other| other.name(cx) == Some(name) && other.body(cx) != StructBody::Enclosing)
}

/// `ty`, with references to the surrounding structure `from` renamed to `to`.
fn rename(cx: &Context, ty: Type, from: &str, to: &str) -> Type {
    if let Some(structure) = StructType::from_type(cx, ty) {
        let (name, body) = (structure.name(cx), structure.body(cx));
        if body == StructBody::Enclosing && name == Some(from) {
            return StructType::get(cx, Some(to), body, Vec::new()).ty();
        }
        let members: Vec<Type> = structure.members(cx).into_iter().map(|ty| rename(cx, ty, from, to)).collect();
        return StructType::get(cx, name, body, members).ty();
    }
    match ArrayType::from_type(cx, ty) {
        Some(array) => ArrayType::get(cx, array.n_elements(cx), rename(cx, array.element(cx), from, to)).ty(),
        None => ty,
    }
}
