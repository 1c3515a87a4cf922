//! Inlining one call.
//!
//! Plan: 1. the dialects of the call, of the destination and of every operation decide whether inlining is legal; 2.
//! the dialect of the call casts arguments and results whose types differ; 3. the dialect of the callee materializes
//! its arguments; 4. the block is split after the call and clones of the callee's blocks are inserted between, which the
//! dialect of the call postprocesses; 5. terminators replace the results of the call by the returned values: directly
//! if there is one block, which returns, else by block arguments.

use rmlir::core::clone::CloneMap;
use rmlir::core::dialect::{DialectHooks, InlinedCall, InlinedTo};
use rmlir::core::loc::LocData;
use rmlir::prelude::*;
use rmlir_builtin as builtin;
use rustc_hash::FxHashMap;

/// The fate of the callee.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Callee {
    /// It remains.
    Stays,
    /// This was its last call, and it is erased.
    Goes,
}

/// The bodies around a call and around its callee.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// The bodies around that of the call, outermost first.
    pub call: &'a [&'a Body<'a>],
    /// The bodies around that of the callee.
    pub callee: &'a [&'a Body<'a>],
}

/// Replaces the results of `call` by the results of a clone of the body `callee` with the arguments of the call, and
/// inserts the clone after the call, which remains. `inlined` is called with the new blocks before their terminators
/// are handled. Returns `false`, and changes nothing, if inlining is not possible.
pub fn inline_call<'c>(
    rw: &mut Rewriter<'_, 'c>,
    call: OpId,
    callee: &Body<'c>,
    around: Around,
    fate: Callee,
    inlined: &mut dyn FnMut(&Body, &[BlockId]),
) -> bool {
    let Some(mut plan) = Plan::new(rw, call, callee, fate == Callee::Stays) else { return false };
    create_casts(rw, call, &mut plan);
    let before = rw.block_of(call).expect("a call is in a block");
    let next = rw.next_op(call);
    let region = rw.region_of(before).expect("a call is in a region");
    let callable = OpRef::root(callee);
    let around = InlinedCall { call, callable, around_call: around.call, around_callable: around.callee };
    let args = handle_arguments(rw, &around, &plan);
    let after = rw.split_block(before, next);
    let blocks = copy_blocks(rw, callee, plan.region, &args, region, after);
    move_locations(rw, &blocks, rw.loc(call));
    if let Some(hooks) = hooks_of(OpRef::new(rw, call)) {
        hooks.handle_inlined_blocks(rw, &around, &blocks);
    }
    inlined(rw, &blocks);
    let results = rw.results(call).to_vec();
    if let &[only] = blocks.as_slice()
        && returns(BlockRef::new(rw, only))
    {
        end_block(rw, only, InlinedTo::Values(&results));
        move_ops(rw, after, only);
        rw.erase_block(after);
    } else {
        for (&result, &ty) in results.iter().zip(&plan.result_types) {
            let loc = rw.value_loc(result);
            let arg = rw.add_arg(after, ty, loc);
            rw.replace_all_uses(result, arg);
        }
        for &block in &blocks {
            end_block(rw, block, InlinedTo::Block(after));
        }
    }
    move_ops(rw, blocks[0], before);
    rw.erase_block(blocks[0]);
    true
}

/// Whether `region` becomes a part of one block when it is inlined: it has one block, which returns.
pub fn is_part_of_a_block(region: RegionRef) -> bool {
    region.has_one_block() && region.entry().is_some_and(returns)
}

fn returns(block: BlockRef) -> bool {
    block.terminator().is_some_and(|end| end.has(TraitSet::RETURN_LIKE))
}

/// The checked parameters of the inlining.
struct Plan {
    region: RegionId,
    args: Vec<Value>,
    result_types: Vec<Type>,
    /// For each argument, its cast to the type of the callee's, if they differ.
    arg_casts: Casts,
    /// For each result, its cast to the type of the call's, if they differ.
    result_casts: Casts,
}

type Casts = Vec<Option<OpState>>;

