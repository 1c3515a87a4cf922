//! The processing of the components of the call graph.

use rmlir::analysis::callgraph::{CallEdge, CallGraph, CallNodeId};
use rmlir::analysis::program::Program;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use super::call::{Around, Callee, inline_call, is_part_of_a_block};
use super::config::Config;
use super::scope::Scope;
use super::uses::UseCounts;

/// See the module above.
pub struct Inliner {
    config: Config,
    scope: Scope,
    uses: UseCounts,
    /// The callables to erase at the end, in this order.
    dead: Vec<CallNodeId>,
    calls: Vec<ResolvedCall>,
}

/// A call whose callee has a body.
#[derive(Clone, Copy)]
struct ResolvedCall {
    call: OpId,
    caller: CallNodeId,
    callee: CallNodeId,
    /// Its origin, if it was inlined: an index in the history.
    history: Option<usize>,
}

/// A callable that was inlined, and the origin of the call to it.
struct Inlined {
    callee: CallNodeId,
    from: Option<usize>,
}

impl Inliner {
    /// An inliner for the symbol table of `cx`.
    pub fn new(cx: &PassCx, config: Config) -> Self {
        let program = Program::new(cx.body());
        let scope = Scope::new(&program, CallGraph::new(&program));
        let uses = UseCounts::new(&program, &scope, cx.ancestors().is_empty());
        Self { config, scope, uses, dead: Vec::new(), calls: Vec::new() }
    }

    /// Inlines all calls.
    pub fn run(mut self, cx: &mut PassCx) -> PassResult {
        for component in self.scope.graph().components() {
            self.visit_component(cx, component)?;
        }
        let mut rw = cx.rewriter();
        for &id in &self.dead {
            erase_callable(rw.body_mut(), self.scope.path(id));
        }
        Ok(())
    }

    fn visit_component(&mut self, cx: &mut PassCx, mut component: Vec<CallNodeId>) -> PassResult {
        let mut n_done = 0;
        loop {
            self.optimize(cx, &component)?;
            n_done += 1;
            if !self.inline_calls_in(cx, &mut component) || n_done >= self.config.max_iterations {
                return Ok(());
            }
        }
    }

    /// Runs pipelines on the callables of `component`.
    fn optimize(&mut self, cx: &mut PassCx, component: &[CallNodeId]) -> PassResult {
        let has_children =
            |&&id: &&CallNodeId| self.scope.node(id).edges.iter().any(|edge| matches!(edge, CallEdge::Child(_)));
        let nodes: Vec<CallNodeId> = component.iter().filter(|id| !has_children(id)).copied().collect();
        for &id in &nodes {
            let path = self.scope.path(id);
            let name = OpRef::root(body_at(cx.body(), path)).name_str();
            let pipeline = self.config.pipeline_for(name);
            if !pipeline.is_empty() {
                cx.run_pipeline(path, pipeline)?;
            }
        }
        for id in nodes {
            self.uses.recount(body_at(cx.body(), self.scope.path(id)), &self.scope, id);
        }
        Ok(())
    }

