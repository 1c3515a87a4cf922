//! Operations with regions, successors and symbols.

use rmlir::prelude::*;

/// Its region is isolated from above.
#[op(name = "odd.scope", traits(IsolatedFromAbove, NoTerminator, SymbolTable), format = "attr-dict-with-keyword $body")]
pub struct ScopeOp {
    #[region]
    body: SizedRegion1,
}

/// A graph region, where order is irrelevant.
#[op(name = "odd.graph", traits(NoTerminator), interfaces(RegionKinds), format = "attr-dict-with-keyword $body")]
pub struct GraphOp {
    #[region]
    body: AnyRegion,
}

impl RegionKinds for GraphOp<()> {
    fn has_ssa_dominance(&self, _op: OpRef, _index: usize) -> bool {
        false
    }
}

/// Any number of regions.
#[op(name = "odd.regions", traits(NoTerminator), format = "attr-dict-with-keyword $parts")]
pub struct RegionsOp {
    #[region]
    parts: Vec<AnyRegion>,
}

/// Two regions, of which the second may be empty and is then omitted.
#[op(name = "odd.if_else", terminator = "odd.done", format = "$condition $then (`else` $otherwise^)? attr-dict")]
pub struct IfElseOp {
    #[operand]
    condition: I1,
    #[region]
    then: SizedRegion1,
    #[region]
    otherwise: AtMostOneBlock,
}

/// Terminates a block, and may be omitted if it has no operands.
#[op(name = "odd.done", traits(Pure, ReturnLike, Terminator), format = "($values^ `:` type($values))? attr-dict")]
pub struct DoneOp {
    #[operand]
    values: Vec<AnyType>,
}

/// Branches to one of several blocks, of which only the last has arguments.
#[op(
    name = "odd.jump",
    traits(Terminator),
    interfaces(BranchOp),
    format = "$targets (`with` $values^ `:` type($values))? attr-dict"
)]
pub struct JumpOp {
    #[operand]
    values: Vec<AnyType>,
    #[successor]
    targets: Vec<AnySuccessor>,
}

impl BranchOp for JumpOp<()> {
    fn successor_operands(&self, op: OpRef, index: usize) -> SuccessorOperands {
        let is_last = index + 1 == op.successors().len();
        SuccessorOperands::forwarded(if is_last { 0..op.n_operands() } else { 0..0 })
    }
}

/// A symbol.
#[op(
    name = "odd.label",
    traits(Symbol),
    interfaces(SymbolOp),
    format = "$sym_name (`as` $sym_visibility^)? (`refers` `to` $target^)? attr-dict"
)]
pub struct LabelOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop]
    sym_visibility: Option<StrAttr>,
    #[prop]
    target: Option<FlatSymbolRefAttr>,
}

impl SymbolOp for LabelOp<()> {}
