//! `pvec.guard`: predicated execution of a region.

use rmlir::core::poison::is_never_poison;
use rmlir::prelude::*;

use crate::types::PredType;

/// Executes its region if a predicate is true.
///
/// The results are the values that the region yields, or those after `else` if the predicate is false. The region may
/// have side effects, and undefined behaviour where the predicate is false.
///
/// ```mlir
/// pvec.guard %p {
///   memref.store %v, %buffer[%i] : memref<8xi32>
/// }
/// %q = pvec.guard %p else %zero : i32 {
///   %d = arith.divsi %a, %b : i32
///   pvec.yield %d : i32
/// }
/// ```
#[op(name = "pvec.guard",
     traits(NoRegionArguments, RecursiveMemoryEffects, SingleBlock),
     interfaces(RegionBranchOp, Speculatable), terminator = "pvec.yield", eval, canonicalize,
     verify = verify, parse = parse,
     print = print)]
pub struct GuardOp {
    #[operand]
    predicate: PredType,
    /// The results if the predicate is false.
    #[operand]
    otherwise: Vec<AnyType>,
    #[result]
    results: Vec<AnyType>,
    #[region]
    body: SizedRegion1,
}

impl GuardOp {
    /// The block of the region.
    pub fn block(self, body: &Body) -> BlockId {
        body.entry(self.body(body)).expect("a guard has a block")
    }

    /// The terminator of the block.
    pub fn terminator(self, body: &Body) -> OpId {
        body.last_op(self.block(body)).expect("the block of a guard ends with a yield")
    }
}

impl Speculatable for GuardOp<()> {
    /// The predicate must not be poison.
    fn speculatability(&self, op: OpRef) -> Speculatability {
        if is_never_poison(op.value(GuardOp::predicate)) { Speculatability::Recursive } else { Speculatability::No }
    }
}

impl RegionBranchOp for GuardOp<()> {
    fn successors(&self, op: OpRef, from: RegionPoint) -> Vec<RegionSuccessor> {
        let region = RegionSuccessor { target: RegionPoint::Region(0), inputs: Vec::new() };
        let inputs = op.results().map(|result| result.id).collect();
        let after = RegionSuccessor { target: RegionPoint::Parent, inputs };
        match from {
            RegionPoint::Parent => vec![region, after],
            RegionPoint::Region(_) => vec![after],
        }
    }
    fn entry_operands(&self, op: OpRef, to: RegionPoint) -> std::ops::Range<usize> {
        match to {
            RegionPoint::Parent => 1..op.n_operands(),
            RegionPoint::Region(_) => 0..0,
        }
    }
    fn invocation_bounds(&self, _op: OpRef, _operands: &[Option<Attr>]) -> Vec<(u64, Option<u64>)> {
        vec![(0, Some(1))]
    }
}

fn verify(op: OpRef) -> Checked {
    let otherwise = op.operands().skip(1).map(ValueRef::ty);
    if !otherwise.eq(op.results().map(ValueRef::ty)) {
        return Err(op.error("requires as many values for the other case as results, of the same types"));
    }
    Ok(())
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let predicate = parser.operand()?;
    let ty = PredType::get(parser.cx()).ty();
    parser.resolve_same(&[predicate], ty, state)?;
    if parser.try_token("else") {
        let pos = parser.pos();
        let otherwise = parser.operand_list(Delimiter::None)?;
        parser.asm().token(":")?;
        let types = parser.asm().type_list()?;
        parser.resolve_each(&otherwise, &types, pos, state)?;
        state.result_types = types.into();
    }
    state.no_inference = true;
    parser.parse_region(state, &[])?;
    parser.attr_dict(state)
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.value(GuardOp::predicate));
    if op.n_results() > 0 {
        printer.text(" else ");
        printer.operands(op.operands().skip(1));
        printer.text(" : ");
        printer.types(op.results().map(ValueRef::ty));
    }
    printer.text(" ");
    printer.region(op.region(0), RegionPrint { terminators: op.n_results() > 0, ..RegionPrint::default() });
    printer.attr_dict(op, &[]);
}

/// Terminates a region and yields values.
#[op(name = "pvec.yield", traits(Pure, ReturnLike, Terminator), parents("pvec.guard", "pvec.foreach"),
     eval = rmlir::interp::eval::yields, format = "attr-dict ($results^ `:` type($results))?")]
pub struct YieldOp {
    #[operand]
    results: Vec<AnyType>,
}
