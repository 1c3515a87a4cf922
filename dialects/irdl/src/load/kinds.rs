//! The full names of types' and attributes' definitions, builtin ones included, and the documentation of loaded ones.

use std::borrow::Cow;

use rmlir::core::loc::LocData;
use rmlir::core::types::TypeData;
use rmlir::prelude::*;

/// The documentation of loaded definitions.
pub(super) const DOC: &str = "Defined at run time.";

/// The builtin types, except floats.
const TYPES: [&str; 13] = [
    "builtin.complex",
    "builtin.function",
    "builtin.graph",
    "builtin.index",
    "builtin.integer",
    "builtin.memref",
    "builtin.none",
    "builtin.opaque",
    "builtin.tensor",
    "builtin.tuple",
    "builtin.unranked_memref",
    "builtin.unranked_tensor",
    "builtin.vector",
];

/// The builtin attributes.
const ATTRS: [&str; 24] = [
    "builtin.affine_map",
    "builtin.array",
    "builtin.call_site_loc",
    "builtin.dense_array",
    "builtin.dense_int_or_fp_elements",
    "builtin.dense_resource_elements",
    "builtin.dense_string_elements",
    "builtin.dictionary",
    "builtin.distinct",
    "builtin.file_line_range",
    "builtin.float",
    "builtin.fused_loc",
    "builtin.integer",
    "builtin.integer_set",
    "builtin.name_loc",
    "builtin.opaque",
    "builtin.opaque_loc",
    "builtin.sparse_elements",
    "builtin.strided_layout",
    "builtin.string",
    "builtin.symbol_ref",
    "builtin.type",
    "builtin.unit",
    "builtin.unknown_loc",
];

/// Whether a type with this full name exists.
pub(super) fn is_type(cx: &Context, name: &str) -> bool {
    let is_float = |name: &str| FloatKind::from_name(name).is_some();
    TYPES.contains(&name) || name.strip_prefix("builtin.").is_some_and(is_float) || cx.type_def(name).is_some()
}

/// Whether an attribute with this full name exists.
pub(super) fn is_attr(cx: &Context, name: &str) -> bool {
    ATTRS.contains(&name) || cx.attr_def(name).is_some()
}

/// The full name of the definition of type `ty`.
pub(super) fn type_kind(cx: &Context, ty: Type) -> Cow<'static, str> {
    Cow::Borrowed(match ty.data(cx) {
        TypeData::Integer { .. } => "builtin.integer",
        TypeData::Index => "builtin.index",
        TypeData::Float(kind) => return Cow::Owned(format!("builtin.{}", kind.name())),
        TypeData::None => "builtin.none",
        TypeData::Complex(_) => "builtin.complex",
        TypeData::Function { .. } => "builtin.function",
        TypeData::Tuple(_) => "builtin.tuple",
        TypeData::Vector { .. } => "builtin.vector",
        TypeData::RankedTensor { .. } => "builtin.tensor",
        TypeData::UnrankedTensor { .. } => "builtin.unranked_tensor",
        TypeData::MemRef { .. } => "builtin.memref",
        TypeData::UnrankedMemRef { .. } => "builtin.unranked_memref",
        TypeData::Opaque { .. } => "builtin.opaque",
        TypeData::Dialect { def, .. } => def.name,
    })
}

/// The full name of the definition of attribute `attr`.
pub(super) fn attr_kind(cx: &Context, attr: Attr) -> &'static str {
    match attr.data(cx) {
        AttrData::Unit => "builtin.unit",
        AttrData::Integer { .. } => "builtin.integer",
        AttrData::Float { .. } => "builtin.float",
        AttrData::String { .. } => "builtin.string",
        AttrData::Array(_) => "builtin.array",
        AttrData::Dictionary(_) => "builtin.dictionary",
        AttrData::Type(_) => "builtin.type",
        AttrData::SymbolRef { .. } => "builtin.symbol_ref",
        AttrData::AffineMap(_) => "builtin.affine_map",
        AttrData::IntegerSet(_) => "builtin.integer_set",
        AttrData::Dense { .. } => "builtin.dense_int_or_fp_elements",
        AttrData::DenseStrings { .. } => "builtin.dense_string_elements",
        AttrData::DenseArray { .. } => "builtin.dense_array",
        AttrData::DenseResource { .. } => "builtin.dense_resource_elements",
        AttrData::Sparse { .. } => "builtin.sparse_elements",
        AttrData::Strided { .. } => "builtin.strided_layout",
        AttrData::Distinct { .. } => "builtin.distinct",
        AttrData::Loc(loc) => loc_kind(cx, *loc),
        AttrData::Opaque { .. } => "builtin.opaque",
        AttrData::Dialect { def, .. } => def.name,
    }
}

fn loc_kind(cx: &Context, loc: Loc) -> &'static str {
    match loc.data(cx) {
        LocData::Unknown => "builtin.unknown_loc",
        LocData::FileLineCol { .. } => "builtin.file_line_range",
        LocData::Name { .. } => "builtin.name_loc",
        LocData::CallSite { .. } => "builtin.call_site_loc",
        LocData::Fused { .. } => "builtin.fused_loc",
        LocData::Dialect(attr) => attr.dialect_attr(cx).map_or("builtin.opaque_loc", |(def, _)| def.name),
    }
}
