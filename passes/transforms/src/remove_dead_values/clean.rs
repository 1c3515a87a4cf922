//! Removal of dead values.
//!
//! Dead values may be used by operations that are erased later: until then such uses are redirected to a stand-in, an
//! argument of a block that is in no region.

use rmlir::analysis::program::{In, Program};
use rmlir::prelude::*;
use rmlir_ub::{PoisonOp, UnreachableOp};
use rustc_hash::FxHashMap;

use super::find::{Dead, Function, Plan};

/// By index of a body in `program`: the path of proxies to it.
pub fn paths(program: &Program) -> Vec<Vec<OpId>> {
    (0..program.bodies().len() as u32).map(|number| program.path_to(number)).collect()
}

/// See the module.
pub struct Cleaner<'t, 'c> {
    top: &'t mut Body<'c>,
    paths: Vec<Vec<OpId>>,
    /// By body: the block whose arguments are the stand-ins.
    stand_ins: FxHashMap<u32, BlockId>,
    /// Created poison operations that may be unused in the end.
    poison: Vec<In<OpId>>,
}

impl<'t, 'c> Cleaner<'t, 'c> {
    pub fn new(top: &'t mut Body<'c>, paths: Vec<Vec<OpId>>) -> Self {
        Self { top, paths, stand_ins: FxHashMap::default(), poison: Vec::new() }
    }

    /// Applies the plan.
    pub fn clean(mut self, plan: Plan) {
        plan.poisoned.iter().for_each(|(op, dead)| self.poison_operands(*op, dead));
        plan.block_args.iter().for_each(|(block, dead)| self.erase_block_args(*block, dead));
        plan.successor_operands.iter().for_each(|(op, index, dead)| self.erase_successor_operands(*op, *index, dead));
        plan.functions.iter().for_each(|function| self.change_signature(function));
        plan.returned.iter().for_each(|(op, dead)| self.erase_operands(*op, dead));
        for function in &plan.functions {
            self.change_calls(function);
        }
        // Users first, so that few results have uses when their operation is erased.
        plan.ops.iter().rev().for_each(|&op| self.erase_op(op));
        self.finish();
    }

