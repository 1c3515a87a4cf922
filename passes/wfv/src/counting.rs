//! Masks as integers: population counts, and iteration over active lanes.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_arith::{AndIOp, CmpIOp, CmpIPredicate, ExtUIOp, IndexCastOp, IndexCastUIOp, MulIOp, SubIOp};
use rmlir_math::{CountTrailingZerosOp, CtPopOp};
use rmlir_scf::{ConditionOp, WhileOp, YieldOp};
use rmlir_vector::{BitCastOp, InsertOp};

use crate::masks::Maker;

/// The least width of integers that masks are converted to, a native integer width of machines.
const LEAST_BITS: i64 = 32;

impl Maker<'_, '_, '_> {
    /// Converts the mask to an integer with lane 0 as its least significant bit.
    pub fn bits(&mut self, mask: Value) -> Value {
        let cx = self.rw.cx();
        let ty = cx.int_type(self.width as u32);
        let bits = self.rw.value(BitCastOp::build(cx.vector_type(&[1], ty), mask));
        let bits = self.lane(bits, 0);
        match self.width < LEAST_BITS {
            true => self.rw.value(ExtUIOp::build(cx.int_type(LEAST_BITS as u32), bits)),
            false => bits,
        }
    }

    /// The number of active lanes.
    pub fn count(&mut self, mask: Value) -> Value {
        let bits = self.bits(mask);
        let count = self.rw.value(CtPopOp::build(bits));
        self.rw.value(IndexCastUIOp::build(Type::INDEX, count))
    }

    /// Executes `work` for each active lane, in order: it receives the lane index and returns new values of the
    /// loop-carried values, whose initial values are `start`.
    pub fn in_turn<E>(
        &mut self,
        mask: Value,
        start: &[Value],
        work: impl FnOnce(&mut Self, Value) -> Result<Vec<Value>, E>,
    ) -> Result<Vec<Value>, E> {
        let bits = self.bits(mask);
        let (ty, cx, loc) = (self.rw.ty(bits), self.rw.cx(), self.rw.default_loc());
        let (zero, one) = (self.number(ty, 0), self.number(ty, 1));
        let inits: Vec<Value> = [bits].into_iter().chain(start.iter().copied()).collect();
        let types: Vec<Type> = inits.iter().map(|&value| self.rw.ty(value)).collect();
        let locs = vec![loc; types.len()];
        let turns = self.rw.create(WhileOp::build(&types, &inits));
        let around = self.rw.insert_point();
        let before = turns.before(self.rw);
        let before = self.rw.create_block(before, &types, &locs);
        let carried = self.rw.args(before).to_vec();
        let is_left = self.rw.value(CmpIOp::build(carried[0], zero, CmpIPredicate::Ne.attr(cx)));
        self.rw.create(ConditionOp::build(is_left, &carried));
        let after = turns.after(self.rw);
        let after = self.rw.create_block(after, &types, &locs);
        let carried = self.rw.args(after).to_vec();
        let lane = self.rw.value(CountTrailingZerosOp::build(carried[0]));
        let lane = self.rw.value(IndexCastUIOp::build(Type::INDEX, lane));
        let given = work(self, lane)?;
        let less = self.rw.value(SubIOp::build(carried[0], one));
        let mut next = vec![self.rw.value(AndIOp::build(carried[0], less))];
        for (&vector, value) in carried[1..].iter().zip(given) {
            let build = InsertOp::at(cx, value, vector, &[MixedIndex::Dynamic(lane)]);
            next.push(self.rw.value(build));
        }
        self.rw.create(YieldOp::build(&next));
        self.rw.set_insert_point(around);
        Ok(self.rw.results(turns.id())[1..].to_vec())
    }

    /// The value in lane `lane` of a linear vector with this `base` and `stride`.
    pub fn strided_lane(&mut self, base: Value, stride: i64, lane: Value) -> Value {
        let ty = self.rw.ty(base);
        let lane = match ty.is_index() {
            true => lane,
            false => self.rw.value(IndexCastOp::build(ty, lane)),
        };
        let stride = self.number(ty, stride);
        let distance = self.rw.value(MulIOp::build(lane, stride));
        self.add(base, distance)
    }
}
