//! The mapping of handles to payload during the interpretation of a script.
//!
//! Payload is changed through [`TransformState::rewrite`] and [`TransformState::drive`], which track replaced and
//! erased operations, see `follow`. A handle that an operation of the script consumed, and every other one to the same
//! or nested payload, is *invalid*: using it is an error, which is detected at the use.

use rmlir::core::Listener;
use rmlir::core::loc::Loc;
use rmlir::core::symbol::SymbolScope;
use rmlir::pass::{PassOutput, Texts};
use rmlir::prelude::*;
use rustc_hash::FxHashMap;

use crate::failure::{Applied, Failure};
use crate::follow::{Event, Log, Unfollowed};
use crate::payload::{Mapped, PayloadOp, PayloadValue, body_at, body_at_mut, find_body, is_ancestor};
use crate::types::{HandleKind, handle_kind};

/// A value of the script: the id of its body, and the value in that body.
type Key = (u32, Value);

fn key(value: ValueRef) -> Key {
    (value.body.number(), value.id)
}

/// The state of the interpreter; see the module.
pub struct TransformState<'a, 'c> {
    top: &'a mut Body<'c>,
    root: PayloadOp,
    script: OpRef<'a>,
    /// The payload operations that the named sequences of the script are copies of, by the ids of the copies' bodies.
    origins: FxHashMap<u32, PayloadOp>,
    /// The bodies of the script, by id.
    script_bodies: FxHashMap<u32, &'a Body<'a>>,
    /// The proxy of each nested body of the script, by the id of the nested body.
    script_proxies: FxHashMap<u32, OpRef<'a>>,
    mapped: FxHashMap<Key, Mapped>,
    invalid: FxHashMap<Key, Invalidated>,
    /// The operations of the script that are being applied, from the outermost to the
    /// innermost, with the ids of their bodies.
    running: Vec<(u32, OpId)>,
    /// The first handle that could not be updated during the current operation, and the reason.
    lost: Option<(Key, Box<Unfollowed>)>,
    texts: &'a dyn Texts,
    /// The printed text and the diagnostics so far, in order.
    said: Vec<PassOutput>,
}

/// The reason why a handle is invalid.
struct Invalidated {
    /// The operation that consumed a handle to the payload or to an ancestor of it.
    by: Loc,
    operand: usize,
    ancestor: Loc,
    nested: Loc,
}

impl<'a, 'c> TransformState<'a, 'c> {
    /// A state for a script in `script`, which is separate from `top`, that is applied to `root`.
    pub fn new(top: &'a mut Body<'c>, root: PayloadOp, script: OpRef<'a>, texts: &'a dyn Texts) -> Self {
        let mut script_bodies = FxHashMap::default();
        script.walk_preorder(|op| _ = script_bodies.insert(op.body.number(), op.body));
        let mut script_proxies = FxHashMap::default();
        for &body in script_bodies.values() {
            for proxy in body.proxies() {
                let nested = body.nested(proxy).expect("a proxy has a body");
                script_proxies.insert(nested.number(), OpRef::new(body, proxy));
            }
        }
        Self {
            top,
            root,
            script,
            script_bodies,
            script_proxies,
            mapped: FxHashMap::default(),
            invalid: FxHashMap::default(),
            running: Vec::new(),
            lost: None,
            origins: FxHashMap::default(),
            texts,
            said: Vec::new(),
        }
    }

    /// The state for a script that is a copy of the content of `top`, with these sequences.
    pub(crate) fn with_origins_of(mut self, is_sequence: fn(OpRef) -> bool) -> Self {
        let mut sequences = Vec::new();
        self.script.walk_preorder(|op| {
            if is_sequence(op) {
                // The id of the body inside, for an operation in its own body and for a proxy alike.
                sequences.push(op.region(0).body.number());
            }
        });
        let top = PayloadOp { path: Vec::new(), op: self.top.root() };
        let is_origin = |payload: &PayloadOp| is_sequence(self.op(payload));
        let origins: Vec<PayloadOp> = self.walk(&top).into_iter().filter(is_origin).collect();
        self.origins = sequences.into_iter().zip(origins).collect();
        self
    }

    /// Fails if `payload` contains `op` of the script: a script must not transform itself.
    pub fn check_separate(&self, op: OpRef, payload: &PayloadOp) -> Applied {
        let origin = self.origins.get(&op.body.number());
        if !origin.is_some_and(|origin| is_ancestor(self.top, payload, origin)) {
            return Ok(());
        }
        let failure = Failure::definite(op, "cannot apply transform to itself (or one of its ancestors)");
        Err(failure.note(self.op(payload), "target payload op"))
    }

