//! Parsing and printing of types.
//!
//! A nested type is written without the dialect's prefix, unless types of other dialects are nested in it. So the
//! parser is a recursive descent of its own: `element` parses any type in full, or one of this dialect by its keyword.

use rmlir::core::dialect::{ParamsFormat, ParamsSyntax, TypeDef};
use rmlir::core::params::make_type;
use rmlir::core::types::TypeData;
use rmlir::prelude::*;

use super::compatible::{is_compatible, is_valid_element, own_name};

/// The kind of a structure's body.
#[attr(int = 32)]
pub enum StructBody {
    /// Members with natural alignment.
    Aligned,
    /// Members without padding.
    Packed,
    /// Unknown members.
    Opaque,
    /// A reference to the enclosing structure of the same name.
    Enclosing,
}

/// The maximum nesting depth of types, which limits the use of the stack.
const MAX_DEPTH: usize = 500;

/// The enclosing structures of the type that is being parsed, outermost first.
#[derive(Default)]
struct Around {
    names: Vec<String>,
    depth: usize,
}

/// The types that can be written without prefix.
const PRETTY: &[&str] = &[
    "llvm.ptr",
    "llvm.struct",
    "llvm.array",
    "llvm.func",
    "llvm.void",
    "llvm.target",
    "llvm.token",
    "llvm.label",
    "llvm.metadata",
    "llvm.x86_amx",
    "llvm.ppc_fp128",
];

/// Types with nested types: even in full they are parsed with the enclosing structures.
const NESTING: &[&str] = &["!llvm.array", "!llvm.func", "!llvm.struct", "!llvm.target"];

/// Parses a type that may omit the dialect's prefix.
pub fn parse_pretty(parser: &mut dyn AsmParser) -> Parsed<Type> {
    element(parser, &mut Around::default())
}

/// Prints a type without the dialect's prefix.
pub fn print_pretty(printer: &mut dyn AsmPrinter, ty: Type) {
    let TypeData::Dialect { def, params } = ty.data(printer.cx()).clone() else { return printer.ty(ty) };
    // As in upstream, one type keeps its prefix, although the parser does not require it.
    if def.dialect() != "llvm" || def.mnemonic() == "ppc_fp128" || !is_compatible(printer.cx(), ty) {
        return printer.ty(ty);
    }
    printer.text(def.mnemonic());
    if let ParamsFormat::Custom(syntax) = def.format {
        (syntax.expect::<ParamsSyntax>().print)(printer, &params);
    }
}

fn element(parser: &mut dyn AsmParser, around: &mut Around) -> Parsed<Type> {
    let pos = parser.pos();
    if let Some(name) = NESTING.iter().find(|name| parser.try_token(name)) {
        return element_of(definition(parser.cx(), &name[1..]), pos, parser, around);
    }
    if let Some(ty) = parser.try_type()? {
        return Ok(ty);
    }
    let keyword = parser.any_keyword()?.str(parser.cx()).to_owned();
    let Some(name) = PRETTY.iter().find(|name| name["llvm.".len()..] == keyword) else {
        return Err(parser.error_at(pos, &format!("unknown LLVM type: {keyword}")));
    };
    element_of(definition(parser.cx(), name), pos, parser, around)
}

/// The definition of the dialect's type `name`.
fn definition(cx: &Context, name: &str) -> &'static TypeDef {
    cx.type_def(name).expect("a dialect whose types are parsed is loaded")
}

fn element_of(def: &'static TypeDef, pos: u32, parser: &mut dyn AsmParser, around: &mut Around) -> Parsed<Type> {
    if around.depth == MAX_DEPTH {
        return Err(parser.error_at(pos, "types are nested too deeply"));
    }
    around.depth += 1;
    let params = params_of(def, parser, around)?;
    around.depth -= 1;
    if let Some(Err(why)) = def.verify.map(|verify| verify(parser.cx(), &params)) {
        return Err(parser.error_at(pos, &why));
    }
    Ok(make_type(parser.cx(), def, params))
}

fn params_of(def: &'static TypeDef, parser: &mut dyn AsmParser, around: &mut Around) -> Parsed<Vec<Attr>> {
    match def.mnemonic() {
        "ptr" => pointer(parser),
        "array" => array(parser, around),
        "struct" => structure(parser, around),
        "func" => function(parser, around),
        "target" => target(parser, around),
        _ => Ok(Vec::new()),
    }
}

