//! Constraints on attributes.
#![allow(non_upper_case_globals)] // The names are upstream's.

use super::types;
use crate::attrs::{Attr, AttrData};
use crate::context::Context;
use crate::loc::Loc;
use crate::opdef::{AttrAsm, AttrConstraint};
use crate::types::{Type, TypeData};

/// Rows of `Name = "summary", kind [=> condition], form;`. Without a condition only the kind is checked.
macro_rules! attrs {
    ($($name:ident = $summary:expr, $kind:expr $(=> $check:expr)?, $asm:expr;)*) => {$(
        #[doc = concat!("`", stringify!($name), "`: ", $summary, ".")]
        pub static $name: AttrConstraint =
            AttrConstraint { summary: $summary, kind: $kind, check: attrs!(@ $kind $(, $check)?), asm: $asm };
    )*};
    (@ $kind:expr) => { $kind };
    (@ $kind:expr, $check:expr) => { $check };
}

/// The syntax of attributes that are printed without a type.
const UNTYPED: AttrAsm = AttrAsm::Typed(|_| Type::NONE);

attrs! {
    AnyAttr = "any attribute", |_, _| true, AttrAsm::Any;
    UnitAttr = "unit attribute", |_, attr| attr == Attr::UNIT, AttrAsm::Unit;
    LocationAttr = "location attribute", |cx, attr| Loc::from_attr(cx, attr).is_some(), AttrAsm::Any;
    TypedAttrInterface = "TypedAttr instance", is_typed, AttrAsm::Any;
    AffineMapAttr = "AffineMap attribute",
        |cx, attr| attr.as_affine_map(cx).is_some(), AttrAsm::Typed(|_| Type::INDEX);
    IntegerSetAttr = "IntegerSet attribute", |cx, attr| attr.as_integer_set(cx).is_some(), UNTYPED;
    MemRefLayoutAttrInterface = "MemRefLayoutAttrInterface instance",
        |cx, attr| matches!(attr.data(cx), AttrData::AffineMap(_) | AttrData::Strided { .. }), AttrAsm::Any;
}

attrs! {
    BoolAttr = "bool attribute", |cx, attr| attr.as_bool(cx).is_some(), AttrAsm::Typed(|_| Type::I1);
    IndexAttr = "index attribute",
        is_integer => |cx, attr| types::Index.holds_for(cx, attr), AttrAsm::Typed(|_| Type::INDEX);
    APIntAttr = "arbitrary integer attribute", is_integer, AttrAsm::Any;
    F32Attr = "32-bit float attribute",
        is_float => |cx, attr| types::F32.holds_for(cx, attr), AttrAsm::Typed(|_| Type::F32);
    F64Attr = "64-bit float attribute",
        is_float => |cx, attr| types::F64.holds_for(cx, attr), AttrAsm::Typed(|_| Type::F64);
}
pub use self::APIntAttr as IntegerAttr;

/// Rows of `Name = Type, "summary of the type";`, integers of one type.
macro_rules! integers {
    ($($name:ident = $ty:ident, $summary:literal;)*) => { attrs! {$(
        $name = concat!($summary, " attribute"),
            is_integer => |cx, attr| types::$ty.holds_for(cx, attr),
            match types::$ty.builds { Some(ty) => AttrAsm::Typed(ty), None => AttrAsm::Any };
    )*} };
}

integers! {
    AnyI1Attr = AnyI1, "1-bit integer";
    AnyI8Attr = AnyI8, "8-bit integer";
    AnyI16Attr = AnyI16, "16-bit integer";
    AnyI32Attr = AnyI32, "32-bit integer";
    AnyI64Attr = AnyI64, "64-bit integer";
    I1Attr = I1, "1-bit signless integer";
    I8Attr = I8, "8-bit signless integer";
    I16Attr = I16, "16-bit signless integer";
    I32Attr = I32, "32-bit signless integer";
    I64Attr = I64, "64-bit signless integer";
    SI1Attr = SI1, "1-bit signed integer";
    SI8Attr = SI8, "8-bit signed integer";
    SI16Attr = SI16, "16-bit signed integer";
    SI32Attr = SI32, "32-bit signed integer";
    SI64Attr = SI64, "64-bit signed integer";
    UI1Attr = UI1, "1-bit unsigned integer";
    UI8Attr = UI8, "8-bit unsigned integer";
    UI16Attr = UI16, "16-bit unsigned integer";
    UI32Attr = UI32, "32-bit unsigned integer";
    UI64Attr = UI64, "64-bit unsigned integer";
}

