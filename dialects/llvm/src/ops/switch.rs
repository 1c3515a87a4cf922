//! Branches to many blocks, each with operands of its own.

use std::ops::Range;

use rmlir::core::asm::Unresolved;
use rmlir::core::dense;
use rmlir::prelude::*;

use crate::types::constraint::*;

/// Jumps to the block of the case that equals a value, or to a default.
#[op(name = "llvm.switch", traits(AttrSizedOperandSegments, Pure, Terminator), interfaces(BranchOp),
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

/// Jumps to a block whose address was computed.
#[op(name = "llvm.indirectbr", traits(Pure, Terminator), interfaces(BranchOp),
     parse = parse_indirectbr, print = print_indirectbr)]
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

/// The operands of part `part` of those from `start`, by the sizes in property `slot`.
fn part(op: OpRef, slot: usize, start: usize, part: usize) -> Range<usize> {
    let sizes = op.prop(slot).and_then(|attr| attr.as_int_array(op.cx())).unwrap_or_default();
    let size = |size: &i64| usize::try_from(*size).unwrap_or(0);
    let start = start + sizes.iter().take(part).map(size).sum::<usize>();
    let end = start + sizes.get(part).map_or(0, size);
    start.min(op.n_operands())..end.min(op.n_operands())
}

impl SwitchOp {
    fn case_range(op: OpRef, case: usize) -> Range<usize> {
        part(op, Self::CASE_OPERAND_SEGMENTS, op.operand_range(2).start, case)
    }

