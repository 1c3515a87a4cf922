//! Keywords before the operands: linkage, calling convention and the like.
//! Each may be left out, and is when it is the usual one.

use rmlir::core::params::EnumAttr;
use rmlir::prelude::*;

/// Reads a keyword of `E` if one is next; else gives `usual`.
pub fn parse_or<E: EnumAttr>(parser: &mut dyn OpAsmParser, usual: E) -> E {
    let found = E::ENUM.cases.iter().find(|(name, _)| !name.is_empty() && parser.try_token(name));
    found.and_then(|(_, value)| E::from_value(*value)).unwrap_or(usual)
}

/// Writes the keyword of `case` and a space, unless there is nothing to say.
pub fn print<E: EnumAttr>(printer: &mut dyn AsmPrinter, case: Option<E>) {
    let keyword = case.and_then(|case| E::ENUM.keyword(case.value())).unwrap_or_default();
    if !keyword.is_empty() {
        printer.text(&keyword);
        printer.text(" ");
    }
}
