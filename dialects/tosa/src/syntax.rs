//! Syntax by hand: modes as plain keywords, and control flow.

use rmlir::core::asm::{Assignments, RegionPrint};
use rmlir::core::{DialectAttr, EnumAttr};
use rmlir::prelude::*;

use crate::attrs::{BlockSize, NanPropagationMode, ResizeMode, RoundingMode};

/// A mode whose case may be written as a plain keyword in the dictionary of attributes.
pub(crate) trait Keyword: EnumAttr + DialectAttr {
    /// The name of the attribute.
    const ATTR: &'static str;
    /// The name in messages about unknown cases.
    const CALLED: &'static str;
}

/// Rows of `Mode = "attribute", "name in messages";`.
macro_rules! keywords {
    ($($mode:ident = $attr:literal, $called:literal;)*) => {
        $(impl Keyword for $mode {
            const ATTR: &'static str = $attr;
            const CALLED: &'static str = $called;
        })*

        /// The keyword of `attr`, if it is a mode.
        fn keyword_of(cx: &Context, attr: Attr) -> Option<String> {
            $(if let Some(mode) = $mode::from_attr(cx, attr) {
                return $mode::ENUM.keyword(mode.value()).map(|keyword| keyword.into_owned());
            })*
            None
        }
    };
}

keywords! {
    RoundingMode = "rounding_mode", "rounding_mode";
    ResizeMode = "mode", "resize mode";
    NanPropagationMode = "nan_mode", "nan_mode";
    BlockSize = "block_size", "block_size";
}

/// Parses `%a, %b {attrs} : (types) -> type`, where the mode `K` may be a plain keyword.
pub(crate) fn parse_with_keyword<K: Keyword>(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let mut operands = vec![parser.operand()?];
    while parser.try_token(",") {
        operands.push(parser.operand()?);
    }
    if parser.try_token("{") && !parser.try_token("}") {
        loop {
            parse_entry::<K>(parser, state)?;
            if !parser.try_token(",") {
                break;
            }
        }
        parser.asm().token("}")?;
    }
    parser.asm().token(":")?;
    let (inputs, results) = function_type(parser)?;
    let pos = parser.pos();
    parser.resolve_each(&operands, &inputs, pos, state)?;
    state.result_types = results.into();
    Ok(())
}

/// Parses `name = value`.
fn parse_entry<K: Keyword>(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let name = parser.asm().any_keyword()?.str(parser.cx()).to_owned();
    parser.asm().token("=")?;
    let value = if name == K::ATTR { parse_mode::<K>(parser)? } else { None };
    let value = match value {
        Some(value) => value,
        None => parser.parse_attr(None)?,
    };
    state.set_attr(parser.cx(), &name, value);
    Ok(())
}

/// Parses a plain keyword, if there is one.
fn parse_mode<K: Keyword>(parser: &mut dyn OpAsmParser) -> Parsed<Option<Attr>> {
    let Some(keyword) = parser.try_any_keyword() else { return Ok(None) };
    let keyword = keyword.str(parser.cx()).to_owned();
    match K::ENUM.value(&keyword).and_then(K::from_value) {
        Some(mode) => Ok(Some(mode.attr(parser.cx()))),
        None => {
            let pos = parser.pos();
            Err(parser.error_at(pos, &format!("invalid {} value: {keyword}", K::CALLED)))
        }
    }
}

/// Parses the type of a function: the types of operands and results.
fn function_type(parser: &mut dyn OpAsmParser) -> Parsed<(Vec<Type>, Vec<Type>)> {
    let pos = parser.pos();
    let ty = parser.parse_type()?;
    match ty.function(parser.cx()) {
        Some((inputs, results)) => Ok((inputs.to_vec(), results.to_vec())),
        None => {
            let found = parser.cx().show_type(ty);
            let message = format!("invalid kind of type specified: expected builtin.function, but found '{found}'");
            Err(parser.error_at(pos, &message))
        }
    }
}

/// Prints modes as plain keywords, except that NaN is propagated, which is the default.
pub(crate) fn print_nan_mode(printer: &mut dyn AsmPrinter, op: OpRef) {
    print(printer, op, |cx, attr| NanPropagationMode::from_attr(cx, attr) == Some(NanPropagationMode::Propagate));
}

/// Prints modes as plain keywords.
pub(crate) fn print_keywords(printer: &mut dyn AsmPrinter, op: OpRef) {
    print(printer, op, |_, _| false);
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef, is_elided: fn(&Context, Attr) -> bool) {
    let cx = op.cx();
    printer.text(" ");
    printer.operands(op.operands());
    let mut entries = all_attrs(op);
    entries.retain(|&(_, attr)| !is_elided(cx, attr));
    for (index, (name, attr)) in entries.iter().enumerate() {
        printer.text(if index == 0 { " {" } else { ", " });
        printer.text(name);
        printer.text(" = ");
        match keyword_of(cx, *attr) {
            Some(keyword) => printer.text(&keyword),
            None => printer.attr(*attr),
        }
    }
    printer.text(if entries.is_empty() { " : " } else { "} : " });
    printer.functional_type(op);
}

