//! The syntax of `cf.switch`: one line per case.

use rmlir::core::successors::{Target, case_values, parse_case_value, parse_flag_type};
use rmlir::prelude::*;

use crate::SwitchOp;

pub(crate) fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let flag = parser.operand()?;
    let flag_type = parse_flag_type(parser)?;
    parser.asm().token(",")?;
    parser.asm().token("[")?;
    parser.asm().keyword("default")?;
    parser.asm().token(":")?;
    let default = Target::parse(parser)?;
    let mut values = Vec::new();
    let mut cases = Vec::new();
    while parser.try_token(",") {
        values.push(parse_case_value(parser.asm(), flag_type)?);
        parser.asm().token(":")?;
        cases.push(Target::parse(parser)?);
    }
    parser.asm().token("]")?;
    parser.attr_dict(state)?;
    let value = parser.resolve(flag, flag_type)?;
    state.operands.push(value);
    let n_default = default.resolve(parser, state)?;
    let segments: Vec<i32> = cases.iter().map(|case| case.resolve(parser, state)).collect::<Parsed<_>>()?;
    let cx = parser.cx();
    if !values.is_empty() {
        state.set_prop(SwitchOp::CASE_VALUES, case_values(cx, flag_type, &values));
    }
    state.set_prop(SwitchOp::CASE_OPERAND_SEGMENTS, cx.i32_array(&segments));
    let sizes = [1, n_default, segments.iter().sum()];
    state.set_prop(SwitchOp::OPERAND_SEGMENT_SIZES, cx.i32_array(&sizes));
    Ok(())
}

pub(crate) fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.operand(0));
    printer.text(" : ");
    printer.ty(op.operand(0).ty());
    printer.text(", [");
    printer.newline();
    printer.text("  default: ");
    Target::print(printer, op, 0, op.operand_range(1));
    for (index, value) in SwitchOp::case_list(op).iter().enumerate() {
        printer.text(",");
        printer.newline();
        // Cases are printed as unsigned integers, as in upstream, unless the parser would refuse that.
        let unsigned = value.zext_value().filter(|&value| i64::try_from(value).is_ok());
        let value = unsigned.map_or_else(|| value.to_string_signed(), |value| value.to_string());
        printer.text(&format!("  {value}: "));
        Target::print(printer, op, index + 1, SwitchOp::case_range(op, index));
    }
    if op.prop(SwitchOp::CASE_VALUES).is_some() {
        printer.newline();
    }
    printer.text("]");
    printer.attr_dict(op, &["case_values", "case_operand_segments", "operandSegmentSizes"]);
}