attrs! {
    StrAttr = "string attribute", is_string, UNTYPED;
    SymbolNameAttr = "string attribute", is_string, AttrAsm::SymbolName;
    TypeAttr = "any type attribute", is_type, AttrAsm::Type;
    FunctionTypeAttr = "type attribute of function type",
        is_type => |cx, attr| attr.as_type(cx).is_some_and(|ty| ty.function(cx).is_some()), AttrAsm::Type;
    SymbolRefAttr = "symbol reference attribute", is_symbol, UNTYPED;
    FlatSymbolRefAttr = "flat symbol reference attribute", is_flat_symbol, UNTYPED;
    DictionaryAttr = "dictionary of named attribute values", is_dictionary, UNTYPED;
}

attrs! {
    ArrayAttr = "array attribute", is_array, UNTYPED;
    LocationArrayAttr = "location array attribute", is_array => |cx, attr| each(cx, attr, &LocationAttr), UNTYPED;
    AffineMapArrayAttr = "AffineMap array attribute", is_array => |cx, attr| each(cx, attr, &AffineMapAttr), UNTYPED;
    BoolArrayAttr = "1-bit boolean array attribute", is_array => |cx, attr| each(cx, attr, &BoolAttr), UNTYPED;
    I32ArrayAttr = "32-bit integer array attribute", is_array => |cx, attr| each(cx, attr, &I32Attr), UNTYPED;
    I64ArrayAttr = "64-bit integer array attribute", is_array => |cx, attr| each(cx, attr, &I64Attr), UNTYPED;
    F32ArrayAttr = "32-bit float array attribute", is_array => |cx, attr| each(cx, attr, &F32Attr), UNTYPED;
    F64ArrayAttr = "64-bit float array attribute", is_array => |cx, attr| each(cx, attr, &F64Attr), UNTYPED;
    StrArrayAttr = "string array attribute", is_array => |cx, attr| each(cx, attr, &StrAttr), UNTYPED;
    TypeArrayAttr = "type array attribute", is_array => |cx, attr| each(cx, attr, &TypeAttr), UNTYPED;
    IndexListArrayAttr = "Array of 64-bit integer array attributes",
        is_array => |cx, attr| each(cx, attr, &I64ArrayAttr), UNTYPED;
    DictArrayAttr = "Array of dictionary attributes", is_array => |cx, attr| each(cx, attr, &DictionaryAttr), UNTYPED;
    SymbolRefArrayAttr = "symbol ref array attribute",
        is_array => |cx, attr| each(cx, attr, &SymbolRefAttr), UNTYPED;
    FlatSymbolRefArrayAttr = "flat symbol ref array attribute",
        is_array => |cx, attr| each(cx, attr, &FlatSymbolRefAttr), UNTYPED;
}

attrs! {
    DenseBoolArrayAttr = "i1 dense array attribute",
        |cx, attr| is_dense_array(cx, attr, Type::I1), AttrAsm::DenseArray(|_| Type::I1);
    DenseI8ArrayAttr = "i8 dense array attribute",
        |cx, attr| is_dense_array(cx, attr, Type::I8), AttrAsm::DenseArray(|_| Type::I8);
    DenseI16ArrayAttr = "i16 dense array attribute",
        |cx, attr| is_dense_array(cx, attr, Type::I16), AttrAsm::DenseArray(|_| Type::I16);
    DenseI32ArrayAttr = "i32 dense array attribute",
        |cx, attr| is_dense_array(cx, attr, Type::I32), AttrAsm::DenseArray(|_| Type::I32);
    DenseI64ArrayAttr = "i64 dense array attribute",
        |cx, attr| is_dense_array(cx, attr, Type::I64), AttrAsm::DenseArray(|_| Type::I64);
    DenseF32ArrayAttr = "f32 dense array attribute",
        |cx, attr| is_dense_array(cx, attr, Type::F32), AttrAsm::DenseArray(|_| Type::F32);
    DenseF64ArrayAttr = "f64 dense array attribute",
        |cx, attr| is_dense_array(cx, attr, Type::F64), AttrAsm::DenseArray(|_| Type::F64);
}

