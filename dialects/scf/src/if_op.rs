//! `scf.if`: one of two regions.

use rmlir::core::poison::is_never_poison;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::flow::{to_parent, to_region};
use crate::syntax::print_body;

/// Executes one of two regions, selected by a condition.
///
/// The results are the values that the executed region yields. Without results the else region is optional.
///
/// ```mlir
/// %x = scf.if %c -> (f32) {
///   scf.yield %a : f32
/// } else {
///   scf.yield %b : f32
/// }
/// ```
#[op(name = "scf.if",
     traits(NoRegionArguments, RecursiveMemoryEffects, SingleBlock), interfaces(RegionBranchOp, Speculatable, ValueBounds), terminator = "scf.yield", fold,
     canonicalize,
     eval, verify = verify, parse = parse, print = print)]
pub struct IfOp {
    #[operand]
    condition: I1,
    #[result]
    results: Vec<AnyType>,
    #[region]
    thenRegion: SizedRegion1,
    #[region]
    elseRegion: AtMostOneBlock,
}

impl Speculatable for IfOp<()> {
    /// The condition must not be poison. (Upstream does not require that.)
    fn speculatability(&self, op: OpRef) -> Speculatability {
        if is_never_poison(op.value(IfOp::condition)) { Speculatability::Recursive } else { Speculatability::No }
    }
}

impl IfOp {
    /// The block that is executed when the condition is true.
    pub fn then_block(self, body: &Body) -> BlockId {
        body.entry(self.thenRegion(body)).expect("an `scf.if` has a first block")
    }

    /// The block that is executed when the condition is false, if any.
    pub fn else_block(self, body: &Body) -> Option<BlockId> {
        body.entry(self.elseRegion(body))
    }

    /// The yield of the then block.
    pub fn then_yield(self, body: &Body) -> OpId {
        body.last_op(self.then_block(body)).expect("blocks of an `scf.if` end with a yield")
    }

    /// The yield of the else block, if there is one.
    pub fn else_yield(self, body: &Body) -> Option<OpId> {
        self.else_block(body).and_then(|block| body.last_op(block))
    }
}

/// The successor when the condition is false.
fn on_false(op: OpRef) -> RegionSuccessor {
    if op.region(1).is_empty() { to_parent(op) } else { to_region(1) }
}

impl RegionBranchOp for IfOp<()> {
    fn successors(&self, op: OpRef, from: RegionPoint) -> Vec<RegionSuccessor> {
        match from {
            RegionPoint::Parent => vec![to_region(0), on_false(op)],
            RegionPoint::Region(_) => vec![to_parent(op)],
        }
    }
    fn entry_operands(&self, _op: OpRef, _to: RegionPoint) -> std::ops::Range<usize> {
        0..0
    }
    fn entry_successors(&self, op: OpRef, operands: &[Option<Attr>]) -> Vec<RegionSuccessor> {
        match condition(op, operands) {
            Some(true) => vec![to_region(0)],
            Some(false) => vec![on_false(op)],
            None => self.successors(op, RegionPoint::Parent),
        }
    }
    fn invocation_bounds(&self, op: OpRef, operands: &[Option<Attr>]) -> Vec<(u64, Option<u64>)> {
        let at_most = |runs: bool| (0, Some(u64::from(runs)));
        match condition(op, operands) {
            Some(holds) => vec![at_most(holds), at_most(!holds)],
            None => vec![at_most(true); 2],
        }
    }
}

fn condition(op: OpRef, operands: &[Option<Attr>]) -> Option<bool> {
    operands.first().copied().flatten()?.as_bool(op.cx())
}

fn verify(op: OpRef) -> Checked {
    if op.n_results() > 0 && op.region(1).is_empty() {
        return Err(op.error("must have an else block if defining values"));
    }
    Ok(())
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let condition = parser.operand()?;
    parser.resolve_same(&[condition], Type::I1, state)?;
    state.result_types = parser.asm().optional_arrow_types()?.into();
    parser.parse_region(state, &[])?;
    if parser.try_token("else") {
        parser.parse_region(state, &[])?;
    } else {
        parser.add_empty_region(state);
    }
    parser.attr_dict(state)
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.value(IfOp::condition));
    let has_results = op.n_results() > 0;
    if has_results {
        printer.text(" -> (");
        printer.types(op.results().map(ValueRef::ty));
        printer.text(")");
    }
    printer.text(" ");
    print_body(printer, op.region(0), has_results);
    if !op.region(1).is_empty() {
        printer.text(" else ");
        print_body(printer, op.region(1), has_results);
    }
    printer.attr_dict(op, &[]);
}
