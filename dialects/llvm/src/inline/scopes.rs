//! Alias scopes: no-alias facts of a callee are preserved by inlining.
//!
//! Steps: 1. the scopes that the callee refers to are cloned, as accesses that do not alias within one call may
//! alias accesses of another call; 2. each `llvm.noalias` argument gets a scope, in the alias scopes of accesses
//! through it and in the no-alias scopes of accesses through other pointers; 3. the scopes of the call are added to
//! those of the inlined accesses.
//!
//! The base objects of an access are found by following its pointer to its definition. For that,
//! a copy (`llvm.intr.ssa.copy`) replaces each argument from before the callee is cloned until
//! its accesses have been processed.

use rmlir::analysis::alias;
use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::access::{ALIAS_SCOPES, NOALIAS_SCOPES, append, argument_attr, list, pointers, set_list};
use crate::attrs::memory::{AliasScopeAttr, AliasScopeDomainAttr};
use crate::intrinsics::hint::SsaCopyIntr;
use crate::intrinsics::memory::NoAliasScopeDeclIntr;
use crate::ops::call::CallOp;
use crate::ops::cast::AddrSpaceCastOp;
use crate::ops::memory::{AllocaOp, GEPOp};

/// The attribute of a no-alias argument, and of the copy that replaces it.
const NOALIAS: &str = "llvm.noalias";

/// Creates a copy of `value` that replaces an argument until [`handle`] removes it.
pub fn mark(rw: &mut Rewriter, value: Value, is_noalias: bool) -> Value {
    let copy = rw.create(SsaCopyIntr::build(value)).id();
    if is_noalias {
        rw.set_attr(copy, NOALIAS, Attr::UNIT);
    }
    rw.result(copy, 0)
}

/// Whether argument attributes declare the argument no-alias.
pub fn is_noalias(callable: OpRef, index: usize) -> bool {
    argument_attr(callable, index, NOALIAS).is_some()
}

/// Rewrites the alias scopes of `blocks`, which replaced `call`.
pub fn handle(rw: &mut Rewriter, call: OpId, blocks: &[BlockId]) {
    let ops: Vec<OpId> = blocks.iter().flat_map(|&block| rw.ops(block)).flat_map(|op| rw.ops_under(op)).collect();
    Renewed::default().renew(rw, &ops);
    let marks = marks_of(rw, call);
    add_scopes_of_arguments(rw, call, &ops, &marks);
    for &mark in &marks {
        rw.replace(mark, [rw.operand(mark, 0)]);
    }
    for name in [ALIAS_SCOPES, NOALIAS_SCOPES] {
        let Some(scopes) = list(rw, call, name) else { continue };
        for &op in &ops {
            if pointers(OpRef::new(rw, op)).is_some() {
                append(rw, op, name, scopes);
            }
        }
    }
}

/// The clones of scopes and domains, by the original ones.
#[derive(Default)]
struct Renewed {
    known: FxHashMap<Attr, Attr>,
}

impl Renewed {
    /// Clones every scope that `ops` refer to.
    fn renew(mut self, rw: &mut Rewriter, ops: &[OpId]) {
        let cx = rw.cx();
        for &op in ops {
            for name in [ALIAS_SCOPES, NOALIAS_SCOPES] {
                if let Some(scopes) = list(rw, op, name) {
                    let scopes: Vec<Attr> = scopes.iter().map(|&scope| self.scope(cx, scope)).collect();
                    set_list(rw, op, name, &scopes);
                }
            }
            let view = OpRef::new(rw, op);
            if view.is::<NoAliasScopeDeclIntr>() {
                let new = self.scope(cx, view.get(NoAliasScopeDeclIntr::scope).attr());
                rw.set_prop(op, NoAliasScopeDeclIntr::SCOPE, new);
            }
        }
    }

    fn scope(&mut self, cx: &Context, old: Attr) -> Attr {
        if let Some(&known) = self.known.get(&old) {
            return known;
        }
        let Some(scope) = AliasScopeAttr::from_attr(cx, old) else { return old };
        let domain = scope.domain(cx);
        let new_domain = match self.known.get(&domain) {
            Some(&known) => known,
            None => {
                let description = AliasScopeDomainAttr::from_attr(cx, domain).and_then(|domain| domain.description(cx));
                let new = AliasScopeDomainAttr::get(cx, cx.new_distinct(Attr::UNIT), description).attr();
                self.known.insert(domain, new);
                new
            }
        };
        let new = new_scope(cx, new_domain, scope.description(cx));
        self.known.insert(old, new);
        new
    }
}

fn new_scope(cx: &Context, domain: Attr, description: Option<Attr>) -> Attr {
    AliasScopeAttr::get(cx, cx.new_distinct(Attr::UNIT), domain, description).attr()
}

