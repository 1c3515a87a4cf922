//! Reads `$attribute` as its constraint says, for operations and parameters.

use rmlir_core::asm::{AsmParser, ParseError, Parsed};
use rmlir_core::attrs::{Attr, AttrData};
use rmlir_core::dialect::AttrSyntax;
use rmlir_core::opdef::{AttrAsm, AttrConstraint, EnumDef};
use rmlir_core::{Context, Type};

use super::program::AttrStep;
use super::spacing::starts_keyword;

/// The circumstances that the format gives.
#[derive(Clone, Copy, Default)]
pub(super) struct How {
    pub optional: bool,
    pub qualified: bool,
}

impl From<AttrStep> for How {
    fn from(step: AttrStep) -> Self {
        Self { optional: step.optional, qualified: step.qualified }
    }
}

/// Reads the attribute `name`; [`Attr::ABSENT`] if it is optional and missing.
pub(super) fn read(parser: &mut dyn AsmParser, name: &str, constraint: &AttrConstraint, how: &How) -> Parsed<Attr> {
    let bare = !how.qualified && !how.optional;
    match constraint.asm {
        AttrAsm::IntEnum(cases, width) => enumerator(parser, name, cases, width, how.optional),
        AttrAsm::Stripped(def) if bare => {
            let pos = parser.pos();
            let attr = parser.parse_stripped_attr(def, None)?;
            of_kind(parser, constraint, attr, pos)
        }
        AttrAsm::SymbolName => symbol_name(parser, how.optional),
        AttrAsm::DenseArray(element) if bare && !parser.at_hash() => {
            let element = element(parser.cx());
            dense_array(parser, element)
        }
        AttrAsm::Custom(syntax) => (syntax.expect::<AttrSyntax>().parse)(parser),
        AttrAsm::Typed(ty) => {
            let ty = ty(parser.cx());
            plain(parser, constraint, Some(ty), how.optional)
        }
        AttrAsm::Type => type_attr(parser, constraint, how.optional),
        _ => plain(parser, constraint, None, how.optional),
    }
}

/// `attr`, which was read at `pos`, unless it is of another kind than `constraint` stores.
fn of_kind(parser: &mut dyn AsmParser, constraint: &AttrConstraint, attr: Attr, pos: u32) -> Parsed<Attr> {
    if attr.is_absent() || (constraint.kind)(parser.cx(), attr) {
        return Ok(attr);
    }
    Err(parser.error_at(pos, "invalid kind of attribute specified"))
}

/// An attribute in its own syntax.
fn plain(parser: &mut dyn AsmParser, constraint: &AttrConstraint, ty: Option<Type>, optional: bool) -> Parsed<Attr> {
    let pos = parser.pos();
    let attr = match optional {
        false => parser.parse_attr(ty)?,
        true if wants_string(parser.cx(), constraint) => match parser.try_string()? {
            Some(value) => parser.cx().attr(AttrData::String { value, ty: ty.unwrap_or(Type::NONE) }),
            None => Attr::ABSENT,
        },
        true => match may_start(parser, constraint) {
            true => parser.try_attr(ty)?.unwrap_or(Attr::ABSENT),
            false => Attr::ABSENT,
        },
    };
    of_kind(parser, constraint, attr, pos)
}

/// Whether a constraint accepts strings and nothing else.
fn wants_string(cx: &Context, constraint: &AttrConstraint) -> bool {
    let is_kind = |sample| (constraint.kind)(cx, sample);
    is_kind(cx.str_attr("")) && !is_kind(Attr::UNIT) && !is_kind(cx.i64_attr(0))
}

/// Whether an optional attribute of this constraint may be next. A dictionary
/// or an array is left alone by a constraint that wants something else.
fn may_start(parser: &mut dyn AsmParser, constraint: &AttrConstraint) -> bool {
    let wants = |parser: &mut dyn AsmParser, sample| (constraint.kind)(parser.cx(), sample);
    if parser.at("{") {
        return wants(parser, Attr::EMPTY_DICT);
    }
    let wants_array = wants(parser, Attr::EMPTY_ARRAY);
    if parser.at("[") { wants_array } else { !wants_array || wants(parser, Attr::UNIT) }
}

fn type_attr(parser: &mut dyn AsmParser, constraint: &AttrConstraint, optional: bool) -> Parsed<Attr> {
    match parser.try_type()? {
        Some(ty) => Ok(parser.cx().type_attr(ty)),
        None if optional => Ok(Attr::ABSENT),
        None => plain(parser, constraint, Some(Type::NONE), false),
    }
}

