//! Legalization of the operations in sequence. See the parent module.

use rmlir_core::actions::{APPLY_CONVERSION, APPLY_PATTERN, Action};
use rmlir_core::{
    Body, Context, Fold, FoldValue, Listener, Loc, Match, OpId, OpRef, RegionId, Rewriter, TraitSet, Value,
};
use rmlir_diag::Diagnostic;
use smallvec::SmallVec;

use super::changes::OpBefore;
use super::commit::commit;
use super::config::{CommitPolicy, ConversionFailed, Folding, Reports};
use super::recorder::Recorder;
use super::session::{
    Action as ConversionAction, ConversionPattern, ConversionRewriter, Level, Mode, Order, Session, Wanted,
};
use super::state::{Mark, State};
use super::target::ConversionTarget;
use crate::fold::{fold_op_in_place, has_folds};
use crate::listener::reborrow;
use crate::patterns::begin_action;

/// The number of new operations per old one, approximately: lowerings of affine code to `arith` and `scf` created 2.6.
const GROWTH: usize = 3;

/// Bodies with more than one hole per this many operations are packed at the end. Replacements are created before the
/// replaced operations are erased, so the holes remain: lowered affine loops, with one hole per three operations,
/// occupied 1.5 times the memory.
const OPS_PER_HOLE: usize = 4;

impl Level<'_> {
    /// Returns whether one of the fold results of `op` was replaced by a result of `op` itself.
    fn replaces_itself(&self, op: OpId, results: &[FoldValue]) -> bool {
        results.iter().enumerate().any(|(index, found)| match found {
            FoldValue::Value(value) => {
                self.state.latest(&self.body, *value, false).contains(&self.body.result(op, index))
            }
            FoldValue::Attr(_) => false,
        })
    }
}

/// The operations to convert, including nested ones.
#[derive(Clone, Copy)]
pub enum Scope<'a> {
    /// The root of the body.
    Root,
    /// These operations of the body.
    Ops(&'a [OpId]),
}

/// Converts the operations in `scope`.
pub fn run(
    body: &mut Body,
    scope: Scope,
    wanted: Wanted,
    listener: Option<&mut dyn Listener>,
) -> Result<Reports, ConversionFailed> {
    let action =
        Action { tag: APPLY_CONVERSION, text: &|| APPLY_CONVERSION.to_owned(), op: OpRef::root(body), region: None };
    if !body.cx().begin_action(&action) {
        return Ok(Reports::new());
    }
    let result = convert(body, scope, wanted, listener);
    body.cx().end_action(APPLY_CONVERSION);
    result
}

fn convert(
    body: &mut Body,
    scope: Scope,
    wanted: Wanted,
    listener: Option<&mut dyn Listener>,
) -> Result<Reports, ConversionFailed> {
    let order = Order::new(body.cx(), wanted.target, wanted.patterns);
    let mut done = legalize_all(body, scope, wanted, &order, listener);
    if !done.converted {
        done.state.reset_all(body);
        return Err(ConversionFailed { diagnostics: done.diagnostics });
    }
    let committed = commit(body, done.state, wanted.config);
    // Casts of enclosing bodies come first.
    match committed.err().or(done.unmended) {
        None => Ok(done.diagnostics),
        Some(error) => {
            done.diagnostics.push(*error);
            Err(ConversionFailed { diagnostics: done.diagnostics })
        }
    }
}

/// The result of legalization.
struct Legalized {
    converted: bool,
    diagnostics: Vec<Diagnostic>,
    unmended: Option<Box<Diagnostic>>,
    state: State,
}

fn legalize_all<'c>(
    body: &mut Body<'c>,
    scope: Scope,
    wanted: Wanted,
    order: &Order,
    mut listener: Option<&mut dyn Listener>,
) -> Legalized {
    let cx: &'c Context = body.cx();
    let root = body.root();
    let listed = match scope {
        Scope::Root => list_inside(body, wanted.target),
        Scope::Ops(ops) => list(body, wanted.target, ops),
    };
    // The session owns its bodies; this body is not accessed meanwhile.
    let placeholder = Body::new(cx, body.name(root), Loc::UNKNOWN, 0);
    let own = std::mem::replace(body, placeholder);
    let level = Level { body: Box::new(own), state: State::default(), proxy: None };
    let mut session = Session {
        levels: vec![level],
        diagnostics: Vec::new(),
        wanted,
        order,
        listener: reborrow(&mut listener),
        applied: Vec::new(),
        unmended: None,
        has_reached_out: false,
    };
    let root_is_done = matches!(scope, Scope::Ops(_)) || session.convert(0, root, false);
    let converted = root_is_done && {
        let mut done = session.convert_apart(&listed);
        listed.iter().all(|item| match done.remove(&item.op) {
            Some(unmended) => {
                session.unmended = session.unmended.take().or(unmended);
                true
            }
            None => session.convert_listed(0, std::slice::from_ref(item), false),
        })
    };
    let level = session.levels.pop().expect("all nested levels were left");
    *body = *level.body;
    let (diagnostics, unmended) = (session.diagnostics, session.unmended);
    Legalized { converted, diagnostics, unmended, state: level.state }
}

