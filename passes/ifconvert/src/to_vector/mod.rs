//! Masks as vectors of bits: lowering of lanes and masked accesses to `vector` and `arith` operations.
//!
//! Plan: loops over lanes are strip-mined; operations on lanes and memory are lowered one by one, with the bits of
//! their masks; then [`crate::lower`] lowers definitions, logic, guards and selects, which are the same for bits and
//! vectors of them. [`foreach`], [`lanes`] and [`memory`] lower the operations of the files of the same names in the
//! dialect.

mod foreach;
mod lanes;
mod memory;

use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_arith::{
    AddIOp, ConstantOp, ExtUIOp, IndexCastOp, IndexCastUIOp, MulIOp, SelectOp, TruncIOp, XOrIOp, elements,
};
use rmlir_pvec::BitsOp;
use rmlir_scf::{IfOp, YieldOp};
use rmlir_vector::{BroadcastOp, CombiningKind, ExtractOp, InsertOp, ReductionOp, ShuffleOp, StepOp};

use crate::lower::lower_predicates;

/// Convert lanes, masks and masked memory to vectors.
///
/// Accesses become `vector.maskedload`, `vector.gather`, `vector.expandload` and their stores, votes and reductions
/// `vector.reduction`; predicates and guards are lowered as by [`convert-pvec-to-scf`](#convert-pvec-to-scf). No
/// operation of `pvec` remains.
///
/// ```mlir
/// %v = pvec.load contiguous %m[%i] if %mask else %w : memref<?xf32>, !pvec.mask<8>, vector<8xf32>
/// %any = pvec.any %mask : !pvec.mask<8>
/// // becomes
/// %v = vector.maskedload %m[%i], %mask, %w : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
/// %any = vector.reduction <or>, %mask : vector<8xi1> into i1
/// ```
#[pass(
    name = "convert-pvec-to-vector",
    anchor = "func.func",
    depends(rmlir_arith::Arith, rmlir_memref::MemRef, rmlir_scf::Scf, rmlir_ub::Ub, rmlir_vector::Vector)
)]
pub fn convert_pvec_to_vector(cx: &mut PassCx) -> PassResult {
    lower_all(&mut cx.rewriter());
    Ok(())
}

/// Lowers all operations of the dialect in a body.
pub fn lower_all(rw: &mut Rewriter) {
    foreach::lower_all(rw);
    let mut ops = Vec::new();
    rw.walk_preorder(rw.root(), |op| ops.push(op));
    for op in ops {
        rw.before(op);
        rw.set_loc(rw.loc(op));
        let mut make = Make { rw };
        if !lanes::lower(&mut make, op) {
            memory::lower(&mut make, op);
        }
    }
    lower_predicates(rw);
}

/// A builder that inserts operations before the lowered one.
struct Make<'r, 'a, 'c> {
    rw: &'r mut Rewriter<'a, 'c>,
}

impl Make<'_, '_, '_> {
    fn ty(&self, value: Value) -> Type {
        self.rw.ty(value)
    }

    fn n_lanes(&self, ty: Type) -> usize {
        ty.shape(self.rw.cx()).map_or(1, |shape| shape[0] as usize)
    }

    /// The bits of a mask or predicate.
    fn bits(&mut self, predicate: Value) -> Value {
        let ty = rmlir_pvec::bits_type(self.rw.cx(), self.ty(predicate)).expect("a mask has bits");
        self.rw.value(BitsOp::build(ty, predicate))
    }

    /// A constant scalar, or a splat of it.
    fn number(&mut self, ty: Type, number: i64) -> Value {
        let scalar = self.rw.cx().int_attr(ty.element_or_self(self.rw.cx()), number);
        self.constant(ty, scalar)
    }

    fn constant(&mut self, ty: Type, scalar: Attr) -> Value {
        let attr = elements::splat_attr(self.rw.cx(), ty, scalar);
        self.rw.value(ConstantOp::build(attr))
    }

    /// A cast of an integer to another type.
    fn cast(&mut self, value: Value, to: Type) -> Value {
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
    fn step(&mut self, ty: Type) -> Value {
        let indices = self.rw.cx().vector_type(&[self.n_lanes(ty) as i64], Type::INDEX);
        let step = self.rw.value(StepOp::build(indices));
        self.cast(step, ty)
    }

    fn broadcast(&mut self, ty: Type, value: Value) -> Value {
        self.rw.value(BroadcastOp::build(ty, value))
    }

    fn select(&mut self, condition: Value, then: Value, otherwise: Value) -> Value {
        self.rw.value(SelectOp::build(condition, then, otherwise))
    }

    fn add(&mut self, a: Value, b: Value) -> Value {
        self.rw.value(AddIOp::build(a, b))
    }

    fn multiply(&mut self, a: Value, b: Value) -> Value {
        self.rw.value(MulIOp::build(a, b))
    }

    fn not(&mut self, bits: Value) -> Value {
        let ones = self.constant(self.ty(bits), self.rw.cx().bool_attr(true));
        self.rw.value(XOrIOp::build(bits, ones))
    }

    fn reduce(&mut self, kind: CombiningKind, vector: Value, acc: Option<Value>) -> Value {
        let element = self.ty(vector).element_or_self(self.rw.cx());
        let kind = kind.attr(self.rw.cx());
        self.rw.value(ReductionOp::build(element, vector, acc, kind))
    }

    fn any(&mut self, bits: Value) -> Value {
        self.reduce(CombiningKind::Or, bits, None)
    }

    /// The value of the lane with index `lane`.
    fn lane(&mut self, vector: Value, lane: usize) -> Value {
        let build = ExtractOp::at_static(self.rw.cx(), vector, &[lane as i64]);
        self.rw.value(build)
    }

    fn lane_at(&mut self, vector: Value, lane: Value) -> Value {
        let build = ExtractOp::at(self.rw.cx(), vector, &[MixedIndex::Dynamic(lane)]);
        self.rw.value(build)
    }

    /// A shuffle of two vectors; the lanes of the second follow those of the first; -1 is poison.
    fn shuffle(&mut self, first: Value, second: Value, lanes: &[i64]) -> Value {
        let mask = self.rw.cx().i64_array(lanes);
        self.rw.value(ShuffleOp::build(first, second, mask))
    }

    fn with_lane(&mut self, value: Value, vector: Value, lane: usize) -> Value {
        let build = InsertOp::at_static(self.rw.cx(), value, vector, &[lane as i64]);
        self.rw.value(build)
    }

    fn with_lane_at(&mut self, value: Value, vector: Value, lane: Value) -> Value {
        let build = InsertOp::at(self.rw.cx(), value, vector, &[MixedIndex::Dynamic(lane)]);
        self.rw.value(build)
    }

    /// Executes `work` if `bit` holds; returns its values, or `otherwise`.
    fn only_if(&mut self, bit: Value, otherwise: &[Value], work: impl FnOnce(&mut Self) -> Vec<Value>) -> Vec<Value> {
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