/// Rows of `name => reader;`, the readers of the definitions.
macro_rules! readers {
    ($($name:ident => $read:expr;)*) => {$(
        pub(super) fn $name(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
            let read: fn(&mut dyn AsmParser, &mut Around) -> Parsed<Vec<Attr>> = $read;
            read(parser, &mut Around::default())
        }
    )*};
}

readers! {
    parse_pointer => |parser, _| pointer(parser);
    parse_array => array;
    parse_struct => structure;
    parse_function => function;
    parse_target => target;
}

/// Empty, or `<address space>`.
/// Follows the error of an address space that is no integer, as in upstream.
const NO_ADDRESS_SPACE: &str = "failed to parse LLVMPointerType parameter 'addressSpace' which is to be a `unsigned`";

fn pointer(parser: &mut dyn AsmParser) -> Parsed<Vec<Attr>> {
    let mut space = 0;
    if parser.try_token("<") {
        space = match parser.integer() {
            Ok(space) => space,
            Err(_) => return Err(parser.error(NO_ADDRESS_SPACE)),
        };
        parser.token(">")?;
    }
    Ok(vec![parser.cx().i64_attr(space)])
}

pub(super) fn print_pointer(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let space = params[0].as_i64(printer.cx()).unwrap_or(0);
    if space != 0 {
        printer.text(&format!("<{space}>"));
    }
}

/// `<n x element>`
fn array(parser: &mut dyn AsmParser, around: &mut Around) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let pos = parser.pos();
    let sizes = parser.parse_dimensions(false, true)?;
    let [size] = sizes[..] else { return Err(parser.error_at(pos, "expected a single dimension")) };
    let element = element(parser, around)?;
    parser.token(">")?;
    let cx = parser.cx();
    Ok(vec![cx.i64_attr(size), cx.type_attr(element)])
}

pub(super) fn print_array(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let size = params[0].as_i64(printer.cx()).unwrap_or(0) as u64;
    printer.text(&format!("<{size} x "));
    print_param(printer, params[1]);
    printer.text(">");
}

fn print_param(printer: &mut dyn AsmPrinter, ty: Attr) {
    let ty = ty.as_type(printer.cx()).unwrap_or(Type::NONE);
    print_pretty(printer, ty);
}

fn print_params(printer: &mut dyn AsmPrinter, list: Attr) {
    crate::attrs::params::separated(printer, list, print_param);
}

/// `<result (params, ...)>`
fn function(parser: &mut dyn AsmParser, around: &mut Around) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let result = element(parser, around)?;
    let (mut params, mut variadic) = (Vec::new(), false);
    parser.token("(")?;
    if !parser.try_token(")") {
        loop {
            if parser.try_token("...") {
                variadic = true;
                break;
            }
            params.push(element(parser, around)?);
            if !parser.try_token(",") {
                break;
            }
        }
        parser.token(")")?;
    }
    parser.token(">")?;
    let cx = parser.cx();
    Ok(vec![cx.type_attr(result), types(cx, &params), cx.bool_attr(variadic)])
}

fn types(cx: &Context, types: &[Type]) -> Attr {
    cx.array_attr(&types.iter().map(|&ty| cx.type_attr(ty)).collect::<Vec<_>>())
}

pub(super) fn print_function(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    printer.text("<");
    print_param(printer, params[0]);
    printer.text(" (");
    print_params(printer, params[1]);
    if params[2] == Attr::TRUE {
        let is_first = params[1] == Attr::EMPTY_ARRAY;
        printer.text(if is_first { "..." } else { ", ..." });
    }
    printer.text(")>");
}

/// `<"name">`, `<"name", opaque>`, `<"name", packed (members)>`, `<(members)>`
fn structure(parser: &mut dyn AsmParser, around: &mut Around) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let name = parser.try_string()?.map(|name| String::from_utf8_lossy(&name).into_owned());
    if let Some(name) = &name {
        let pos = parser.pos();
        if parser.try_token(">") {
            if !around.names.contains(name) {
                return Err(parser.error_at(pos, "struct without a body only allowed in a recursive struct"));
            }
            return Ok(struct_params(parser.cx(), Some(name), StructBody::Enclosing, &[]));
        }
        parser.token(",")?;
    }
    let pos = parser.pos();
    if parser.try_token("opaque") {
        if name.is_none() {
            return Err(parser.error_at(pos, "only identified structs can be opaque"));
        }
        parser.token(">")?;
        return Ok(struct_params(parser.cx(), name.as_deref(), StructBody::Opaque, &[]));
    }
    if name.as_ref().is_some_and(|name| around.names.contains(name)) {
        return Err(parser.error_at(pos, "identifier already used for an enclosing struct"));
    }
    let body = if parser.try_token("packed") { StructBody::Packed } else { StructBody::Aligned };
    around.names.extend(name.clone());
    let members = members(parser, around)?;
    if name.is_some() {
        around.names.pop();
    }
    parser.token(">")?;
    Ok(struct_params(parser.cx(), name.as_deref(), body, &members))
}

