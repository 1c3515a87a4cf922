//! Constraints of attribute parameters.
//!
//! A parameter with a neutral value (0, `false`, the first case of an
//! enumeration) is absent instead of holding that value, so that equal
//! attributes are equal; such constraints are named `..Or0`.
#![allow(non_upper_case_globals)] // As for the constraints of the core.

use rmlir::core::dialect::AttrSyntax;
use rmlir::core::opdef::{AttrAsm, AttrConstraint, EnumDef, Interface};
use rmlir::core::params::{load_enum, store_enum};
use rmlir::prelude::*;

use super::dwarf;

/// A constraint that accepts exactly what its parser accepts.
const fn custom(summary: &'static str, syntax: &'static &'static AttrSyntax) -> AttrConstraint {
    AttrConstraint { asm: AttrAsm::Custom(Interface::of(syntax)), ..AttrConstraint::new(summary, |_, _| true) }
}

/// An unsigned integer of 64 bits.
pub static Number: AttrConstraint = custom("number", &&AttrSyntax { parse: read_number, print: write_number });
/// As [`Number`]; 0 is absent.
pub static NumberOr0: AttrConstraint =
    custom("number", &&AttrSyntax { parse: |parser| read_number(parser).map(neutral_if_0), print: write_number });
/// A signed integer of 64 bits.
pub static Offset: AttrConstraint = custom("offset", &&AttrSyntax { parse: read_number, print: write_signed });
/// `true` or `false`.
pub static Flag: AttrConstraint = custom("flag", &&AttrSyntax { parse: read_flag, print: write_flag });
/// As [`Flag`]; `false` is absent.
pub static FlagOr0: AttrConstraint =
    custom("flag", &&AttrSyntax { parse: |parser| read_flag(parser).map(neutral_if_0), print: write_flag });
/// `distinct[n]<..>`
pub static Distinct: AttrConstraint = AttrConstraint::new("distinct attribute", |cx, attr| {
    matches!(attr.data(cx), rmlir::core::attrs::AttrData::Distinct { .. })
});
/// A list of attributes, at least one.
pub static List: AttrConstraint = custom("list of attributes", &&AttrSyntax { parse: read_list, print: write_list });

fn read_number(parser: &mut dyn AsmParser) -> Parsed<Attr> {
    let pos = parser.pos();
    let Some(value) = parser.try_integer()? else { return Err(parser.error("expected integer value")) };
    let negative = value.is_negative();
    let fitting = if negative { value.sext_value().map(|value| value as u64) } else { value.zext_value() };
    match fitting {
        Some(value) => Ok(parser.cx().apint_attr(Type::I64, ApInt::new(64, value))),
        None => Err(parser.error_at(pos, "integer value too large")),
    }
}

fn write_number(printer: &mut dyn AsmPrinter, attr: Attr) {
    let value = number(printer.cx(), attr);
    printer.text(&value.to_string());
}

fn write_signed(printer: &mut dyn AsmPrinter, attr: Attr) {
    let value = number(printer.cx(), attr) as i64;
    printer.text(&value.to_string());
}

/// The value of a [`Number`].
pub fn number(cx: &Context, attr: Attr) -> u64 {
    attr.as_integer(cx).and_then(|(value, _)| value.zext_value()).unwrap_or(0)
}

fn read_flag(parser: &mut dyn AsmParser) -> Parsed<Attr> {
    if parser.try_token("true") {
        return Ok(Attr::TRUE);
    }
    if parser.try_token("false") {
        return Ok(Attr::FALSE);
    }
    let value = parser.integer()?;
    Ok(parser.cx().bool_attr(value != 0))
}

fn write_flag(printer: &mut dyn AsmPrinter, attr: Attr) {
    printer.text(if attr == Attr::FALSE { "false" } else { "true" });
}

