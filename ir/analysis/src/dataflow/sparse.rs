//! Sparse forward analysis over a whole program.
//!
//! Steps: `solve` marks the entry blocks that execute unconditionally and then visits operations from a worklist.
//! Visiting an operation either applies the transfer function to its operands' facts, or, for operations that pass
//! control, decides by the constants known so far which blocks become executable and joins the forwarded facts into
//! their arguments. Facts only move up their lattice, so the iteration terminates when the lattice has finite height;
//! otherwise the analysis must widen in [`SparseForward::join`].

use std::cell::RefCell;
use std::collections::VecDeque;

use rmlir_core::interfaces::{
    BranchOp, Callable, RegionBranchOp, RegionBranchTerminator, RegionPoint, RegionSuccessor,
};
use rmlir_core::{Attr, BlockId, OpId, OpRef, TraitSet, Value, ValueDefinition};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{BlockSet, Calls, In, Program, ValueTable};

/// A sparse forward analysis: its lattice and its transfer functions.
pub trait SparseForward {
    /// A fact about one value. `Default` is the bottom element: no execution reaches the definition.
    type Fact: Clone + PartialEq + Default;

    /// Joins `new` into `old`. Returns whether `old` changed.
    fn join(&self, old: &mut Self::Fact, new: &Self::Fact) -> bool;

    /// The pessimistic fact about a value.
    fn unknown(&self, value: rmlir_core::ValueRef) -> Self::Fact;

    /// The constant that a fact implies for the value.
    fn constant(&self, fact: &Self::Fact, value: rmlir_core::ValueRef) -> Option<Attr>;

    /// The transfer function of `op`, which does not pass control, for its results. `set` joins a fact; `known` returns
    /// the current fact about any value of the body of `op`.
    fn transfer(
        &mut self,
        op: OpRef,
        operands: &[Self::Fact],
        known: &dyn Fn(Value) -> Self::Fact,
        set: &mut dyn FnMut(Value, Self::Fact),
    );

    /// Facts about arguments of a region entered from `op` that no operand is forwarded to (induction variables). The
    /// default is the pessimistic fact.
    fn region_argument(&self, op: OpRef, arg: rmlir_core::ValueRef, operands: &[Self::Fact]) -> Self::Fact {
        let _ = (op, operands);
        self.unknown(arg)
    }
}

/// The fixed point.
pub struct Solution<F> {
    facts: ValueTable<F>,
    executable: BlockSet,
    edges: FxHashSet<(In<BlockId>, BlockId)>,
}

impl<F> Solution<F> {
    /// The fact about `value`.
    pub fn fact(&self, value: In<Value>) -> &F {
        &self.facts[value]
    }

    /// Whether `block` is executable.
    pub fn is_executable(&self, block: In<BlockId>) -> bool {
        self.executable.contains(block)
    }

    /// Whether the edge from the end of `from` to its successor `to` is executable.
    pub fn is_edge_executable(&self, from: In<BlockId>, to: BlockId) -> bool {
        self.edges.contains(&(from, to))
    }
}

/// Runs `analysis` on `program` to its fixed point.
pub fn solve<A: SparseForward>(program: &Program, analysis: &mut A) -> Solution<A::Fact> {
    let solution = Solution {
        facts: ValueTable::new(program, A::Fact::default()),
        executable: BlockSet::new(program),
        edges: FxHashSet::default(),
    };
    let mut solver = Solver {
        program,
        analysis,
        calls: Calls::new(program),
        solution,
        work: VecDeque::new(),
        queued: FxHashSet::default(),
        readers: FxHashMap::default(),
    };
    solver.start();
    while let Some(op) = solver.work.pop_front() {
        solver.queued.remove(&op);
        solver.visit(op);
    }
    solver.solution
}

struct Solver<'p, 'a, A: SparseForward> {
    program: &'p Program<'a>,
    analysis: &'p mut A,
    calls: Calls,
    solution: Solution<A::Fact>,
    work: VecDeque<In<OpId>>,
    queued: FxHashSet<In<OpId>>,
    /// Operations whose facts depend on a value that is not one of their operands.
    readers: FxHashMap<In<Value>, Vec<OpId>>,
}

