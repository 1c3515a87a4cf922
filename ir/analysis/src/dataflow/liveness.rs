//! Liveness of values for dead-code elimination.
//!
//! A value is *live* if an operation that must not be erased uses it, if it escapes the program (a public function
//! returns it), or if a live value is computed from it. A value that control flow forwards (to block arguments, region
//! arguments, results, callees, callers) is live only if the receiving value is. Everything in unreachable blocks is
//! dead.
//!
//! Steps: operations are visited to a fixed point; when a value becomes live, the operations that may forward something
//! to it are visited again.

use rmlir_core::effects::would_be_trivially_dead;
use rmlir_core::interfaces::{
    BranchOp, CallOp, Callable, RegionBranchOp, RegionBranchTerminator, RegionPoint, RegionSuccessor,
};
use rmlir_core::{BlockId, OpId, OpRef, TraitSet, Value, ValueDefinition};
use rustc_hash::FxHashSet;

use crate::program::{Calls, In, Program, ValueTable};

/// The live values of a program.
pub struct Liveness {
    live: ValueTable<bool>,
}

impl Liveness {
    /// The liveness of all values; `is_executable` selects the blocks that are reachable.
    pub fn new(program: &Program, is_executable: &dyn Fn(In<BlockId>) -> bool) -> Self {
        let mut solver = Solver {
            program,
            calls: Calls::new(program),
            is_executable,
            live: ValueTable::new(program, false),
            work: Vec::new(),
            queued: FxHashSet::default(),
        };
        solver.run();
        Self { live: solver.live }
    }

    /// Whether `value` is live.
    pub fn is_live(&self, value: In<Value>) -> bool {
        self.live[value]
    }
}

struct Solver<'p, 'a> {
    program: &'p Program<'a>,
    calls: Calls,
    is_executable: &'p dyn Fn(In<BlockId>) -> bool,
    live: ValueTable<bool>,
    work: Vec<In<OpId>>,
    queued: FxHashSet<In<OpId>>,
}

