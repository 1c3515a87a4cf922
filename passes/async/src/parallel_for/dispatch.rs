//! Dispatch of blocks to threads.
//!
//! The dispatching thread adds a token for each block that another thread computes to a group, and the calling thread
//! awaits the group.

use rmlir::prelude::*;
use rmlir_arith::{AddIOp, CmpIOp, CmpIPredicate, DivSIOp, SubIOp, constant_index};
use rmlir_async::{AddToGroupOp, AwaitAllOp, CreateGroupOp, ExecuteOp, GroupType, TokenType, YieldOp as AsyncYieldOp};
use rmlir_func::{CallOp, ReturnOp};
use rmlir_scf::{ConditionOp, ForOp, IfOp, WhileOp, YieldOp};

use super::compute::Compute;
use super::functions::Functions;
use crate::function::{entry_of, private_function};

/// The blocks of a loop.
#[derive(Clone, Copy)]
pub struct Blocks<'a> {
    pub compute: &'a Compute,
    pub size: Value,
    pub count: Value,
    /// The arguments of the compute function after the index of the block and the size.
    pub shared: &'a [Value],
}

impl Blocks<'_> {
    /// Computes block `number` in the current thread.
    fn call(&self, rw: &mut Rewriter, number: Value) {
        let operands = [&[number, self.size], self.shared].concat();
        call(rw, self.compute.name, &operands);
    }

    /// A group for all blocks but one.
    fn group(&self, rw: &mut Rewriter, one: Value) -> Value {
        let size = rw.value(SubIOp::build(self.count, one));
        let ty = GroupType::get(rw.cx()).ty();
        rw.value(CreateGroupOp::build(ty, size))
    }
}

fn call(rw: &mut Rewriter, name: Ident, operands: &[Value]) {
    let callee = rw.cx().symbol_ref(name);
    rw.create(CallOp::build(&[], operands, callee));
}

/// Calls `name` in another thread, and adds the token to `group`.
fn call_elsewhere(rw: &mut Rewriter, name: Ident, operands: &[Value], group: Value) {
    let token = TokenType::get(rw.cx()).ty();
    let execute = rw.create(ExecuteOp::build(token, &[], &[], &[])).id();
    let (point, region) = (rw.insert_point(), rw.region(execute, 0));
    enter(rw, region);
    call(rw, name, operands);
    rw.create(AsyncYieldOp::build(&[]));
    rw.set_insert_point(point);
    let token = rw.result(execute, 0);
    rw.create(AddToGroupOp::build(token, group));
}

/// Sets the insertion point to the end of the only block of `region`, which is created if it is missing.
pub fn enter(rw: &mut Rewriter, region: RegionId) {
    let block = match rw.entry(region) {
        Some(block) => block,
        None => rw.create_block(region, &[], &[]),
    };
    rw.at_end(block);
}

/// Dispatches the blocks one after the other, and computes the first one.
pub fn one_by_one(rw: &mut Rewriter, blocks: Blocks) {
    let (zero, one) = (constant_index(rw, 0), constant_index(rw, 1));
    let group = blocks.group(rw, one);
    let made = rw.create(ForOp::build(&[], one, blocks.count, one, &[]));
    let (point, region, loc) = (rw.insert_point(), made.region(rw), rw.default_loc());
    let body = match rw.entry(region) {
        Some(body) => body,
        None => rw.create_block(region, &[Type::INDEX], &[loc]),
    };
    rw.at_end(body);
    let number = rw.arg(body, 0);
    call_elsewhere(rw, blocks.compute.name, &[&[number, blocks.size], blocks.shared].concat(), group);
    rw.create(YieldOp::build(&[]));
    rw.set_insert_point(point);
    blocks.call(rw, zero);
    rw.create(AwaitAllOp::build(group));
}

/// Computes the only block, or calls a function that recursively splits the range of blocks.
pub fn by_halves<'c>(rw: &mut Rewriter<'_, 'c>, blocks: Blocks, functions: &mut Functions<'c>) {
    let halve = halving_function(rw, blocks.compute, functions);
    let (zero, one) = (constant_index(rw, 0), constant_index(rw, 1));
    let equal = CmpIPredicate::Eq.attr(rw.cx());
    let is_one = rw.value(CmpIOp::build(blocks.count, one, equal));
    let choice = rw.create(IfOp::build(&[], is_one));
    let point = rw.insert_point();
    enter(rw, choice.thenRegion(rw));
    blocks.call(rw, zero);
    rw.create(YieldOp::build(&[]));
    enter(rw, choice.elseRegion(rw));
    let group = blocks.group(rw, one);
    call(rw, halve, &[&[group, zero, blocks.count, blocks.size], blocks.shared].concat());
    rw.create(AwaitAllOp::build(group));
    rw.create(YieldOp::build(&[]));
    rw.set_insert_point(point);
}

/// The function that computes a range of blocks: it repeatedly dispatches one half to another thread, until one block
/// remains, which it computes.
fn halving_function<'c>(rw: &Rewriter<'_, 'c>, compute: &Compute, functions: &mut Functions<'c>) -> Ident {
    let cx = rw.cx();
    let name = functions.name(rw, "async_dispatch_fn");
    let inputs = [&[GroupType::get(cx).ty(), Type::INDEX], compute.inputs.as_slice()].concat();
    let mut function = private_function(cx, rw.default_loc(), &inputs, &[]);
    let mut rw = Rewriter::new(&mut function);
    let entry = entry_of(&rw);
    rw.set_loc(rw.loc(rw.root()));
    rw.at_end(entry);
    let args = rw.args(entry).to_vec();
    halve(&mut rw, name, &args);
    call(&mut rw, compute.name, &[&args[1..2], &args[3..]].concat());
    rw.create(ReturnOp::build(&[]));
    functions.add(name, function);
    name
}

/// The loop that dispatches halves to other threads. `args` are those of the function, called `name`.
fn halve(rw: &mut Rewriter, name: Ident, args: &[Value]) {
    let (one, two) = (constant_index(rw, 1), constant_index(rw, 2));
    let (types, locs) = ([Type::INDEX; 2], [rw.default_loc(); 2]);
    let made = rw.create(WhileOp::build(&types, &args[1..3]));
    let point = rw.insert_point();
    let before = rw.create_block(made.before(rw), &types, &locs);
    let after = rw.create_block(made.after(rw), &types, &locs);

    rw.at_end(before);
    let range = rw.args(before).to_vec();
    let distance = rw.value(SubIOp::build(range[1], range[0]));
    let greater = CmpIPredicate::Sgt.attr(rw.cx());
    let goes_on = rw.value(CmpIOp::build(distance, one, greater));
    rw.create(ConditionOp::build(goes_on, &range));

    rw.at_end(after);
    let range = rw.args(after).to_vec();
    let distance = rw.value(SubIOp::build(range[1], range[0]));
    let half = rw.value(DivSIOp::build(distance, two));
    let middle = rw.value(AddIOp::build(range[0], half));
    call_elsewhere(rw, name, &[&[args[0], middle, range[1]], &args[3..]].concat(), args[0]);
    rw.create(YieldOp::build(&[range[0], middle]));
    rw.set_insert_point(point);
}
