//! Edges between blocks and the operands that are forwarded along them.

use rmlir::prelude::*;

use super::Lift;

/// The edge to the successor with index `index` of the block `from`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The source of the edge.
    pub from: BlockId,
    /// The index of the successor.
    pub index: usize,
}

impl Lift<'_, '_> {
    pub(super) fn target(&self, edge: Edge) -> BlockId {
        self.rw.successor(self.terminator(edge.from), edge.index)
    }

    /// Redirects `edge` to `block`.
    pub(super) fn redirect(&mut self, edge: Edge, block: BlockId) {
        let op = self.terminator(edge.from);
        self.body().set_successor(op, edge.index, block);
    }

    /// The operands that are forwarded along `edge`.
    pub(super) fn passed(&self, edge: Edge) -> Vec<Value> {
        let view = OpRef::new(&self.rw, self.terminator(edge.from));
        let branch = view.interface::<dyn BranchOp>().expect("branches were checked");
        let range = branch.successor_operands(view, edge.index).forwarded;
        range.map(|index| view.operand(index).id).collect()
    }

    /// Sets the operands that are forwarded along `edge`.
    pub(super) fn pass(&mut self, edge: Edge, values: &[Value]) {
        let op = self.terminator(edge.from);
        let branch = self.rw.interface::<dyn BranchOp>(op).expect("branches were checked");
        branch.set_successor_operands(self.body(), op, edge.index, values);
    }

    /// Appends `value` to the operands forwarded along `edge`.
    pub(super) fn pass_also(&mut self, edge: Edge, value: Value) {
        let mut values = self.passed(edge);
        values.push(value);
        self.pass(edge, &values);
    }

    /// The edges out of `block`.
    pub(super) fn edges_from(&self, block: BlockId) -> Vec<Edge> {
        let count = self.rw.n_successors(self.terminator(block));
        (0..count).map(|index| Edge { from: block, index }).collect()
    }

    /// The edges into `block`, latest first.
    pub(super) fn edges_to(&self, block: BlockId) -> Vec<Edge> {
        let edge = |(op, index): (OpId, u32)| Some(Edge { from: self.rw.block_of(op)?, index: index as usize });
        self.rw.block_uses(block).filter_map(edge).collect()
    }

    /// The blocks that `block` branches to, one entry per edge.
    pub(super) fn successors(&self, block: BlockId) -> Vec<BlockId> {
        self.rw.successors(self.terminator(block)).collect()
    }

    /// The location of the branch at the start of `edge`.
    pub(super) fn edge_loc(&self, edge: Edge) -> Loc {
        self.rw.loc(self.terminator(edge.from))
    }

    /// A detached block.
    pub(super) fn new_block(&mut self) -> BlockId {
        self.body().create_block(&[], &[])
    }

    /// Adds arguments of the same types as those of `other` to `block`.
    pub(super) fn add_args_of(&mut self, block: BlockId, other: BlockId) {
        for index in 0..self.rw.args(other).len() {
            let (ty, loc) = (self.rw.ty(self.rw.arg(other, index)), self.rw.arg_loc(other, index));
            self.rw.add_arg(block, ty, loc);
        }
    }

    /// Replaces each value of `old` by the value of `new` with the same index.
    pub(super) fn replace_values(&mut self, old: &[Value], new: &[Value]) {
        for (&old, &new) in old.iter().zip(new) {
            self.body().replace_all_uses(old, new);
        }
    }

    /// Moves the operations of `from` to the end of `to` and erases `from`.
    pub(super) fn append_block(&mut self, from: BlockId, to: BlockId) {
        let body = self.body();
        if let Some(first) = body.first_op(from) {
            body.move_tail(first, to);
        }
        body.erase_block(from);
    }

    /// Moves `block` to the end of `region`.
    pub(super) fn move_block(&mut self, block: BlockId, region: RegionId) {
        let body = self.body();
        body.unlink_block(block);
        body.append_block(region, block);
    }
}