impl Plan {
    fn new<'c>(body: &Body<'c>, call: OpId, callee: &Body<'c>, cloned: bool) -> Option<Self> {
        let call = OpRef::new(body, call);
        let callable = OpRef::root(callee);
        let interface = callable.interface::<dyn Callable>()?;
        let region = interface.callable_region(callable)?;
        let entry = region.entry()?;
        let arguments = call.interface::<dyn CallOp>()?.arguments(call);
        let args: Vec<Value> = arguments.map(|index| call.operand(index).id).collect();
        let result_types = interface.result_types(callable);
        let arg_casts = casts(call, &args, &types_of(body, &args), &entry.arg_types())?;
        let results = body.results(call.id);
        let result_casts = casts(call, results, &result_types, &types_of(body, results))?;
        let around = call.parent()?;
        let into = RegionRef::new(body, body.parent_region(call.id)?);
        let legal = hooks_of(call)?.is_legal_to_inline_call(call, callable, cloned)
            && hooks_of(around)?.is_legal_to_inline_region(into, region, &args, cloned)
            && region_is_legal(region, around, cloned);
        legal.then_some(Self { region: region.id, args, result_types, arg_casts, result_casts })
    }
}

fn types_of(body: &Body, values: &[Value]) -> Vec<Type> {
    values.iter().map(|&value| body.ty(value)).collect()
}

/// The casts of values of the types `from` to the types `to` by the dialect of `call`.
fn casts(call: OpRef, values: &[Value], from: &[Type], to: &[Type]) -> Option<Casts> {
    if from.len() != to.len() {
        return None;
    }
    let hooks = hooks_of(call)?;
    let cast = |((&value, &from), &to)| match from == to {
        true => Some(None),
        false => hooks.materialize_call_conversion(call.cx(), value, from, to).map(Some),
    };
    values.iter().zip(from).zip(to).map(cast).collect()
}

/// Creates the casts around `call`. Its results have the types of the callee's afterwards.
fn create_casts(rw: &mut Rewriter, call: OpId, plan: &mut Plan) {
    rw.set_loc(rw.loc(call));
    rw.before(call);
    for (arg, cast) in plan.args.iter_mut().zip(std::mem::take(&mut plan.arg_casts)) {
        if let Some(cast) = cast {
            let cast = rw.create_state(cast);
            *arg = rw.result(cast, 0);
        }
    }
    rw.after(call);
    for (index, cast) in std::mem::take(&mut plan.result_casts).into_iter().enumerate() {
        let Some(cast) = cast else { continue };
        let result = rw.result(call, index);
        rw.set_type(result, plan.result_types[index]);
        let cast = rw.create_state(cast);
        let value = rw.result(cast, 0);
        rw.replace_uses_if(result, value, |_, user, _| user != cast);
    }
}

fn hooks_of(op: OpRef) -> Option<&'static dyn DialectHooks> {
    let name = op.name_str().split_once('.').map_or("", |(dialect, _)| dialect);
    op.cx().dialect(name).map(|dialect| dialect.hooks())
}

/// Whether every operation in `region` may be inlined into `into`.
fn region_is_legal(region: RegionRef, into: OpRef, cloned: bool) -> bool {
    let mut waiting = vec![region];
    while let Some(region) = waiting.pop() {
        for op in region.blocks().flat_map(|block| block.ops()) {
            // A cast between type systems is legal everywhere.
            if op.is::<builtin::UnrealizedConversionCastOp>() {
                continue;
            }
            if !hooks_of(op).is_some_and(|hooks| hooks.is_legal_to_inline_op(op, into, cloned)) {
                return false;
            }
            waiting.extend(op.regions());
        }
    }
    true
}

/// The values that replace the arguments of the callee.
fn handle_arguments(rw: &mut Rewriter, call: &InlinedCall, plan: &Plan) -> Vec<Value> {
    let Some(hooks) = hooks_of(call.callable) else { return plan.args.clone() };
    rw.after(call.call);
    let here = rw.insert_point();
    let handle = |(index, &arg)| {
        rw.set_insert_point(here);
        rw.set_loc(rw.loc(call.call));
        hooks.handle_inlined_argument(rw, call, index, arg)
    };
    plan.args.iter().enumerate().map(handle).collect()
}

