//! Operations of the public tests of control flow.

use std::ops::Range;

use rmlir::prelude::*;

/// Executes one of two regions, and then a third one, each at most once.
#[op(
    name = "test.region_if",
    traits(RecursiveMemoryEffects, SingleBlock),
    interfaces(RegionBranchOp),
    format = "$inputs `` `:` type($inputs) `->` type($results) `then` $then `else` $otherwise `join` $join attr-dict"
)]
pub struct RegionIfOp {
    #[operand]
    inputs: Vec<AnyType>,
    #[region]
    then: SizedRegion1,
    #[region]
    otherwise: AnyRegion,
    #[region]
    join: AnyRegion,
    #[result]
    results: Vec<AnyType>,
}

/// The index of the last region of [`RegionIfOp`].
const JOIN: usize = 2;

impl RegionBranchOp for RegionIfOp<()> {
    fn successors(&self, op: OpRef, from: RegionPoint) -> Vec<RegionSuccessor> {
        match from {
            RegionPoint::Parent => vec![to_region(op, 0), to_region(op, 1)],
            RegionPoint::Region(JOIN) => vec![to_parent(op)],
            RegionPoint::Region(_) => vec![to_region(op, JOIN)],
        }
    }

    fn entry_operands(&self, op: OpRef, _to: RegionPoint) -> Range<usize> {
        0..op.n_operands()
    }

    fn invocation_bounds(&self, op: OpRef, _operands: &[Option<Attr>]) -> Vec<(u64, Option<u64>)> {
        vec![(0, Some(1)); op.n_regions()]
    }
}

fn to_region(op: OpRef, index: usize) -> RegionSuccessor {
    let entry = op.region(index).blocks().next();
    let inputs = entry.map_or_else(Vec::new, |entry| entry.args().map(|argument| argument.id).collect());
    RegionSuccessor { target: RegionPoint::Region(index), inputs }
}

fn to_parent(op: OpRef) -> RegionSuccessor {
    RegionSuccessor { target: RegionPoint::Parent, inputs: op.results().map(|result| result.id).collect() }
}

/// Terminates a region of [`RegionIfOp`].
#[op(
    name = "test.region_if_yield",
    traits(NoMemoryEffect, ReturnLike, Terminator),
    format = "$results `:` type($results) attr-dict"
)]
pub struct RegionIfYieldOp {
    #[operand]
    results: Vec<AnyType>,
}

/// Terminates a region and yields one value.
#[op(name = "test.region_yield", traits(Pure, ReturnLike, Terminator), format = "$result `:` type($result) attr-dict")]
pub struct RegionYieldOp {
    #[operand]
    result: AnyType,
}

/// A region that is executed once.
#[op(name = "test.any_cond", traits(RecursiveMemoryEffects), interfaces(RegionBranchOp))]
pub struct AnyCondOp {
    #[region]
    region: AnyRegion,
    #[result]
    results: Vec<AnyType>,
}

impl RegionBranchOp for AnyCondOp<()> {
    fn successors(&self, op: OpRef, from: RegionPoint) -> Vec<RegionSuccessor> {
        match from {
            RegionPoint::Parent => vec![RegionSuccessor { target: RegionPoint::Region(0), inputs: Vec::new() }],
            RegionPoint::Region(_) => vec![to_parent(op)],
        }
    }

    fn entry_operands(&self, _op: OpRef, _to: RegionPoint) -> Range<usize> {
        0..0
    }

    fn invocation_bounds(&self, _op: OpRef, _operands: &[Option<Attr>]) -> Vec<(u64, Option<u64>)> {
        vec![(1, Some(1))]
    }
}

/// Branches to one of two blocks, the second of which has an argument that this operation produces.
#[op(name = "test.internal_br", traits(AttrSizedOperandSegments, Terminator), interfaces(BranchOp))]
pub struct InternalBrOp {
    #[operand]
    success_operands: Vec<AnyType>,
    #[operand]
    error_operands: Vec<AnyType>,
    #[successor]
    success_path: AnySuccessor,
    #[successor]
    error_path: AnySuccessor,
}

impl BranchOp for InternalBrOp<()> {
    fn successor_operands(&self, op: OpRef, index: usize) -> SuccessorOperands {
        SuccessorOperands { n_produced: index, forwarded: op.operand_range(index) }
    }
}

/// A call whose arguments are between other operands.
#[op(
    name = "test.call_with_segments",
    traits(AttrSizedOperandSegments),
    interfaces(CallOp),
    format = "$callee `(` $prefix `:` type($prefix) `)` `(` $args `:` type($args) `)` `(` $suffix `:` type($suffix) `)` attr-dict"
)]
pub struct CallWithSegmentsOp {
    #[prop]
    callee: FlatSymbolRefAttr,
    #[operand]
    prefix: Vec<AnyType>,
    #[operand]
    args: Vec<AnyType>,
    #[operand]
    suffix: Vec<AnyType>,
}

impl CallOp for CallWithSegmentsOp<()> {
    fn callee_prop(&self) -> Option<usize> {
        Some(CallWithSegmentsOp::CALLEE)
    }

    fn arguments(&self, op: OpRef) -> Range<usize> {
        op.operand_range(CallWithSegmentsOp::ARGS_OPERAND)
    }
}

/// A call that may write to memory before or after the callee.
#[op(
    name = "test.call_and_store",
    interfaces(CallOp, MemoryEffects),
    format = "$callee `(` $callee_operands `)` `,` $address attr-dict `:` functional-type(operands, results)"
)]
pub struct CallAndStoreOp {
    #[prop]
    callee: SymbolRefAttr,
    #[operand]
    address: AnyMemRef,
    #[operand]
    callee_operands: Vec<AnyType>,
    #[prop]
    store_before_call: BoolAttr,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
    #[result]
    results: Vec<AnyType>,
}

impl CallOp for CallAndStoreOp<()> {
    fn callee_prop(&self) -> Option<usize> {
        Some(CallAndStoreOp::CALLEE)
    }

    fn arguments(&self, op: OpRef) -> Range<usize> {
        op.operand_range(CallAndStoreOp::CALLEE_OPERANDS_OPERAND)
    }
}

impl MemoryEffects for CallAndStoreOp<()> {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        vec![Effect::on(EffectKind::Write, op.operand(CallAndStoreOp::ADDRESS_OPERAND).id)]
    }
}

/// A loop whose body is a graph region.
#[op(
    name = "test.graph_loop",
    traits(GraphRegion, NoMemoryEffect, RecursivelySpeculatable, SingleBlock),
    interfaces(LoopLike),
    format = "$args $body attr-dict `:` functional-type(operands, results)"
)]
pub struct GraphLoopOp {
    #[operand]
    args: Vec<AnyType>,
    #[region]
    body: SizedRegion1,
    #[result]
    rets: Vec<AnyType>,
}

impl LoopLike for GraphLoopOp<()> {
    fn loop_regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        vec![op.region(0)]
    }
}