/// An operation to convert, and whether its nested operations are to be converted too.
#[derive(Clone, Copy)]
pub(super) struct Listed {
    pub op: OpId,
    pub enter: bool,
}

/// The operations in the root of `body`, unless the root is recursively legal.
pub(super) fn list_inside(body: &Body, target: &ConversionTarget) -> Vec<Listed> {
    if target.is_recursively_legal(OpRef::root(body)) {
        Vec::new()
    } else {
        list(body, target, &ops_in_order(body, body.regions(body.root())))
    }
}

/// `ops` and their nested operations, in this body, in pre-order.
fn list(body: &Body, target: &ConversionTarget, ops: &[OpId]) -> Vec<Listed> {
    let mut found = Vec::new();
    let mut waiting: Vec<OpId> = ops.iter().rev().copied().collect();
    while let Some(op) = waiting.pop() {
        let enter = !target.is_recursively_legal(OpRef::new(body, op));
        found.push(Listed { op, enter });
        if enter && !body.regions(op).is_empty() {
            waiting.extend(ops_in_order(body, body.regions(op)).into_iter().rev());
        }
    }
    found
}

/// The operations of reachable blocks, blocks in the order of control flow.
fn ops_in_order(body: &Body, regions: &[RegionId]) -> Vec<OpId> {
    let entries = regions.iter().filter_map(|&region| body.entry(region));
    let blocks = entries.flat_map(|entry| body.blocks_pre_order(entry));
    blocks.flat_map(|block| body.ops(block)).collect()
}

/// Traversal of operations.
impl<'c> Session<'_, 'c> {
    /// Converts operations of the body at `level`. If `early`, that is, on behalf of a pattern, failures are not
    /// reported.
    pub(super) fn convert_listed(&mut self, level: usize, ops: &[Listed], early: bool) -> bool {
        ops.iter().all(|&Listed { op, enter }| {
            let Some(nested) = self.levels[level].body.nested(op) else { return self.convert(level, op, early) };
            let inner = if enter { list_inside(nested, self.wanted.target) } else { Vec::new() };
            self.inside(level, op, |session, level| {
                let root = session.levels[level].body.root();
                let converted = session.convert(level, root, early) && session.convert_listed(level, &inner, early);
                if converted && !early {
                    session.settle(level);
                }
                converted
            })
        })
    }

    /// Commits the changes of the body at `level`, in which all operations are legal, if that is allowed before the
    /// end.
    pub(super) fn settle(&mut self, level: usize) {
        if self.wanted.config.commit_policy == CommitPolicy::BodyByBody {
            let here = &mut self.levels[level];
            let state = std::mem::take(&mut here.state);
            let committed = commit(&mut here.body, state, self.wanted.config);
            if !here.body.pack_if_holes(OPS_PER_HOLE) {
                here.body.compact();
            }
            self.unmended = self.unmended.take().or(committed.err());
        }
    }

    /// Applies `work` to the body nested in `op`. More deeply nested bodies are suspended meanwhile: a pattern inside
    /// one of them may have created `op`.
    fn inside(&mut self, level: usize, op: OpId, work: impl FnOnce(&mut Self, usize) -> bool) -> bool {
        let waiting = self.levels.split_off(level + 1);
        let outer = &mut self.levels[level];
        let state = outer.state.nested.remove(&op).unwrap_or_default();
        let body = outer.body.detach(op);
        self.levels.push(Level { body, state, proxy: Some(op) });
        let result = work(self, level + 1);
        let inner = self.levels.pop().expect("the level was just entered");
        let outer = &mut self.levels[level];
        outer.body.attach(op, inner.body);
        if !inner.state.is_fresh() {
            outer.state.nested.insert(op, inner.state);
        }
        self.levels.extend(waiting);
        result
    }

    /// Legalizes `ops` and nested operations immediately, for a pattern.
    pub fn legalize_now(&mut self, level: usize, ops: &[OpId]) -> bool {
        let listed = list(&self.levels[level].body, self.wanted.target, ops);
        // Operations created so far by the pattern are legalized after it.
        let take = |level: &mut Level| {
            (std::mem::take(&mut level.state.new_ops), std::mem::take(&mut level.state.modified_ops))
        };
        let saved: Vec<_> = self.levels.iter_mut().map(take).collect();
        let legal = self.convert_listed(level, &listed, true);
        for (level, saved) in self.levels.iter_mut().zip(saved) {
            (level.state.new_ops, level.state.modified_ops) = saved;
        }
        legal
    }

    pub(super) fn convert(&mut self, level: usize, op: OpId, early: bool) -> bool {
        if self.legalize(level, op) {
            return true;
        }
        let view = OpRef::new(&self.levels[level].body, op);
        let why = match self.wanted.mode {
            Mode::Full => "",
            Mode::Partial if self.wanted.target.is_illegal(view) => " that was explicitly marked illegal",
            Mode::Partial => return true,
        };
        if !early {
            let error = view.plain_error(format!("failed to legalize operation '{}'{why}", view.name_str()));
            self.diagnostics.push(*error);
        }
        false
    }

    /// Returns whether `op`, or an enclosing operation, is excluded from the conversion.
    fn is_ignored(&self, level: usize, op: OpId) -> bool {
        let mut at = Some((level, op));
        while let Some((level, op)) = at {
            let here = &self.levels[level];
            if here.state.is_ignored(op) {
                return true;
            }
            at = here.proxy.map(|proxy| (level - 1, proxy));
        }
        false
    }
}

