//! Block sizes.
//!
//! With few threads there are several blocks for each, to balance the load; with many there is less than one, since
//! shared resources, such as memory, become the bottleneck. A block has at least the minimum size, or all iterations if
//! there are fewer.

use rmlir::prelude::*;
use rmlir::rewrite::{create_or_fold, known_constant};
use rmlir_arith::{
    CeilDivSIOp, CmpIOp, CmpIPredicate, ConstantOp, FPToSIOp, IndexCastOp, MaxSIOp, MinSIOp, MulFOp, MulIOp, SIToFPOp,
    SelectOp, SubIOp, constant_index,
};
use rmlir_async::RuntimeNumWorkerThreadsOp;
use rmlir_scf::{IfOp, ParallelOp, YieldOp};

use super::compute::{self, Known};
use super::dispatch::{self, Blocks, enter};
use super::functions::Functions;
use super::options::Wanted;
use crate::function::copy_constants;

/// The maximum number of iterations of inner loops, together, that are executed as a whole in each block: more are not
/// unrolled anyway.
const MAX_WHOLE_ITERATIONS: i64 = 512;

/// The number of blocks for each thread, up to the first number of threads below.
const BLOCKS_PER_THREAD: f32 = 8.0;

/// Pairs of a number of threads and the number of blocks for each thread beyond it.
const FEWER_BLOCKS: [(i64, f32); 5] = [(4, 4.0), (8, 2.0), (16, 1.0), (32, 0.8), (64, 0.6)];

/// Replaces the loop `op` by blocks.
pub fn divide<'c>(rw: &mut Rewriter<'_, 'c>, op: ParallelOp, wanted: Wanted, functions: &mut Functions<'c>) {
    rw.before(op.id());
    rw.set_loc(rw.loc(op.id()));
    let min_size = constant_index(rw, wanted.min_block_size);
    copy_constants(rw, op.id());
    let trip_counts = trip_counts(rw, op);
    let mut n_iterations = trip_counts[0];
    for &count in &trip_counts[1..] {
        n_iterations = rw.value(MulIOp::build(n_iterations, count));
    }
    let zero = constant_index(rw, 0);
    let equal = CmpIPredicate::Eq.attr(rw.cx());
    let is_empty = rw.value(CmpIOp::build(n_iterations, zero, equal));
    let choice = rw.create(IfOp::build(&[], is_empty));
    enter(rw, choice.thenRegion(rw));
    rw.create(YieldOp::build(&[]));
    enter(rw, choice.elseRegion(rw));
    let size = size(rw, n_iterations, min_size, wanted.n_threads);
    let count = rw.value(CeilDivSIOp::build(n_iterations, size));
    let mut division = Division { rw, op, wanted, functions, trip_counts, count };
    division.dispatch_best(size);
    rw.erase(op.id());
}

/// The trip count of each dimension.
fn trip_counts(rw: &mut Rewriter, op: ParallelOp) -> Vec<Value> {
    let bounds: Vec<(Value, Value)> = op.lowerBound(rw).into_iter().zip(op.upperBound(rw)).collect();
    let steps: Vec<Value> = op.step(rw).into_iter().collect();
    let mut counts = Vec::with_capacity(steps.len());
    for ((lower, upper), step) in bounds.into_iter().zip(steps) {
        let range = create_or_fold(rw, SubIOp::build(upper, lower));
        counts.push(create_or_fold(rw, CeilDivSIOp::build(range, step)));
    }
    counts
}

/// The number of iterations of a block.
fn size(rw: &mut Rewriter, n_iterations: Value, min_size: Value, n_threads: i64) -> Value {
    let n_threads = match n_threads {
        0.. => constant_index(rw, n_threads),
        _ => rw.value(RuntimeNumWorkerThreadsOp::build()),
    };
    let n_blocks = max_blocks(rw, n_threads);
    let even = rw.value(CeilDivSIOp::build(n_iterations, n_blocks));
    let large = rw.value(MaxSIOp::build(even, min_size));
    rw.value(MinSIOp::build(n_iterations, large))
}

/// The maximum number of blocks.
fn max_blocks(rw: &mut Rewriter, n_threads: Value) -> Value {
    let greater = CmpIPredicate::Sgt.attr(rw.cx());
    let mut factor = float_constant(rw, BLOCKS_PER_THREAD);
    for (threshold, fewer) in FEWER_BLOCKS {
        let threshold = constant_index(rw, threshold);
        let is_beyond = rw.value(CmpIOp::build(n_threads, threshold, greater));
        let fewer = float_constant(rw, fewer);
        factor = rw.value(SelectOp::build(is_beyond, fewer, factor));
    }
    let number = rw.value(IndexCastOp::build(Type::I32, n_threads));
    let number = rw.value(SIToFPOp::build(Type::F32, number));
    let scaled = rw.value(MulFOp::build(factor, number));
    let scaled = rw.value(FPToSIOp::build(Type::I32, scaled));
    let scaled = rw.value(IndexCastOp::build(Type::INDEX, scaled));
    let one = constant_index(rw, 1);
    rw.value(MaxSIOp::build(one, scaled))
}

