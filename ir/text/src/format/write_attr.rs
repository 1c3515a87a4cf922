//! Writes `$attribute` as its constraint says, for operations and parameters.

use rmlir_core::asm::AsmPrinter;
use rmlir_core::attrs::{Attr, AttrData};
use rmlir_core::dense::{element_bytes, scalar_attr};
use rmlir_core::dialect::AttrSyntax;
use rmlir_core::opdef::{AttrAsm, AttrConstraint, EnumDef};

use super::spacing::starts_keyword;

/// Writes `attr`.
pub(super) fn write(printer: &mut dyn AsmPrinter, constraint: &AttrConstraint, attr: Attr, qualified: bool) {
    match constraint.asm {
        AttrAsm::IntEnum(cases, _) => match attr.as_i64(printer.cx()) {
            Some(value) => enumerator(printer, cases, value as u64),
            None => printer.attr(attr),
        },
        AttrAsm::SymbolName => match attr.as_str(printer.cx()).map(str::to_owned) {
            Some(name) => printer.symbol_name(&name),
            None => printer.attr(attr),
        },
        AttrAsm::Custom(syntax) => (syntax.expect::<AttrSyntax>().print)(printer, attr),
        AttrAsm::Typed(_) | AttrAsm::Type => printer.attr_without_type(attr),
        AttrAsm::Stripped(_) if !qualified => printer.stripped_attr(attr),
        AttrAsm::DenseArray(_) if !qualified => dense_array(printer, attr),
        AttrAsm::Any | AttrAsm::Unit | AttrAsm::Stripped(_) | AttrAsm::DenseArray(_) => printer.attr(attr),
    }
}

/// A keyword, or a string where upstream cannot be sure to read a keyword.
fn enumerator(printer: &mut dyn AsmPrinter, cases: &EnumDef, value: u64) {
    let is_keyword = |case: &(&str, u64)| {
        starts_keyword(case.0)
            && case.0.chars().all(|c| c.is_ascii_alphanumeric() || "_$.".contains(c))
            && (cases.bits.is_none() || case.1.is_power_of_two())
    };
    let Some(text) = cases.keyword(value) else { return };
    let plain =
        cases.cases.iter().all(is_keyword) || cases.cases.iter().any(|case| case.1 == value && is_keyword(case));
    if plain {
        printer.text(&text);
    } else {
        printer.text("\"");
        printer.text(&text);
        printer.text("\"");
    }
}

/// `array<element: 1, 2>` as `[1, 2]`.
fn dense_array(printer: &mut dyn AsmPrinter, attr: Attr) {
    let cx = printer.cx();
    let AttrData::DenseArray { element, data } = attr.data(cx) else { return printer.attr(attr) };
    let element = *element;
    let n_bytes = element_bytes(cx, element).unwrap_or(1);
    let elements: Vec<Attr> = data.chunks_exact(n_bytes).map(|bytes| scalar_attr(cx, element, bytes)).collect();
    printer.text("[");
    for (index, element) in elements.into_iter().enumerate() {
        if index > 0 {
            printer.text(", ");
        }
        printer.attr_without_type(element);
    }
    printer.text("]");
}
