//! The search for dead values. The IR is not changed here.

use rmlir::analysis::dataflow::liveness::{Liveness, region_end_edges};
use rmlir::analysis::program::{In, Program};
use rmlir::analysis::symbols::symbol_uses;
use rmlir::core::effects::{is_memory_effect_free, would_be_trivially_dead};
use rmlir::core::symbol::{SymbolScope, Visibility, visibility};
use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// A mask of operands, arguments or results that are to be removed.
pub type Dead = Vec<bool>;

/// Lists of the removals, each in the order in which they were found.
#[derive(Default)]
pub struct Plan {
    /// Operands to be replaced by poison.
    pub poisoned: Vec<(In<OpId>, Dead)>,
    /// Block arguments.
    pub block_args: Vec<(In<BlockId>, Dead)>,
    /// Operands forwarded to a successor, by its index.
    pub successor_operands: Vec<(In<OpId>, usize, Dead)>,
    /// Arguments and results of functions.
    pub functions: Vec<Function>,
    /// Operands of returns.
    pub returned: Vec<(In<OpId>, Dead)>,
    /// Operations, after nested ones.
    pub ops: Vec<In<OpId>>,
}

/// A function whose signature changes.
pub struct Function {
    /// Its body.
    pub body: u32,
    pub args: Dead,
    pub results: Dead,
    /// All calls of it.
    pub calls: Vec<In<OpId>>,
}

/// The walk over all operations.
pub struct Finder<'p, 'a> {
    program: &'p Program<'a>,
    liveness: Liveness,
    /// By body of a symbol: the operations that reference it.
    users: FxHashMap<u32, Vec<In<OpId>>>,
    /// Values that are not live, or are going to be removed.
    gone: FxHashSet<In<Value>>,
    plan: Plan,
}

impl<'p, 'a> Finder<'p, 'a> {
    pub fn new(program: &'p Program<'a>, liveness: Liveness) -> Self {
        let users = users_of_symbols(program);
        Self { program, liveness, users, gone: FxHashSet::default(), plan: Plan::default() }
    }

    /// The whole plan.
    pub fn find(mut self) -> Plan {
        let mut ops = Vec::new();
        OpRef::root(self.program.body(0)).walk_postorder(|op| ops.push(op));
        for op in ops {
            self.visit(op);
        }
        self.agree_on_block_args();
        self.plan
    }

    fn visit(&mut self, op: OpRef<'a>) {
        let key = self.program.key(op);
        if let Some(function) = op.interface::<dyn FunctionOp>() {
            self.visit_function(op, function);
        } else if let Some(branch) = op.interface::<dyn RegionBranchOp>() {
            self.visit_region_branch(op, key, branch);
        } else if let Some(branch) = op.interface::<dyn BranchOp>() {
            self.visit_branch(op, key, branch);
        } else if !op.has(TraitSet::TERMINATOR) && op.interface::<dyn CallOp>().is_none() {
            self.visit_plain(op, key);
        }
    }

    fn is_dead(&self, value: ValueRef) -> bool {
        let key = In { body: self.program.number(value.body), id: value.id };
        self.gone.contains(&key) || !self.liveness.is_live(key)
    }

    fn all_dead(&self, body: u32, values: &[Value]) -> bool {
        values.iter().all(|&value| self.is_dead(ValueRef::new(self.program.body(body), value)))
    }