fn float_constant(rw: &mut Rewriter, value: f32) -> Value {
    let value = ApFloat::from_bits(FloatKind::F32, u128::from(value.to_bits()));
    let value = rw.cx().float_attr(Type::F32, value);
    rw.value(ConstantOp::build(value))
}

/// A loop that is being split into blocks.
struct Division<'a, 'b, 'c> {
    rw: &'a mut Rewriter<'b, 'c>,
    op: ParallelOp,
    wanted: Wanted,
    functions: &'a mut Functions<'c>,
    trip_counts: Vec<Value>,
    /// The number of blocks.
    count: Value,
}

impl Division<'_, '_, '_> {
    /// Dispatches blocks of whole inner loops if these have constant trip counts and are no larger than blocks of this
    /// size.
    fn dispatch_best(&mut self, size: Value) {
        let known = self.known();
        let whole = whole_loops(self.rw, &known.trip_counts);
        let Some((n_whole, n_iterations)) = whole else {
            self.dispatch(size, &known, 0);
            return;
        };
        let inner = constant_index(self.rw, n_iterations);
        let at_least = CmpIPredicate::Sge.attr(self.rw.cx());
        let is_large = self.rw.value(CmpIOp::build(size, inner, at_least));
        let choice = self.rw.create(IfOp::build(&[], is_large));
        let point = self.rw.insert_point();
        let [then_region, else_region] = [choice.thenRegion(self.rw), choice.elseRegion(self.rw)];
        enter(self.rw, then_region);
        self.dispatch_whole(size, &known, n_whole, n_iterations);
        enter(self.rw, else_region);
        self.dispatch(size, &known, 0);
        self.rw.set_insert_point(point);
        self.rw.create(YieldOp::build(&[]));
    }

    /// Dispatches blocks of `size` rounded up to whole inner loops, which have `n_iterations`.
    fn dispatch_whole(&mut self, size: Value, known: &Known, n_whole: usize, n_iterations: i64) {
        let inner = constant_index(self.rw, n_iterations);
        let n_inner = self.rw.value(CeilDivSIOp::build(size, inner));
        let aligned = self.rw.value(MulIOp::build(n_inner, inner));
        self.dispatch(aligned, known, n_whole);
    }

    /// Dispatches blocks of `size`, and terminates the current block.
    fn dispatch(&mut self, size: Value, known: &Known, n_whole: usize) {
        let compute = compute::create(self.rw, self.op, known, n_whole, self.functions);
        let mut shared = self.trip_counts.clone();
        shared.extend(self.op.lowerBound(self.rw));
        shared.extend(self.op.upperBound(self.rw));
        shared.extend(self.op.step(self.rw));
        shared.extend(&compute.captures);
        let blocks = Blocks { compute: &compute, size, count: self.count, shared: &shared };
        if self.wanted.halving {
            dispatch::by_halves(self.rw, blocks, self.functions);
        } else {
            dispatch::one_by_one(self.rw, blocks);
        }
        self.rw.create(YieldOp::build(&[]));
    }

    fn known(&mut self) -> Known {
        let lower_bounds: Vec<Value> = self.op.lowerBound(self.rw).into_iter().collect();
        let steps: Vec<Value> = self.op.step(self.rw).into_iter().collect();
        let body = self.rw.body_mut();
        let mut constants = |values: &[Value]| values.iter().map(|&value| known_constant(body, value)).collect();
        Known {
            trip_counts: constants(&self.trip_counts),
            lower_bounds: constants(&lower_bounds),
            steps: constants(&steps),
        }
    }
}

/// The number of inner loops that may be executed as a whole, and their number of iterations, if there are any.
fn whole_loops(body: &Body, trip_counts: &[Option<Attr>]) -> Option<(usize, i64)> {
    let count = |dim: usize| trip_counts[dim].and_then(|attr| attr.as_i64(body.cx())).unwrap_or(0);
    let (mut whole, mut n_iterations) = (None, 1i64);
    for dim in (1..trip_counts.len()).rev() {
        n_iterations = n_iterations.saturating_mul(count(dim));
        if n_iterations <= 0 || n_iterations > MAX_WHOLE_ITERATIONS {
            break;
        }
        whole = Some((trip_counts.len() - dim, n_iterations));
    }
    whole
}
