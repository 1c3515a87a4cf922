//! Parameters that are cases of enumerations, stored as integers.
//!
//! Unlike in formats of operations, a set of bits is a list of keywords
//! separated by commas or bars, and nothing is ever quoted when written.

use rmlir_core::Attr;
use rmlir_core::asm::{AsmParser, AsmPrinter, ParseError, Parsed};
use rmlir_core::opdef::EnumDef;

/// Reads a case, or the cases of a set.
pub(super) fn read(parser: &mut dyn AsmParser, cases: &EnumDef, width: u32, optional: bool) -> Parsed<Attr> {
    let start = parser.pos();
    let mut all = 0;
    loop {
        let keyword = match parser.try_any_keyword() {
            Some(keyword) => keyword.str(parser.cx()).to_owned(),
            None => match parser.try_string()? {
                Some(text) => String::from_utf8_lossy(&text).into_owned(),
                None if optional && parser.pos() == start => return Ok(Attr::ABSENT),
                None => return Err(parser.error("expected valid keyword or string")),
            },
        };
        all |= value_of(cases, &keyword).ok_or_else(|| unknown(parser, start, cases))?;
        if !cases.bits.is_some_and(|separator| parser.try_token(separator.trim())) {
            break;
        }
    }
    let cx = parser.cx();
    Ok(cx.int_attr(cx.int_type(width), all as i64))
}

/// The value of one keyword, or of several that a string joins.
fn value_of(cases: &EnumDef, text: &str) -> Option<u64> {
    match cases.bits {
        Some(separator) => {
            let mut parts = text.split(separator.trim());
            parts.try_fold(0, |all, part| Some(all | cases.value(part.trim())?))
        }
        None => cases.value(text),
    }
}

fn unknown(parser: &mut dyn AsmParser, start: u32, cases: &EnumDef) -> ParseError {
    let names: Vec<&str> = cases.cases.iter().map(|(case, _)| *case).collect();
    parser.error_at(start, &format!("expected {} to be one of: {}", cases.name, names.join(", ")))
}

/// Writes the keyword or keywords of `attr`.
pub(super) fn write(printer: &mut dyn AsmPrinter, cases: &EnumDef, attr: Attr) {
    let value = attr.as_i64(printer.cx()).map(|value| value as u64);
    if let Some(text) = value.and_then(|value| cases.keyword(value)) {
        printer.text(&text);
    }
}
