//! Splitting of a marked loop: before a branch, each successor of it, after it.
//!
//! Steps: 1. allocate memory for kept values, two lists, conditions; 2. create a loop over groups of iterations; in it
//! 3. the operations before the branch, for all iterations of the group; 4. the lists; 5. each successor for its list;
//! 6. the operations after the branch, for all iterations.

use rmlir::core::clone::CloneMap;
use rmlir::core::memref_layout::memref_type;
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, ConstantOp, ExtUIOp, IndexCastOp, IndexCastUIOp, MinUIOp, MulIOp, SubIOp, TruncIOp};
use rmlir_memref::{AllocaOp, LoadOp, StoreOp};
use rmlir_scf::{ForOp, IfOp, YieldOp};
use rustc_hash::FxHashMap;

use super::parted::{Parted, is_again, is_idle};
use crate::loops::normal::trip_count;
use crate::marks::MARK;

/// The width of a condition bit in memory.
const BIT_WIDTH: u32 = 8;

/// The width of an iteration number in lists.
const NUMBER_WIDTH: u32 = 32;

/// Replaces the loop by its parts. Groups are counted by iterations, so that no group exceeds the upper bound.
pub fn split(rw: &mut Rewriter, parted: &Parted) {
    let cx = rw.cx();
    let mut split = Split::new(rw, parted, parted.width * parted.n_vectors);
    rw.before(parted.op);
    let loc = rw.loc(parted.op);
    let (lower, upper) = (rw.operand(parted.op, 0), rw.operand(parted.op, 1));
    let mut number = |number: i64| rw.value(ConstantOp::build(cx.index_attr(number)));
    let (zero, one, size, step) = (number(0), number(1), number(split.size), number(parted.step));
    let count = trip_count(rw, [lower, upper, step], false);
    let groups = ForOp::create(rw, loc, [zero, count, size], &[]);
    let last = groups.terminator(rw);
    let first = groups.induction_var(rw);
    rw.before(last);
    let distance = rw.value(MulIOp::build(first, step));
    let base = rw.value(AddIOp::build(lower, distance));
    let left = rw.value(SubIOp::build(count, first));
    let n_turns = rw.value(MinUIOp::build(left, size));
    split.numbers = Numbers { zero, one, step, base };
    split.before(rw, n_turns);
    let counts = split.lists(rw, n_turns);
    for (way, n_turns) in counts.into_iter().enumerate() {
        split.way(rw, way, n_turns);
    }
    split.behind(rw, n_turns);
    rw.erase(parted.op);
}

/// Values that all parts use.
#[derive(Clone, Copy)]
struct Numbers {
    zero: Value,
    one: Value,
    step: Value,
    /// The induction variable in the first iteration of the group.
    base: Value,
}

struct Split<'p> {
    parted: &'p Parted,
    /// The body of the loop.
    block: BlockId,
    mark: Attr,
    /// The number of iterations in a group.
    size: i64,
    numbers: Numbers,
    /// By kept value: its memory.
    memory: FxHashMap<Value, Value>,
    /// The memory of the branch conditions.
    bits: Value,
    /// By successor: the numbers of the iterations that take it.
    lists: [Value; 2],
}

impl<'p> Split<'p> {
    /// Allocates memory at the start of the function, or of the parallel region around the loop.
    fn new(rw: &mut Rewriter, parted: &'p Parted, size: i64) -> Self {
        let found = ForOp::from_id(parted.op);
        let (block, mark) = (found.body(rw), rw.cx().i64_attr(parted.width));
        let is_scope = |op: OpId| {
            let view = OpRef::new(rw, op);
            view.has(TraitSet::AUTOMATIC_ALLOCATION_SCOPE) && !view.is::<ForOp>() && view.n_regions() > 0
        };
        let scope = rw.find_ancestor(parted.op, is_scope).unwrap_or(rw.root());
        let start = rw.entry(rw.region(scope, 0)).expect("a loop stands in a block");
        rw.at_start(start);
        rw.set_loc(rw.loc(parted.op));
        let cx = rw.cx();
        let types: Vec<Type> = parted.kept.iter().map(|&value| rw.ty(value)).collect();
        let mut allocate =
            |element: Type| rw.value(AllocaOp::build(memref_type(cx, &[size], element, None, None), &[], &[]));
        let (bit, number) = (cx.int_type(BIT_WIDTH), cx.int_type(NUMBER_WIDTH));
        let bits = allocate(bit);
        let lists = [allocate(number), allocate(number)];
        let mut memory = FxHashMap::default();
        for (&value, &ty) in parted.kept.iter().zip(&types) {
            memory.insert(value, allocate(if ty == Type::I1 { bit } else { ty }));
        }
        let numbers = Numbers { zero: bits, one: bits, step: bits, base: bits };
        Self { parted, block, mark, size, numbers, memory, bits, lists }
    }

