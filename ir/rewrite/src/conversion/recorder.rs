//! The listener of the rewriters of a conversion: it records every change in the state of the body, and forwards the
//! notifications of changes that are executed at once, and those of patterns, to the listener of the conversion.

use rmlir_core::{BlockId, Body, Listener, OpId, Value};

use super::changes::RareChange;
use super::state::State;
use crate::listener::reborrow;

/// See the module.
pub struct Recorder<'a> {
    pub state: &'a mut State,
    pub outer: Option<&'a mut dyn Listener>,
}

impl Listener for Recorder<'_> {
    fn outer(&mut self) -> Option<&mut dyn Listener> {
        reborrow(&mut self.outer)
    }

    fn defers(&self) -> bool {
        true
    }

    fn created(&mut self, body: &Body, op: OpId) {
        self.state.created(op);
        if let Some(outer) = self.outer() {
            outer.created(body, op);
        }
    }

    fn moving(&mut self, body: &Body, op: OpId) {
        self.state.moving(body, op);
        if let Some(outer) = self.outer() {
            outer.moving(body, op);
        }
    }

    fn modifying(&mut self, body: &Body, op: OpId) {
        self.state.modifying(body, op);
        if let Some(outer) = self.outer() {
            outer.modifying(body, op);
        }
    }

    fn modified(&mut self, body: &Body, op: OpId) {
        self.state.modified_ops.insert(op);
        if let Some(outer) = self.outer() {
            outer.modified(body, op);
        }
    }

    fn replacing(&mut self, body: &Body, op: OpId, with: &[Value]) {
        self.state.replaced(body, op, with);
    }

    fn erasing(&mut self, body: &Body, op: OpId) {
        self.state.erased(body, op);
    }

    fn value_replacing(&mut self, _body: &Body, value: Value, with: Value) {
        self.state.value_replaced(value, &[with]);
    }

    fn block_created(&mut self, body: &Body, block: BlockId) {
        self.state.block_created(block);
        if let Some(outer) = self.outer() {
            outer.block_created(body, block);
        }
    }

    fn block_moving(&mut self, body: &Body, block: BlockId) {
        self.state.block_moving(body, block);
        if let Some(outer) = self.outer() {
            outer.block_moving(body, block);
        }
    }

    fn block_inlining(&mut self, body: &Body, from: BlockId, to: BlockId) {
        self.state.block_inlining(body, from);
        if let Some(outer) = self.outer() {
            outer.block_inlining(body, from, to);
        }
    }

    fn block_erasing(&mut self, body: &Body, block: BlockId) {
        self.state.block_erasing(body, block);
    }

    fn arg_added(&mut self, body: &Body, arg: Value) {
        self.state.changes.add_rare(RareChange::AddArg(arg));
        if let Some(outer) = self.outer() {
            outer.arg_added(body, arg);
        }
    }

    fn arg_modifying(&mut self, body: &Body, arg: Value) {
        self.state.changes.add_rare(RareChange::ModifyArg { arg, ty: body.ty(arg) });
        if let Some(outer) = self.outer() {
            outer.arg_modifying(body, arg);
        }
    }

    fn arg_erasing(&mut self, _body: &Body, arg: Value) {
        self.state.changes.add_rare(RareChange::EraseArg(arg));
    }

    fn wants_patterns(&self) -> bool {
        self.outer.as_ref().is_some_and(|outer| outer.wants_patterns())
    }
}
