//! Lists of entries: `<key = value, ..>`. The syntax of an entry may also be `#dlti.dl_entry<key, value>`.

use rmlir::prelude::*;

use crate::{DataLayoutEntryAttr, TargetDeviceSpecAttr};

/// Parses entries whose keys are types or names.
pub fn parse_any(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let entries = if parser.try_token(">") { Vec::new() } else { parse(parser, true)? };
    Ok(vec![parser.cx().array_attr(&entries)])
}

/// Parses entries whose keys are names, at least one.
pub fn parse_named(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let entries = parse(parser, false)?;
    Ok(vec![parser.cx().array_attr(&entries)])
}

/// Parses up to the closing bracket; returns alternating keys and values.
fn parse(parser: &mut dyn AsmParser, allow_types: bool) -> Parsed<Vec<Attr>> {
    let mut entries = Vec::new();
    loop {
        if parser.at_hash() {
            let pos = parser.pos();
            let attr = parser.parse_attr(None)?;
            let Some(entry) = DataLayoutEntryAttr::from_attr(parser.cx(), attr) else {
                return Err(parser.error_at(pos, "expected a #dlti.dl_entry attribute"));
            };
            entries.extend([entry.key(parser.cx()), entry.value(parser.cx())]);
        } else {
            let key = parse_key(parser, allow_types)?;
            parser.token("=")?;
            entries.extend([key, parser.parse_attr(None)?]);
        }
        if !parser.try_token(",") {
            break;
        }
    }
    parser.token(">")?;
    Ok(entries)
}

fn parse_key(parser: &mut dyn AsmParser, allow_types: bool) -> Parsed<Attr> {
    if allow_types && let Some(ty) = parser.try_type()? {
        return Ok(parser.cx().type_attr(ty));
    }
    match parser.try_string()? {
        Some(name) => Ok(parser.cx().str_attr(&String::from_utf8_lossy(&name))),
        None if allow_types => Err(parser.error("expected a type or a quoted string")),
        None => Err(parser.error("expected a quoted string")),
    }
}

/// Prints `<key = value, ..>`.
pub fn print(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let entries = params[0].as_array(printer.cx()).unwrap_or_default().to_vec();
    printer.text("<");
    for (index, entry) in entries.chunks_exact(2).enumerate() {
        if index > 0 {
            printer.text(", ");
        }
        printer.attr(entry[0]);
        printer.text(" = ");
        printer.attr(entry[1]);
    }
    printer.text(">");
}

/// Parses `<key, value>`.
pub fn parse_entry(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let key = parse_key(parser, true)?;
    parser.token(",")?;
    let value = parser.parse_attr(None)?;
    parser.token(">")?;
    Ok(vec![key, value])
}

/// Prints `<key, value>`.
pub fn print_entry(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    printer.text("<");
    printer.attr(params[0]);
    printer.text(", ");
    printer.attr(params[1]);
    printer.text(">");
}

/// Verifies that no key is empty or duplicate.
pub fn verify(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let entries = params[0].as_array(cx).unwrap_or_default();
    let mut seen = Vec::new();
    for entry in entries.chunks_exact(2) {
        let key = entry[0];
        if key.as_str(cx) == Some("") {
            return Err("empty string as DLTI key is not allowed".to_owned());
        }
        if seen.contains(&key) {
            return Err(match key.as_type(cx) {
                Some(ty) => format!("repeated DLTI key: '{}'", cx.show_type(ty)),
                None => format!("repeated DLTI key: {}", cx.show_attr(key)),
            });
        }
        seen.push(key);
    }
    Ok(())
}

/// As [`verify`], and verifies that each value is a device.
pub fn verify_system(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let entries = params[0].as_array(cx).unwrap_or_default();
    let mut seen = Vec::new();
    for entry in entries.chunks_exact(2) {
        let key = cx.show_attr(entry[0]);
        if entry[0].as_str(cx).is_none() {
            return Err("non-string key of DLTI system spec".to_owned());
        }
        if TargetDeviceSpecAttr::from_attr(cx, entry[1]).is_none() {
            return Err(format!("value associated with key {key} is not a DLTI device spec"));
        }
        if seen.contains(&entry[0]) {
            return Err(format!("repeated device ID in dlti.target_system_spec: {key}"));
        }
        seen.push(entry[0]);
    }
    Ok(())
}