/// Absent for 0 and `false`.
fn neutral_if_0(attr: Attr) -> Attr {
    if attr == Attr::FALSE { Attr::ABSENT } else { attr }
}

fn read_list(parser: &mut dyn AsmParser) -> Parsed<Attr> {
    let mut elements = Vec::new();
    parser.list(Delimiter::None, |parser| {
        elements.push(parser.parse_attr(None)?);
        Ok(())
    })?;
    Ok(parser.cx().array_attr(&elements))
}

fn write_list(printer: &mut dyn AsmPrinter, list: Attr) {
    separated(printer, list, |printer, element| printer.attr(element));
}

/// The elements of a [`List`] that are all attributes of one definition, each
/// without its prefix.
pub const fn list_of<A: DialectAttr>() -> AttrConstraint {
    let syntax = const {
        &&AttrSyntax {
            parse: |parser| {
                let mut elements = Vec::new();
                parser.list(Delimiter::None, |parser| {
                    elements.push(parser.parse_stripped_attr(A::DEF, None)?);
                    Ok(())
                })?;
                Ok(parser.cx().array_attr(&elements))
            },
            print: |printer, list| separated(printer, list, |printer, element| printer.stripped_attr(element)),
        }
    };
    custom("list of attributes", syntax)
}

/// Prints the elements of an array, separated by commas.
pub fn separated(printer: &mut dyn AsmPrinter, list: Attr, write: impl Fn(&mut dyn AsmPrinter, Attr)) {
    let elements = list.as_array(printer.cx()).unwrap_or_default().to_vec();
    for (index, element) in elements.into_iter().enumerate() {
        if index > 0 {
            printer.text(", ");
        }
        write(printer, element);
    }
}

/// A case of the enumeration `E`, as a keyword.
pub const fn case<E: EnumAttr>() -> AttrConstraint {
    let asm = const { AttrAsm::Custom(Interface::of(&&AttrSyntax { parse: read_case::<E>, print: write_case::<E> })) };
    AttrConstraint { asm, ..AttrConstraint::new("enumeration case", |cx, attr| load_enum::<E>(cx, attr).is_some()) }
}

/// As [`case`]; the case 0 is absent.
pub const fn case_or_0<E: EnumAttr>() -> AttrConstraint {
    let asm =
        const { AttrAsm::Custom(Interface::of(&&AttrSyntax { parse: read_case_or_0::<E>, print: write_case::<E> })) };
    AttrConstraint { asm, ..case::<E>() }
}

fn read_case<E: EnumAttr>(parser: &mut dyn AsmParser) -> Parsed<Attr> {
    let pos = parser.pos();
    let text = match parser.try_any_keyword() {
        Some(keyword) => keyword.str(parser.cx()).to_owned(),
        None => match parser.try_string()? {
            Some(text) => String::from_utf8_lossy(&text).into_owned(),
            None => return Err(parser.error_at(pos, &format!("expected keyword for {}", E::ENUM.name))),
        },
    };
    match value_of(E::ENUM, &text).and_then(E::from_value) {
        Some(case) => Ok(store_enum(parser.cx(), case)),
        None => {
            let cases: Vec<&str> = E::ENUM.cases.iter().map(|(name, _)| *name).collect();
            let message = format!("expected one of [{}] for {}, got: {text}", cases.join(", "), E::ENUM.name);
            Err(parser.error_at(pos, &message))
        }
    }
}

fn read_case_or_0<E: EnumAttr>(parser: &mut dyn AsmParser) -> Parsed<Attr> {
    let attr = read_case::<E>(parser)?;
    let is_0 = load_enum::<E>(parser.cx(), attr).is_some_and(|case| case.value() == 0);
    Ok(if is_0 { Attr::ABSENT } else { attr })
}

fn value_of(cases: &EnumDef, text: &str) -> Option<u64> {
    let Some(separator) = cases.bits else { return cases.value(text) };
    text.split(separator.trim()).try_fold(0, |all, part| Some(all | cases.value(part.trim())?))
}

