//! What handles stand for while a script runs.
//!
//! Payload is changed through [`TransformState::rewrite`], which follows replaced and erased operations: a handle to an
//! operation that was replaced by one of its kind stands for that one from then on. A handle that an operation of the
//! script consumed, and every other one to the same payload or something inside, is *invalid*: using it is an error, which
//! is found out when it is used.

use rmlir::core::Listener;
use rmlir::core::loc::Loc;
use rmlir::pass::Texts;
use rmlir::prelude::*;
use rustc_hash::FxHashMap;

use crate::interface::{Applied, Failure, Results, TransformOp};
use crate::payload::{Mapped, PayloadOp, PayloadValue, body_at, body_at_mut, is_ancestor};
use crate::types::{HandleKind, handle_kind};

/// A value of the script: the number of its body, and its handle there.
type Key = (u32, Value);

fn key(value: ValueRef) -> Key {
    (value.body.number(), value.id)
}

/// See the module.
pub struct TransformState<'a, 'c> {
    top: &'a mut Body<'c>,
    root: PayloadOp,
    script: OpRef<'a>,
    mapped: FxHashMap<Key, Mapped>,
    invalid: FxHashMap<Key, Invalidated>,
    texts: &'a dyn Texts,
    /// What was printed.
    pub printed: String,
}

/// Why a handle must not be used.
struct Invalidated {
    /// The operation that consumed a handle to it or to what is around it.
    by: Loc,
    operand: usize,
    ancestor: Loc,
    nested: Loc,
}

impl<'a, 'c> TransformState<'a, 'c> {
    /// A script in `script`, a copy of what `top` was, that runs on `root`.
    pub fn new(top: &'a mut Body<'c>, root: PayloadOp, script: OpRef<'a>, texts: &'a dyn Texts) -> Self {
        let (mapped, invalid) = (FxHashMap::default(), FxHashMap::default());
        Self { top, root, script, mapped, invalid, texts, printed: String::new() }
    }

    /// What the script runs on.
    pub fn root(&self) -> &PayloadOp {
        &self.root
    }

    /// The operation that sequences are looked up in.
    pub fn script(&self) -> OpRef<'a> {
        self.script
    }

    /// How IR is shown.
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

    /// The operation around `payload`, in whatever body.
    pub fn parent(&self, payload: &PayloadOp) -> Option<PayloadOp> {
        let body = self.body(&payload.path);
        let around = body.parent_op(payload.op)?;
        Some(self.normal(&payload.path, around))
    }

    /// An operation of the body at `path`; its root is named by its proxy.
    pub fn normal(&self, path: &[OpId], op: OpId) -> PayloadOp {
        match path.split_last() {
            Some((&proxy, outer)) if self.body(path).root() == op => PayloadOp { path: outer.to_vec(), op: proxy },
            _ => PayloadOp { path: path.to_vec(), op },
        }
    }

    /// `within` and all in it, each after what it contains.
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
                // The root is named by the proxy.
                found.pop();
            }
            found.push(PayloadOp { path: path.to_vec(), op: inner });
        }
    }

    /// Changes the body at `path`; handles follow.
    pub fn rewrite<R>(&mut self, path: &[OpId], work: impl FnOnce(&mut Rewriter<'_, 'c>) -> R) -> R {
        let mut log = Log::default();
        let result = work(&mut Rewriter::with_listener(body_at_mut(self.top, path), &mut log));
        for (op, replacement) in log.gone {
            let old = PayloadOp { path: path.to_vec(), op };
            for mapped in self.mapped.values_mut() {
                let Mapped::Ops(ops) = mapped else { continue };
                match replacement {
                    Some(new) => ops.iter_mut().filter(|known| **known == old).for_each(|known| known.op = new),
                    None => ops.retain(|known| *known != old),
                }
            }
        }
        result
    }
}

/// Notes what operations were erased, and what took their place.
#[derive(Default)]
struct Log {
    gone: Vec<(OpId, Option<OpId>)>,
}

