//! Syntax that several operations share.

use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

use crate::attrs::{Variadicity, VariadicityArrayAttr};
use crate::names::strings;

/// Parses a region that is optional if its block is empty.
pub(crate) fn parse_block(
    parser: &mut dyn OpAsmParser,
    state: &mut OpState,
    args: &mut [DirectiveArg],
) -> Parsed<bool> {
    let is_empty = if parser.at("{") {
        parser.parse_region(state, &[])?;
        parser.last_region_is_empty()
    } else {
        parser.add_empty_region(state);
        true
    };
    if is_empty {
        parser.add_block_to_last_region(state);
    }
    args[0] = DirectiveArg::Regions(1);
    Ok(true)
}

pub(crate) fn print_block(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    let region = op.region(0);
    if region.entry().is_some_and(|entry| entry.first_op().is_some()) {
        printer.region(region, RegionPrint::default());
    }
}

/// Parses `(name: %value, ..)`: the values, then their names.
pub(crate) fn parse_named(
    parser: &mut dyn OpAsmParser,
    _state: &mut OpState,
    args: &mut [DirectiveArg],
) -> Parsed<bool> {
    parse_list(parser, args, |_, _| Ok(()))
}

/// Parses `(name: variadic %value, ..)`: the values, then their names and variadicities.
pub(crate) fn parse_counted(
    parser: &mut dyn OpAsmParser,
    _state: &mut OpState,
    args: &mut [DirectiveArg],
) -> Parsed<bool> {
    let mut found = Vec::new();
    parse_list(parser, args, |parser, _| {
        let keyword = Variadicity::ALL.into_iter().find(|one| parser.try_token(one.keyword()));
        found.push(keyword.unwrap_or(Variadicity::Single));
        Ok(())
    })?;
    args[2] = DirectiveArg::Attr(VariadicityArrayAttr::of(parser.cx(), &found));
    Ok(true)
}

/// Parses the list; `before` parses the prefix of the value at each index.
fn parse_list(
    parser: &mut dyn OpAsmParser,
    args: &mut [DirectiveArg],
    mut before: impl FnMut(&mut dyn OpAsmParser, usize) -> Parsed<()>,
) -> Parsed<bool> {
    let (mut values, mut names) = (Vec::new(), Vec::new());
    parser.asm().token("(")?;
    if !parser.try_token(")") {
        loop {
            let name = parser.asm().any_keyword()?;
            names.push(parser.cx().str_attr(name.str(parser.cx())));
            parser.asm().token(":")?;
            before(parser, values.len())?;
            values.push(parser.operand()?);
            if !parser.try_token(",") {
                break;
            }
        }
        parser.asm().token(")")?;
    }
    args[0] = DirectiveArg::Operands(values);
    args[1] = DirectiveArg::Attr(parser.cx().array_attr(&names));
    Ok(true)
}

pub(crate) fn print_list(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]) {
    let attr = |index: usize| match args.get(index) {
        Some(DirectiveField::Prop(slot)) => op.prop(*slot),
        _ => None,
    };
    let cx = op.cx();
    let names = attr(1).map(|names| strings(cx, names)).unwrap_or_default();
    let counts = attr(2).and_then(|counts| VariadicityArrayAttr::from_attr(cx, counts));
    let counts = counts.map(|counts| counts.elements(cx)).unwrap_or_default();
    printer.text("(");
    for (index, value) in op.operands().enumerate() {
        let count = counts.get(index).copied().unwrap_or(Variadicity::Single);
        let keyword = match count {
            Variadicity::Single => String::new(),
            _ => format!("{} ", count.keyword()),
        };
        let comma = if index > 0 { ", " } else { "" };
        printer.text(&format!("{comma}{}: {keyword}", names.get(index).copied().unwrap_or_default()));
        printer.operand(value);
    }
    printer.text(")");
}

/// Parses `{"name" = %value, ..}`, or nothing: the values, then their names.
pub(crate) fn parse_attributes(
    parser: &mut dyn OpAsmParser,
    _state: &mut OpState,
    args: &mut [DirectiveArg],
) -> Parsed<bool> {
    let (mut values, mut names) = (Vec::new(), Vec::new());
    if parser.try_token("{") {
        loop {
            names.push(parser.parse_attr(None)?);
            parser.asm().token("=")?;
            values.push(parser.operand()?);
            if !parser.try_token(",") {
                break;
            }
        }
        parser.asm().token("}")?;
    }
    args[0] = DirectiveArg::Operands(values);
    args[1] = DirectiveArg::Attr(parser.cx().array_attr(&names));
    Ok(true)
}

pub(crate) fn print_attributes(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]) {
    let [_, DirectiveField::Prop(slot)] = args else { return };
    let names = op.prop(*slot).and_then(|names| names.as_array(op.cx())).unwrap_or_default();
    if names.is_empty() {
        return;
    }
    for (index, (&name, value)) in names.iter().zip(op.operands()).enumerate() {
        printer.text(if index > 0 { ", " } else { "{" });
        printer.attr(name);
        printer.text(" = ");
        printer.operand(value);
    }
    printer.text("}");
}

/// Parses `@reference`, or `"name"`: exactly one of them is required by the verifier.
pub(crate) fn parse_base(
    parser: &mut dyn OpAsmParser,
    _state: &mut OpState,
    args: &mut [DirectiveArg],
) -> Parsed<bool> {
    let mut name = parser.try_string()?;
    // The attribute dictionary begins with the same token as a dictionary attribute.
    if name.is_none() && !parser.at("{") {
        let pos = parser.pos();
        if let Some(reference) = parser.try_attr(None)? {
            if reference.as_symbol_ref(parser.cx()).is_none() {
                return Err(parser.error_at(pos, "invalid kind of attribute specified"));
            }
            args[0] = DirectiveArg::Attr(reference);
            name = parser.try_string()?;
        }
    }
    if let Some(name) = name {
        args[1] = DirectiveArg::Attr(parser.cx().attr(AttrData::String { value: name, ty: Type::NONE }));
    }
    Ok(true)
}

pub(crate) fn print_base(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]) {
    let values = args.iter().filter_map(|arg| match arg {
        DirectiveField::Prop(slot) => op.prop(*slot),
        _ => None,
    });
    for (index, value) in values.enumerate() {
        printer.text(if index > 0 { " " } else { "" });
        printer.attr(value);
    }
}
