//! Votes: reductions of a bit over the active lanes.

use rmlir_pvec::VoteAllOp;

use super::*;

impl Generator<'_, '_, '_, '_> {
    /// Generates a vote: whether the bit is set in all active lanes, or in how many.
    pub(super) fn vote(&mut self, op: OpId, form: Form) {
        let source = self.known.graph.body;
        let bits = self.wide(form);
        let given = match OpRef::new(source, op).is::<VoteAllOp>() {
            true => {
                let bits = self.set_where_off(bits);
                self.make.all(bits)
            }
            false => {
                let bits = self.make.and(self.mask, bits);
                self.make.count(bits)
            }
        };
        self.define(source.result(op, 0), given);
    }

    /// Sets the bits of inactive lanes.
    pub(super) fn set_where_off(&mut self, bits: Value) -> Value {
        let Some(mask) = self.mask else { return bits };
        let all = self.make.all_lanes();
        self.make.select(mask, bits, all)
    }
}