impl Listener for Log {
    fn replacing(&mut self, body: &Body, op: OpId, with: &[Value]) {
        let mut by = with.iter().map(|&value| body.defining_op(value));
        let first = by.next().flatten();
        let is_one = by.all(|other| other == first);
        let kin = first.filter(|&new| is_one && new != op && body.name(new) == body.name(op));
        if let Some(new) = kin {
            self.gone.push((op, Some(new)));
        }
    }
    fn erasing(&mut self, _body: &Body, op: OpId) {
        self.gone.push((op, None));
    }
}

/// Handles.
impl TransformState<'_, '_> {
    /// `handle` stands for `mapped`.
    pub fn map(&mut self, handle: ValueRef, mapped: Mapped) {
        self.invalid.remove(&key(handle));
        self.mapped.insert(key(handle), mapped);
    }

    /// What `handle` stands for.
    pub fn mapped(&self, handle: ValueRef) -> Mapped {
        self.mapped.get(&key(handle)).cloned().unwrap_or_else(|| nothing(handle))
    }

    /// The operations that `handle` stands for.
    pub fn ops(&self, handle: ValueRef) -> Vec<PayloadOp> {
        match self.mapped(handle) {
            Mapped::Ops(ops) => ops,
            _ => Vec::new(),
        }
    }

    /// The values that `handle` stands for.
    pub fn values(&self, handle: ValueRef) -> Vec<PayloadValue> {
        match self.mapped(handle) {
            Mapped::Values(values) => values,
            _ => Vec::new(),
        }
    }

    /// The parameters that `handle` stands for.
    pub fn params(&self, handle: ValueRef) -> Vec<Attr> {
        match self.mapped(handle) {
            Mapped::Params(params) => params,
            _ => Vec::new(),
        }
    }

    /// The only operation that `handle` of `op` stands for.
    pub fn only_op(&self, op: OpRef, handle: ValueRef) -> Result<PayloadOp, Failure> {
        match <[PayloadOp; 1]>::try_from(self.ops(handle)) {
            Ok([only]) => Ok(only),
            Err(_) => Err(Failure::silenceable(op, "expected a single payload op")),
        }
    }

    /// `handle`, for messages.
    pub fn describe(&self, handle: ValueRef) -> String {
        let definition = handle.defining_op().and_then(|definition| self.texts.operation(definition));
        definition.unwrap_or_else(|| format!("a handle of type '{}'", handle.cx().show_type(handle.ty())))
    }

    /// Applies an operation of the script.
    pub fn apply(&mut self, op: OpRef) -> Applied {
        let Some(transform) = op.interface::<dyn TransformOp>() else {
            return Err(Failure::definite(op, format!("'{}' is no transform operation", op.name_str())));
        };
        for operand in op.operands() {
            self.check_valid(op, operand)?;
        }
        let consumed = transform.consumes(op, self);
        consumed.iter().for_each(|&index| self.invalidate(op, index));
        let mut results = Results::new(op.n_results());
        let applied = transform.apply(op, self, &mut results);
        if let Err(Failure::Definite(_)) = applied {
            return applied;
        }
        let succeeded = applied.is_ok();
        for (result, mapped) in op.results().zip(results.into_mapped()) {
            let mapped = mapped.filter(|_| succeeded).unwrap_or_else(|| nothing(result));
            self.map(result, mapped);
        }
        applied
    }

    /// The operands `consumed` of `op`, and all handles to the same payload or something in it, must not be used any more.
    fn invalidate(&mut self, op: OpRef, operand: usize) {
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

    fn check_valid(&self, op: OpRef, handle: ValueRef) -> Applied {
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

/// What a handle stands for that nothing was said about.
fn nothing(handle: ValueRef) -> Mapped {
    match handle_kind(handle.cx(), handle.ty()) {
        Some(HandleKind::Values) => Mapped::Values(Vec::new()),
        Some(HandleKind::Params) => Mapped::Params(Vec::new()),
        _ => Mapped::Ops(Vec::new()),
    }
}