    fn body(&mut self, number: u32) -> Option<&mut Body<'c>> {
        let mut body = &mut *self.top;
        for &proxy in &self.paths[number as usize] {
            if !body.contains_op(proxy) {
                return None;
            }
            body = body.nested_mut(proxy)?;
        }
        Some(body)
    }

    /// Redirects the uses of `value` to a stand-in.
    fn detach_uses(&mut self, body: u32, value: Value) {
        let known = self.stand_ins.get(&body).copied();
        let Some(owner) = self.body(body) else { return };
        if owner.is_unused(value) {
            return;
        }
        let block = known.unwrap_or_else(|| owner.create_block(&[], &[]));
        let stand_in = owner.add_arg(block, owner.ty(value), Loc::UNKNOWN);
        owner.replace_all_uses(value, stand_in);
        self.stand_ins.insert(body, block);
    }

    /// Creates poison for `value` before `op`.
    fn make_poison(&mut self, body: u32, op: OpId, value: Value) -> Option<Value> {
        let owner = self.body(body)?;
        let (ty, loc) = (owner.ty(value), owner.value_loc(value));
        let mut rw = Rewriter::new(owner);
        rw.before(op);
        rw.set_loc(loc);
        let made = rw.create(PoisonOp::build(ty)).id();
        let result = rw.result(made, 0);
        self.poison.push(In { body, id: made });
        Some(result)
    }

    fn poison_operands(&mut self, key: In<OpId>, dead: &Dead) {
        for index in marked(dead) {
            let Some(operand) = self.body(key.body).map(|body| body.operand(key.id, index)) else { return };
            if let Some(poison) = self.make_poison(key.body, key.id, operand)
                && let Some(body) = self.body(key.body)
            {
                body.set_operand(key.id, index, poison);
            }
        }
    }

    fn erase_block_args(&mut self, key: In<BlockId>, dead: &Dead) {
        let Some(body) = self.body(key.body) else { return };
        let args = body.args(key.id).to_vec();
        // A block with several predecessors is changed at the first of them.
        if args.len() != dead.len() {
            return;
        }
        for index in marked(dead).rev() {
            self.detach_uses(key.body, args[index]);
            if let Some(body) = self.body(key.body) {
                body.erase_arg(key.id, index);
            }
        }
    }

    fn erase_successor_operands(&mut self, key: In<OpId>, index: usize, dead: &Dead) {
        let Some(body) = self.body(key.body) else { return };
        let op = OpRef::new(body, key.id);
        let Some(branch) = op.interface::<dyn BranchOp>() else { return };
        let passed = branch.successor_operands(op, index);
        if passed.len() != dead.len() || !dead.contains(&true) {
            return;
        }
        let n_produced = passed.n_produced;
        let kept = passed.forwarded.enumerate().filter(|(place, _)| !dead[n_produced + place]);
        let kept: Vec<Value> = kept.map(|(_, operand)| op.operand(operand).id).collect();
        branch.set_successor_operands(body, key.id, index, &kept);
    }

    fn change_signature(&mut self, function: &Function) {
        let Some(body) = self.body(function.body) else { return };
        let root = body.root();
        let region = body.region(root, 0);
        let entry = body.entry(region).expect("only functions with a body change");
        let args = body.args(entry).to_vec();
        for index in marked(&function.args).rev() {
            self.detach_uses(function.body, args[index]);
            if let Some(body) = self.body(function.body) {
                body.erase_arg(entry, index);
            }
        }
        if let Some(body) = self.body(function.body) {
            shrink_type(body, &function.args, &function.results);
        }
    }

    fn erase_operands(&mut self, key: In<OpId>, dead: &Dead) {
        let Some(body) = self.body(key.body) else { return };
        let operands: Vec<Value> = body.operands(key.id).collect();
        body.set_operands(key.id, &kept(&operands, dead));
    }

    fn change_calls(&mut self, function: &Function) {
        for &call in &function.calls {
            let Some(body) = self.body(call.body) else { continue };
            let op = OpRef::new(body, call.id);
            let Some(interface) = op.interface::<dyn CallOp>() else { continue };
            let place = interface.arguments(op);
            let operands: Vec<Value> = body.operands(call.id).collect();
            let args = kept(&operands[place.clone()], &function.args);
            if args.len() != place.len() {
                rmlir::core::fields::replace_operands(body, call.id, place, 0, &args);
            }
            if function.results.contains(&true) {
                self.erase_results(call, &function.results);
            }
        }
    }

    /// Replaces `key` by an operation with fewer results.
    fn erase_results(&mut self, key: In<OpId>, dead: &Dead) {
        let Some(body) = self.body(key.body) else { return };
        let results = body.results(key.id).to_vec();
        for index in marked(dead) {
            self.detach_uses(key.body, results[index]);
        }
        let Some(body) = self.body(key.body) else { return };
        let mut state = OpState::new(body.name(key.id)).at(body.loc(key.id));
        state.operands = body.operands(key.id).collect();
        let values = kept(&results, dead);
        state.result_types = values.iter().map(|&value| body.ty(value)).collect();
        state.no_inference = true;
        state.props = body.props(key.id).into();
        state.attrs = body.discardable_attrs(key.id).to_vec();
        state.successors = body.successors(key.id).collect();
        let mut rw = Rewriter::new(body);
        rw.before(key.id);
        let new = rw.create_state(state);
        for (old, new) in values.into_iter().zip(rw.results(new).to_vec()) {
            rw.replace_all_uses(old, new);
        }
        rw.erase(key.id);
    }

    fn erase_op(&mut self, key: In<OpId>) {
        let Some(body) = self.body(key.body).filter(|body| body.contains_op(key.id)) else { return };
        if body.has_trait(key.id, TraitSet::TERMINATOR) {
            let mut rw = Rewriter::new(body);
            rw.before(key.id);
            rw.create(UnreachableOp::build());
        }
        let Some(body) = self.body(key.body) else { return };
        let results = body.results(key.id).to_vec();
        for result in results {
            let is_unused = self.body(key.body).is_none_or(|body| body.is_unused(result));
            if !is_unused
                && let Some(poison) = self.make_poison(key.body, key.id, result)
                && let Some(body) = self.body(key.body)
            {
                body.replace_all_uses(result, poison);
            }
        }
        if let Some(body) = self.body(key.body) {
            Rewriter::new(body).erase(key.id);
        }
    }

    /// Erases unused poison and the stand-ins.
    fn finish(&mut self) {
        for (body, block) in std::mem::take(&mut self.stand_ins) {
            let Some(owner) = self.body(body) else { continue };
            let args = owner.args(block).to_vec();
            for arg in args {
                // The remaining uses are by operations that are not erased, in any order.
                while let Some(user) = self.body(body).and_then(|owner| owner.users(arg).next()) {
                    let Some(poison) = self.make_poison(body, user, arg) else { break };
                    let Some(owner) = self.body(body) else { break };
                    Rewriter::new(owner).replace_uses_if(arg, poison, |_, other, _| other == user);
                }
            }
            if let Some(owner) = self.body(body) {
                owner.erase_block(block);
            }
        }
        for key in std::mem::take(&mut self.poison) {
            let Some(body) = self.body(key.body).filter(|body| body.contains_op(key.id)) else { continue };
            if body.is_unused(body.result(key.id, 0)) {
                Rewriter::new(body).erase(key.id);
            }
        }
    }
}

/// The marked indices.
fn marked(dead: &Dead) -> impl DoubleEndedIterator<Item = usize> {
    (0..dead.len()).filter(|&index| dead[index])
}

fn kept<T: Copy>(all: &[T], dead: &Dead) -> Vec<T> {
    all.iter().zip(dead).filter(|(_, dead)| !**dead).map(|(&one, _)| one).collect()
}

/// Removes arguments and results from the type of the function that is the root of `body`, and from its argument and
/// result attributes.
fn shrink_type(body: &mut Body, args: &Dead, results: &Dead) {
    let root = body.root();
    let op = OpRef::root(body);
    let Some(function) = op.interface::<dyn FunctionOp>() else { return };
    let new_args = kept(&function.argument_types(op), args);
    let new_results = kept(&function.result_types(op), results);
    let ty = function.with_types(op, &new_args, &new_results);
    let (arg_slot, result_slot) = function.attr_props();
    for (slot, dead) in [(arg_slot, args), (result_slot, results)] {
        let Some(attrs) = body.prop(root, slot).and_then(|attr| attr.as_array(body.cx())) else { continue };
        let left = kept(attrs, dead);
        let nothing = left.iter().all(|&attr| attr == Attr::EMPTY_DICT);
        let new = if nothing { Attr::ABSENT } else { body.cx().array_attr(&left) };
        body.set_prop(root, slot, new);
    }
    body.set_prop(root, function.type_prop(), ty);
}
