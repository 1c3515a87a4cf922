//! Operations with custom syntax.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::types::SlashAttr;

/// A dimension list, as in shaped types.
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

/// An optional group that begins with a custom directive, which determines whether the group is present.
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

/// A string that is the name of an operation.
#[op(
    name = "test.parse_custom_operation_name_api",
    custom(CustomOperationNameEntry = (parse_op_name, print_op_name)),
    format = "`(` custom<CustomOperationNameEntry>($name) `)` attr-dict"
)]
pub struct ParseCustomOperationNameOp {
    #[prop]
    name: StrAttr,
}

fn parse_op_name(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let name = parser.parse_op_name()?;
    args[0] = DirectiveArg::Attr(parser.cx().str_attr(name.str(parser.cx())));
    Ok(true)
}

fn print_op_name(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    printer.text(op.get(ParseCustomOperationNameOp::name));
}

/// Has as many results as the integer in its syntax.
#[op(name = "test.parse_integer_literal", parse = parse_integer_literal, print = print_integer_literal)]
pub struct ParseIntegerLiteralOp {
    #[result]
    results: Vec<Index>,
}

/// The maximum number of results; more are an error in any case.
const MAX_RESULTS: i64 = 1 << 16;

fn parse_integer_literal(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    if !parser.try_token(":") {
        return Ok(());
    }
    let n_results = parser.asm().integer()?.clamp(0, MAX_RESULTS);
    state.result_types.extend(std::iter::repeat_n(Type::INDEX, n_results as usize));
    Ok(())
}

fn print_integer_literal(printer: &mut dyn AsmPrinter, op: OpRef) {
    if op.n_results() > 0 {
        printer.text(&format!(" : {}", op.n_results()));
    }
}

/// A string that is written as a keyword.
#[op(name = "test.parse_wrapped_keyword", parse = parse_wrapped_keyword, print = print_wrapped_keyword)]
pub struct ParseWrappedKeywordOp {
    #[prop]
    keyword: StrAttr,
}

fn parse_wrapped_keyword(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let keyword = parser.asm().any_keyword()?;
    state.set_attr(parser.cx(), "keyword", parser.cx().str_attr(keyword.str(parser.cx())));
    Ok(())
}

fn print_wrapped_keyword(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.text(op.get(ParseWrappedKeywordOp::keyword));
}

/// A string that is written in base64.
#[op(name = "test.parse_b64", parse = parse_base64, print = print_base64)]
pub struct ParseBase64Op {
    #[prop]
    b64: StrAttr,
}

fn parse_base64(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let pos = parser.pos();
    let text = parser.asm().string()?;
    let Ok(bytes) = BASE64_STANDARD.decode(text) else {
        return Err(parser.error_at(pos, "failed to decode base64 string"));
    };
    state.set_attr(parser.cx(), "b64", parser.cx().attr(AttrData::String { value: bytes.into(), ty: Type::NONE }));
    Ok(())
}

fn print_base64(printer: &mut dyn AsmPrinter, op: OpRef) {
    let bytes = op.prop(ParseBase64Op::B64).and_then(|text| text.as_bytes(op.cx())).unwrap_or(&[]);
    printer.text(&format!(" \"{}\"", BASE64_STANDARD.encode(bytes)));
}

/// Holds a `test.slash_attr`.
#[op(name = "test.slash_attr")]
pub struct SlashAttrOp {
    #[prop]
    attr: SlashAttr,
}

/// Is written as a keyword.
#[op(name = "test.dialect_custom_printer", format = "`custom_format` attr-dict")]
pub struct DialectCustomPrinterOp {}

/// Is written as another keyword.
#[op(name = "test.dialect_custom_format_fallback", format = "`custom_format_fallback` attr-dict")]
pub struct CustomFormatFallbackOp {}

/// The name has several dots.
#[op(name = "test.dialect_custom_printer.with.dot", format = "attr-dict")]
pub struct NameWithDotsOp {}

/// The name has a dot, too.
#[op(name = "test.op.with_dot_in_name", format = "attr-dict")]
pub struct OpWithDotInNameOp {}

/// Has an optional result, whose type is fixed.
#[op(name = "test.format_optional_result_d_op", format = "(`:` type($optional)^)? attr-dict")]
pub struct FormatOptionalResultOp {
    #[result]
    optional: Option<F80>,
}