    /// Inlines the calls in the callables of `component`, and the calls that inlined bodies contain. Returns whether
    /// there were any.
    fn inline_calls_in(&mut self, cx: &mut PassCx, component: &mut Vec<CallNodeId>) -> bool {
        let mut dead: Vec<CallNodeId> = Vec::new();
        for &id in component.iter() {
            if self.uses.is_dead(id) {
                dead.push(id);
            } else {
                let body = body_at(cx.body(), self.scope.path(id));
                let region = body.region(body.root(), 0);
                let blocks: Vec<BlockId> = body.blocks(region).collect();
                collect_calls(&self.scope, body, &blocks, id, None, &mut self.calls);
            }
        }
        let mut gone: FxHashSet<CallNodeId> = dead.iter().copied().collect();
        let mut history: Vec<Inlined> = Vec::new();
        let mut inlined_any = false;
        let mut next = 0;
        while let Some(&resolved) = self.calls.get(next) {
            next += 1;
            if gone.contains(&resolved.caller) || !self.should_inline(cx.body(), resolved, &history) {
                continue;
            }
            let fate = if self.uses.is_used_once(resolved.callee) { Callee::Goes } else { Callee::Stays };
            if !self.inline_one(cx, resolved, fate, history.len()) {
                continue;
            }
            inlined_any = true;
            history.push(Inlined { callee: resolved.callee, from: resolved.history });
            if fate == Callee::Goes {
                self.uses.forget(&self.scope, resolved.callee);
                if gone.insert(resolved.callee) {
                    dead.push(resolved.callee);
                }
            }
        }
        self.calls.clear();
        component.retain(|id| !gone.contains(id));
        let new: Vec<CallNodeId> = dead.into_iter().filter(|id| !self.dead.contains(id)).collect();
        self.dead.extend(new);
        inlined_any
    }

    /// Inlines one call and erases it. Returns whether that was possible.
    fn inline_one(&mut self, cx: &mut PassCx, resolved: ResolvedCall, fate: Callee, history: usize) -> bool {
        let outside = cx.ancestors();
        let top = cx.body_mut();
        let (callee_path, caller_path) =
            (self.scope.path(resolved.callee).to_vec(), self.scope.path(resolved.caller).to_vec());
        let Some((&callee_proxy, around_callee)) = callee_path.split_last() else { return false };
        let callee = body_at_mut(top, around_callee).detach(callee_proxy);
        let done = match caller_path.split_last() {
            Some((&caller_proxy, around_caller)) => {
                // The caller is detached while it is changed, so that the surrounding bodies can be read.
                let mut caller = body_at_mut(top, around_caller).detach(caller_proxy);
                let call_around = bodies_along(outside, top, around_caller);
                let callee_around = bodies_along(outside, top, around_callee);
                let around = Around { call: &call_around, callee: &callee_around };
                let done = self.inline_into(&mut caller, &callee, around, resolved, fate, history);
                body_at_mut(top, around_caller).attach(caller_proxy, caller);
                done
            }
            None => {
                let around = Around { call: outside, callee: outside };
                self.inline_into(top, &callee, around, resolved, fate, history)
            }
        };
        body_at_mut(top, around_callee).attach(callee_proxy, callee);
        done
    }

    /// As [`Self::inline_one`], with the bodies of both.
    fn inline_into<'c>(
        &mut self,
        caller: &mut Body<'c>,
        callee: &Body<'c>,
        around: Around,
        resolved: ResolvedCall,
        fate: Callee,
        history: usize,
    ) -> bool {
        let (scope, calls) = (&self.scope, &mut self.calls);
        let mut rw = Rewriter::new(caller);
        let done = inline_call(&mut rw, resolved.call, callee, around, fate, &mut |body, blocks| {
            collect_calls(scope, body, blocks, resolved.caller, Some(history), calls);
        });
        if done {
            self.uses.drop_call(OpRef::new(&rw, resolved.call), &self.scope, resolved.caller);
            self.uses.merge(resolved.callee, resolved.caller);
            rw.erase(resolved.call);
        }
        done
    }

    fn should_inline(&self, top: &Body, resolved: ResolvedCall, history: &[Inlined]) -> bool {
        let caller = body_at(top, self.scope.path(resolved.caller));
        let call = OpRef::new(caller, resolved.call);
        if was_inlined(resolved.callee, resolved.history, history) || call.has(TraitSet::TERMINATOR) {
            return false;
        }
        // Callees that call themselves or the caller are not inlined.
        let calls_back = |edge: &CallEdge| edge.target() == resolved.callee || edge.target() == resolved.caller;
        if self.scope.node(resolved.callee).edges.iter().any(calls_back)
            || self.scope.is_inside(resolved.caller, resolved.callee)
        {
            return false;
        }
        let callee = body_at(top, self.scope.path(resolved.callee));
        takes_blocks(call, callee) && self.is_profitable(caller, callee)
    }

    fn is_profitable(&self, caller: &Body, callee: &Body) -> bool {
        match self.config.threshold {
            0 => false,
            u32::MAX => true,
            threshold => {
                // Counted without the callables themselves.
                let (n_caller, n_callee) = (caller.n_ops_deep() as u64 - 1, callee.n_ops_deep() as u64 - 1);
                n_caller == 0 || n_callee * 100 / n_caller <= u64::from(threshold)
            }
        }
    }
}

