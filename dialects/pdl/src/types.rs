//! Types of handles.
#![allow(non_upper_case_globals)] // Constraints are named like types.

use rmlir::core::opdef::TypeConstraint;
use rmlir::prelude::*;

/// A handle to an attribute.
#[ty(name = "pdl.attribute", summary = "PDL handle to an `mlir::Attribute`")]
pub struct AttributeType {}

/// A handle to an operation.
#[ty(name = "pdl.operation", summary = "PDL handle to an `mlir::Operation *`")]
pub struct OperationType {}

/// A handle to a type.
#[ty(name = "pdl.type", summary = "PDL handle to an `mlir::Type`")]
pub struct TypeType {}

/// A handle to a value.
#[ty(name = "pdl.value", summary = "PDL handle for an `mlir::Value`")]
pub struct ValueType {}

/// Handles to any number of entities of one kind.
#[ty(name = "pdl.range", summary = "PDL handle to a range of a given sub-type", parse = parse_range, print = print_range,
     verify = verify_range)]
pub struct RangeType {
    /// The type of a handle to one of them.
    pub element_type: Type,
}

/// Makes a type without parameters.
type MakeType = fn(&Context) -> Type;

/// The types of single handles, by their keywords.
const SINGLE: [(&str, MakeType); 4] = [
    ("attribute", |cx| AttributeType::get(cx).ty()),
    ("operation", |cx| OperationType::get(cx).ty()),
    ("type", |cx| TypeType::get(cx).ty()),
    ("value", |cx| ValueType::get(cx).ty()),
];

/// `<value>`
fn parse_range(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let pos = parser.pos();
    let keyword = parser.any_keyword()?.str(parser.cx()).to_owned();
    let Some((_, make)) = SINGLE.iter().find(|(name, _)| *name == keyword) else {
        return Err(match &keyword[..] {
            "range" => parser.error_at(pos, "element of pdl.range cannot be another range"),
            _ => parser.error_at(pos, "expected 'attribute', 'operation', 'type' or 'value'"),
        });
    };
    let element = make(parser.cx());
    parser.token(">")?;
    Ok(vec![parser.cx().type_attr(element)])
}

fn print_range(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let Some(element) = params.first().and_then(|element| element.as_type(printer.cx())) else { return };
    printer.text("<");
    match keyword(printer.cx(), element) {
        Some(keyword) => printer.text(keyword),
        None => printer.ty(element),
    }
    printer.text(">");
}

fn verify_range(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let element = params.first().and_then(|element| element.as_type(cx));
    match element.and_then(|element| keyword(cx, element)) {
        Some(_) => Ok(()),
        None => {
            Err("expected element of pdl.range to be one of [!pdl.attribute, !pdl.operation, !pdl.type, !pdl.value]"
                .to_owned())
        }
    }
}

/// The keyword of a single handle's type.
fn keyword(cx: &Context, ty: Type) -> Option<&'static str> {
    SINGLE.iter().find(|(_, make)| make(cx) == ty).map(|&(keyword, _)| keyword)
}

/// The type of the elements of a range, or the type itself.
pub fn element_or_self(cx: &Context, ty: Type) -> Type {
    RangeType::from_type(cx, ty).map_or(ty, |range| range.element_type(cx))
}

fn is_handle(cx: &Context, ty: Type) -> bool {
    keyword(cx, element_or_self(cx, ty)).is_some()
}

fn is_range_of(cx: &Context, ty: Type, keywords: &[&str]) -> bool {
    let element = RangeType::from_type(cx, ty).and_then(|range| keyword(cx, range.element_type(cx)));
    element.is_some_and(|element| keywords.contains(&element))
}

fn is_one_or_range(cx: &Context, ty: Type, of: &str) -> bool {
    keyword(cx, element_or_self(cx, ty)) == Some(of)
}

/// A handle, or a range of them.
pub static AnyHandle: TypeConstraint = TypeConstraint::new("pdl type", is_handle);

/// Handles to types.
pub static RangeOfTypes: TypeConstraint = TypeConstraint {
    summary: "range of PDL handle to an `mlir::Type` values",
    check: |cx, ty| is_range_of(cx, ty, &["type"]),
    builds: Some(|cx| RangeType::get(cx, TypeType::get(cx).ty()).ty()),
};

/// Handles to values.
pub static RangeOfValues: TypeConstraint = TypeConstraint {
    summary: "range of PDL handle for an `mlir::Value` values",
    check: |cx, ty| is_range_of(cx, ty, &["value"]),
    builds: Some(range_of_values),
};

/// The type of ranges of values.
pub(crate) fn range_of_values(cx: &Context) -> Type {
    RangeType::get(cx, ValueType::get(cx).ty()).ty()
}

/// Handles to types, or to values.
pub static RangeOfTypesOrValues: TypeConstraint = TypeConstraint::new(
    "range of PDL handle to an `mlir::Type` or PDL handle for an `mlir::Value` values",
    |cx, ty| is_range_of(cx, ty, &["type", "value"]),
);

/// A handle to a type, or a range of them.
pub static OneOrRangeOfTypes: TypeConstraint =
    TypeConstraint::new("single element or range of PDL handle to an `mlir::Type`", |cx, ty| {
        is_one_or_range(cx, ty, "type")
    });

/// A handle to a value, or a range of them.
pub static OneOrRangeOfValues: TypeConstraint =
    TypeConstraint::new("single element or range of PDL handle for an `mlir::Value`", |cx, ty| {
        is_one_or_range(cx, ty, "value")
    });