    /// The payload root.
    pub fn root(&self) -> &PayloadOp {
        &self.root
    }

    /// The operation in which sequences are looked up.
    pub fn script(&self) -> OpRef<'a> {
        self.script
    }

    /// The operation that `symbol` refers to at `op` of the script: in the nearest enclosing symbol table.
    pub fn resolve(&self, op: OpRef<'a>, symbol: SymbolRef) -> Option<OpRef<'a>> {
        let mut at = op;
        loop {
            at = match at.parent() {
                Some(around) => around,
                None => *self.script_proxies.get(&at.body.number())?,
            };
            if at.has(TraitSet::SYMBOL_TABLE) {
                return SymbolScope::new(at).lookup(symbol);
            }
        }
    }

    /// The operation `op` of the script, with the lifetime of the script.
    pub(crate) fn of_script(&self, op: OpRef) -> Option<OpRef<'a>> {
        Some(OpRef::new(self.script_bodies.get(&op.body.number())?, op.id))
    }

    /// Reports `diagnostic`.
    pub fn say(&mut self, diagnostic: Diagnostic) {
        self.said.push(PassOutput::Diagnostic(diagnostic));
    }

    /// Reports a remark at `payload`, with the operation as a note.
    pub fn say_at(&mut self, payload: &PayloadOp, message: &str) {
        let remark = remark_at(self.texts, self.op(payload), message);
        self.say(remark);
    }

    /// Reports a warning at `payload`, with the operation as a note.
    pub fn warn_at(&mut self, payload: &PayloadOp, message: &str) {
        let view = self.op(payload);
        let warning = Diagnostic::warning(view.loc().place(view.cx()), message);
        let warning = with_shown(self.texts, view, warning);
        self.say(warning);
    }

    /// Reports a remark at `op` of the script, with the operation as a note.
    pub fn say_at_script(&mut self, op: OpRef, message: &str) {
        self.say(remark_at(self.texts, op, message));
    }

    /// Prints `text`.
    pub fn print(&mut self, text: String) {
        self.said.push(PassOutput::Output(text));
    }

    /// Takes the printed text and the diagnostics so far, in order.
    pub fn take_said(&mut self) -> Vec<PassOutput> {
        std::mem::take(&mut self.said)
    }

    /// The printer of IR in diagnostics.
    pub fn texts(&self) -> &'a dyn Texts {
        self.texts
    }

    /// An operation of the payload.
    pub fn op(&self, payload: &PayloadOp) -> OpRef<'_> {
        OpRef::new(self.body(&payload.path), payload.op)
    }

    /// A body of the payload.
    pub fn body(&self, path: &[OpId]) -> &Body<'_> {
        body_at(self.top, path)
    }

    /// The body of an isolated operation that is not the outermost one.
    pub fn nested(&self, payload: &PayloadOp) -> &Body<'c> {
        body_at(self.top, &payload.path).nested(payload.op).expect("an isolated operation has a body")
    }

    /// The parent operation of `payload`, which may be in the enclosing body.
    pub fn parent(&self, payload: &PayloadOp) -> Option<PayloadOp> {
        let body = self.body(&payload.path);
        let around = body.parent_op(payload.op)?;
        Some(self.normal(&payload.path, around))
    }

    /// The nearest ancestor of `payload` for which `is_wanted` holds.
    pub fn nearest_around(&self, payload: &PayloadOp, is_wanted: impl Fn(OpRef) -> bool) -> Option<PayloadOp> {
        std::iter::successors(self.parent(payload), |inner| self.parent(inner))
            .find(|around| is_wanted(self.op(around)))
    }

    /// The nearest ancestor of `payload` that is a symbol table.
    pub fn symbol_table(&self, payload: &PayloadOp) -> Option<PayloadOp> {
        self.nearest_around(payload, |around| around.has(TraitSet::SYMBOL_TABLE))
    }

    /// An operation of the body at `path`; the root of a body is identified by its proxy.
    pub fn normal(&self, path: &[OpId], op: OpId) -> PayloadOp {
        match path.split_last() {
            Some((&proxy, outer)) if self.body(path).root() == op => PayloadOp { path: outer.to_vec(), op: proxy },
            _ => PayloadOp { path: path.to_vec(), op },
        }
    }

    /// `within` and all operations nested in it, in post-order.
    pub fn walk(&self, within: &PayloadOp) -> Vec<PayloadOp> {
        let mut found = Vec::new();
        self.walk_into(&within.path, within.op, &mut found);
        found
    }

    fn walk_into(&self, path: &[OpId], op: OpId, found: &mut Vec<PayloadOp>) {
        let body = self.body(path);
        let mut inside = Vec::new();
        body.walk_postorder(op, |inner| inside.push(inner));
        for inner in inside {
            if let Some(nested) = body.nested(inner) {
                let inner_path = [path, &[inner]].concat();
                self.walk_into(&inner_path, nested.root(), found);
                // The root is identified by its proxy.
                found.pop();
            }
            found.push(PayloadOp { path: path.to_vec(), op: inner });
        }
    }

    /// Modifies the body at `path`; handles are updated.
    pub fn rewrite<R>(&mut self, path: &[OpId], work: impl FnOnce(&mut Rewriter<'_, 'c>) -> R) -> R {
        self.drive(path, |body, listener| work(&mut Rewriter::with_listener(body, listener)))
    }

    /// The path to the body that contains the operations nested in `payload`: its own if it is
    /// isolated, else the body of `payload`.
    pub fn path_inside(&self, payload: &PayloadOp) -> Vec<OpId> {
        let has_own = self.body(&payload.path).nested(payload.op).is_some();
        if has_own { [payload.path.as_slice(), &[payload.op]].concat() } else { payload.path.clone() }
    }

    /// Applies `work` to `payload` in the body of its nested operations, then to the roots of the bodies nested in it;
    /// returns whether any application changed something. Handles are updated.
    pub fn rewrite_bodies(
        &mut self,
        payload: &PayloadOp,
        work: &mut dyn FnMut(&mut Rewriter<'_, 'c>, OpId) -> bool,
    ) -> bool {
        let path = self.path_inside(payload);
        let body = self.body(&path);
        let root = if path == payload.path { payload.op } else { body.root() };
        let mut nested = Vec::new();
        body.walk_postorder(root, |inner| {
            if inner != root && body.nested(inner).is_some() {
                nested.push(PayloadOp { path: path.clone(), op: inner });
            }
        });
        let mut changed = self.rewrite(&path, |rw| work(rw, root));
        for inner in nested {
            if self.body(&path).contains_op(inner.op) {
                changed |= self.rewrite_bodies(&inner, work);
            }
        }
        changed
    }

    /// Modifies the body at `path`, and nested bodies, by a driver that notifies the listener; handles are updated.
    pub fn drive<R>(&mut self, path: &[OpId], work: impl FnOnce(&mut Body<'c>, &mut dyn Listener) -> R) -> R {
        let mut log = Log::default();
        let result = work(body_at_mut(self.top, path), &mut log);
        if !log.events.is_empty() {
            let numbers = self.body_numbers();
            log.events.into_iter().for_each(|event| self.follow(&numbers, event));
        }
        result
    }

    /// The id of the body at each path of the handles; handles into erased bodies are mapped to nothing.
    fn body_numbers(&mut self) -> FxHashMap<Vec<OpId>, u32> {
        let mut numbers: FxHashMap<Vec<OpId>, Option<u32>> = FxHashMap::default();
        let top = &*self.top;
        let mut is_there = |path: &Vec<OpId>| match numbers.get(path) {
            Some(known) => known.is_some(),
            None => {
                let number = find_body(top, path).map(Body::number);
                numbers.insert(path.clone(), number);
                number.is_some()
            }
        };
        for mapped in self.mapped.values_mut() {
            match mapped {
                Mapped::Ops(ops) => ops.retain(|known| is_there(&known.path)),
                Mapped::Values(values) => values.retain(|known| is_there(&known.path)),
                Mapped::Params(_) => {}
            }
        }
        numbers.into_iter().filter_map(|(path, number)| Some((path, number?))).collect()
    }

    /// Removes operations and values from the mapping that a driver erased without notifying a listener.
    pub fn forget_missing(&mut self) {
        self.body_numbers();
        let top = &*self.top;
        for mapped in self.mapped.values_mut() {
            match mapped {
                Mapped::Ops(ops) => ops.retain(|known| body_at(top, &known.path).contains_op(known.op)),
                Mapped::Values(values) => {
                    values.retain(|known| body_at(top, &known.path).contains_value(known.value));
                }
                Mapped::Params(_) => {}
            }
        }
    }

    fn follow(&mut self, numbers: &FxHashMap<Vec<OpId>, u32>, event: Event) {
        let stands_in = |path: &Vec<OpId>, body: u32| numbers.get(path) == Some(&body);
        match event {
            Event::Value { body, value, by } => {
                for mapped in self.mapped.values_mut() {
                    let Mapped::Values(values) = mapped else { continue };
                    let is_it = |known: &PayloadValue| known.value == value && stands_in(&known.path, body);
                    match by {
                        Some(new) => values.iter_mut().filter(|known| is_it(known)).for_each(|known| known.value = new),
                        None => values.retain(|known| !is_it(known)),
                    }
                }
            }
            Event::Erased { body, op } => self.forget(|known| known.op == op && stands_in(&known.path, body)),
            Event::Replaced { body, op, by } => {
                let is_it = |known: &PayloadOp| known.op == op && stands_in(&known.path, body);
                let handles = self.mapped.iter().filter(|(_, mapped)| match mapped {
                    Mapped::Ops(ops) => ops.iter().any(is_it),
                    _ => false,
                });
                let handles: Vec<Key> = handles.map(|(&handle, _)| handle).collect();
                let is_consumed = handles.iter().any(|handle| self.invalid.contains_key(handle));
                // The first in order, so that diagnostics do not depend on the order of the hash table.
                let needed = handles.into_iter().filter(|&handle| !is_consumed && self.is_used_later(handle)).min();
                match (by, needed) {
                    (Ok(new), Some(_)) => {
                        for mapped in self.mapped.values_mut() {
                            let Mapped::Ops(ops) = mapped else { continue };
                            ops.iter_mut().filter(|known| is_it(known)).for_each(|known| known.op = new);
                        }
                    }
                    (Err(why), Some(handle)) => {
                        self.lost.get_or_insert((handle, why));
                        self.forget(is_it);
                    }
                    (_, None) => self.forget(is_it),
                }
            }
        }
    }

    fn forget(&mut self, is_gone: impl Fn(&PayloadOp) -> bool) {
        for mapped in self.mapped.values_mut() {
            if let Mapped::Ops(ops) = mapped {
                ops.retain(|known| !is_gone(known));
            }
        }
    }

    /// Whether `handle` has a use in an operation of the script that is executed after the current one.
    fn is_used_later(&self, (number, handle): Key) -> bool {
        let Some(body) = self.script_bodies.get(&number) else { return false };
        let region = body.value_region(handle);
        let here = self.running.iter().rev().find(|(of, op)| *of == number && body.parent_region(*op) == region);
        let Some(&(_, current)) = here else { return true };
        body.users(handle).any(|user| user != current && !happens_before(body, user, current))
    }
}

