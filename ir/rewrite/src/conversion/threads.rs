//! Parallel conversion of nested bodies.
//!
//! Sibling bodies are independent of each other, and few patterns access the enclosing body. So each is converted by
//! its own session without enclosing bodies, and its changes are committed. If a pattern accessed the enclosing body,
//! or a diagnostic is to be reported, the body is restored and converted again in sequence: then the order matters.

use rayon::prelude::*;
use rmlir_core::{Body, OpId, OpRef};
use rmlir_diag::Diagnostic;
use rustc_hash::FxHashMap;

use super::CommitPolicy;
use super::driver::{Listed, list_inside};
use super::session::{Level, Order, Session, Wanted};
use super::state::State;

impl<'c> Session<'_, 'c> {
    /// Converts those of the `listed` bodies that can be converted alone; returns their proxies, with the first cast
    /// that could not be resolved.
    pub(super) fn convert_apart(&mut self, listed: &[Listed]) -> FxHashMap<OpId, Unmended> {
        let (wanted, order) = (self.wanted, self.order);
        let body = &mut self.levels[0].body;
        let proxies: Vec<OpId> = listed.iter().filter(|item| item.enter).map(|item| item.op).collect();
        let proxies: Vec<OpId> = proxies.into_iter().filter(|&op| stands_alone(body, op)).collect();
        let may_start = rayon::current_num_threads() > 1
            && proxies.len() > 1
            && wanted.config.commit_policy == CommitPolicy::BodyByBody
            && self.listener.is_none()
            && !body.cx().has_action_handler()
            && are_others_legal(body, listed, wanted);
        if !may_start {
            return FxHashMap::default();
        }
        let children: Vec<(OpId, Box<Body<'c>>)> = proxies.into_iter().map(|op| (op, body.detach(op))).collect();
        let convert = |(op, child)| (op, convert_alone(child, wanted, order));
        let converted: Vec<(OpId, Converted)> = children.into_par_iter().map(convert).collect();
        let body = &mut self.levels[0].body;
        let mut done = FxHashMap::default();
        for (op, converted) in converted {
            body.attach(op, converted.body);
            done.extend(converted.done.map(|unmended| (op, unmended)));
        }
        done
    }
}

/// A cast that could not be resolved, if there was one.
type Unmended = Option<Box<Diagnostic>>;

/// The outcome of the conversion of one body.
struct Converted<'c> {
    body: Box<Body<'c>>,
    /// Present if it is converted. Otherwise it is restored.
    done: Option<Unmended>,
}

/// Returns whether `op` is the proxy of a body that is independent of its sibling operations, and that has no nested
/// bodies: those would be committed before the success of the whole is known.
fn stands_alone(body: &Body, op: OpId) -> bool {
    let is_innermost = body.nested(op).is_some_and(|nested| nested.proxies().is_empty());
    is_innermost && body.n_operands(op) == 0 && body.n_results(op) == 0
}

/// Returns whether all of the `listed` operations besides the converted bodies are legal, so that no pattern is rooted
/// at one.
fn are_others_legal(body: &Body, listed: &[Listed], wanted: Wanted) -> bool {
    let mut others = listed.iter().filter(|item| body.nested(item.op).is_none());
    others.all(|item| wanted.target.is_legal(OpRef::new(body, item.op)).is_some())
}

/// Converts `body`, if that requires no access to enclosing bodies.
fn convert_alone<'c>(body: Box<Body<'c>>, wanted: Wanted, order: &Order) -> Converted<'c> {
    let inner = list_inside(&body, wanted.target);
    let root = body.root();
    let level = Level { body, state: State::default(), proxy: None };
    let mut session = Session {
        levels: vec![level],
        diagnostics: Vec::new(),
        wanted,
        order,
        listener: None,
        applied: Vec::new(),
        unmended: None,
        has_reached_out: false,
    };
    let converted = session.convert(0, root, false) && session.convert_listed(0, &inner, false);
    let is_done = converted && !session.has_reached_out && session.diagnostics.is_empty();
    if is_done {
        session.settle(0);
    }
    let done = is_done.then(|| session.unmended.take());
    let mut level = session.levels.pop().expect("all nested levels were left");
    if !is_done {
        level.state.reset_all(&mut level.body);
    }
    Converted { body: level.body, done }
}