fn write_case<E: EnumAttr>(printer: &mut dyn AsmPrinter, attr: Attr) {
    let Some(case) = load_enum::<E>(printer.cx(), attr) else { return printer.attr(attr) };
    printer.text(&spelled(E::ENUM, case.value()));
}

/// The keywords of a value, joined if there are several, and in quotes if they are not one bare identifier.
pub fn spelled(cases: &EnumDef, value: u64) -> String {
    let exact = cases.cases.iter().find(|(_, case)| *case == value);
    let text = match exact {
        Some((name, _)) => (*name).to_owned(),
        None => joined(cases, value),
    };
    let is_keyword = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_keyword { text } else { format!("\"{text}\"") }
}

/// Joins the keywords of the bits of `value`: groups of bits first, the largest first, then single bits.
fn joined(cases: &EnumDef, value: u64) -> String {
    let mut rest = value;
    let mut names = Vec::new();
    let groups = cases.cases.iter().rev().filter(|(_, case)| case.count_ones() > 1);
    let singles = cases.cases.iter().filter(|(_, case)| case.is_power_of_two());
    for (name, case) in groups.chain(singles) {
        if rest & case == *case {
            names.push(*name);
            rest &= !case;
        }
    }
    names.join(cases.bits.unwrap_or("|"))
}

/// Rows of `/// doc`, `Name = "description", "prefix", names;`: keywords of DWARF, stored as strings.
macro_rules! dwarf {
    ($($(#[$doc:meta])* $name:ident = $what:literal, $is:expr;)*) => {$(
        $(#[$doc])*
        pub static $name: AttrConstraint = custom($what, &&AttrSyntax { parse: |parser| read_dwarf(parser, $what, $is), print: write_plain });
    )*};
}

dwarf! {
    /// `DW_TAG_..`
    Tag = "tag", |name| dwarf_name(name, "DW_TAG_", dwarf::TAGS);
    /// `DW_ATE_..`
    Encoding = "encoding", |name| dwarf_name(name, "DW_ATE_", dwarf::ENCODINGS);
    /// `DW_LANG_..`
    Language = "language", |name| dwarf_name(name, "DW_LANG_", dwarf::LANGUAGES);
    /// `DW_CC_..`
    CallingConvention = "calling convention", |name| dwarf_name(name, "DW_CC_", dwarf::CONVENTIONS);
    /// `DW_OP_..`
    OperationEncoding = "operation encoding", is_operation;
}

/// Whether `name` is `prefix` followed by one of `names`.
pub fn dwarf_name(name: &str, prefix: &str, names: &[&str]) -> bool {
    name.strip_prefix(prefix).is_some_and(|rest| names.contains(&rest))
}

/// Whether `name` is an operation of location expressions; three families have 32 members each, with an integer suffix.
fn is_operation(name: &str) -> bool {
    let numbered = ["DW_OP_lit", "DW_OP_reg", "DW_OP_breg"].iter().any(|prefix| {
        let number = name.strip_prefix(prefix).and_then(|digits| digits.parse::<u32>().ok());
        number.is_some_and(|number| number < 32)
    });
    numbered || dwarf_name(name, "DW_OP_", dwarf::OPERATIONS)
}

fn read_dwarf(parser: &mut dyn AsmParser, what: &str, is_known: fn(&str) -> bool) -> Parsed<Attr> {
    let pos = parser.pos();
    let name = parser.any_keyword()?.str(parser.cx()).to_owned();
    if !is_known(&name) {
        return Err(parser.error_at(pos, &format!("invalid debug info {what} name: {name}")));
    }
    Ok(parser.cx().str_attr(&name))
}

fn write_plain(printer: &mut dyn AsmPrinter, attr: Attr) {
    let text = attr.as_str(printer.cx()).unwrap_or_default().to_owned();
    printer.text(&text);
}