    /// The values of the cases.
    pub fn case_list(op: OpRef) -> Vec<ApInt> {
        let values = op.prop(Self::CASE_VALUES).and_then(|attr| attr.dense_elements(op.cx())).unwrap_or_default();
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
    /// The operands of all cases are one field, which a property cuts up again.
    fn set_successor_operands(&self, body: &mut Body, op: OpId, index: usize, operands: &[Value]) {
        let groups = regroup(self, body, op, index, operands);
        let lengths: Vec<i32> = groups.iter().map(|group| group.len() as i32).collect();
        let value = OpRef::new(body, op).operand(0).id;
        let all: Vec<Value> = std::iter::once(value).chain(groups.into_iter().flatten()).collect();
        let sizes = body.cx().i32_array(&[1, lengths[0], lengths[1..].iter().sum()]);
        let cases = body.cx().i32_array(&lengths[1..]);
        body.set_operands(op, &all);
        body.set_prop(op, SwitchOp::OPERAND_SEGMENT_SIZES, sizes);
        body.set_prop(op, SwitchOp::CASE_OPERAND_SEGMENTS, cases);
    }
}

impl BranchOp for IndirectBrOp {
    fn successor_operands(&self, op: OpRef, index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(part(op, IndirectBrOp::INDBR_OPERAND_SEGMENTS, 1, index))
    }
    fn set_successor_operands(&self, body: &mut Body, op: OpId, index: usize, operands: &[Value]) {
        let groups = regroup(self, body, op, index, operands);
        let lengths: Vec<i32> = groups.iter().map(|group| group.len() as i32).collect();
        let addr = OpRef::new(body, op).operand(0).id;
        let all: Vec<Value> = std::iter::once(addr).chain(groups.into_iter().flatten()).collect();
        let sizes = body.cx().i32_array(&lengths);
        body.set_operands(op, &all);
        body.set_prop(op, IndirectBrOp::INDBR_OPERAND_SEGMENTS, sizes);
    }
}

/// The operands of each successor, those of `index` exchanged for `operands`.
fn regroup(branch: &dyn BranchOp, body: &Body, op: OpId, index: usize, operands: &[Value]) -> Vec<Vec<Value>> {
    let view = OpRef::new(body, op);
    let passed = |index| branch.successor_operands(view, index).forwarded.map(|at| view.operand(at).id).collect();
    let mut groups: Vec<Vec<Value>> = (0..view.successors().len()).map(passed).collect();
    operands.clone_into(&mut groups[index]);
    groups
}

/// A block and what it is passed.
pub(super) struct Target {
    pub block: BlockId,
    operands: Vec<Unresolved>,
    types: Vec<Type>,
    pos: u32,
}

impl Target {
    /// Looks the operands up.
    pub fn resolve(&self, parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<i32> {
        parser.resolve_each(&self.operands, &self.types, self.pos, state)?;
        Ok(self.operands.len() as i32)
    }
}

/// Reads `^block(%a, %b : A, B)`.
pub(super) fn parse_target(parser: &mut dyn OpAsmParser) -> Parsed<Target> {
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

/// Writes `^block(%a, %b : A, B)`.
pub(super) fn print_target(printer: &mut dyn AsmPrinter, op: OpRef, index: usize, operands: Range<usize>) {
    if let Some(block) = op.successors().nth(index) {
        printer.successor(block);
    }
    if operands.is_empty() {
        return;
    }
    printer.text("(");
    printer.operands(operands.clone().map(|index| op.operand(index)));
    printer.text(" : ");
    printer.types(operands.map(|index| op.operand(index).ty()));
    printer.text(")");
}

fn parse_switch(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let value = parser.operand()?;
    let ty = parser.asm().colon_type()?;
    parser.asm().token(",")?;
    let default = parse_target(parser)?;
    parser.asm().token("[")?;
    let (mut values, mut cases) = (Vec::new(), Vec::new());
    if !parser.try_token("]") {
        loop {
            values.push(parser.asm().integer()?);
            parser.asm().token(":")?;
            cases.push(parse_target(parser)?);
            if !parser.try_token(",") {
                break;
            }
        }
        parser.asm().token("]")?;
    }
    parser.attr_dict(state)?;
    parser.resolve_same(&[value], ty, state)?;
    state.successors.push(default.block);
    let n_default = default.resolve(parser, state)?;
    let mut segments = Vec::new();
    for case in &cases {
        state.successors.push(case.block);
        segments.push(case.resolve(parser, state)?);
    }
    let cx = parser.cx();
    if !values.is_empty() {
        state.set_prop(SwitchOp::CASE_VALUES, case_values(cx, ty, &values));
    }
    state.set_prop(SwitchOp::CASE_OPERAND_SEGMENTS, cx.i32_array(&segments));
    let sizes = [1, n_default, segments.iter().sum()];
    state.set_prop(SwitchOp::OPERAND_SEGMENT_SIZES, cx.i32_array(&sizes));
    Ok(())
}

/// The elements attribute `dense<values> : vector<n x ty>`.
fn case_values(cx: &Context, ty: Type, values: &[i64]) -> Attr {
    let vector = cx.vector_type(&[values.len() as i64], ty);
    let values: Vec<Attr> = values.iter().map(|&value| cx.int_attr(ty, value)).collect();
    dense::from_elements(cx, vector, &values).unwrap_or(Attr::ABSENT)
}

fn print_switch(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.operand(0));
    printer.text(" : ");
    printer.ty(op.operand(0).ty());
    printer.text(", ");
    print_target(printer, op, 0, op.operand_range(1));
    printer.text(" [");
    printer.newline();
    let cases = SwitchOp::case_list(op);
    let n_cases = cases.len();
    for (index, value) in cases.iter().enumerate() {
        printer.text("  ");
        printer.text(&value.to_string_signed());
        printer.text(": ");
        print_target(printer, op, index + 1, SwitchOp::case_range(op, index));
        if index + 1 < n_cases {
            printer.text(",");
        }
        printer.newline();
    }
    printer.text("]");
    printer.attr_dict(op, &["case_values", "case_operand_segments", "operandSegmentSizes"]);
}

fn verify_switch(op: OpRef) -> Checked {
    let values = op.prop(SwitchOp::CASE_VALUES).and_then(|attr| attr.ty(op.cx()));
    let n_values = values.and_then(|ty| ty.n_elements(op.cx())).unwrap_or(0);
    if n_values != op.successors().len() as i64 - 1 {
        return Err(op.error("expects number of case values to match number of case destinations"));
    }
    if values.is_some_and(|ty| ty.element_or_self(op.cx()) != op.operand(0).ty()) {
        return Err(op.plain_error("expects case value type to match condition value type"));
    }
    Ok(())
}

fn parse_indirectbr(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let addr = parser.operand()?;
    let ty = parser.asm().colon_type()?;
    parser.asm().token(",")?;
    parser.asm().token("[")?;
    let mut targets = Vec::new();
    if !parser.try_token("]") {
        loop {
            targets.push(parse_target(parser)?);
            if !parser.try_token(",") {
                break;
            }
        }
        parser.asm().token("]")?;
    }
    parser.attr_dict(state)?;
    parser.resolve_same(&[addr], ty, state)?;
    let mut segments = Vec::new();
    for target in &targets {
        state.successors.push(target.block);
        segments.push(target.resolve(parser, state)?);
    }
    state.set_prop(IndirectBrOp::INDBR_OPERAND_SEGMENTS, parser.cx().i32_array(&segments));
    Ok(())
}

fn print_indirectbr(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.operand(0));
    printer.text(" : ");
    printer.ty(op.operand(0).ty());
    printer.text(", [");
    let n_targets = op.successors().len();
    for index in 0..n_targets {
        printer.newline();
        print_target(printer, op, index, part(op, IndirectBrOp::INDBR_OPERAND_SEGMENTS, 1, index));
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
