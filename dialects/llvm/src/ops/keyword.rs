//! Keywords before the operands: linkage, calling convention and the like. Each is optional, and
//! the default one is not printed.

use rmlir::core::params::EnumAttr;
use rmlir::prelude::*;

/// Parses a keyword of `E` if one is next; otherwise returns `usual`.
pub fn parse_or<E: EnumAttr>(parser: &mut dyn OpAsmParser, usual: E) -> E {
    let found = E::ENUM.cases.iter().find(|(name, _)| !name.is_empty() && parser.try_token(name));
    found.and_then(|(_, value)| E::from_value(*value)).unwrap_or(usual)
}

/// Prints the keyword of `case` and a space, unless the keyword is empty.
pub fn print<E: EnumAttr>(printer: &mut dyn AsmPrinter, case: Option<E>) {
    let keyword = case.and_then(|case| E::ENUM.keyword(case.value())).unwrap_or_default();
    if !keyword.is_empty() {
        printer.text(&keyword);
        printer.text(" ");
    }
}

/// As [`print()`], unless `case` is `usual`.
pub fn print_unless<E: EnumAttr + PartialEq>(printer: &mut dyn AsmPrinter, case: E, usual: E) {
    print(printer, (case != usual).then_some(case));
}

/// Parses `@name`.
pub fn parse_callee(parser: &mut dyn OpAsmParser) -> Parsed<Attr> {
    let pos = parser.pos();
    let attr = parser.parse_attr(None)?;
    if attr.as_symbol_ref(parser.cx()).is_none() {
        return Err(parser.error_at(pos, "invalid kind of attribute specified"));
    }
    Ok(attr)
}