impl<'a> Solver<'_, 'a> {
    fn run(&mut self) {
        // The worklist is processed from its end: users are visited before definitions.
        for (number, body) in self.program.bodies().iter().enumerate() {
            body.walk_preorder(body.root(), |id| self.push(In { body: number as u32, id }));
        }
        while let Some(key) = self.work.pop() {
            self.queued.remove(&key);
            self.visit(key);
        }
    }

    fn push(&mut self, key: In<OpId>) {
        if self.queued.insert(key) {
            self.work.push(key);
        }
    }

    fn visit(&mut self, key: In<OpId>) {
        let op = self.program.op(key);
        let reached = |block: rmlir_core::BlockRef| (self.is_executable)(In { body: key.body, id: block.id });
        if !op.block().is_none_or(reached) {
            return;
        }
        if let Some(branch) = op.interface::<dyn RegionBranchOp>() {
            return self.visit_region_branch(op, key.body, branch);
        }
        if let Some(branch) = op.interface::<dyn BranchOp>() {
            return self.visit_branch(op, key.body, branch);
        }
        if let Some(call) = op.interface::<dyn CallOp>()
            && let Some(&callee) = self.calls.callee.get(&key)
        {
            return self.visit_call(op, key.body, call, callee);
        }
        let returns = op.has(TraitSet::RETURN_LIKE);
        if let Some(parent) = op.parent() {
            let passes = returns || op.interface::<dyn RegionBranchTerminator>().is_some();
            if let Some(branch) = parent.interface::<dyn RegionBranchOp>().filter(|_| passes) {
                return self.visit_region_end(op, parent, key.body, branch);
            }
            if returns && parent.interface::<dyn Callable>().is_some() {
                return self.visit_return(op, key.body);
            }
        }
        if self.matters(op, key.body) {
            self.mark_operands(op, key.body);
        }
    }

    /// Whether `op` must not be erased, or one of its results is live.
    fn matters(&self, op: OpRef, body: u32) -> bool {
        op.results().any(|result| self.live[In { body, id: result.id }]) || !would_be_trivially_dead(op)
    }

    fn visit_region_branch(&mut self, op: OpRef<'a>, body: u32, branch: &dyn RegionBranchOp) {
        let mut passed = vec![false; op.n_operands()];
        for successor in branch.successors(op, RegionPoint::Parent) {
            let operands = branch.entry_operands(op, successor.target);
            self.pass(op, body, operands, &successor, &mut passed);
        }
        if self.matters(op, body) {
            self.mark_others(op, body, &passed);
            self.mark_region_arguments(op, body, branch);
        }
    }

    /// Marks the arguments of entered regions that nothing is forwarded to.
    fn mark_region_arguments(&mut self, op: OpRef<'a>, body: u32, branch: &dyn RegionBranchOp) {
        for successor in branch.entry_successors(op, &vec![None; op.n_operands()]) {
            let RegionPoint::Region(index) = successor.target else { continue };
            let Some(entry) = op.region(index).entry() else { continue };
            for arg in entry.args().filter(|arg| !successor.inputs.contains(&arg.id)) {
                self.mark(In { body, id: arg.id });
            }
        }
    }

    fn visit_region_end(&mut self, op: OpRef<'a>, parent: OpRef<'a>, body: u32, branch: &dyn RegionBranchOp) {
        let mut passed = vec![false; op.n_operands()];
        for (successor, operands) in region_end_edges(op, parent, branch) {
            self.pass(op, body, operands, &successor, &mut passed);
        }
        if self.matters(parent, body) {
            self.mark_others(op, body, &passed);
        }
    }

    /// Records that `operands` of `op` are forwarded to the inputs of `successor`.
    fn pass(
        &mut self,
        op: OpRef,
        body: u32,
        operands: std::ops::Range<usize>,
        successor: &RegionSuccessor,
        passed: &mut [bool],
    ) {
        for (index, &input) in operands.zip(&successor.inputs) {
            passed[index] = true;
            if self.live[In { body, id: input }] {
                self.mark(In { body, id: op.operand(index).id });
            }
        }
    }

    fn mark_others(&mut self, op: OpRef, body: u32, passed: &[bool]) {
        for (operand, _) in op.operands().zip(passed).filter(|(_, passed)| !**passed) {
            self.mark(In { body, id: operand.id });
        }
    }

    fn visit_branch(&mut self, op: OpRef<'a>, body: u32, branch: &dyn BranchOp) {
        let mut passed = vec![false; op.n_operands()];
        for (index, target) in op.successors().enumerate() {
            let operands = branch.successor_operands(op, index);
            for (operand, arg) in operands.forwarded.clone().zip(target.args().skip(operands.n_produced)) {
                passed[operand] = true;
                if self.live[In { body, id: arg.id }] {
                    self.mark(In { body, id: op.operand(operand).id });
                }
            }
        }
        // A terminator is never erased.
        self.mark_others(op, body, &passed);
    }

    fn visit_call(&mut self, op: OpRef<'a>, body: u32, call: &dyn CallOp, callee: u32) {
        let mut passed = vec![false; op.n_operands()];
        let entry = OpRef::root(self.program.body(callee)).region(0).entry();
        let args = entry.into_iter().flat_map(|entry| entry.args());
        for (arg, index) in args.zip(call.arguments(op)) {
            passed[index] = true;
            if self.live[In { body: callee, id: arg.id }] {
                self.mark(In { body, id: op.operand(index).id });
            }
        }
        self.mark_others(op, body, &passed);
    }

    fn visit_return(&mut self, op: OpRef, body: u32) {
        if self.calls.unknown_callers.contains(&body) {
            return self.mark_operands(op, body);
        }
        for call in self.calls.callers.get(&body).cloned().unwrap_or_default() {
            let caller = self.program.op(call);
            let reached =
                caller.block().is_some_and(|block| (self.is_executable)(In { body: call.body, id: block.id }));
            for (operand, result) in op.operands().zip(caller.results()) {
                if reached && self.live[In { body: call.body, id: result.id }] {
                    self.mark(In { body, id: operand.id });
                }
            }
        }
    }

    fn mark_operands(&mut self, op: OpRef, body: u32) {
        op.operands().for_each(|operand| self.mark(In { body, id: operand.id }));
    }

    /// Marks `value` as live, and adds the operations that may forward something to it to the worklist.
    fn mark(&mut self, value: In<Value>) {
        if std::mem::replace(&mut self.live[value], true) {
            return;
        }
        let body = self.program.body(value.body);
        match body.value_def(value.id) {
            ValueDefinition::Result(op, _) => {
                self.push(In { body: value.body, id: op });
                self.push_ends(value.body, OpRef::new(body, op));
                if let Some(&callee) = self.calls.callee.get(&In { body: value.body, id: op }) {
                    self.push_ends(callee, OpRef::root(self.program.body(callee)));
                }
            }
            ValueDefinition::Argument(block, _) => {
                let terminators: Vec<OpId> = body.block_uses(block).map(|(op, _)| op).collect();
                terminators.into_iter().for_each(|id| self.push(In { body: value.body, id }));
                let Some(owner) = body.block_parent_op(block) else { return };
                self.push(In { body: value.body, id: owner });
                self.push_ends(value.body, OpRef::new(body, owner));
                if owner == body.root() {
                    let callers = self.calls.callers.get(&value.body).cloned().unwrap_or_default();
                    callers.into_iter().for_each(|call| self.push(call));
                }
            }
        }
    }

    /// Adds the terminators of the blocks of `op` in the same body to the worklist.
    fn push_ends(&mut self, number: u32, op: OpRef) {
        let body = op.body;
        for block in body.regions(op.id).iter().flat_map(|&region| body.blocks(region)) {
            if let Some(id) = body.last_op(block) {
                self.push(In { body: number, id });
            }
        }
    }
}

/// The successors of `op`, a terminator in a region of `parent`, with the operands that are forwarded to each.
pub fn region_end_edges(
    op: OpRef,
    parent: OpRef,
    branch: &dyn RegionBranchOp,
) -> Vec<(RegionSuccessor, std::ops::Range<usize>)> {
    let region = op.body.parent_region(op.id).expect("a terminator is in a region");
    let index = op.body.region_index(region);
    let terminator = op.interface::<dyn RegionBranchTerminator>();
    let operands = |target| terminator.map_or(0..op.n_operands(), |end| end.successor_operands(op, target));
    let successors = branch.successors(parent, RegionPoint::Region(index));
    successors.into_iter().map(|successor| (successor.clone(), operands(successor.target))).collect()
}
