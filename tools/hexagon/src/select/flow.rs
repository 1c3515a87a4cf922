//! Control flow: branches, `scf.if`, `scf.while`, `scf.for`.
//!
//! Block arguments and loop-carried values are registers that are copied to before a branch.

use rmlir::core::effects::is_pure;
use rmlir::prelude::*;
use rmlir_arith::CmpIPredicate;
use rmlir_hexagon::code::{Operand, Reg};
use rmlir_hexagon::op::File;
use rmlir_hexagon::table as t;
use rmlir_scf::{ForOp, IfOp, WhileOp};

use super::runtime::callee;
use super::state::{Selected, Selector};
use super::view::Guard;

/// The most operations of an `scf.if` that are executed without a branch, where it is not in an innermost loop. A branch that
/// is not predicted right costs about as much.
const MAX_CONVERTED: usize = 6;

/// The most `scf.if` inside each other that are converted.
const MAX_NESTED: usize = 8;

impl<'a> Selector<'a> {
    /// Selects the blocks of a region; the first one follows the current block.
    pub(super) fn region(&mut self, region: RegionRef<'a>) -> Selected<()> {
        let blocks: Vec<BlockRef> = region.blocks().collect();
        for block in &blocks[1..] {
            let label = self.function.label();
            self.labels.insert(block.id, label);
            for arg in block.args() {
                let file = self.file_of(block.region().map_or(OpRef::root(self.body), RegionRef::owner), arg.ty())?;
                let reg = self.function.register(file);
                self.values.insert(arg.id, reg);
            }
        }
        for (number, block) in blocks.into_iter().enumerate() {
            if number > 0 {
                self.begin(self.labels[&block.id]);
            }
            self.block(block.id)?;
        }
        Ok(())
    }

    /// Copies values to registers at once.
    pub(super) fn pass(&mut self, op: OpRef<'a>, values: &[Value], to: &[Reg]) -> Selected<()> {
        let mut copies = Vec::new();
        for &value in values {
            let reg = self.plain(op, value)?;
            copies.push(self.copy(reg));
        }
        for (&to, from) in to.iter().zip(copies) {
            self.copy_to(to, from);
        }
        Ok(())
    }

    /// Registers with copies of values.
    fn copies(&mut self, op: OpRef<'a>, values: &[Value]) -> Selected<Vec<Reg>> {
        let mut regs = Vec::new();
        for &value in values {
            let reg = self.plain(op, value)?;
            regs.push(self.copy(reg));
        }
        Ok(regs)
    }

    /// New registers for values.
    fn registers(&mut self, op: OpRef<'a>) -> Selected<Vec<Reg>> {
        let mut regs = Vec::new();
        for result in op.results() {
            let file = self.file_of(op, result.ty())?;
            regs.push(self.function.register(file));
        }
        Ok(regs)
    }

    pub(super) fn jump(&mut self, label: u32) {
        self.effect(&t::JUMP, vec![Operand::Label(label)]);
    }

    /// Branches if a value is false.
    fn jump_unless(&mut self, (predicate, is_inverse): (Reg, bool), label: u32) {
        let op = if is_inverse { &t::JUMP_IF } else { &t::JUMP_IF_NOT };
        self.effect(op, vec![predicate.into(), Operand::Label(label)]);
    }

    pub(super) fn flow(&mut self, op: OpRef<'a>) -> Selected<()> {
        match op.name_str() {
            // What contains it has read its operands.
            "scf.yield" | "scf.condition" => Ok(()),
            "cf.br" => {
                let values: Vec<Value> = op.operands().map(|operand| operand.id).collect();
                let dest = op.successors().next().expect("it has a successor");
                self.branch(op, dest, &values)
            }
            "cf.cond_br" => self.branch_by_condition(op),
            "scf.if" => match op.cast::<IfOp>() {
                Some(choice) => self.choice(op, choice),
                None => Err(self.unsupported(op)),
            },
            "scf.for" => match op.cast::<ForOp>() {
                Some(counted) if self.is_hardware_loop(op, counted) => self.hardware_loop(op, counted),
                Some(counted) => self.counted(op, counted),
                None => Err(self.unsupported(op)),
            },
            "scf.while" => match op.cast::<WhileOp>() {
                Some(of) => self.while_loop(op, of),
                None => Err(self.unsupported(op)),
            },
            _ => Err(self.unsupported(op)),
        }
    }

    fn branch(&mut self, op: OpRef<'a>, dest: BlockRef<'a>, values: &[Value]) -> Selected<()> {
        let to: Vec<Reg> = dest.args().map(|arg| self.values[&arg.id]).collect();
        self.pass(op, values, &to)?;
        self.jump(self.labels[&dest.id]);
        Ok(())
    }