/// The copies that replace arguments of `call`; of one value, the latest first.
fn marks_of(body: &Body, call: OpId) -> Vec<OpId> {
    let view = OpRef::new(body, call);
    let arguments = view.interface::<dyn rmlir::core::interfaces::CallOp>().map(|interface| interface.arguments(view));
    let mut marks = Vec::new();
    for index in arguments.into_iter().flatten() {
        for user in body.users(view.operand(index).id) {
            if OpRef::new(body, user).is::<SsaCopyIntr>() && !marks.contains(&user) {
                marks.push(user);
            }
        }
    }
    marks
}

/// A no-alias argument, and its scope.
struct Noalias {
    value: Value,
    scope: Attr,
}

/// Creates a scope for each no-alias argument of `call`.
fn add_scopes_of_arguments(rw: &mut Rewriter, call: OpId, ops: &[OpId], marks: &[OpId]) {
    let own: Vec<OpId> = marks.iter().copied().filter(|&mark| rw.attr(mark, NOALIAS).is_some()).collect();
    if own.is_empty() {
        return;
    }
    let cx = rw.cx();
    let name = CallOp::from_id(call).callee(rw).map(|name| cx.str_attr(name.str(cx)));
    let domain = AliasScopeDomainAttr::get(cx, cx.new_distinct(Attr::UNIT), name).attr();
    let mut arguments = Vec::new();
    rw.before(call);
    for mark in own {
        let scope = new_scope(cx, domain, None);
        arguments.push(Noalias { value: rw.result(mark, 0), scope });
        rw.create(NoAliasScopeDeclIntr::build(scope));
    }
    for &op in ops {
        let Some(pointers) = pointers(OpRef::new(rw, op)) else { continue };
        let Some(reached) = Reached::by(rw, &pointers, marks, &arguments) else { continue };
        let scopes_of = |is_reached: bool| -> Vec<Attr> {
            let wanted = arguments.iter().filter(|argument| reached.values.contains(&argument.value) == is_reached);
            wanted.map(|argument| argument.scope).collect()
        };
        let (reached_scopes, others) = (scopes_of(true), scopes_of(false));
        if !others.is_empty() {
            append(rw, op, NOALIAS_SCOPES, &others);
        }
        // A call may access more than its arguments; and an access that may have other base objects is in no scope of
        // an argument, as accesses to those objects exclude all scopes.
        let is_call = OpRef::new(rw, op).is::<CallOp>();
        if !reached.has_others && !is_call && !reached_scopes.is_empty() {
            append(rw, op, ALIAS_SCOPES, &reached_scopes);
        }
    }
}

/// The base objects of an access.
struct Reached {
    values: FxHashSet<Value>,
    /// Whether a base object may be something other than a no-alias argument.
    has_others: bool,
}

impl Reached {
    /// The base objects of an access through `pointers`; `None` if they are unknown.
    fn by(body: &Body, pointers: &[Value], marks: &[OpId], arguments: &[Noalias]) -> Option<Self> {
        let mut reached = Self { values: FxHashSet::default(), has_others: false };
        for &pointer in pointers {
            reached.values.extend(origins(body, pointer)?);
        }
        for &value in &reached.values {
            let op = OpRef::new(body, body.defining_op(value)?);
            if op.has(TraitSet::CONSTANT_LIKE) {
                continue;
            }
            if marks.contains(&op.id) {
                reached.has_others |= arguments.iter().all(|argument| argument.value != value);
            } else if op.is::<SsaCopyIntr>() || op.is::<AllocaOp>() {
                reached.has_others = true;
            } else {
                return None;
            }
        }
        Some(reached)
    }
}

/// The operation results that `pointer` may be derived from, through views of memory and control flow; `None` if the
/// analysis is incomplete.
fn origins(body: &Body, pointer: Value) -> Option<Vec<Value>> {
    let (mut found, mut seen, mut waiting) = (Vec::new(), FxHashSet::default(), vec![pointer]);
    while let Some(value) = waiting.pop() {
        if !seen.insert(value) {
            continue;
        }
        let op = body.defining_op(value).map(|op| OpRef::new(body, op));
        if let Some(op) = op.filter(|op| op.is::<GEPOp>() || op.is::<AddrSpaceCastOp>()) {
            waiting.push(op.operand(0).id);
        } else if let Some((op, select)) = op.and_then(|op| Some((op, op.interface::<dyn SelectLike>()?))) {
            let (_, if_true, if_false) = select.parts();
            waiting.extend([op.operand(if_true).id, op.operand(if_false).id]);
        } else if let Some(sources) = alias::sources(body, value) {
            waiting.extend(sources);
        } else {
            op?;
            found.push(value);
        }
    }
    Some(found)
}
