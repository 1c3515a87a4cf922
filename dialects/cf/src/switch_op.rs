//! `cf.switch`: a jump by the value of an integer. The syntax has one line per case.

use std::ops::Range;

use rmlir::core::successors::{self, Target, case_values, parse_case_value, parse_flag_type};
use rmlir::core::verify::check_nested_segments;
use rmlir::prelude::*;

/// Jumps to the block of the first case that equals a value, or to a default.
#[op(name = "cf.switch", traits(AttrSizedOperandSegments, Pure, Terminator), interfaces(BranchOp),
     eval, verify = verify,
     canonicalize,
     parse = parse, print = print)]
pub struct SwitchOp {
    #[operand]
    flag: AnyInteger,
    #[operand]
    defaultOperands: Vec<AnyType>,
    #[operand]
    caseOperands: Vec<AnyType>,
    #[prop]
    case_values: Option<AnyIntElementsAttr>,
    #[prop]
    case_operand_segments: DenseI32ArrayAttr,
    #[successor]
    defaultDestination: AnySuccessor,
    #[successor]
    caseDestinations: Vec<AnySuccessor>,
}

impl SwitchOp {
    /// The indices of the operands that are forwarded by case `case`.
    pub fn case_range(op: OpRef, case: usize) -> Range<usize> {
        successors::segment(op, Self::CASE_OPERAND_SEGMENTS, op.operand_range(2).start, case)
    }

    /// The values of the cases.
    pub fn case_list(op: OpRef) -> Vec<ApInt> {
        let values = op.get(Self::case_values).and_then(|attr| attr.dense_elements(op.cx())).unwrap_or_default();
        values.iter().filter_map(|value| value.as_integer(op.cx())).map(|(value, _)| value.clone()).collect()
    }
}

impl BranchOp for SwitchOp {
    fn successor_operands(&self, op: OpRef, index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(match index {
            0 => op.operand_range(1),
            case => SwitchOp::case_range(op, case - 1),
        })
    }
    /// The operands of all cases are one field, which the properties divide into segments.
    fn set_successor_operands(&self, body: &mut Body, op: OpId, index: usize, operands: &[Value]) {
        let lengths = successors::regroup(self, body, op, index, operands);
        let sizes = body.cx().i32_array(&[1, lengths[0], lengths[1..].iter().sum()]);
        let cases = body.cx().i32_array(&lengths[1..]);
        body.set_prop(op, SwitchOp::OPERAND_SEGMENT_SIZES, sizes);
        body.set_prop(op, SwitchOp::CASE_OPERAND_SEGMENTS, cases);
    }
    fn successor_for(&self, op: OpRef, operands: &[Option<Attr>]) -> Option<usize> {
        if op.get(Self::case_values).is_none() {
            return Some(0);
        }
        let (flag, _) = operands.first().copied().flatten()?.as_integer(op.cx())?;
        Some(SwitchOp::case_list(op).iter().position(|case| case == flag).map_or(0, |case| case + 1))
    }
}

fn verify(op: OpRef) -> Checked {
    let n_destinations = op.successors().len() - 1;
    check_nested_segments(op, SwitchOp::CASE_OPERANDS_OPERAND, SwitchOp::CASE_OPERAND_SEGMENTS, n_destinations)?;
    let Some(values) = op.get(SwitchOp::case_values) else {
        if n_destinations == 0 {
            return Ok(());
        }
        return Err(
            op.error(format!("number of case values (0) should match number of case destinations ({n_destinations})"))
        );
    };
    let shaped = values.ty(op.cx()).expect("elements attributes have a type");
    let (flag, element) = (op.value(SwitchOp::flag).ty(), shaped.element_or_self(op.cx()));
    if element != flag {
        let (flag, element) = (op.cx().show_type(flag), op.cx().show_type(element));
        return Err(op.error(format!("'flag' type ('{flag}') should match case value type ('{element}')")));
    }
    let n_values = shaped.n_elements(op.cx()).unwrap_or(0);
    if n_values != n_destinations as i64 {
        return Err(op.error(format!(
            "number of case values ({n_values}) should match number of case destinations ({n_destinations})"
        )));
    }
    Ok(())
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
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

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.value(SwitchOp::flag));
    printer.text(" : ");
    printer.ty(op.value(SwitchOp::flag).ty());
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
    if op.get(SwitchOp::case_values).is_some() {
        printer.newline();
    }
    printer.text("]");
    printer.attr_dict(op, &["case_values", "case_operand_segments", "operandSegmentSizes"]);
}