/// Whether `first`, or an ancestor of it, precedes `second`, or an ancestor of it, in the same block;
/// false if `first` encloses `second`.
fn happens_before(body: &Body, first: OpId, second: OpId) -> bool {
    let mut at = Some(first);
    while let Some(op) = at {
        if op != second && body.is_ancestor(op, second) {
            return false;
        }
        let mut other = Some(second);
        while let Some(candidate) = other {
            if body.block_of(candidate) == body.block_of(op) {
                return body.is_before_in_block(op, candidate);
            }
            other = body.parent_op(candidate);
        }
        at = body.parent_op(op);
    }
    false
}

/// The mapping of handles.
impl TransformState<'_, '_> {
    /// Maps `handle` to `mapped`.
    pub fn map(&mut self, handle: ValueRef, mapped: Mapped) {
        self.invalid.remove(&key(handle));
        self.mapped.insert(key(handle), mapped);
    }

    /// The mapping of `handle`.
    pub fn mapped(&self, handle: ValueRef) -> Mapped {
        self.mapped.get(&key(handle)).cloned().unwrap_or_else(|| nothing(handle))
    }

    /// The operations that `handle` is mapped to.
    pub fn ops(&self, handle: ValueRef) -> Vec<PayloadOp> {
        match self.mapped(handle) {
            Mapped::Ops(ops) => ops,
            _ => Vec::new(),
        }
    }

