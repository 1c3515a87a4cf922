//! Tracking of payload: the replacement and erasure of operations and values, and the update of handles.
//!
//! Where an operation is replaced, handles to it are updated to the operation that defines all of the new values,
//! through casts, if that has the same name or is a constant. If there is none, a handle with a later use is *lost*;
//! transform operations that are declared to preserve handles fail then.

use rmlir::core::Listener;
use rmlir::core::interfaces::CastOp;
use rmlir::core::loc::Loc;
use rmlir::prelude::*;

/// The changes of payload, in order.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) events: Vec<Event>,
}

/// A change that handles have to track. Bodies are identified by their ids.
pub(crate) enum Event {
    /// An operation was replaced.
    Replaced { body: u32, op: OpId, by: Result<OpId, Box<Unfollowed>> },
    /// An operation was erased.
    Erased { body: u32, op: OpId },
    /// A value was replaced or erased.
    Value { body: u32, value: Value, by: Option<Value> },
}

/// The replacement of an operation that handles to it cannot track.
pub(crate) struct Unfollowed {
    op: Loc,
    values: Vec<Loc>,
    /// The operations that were examined in the search for a replacement.
    passed: Vec<(Loc, &'static str)>,
    reason: &'static str,
}

impl Unfollowed {
    /// The diagnostic, in upstream's wording: reported at `script_op`, about `handle`.
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

/// The operation that replaces `op`, whose results are replaced by `with`, in handles.
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