    /// Creates a marked loop with trip count `n_turns`; `work` builds its body, given the iteration number.
    fn marked(&self, rw: &mut Rewriter, n_turns: Value, work: impl FnOnce(&mut Rewriter, Value)) {
        let loc = rw.loc(self.parted.op);
        let around = rw.insert_point();
        let turns = ForOp::create(rw, loc, [self.numbers.zero, n_turns, self.numbers.one], &[]);
        rw.set_attr(turns.id(), MARK, self.mark);
        let (turn, last) = (turns.induction_var(rw), turns.terminator(rw));
        rw.before(last);
        work(rw, turn);
        rw.set_insert_point(around);
    }

    fn part(&self, rw: &mut Rewriter, turn: Value) -> Part<'_, 'p> {
        let distance = rw.value(MulIOp::build(turn, self.numbers.step));
        let variable = rw.value(AddIOp::build(self.numbers.base, distance));
        let mut map = CloneMap::default();
        map.values.insert(rw.arg(self.block, 0), variable);
        Part { split: self, turn, map }
    }

    /// Creates the loop of the operations before the branch, which stores the kept values.
    fn before(&self, rw: &mut Rewriter, n_turns: Value) {
        let branch = self.parted.branch;
        let ops: Vec<OpId> = rw.ops(self.block).take_while(|&op| op != branch).collect();
        self.marked(rw, n_turns, |rw, turn| {
            let mut part = self.part(rw, turn);
            for op in ops {
                rw.clone_op(op, &mut part.map);
            }
            for &value in &self.parted.kept {
                if rw.defining_op(value) == Some(branch) {
                    continue;
                }
                let made = part.map.value(value);
                keep(rw, made, self.memory[&value], turn);
            }
            let bit = part.map.value(rw.operand(branch, 0));
            keep(rw, bit, self.bits, turn);
        });
    }

    /// Creates the loop that fills the lists of iteration numbers by successor; returns their lengths. A number is
    /// stored to both lists, and counted in one: that is branch-free.
    fn lists(&self, rw: &mut Rewriter, n_turns: Value) -> [Value; 2] {
        let cx = rw.cx();
        let Numbers { zero, one, .. } = self.numbers;
        let loc = rw.loc(self.parted.op);
        let turns = ForOp::create(rw, loc, [zero, n_turns, one], &[zero, zero]);
        let (turn, counts) = (turns.induction_var(rw), turns.iter_args(rw));
        let around = rw.insert_point();
        rw.at_end(turns.body(rw));
        let number = rw.value(IndexCastOp::build(cx.int_type(NUMBER_WIDTH), turn));
        for (&list, &count) in self.lists.iter().zip(&counts) {
            rw.create(StoreOp::build(number, list, &[count]));
        }
        let bit = rw.value(LoadOp::build(self.bits, &[turn]));
        let goes = rw.value(IndexCastUIOp::build(Type::INDEX, bit));
        let stays = rw.value(SubIOp::build(one, goes));
        let next = [(counts[0], goes), (counts[1], stays)].map(|(count, more)| rw.value(AddIOp::build(count, more)));
        rw.create(YieldOp::build(&next));
        rw.set_insert_point(around);
        [0, 1].map(|at| rw.result(turns.id(), at))
    }

