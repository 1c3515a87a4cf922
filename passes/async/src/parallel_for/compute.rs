//! The function that computes one block.
//!
//! Its arguments are the index of the block and the size of all blocks, then trip counts, lower bounds, upper bounds
//! and steps of all dimensions, then the live-in values of the loop. Constant arguments are materialized in the
//! function.
//!
//! Notation: a *coordinate* is the iteration number of one dimension, from 0. The block spans from its *first*
//! coordinates to its *last* ones. An inner loop starts at its first coordinate while all surrounding loops are at
//! theirs, and at 0 later; it ends likewise.

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_arith::{
    AddIOp, AndIOp, CmpIOp, CmpIPredicate, ConstantOp, DivSIOp, MinSIOp, MulIOp, RemSIOp, SelectOp, SubIOp,
    constant_index,
};
use rmlir_func::ReturnOp;
use rmlir_scf::{ForOp, ParallelOp, YieldOp};

use super::functions::Functions;
use crate::function::{captures, entry_of, private_function};

/// The constant parameters of a loop, by dimension.
pub struct Known {
    pub trip_counts: Vec<Option<Attr>>,
    pub lower_bounds: Vec<Option<Attr>>,
    pub steps: Vec<Option<Attr>>,
}

/// A function that computes one block.
pub struct Compute {
    pub name: Ident,
    /// Its argument types.
    pub inputs: Vec<Type>,
    /// The live-in values of the loop.
    pub captures: Vec<Value>,
}

/// Creates the function. The innermost `n_whole` loops are executed as a whole in each block.
pub fn create<'c>(
    rw: &Rewriter<'_, 'c>,
    op: ParallelOp,
    known: &Known,
    n_whole: usize,
    functions: &mut Functions<'c>,
) -> Compute {
    let stem = if n_whole > 0 { "parallel_compute_fn_with_aligned_loops" } else { "parallel_compute_fn" };
    let name = functions.name(rw, stem);
    let captures = captures(rw, op.id());
    let n_dims = known.steps.len();
    let mut inputs = vec![Type::INDEX; 2 + 4 * n_dims];
    inputs.extend(captures.iter().map(|&value| rw.ty(value)));
    let mut function = private_function(rw.cx(), rw.loc(op.id()), &inputs, &[]);
    let mut block = Block::new(Rewriter::new(&mut function), known, n_whole);
    let loops = block.nest();
    block.compute(rw, op, &captures);
    block.finish(&loops);
    functions.add(name, function);
    Compute { name, inputs, captures }
}

/// The block computed in the function, by dimension.
struct Block<'a, 'c> {
    rw: Rewriter<'a, 'c>,
    n_whole: usize,
    zero: Value,
    one: Value,
    trip_counts: Vec<Value>,
    lower_bounds: Vec<Value>,
    steps: Vec<Value>,
    first: Vec<Value>,
    last: Vec<Value>,
    /// One more than the last coordinates.
    end: Vec<Value>,
    /// The induction variables of the parallel loop.
    variables: Vec<Value>,
}

impl<'a, 'c> Block<'a, 'c> {
    /// Computes the first and last coordinates of the block.
    fn new(mut rw: Rewriter<'a, 'c>, known: &Known, n_whole: usize) -> Self {
        let entry = entry_of(&rw);
        let args = rw.args(entry).to_vec();
        rw.at_end(entry);
        rw.set_loc(rw.loc(rw.root()));
        let (zero, one) = (constant_index(&mut rw, 0), constant_index(&mut rw, 1));
        let n_dims = known.steps.len();
        let trip_counts = made_known(&mut rw, &args[2..], &known.trip_counts);
        let lower_bounds = made_known(&mut rw, &args[2 + n_dims..], &known.lower_bounds);
        let steps = made_known(&mut rw, &args[2 + 3 * n_dims..], &known.steps);

        let mut n_iterations = trip_counts[0];
        for &count in &trip_counts[1..] {
            n_iterations = rw.value(MulIOp::build(n_iterations, count));
        }
        let begin = rw.value(MulIOp::build(args[0], args[1]));
        let full = rw.value(AddIOp::build(begin, args[1]));
        let end = rw.value(MinSIOp::build(full, n_iterations));
        let last = rw.value(SubIOp::build(end, one));
        let first = coordinates(&mut rw, begin, &trip_counts);
        let last = coordinates(&mut rw, last, &trip_counts);
        let end = last.iter().map(|&coordinate| rw.value(AddIOp::build(coordinate, one))).collect();
        Self { rw, n_whole, zero, one, trip_counts, lower_bounds, steps, first, last, end, variables: Vec::new() }
    }