    fn give_up<'v>(&mut self, values: impl Iterator<Item = ValueRef<'v>>) {
        for value in values {
            self.gone.insert(In { body: self.program.number(value.body), id: value.id });
        }
    }

    fn visit_plain(&mut self, op: OpRef<'a>, key: In<OpId>) {
        // An operand is not live, so the operation cannot be needed.
        let no_use = op.operands().any(|operand| self.is_dead(operand))
            || (is_memory_effect_free(op) && op.results().all(|result| self.is_dead(result)));
        if no_use {
            self.plan.ops.push(key);
            self.give_up(op.results());
        }
    }

    fn visit_function(&mut self, op: OpRef<'a>, function: &dyn FunctionOp) {
        let Some(body) = self.program.nested(op).or_else(|| op.block().is_none().then_some(0)) else { return };
        let root = OpRef::root(self.program.body(body));
        let Some(entry) = root.region(0).entry().filter(|_| visibility(op) != Visibility::Public) else { return };
        let calls = self.users.get(&body).cloned().unwrap_or_default();
        if !calls.iter().all(|&call| self.program.op(call).interface::<dyn CallOp>().is_some()) {
            return;
        }
        let args: Dead = entry.args().map(|arg| self.is_dead(arg)).collect();
        self.give_up(entry.args().zip(&args).filter(|(_, dead)| **dead).map(|(arg, _)| arg));
        let mut results: Dead = vec![true; function.result_types(op).len()];
        for &call in &calls {
            for (dead, result) in results.iter_mut().zip(self.program.op(call).results()) {
                *dead &= self.is_dead(result);
            }
        }
        for block in root.region(0).blocks() {
            let end = block.last_op().filter(|end| end.has(TraitSet::RETURN_LIKE));
            if let Some(end) = end.filter(|end| end.n_operands() == results.len()) {
                self.plan.returned.push((self.program.key(end), results.clone()));
            }
        }
        for &call in &calls {
            let given = self.program.op(call).results();
            self.give_up(given.zip(&results).filter(|(_, dead)| **dead).map(|(result, _)| result));
        }
        self.plan.functions.push(Function { body, args, results, calls });
    }

    fn visit_region_branch(&mut self, op: OpRef<'a>, key: In<OpId>, branch: &dyn RegionBranchOp) {
        let mut passing = vec![(op, Passed::by_parent(op, branch))];
        let blocks = op.regions().filter(|region| region.owner().id == op.id).flat_map(|region| region.blocks());
        for end in blocks.filter_map(|block| block.last_op()) {
            let passes = end.has(TraitSet::RETURN_LIKE) || end.interface::<dyn RegionBranchTerminator>().is_some();
            if passes && end.successors().len() == 0 {
                passing.push((end, Passed::by_end(end, op, branch)));
            }
        }
        // An operation that only reads remains if possible, but not without the operands that determine its control
        // flow. (22 creates invalid IR.)
        let is_undecided =
            || passing.iter().any(|(op, passed)| passed.others(*op).any(|operand| self.is_dead(operand)));
        let may_go = is_memory_effect_free(op) || (would_be_trivially_dead(op) && is_undecided());
        if may_go && op.results().all(|result| self.is_dead(result)) {
            self.plan.ops.push(key);
            return;
        }
        for (op, passed) in passing {
            self.poison_dead(op, key.body, passed);
        }
    }

    /// Forwarded operands that are not live, or whose inputs are all not live, become poison.
    fn poison_dead(&mut self, op: OpRef, body: u32, passed: Passed) {
        let is_dead = |(index, inputs): (usize, &Option<Vec<Value>>)| {
            let inputs = inputs.as_ref();
            inputs.is_some_and(|inputs| self.is_dead(op.operand(index)) || self.all_dead(body, inputs))
        };
        let dead: Dead = passed.inputs.iter().enumerate().map(is_dead).collect();
        if dead.contains(&true) {
            self.plan.poisoned.push((In { body, id: op.id }, dead));
        }
    }

    fn visit_branch(&mut self, op: OpRef<'a>, key: In<OpId>, branch: &dyn BranchOp) {
        let passed: Vec<SuccessorOperands> =
            (0..op.successors().len()).map(|index| branch.successor_operands(op, index)).collect();
        let decides = |index: usize| !passed.iter().any(|passed| passed.forwarded.contains(&index));
        if op.operands().enumerate().any(|(index, operand)| decides(index) && self.is_dead(operand)) {
            self.plan.ops.push(key);
            return;
        }
        for (index, (target, passed)) in op.successors().zip(passed).enumerate() {
            let forwarded = passed.forwarded.map(|operand| self.is_dead(op.operand(operand)));
            let dead: Dead = std::iter::repeat_n(false, passed.n_produced).chain(forwarded).collect();
            let dead: Dead = target.args().zip(dead).map(|(arg, dead)| dead && self.is_dead(arg)).collect();
            self.give_up(target.args().zip(&dead).filter(|(_, dead)| **dead).map(|(arg, _)| arg));
            self.plan.block_args.push((In { body: key.body, id: target.id }, dead.clone()));
            self.plan.successor_operands.push((key, index, dead));
        }
    }

    /// A block argument is removed if one branch forwards a dead value to it, even if others forward values that are
    /// used elsewhere, but not if the branch operation produces it. (22 removes it for each branch separately, which
    /// creates invalid IR.)
    fn agree_on_block_args(&mut self) {
        let mut together: FxHashMap<In<BlockId>, Dead> = FxHashMap::default();
        for (block, dead) in &self.plan.block_args {
            let all = together.entry(*block).or_insert_with(|| vec![false; dead.len()]);
            all.iter_mut().zip(dead).for_each(|(all, &dead)| *all |= dead);
        }
        for ((block, _), (branch, index, _)) in self.plan.block_args.iter().zip(&self.plan.successor_operands) {
            let op = self.program.op(*branch);
            let branch = op.interface::<dyn BranchOp>().expect("only branches pass operands to blocks");
            let n_produced = branch.successor_operands(op, *index).n_produced;
            let all = together.get_mut(block).expect("all blocks are there");
            all[..n_produced].fill(false);
        }
        let edges = self.plan.block_args.iter_mut().zip(&mut self.plan.successor_operands);
        for ((block, args), (_, _, operands)) in edges {
            args.clone_from(&together[block]);
            operands.clone_from(&together[block]);
        }
    }
}