/// Legalization of one operation.
impl<'c> Session<'_, 'c> {
    fn legalize(&mut self, level: usize, op: OpId) -> bool {
        if self.levels[level].body.nested(op).is_some() {
            return self.inside(level, op, |session, level| {
                let root = session.levels[level].body.root();
                session.legalize(level, root)
            });
        }
        if self.is_ignored(level, op) {
            return true;
        }
        let here = &mut self.levels[level];
        if let Some(legal) = self.wanted.target.is_legal(OpRef::new(&here.body, op)) {
            if legal.recursively {
                let inside = here.body.ops_under(op);
                inside.into_iter().skip(1).for_each(|inner| here.state.ignored.insert(inner));
            }
            return true;
        }
        let folding = self.wanted.config.folding;
        (folding == Folding::BeforePatterns && self.legalize_by_folding(level, op))
            || self.legalize_by_pattern(level, op)
            || (folding == Folding::AfterPatterns && self.legalize_by_folding(level, op))
    }

    fn legalize_by_folding(&mut self, level: usize, op: OpId) -> bool {
        let here = &mut self.levels[level];
        // A root has no results to replace.
        let may_fold = here.body.def(op).is_some_and(|def| !def.has(TraitSet::CONSTANT_LIKE) && has_folds(def));
        if op == here.body.root() || !may_fold {
            return false;
        }
        let before = OpBefore::new(&here.body, op);
        let results = match fold_op_in_place(&mut here.body, op) {
            // In graph regions results may fold to each other; the last one to be folded stays.
            (_, Fold::Results(results)) if here.replaces_itself(op, &results) => return false,
            (_, Fold::Results(results)) => results,
            (false, _) => return false,
            (true, _) => {
                here.state.op_was(before);
                return self.legalize(level, op);
            }
        };
        let marks = self.marks();
        let here = &mut self.levels[level];
        here.state.op_was(before);
        let made = {
            let mut recorder = Recorder { state: &mut here.state, outer: None };
            let mut rw = Rewriter::with_listener(&mut here.body, &mut recorder);
            rw.before(op);
            replace_folded(&mut rw, op, &results)
        };
        let here = &mut self.levels[level];
        here.state.new_ops.clear();
        here.state.modified_ops.clear();
        if made.is_some_and(|made| made.into_iter().all(|op| self.legalize(level, op))) {
            return true;
        }
        self.reset(&marks);
        false
    }

    fn legalize_by_pattern(&mut self, level: usize, op: OpId) -> bool {
        let marks = self.marks();
        let name = self.levels[level].body.name(op);
        for &index in self.order.for_name(name) {
            let pattern = &self.wanted.patterns.patterns[index];
            if !pattern.recursive && self.applied.contains(&index) {
                continue;
            }
            self.applied.push(index);
            self.make_room(level);
            let matched = self.apply(level, op, pattern);
            let made = self.take_made(level);
            let legal = matched == Match::Yes && made.into_iter().all(|(level, op)| self.legalize(level, op));
            self.applied.pop();
            if legal {
                return true;
            }
            self.reset(&marks);
        }
        false
    }

    /// Reserves capacity before the first pattern in a body: replaced operations are kept until the end, beside their
    /// replacements.
    fn make_room(&mut self, level: usize) {
        let here = &mut self.levels[level];
        if !std::mem::replace(&mut here.state.has_room, true) {
            let sizes = here.body.table_sizes().map(|n| n * GROWTH);
            here.body.reserve(&sizes);
        }
    }

    fn apply(&mut self, level: usize, op: OpId, pattern: &ConversionPattern) -> Match {
        let cx = self.levels[level].body.cx();
        if !begin_action(OpRef::new(&self.levels[level].body, op), pattern.name) {
            return Match::No;
        }
        self.tell(level, |listener, body| listener.pattern_begin(body, op, pattern.name));
        let saved = self.levels[level].state.use_converter(pattern.converter.as_ref());
        let matched = match &pattern.action {
            ConversionAction::OneToOne(apply) => {
                let operands = self.with_operands(level, op, Self::remap_one_to_one);
                operands
                    .map_or(Match::No, |operands| apply(&mut ConversionRewriter::new(self, level, op), op, &operands))
            }
            ConversionAction::OneToMany(apply) => {
                let operands = self.with_operands(level, op, Self::remap);
                operands
                    .map_or(Match::No, |operands| apply(&mut ConversionRewriter::new(self, level, op), op, &operands))
            }
            ConversionAction::Plain(plain) => ConversionRewriter::new(self, level, op).with(|rw| (plain.apply)(rw, op)),
        };
        self.levels[level].state.converter = saved;
        self.tell(level, |listener, body| listener.pattern_end(body, op, pattern.name, matched));
        cx.end_action(APPLY_PATTERN);
        matched
    }

    fn tell(&mut self, level: usize, say: impl FnOnce(&mut dyn Listener, &Body)) {
        if let Some(listener) = &mut self.listener {
            say(&mut **listener, &self.levels[level].body);
        }
    }

    /// Applies a function to the operands of `op` remapped by `remap`; those of a root are in the enclosing body.
    fn with_operands<R>(
        &mut self,
        level: usize,
        op: OpId,
        remap: impl FnOnce(&mut Self, usize, &[Value], Option<Loc>) -> Option<R>,
    ) -> Option<R> {
        let here = &self.levels[level];
        let (outer, op) = match here.proxy {
            Some(proxy) if op == here.body.root() => (level - 1, proxy),
            _ => (level, op),
        };
        let operands: SmallVec<[Value; 4]> = self.levels[outer].body.operands(op).collect();
        let loc = self.levels[outer].body.loc(op);
        if outer == level {
            return remap(self, outer, &operands, Some(loc));
        }
        let converter = self.levels[level].state.converter_at_work().cloned();
        let saved = self.levels[outer].state.use_converter(converter.as_ref());
        let remapped = remap(self, outer, &operands, Some(loc));
        self.levels[outer].state.converter = saved;
        remapped
    }

    /// Removes and returns the operations modified and created by the last pattern, here and in enclosing bodies:
    /// modified ones first.
    fn take_made(&mut self, level: usize) -> SmallVec<[(usize, OpId); 8]> {
        let mut all = SmallVec::new();
        for at in (0..=level).rev() {
            all.extend(self.levels[at].state.modified_ops.drain().map(|op| (at, op)));
        }
        for at in (0..=level).rev() {
            all.extend(self.levels[at].state.new_ops.drain(..).map(|op| (at, op)));
        }
        all
    }

    fn marks(&self) -> SmallVec<[Mark; 4]> {
        self.levels.iter().map(|level| level.state.mark()).collect()
    }

    fn reset(&mut self, marks: &[Mark]) {
        for (level, &mark) in self.levels.iter_mut().zip(marks) {
            level.state.reset(&mut level.body, mark);
        }
    }
}

/// Replaces `op` by its fold results; returns the constants materialized for them.
fn replace_folded(rw: &mut Rewriter, op: OpId, results: &[FoldValue]) -> Option<Vec<OpId>> {
    let cx = rw.cx();
    let dialect = rw.def(op)?.dialect();
    let mut made = Vec::new();
    let mut values = Vec::with_capacity(results.len());
    for (index, &found) in results.iter().enumerate() {
        let value = match found {
            FoldValue::Value(value) => value,
            FoldValue::Attr(attr) => {
                let ty = rw.ty(rw.result(op, index));
                let state = cx.dialect(dialect)?.hooks().materialize_constant(cx, attr, ty)?;
                let constant = rw.create_state(state);
                made.push(constant);
                rw.result(constant, 0)
            }
        };
        values.push(value);
    }
    rw.replace(op, values);
    Some(made)
}