    /// The values that `handle` is mapped to.
    pub fn values(&self, handle: ValueRef) -> Vec<PayloadValue> {
        match self.mapped(handle) {
            Mapped::Values(values) => values,
            _ => Vec::new(),
        }
    }

    /// The parameters that `handle` is mapped to.
    pub fn params(&self, handle: ValueRef) -> Vec<Attr> {
        match self.mapped(handle) {
            Mapped::Params(params) => params,
            _ => Vec::new(),
        }
    }

    /// The only operation that `handle` of `op` is mapped to.
    pub fn only_op(&self, op: OpRef, handle: ValueRef) -> Result<PayloadOp, Failure> {
        match <[PayloadOp; 1]>::try_from(self.ops(handle)) {
            Ok([only]) => Ok(only),
            Err(_) => Err(Failure::silenceable(op, "expected a single payload op")),
        }
    }

    /// A description of `handle` for messages.
    pub fn describe(&self, handle: ValueRef) -> String {
        let definition = handle.defining_op().and_then(|definition| self.texts.operation(definition));
        definition.unwrap_or_else(|| format!("a handle of type '{}'", handle.cx().show_type(handle.ty())))
    }

    /// Does `work`, the application of `op`. Also returns the failure to update a handle, if there was one.
    pub(crate) fn running(&mut self, op: OpRef, work: impl FnOnce(&mut Self) -> Applied) -> (Applied, Option<Failure>) {
        self.running.push((op.body.number(), op.id));
        let applied = work(self);
        self.running.pop();
        let lost = self.lost.take().map(|(handle, why)| {
            let handle = ValueRef::new(self.script_bodies[&handle.0], handle.1);
            Failure::Silenceable(why.diagnostic(op, handle.loc()))
        });
        (applied, lost)
    }

