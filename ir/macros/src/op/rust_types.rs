//! Suggestions of constraints for fields that are declared with the Rust type of their value.

use quote::quote;
use syn::Type;

use crate::shape::ungrouped;

/// Rust types of attributes.
const PROPS: &[(&str, &str)] = &[
    ("bool", "BoolAttr"),
    ("i8", "I8Attr"),
    ("i16", "I16Attr"),
    ("i32", "I32Attr"),
    ("i64", "I64Attr"),
    ("u8", "UI8Attr"),
    ("u16", "UI16Attr"),
    ("u32", "UI32Attr"),
    ("u64", "UI64Attr"),
    ("isize", "IndexAttr"),
    ("usize", "IndexAttr"),
    ("f32", "F32Attr"),
    ("f64", "F64Attr"),
    ("str", "StrAttr"),
    ("String", "StrAttr"),
    ("()", "UnitAttr"),
    ("Type", "TypeAttr"),
    ("Attr", "AnyAttr"),
    ("AffineMap", "AffineMapAttr"),
    ("IntegerSet", "IntegerSetAttr"),
    ("Vec<bool>", "DenseBoolArrayAttr"),
    ("Vec<i8>", "DenseI8ArrayAttr"),
    ("Vec<i16>", "DenseI16ArrayAttr"),
    ("Vec<i32>", "DenseI32ArrayAttr"),
    ("Vec<i64>", "DenseI64ArrayAttr"),
    ("Vec<usize>", "DenseI64ArrayAttr"),
    ("Vec<f32>", "DenseF32ArrayAttr"),
    ("Vec<f64>", "DenseF64ArrayAttr"),
    ("Vec<str>", "StrArrayAttr"),
    ("Vec<String>", "StrArrayAttr"),
    ("Vec<Type>", "TypeArrayAttr"),
    ("Vec<Attr>", "ArrayAttr"),
    ("Vec<AffineMap>", "AffineMapArrayAttr"),
];

/// The Rust types of operands and results.
const VALUES: &[(&str, &str)] = &[
    ("Value", "AnyType"),
    ("Type", "AnyType"),
    ("bool", "I1"),
    ("i8", "I8"),
    ("i16", "I16"),
    ("i32", "I32"),
    ("i64", "I64"),
    ("i128", "I128"),
    ("u8", "UI8"),
    ("u16", "UI16"),
    ("u32", "UI32"),
    ("u64", "UI64"),
    ("isize", "Index"),
    ("usize", "Index"),
    ("f32", "F32"),
    ("f64", "F64"),
];

/// The constraint for the Rust type `ty` of a field of this kind.
pub fn constraint(kind: &str, ty: &Type) -> Option<String> {
    let table = match kind {
        "prop" => PROPS,
        "operand" | "result" => VALUES,
        "region" => &[("Region", "AnyRegion"), ("RegionId", "AnyRegion")],
        _ => &[("Block", "AnySuccessor"), ("BlockId", "AnySuccessor")],
    };
    let ty = ungrouped(ty);
    let text: String = quote!(#ty).to_string().replace([' ', '&'], "").replace("'static", "");
    let find = |text: &str| table.iter().find(|(rust, _)| *rust == text).map(|(_, constraint)| *constraint);
    if let Some(found) = find(&text) {
        return Some(found.to_owned());
    }
    // A slice suggests a list, as a vector does.
    if let Some(found) = text.strip_prefix('[').and_then(|rest| find(&format!("Vec<{}>", rest.strip_suffix(']')?))) {
        return Some(found.to_owned());
    }
    let (outer, inner) = text.strip_suffix('>')?.split_once('<')?;
    let found = find(inner).filter(|_| outer == "Option" || (outer == "Vec" && kind != "prop"))?;
    Some(format!("{outer}<{found}>"))
}
