//! Branches to many blocks, each with operands of its own.

use std::ops::Range;

use rmlir::core::successors::{self, Target, case_values, parse_case_value, parse_flag_type};
use rmlir::core::verify::check_nested_segments;
use rmlir::prelude::*;

use crate::types::constraint::*;

/// Jumps to the block of the case that equals a value, or to a default.
#[op(name = "llvm.switch", eval, traits(AttrSizedOperandSegments, Pure, Terminator), interfaces(BranchOp),
     verify = verify_switch, parse = parse_switch, print = print_switch)]
pub struct SwitchOp {
    #[operand]
    value: SignlessInt,
    #[operand]
    defaultOperands: Vec<AnyType>,
    #[operand]
    caseOperands: Vec<AnyType>,
    #[prop]
    case_values: Option<AnyIntElementsAttr>,
    #[prop]
    case_operand_segments: DenseI32ArrayAttr,
    #[prop]
    branch_weights: Option<DenseI32ArrayAttr>,
    #[successor]
    defaultDestination: AnySuccessor,
    #[successor]
    caseDestinations: Vec<AnySuccessor>,
}

/// Jumps to a computed block address.
#[op(name = "llvm.indirectbr", eval = rmlir::interp::eval::code_addresses, traits(Pure, Terminator), interfaces(BranchOp),
     verify = verify_indirectbr, parse = parse_indirectbr, print = print_indirectbr)]
pub struct IndirectBrOp {
    #[operand]
    addr: Pointer,
    #[operand]
    succOperands: Vec<AnyType>,
    #[prop]
    indbr_operand_segments: DenseI32ArrayAttr,
    #[successor]
    successors: Vec<AnySuccessor>,
}

impl SwitchOp {
    fn case_range(op: OpRef, case: usize) -> Range<usize> {
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
    /// The operands of all cases are one field, which a property divides into segments.
    fn set_successor_operands(&self, body: &mut Body, op: OpId, index: usize, operands: &[Value]) {
        let lengths = successors::regroup(self, body, op, index, operands);
        let sizes = body.cx().i32_array(&[1, lengths[0], lengths[1..].iter().sum()]);
        let cases = body.cx().i32_array(&lengths[1..]);
        body.set_prop(op, SwitchOp::OPERAND_SEGMENT_SIZES, sizes);
        body.set_prop(op, SwitchOp::CASE_OPERAND_SEGMENTS, cases);
    }
}

impl BranchOp for IndirectBrOp {
    fn successor_operands(&self, op: OpRef, index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(successors::segment(op, IndirectBrOp::INDBR_OPERAND_SEGMENTS, 1, index))
    }
    fn set_successor_operands(&self, body: &mut Body, op: OpId, index: usize, operands: &[Value]) {
        let lengths = successors::regroup(self, body, op, index, operands);
        let sizes = body.cx().i32_array(&lengths);
        body.set_prop(op, IndirectBrOp::INDBR_OPERAND_SEGMENTS, sizes);
    }
}

fn parse_switch(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let value = parser.operand()?;
    let ty = parse_flag_type(parser)?;
    parser.asm().token(",")?;
    let default = Target::parse(parser)?;
    parser.asm().token("[")?;
    let (mut values, mut cases) = (Vec::new(), Vec::new());
    if !parser.try_token("]") {
        loop {
            values.push(parse_case_value(parser.asm(), ty)?);
            parser.asm().token(":")?;
            cases.push(Target::parse(parser)?);
            if !parser.try_token(",") {
                break;
            }
        }
        parser.asm().token("]")?;
    }
    parser.attr_dict(state)?;
    parser.resolve_same(&[value], ty, state)?;
    let n_default = default.resolve(parser, state)?;
    let segments: Vec<i32> = cases.iter().map(|case| case.resolve(parser, state)).collect::<Parsed<_>>()?;
    let cx = parser.cx();
    if !values.is_empty() {
        state.set_prop(SwitchOp::CASE_VALUES, case_values(cx, ty, &values));
    }
    state.set_prop(SwitchOp::CASE_OPERAND_SEGMENTS, cx.i32_array(&segments));
    let sizes = [1, n_default, segments.iter().sum()];
    state.set_prop(SwitchOp::OPERAND_SEGMENT_SIZES, cx.i32_array(&sizes));
    Ok(())
}

fn print_switch(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.value(SwitchOp::value));
    printer.text(" : ");
    printer.ty(op.value(SwitchOp::value).ty());
    printer.text(", ");
    Target::print(printer, op, 0, op.operand_range(1));
    printer.text(" [");
    printer.newline();
    let cases = SwitchOp::case_list(op);
    let n_cases = cases.len();
    for (index, value) in cases.iter().enumerate() {
        printer.text("  ");
        printer.text(&value.to_string_signed());
        printer.text(": ");
        Target::print(printer, op, index + 1, SwitchOp::case_range(op, index));
        if index + 1 < n_cases {
            printer.text(",");
        }
        printer.newline();
    }
    printer.text("]");
    printer.attr_dict(op, &["case_values", "case_operand_segments", "operandSegmentSizes"]);
}

fn verify_switch(op: OpRef) -> Checked {
    let n_cases = op.successors().len() - 1;
    check_nested_segments(op, SwitchOp::CASE_OPERANDS_OPERAND, SwitchOp::CASE_OPERAND_SEGMENTS, n_cases)?;
    let values = op.get(SwitchOp::case_values).and_then(|attr| attr.ty(op.cx()));
    let n_values = values.and_then(|ty| ty.n_elements(op.cx())).unwrap_or(0);
    if n_values != op.successors().len() as i64 - 1 {
        return Err(op.error("expects number of case values to match number of case destinations"));
    }
    if values.is_some_and(|ty| ty.element_or_self(op.cx()) != op.value(SwitchOp::value).ty()) {
        return Err(op.plain_error("expects case value type to match condition value type"));
    }
    Ok(())
}

fn verify_indirectbr(op: OpRef) -> Checked {
    let n_successors = op.successors().len();
    check_nested_segments(op, IndirectBrOp::SUCC_OPERANDS_OPERAND, IndirectBrOp::INDBR_OPERAND_SEGMENTS, n_successors)
}

fn parse_indirectbr(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let addr = parser.operand()?;
    let ty = parser.asm().colon_type()?;
    parser.asm().token(",")?;
    parser.asm().token("[")?;
    let mut targets = Vec::new();
    if !parser.try_token("]") {
        loop {
            targets.push(Target::parse(parser)?);
            if !parser.try_token(",") {
                break;
            }
        }
        parser.asm().token("]")?;
    }
    parser.attr_dict(state)?;
    parser.resolve_same(&[addr], ty, state)?;
    let segments: Vec<i32> = targets.iter().map(|target| target.resolve(parser, state)).collect::<Parsed<_>>()?;
    state.set_prop(IndirectBrOp::INDBR_OPERAND_SEGMENTS, parser.cx().i32_array(&segments));
    Ok(())
}

fn print_indirectbr(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.value(IndirectBrOp::addr));
    printer.text(" : ");
    printer.ty(op.value(IndirectBrOp::addr).ty());
    printer.text(", [");
    let n_targets = op.successors().len();
    for index in 0..n_targets {
        printer.newline();
        Target::print(printer, op, index, successors::segment(op, IndirectBrOp::INDBR_OPERAND_SEGMENTS, 1, index));
        if index + 1 < n_targets {
            printer.text(",");
        }
    }
    if n_targets > 0 {
        printer.newline();
    }
    printer.text("]");
    printer.attr_dict(op, &["indbr_operand_segments"]);
}
