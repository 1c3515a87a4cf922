//! Following payload that changes: what happened to operations and values, and what handles stand for afterwards.
//!
//! Where an operation is replaced, handles to it follow to the operation that makes all of the new values, through casts,
//! if that is of the same kind or a constant. Where there is none, a handle that is used later is *lost*; operations of the
//! script that promise to keep handles fail then.

use rmlir::core::Listener;
use rmlir::core::interfaces::CastOp;
use rmlir::core::loc::Loc;
use rmlir::prelude::*;

/// What happened to payload, in order.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) events: Vec<Event>,
}

/// Something that handles have to follow. Bodies are named by their numbers.
pub(crate) enum Event {
    /// An operation was replaced.
    Replaced { body: u32, op: OpId, by: Result<OpId, Box<Unfollowed>> },
    /// An operation was erased.
    Erased { body: u32, op: OpId },
    /// A value was replaced, or is gone.
    Value { body: u32, value: Value, by: Option<Value> },
}

/// An operation was replaced by what handles to it cannot follow to.
pub(crate) struct Unfollowed {
    op: Loc,
    values: Vec<Loc>,
    /// What was looked at in search of an operation to follow to.
    passed: Vec<(Loc, &'static str)>,
    reason: &'static str,
}

impl Unfollowed {
    /// The words of upstream: said about `script_op`, for the sake of `handle`.
    pub(crate) fn diagnostic(&self, script_op: OpRef, handle: Loc) -> Box<Diagnostic> {
        let cx = script_op.cx();
        let message = "tracking listener failed to find replacement op during application of this transform op";
        let mut said = script_op.plain_error(message).without_operation();
        for (loc, note) in &self.passed {
            said = said.note(loc.place(cx), *note);
        }
        said = said.note(script_op.loc().place(cx), self.reason);
        said = said.note(handle.place(cx), "replacement is required because this handle must be updated");
        said = said.note(self.op.place(cx), "[0] replaced op");
        for (index, value) in self.values.iter().enumerate() {
            said = said.note(value.place(cx), format!("[0] replacement value {index}"));
        }
        Box::new(said)
    }
}

impl Listener for Log {
    fn replacing(&mut self, body: &Body, op: OpId, with: &[Value]) {
        let number = body.number();
        for (&value, &by) in body.results(op).iter().zip(with) {
            self.events.push(Event::Value { body: number, value, by: Some(by) });
        }
        self.events.push(Event::Replaced { body: number, op, by: replacement(body, op, with) });
    }

    fn erasing(&mut self, body: &Body, op: OpId) {
        let number = body.number();
        for &value in body.results(op) {
            self.events.push(Event::Value { body: number, value, by: None });
        }
        self.events.push(Event::Erased { body: number, op });
    }
}

/// The operation that handles to `op`, whose results become `with`, follow to.
fn replacement(body: &Body, op: OpId, with: &[Value]) -> Result<OpId, Box<Unfollowed>> {
    let mut values = with.to_vec();
    let mut passed = Vec::new();
    let reason = loop {
        let mut definitions = values.iter().map(|&value| body.defining_op(value));
        let first = definitions.next().flatten();
        let Some(definition) = first.filter(|_| definitions.all(|other| other == first)) else {
            break "replacement values belong to different ops";
        };
        if body.interface::<dyn CastOp>(definition).is_some() {
            passed.push((body.loc(definition), "using output of 'CastOpInterface' op"));
            values = body.operands(definition).collect();
            continue;
        }
        if body.name(definition) == body.name(op) || body.has_trait(definition, TraitSet::CONSTANT_LIKE) {
            return Ok(definition);
        }
        break "ran out of suitable replacement values";
    };
    let values = with.iter().map(|&value| body.value_loc(value)).collect();
    Err(Box::new(Unfollowed { op: body.loc(op), values, passed, reason }))
}