fn members(parser: &mut dyn AsmParser, around: &mut Around) -> Parsed<Vec<Type>> {
    parser.token("(")?;
    let mut members = Vec::new();
    if parser.try_token(")") {
        return Ok(members);
    }
    let pos = parser.pos();
    loop {
        members.push(element(parser, around)?);
        if !parser.try_token(",") {
            break;
        }
    }
    parser.token(")")?;
    match members.iter().find(|&&member| !is_valid_element(parser.cx(), member)) {
        Some(&wrong) => {
            let wrong = parser.cx().show_type(wrong).to_string();
            Err(parser.error_at(pos, &format!("invalid LLVM structure element type: '{wrong}'")))
        }
        None => Ok(members),
    }
}

fn struct_params(cx: &Context, name: Option<&str>, body: StructBody, members: &[Type]) -> Vec<Attr> {
    vec![name.map_or(Attr::ABSENT, |name| cx.str_attr(name)), body.attr(cx), types(cx, members)]
}

pub(super) fn print_struct(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    printer.text("<");
    let cx = printer.cx();
    let body = StructBody::from_attr(cx, params[1]).unwrap_or(StructBody::Aligned);
    if let Some(name) = params[0].present() {
        let name = name.as_bytes(cx).unwrap_or_default().to_vec();
        printer.string(&name);
        if body != StructBody::Enclosing {
            printer.text(", ");
        }
    }
    match body {
        StructBody::Enclosing => {}
        StructBody::Opaque => printer.text("opaque"),
        StructBody::Aligned | StructBody::Packed => {
            printer.text(if body == StructBody::Packed { "packed (" } else { "(" });
            print_members(printer, params);
            printer.text(")");
        }
    }
    printer.text(">");
}

/// Prints the members; a recursive reference is as compatible as the other members are.
fn print_members(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let cx = printer.cx();
    let members = params[2].as_array(cx).unwrap_or_default();
    let all_compatible = members.iter().filter_map(|ty| ty.as_type(cx)).all(|ty| is_compatible(cx, ty));
    let name = params[0];
    crate::attrs::params::separated(printer, params[2], |printer, member| match member.as_type(printer.cx()) {
        Some(ty) if !all_compatible && is_enclosing(printer.cx(), ty, name) => printer.ty(ty),
        _ => print_param(printer, member),
    });
}

/// Whether `ty` is a reference to the enclosing structure called `name`.
fn is_enclosing(cx: &Context, ty: Type, name: Attr) -> bool {
    own_name(cx, ty) == Some("struct")
        && ty.dialect_type(cx).is_some_and(|(_, params)| {
            params[0] == name && StructBody::from_attr(cx, params[1]) == Some(StructBody::Enclosing)
        })
}

/// `<"name", types, integers>`
fn target(parser: &mut dyn AsmParser, around: &mut Around) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let name = parser.string()?;
    let (mut type_params, mut numbers) = (Vec::new(), Vec::new());
    while parser.try_token(",") {
        match parser.try_integer()? {
            Some(number) => numbers.push(number.sext_value().unwrap_or(0)),
            None if numbers.is_empty() => type_params.push(element(parser, around)?),
            None => return Err(parser.error("expected integer value")),
        }
    }
    parser.token(">")?;
    let cx = parser.cx();
    Ok(vec![cx.str_attr(&String::from_utf8_lossy(&name)), types(cx, &type_params), cx.i64_array(&numbers)])
}

pub(super) fn print_target(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    printer.text("<");
    let name = params[0].as_bytes(printer.cx()).unwrap_or_default().to_vec();
    printer.string(&name);
    for ty in params[1].as_array(printer.cx()).unwrap_or_default().to_vec() {
        printer.text(", ");
        // As upstream, with the prefix.
        printer.attr(ty);
    }
    for number in params[2].as_int_array(printer.cx()).unwrap_or_default() {
        printer.text(&format!(", {number}"));
    }
    printer.text(">");
}
