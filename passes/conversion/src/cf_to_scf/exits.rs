//! Merges equivalent operations that exit a region into one block.

use rmlir::prelude::*;

use super::{Lift, Target};

impl Lift<'_, '_> {
    /// Moves each kind of operation that exits the region to a block of its own.
    pub(super) fn combine_exits(&mut self) {
        for block in self.rw.blocks(self.region).collect::<Vec<_>>() {
            let last = self.terminator(block);
            if self.rw.n_successors(last) == 0 {
                self.combine_exit(last);
            }
        }
    }

    /// Replaces `op` by a branch to the block for its kind, which is created if needed.
    pub(super) fn combine_exit(&mut self, op: OpId) {
        let known = self.exits.iter().find(|&&(other, _)| self.leaves_alike(op, other)).copied();
        if known.is_some_and(|(other, _)| other == op) {
            return;
        }
        let block = match known {
            Some((_, block)) => block,
            None => self.exit_block(op),
        };
        let loc = self.rw.loc(op);
        let flag = self.number(0);
        self.rw.before(op);
        let args: Vec<Value> = self.rw.operands(op).collect();
        self.switch(loc, flag, &[], &Target { block, args });
        if known.is_some() {
            self.rw.erase(op);
            return;
        }
        self.body().move_to_end(op, block);
        let args = self.rw.args(block).to_vec();
        self.body().set_operands(op, &args);
    }

    fn exit_block(&mut self, op: OpId) -> BlockId {
        let loc = self.rw.loc(op);
        let types: Vec<Type> = self.rw.operand_types(op).collect();
        let region = self.region;
        let body = self.body();
        let block = body.create_block(&types, &vec![loc; types.len()]);
        body.append_block(region, block);
        self.exits.push((op, block));
        block
    }

    fn leaves_alike(&self, a: OpId, b: OpId) -> bool {
        let rw = &self.rw;
        a == b
            || (rw.name(a) == rw.name(b)
                && rw.props(a) == rw.props(b)
                && rw.discardable_attrs(a) == rw.discardable_attrs(b)
                && rw.operand_types(a).eq(rw.operand_types(b))
                && rw.result_types(a).eq(rw.result_types(b))
                && rw.regions(a).is_empty()
                && rw.regions(b).is_empty())
    }
}
