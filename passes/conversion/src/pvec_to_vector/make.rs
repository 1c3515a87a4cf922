//! A builder that inserts operations before the lowered one.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_arith::{
    AddIOp, ConstantOp, ExtUIOp, IndexCastOp, IndexCastUIOp, MulIOp, SelectOp, TruncIOp, XOrIOp, elements,
};
use rmlir_pvec::BitsOp;
use rmlir_scf::{IfOp, YieldOp};
use rmlir_vector::{BroadcastOp, CombiningKind, ExtractOp, InsertOp, ReductionOp, ShuffleOp, StepOp};

/// A builder that inserts operations before the lowered one.
pub(super) struct Make<'r, 'a, 'c> {
    pub(super) rw: &'r mut Rewriter<'a, 'c>,
}

impl Make<'_, '_, '_> {
    pub(super) fn ty(&self, value: Value) -> Type {
        self.rw.ty(value)
    }

    pub(super) fn n_lanes(&self, ty: Type) -> usize {
        ty.shape(self.rw.cx()).map_or(1, |shape| shape[0] as usize)
    }

    /// The bits of a mask or predicate.
    pub(super) fn bits(&mut self, predicate: Value) -> Value {
        let ty = rmlir_pvec::bits_type(self.rw.cx(), self.ty(predicate)).expect("a mask has bits");
        self.rw.value(BitsOp::build(ty, predicate))
    }

    /// A constant scalar, or a splat of it.
    pub(super) fn number(&mut self, ty: Type, number: i64) -> Value {
        let scalar = self.rw.cx().int_attr(ty.element_or_self(self.rw.cx()), number);
        self.constant(ty, scalar)
    }

    pub(super) fn constant(&mut self, ty: Type, scalar: Attr) -> Value {
        let attr = elements::splat_attr(self.rw.cx(), ty, scalar);
        self.rw.value(ConstantOp::build(attr))
    }

    /// A cast of an integer to another type.
    pub(super) fn cast(&mut self, value: Value, to: Type) -> Value {
        let cx = self.rw.cx();
        let (from, into) = (self.ty(value).element_or_self(cx), to.element_or_self(cx));
        match (from.int_width(cx), into.int_width(cx)) {
            _ if from == into => value,
            (Some(from), Some(into)) if from < into => self.rw.value(ExtUIOp::build(to, value)),
            (Some(_), Some(_)) => self.rw.value(TruncIOp::build(to, value)),
            (Some(_), None) => self.rw.value(IndexCastUIOp::build(to, value)),
            _ => self.rw.value(IndexCastOp::build(to, value)),
        }
    }

    /// The lane indices, in a vector of type `ty`.
    pub(super) fn step(&mut self, ty: Type) -> Value {
        let indices = self.rw.cx().vector_type(&[self.n_lanes(ty) as i64], Type::INDEX);
        let step = self.rw.value(StepOp::build(indices));
        self.cast(step, ty)
    }

    pub(super) fn broadcast(&mut self, ty: Type, value: Value) -> Value {
        self.rw.value(BroadcastOp::build(ty, value))
    }

    pub(super) fn select(&mut self, condition: Value, then: Value, otherwise: Value) -> Value {
        self.rw.value(SelectOp::build(condition, then, otherwise))
    }

    pub(super) fn add(&mut self, a: Value, b: Value) -> Value {
        self.rw.value(AddIOp::build(a, b))
    }

    pub(super) fn multiply(&mut self, a: Value, b: Value) -> Value {
        self.rw.value(MulIOp::build(a, b))
    }

    pub(super) fn not(&mut self, bits: Value) -> Value {
        let ones = self.constant(self.ty(bits), self.rw.cx().bool_attr(true));
        self.rw.value(XOrIOp::build(bits, ones))
    }

    pub(super) fn reduce(&mut self, kind: CombiningKind, vector: Value, acc: Option<Value>) -> Value {
        let element = self.ty(vector).element_or_self(self.rw.cx());
        let kind = kind.attr(self.rw.cx());
        self.rw.value(ReductionOp::build(element, vector, acc, kind))
    }

    pub(super) fn any(&mut self, bits: Value) -> Value {
        self.reduce(CombiningKind::Or, bits, None)
    }

    /// The value of the lane with index `lane`.
    pub(super) fn lane(&mut self, vector: Value, lane: usize) -> Value {
        let build = ExtractOp::at_static(self.rw.cx(), vector, &[lane as i64]);
        self.rw.value(build)
    }

    pub(super) fn lane_at(&mut self, vector: Value, lane: Value) -> Value {
        let build = ExtractOp::at(self.rw.cx(), vector, &[MixedIndex::Dynamic(lane)]);
        self.rw.value(build)
    }

    /// A shuffle of two vectors; the lanes of the second follow those of the first; -1 is poison.
    pub(super) fn shuffle(&mut self, first: Value, second: Value, lanes: &[i64]) -> Value {
        let mask = self.rw.cx().i64_array(lanes);
        self.rw.value(ShuffleOp::build(first, second, mask))
    }

    pub(super) fn with_lane(&mut self, value: Value, vector: Value, lane: usize) -> Value {
        let build = InsertOp::at_static(self.rw.cx(), value, vector, &[lane as i64]);
        self.rw.value(build)
    }

    pub(super) fn with_lane_at(&mut self, value: Value, vector: Value, lane: Value) -> Value {
        let build = InsertOp::at(self.rw.cx(), value, vector, &[MixedIndex::Dynamic(lane)]);
        self.rw.value(build)
    }

    /// Executes `work` if `bit` holds; returns its values, or `otherwise`.
    pub(super) fn only_if(
        &mut self,
        bit: Value,
        otherwise: &[Value],
        work: impl FnOnce(&mut Self) -> Vec<Value>,
    ) -> Vec<Value> {
        let types: Vec<Type> = otherwise.iter().map(|&value| self.ty(value)).collect();
        let op = self.rw.create(IfOp::build(&types, bit));
        let around = self.rw.insert_point();
        let then = op.thenRegion(self.rw);
        self.rw.create_block(then, &[], &[]);
        let given = work(self);
        self.rw.create(YieldOp::build(&given));
        if !otherwise.is_empty() {
            let region = op.elseRegion(self.rw);
            self.rw.create_block(region, &[], &[]);
            self.rw.create(YieldOp::build(otherwise));
        }
        self.rw.set_insert_point(around);
        self.rw.results(op.id()).to_vec()
    }
}