/// Clones the callee's blocks, with `args` for its arguments, into `region` before block `after`.
fn copy_blocks<'c>(
    rw: &mut Rewriter<'_, 'c>,
    callee: &Body<'c>,
    from: RegionId,
    args: &[Value],
    region: RegionId,
    after: BlockId,
) -> Vec<BlockId> {
    let body = rw.body_mut();
    let last = body.blocks(region).next_back();
    let mut map = CloneMap::default();
    body.clone_region_inlined(callee, from, region, args, &mut map);
    let mut blocks = Vec::new();
    let mut at = last.and_then(|last| body.next_block(last));
    while let Some(block) = at {
        at = body.next_block(block);
        blocks.push(block);
    }
    for &block in &blocks {
        body.unlink_block(block);
        body.insert_block_before(after, block);
    }
    blocks
}

/// Makes every location in `blocks` a call-site location with `caller`.
fn move_locations(rw: &mut Rewriter, blocks: &[BlockId], caller: Loc) {
    if caller == Loc::UNKNOWN {
        return;
    }
    let mut stacked = Stacked { caller, known: FxHashMap::default() };
    for &block in blocks {
        stacked.visit_args(rw.body_mut(), block);
        for op in rw.ops(block).collect::<Vec<_>>() {
            stacked.visit(rw.body_mut(), op);
        }
    }
}

/// Cached call-site locations with a caller.
struct Stacked {
    caller: Loc,
    known: FxHashMap<Loc, Loc>,
}

impl Stacked {
    fn visit(&mut self, body: &mut Body, op: OpId) {
        for inner in body.ops_under(op) {
            let loc = self.stack(body.cx(), body.loc(inner));
            body.set_loc(inner, loc);
            for region in body.regions(inner).to_vec() {
                for block in body.blocks(region).collect::<Vec<_>>() {
                    self.visit_args(body, block);
                }
            }
            if let Some(nested) = body.nested_mut(inner) {
                for region in nested.regions(nested.root()).to_vec() {
                    for block in nested.blocks(region).collect::<Vec<_>>() {
                        self.visit_args(nested, block);
                        nested.ops(block).collect::<Vec<_>>().into_iter().for_each(|op| self.visit(nested, op));
                    }
                }
            }
        }
    }

    fn visit_args(&mut self, body: &mut Body, block: BlockId) {
        for index in 0..body.args(block).len() {
            let loc = self.stack(body.cx(), body.arg_loc(block, index));
            body.set_arg_loc(block, index, loc);
        }
    }

    /// `loc` with the caller appended to its chain of callers.
    fn stack(&mut self, cx: &Context, loc: Loc) -> Loc {
        if let Some(&known) = self.known.get(&loc) {
            return known;
        }
        let mut callees = Vec::new();
        let mut last = loc;
        while let LocData::CallSite { callee, caller } = last.data(cx) {
            callees.push(callee);
            last = caller;
        }
        callees.push(last);
        let stacked =
            callees.into_iter().rev().fold(self.caller, |caller, callee| cx.loc(LocData::CallSite { callee, caller }));
        self.known.insert(loc, stacked);
        stacked
    }
}

/// Lets the dialect of an inlined block's terminator handle it.
fn end_block(rw: &mut Rewriter, block: BlockId, to: InlinedTo) {
    let Some(terminator) = rw.last_op(block) else { return };
    if let Some(hooks) = hooks_of(OpRef::new(rw, terminator)) {
        hooks.handle_inlined_terminator(rw, terminator, to);
    }
    if let InlinedTo::Values(_) = to {
        rw.erase(terminator);
    }
}

fn move_ops(rw: &mut Rewriter, from: BlockId, to: BlockId) {
    if let Some(first) = rw.first_op(from) {
        rw.body_mut().move_tail(first, to);
    }
}