fn symbol_name(parser: &mut dyn AsmParser, optional: bool) -> Parsed<Attr> {
    let name = match optional {
        true => parser.try_symbol_name()?,
        false => Some(parser.symbol_name()?),
    };
    Ok(name.map_or(Attr::ABSENT, |name| parser.cx().str_attr(name.str(parser.cx()))))
}

fn enumerator(parser: &mut dyn AsmParser, name: &str, cases: &EnumDef, width: u32, optional: bool) -> Parsed<Attr> {
    let pos = parser.pos();
    let keyword = match optional {
        true => cases.cases.iter().map(|(case, _)| *case).find(|case| starts_keyword(case) && parser.try_token(case)),
        false => {
            let keyword = parser.try_any_keyword().map(|keyword| keyword.str(parser.cx()));
            keyword.and_then(|keyword| cases.cases.iter().map(|(case, _)| *case).find(|case| *case == keyword))
        }
    };
    let value = match keyword {
        Some(keyword) => cases.value(keyword).expect("it is one of the cases"),
        None => match parser.try_string()? {
            None if optional => return Ok(Attr::ABSENT),
            None => return Err(no_enumerator(parser, pos, name, cases)),
            Some(text) => {
                let text = String::from_utf8_lossy(&text);
                let message = || format!("invalid {name} attribute specification: \"{text}\"");
                enum_value(cases, &text).ok_or_else(|| parser.error_at(pos, &message()))?
            }
        },
    };
    let cx = parser.cx();
    Ok(cx.int_attr(cx.int_type(width), value as i64))
}

/// The value of a case, or of joined cases.
pub(super) fn enum_value(cases: &EnumDef, text: &str) -> Option<u64> {
    let Some(separator) = cases.bits else { return cases.value(text) };
    let mut parts = text.split(separator.trim());
    parts.try_fold(0, |all, part| Some(all | cases.value(part.trim())?))
}

fn no_enumerator(parser: &mut dyn AsmParser, pos: u32, name: &str, cases: &EnumDef) -> ParseError {
    let names: Vec<&str> = cases.cases.iter().map(|(case, _)| *case).collect();
    let names = names.join(", ");
    let words = "expected string or keyword containing one of the following enum values for attribute";
    parser.error_at(pos, &format!("{words} '{name}' [{names}]"))
}

/// `[1, 2]` as `array<element: 1, 2>`.
fn dense_array(parser: &mut dyn AsmParser, element: Type) -> Parsed<Attr> {
    parser.token("[")?;
    let mut data = Vec::new();
    if !parser.try_token("]") {
        // As upstream, a bad element does not keep a missing bracket from being reported.
        let list = elements(parser, element, &mut data);
        parser.token("]")?;
        list?;
    }
    Ok(parser.cx().attr(AttrData::DenseArray { element, data: data.into() }))
}

fn elements(parser: &mut dyn AsmParser, element: Type, data: &mut Vec<u8>) -> Parsed<()> {
    loop {
        match element.float_kind(parser.cx()) {
            Some(kind) => {
                let value = parser.parse_float(kind)?;
                let n_bytes = kind.width().div_ceil(8) as usize;
                data.extend_from_slice(&value.bits().to_le_bytes()[..n_bytes]);
            }
            None => integer(parser, element, data)?,
        }
        if !parser.try_token(",") {
            return Ok(());
        }
    }
}

fn integer(parser: &mut dyn AsmParser, element: Type, data: &mut Vec<u8>) -> Parsed<()> {
    if element == Type::I1 {
        let value = match () {
            () if parser.try_token("true") => 1,
            () if parser.try_token("false") => 0,
            () => u8::from(parser.integer()? != 0),
        };
        data.push(value);
        return Ok(());
    }
    let pos = parser.pos();
    let value = parser.integer()?;
    let width = element_width(parser.cx(), element);
    if width < 64 && (value << (64 - width)) >> (64 - width) != value {
        return Err(parser.error_at(pos, "integer value too large"));
    }
    data.extend_from_slice(&value.to_le_bytes()[..width.div_ceil(8) as usize]);
    Ok(())
}

fn element_width(cx: &Context, element: Type) -> u32 {
    element.int_or_index_width(cx).unwrap_or(64).clamp(1, 64)
}
