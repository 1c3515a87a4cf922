//! Operations that define the names of their results, arguments and blocks.

use rmlir::core::asm::{Argument, RegionPrint};
use rmlir::prelude::*;

/// A region whose arguments have the names in an attribute, and are printed before it.
#[op(name = "test.polyfor", interfaces(AsmNames), verify_regions = verify_polyfor, parse = parse_polyfor,
     print = print_polyfor)]
pub struct PolyForOp {
    #[region]
    region: AnyRegion,
}

impl AsmNames for PolyForOp {
    fn arg_names(&self, op: OpRef, region: RegionRef, name: &mut dyn FnMut(Value, &str)) {
        let names = op.attr("arg_names").and_then(|names| names.as_array(op.cx())).unwrap_or(&[]);
        let arguments = region.blocks().next().into_iter().flat_map(|entry| entry.args());
        for (argument, wanted) in arguments.zip(names) {
            name(argument.id, wanted.as_str(op.cx()).unwrap_or(""));
        }
    }
}

/// The syntax has no types.
fn verify_polyfor(op: OpRef) -> Checked {
    let mut arguments = op.region(0).entry().into_iter().flat_map(|entry| entry.args());
    match arguments.all(|argument| argument.ty().is_index()) {
        true => Ok(()),
        false => Err(op.error("expected region arguments to be 'index'")),
    }
}

fn parse_polyfor(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let mut arguments = Vec::new();
    loop {
        arguments.push(Argument { ty: Type::INDEX, ..parser.argument(false, false)? });
        if !parser.try_token(",") {
            break;
        }
    }
    parser.parse_region(state, &arguments)
}

fn print_polyfor(printer: &mut dyn AsmPrinter, op: OpRef) {
    let arguments = op.region(0).blocks().next().into_iter().flat_map(|entry| entry.args());
    printer.text(" ");
    printer.operands(arguments);
    printer.text(" ");
    printer.region(op.region(0), RegionPrint { entry_args: false, ..RegionPrint::default() });
}

/// An operation with operands whose results have the names in an attribute.
#[op(name = "test.custom_result_name", interfaces(AsmNames))]
pub struct CustomResultNameOp {
    #[operand]
    inputs: Vec<AnyInteger>,
    #[prop]
    names: StrArrayAttr,
    #[result]
    outputs: Vec<AnyInteger>,
}

impl AsmNames for CustomResultNameOp {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name_results(op, CustomResultNameOp::NAMES, name);
    }
}

/// An operation whose results have the names in an attribute; without it, the parsed names are stored in the attribute.
#[op(
    name = "test.string_attr_pretty_name",
    interfaces(AsmNames),
    parse = parse_pretty_name,
    print = print_pretty_name
)]
pub struct StringAttrPrettyNameOp {
    #[prop]
    names: StrArrayAttr,
    #[result]
    r: Vec<I32>,
}

impl AsmNames for StringAttrPrettyNameOp {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name_results(op, Self::NAMES, &mut |index, wanted| {
            if !wanted.is_empty() {
                name(index, wanted);
            }
        });
    }
}

fn parse_pretty_name(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let n_results = parser.n_result_names();
    state.result_types.extend(std::iter::repeat_n(Type::I32, n_results));
    parser.attr_dict_with_keyword(state)?;
    if n_results == 0 || state.get_attr(parser.cx(), "names").is_some() {
        return Ok(());
    }
    let is_name = |name: &str| !name.starts_with(|first: char| first.is_ascii_digit());
    let names: Vec<Attr> = (0..n_results)
        .map(|index| {
            let written = parser.result_name(index).map_or("", |name| name.str(parser.cx()));
            parser.cx().str_attr(if is_name(written) { written } else { "" })
        })
        .collect();
    state.set_attr(parser.cx(), "names", parser.cx().array_attr(&names));
    Ok(())
}

fn print_pretty_name(printer: &mut dyn AsmPrinter, op: OpRef) {
    let names = op.get(StringAttrPrettyNameOp::names);
    let is_said = |(result, &name): (ValueRef, &&str)| printer.name_of(result).get(1..) == Some(name);
    let are_said = names.len() == op.n_results() && op.results().zip(&names).all(is_said);
    printer.attr_dict_with_keyword(op, if are_said { &["names"] } else { &[] });
}

/// An operation with several results, whose names are those of their fields.
#[op(name = "test.asm_interface_op", interfaces(AsmNames))]
pub struct AsmInterfaceOp {
    #[result]
    first: AnyType,
    #[result]
    middle_results: Vec<AnyType>,
    #[result(name = "")]
    last: AnyType,
}

impl AsmNames for AsmInterfaceOp {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "first");
        if op.n_results() > 2 {
            name(1, "middle_results");
        }
        name(op.n_results() - 1, "");
    }
}

/// An operation in whose region this dialect is the default.
#[op(name = "test.default_dialect", interfaces(AsmNames), format = "regions attr-dict-with-keyword")]
pub struct DefaultDialectOp {
    #[region]
    body: AnyRegion,
}

impl AsmNames for DefaultDialectOp {
    fn default_dialect(&self, _op: OpRef) -> Option<&'static str> {
        Some("test")
    }
}

/// An operation whose blocks have names.
#[op(name = "test.block_names", interfaces(AsmNames), format = "regions attr-dict-with-keyword")]
pub struct BlockNamesOp {
    #[region]
    body: AnyRegion,
}

impl AsmNames for BlockNamesOp {
    fn block_names(&self, op: OpRef, name: &mut dyn FnMut(BlockId, &str)) {
        for (index, block) in op.region(0).blocks().enumerate() {
            name(block.id, &format!("foo{index}"));
        }
    }
}

/// Names the results of `op` by the names in property `prop`.
fn name_results(op: OpRef, prop: usize, name: &mut dyn FnMut(usize, &str)) {
    let names = op.prop(prop).and_then(|names| names.as_array(op.cx())).unwrap_or(&[]);
    for (index, wanted) in names.iter().enumerate().take(op.n_results()) {
        name(index, wanted.as_str(op.cx()).unwrap_or(""));
    }
}
