//! Lanes permuted within a row: the index of lane `l` is `row ^ number` with a uniform `number`.
//!
//! The row has as many elements as there are lanes, and its start is aligned to that. The upper bits of the number
//! select another such row; the lower bits flip those of the lane index.

use rmlir_arith::{AndIOp, CmpIOp, CmpIPredicate, XOrIOp};
use rmlir_memref::{LoadOp, StoreOp};

use super::turned_row::{Flip, TurnedRow};
use super::*;

impl Generator<'_, '_, '_, '_> {
    /// Records the row accessed at the result of `op` if lanes are permuted within a row there.
    pub(super) fn note_turned_row(&mut self, op: OpId, forms: &[Form]) {
        let body = self.known.graph.body;
        let view = OpRef::new(body, op);
        let is_turned = view.is::<XOrIOp>() && self.known.lanes.shape(body.result(op, 0)).is_varying();
        if !is_turned || !self.is_last_index(body.result(op, 0)) {
            return;
        }
        let (base, number) = match (forms[0], forms[1]) {
            (Form::Strided(base, 1), Form::Uniform(number)) if self.is_whole_row(body.operand(op, 0)) => (base, number),
            (Form::Uniform(number), Form::Strided(base, 1)) if self.is_whole_row(body.operand(op, 1)) => (base, number),
            _ => return,
        };
        let constant = rmlir::core::fold::constant_value(self.make.rw, number);
        let found = match constant.and_then(|attr| attr.as_i64(self.make.rw.cx())) {
            Some(number) => (self.in_row(base, number & -self.width), Flip::Constant(number & (self.width - 1))),
            None => {
                let above = self.make.number(Type::INDEX, -self.width);
                let above = self.make.rw.value(AndIOp::build(number, above));
                (self.make.rw.value(XOrIOp::build(base, above)), Flip::Computed(self.bits_below(number)))
            }
        };
        self.turned_rows.insert(body.result(op, 0), TurnedRow { place: self.place, start: found.0, flip: found.1 });
    }

    /// The permuted row that lanes access if `value` is the last index and all active lanes still access it together.
    pub(super) fn turned_row(&self, value: Value) -> Option<TurnedRow> {
        let Known { graph, lanes, linear, .. } = *self.known;
        let Place::Node(node) = linear.places[self.place] else { return None };
        let found = self.turned_rows.get(&value)?;
        let is_here = self.dominators.dominates(found.place as Node, self.place as Node);
        let is_together = lanes.left_apart(graph.node_of(value), node).is_none();
        (is_here && is_together).then(|| TurnedRow { start: self.variables.resolved(found.start), ..found.clone() })
    }

    fn is_last_index(&self, value: Value) -> bool {
        let body = self.known.graph.body;
        body.users(value).any(|user| {
            let view = OpRef::new(body, user);
            let is_access = view.is::<LoadOp>() || view.is::<StoreOp>();
            is_access && body.operands(user).last() == Some(value)
        })
    }

    /// Whether the values of the lanes are the consecutive indices of an aligned row.
    fn is_whole_row(&self, row: Value) -> bool {
        self.width.count_ones() == 1 && self.known.lanes.shape(row).is_within(self.width as u64, self.width)
    }

    fn in_row(&mut self, base: Value, above: i64) -> Value {
        if above == 0 {
            return base;
        }
        let above = self.make.number(Type::INDEX, above);
        self.make.rw.value(XOrIOp::build(base, above))
    }

    /// The bits of the number below the lane count, never poison.
    fn bits_below(&mut self, number: Value) -> Vec<Value> {
        let (differs, zero) = (CmpIPredicate::Ne.attr(self.make.rw.cx()), self.make.number(Type::INDEX, 0));
        let is_known = self.is_never_poison(number);
        let mut bits = Vec::new();
        for at in 0..self.width.trailing_zeros() {
            let weight = self.make.number(Type::INDEX, 1 << at);
            let found = self.make.rw.value(AndIOp::build(number, weight));
            let bit = self.make.rw.value(CmpIOp::build(found, zero, differs));
            bits.push(if is_known { bit } else { self.make.frozen(bit) });
        }
        bits
    }

    /// Permutes the lanes of `vector` by `flip`.
    pub(super) fn flipped(&mut self, vector: Value, flip: &Flip) -> Value {
        match flip {
            Flip::Constant(number) => self.make.flipped(vector, *number),
            Flip::Computed(bits) => (0..).zip(bits).fold(vector, |lanes, (at, &bit)| {
                let turned = self.make.flipped(lanes, 1 << at);
                self.make.select(bit, turned, lanes)
            }),
        }
    }
}
