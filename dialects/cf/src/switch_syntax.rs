//! The syntax of `cf.switch`: one line a case.

use rmlir::core::asm::Unresolved;
use rmlir::core::dense;
use rmlir::prelude::*;

use crate::SwitchOp;

struct Target {
    block: BlockId,
    operands: Vec<Unresolved>,
    types: Vec<Type>,
    pos: u32,
}

pub(crate) fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let flag = parser.operand()?;
    let flag_type = parser.asm().colon_type()?;
    parser.asm().token(",")?;
    parser.asm().token("[")?;
    parser.asm().keyword("default")?;
    parser.asm().token(":")?;
    let default = parse_target(parser)?;
    let mut values = Vec::new();
    let mut cases = Vec::new();
    while parser.try_token(",") {
        values.push(parser.asm().integer()?);
        parser.asm().token(":")?;
        cases.push(parse_target(parser)?);
    }
    parser.asm().token("]")?;
    parser.attr_dict(state)?;
    let value = parser.resolve(flag, flag_type)?;
    state.operands.push(value);
    let mut segments = Vec::new();
    for (index, target) in std::iter::once(&default).chain(&cases).enumerate() {
        parser.resolve_each(&target.operands, &target.types, target.pos, state)?;
        state.successors.push(target.block);
        if index > 0 {
            segments.push(target.operands.len() as i32);
        }
    }
    let cx = parser.cx();
    if !values.is_empty() {
        state.set_prop(SwitchOp::CASE_VALUES, case_values(cx, flag_type, &values));
    }
    let n_case_operands: i32 = segments.iter().sum();
    state.set_prop(SwitchOp::CASE_OPERAND_SEGMENTS, cx.i32_array(&segments));
    let sizes = [1, default.operands.len() as i32, n_case_operands];
    state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&sizes));
    Ok(())
}

/// The elements attribute `dense<values> : vector<n x flag_type>`.
fn case_values(cx: &Context, flag_type: Type, values: &[i64]) -> Attr {
    let ty = cx.vector_type(&[values.len() as i64], flag_type);
    let values: Vec<Attr> = values.iter().map(|&value| cx.int_attr(flag_type, value)).collect();
    dense::from_elements(cx, ty, &values).expect("as many elements as the shape says")
}

fn parse_target(parser: &mut dyn OpAsmParser) -> Parsed<Target> {
    let block = parser.parse_successor()?;
    let pos = parser.pos();
    let mut target = Target { block, operands: Vec::new(), types: Vec::new(), pos };
    if parser.try_token("(") {
        target.operands = parser.operand_list(Delimiter::None)?;
        parser.asm().token(":")?;
        target.types = parser.asm().type_list()?;
        parser.asm().token(")")?;
    }
    Ok(target)
}

pub(crate) fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.operand(0));
    printer.text(" : ");
    printer.ty(op.operand(0).ty());
    printer.text(", [");
    printer.newline();
    printer.text("  default: ");
    print_target(printer, op, 0, op.operand_range(1));
    for (index, value) in SwitchOp::case_list(op).iter().enumerate() {
        printer.text(",");
        printer.newline();
        // Cases are written as unsigned numbers cut to 64 bits, as upstream does.
        let value = value.zext_value().unwrap_or(u64::MAX);
        printer.text(&format!("  {value}: "));
        print_target(printer, op, index + 1, SwitchOp::case_range(op, index));
    }
    if op.prop(SwitchOp::CASE_VALUES).is_some() {
        printer.newline();
    }
    printer.text("]");
    printer.attr_dict(op, &["case_values", "case_operand_segments", "operandSegmentSizes"]);
}

fn print_target(printer: &mut dyn AsmPrinter, op: OpRef, index: usize, operands: std::ops::Range<usize>) {
    let block = op.successors().nth(index).expect("a verified switch has a successor for each case");
    printer.successor(block);
    if operands.is_empty() {
        return;
    }
    printer.text("(");
    printer.operands(operands.clone().map(|index| op.operand(index)));
    printer.text(" : ");
    printer.types(operands.map(|index| op.operand(index).ty()));
    printer.text(")");
}