    /// Invalidates the consumed operand `operand` of `op`, and all handles to the same or nested payload.
    pub(crate) fn invalidate(&mut self, op: OpRef, operand: usize) {
        let consumed = self.ops(op.operand(operand));
        let is_inside = |inner: &PayloadOp| consumed.iter().find(|outer| is_ancestor(self.top, outer, inner));
        let mut invalid = Vec::new();
        for (&handle, mapped) in &self.mapped {
            let Mapped::Ops(ops) = mapped else { continue };
            let found = ops.iter().find_map(|inner| Some((is_inside(inner)?, inner)));
            if let Some((outer, inner)) = found {
                let (ancestor, nested) = (self.op(outer).loc(), self.op(inner).loc());
                invalid.push((handle, Invalidated { by: op.loc(), operand, ancestor, nested }));
            }
        }
        self.invalid.extend(invalid);
    }

    /// Verifies that `handle`, an operand of `op`, is valid.
    pub(crate) fn check_valid(&self, op: OpRef, handle: ValueRef) -> Applied {
        let Some(why) = self.invalid.get(&key(handle)) else { return Ok(()) };
        let cx = op.cx();
        let by = format!(
            "invalidated by this transform op that consumes its operand #{} and invalidates all handles to payload IR \
             entities associated with this operand and entities nested in them",
            why.operand
        );
        let error = op.plain_error("op uses a handle invalidated by a previously executed transform op");
        let error = error
            .without_operation()
            .note(handle.loc().place(cx), "handle to invalidated ops")
            .note(why.by.place(cx), by)
            .note(why.ancestor.place(cx), "ancestor payload op")
            .note(why.nested.place(cx), "nested payload op");
        Err(Failure::Definite(Box::new(error)))
    }
}

/// A remark at `op`, with the operation as a note.
fn remark_at(texts: &dyn Texts, op: OpRef, message: &str) -> Diagnostic {
    let place = op.loc().place(op.cx());
    with_shown(texts, op, Diagnostic::remark(place, message))
}

/// `remark`, with a note that prints `op`.
fn with_shown(texts: &dyn Texts, op: OpRef, remark: Diagnostic) -> Diagnostic {
    let place = op.loc().place(op.cx());
    // Remarks print operations in custom form, errors in generic form.
    if texts.operation(op).is_none() {
        return remark;
    }
    let shown = texts.ir(op, true);
    let newline = if shown.contains('\n') { "\n" } else { "" };
    remark.note(place, format!("see current operation: {newline}{shown}"))
}

/// The empty mapping of a handle.
pub(crate) fn nothing(handle: ValueRef) -> Mapped {
    match handle_kind(handle.cx(), handle.ty()) {
        Some(HandleKind::Values) => Mapped::Values(Vec::new()),
        Some(HandleKind::Params) => Mapped::Params(Vec::new()),
        _ => Mapped::Ops(Vec::new()),
    }
}
