//! The bufferization driver, which replaces one operation after the other by one on buffers.
//!
//! Results of a replaced operation are tensors created from buffers (`to_tensor`), and operands of the next one are
//! converted to the buffer of their tensor (`to_buffer`): so between replaced operations there are pairs of
//! conversions, which are folded at the end.

use rmlir::core::effects::{has_effect, is_memory_effect_free};
use rmlir::core::rewriter::Listener;
use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{Failure, Session, State, fold_to_buffer_of_to_tensor, has_tensor_semantics};
use rmlir_bufferization::{ToBufferOp, ToTensorOp};
use rustc_hash::FxHashSet;

use super::analysis::check_control_flow;
use super::order::post_order;

/// The changes of operations while one is replaced.
#[derive(Default)]
struct Tracker {
    created: Vec<OpId>,
    erased: FxHashSet<OpId>,
    n_allocs: u64,
}

impl Listener for Tracker {
    fn created(&mut self, body: &Body, op: OpId) {
        self.created.push(op);
        self.n_allocs += u64::from(has_effect(OpRef::new(body, op), EffectKind::Allocate));
    }
    fn erasing(&mut self, _body: &Body, op: OpId) {
        self.erased.insert(op);
    }
}

/// Errors, in the order in which they are reported.
pub type Errors = Vec<Box<Diagnostic>>;

fn with_reason(failure: Failure, last: Box<Diagnostic>) -> Errors {
    failure.0.into_iter().chain([last]).collect()
}

/// Inserts copies for the operands of `body` that do not bufferize in place.
pub fn insert_copies(body: &mut Body, state: &State) -> Result<(), Errors> {
    for op in post_order(body) {
        let Some(model) = state.model(OpRef::new(body, op)) else { continue };
        let mut rw = Rewriter::new(body);
        rw.before(op);
        model.resolve_conflicts(op, &mut rw, state).map_err(|failure| Vec::from_iter(failure.0))?;
    }
    Ok(())
}

/// Replaces the operations of `body`. Returns the number of created allocations.
pub fn bufferize_body(body: &mut Body, session: &mut Session) -> Result<u64, Errors> {
    if session.options.copy_before_write {
        insert_copies(body, &State::without_analysis(session))?;
    }
    let is_wanted = |body: &Body, op: OpId, session: &Session| {
        let view = OpRef::new(body, op);
        session.options.is_allowed(view) && has_tensor_semantics(view, session)
    };
    let all = post_order(body);
    let mut to_buffers: Vec<OpId> = all.iter().copied().filter(|&op| OpRef::new(body, op).is::<ToBufferOp>()).collect();
    let mut work: Vec<OpId> = all.into_iter().filter(|&op| is_wanted(body, op, session)).collect();
    let mut tracker = Tracker::default();
    let mut next = 0;
    while let Some(&op) = work.get(next) {
        next += 1;
        if tracker.erased.contains(&op) {
            continue;
        }
        bufferize_op(body, op, session, &mut tracker)?;
        for created in std::mem::take(&mut tracker.created) {
            if tracker.erased.contains(&created) {
                continue;
            }
            let view = OpRef::new(body, created);
            if view.is::<ToBufferOp>() {
                to_buffers.push(created);
            } else if !view.is::<ToTensorOp>() && is_wanted(body, created, session) {
                work.push(created);
            }
        }
    }
    cancel_conversions(body, &to_buffers, session, &mut tracker);
    if !session.options.allow_unknown_ops {
        work.retain(|op| !tracker.erased.contains(op));
        check_all_replaced(body, &work, session).map_err(|error| vec![error])?;
    }
    Ok(tracker.n_allocs)
}

fn bufferize_op(body: &mut Body, op: OpId, session: &mut Session, tracker: &mut Tracker) -> Result<(), Errors> {
    let view = OpRef::new(body, op);
    let Some(model) = session.options.model(view) else { return Ok(()) };
    if !has_tensor_semantics(view, session) {
        return Ok(());
    }
    check_control_flow(view, &State::without_analysis(session)).map_err(|error| vec![error])?;
    let mut rw = Rewriter::with_listener(body, tracker);
    rw.before(op);
    let outcome = model.bufferize(op, &mut rw, session);
    outcome.map_err(|failure| with_reason(failure, OpRef::new(body, op).plain_error("failed to bufferize op")))
}

/// Folds pairs of conversions, and erases unused tensors.
fn cancel_conversions(body: &mut Body, to_buffers: &[OpId], session: &Session, tracker: &mut Tracker) {
    for &op in to_buffers {
        if tracker.erased.contains(&op) {
            continue;
        }
        let mut rw = Rewriter::with_listener(body, tracker);
        rw.before(op);
        fold_to_buffer_of_to_tensor(&mut rw, ToBufferOp::from_id(op), &session.options);
    }
    for op in post_order(body) {
        let Some(made) = OpRef::new(body, op).cast::<ToTensorOp>() else { continue };
        if body.is_unused(made.result(body)) {
            Rewriter::with_listener(body, tracker).erase(op);
        }
    }
}

/// Refuses remaining operations on tensors.
fn check_all_replaced(body: &Body, ops: &[OpId], session: &Session) -> Checked {
    for &op in ops {
        let view = OpRef::new(body, op);
        let is_dead = || view.results().all(|result| body.is_unused(result.id)) && is_memory_effect_free(view);
        let is_conversion = view.is::<ToTensorOp>() || view.is::<ToBufferOp>();
        if !is_conversion && has_tensor_semantics(view, session) && session.options.is_allowed(view) && !is_dead() {
            return Err(view.plain_error("op was not bufferized"));
        }
    }
    Ok(())
}