/// Whether the region of `call` allows as many blocks as it has after inlining `callee`.
fn takes_blocks(call: OpRef, callee: &Body) -> bool {
    let around = call.block().and_then(BlockRef::region).expect("a call is in a callable");
    is_part_of_a_block(OpRef::root(callee).region(0))
        || (around.owner().def().is_some() && around.may_have_several_blocks())
}

/// Whether `callee` is in the inlining history of a call.
fn was_inlined(callee: CallNodeId, mut from: Option<usize>, history: &[Inlined]) -> bool {
    while let Some(index) = from {
        if history[index].callee == callee {
            return true;
        }
        from = history[index].from;
    }
    false
}

/// Adds the calls in `blocks` of callable `caller` whose callee is known. Calls in nested bodies belong to other
/// callables.
fn collect_calls(
    scope: &Scope,
    body: &Body,
    blocks: &[BlockId],
    caller: CallNodeId,
    history: Option<usize>,
    calls: &mut Vec<ResolvedCall>,
) {
    // The latest block first, as in upstream's worklist.
    let mut waiting = blocks.to_vec();
    while let Some(block) = waiting.pop() {
        for op in body.ops(block) {
            let view = OpRef::new(body, op);
            let Some(interface) = view.interface::<dyn CallOp>() else {
                waiting.extend(body.regions(op).iter().flat_map(|&region| body.blocks(region)));
                continue;
            };
            let ValueOrAttr::Attr(symbol) = interface.callee(view) else { continue };
            if let Some(symbol) = symbol.as_flat_symbol(body.cx())
                && let Some(callee) = scope.lookup(caller, symbol.into())
            {
                calls.push(ResolvedCall { call: op, caller, callee, history });
            }
        }
    }
}

fn body_at<'a, 'c>(top: &'a Body<'c>, path: &[OpId]) -> &'a Body<'c> {
    path.iter().fold(top, |body, &proxy| body.nested(proxy).expect("a path goes through proxies"))
}

fn body_at_mut<'a, 'c>(top: &'a mut Body<'c>, path: &[OpId]) -> &'a mut Body<'c> {
    path.iter().fold(top, |body, &proxy| body.nested_mut(proxy).expect("a path goes through proxies"))
}

/// The bodies `outside`, `top`, and those on the path `path` that are not detached, outermost first.
fn bodies_along<'a>(outside: &'a [&'a Body<'a>], top: &'a Body<'a>, path: &[OpId]) -> Vec<&'a Body<'a>> {
    let mut bodies = outside.to_vec();
    bodies.push(top);
    let mut at = top;
    for &proxy in path {
        let Some(nested) = at.nested(proxy) else { break };
        bodies.push(nested);
        at = nested;
    }
    bodies
}

/// Erases the callable at the end of `path`, unless a parent of it has been erased already.
fn erase_callable(top: &mut Body, path: &[OpId]) {
    let Some((&proxy, around)) = path.split_last() else { return };
    let mut body = top;
    for &op in around {
        if !body.contains_op(op) {
            return;
        }
        body = body.nested_mut(op).expect("a path goes through proxies");
    }
    if body.contains_op(proxy) {
        Rewriter::new(body).erase(proxy);
    }
}