    /// Creates the loop of one successor of the branch, for the iterations of its list.
    fn way(&self, rw: &mut Rewriter, way: usize, n_turns: Value) {
        let branch = IfOp::from_id(self.parted.branch);
        let Some(block) = rw.entry(rw.region(branch.id(), way)) else { return };
        let last = rw.last_op(block).expect("a branch of `scf.if` ends with a yield");
        let ops: Vec<OpId> = rw.ops(block).filter(|&op| op != last).collect();
        if ops.is_empty() && rw.n_results(branch.id()) == 0 {
            return;
        }
        self.marked(rw, n_turns, |rw, at| {
            let number = rw.value(LoadOp::build(self.lists[way], &[at]));
            let turn = rw.value(IndexCastOp::build(Type::INDEX, number));
            let mut part = self.part(rw, turn);
            for op in ops {
                part.copy(rw, op);
            }
            for (at, value) in rw.operands(last).collect::<Vec<Value>>().into_iter().enumerate() {
                let Some(&memory) = self.memory.get(&rw.result(branch.id(), at)) else { continue };
                let given = part.value(rw, value);
                keep(rw, given, memory, turn);
            }
        });
    }

    /// Creates the loop of the operations after the branch.
    fn behind(&self, rw: &mut Rewriter, n_turns: Value) {
        let last = rw.last_op(self.block).expect("a loop's body ends with a yield");
        let mut ops: Vec<OpId> = rw.ops(self.block).skip_while(|&op| op != self.parted.branch).collect();
        ops.retain(|&op| op != self.parted.branch && op != last);
        if ops.iter().all(|&op| is_idle(rw, op)) {
            return;
        }
        self.marked(rw, n_turns, |rw, turn| {
            let mut part = self.part(rw, turn);
            for op in ops {
                part.copy(rw, op);
            }
        });
    }
}

/// A part of the body, for one iteration.
struct Part<'s, 'p> {
    split: &'s Split<'p>,
    turn: Value,
    map: CloneMap,
}

impl Part<'_, '_> {
    /// Appends a copy of an operation of the body, after the operations that define its operands.
    fn copy(&mut self, rw: &mut Rewriter, op: OpId) {
        let mut needed = Vec::new();
        rw.walk_preorder(op, |inner| needed.extend(rw.operands(inner)));
        for value in needed {
            self.value(rw, value);
        }
        rw.clone_op(op, &mut self.map);
    }

    /// The replacement of a value in this part: a value from outside of the loop or of this part itself, a loaded value
    /// that was kept, or a recomputed one.
    fn value(&mut self, rw: &mut Rewriter, value: Value) -> Value {
        let is_here = self.map.values.contains_key(&value);
        if is_here || rw.value_block(value) != Some(self.split.block) {
            return self.map.value(value);
        }
        if let Some(&memory) = self.split.memory.get(&value) {
            let given = kept(rw, memory, self.turn, value);
            self.map.values.insert(value, given);
            return given;
        }
        assert!(is_again(rw, self.split.block, value), "what is needed later is kept or computed again");
        let op = rw.defining_op(value).expect("the variable of the loop is known");
        for operand in rw.operands(op).collect::<Vec<Value>>() {
            self.value(rw, operand);
        }
        rw.clone_op(op, &mut self.map);
        self.map.value(value)
    }
}

/// Stores a kept value of an iteration.
fn keep(rw: &mut Rewriter, value: Value, memory: Value, turn: Value) {
    let value = match rw.ty(value) == Type::I1 {
        true => rw.value(ExtUIOp::build(rw.cx().int_type(BIT_WIDTH), value)),
        false => value,
    };
    rw.create(StoreOp::build(value, memory, &[turn]));
}

/// Loads the kept `value` of an iteration.
fn kept(rw: &mut Rewriter, memory: Value, turn: Value, value: Value) -> Value {
    let given = rw.value(LoadOp::build(memory, &[turn]));
    match rw.ty(value) == Type::I1 {
        true => rw.value(TruncIOp::build(Type::I1, given)),
        false => given,
    }
}