/// By operand: the block arguments and results that it is forwarded to, if it is forwarded at all.
struct Passed {
    inputs: Vec<Option<Vec<Value>>>,
}

impl Passed {
    fn new(op: OpRef) -> Self {
        Self { inputs: vec![None; op.n_operands()] }
    }

    /// The values that `op` forwards to its regions and to its results.
    fn by_parent(op: OpRef, branch: &dyn RegionBranchOp) -> Self {
        let mut passed = Self::new(op);
        for successor in branch.successors(op, RegionPoint::Parent) {
            passed.add(branch.entry_operands(op, successor.target), &successor.inputs);
        }
        passed
    }

    /// The values that `end`, a terminator in `parent`, forwards.
    fn by_end(end: OpRef, parent: OpRef, branch: &dyn RegionBranchOp) -> Self {
        let mut passed = Self::new(end);
        for (successor, operands) in region_end_edges(end, parent, branch) {
            passed.add(operands, &successor.inputs);
        }
        passed
    }

    /// The operands of `op` that are not forwarded.
    fn others<'s, 'o: 's>(&'s self, op: OpRef<'o>) -> impl Iterator<Item = ValueRef<'o>> + 's {
        op.operands().zip(&self.inputs).filter(|(_, inputs)| inputs.is_none()).map(|(operand, _)| operand)
    }

    fn add(&mut self, operands: std::ops::Range<usize>, inputs: &[Value]) {
        for (operand, &input) in operands.zip(inputs) {
            self.inputs[operand].get_or_insert_default().push(input);
        }
    }
}

/// By body of a symbol: the operations that reference it, without duplicates.
fn users_of_symbols(program: &Program) -> FxHashMap<u32, Vec<In<OpId>>> {
    let mut users: FxHashMap<u32, Vec<In<OpId>>> = FxHashMap::default();
    let mut seen: FxHashSet<(u32, In<OpId>)> = FxHashSet::default();
    for table in program.symbol_tables() {
        let top = OpRef::root(program.body(table));
        let mut scope = SymbolScope::new(top);
        for op in top.region(0).blocks().flat_map(|block| block.ops()) {
            for found in symbol_uses(op).unwrap_or_default() {
                let Some(body) = scope.lookup(found.symbol).and_then(|target| program.nested(target)) else { continue };
                let user = program.key(found.user);
                if seen.insert((body, user)) {
                    users.entry(body).or_default().push(user);
                }
            }
        }
    }
    users
}
