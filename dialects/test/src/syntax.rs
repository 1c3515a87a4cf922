//! Operations with syntax of their own, and the names that they give.

use rmlir::core::asm::{Argument, RegionPrint};
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

/// Sizes, as they stand in types of shapes.
#[op(
    name = "test.custom_dimension_list_attr",
    custom(DimensionList = (parse_sizes, print_sizes)),
    format = "`dimension_list` `=` custom<DimensionList>($dimension_list) attr-dict"
)]
pub struct DimensionListOp {
    #[prop]
    dimension_list: DenseI64ArrayAttr,
}

fn parse_sizes(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let sizes = if parser.try_token("[") {
        parser.asm().token("]")?;
        Vec::new()
    } else {
        parser.parse_dimensions(true, false)?
    };
    args[0] = DirectiveArg::Attr(parser.cx().i64_array(&sizes));
    Ok(true)
}

fn print_sizes(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]) {
    let [DirectiveField::Prop(slot)] = args else { return };
    let sizes = op.prop(*slot).and_then(|sizes| sizes.as_int_array(op.cx())).unwrap_or_default();
    let text = |&size: &i64| if size == DYNAMIC { "?".to_owned() } else { size.to_string() };
    let sizes: Vec<String> = sizes.iter().map(text).collect();
    printer.text(if sizes.is_empty() { "[]" } else { "" });
    printer.text(&sizes.join("x"));
}

/// A group that begins with a directive, which says whether the group is there.
#[op(
    name = "test.optional_custom_attr",
    custom(OptionalCustomParser = (parse_foo, print_foo)),
    format = "attr-dict (custom<OptionalCustomParser>($attr)^) : (`bar`)?"
)]
pub struct OptionalCustomAttrOp {
    #[prop]
    attr: Option<I1Attr>,
}

fn parse_foo(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    if !parser.try_token("foo") {
        return Ok(false);
    }
    args[0] = DirectiveArg::Attr(parser.parse_attr(Some(Type::I1))?);
    Ok(true)
}

fn print_foo(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]) {
    let [DirectiveField::Prop(slot)] = args else { return };
    if let Some(attr) = op.prop(*slot) {
        printer.text("foo ");
        printer.attr_without_type(attr);
    }
}

/// A region whose arguments have the names that an attribute holds, and stand before it.
#[op(name = "test.polyfor", interfaces(AsmNames), parse = parse_polyfor, print = print_polyfor)]
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

/// Its results have the names that it holds, and it has operands.
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

/// Gives the results of `op` the names in property `prop`.
fn name_results(op: OpRef, prop: usize, name: &mut dyn FnMut(usize, &str)) {
    let names = op.prop(prop).and_then(|names| names.as_array(op.cx())).unwrap_or(&[]);
    for (index, wanted) in names.iter().enumerate().take(op.n_results()) {
        name(index, wanted.as_str(op.cx()).unwrap_or(""));
    }
}