attrs! {
    ElementsAttr = "constant vector/tensor attribute", is_elements, AttrAsm::Any;
    DenseElementsAttr = "dense vector or tensor attribute", is_dense, AttrAsm::Any;
    AnyIntElementsAttr = "integer elements attribute", is_int_elements, AttrAsm::Any;
    IndexElementsAttr = "index elements attribute",
        is_int_elements => |cx, attr| element(cx, attr) == Some(Type::INDEX), AttrAsm::Any;
    AnyI32ElementsAttr = "32-bit integer elements attribute",
        is_int_elements => |cx, attr| element(cx, attr).is_some_and(|ty| ty.int_width(cx) == Some(32)), AttrAsm::Any;
    AnyI64ElementsAttr = "64-bit integer elements attribute",
        is_int_elements => |cx, attr| element(cx, attr).is_some_and(|ty| ty.int_width(cx) == Some(64)), AttrAsm::Any;
    I32ElementsAttr = "32-bit signless integer elements attribute",
        is_int_elements => |cx, attr| element(cx, attr) == Some(Type::I32), AttrAsm::Any;
    I64ElementsAttr = "64-bit signless integer elements attribute",
        is_int_elements => |cx, attr| element(cx, attr) == Some(Type::I64), AttrAsm::Any;
    F64ElementsAttr = "64-bit float elements attribute",
        is_dense => |cx, attr| element(cx, attr) == Some(Type::F64), AttrAsm::Any;
    StringElementsAttr = "string elements attribute",
        is_dense => |cx, attr| matches!(attr.data(cx), AttrData::DenseStrings { .. }), AttrAsm::Any;
}

impl crate::opdef::TypeConstraint {
    /// Returns whether `attr` has a type that satisfies this.
    pub fn holds_for(&self, cx: &Context, attr: Attr) -> bool {
        attr.ty(cx).is_some_and(|ty| (self.check)(cx, ty))
    }
}

/// Returns whether `attr` is an array whose every element satisfies `constraint` (upstream: `TypedArrayAttrBase`).
pub fn each(cx: &Context, attr: Attr, constraint: &AttrConstraint) -> bool {
    attr.as_array(cx).is_some_and(|elements| elements.iter().all(|&element| (constraint.check)(cx, element)))
}

fn is_typed(cx: &Context, attr: Attr) -> bool {
    match attr.data(cx) {
        AttrData::Integer { .. } | AttrData::Float { .. } | AttrData::String { .. } | AttrData::Opaque { .. } => true,
        AttrData::Dialect { def, .. } => def.typed.is_some(),
        _ => is_elements(cx, attr),
    }
}

fn is_integer(cx: &Context, attr: Attr) -> bool {
    attr.as_integer(cx).is_some()
}

fn is_float(cx: &Context, attr: Attr) -> bool {
    attr.as_float(cx).is_some()
}

fn is_string(cx: &Context, attr: Attr) -> bool {
    attr.as_bytes(cx).is_some()
}

fn is_type(cx: &Context, attr: Attr) -> bool {
    attr.as_type(cx).is_some()
}

fn is_symbol(cx: &Context, attr: Attr) -> bool {
    attr.as_symbol_ref(cx).is_some()
}

fn is_flat_symbol(cx: &Context, attr: Attr) -> bool {
    attr.as_flat_symbol(cx).is_some()
}

fn is_dictionary(cx: &Context, attr: Attr) -> bool {
    attr.as_dict(cx).is_some()
}

fn is_array(cx: &Context, attr: Attr) -> bool {
    attr.as_array(cx).is_some()
}

fn is_dense_array(cx: &Context, attr: Attr, wanted: Type) -> bool {
    matches!(attr.data(cx), AttrData::DenseArray { element, .. } if *element == wanted)
}

fn is_elements(cx: &Context, attr: Attr) -> bool {
    is_dense(cx, attr) || matches!(attr.data(cx), AttrData::DenseResource { .. } | AttrData::Sparse { .. })
}

fn is_dense(cx: &Context, attr: Attr) -> bool {
    matches!(attr.data(cx), AttrData::Dense { .. } | AttrData::DenseStrings { .. })
}

fn is_int_elements(cx: &Context, attr: Attr) -> bool {
    let is_number = |ty: Type| matches!(ty.data(cx), TypeData::Integer { .. } | TypeData::Index);
    matches!(attr.data(cx), AttrData::Dense { .. }) && element(cx, attr).is_some_and(is_number)
}

fn element(cx: &Context, attr: Attr) -> Option<Type> {
    attr.ty(cx)?.element(cx)
}