    fn branch_by_condition(&mut self, op: OpRef<'a>) -> Selected<()> {
        let dests: Vec<BlockRef> = op.successors().collect();
        let condition = self.predicate(op, op.operand(0).id)?;
        let values = |range: std::ops::Range<usize>| range.map(|index| op.operand(index).id).collect::<Vec<Value>>();
        let split = 1 + dests[0].args().count();
        let otherwise = self.function.label();
        self.jump_unless(condition, otherwise);
        self.begin_unlabelled();
        self.branch(op, dests[0], &values(1..split))?;
        self.begin(otherwise);
        self.branch(op, dests[1], &values(split..op.n_operands()))
    }

    /// The blocks of an `scf.if` with the operands of their terminators.
    fn sides(&self, choice: IfOp) -> Vec<(BlockId, Vec<Value>)> {
        let yields = |op: OpId| self.body.operands(op).collect::<Vec<Value>>();
        let then = (choice.then_block(self.body), yields(choice.then_yield(self.body)));
        let otherwise = choice.else_block(self.body).zip(choice.else_yield(self.body).map(yields));
        [then].into_iter().chain(otherwise).collect()
    }

    fn choice(&mut self, op: OpRef<'a>, choice: IfOp) -> Selected<()> {
        let sides = self.sides(choice);
        let most = if self.inner.is_some() { usize::MAX } else { MAX_CONVERTED };
        if self.n_converted(op, MAX_NESTED).is_some_and(|n_ops| n_ops <= most) {
            return self.converted(op, &sides);
        }
        let condition = self.predicate(op, op.operand(0).id)?;
        let results = self.registers(op)?;
        let [otherwise, end] = [0; 2].map(|_| self.function.label());
        self.jump_unless(condition, otherwise);
        self.begin_unlabelled();
        self.block(sides[0].0)?;
        self.pass(op, &sides[0].1, &results)?;
        if let Some((block, values)) = sides.get(1) {
            self.jump(end);
            self.begin(otherwise);
            self.block(*block)?;
            self.pass(op, values, &results)?;
        } else {
            self.begin(otherwise);
        }
        self.begin(end);
        op.results().zip(results).for_each(|(result, reg)| self.define(result.id, reg));
        Ok(())
    }

    /// An `scf.if` without branches: accesses are executed under a predicate, all else in any case.
    fn converted(&mut self, op: OpRef<'a>, sides: &[(BlockId, Vec<Value>)]) -> Selected<()> {
        let outer = self.guard;
        let condition = self.predicate(op, op.operand(0).id)?;
        self.common_loads(sides)?;
        for (number, &(block, _)) in sides.iter().enumerate() {
            let own = (condition.0, condition.1 != (number == 1));
            self.guard = Some(outer.map_or(own, |outer| self.both(outer, own)));
            self.block(block)?;
            self.guard = outer;
        }
        for (number, result) in op.results().enumerate() {
            let reg = self.mux(op, condition, sides[0].1[number], sides[1].1[number])?;
            self.define(result.id, reg);
        }
        Ok(())
    }

    /// Selects loads that both sides execute before any store: once, and in any case.
    fn common_loads(&mut self, sides: &[(BlockId, Vec<Value>)]) -> Selected<()> {
        let [(then, _), (otherwise, _)] = sides else { return Ok(()) };
        let others = self.first_loads(*otherwise);
        for load in self.first_loads(*then) {
            let operands = |op: &OpRef<'a>| op.operands().map(|operand| operand.id).collect::<Vec<Value>>();
            let Some(other) = others.iter().find(|other| operands(other) == operands(&load)) else { continue };
            self.operation(load)?;
            let (result, same) = (load.result(0).id, other.result(0).id);
            let reg = self.reg(load, result)?;
            self.define(same, reg);
            if let Some(&is_signed) = self.known_upper.get(&result) {
                self.known_upper.insert(same, is_signed);
            }
            self.skipped.extend([load.id, other.id]);
        }
        Ok(())
    }

