//! The attributes: lists of entries, `<key = value, ..>`. The syntax of an entry may also be
//! `#dlti.dl_entry<key, value>`.

use rmlir::prelude::*;

/// An entry by itself: a key and a value.
#[attr(name = "dlti.dl_entry", parse = parse_entry, print = print_entry)]
pub struct DataLayoutEntryAttr {
    /// A type, or a string.
    pub key: Attr,
    /// The value.
    pub value: Attr,
}

/// The alignment of function pointers.
#[attr(
    name = "dlti.function_pointer_alignment",
    format = "`<` $alignment `,` `function_dependent` `=` $function_dependent `>`"
)]
pub struct FunctionPointerAlignmentAttr {
    /// The alignment in bits.
    pub alignment: i64,
    /// Whether it depends on the alignment of functions.
    pub function_dependent: bool,
}

/// Rows of `/// doc`, `Name "name" reader;`: attributes of entries.
macro_rules! lists {
    ($($(#[$doc:meta])* $name:ident $spelled:literal $parse:path, $verify:path;)*) => {$(
        $(#[$doc])*
        #[attr(name = $spelled, parse = $parse, print = print, verify = $verify)]
        pub struct $name {
            /// Keys and values, alternating.
            pub entries: Vec<Attr>,
        }
    )*};
}

lists! {
    /// The layout of types.
    ///
    /// ```mlir
    /// #dlti.dl_spec<i32 = dense<32> : vector<2xi64>, "dlti.endianness" = "little">
    /// ```
    DataLayoutSpecAttr "dlti.dl_spec" parse_any, verify;
    /// Values by type or name.
    MapAttr "dlti.map" parse_any, verify;
    /// The properties of a device.
    TargetDeviceSpecAttr "dlti.target_device_spec" parse_named, verify;
    /// The devices of a system.
    TargetSystemSpecAttr "dlti.target_system_spec" parse_named, verify_system;
}

/// Parses entries whose keys are types or names.
fn parse_any(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let entries = if parser.try_token(">") { Vec::new() } else { parse(parser, true)? };
    Ok(vec![parser.cx().array_attr(&entries)])
}

/// Parses entries whose keys are names, at least one.
fn parse_named(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
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
fn print(printer: &mut dyn AsmPrinter, params: &[Attr]) {
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
fn parse_entry(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let key = parse_key(parser, true)?;
    parser.token(",")?;
    let value = parser.parse_attr(None)?;
    parser.token(">")?;
    Ok(vec![key, value])
}

/// Prints `<key, value>`.
fn print_entry(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    printer.text("<");
    printer.attr(params[0]);
    printer.text(", ");
    printer.attr(params[1]);
    printer.text(">");
}

/// Verifies that no key is empty or duplicate.
fn verify(cx: &Context, params: &[Attr]) -> Result<(), String> {
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
fn verify_system(cx: &Context, params: &[Attr]) -> Result<(), String> {
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
