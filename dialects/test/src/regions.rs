//! Operations of the public tests of regions, effects and symbol tables.

use rmlir::core::Loc;
use rmlir::core::asm::{Argument, RegionPrint};
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

/// One region.
#[op(name = "test.one_region_op")]
pub struct OneRegionOp {
    #[region(name = "")]
    region: AnyRegion,
}

/// Two regions.
#[op(name = "test.two_region_op")]
pub struct TwoRegionOp {
    #[region(name = "")]
    first: AnyRegion,
    #[region(name = "")]
    second: AnyRegion,
}

/// A named region of two blocks, and an unnamed one of one block.
#[op(name = "test.sized_region_op")]
pub struct SizedRegionOp {
    #[region]
    my_region: SizedRegion2,
    #[region(name = "")]
    other: SizedRegion1,
}

/// A block without a terminator.
#[op(
    name = "test.single_no_terminator_op",
    traits(GraphRegion, NoTerminator, SingleBlock),
    format = "attr-dict `:` $my_region"
)]
pub struct SingleNoTerminatorOp {
    #[region]
    my_region: SizedRegion1,
}

/// Any number of blocks without terminators.
#[op(
    name = "test.variadic_no_terminator_op",
    traits(GraphRegion, NoTerminator, SingleBlock),
    format = "attr-dict `:` $my_regions"
)]
pub struct VariadicNoTerminatorOp {
    #[region]
    my_regions: Vec<SizedRegion1>,
}

/// A block without a terminator, printed as if its terminator were implicit.
#[op(
    name = "test.single_no_terminator_custom_asm_op",
    traits(NoTerminator, SingleBlock),
    parse = parse_single_no_terminator,
    print = print_single_no_terminator
)]
pub struct SingleNoTerminatorCustomAsmOp {
    #[region(name = "")]
    region: SizedRegion1,
}

fn parse_single_no_terminator(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    parser.parse_region(state, &[])
}

fn print_single_no_terminator(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.region(op.region(0), RegionPrint { entry_args: false, terminators: false, empty_block: false });
}

/// A custom directive with a reference to the region that was parsed before it.
#[op(
    name = "test.dummy_op_with_region_ref",
    traits(NoTerminator),
    custom(DummyRegionRef = (read_nothing, write_nothing)),
    format = "$body attr-dict custom<DummyRegionRef>(ref($body))"
)]
pub struct OpWithRegionRefOp {
    #[region]
    body: AnyRegion,
}

fn read_nothing(_parser: &mut dyn OpAsmParser, _state: &mut OpState, _args: &mut [DirectiveArg]) -> Parsed<bool> {
    Ok(true)
}

fn write_nothing(_printer: &mut dyn AsmPrinter, _op: OpRef, _args: &[DirectiveField]) {}

/// A graph region with a terminator.
#[op(name = "test.graph_region", interfaces(RegionKinds), format = "attr-dict-with-keyword $region")]
pub struct GraphRegionOp {
    #[region]
    region: AnyRegion,
}

impl RegionKinds for GraphRegionOp<()> {
    fn has_ssa_dominance(&self, _op: OpRef, _index: usize) -> bool {
        false
    }
}

/// An isolated region whose argument has the name of the operand.
#[op(name = "test.isolated_region", traits(IsolatedFromAbove), parse = parse_isolated, print = print_isolated)]
pub struct IsolatedRegionOp {
    #[operand(name = "")]
    operand: Index,
    #[region]
    region: SizedRegion1,
}

fn parse_isolated(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let (operand, loc) = (parser.operand()?, Loc::at(parser.pos()));
    parser.resolve_same(&[operand], Type::INDEX, state)?;
    parser.parse_region(state, &[Argument { name: operand, ty: Type::INDEX, attrs: Attr::EMPTY_DICT, loc }])
}

fn print_isolated(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.value(IsolatedRegionOp::operand));
    printer.shadow_region_args(op.region(0), &[op.value(IsolatedRegionOp::operand)]);
    printer.text(" ");
    printer.region(op.region(0), RegionPrint { entry_args: false, ..RegionPrint::default() });
}

/// Regions in which definitions dominate uses.
#[op(name = "test.ssacfg_region", interfaces(RegionKinds))]
pub struct SsaCfgRegionOp {
    #[operand(name = "")]
    operands: Vec<AnyType>,
    #[result(name = "")]
    outputs: Vec<AnyType>,
    #[region]
    regions: Vec<AnyRegion>,
}

impl RegionKinds for SsaCfgRegionOp<()> {
    fn has_ssa_dominance(&self, _op: OpRef, _index: usize) -> bool {
        true
    }
}

/// A symbol table that is not isolated.
#[op(name = "test.symbol_scope", traits(SingleBlock, SymbolTable), terminator = "test.finish")]
pub struct SymbolScopeOp {
    #[region]
    region: SizedRegion1,
}

/// Terminates a block.
#[op(name = "test.finish", traits(Terminator))]
pub struct FinishOp {}

/// Branches to another block.
#[op(name = "test.br", traits(Terminator), interfaces(BranchOp))]
pub struct BrOp {
    #[operand]
    targetOperands: Vec<AnyType>,
    #[successor]
    target: AnySuccessor,
}

impl BranchOp for BrOp<()> {
    fn successor_operands(&self, op: OpRef, _index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(0..op.n_operands())
    }
}

/// Has an allocate and a write effect on its result.
#[op(name = "test.test_effects_result", interfaces(MemoryEffects))]
pub struct EffectsResultOp {
    #[result(name = "")]
    output: I32,
}

impl MemoryEffects for EffectsResultOp<()> {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        let result = op.result(0).id;
        vec![Effect::on(EffectKind::Allocate, result), Effect::on(EffectKind::Write, result)]
    }
}

/// Is canonicalized to a call.
#[op(name = "test.fold_to_call_op", canonicalize(become_call))]
pub struct FoldToCallOp {
    #[prop]
    callee: FlatSymbolRefAttr,
}

#[pattern]
fn become_call(op: FoldToCallOp, rw: &mut Rewriter) -> Match {
    let callee = op.callee(rw);
    rw.replace_with(op, rmlir_func::CallOp::build(&[], &[], callee));
    Match::Yes
}