    /// Creates the nest of loops; afterwards the insertion point is in the innermost one. Returns their bodies, outer
    /// ones first.
    fn nest(&mut self) -> Vec<BlockId> {
        let n_dims = self.steps.len();
        let (mut start, mut end) = (self.first[0], self.end[0]);
        let mut at_first: Option<Value> = None;
        let mut at_last: Option<Value> = None;
        let mut loops = Vec::with_capacity(n_dims);
        for dim in 0..n_dims {
            let counter = self.enter_loop(start, end, &mut loops);
            let scaled = self.rw.value(MulIOp::build(counter, self.steps[dim]));
            let variable = self.rw.value(AddIOp::build(self.lower_bounds[dim], scaled));
            self.variables.push(variable);
            let is_first = self.equals(counter, self.first[dim]);
            let is_last = self.equals(counter, self.last[dim]);
            let both = |rw: &mut Rewriter, inner, outer: Option<Value>| match outer {
                Some(outer) => rw.value(AndIOp::build(inner, outer)),
                None => inner,
            };
            let is_first = both(&mut self.rw, is_first, at_first);
            let is_last = both(&mut self.rw, is_last, at_last);
            (at_first, at_last) = (Some(is_first), Some(is_last));
            if dim + 1 == n_dims {
                break;
            }
            (start, end) = if dim + 1 + self.n_whole >= n_dims {
                (self.zero, self.trip_counts[dim + 1])
            } else {
                let start = self.rw.value(SelectOp::build(is_first, self.first[dim + 1], self.zero));
                (start, self.rw.value(SelectOp::build(is_last, self.end[dim + 1], self.trip_counts[dim + 1])))
            };
        }
        loops
    }

    /// Creates a loop and sets the insertion point to its body; returns its induction variable.
    fn enter_loop(&mut self, start: Value, end: Value, loops: &mut Vec<BlockId>) -> Value {
        let rw = &mut self.rw;
        let loc = rw.default_loc();
        let made = rw.create(ForOp::build(&[], start, end, self.one, &[]));
        let region = made.region(rw);
        let body = match rw.entry(region) {
            Some(body) => body,
            None => rw.create_block(region, &[Type::INDEX], &[loc]),
        };
        rw.at_end(body);
        loops.push(body);
        rw.arg(body, 0)
    }

    fn equals(&mut self, left: Value, right: Value) -> Value {
        let predicate = CmpIPredicate::Eq.attr(self.rw.cx());
        self.rw.value(CmpIOp::build(left, right, predicate))
    }

    /// Clones the body of the loop `op` in `source`.
    fn compute(&mut self, source: &Body<'c>, op: ParallelOp, captures: &[Value]) {
        let entry = entry_of(&self.rw);
        let given = self.rw.args(entry)[2 + 4 * self.steps.len()..].to_vec();
        let mut map = CloneMap::default();
        map.values.extend(captures.iter().copied().zip(given));
        let body = op.body(source);
        map.values.extend(source.args(body).iter().copied().zip(self.variables.iter().copied()));
        let end = source.last_op(body);
        for inner in source.ops(body).filter(|&inner| Some(inner) != end) {
            let copy = self.rw.body_mut().clone_op_from(source, inner, &mut map);
            self.rw.insert(copy);
        }
    }

    /// Terminates the loops and the function.
    fn finish(&mut self, loops: &[BlockId]) {
        for &body in loops.iter().rev() {
            self.rw.at_end(body);
            self.rw.create(YieldOp::build(&[]));
        }
        let entry = entry_of(&self.rw);
        self.rw.at_end(entry);
        self.rw.create(ReturnOp::build(&[]));
    }
}

/// Each of the first of `args`, or its constant value.
fn made_known(rw: &mut Rewriter, args: &[Value], known: &[Option<Attr>]) -> Vec<Value> {
    let mut values = Vec::with_capacity(known.len());
    for (&arg, &constant) in args.iter().zip(known) {
        values.push(constant.map_or(arg, |constant| rw.value(ConstantOp::build(constant))));
    }
    values
}

/// The coordinates of iteration `number`.
fn coordinates(rw: &mut Rewriter, mut number: Value, trip_counts: &[Value]) -> Vec<Value> {
    let mut found = Vec::with_capacity(trip_counts.len());
    for &count in trip_counts.iter().rev() {
        found.push(rw.value(RemSIOp::build(number, count)));
        number = rw.value(DivSIOp::build(number, count));
    }
    found.reverse();
    found
}