/// The inherent and discardable attributes by name.
fn all_attrs<'a>(op: OpRef<'a>) -> Vec<(&'a str, Attr)> {
    let props = op.def().map_or(&[][..], |def| def.props);
    let inherent = props.iter().enumerate().filter_map(|(slot, prop)| Some((prop.name, op.prop(slot)?)));
    let discardable = op.discardable_attrs().iter().map(|entry| (entry.name.str(op.cx()), entry.value));
    let mut entries: Vec<(&str, Attr)> = inherent.chain(discardable).collect();
    entries.sort_by_key(|&(name, _)| name);
    entries
}

fn args_of(region: RegionRef) -> Vec<ValueRef> {
    region.entry().map_or(Vec::new(), |entry| entry.args().collect())
}

/// Parses `%condition (%arg = %init, ..) : type (types) -> types {..} else {..}`.
pub(crate) fn parse_if(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let condition = parser.operand()?;
    let carried = if parser.at("(") { Some(parser.assignments()?) } else { None };
    let ty = parser.asm().colon_type()?;
    let condition = parser.resolve(condition, ty)?;
    state.operands.push(condition);
    match carried {
        Some(carried) => {
            let (inputs, results) = function_type(parser)?;
            state.result_types = results.into();
            let pos = parser.pos();
            resolve_inputs(parser, state, &carried, &inputs, pos)?;
        }
        None => state.result_types = parser.asm().optional_arrow_types()?.into(),
    }
    parser.parse_full_region(state, &[])?;
    if parser.try_token("else") {
        parser.parse_full_region(state, &[])?;
    } else {
        parser.add_empty_region(state);
    }
    parser.attr_dict(state)
}

/// Resolves the initial values; a mismatch in count is reported at `pos`.
fn resolve_inputs(
    parser: &mut dyn OpAsmParser,
    state: &mut OpState,
    carried: &Assignments,
    inputs: &[Type],
    pos: u32,
) -> Parsed<()> {
    let (wanted, got) = (carried.inits.len(), inputs.len());
    if wanted != got {
        let message = format!("expected as many input types as operands (expected {wanted} got {got})");
        return Err(parser.error_at(pos, &message));
    }
    parser.resolve_each(&carried.inits, inputs, pos, state)
}

/// Prints what [`parse_if`] parses.
pub(crate) fn print_if(printer: &mut dyn AsmPrinter, op: OpRef) {
    let condition = op.operand(0);
    printer.text(" ");
    printer.operand(condition);
    let inputs = || op.operands().skip(1);
    printer.assignments(" ", args_of(op.region(0)), inputs());
    printer.text(" : ");
    printer.ty(condition.ty());
    if inputs().len() > 0 {
        printer.text(" (");
        printer.types(inputs().map(ValueRef::ty));
        printer.text(")");
    }
    let results: Vec<Type> = op.results().map(ValueRef::ty).collect();
    printer.optional_arrow_types(&results);
    printer.text(" ");
    printer.region(op.region(0), RegionPrint::default());
    if !op.region(1).is_empty() {
        printer.text(" else ");
        printer.region(op.region(1), RegionPrint::default());
    }
    printer.attr_dict(op, &[]);
}

/// Parses `(%arg = %init, ..) : (types) -> types {..} do {..}`.
pub(crate) fn parse_while(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let mut carried = if parser.at("(") { parser.assignments()? } else { Assignments::default() };
    let pos = parser.pos();
    parser.asm().token(":")?;
    let (inputs, results) = function_type(parser)?;
    state.result_types = results.into();
    resolve_inputs(parser, state, &carried, &inputs, pos)?;
    for (arg, &ty) in carried.args.iter_mut().zip(&inputs) {
        arg.ty = ty;
    }
    parser.parse_full_region(state, &carried.args)?;
    parser.asm().keyword("do")?;
    parser.parse_full_region(state, &[])?;
    parser.attr_dict_with_keyword(state)
}

/// Prints what [`parse_while`] parses.
pub(crate) fn print_while(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.assignments(" ", args_of(op.region(0)), op.operands());
    printer.text(" : ");
    printer.functional_type(op);
    printer.text(" ");
    printer.region(op.region(0), RegionPrint { entry_args: false, ..RegionPrint::default() });
    printer.text(" do ");
    printer.region(op.region(1), RegionPrint::default());
    printer.attr_dict_with_keyword(op, &[]);
}

/// The tensor of indices with these elements.
pub fn index_tensor(cx: &Context, numbers: &[i64]) -> Attr {
    let ty = rmlir_tensor::tensor_type(cx, &[numbers.len() as i64], Type::INDEX);
    let elements: Vec<Attr> = numbers.iter().map(|&number| cx.index_attr(number)).collect();
    rmlir::core::dense::from_elements(cx, ty, &elements).expect("indices are elements of a tensor of indices")
}