    /// The loads of a block before what might store.
    fn first_loads(&self, block: BlockId) -> Vec<OpRef<'a>> {
        let ops = self.body.ops(block).map(|id| OpRef::new(self.body, id));
        let is_load = |op: &OpRef| op.name_str() == "memref.load";
        ops.take_while(|op| is_load(op) || is_pure(*op)).filter(is_load).collect()
    }

    /// The predicate that two predicates are as they have to be.
    fn both(&mut self, (a, a_is_inverse): Guard, (b, b_is_inverse): Guard) -> Guard {
        match (a_is_inverse, b_is_inverse) {
            (false, false) => (self.of(&t::AND_P, &[a, b]), false),
            (false, true) => (self.of(&t::AND_NOT_P, &[a, b]), false),
            (true, false) => (self.of(&t::AND_NOT_P, &[b, a]), false),
            (true, true) => (self.of(&t::OR_P, &[a, b]), true),
        }
    }

    /// The number of operations inside of an `scf.if`, if no branch is needed for them.
    pub(super) fn n_converted(&self, op: OpRef, depth: usize) -> Option<usize> {
        let choice = op.cast::<IfOp>()?;
        let mut n_ops = 0;
        for (block, _) in self.sides(choice) {
            for id in self.body.ops(block) {
                let inner = OpRef::new(self.body, id);
                n_ops += match inner.n_regions() {
                    0 if is_pure(inner) && callee(self.body, inner).is_none() => 1,
                    0 if matches!(inner.name_str(), "memref.load" | "memref.store") => 1,
                    0 if inner.name_str() == "scf.yield" => 0,
                    0 => return None,
                    _ => self.n_converted(inner, depth.checked_sub(1)?)?,
                };
            }
        }
        Some(n_ops)
    }

    fn while_loop(&mut self, op: OpRef<'a>, of: WhileOp) -> Selected<()> {
        let (before, after) = (of.before_block(self.body), of.after_block(self.body));
        let inits: Vec<Value> = op.operands().map(|operand| operand.id).collect();
        let carried = self.copies(op, &inits)?;
        for (&arg, &reg) in self.body.args(before).iter().zip(&carried) {
            self.values.insert(arg, reg);
        }
        let [head, exit] = [0; 2].map(|_| self.function.label());
        self.depth += 1;
        self.begin(head);
        self.block(before)?;
        let condition = OpRef::new(self.body, of.condition_op(self.body).id());
        let passed: Vec<Value> = condition.operands().skip(1).map(|operand| operand.id).collect();
        let results = self.copies(op, &passed)?;
        let goes_on = self.predicate(op, condition.operand(0).id)?;
        self.jump_unless(goes_on, exit);
        self.begin_unlabelled();
        for (&arg, &reg) in self.body.args(after).iter().zip(&results) {
            self.values.insert(arg, reg);
        }
        self.block(after)?;
        let next: Vec<Value> = self.body.operands(of.yield_op(self.body).id()).collect();
        self.pass(op, &next, &carried)?;
        self.jump(head);
        self.depth -= 1;
        self.begin(exit);
        op.results().zip(results).for_each(|(result, reg)| self.define(result.id, reg));
        Ok(())
    }

    /// A loop whose body has control flow: it compares and branches.
    fn counted(&mut self, op: OpRef<'a>, counted: ForOp) -> Selected<()> {
        let [lower, upper, step] = [0, 1, 2].map(|index| op.operand(index).id);
        let inits: Vec<Value> = op.operands().skip(3).map(|operand| operand.id).collect();
        let is_less = if counted.unsignedCmp(self.body) { CmpIPredicate::Ult } else { CmpIPredicate::Slt };
        let variable = counted.induction_var(self.body);
        let first = self.plain(op, lower)?;
        let first =
            if self.width(lower) < 32 { self.extended(op, lower, !counted.unsignedCmp(self.body))? } else { first };
        let counter = self.copy(first);
        self.values.insert(variable, counter);
        let carried = self.copies(op, &inits)?;
        let args = counted.iter_args(self.body);
        args.iter().zip(&carried).for_each(|(&arg, &reg)| _ = self.values.insert(arg, reg));
        let [body, exit] = [0; 2].map(|_| self.function.label());
        let enters = self.compare(op, is_less, variable, upper)?;
        self.jump_unless(enters, exit);
        self.depth += 1;
        self.begin(body);
        self.block(counted.body(self.body))?;
        let next: Vec<Value> = self.body.operands(counted.terminator(self.body)).collect();
        self.pass(op, &next, &carried)?;
        let sum = match (self.function.file(counter), self.immediate(step)) {
            (File::R, Some(step)) => self.plus(counter, step),
            (File::R, None) => {
                let step = self.plain(op, step)?;
                self.of(&t::ADD, &[counter, step])
            }
            _ => {
                let step = self.plain(op, step)?;
                self.of(&t::ADD_D, &[counter, step])
            }
        };
        self.copy_to(counter, sum);
        let (repeats, is_inverse) = self.compare(op, is_less, variable, upper)?;
        let branch = if is_inverse { &t::JUMP_IF_NOT } else { &t::JUMP_IF };
        self.effect(branch, vec![repeats.into(), Operand::Label(body)]);
        self.depth -= 1;
        self.begin(exit);
        op.results().zip(carried).for_each(|(result, reg)| self.define(result.id, reg));
        Ok(())
    }
}