impl<'a, A: SparseForward> Solver<'_, 'a, A> {
    fn start(&mut self) {
        let root = OpRef::root(self.program.body(0));
        if root.block().is_none() {
            self.enter_regions_blindly(root, 0);
        }
        // Operations of the top operation's own body are visited when their blocks become executable.
    }

    fn push(&mut self, op: In<OpId>) {
        if self.queued.insert(op) {
            self.work.push_back(op);
        }
    }

    fn is_reached(&self, key: In<OpId>) -> bool {
        let block = self.program.op(key).block();
        block.is_some_and(|block| self.solution.executable.contains(In { body: key.body, id: block.id }))
    }

    fn visit(&mut self, key: In<OpId>) {
        let op = self.program.op(key);
        if !self.is_reached(key) {
            return;
        }
        if let Some(nested) = self.program.nested(op) {
            return self.visit_isolated(op, key, nested);
        }
        if op.successors().len() != 0 {
            self.visit_branch(op, key);
        } else if let Some(branch) = op.interface::<dyn RegionBranchOp>() {
            self.visit_region_branch(op, key, branch);
        } else if op.n_regions() > 0 {
            self.enter_regions_blindly(op, key.body);
            self.set_results_unknown(op, key.body);
        } else if op.interface::<dyn rmlir_core::interfaces::CallOp>().is_some() {
            self.visit_call(op, key);
        } else {
            self.visit_plain(op, key);
        }
        let ends_block = op.block().and_then(|block| block.terminator()) == Some(op);
        if ends_block && op.successors().len() == 0 {
            self.visit_return(op, key);
        }
    }

    fn facts(&self, op: OpRef, body: u32) -> Vec<A::Fact> {
        op.operands().map(|operand| self.solution.facts[In { body, id: operand.id }].clone()).collect()
    }

    fn constants(&self, op: OpRef, body: u32) -> Vec<Option<Attr>> {
        let constant = |operand: rmlir_core::ValueRef| {
            self.analysis.constant(&self.solution.facts[In { body, id: operand.id }], operand)
        };
        op.operands().map(constant).collect()
    }

    /// Whether some operand is not reached yet: a visit now would have no facts to use.
    fn waits(&self, op: OpRef, body: u32) -> bool {
        let nothing = A::Fact::default();
        op.operands().any(|operand| self.solution.facts[In { body, id: operand.id }] == nothing)
    }

    fn join(&mut self, value: In<Value>, fact: &A::Fact) {
        if !self.analysis.join(&mut self.solution.facts[value], fact) {
            return;
        }
        let body = self.program.body(value.body);
        let readers = self.readers.get(&value).into_iter().flatten().copied();
        let users: Vec<OpId> = body.users(value.id).chain(readers).collect();
        users.into_iter().for_each(|id| self.push(In { body: value.body, id }));
        // The arguments of a loop's region may be bounds of values that the loop itself infers.
        if let ValueDefinition::Argument(block, _) = body.value_def(value.id)
            && let Some(owner) = body.block_parent_op(block)
            && body.block_of(owner).is_some()
        {
            self.push(In { body: value.body, id: owner });
        }
    }

    /// Joins the fact about `from` into that about `to`, to which control flow forwards it. Facts are about values of a
    /// type: a value of another type, such as a register that holds it, is unknown.
    fn pass(&mut self, from: In<Value>, to: In<Value>) {
        let fact = self.solution.facts[from].clone();
        let ty = |value: In<Value>| self.program.body(value.body).ty(value.id);
        if ty(from) == ty(to) {
            self.join(to, &fact);
        } else if fact != A::Fact::default() {
            self.set_unknown(to);
        }
    }

    fn set_unknown(&mut self, value: In<Value>) {
        let view = rmlir_core::ValueRef::new(self.program.body(value.body), value.id);
        let fact = self.analysis.unknown(view);
        self.join(value, &fact);
    }

    fn set_results_unknown(&mut self, op: OpRef, body: u32) {
        op.results().for_each(|result| self.set_unknown(In { body, id: result.id }));
    }

    fn make_executable(&mut self, block: In<BlockId>) {
        if !self.solution.executable.insert(block) {
            return;
        }
        let ops: Vec<OpId> = self.program.body(block.body).ops(block.id).collect();
        ops.into_iter().for_each(|id| self.push(In { body: block.body, id }));
    }

    /// Enters every region with unknown arguments.
    fn enter_regions_blindly(&mut self, op: OpRef<'a>, body: u32) {
        for entry in op.regions().filter_map(|region| region.entry()) {
            let body = if std::ptr::eq(entry.body, op.body) { body } else { self.program.number(entry.body) };
            self.make_executable(In { body, id: entry.id });
            entry.args().for_each(|arg| self.set_unknown(In { body, id: arg.id }));
        }
    }

    fn visit_plain(&mut self, op: OpRef, key: In<OpId>) {
        if op.n_results() == 0 || self.waits(op, key.body) {
            return;
        }
        let operands = self.facts(op, key.body);
        let mut found = Vec::new();
        let facts = &self.solution.facts;
        let asked = RefCell::new(Vec::new());
        let known = |id: Value| {
            asked.borrow_mut().push(id);
            facts[In { body: key.body, id }].clone()
        };
        self.analysis.transfer(op, &operands, &known, &mut |value, fact| found.push((value, fact)));
        // A change of an operand adds the operation to the worklist anyway.
        for id in asked.into_inner().into_iter().filter(|&id| op.operands().all(|operand| operand.id != id)) {
            let readers = self.readers.entry(In { body: key.body, id }).or_default();
            if !readers.contains(&key.id) {
                readers.push(key.id);
            }
        }
        for (value, fact) in found {
            self.join(In { body: key.body, id: value }, &fact);
        }
    }

    fn visit_branch(&mut self, op: OpRef, key: In<OpId>) {
        let from = In { body: key.body, id: op.block().expect("a visited op is in a block").id };
        let branch = op.interface::<dyn BranchOp>();
        if branch.is_some() && self.waits(op, key.body) {
            return;
        }
        let only = branch.and_then(|branch| branch.successor_for(op, &self.constants(op, key.body)));
        let only = only.and_then(|index| op.successors().nth(index));
        for (index, target) in op.successors().enumerate() {
            // An edge is identified by its blocks: another operand list for the same successor is equivalent.
            if only.is_some_and(|only| only != target) {
                continue;
            }
            self.solution.edges.insert((from, target.id));
            self.make_executable(In { body: key.body, id: target.id });
            let passed = branch.map(|branch| branch.successor_operands(op, index));
            for (number, arg) in target.args().enumerate() {
                let arg = In { body: key.body, id: arg.id };
                let operand = passed.as_ref().and_then(|passed| {
                    let place = passed.forwarded.start + number.checked_sub(passed.n_produced)?;
                    passed.forwarded.contains(&place).then(|| op.operand(place).id)
                });
                match operand {
                    Some(id) => self.pass(In { body: key.body, id }, arg),
                    None => self.set_unknown(arg),
                }
            }
        }
    }

    fn visit_region_branch(&mut self, op: OpRef<'a>, key: In<OpId>, branch: &'static dyn RegionBranchOp) {
        if self.waits(op, key.body) {
            return;
        }
        let constants = self.constants(op, key.body);
        for successor in branch.entry_successors(op, &constants) {
            let passed = branch.entry_operands(op, successor.target);
            let operands: Vec<Value> = passed.map(|index| op.operand(index).id).collect();
            self.flow(op, key, &successor, &operands);
        }
    }

    /// Forwards `operands` along the edge to `successor` of the operation `op`.
    fn flow(&mut self, op: OpRef<'a>, key: In<OpId>, successor: &RegionSuccessor, operands: &[Value]) {
        if let RegionPoint::Region(index) = successor.target {
            let Some(entry) = op.region(index).entry() else { return };
            self.make_executable(In { body: key.body, id: entry.id });
            let facts = self.facts(op, key.body);
            let others: Vec<_> = entry.args().filter(|arg| !successor.inputs.contains(&arg.id)).collect();
            for arg in others {
                let fact = self.analysis.region_argument(op, arg, &facts);
                self.join(In { body: key.body, id: arg.id }, &fact);
            }
        } else {
            // Results that nothing is forwarded to are unknown.
            let others: Vec<Value> = op.results().map(|r| r.id).filter(|r| !successor.inputs.contains(r)).collect();
            others.into_iter().for_each(|id| self.set_unknown(In { body: key.body, id }));
        }
        for (&input, &operand) in successor.inputs.iter().zip(operands) {
            self.pass(In { body: key.body, id: operand }, In { body: key.body, id: input });
        }
    }

    fn visit_return(&mut self, op: OpRef<'a>, key: In<OpId>) {
        let Some(parent) = op.parent() else { return };
        let region = op.body.parent_region(op.id).expect("a terminator is in a region");
        let index = op.body.region_index(region);
        if let Some(branch) = parent.interface::<dyn RegionBranchOp>() {
            if self.waits(op, key.body) {
                return;
            }
            let terminator = op.interface::<dyn RegionBranchTerminator>();
            if terminator.is_none() && !op.has(TraitSet::RETURN_LIKE) {
                return;
            }
            let successors = match terminator {
                Some(terminator) => terminator.successors(op, &self.constants(op, key.body)),
                None => branch.successors(parent, RegionPoint::Region(index)),
            };
            let parent_key = In { body: key.body, id: parent.id };
            for successor in successors {
                let range = terminator.map_or(0..op.n_operands(), |t| t.successor_operands(op, successor.target));
                let operands: Vec<Value> = range.map(|operand| op.operand(operand).id).collect();
                self.flow(parent, parent_key, &successor, &operands);
            }
        } else if parent.interface::<dyn Callable>().is_some() {
            self.return_to_callers(op, key);
        }
    }

    fn return_to_callers(&mut self, op: OpRef, key: In<OpId>) {
        let callers = self.calls.callers.get(&key.body).cloned().unwrap_or_default();
        for call in callers {
            if self.is_reached(call) {
                self.join_call_results(call, op, key.body);
            }
        }
    }

    fn join_call_results(&mut self, call: In<OpId>, terminator: OpRef, body: u32) {
        let results: Vec<Value> = self.program.op(call).results().map(|result| result.id).collect();
        if !terminator.has(TraitSet::RETURN_LIKE) {
            return results.into_iter().for_each(|id| self.set_unknown(In { body: call.body, id }));
        }
        let returned: Vec<Value> = terminator.operands().map(|operand| operand.id).collect();
        for (&result, &value) in results.iter().zip(&returned) {
            self.pass(In { body, id: value }, In { body: call.body, id: result });
        }
        results.iter().skip(returned.len()).for_each(|&id| self.set_unknown(In { body: call.body, id }));
    }

    fn visit_call(&mut self, op: OpRef<'a>, key: In<OpId>) {
        let Some(&callee) = self.calls.callee.get(&key) else {
            return self.set_results_unknown(op, key.body);
        };
        let Some(entry) = OpRef::root(self.program.body(callee)).region(0).entry() else { return };
        self.make_executable(In { body: callee, id: entry.id });
        let call = op.interface::<dyn rmlir_core::interfaces::CallOp>().expect("only calls are visited here");
        for (arg, index) in entry.args().zip(call.arguments(op)) {
            self.pass(In { body: key.body, id: op.operand(index).id }, In { body: callee, id: arg.id });
        }
        let region = OpRef::root(self.program.body(callee)).region(0);
        for block in region.blocks() {
            let reached = self.solution.executable.contains(In { body: callee, id: block.id });
            let ends = |last: &OpRef| reached && last.successors().len() == 0;
            if let Some(last) = block.terminator().filter(ends) {
                self.join_call_results(key, last, callee);
            }
        }
    }

    fn visit_isolated(&mut self, op: OpRef<'a>, key: In<OpId>, nested: u32) {
        self.set_results_unknown(op, key.body);
        let is_callable = op.interface::<dyn Callable>().is_some();
        if !is_callable || self.calls.unknown_callers.contains(&nested) {
            self.enter_regions_blindly(op, key.body);
        }
    }
}
