//! Frozen pattern sets.
//!
//! For every operation name the patterns that may match are listed in the order of application: by benefit, greatest
//! first, and within one benefit those rooted at the operation before those rooted at any; otherwise in the order of
//! their addition.

use rmlir_core::actions::{APPLY_PATTERN, Action};
use rmlir_core::pattern::PatternRoot;
use rmlir_core::{Context, Match, OpId, OpName, OpRef, Pattern, PatternSet, Rewriter};
use smallvec::SmallVec;

use crate::fold::{OperandMakers, operand_makers};

/// A pattern with this benefit is never applied (upstream: `impossibleToMatch`).
const NEVER: u16 = u16::MAX;

/// A frozen pattern set; see the module documentation.
pub struct FrozenPatterns {
    patterns: Vec<Pattern>,
    /// Indexed by the name's id, for names that have patterns of their own; others have an empty list.
    by_name: Vec<Trials>,
    /// For all other names.
    any: Trials,
}

/// The patterns for operations with one name.
#[derive(Clone, Default)]
struct Trials {
    /// In the order of application.
    list: Vec<Tried>,
    /// The operations one of which must define an operand for any of the patterns to match.
    wanted: Makers,
}

impl Trials {
    /// Sorts added patterns into the order of application.
    fn sort(&mut self, patterns: &[Pattern]) {
        // The sort is stable: patterns rooted at the operation remain before those rooted at any.
        self.list.sort_by_key(|tried| std::cmp::Reverse(patterns[tried.index as usize].benefit));
        let all = self.list.iter().map(|tried| tried.maker.map_or(Makers::ANY, Makers::one));
        self.wanted = all.fold(Makers::default(), Makers::and);
    }
}

/// A candidate pattern.
#[derive(Clone, Copy)]
struct Tried {
    /// Its index in the list of patterns.
    index: u32,
    /// The operation that must define an operand; `None` if there is no such restriction.
    maker: Option<OpName>,
}

impl Tried {
    /// Returns whether it may match an operation whose operands are defined by operations with these names.
    fn may_apply(self, makers: &[OpName]) -> bool {
        self.maker.is_none_or(|maker| makers.contains(&maker))
    }
}

/// A set of names of operations that define operands, as a Bloom filter: several names may share a bit.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Makers(u64);

impl Makers {
    const ANY: Self = Self(u64::MAX);

    fn one(name: OpName) -> Self {
        Self(1 << (name.id() % u64::BITS))
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether a pattern restricted to one of `self` may match if these operations define the operands.
    fn may_be_among(self, makers: &[OpName]) -> bool {
        self == Self::ANY || makers.iter().any(|&maker| self.0 & Self::one(maker).0 != 0)
    }
}

impl FrozenPatterns {
    /// Freezes all patterns of `set`.
    pub fn new(cx: &Context, set: PatternSet) -> Self {
        Self::filtered(cx, set, &[], &[])
    }

    /// Freezes the patterns of `set` whose names are in `enabled`, if that is not empty, and not in `disabled`.
    pub fn filtered(cx: &Context, set: PatternSet, disabled: &[String], enabled: &[String]) -> Self {
        let named = |names: &[String], pattern: &Pattern| names.iter().any(|name| name == pattern.name);
        let wanted = |pattern: &Pattern| {
            (enabled.is_empty() || named(enabled, pattern)) && !named(disabled, pattern) && pattern.benefit != NEVER
        };
        let patterns: Vec<Pattern> = set.patterns.into_iter().filter(wanted).collect();
        let mut by_name: Vec<Trials> = Vec::new();
        let mut add = |name: OpName, tried: Tried| {
            let id = name.id() as usize;
            by_name.resize(by_name.len().max(id + 1), Trials::default());
            by_name[id].list.push(tried);
        };
        let mut any = Trials::default();
        for (index, pattern) in patterns.iter().enumerate() {
            let tried = Tried { index: index as u32, maker: pattern.operand_of.map(|name| cx.op_name(name)) };
            match pattern.root {
                PatternRoot::Op(name) => add(cx.op_name(name), tried),
                PatternRoot::Where(is_root) => {
                    for def in cx.dialects().iter().flat_map(|dialect| dialect.ops).filter(|def| is_root(def)) {
                        add(cx.op_name(def.name), tried);
                    }
                }
                PatternRoot::Any => any.list.push(tried),
            }
        }
        any.sort(&patterns);
        for trials in by_name.iter_mut().filter(|trials| !trials.list.is_empty()) {
            trials.list.extend(&any.list);
            trials.sort(&patterns);
        }
        Self { patterns, by_name, any }
    }

    /// The number of patterns.
    pub fn len(&self) -> usize {
        self.patterns.len()
    }

    /// Returns whether there is no pattern.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// The patterns for operations called `name`, in the order of application.
    pub fn for_name(&self, name: OpName) -> impl ExactSizeIterator<Item = &Pattern> {
        self.trials(name).list.iter().map(|tried| &self.patterns[tried.index as usize])
    }

    fn trials(&self, name: OpName) -> &Trials {
        self.by_name.get(name.id() as usize).filter(|trials| !trials.list.is_empty()).unwrap_or(&self.any)
    }

    /// Applies the first matching pattern to `op`. The insertion point is before `op` unless the pattern changes it.
    /// `op` may be erased after a match. Returns the name of the pattern.
    pub fn apply(&self, rw: &mut Rewriter, op: OpId) -> Option<&'static str> {
        let makers = operand_makers(rw, op);
        self.apply_where(rw, op, &makers)
    }

    /// As [`Self::apply`] with the operations that define the operands given.
    pub(crate) fn apply_where(&self, rw: &mut Rewriter, op: OpId, makers: &OperandMakers) -> Option<&'static str> {
        if rw.is_quiet() && !rw.cx().has_action_handler() {
            return self.apply_quietly(rw, op, makers);
        }
        for pattern in self.for_name(rw.name(op)) {
            if !begin_action(OpRef::new(rw, op), pattern.name) {
                continue;
            }
            rw.pattern_begin(op, pattern.name);
            rw.before(op);
            let outcome = apply_checked(pattern, rw, op);
            rw.pattern_end(op, pattern.name, outcome);
            rw.cx().end_action(APPLY_PATTERN);
            if outcome == Match::Yes {
                return Some(pattern.name);
            }
        }
        None
    }

    /// As [`Self::apply`] if there is no observer, so that skipped patterns that cannot match are not missed.
    fn apply_quietly(&self, rw: &mut Rewriter, op: OpId, makers: &OperandMakers) -> Option<&'static str> {
        let trials = self.trials(rw.name(op));
        if trials.list.is_empty() {
            return None;
        }
        let makers: SmallVec<[OpName; 4]> = makers.iter().flatten().map(|&maker| rw.name(maker)).collect();
        if !trials.wanted.may_be_among(&makers) && !cfg!(debug_assertions) {
            return None;
        }
        for tried in &trials.list {
            let (pattern, may_apply) = (&self.patterns[tried.index as usize], tried.may_apply(&makers));
            // In debug builds the declared restrictions of patterns are not trusted.
            if !may_apply && !cfg!(debug_assertions) {
                continue;
            }
            rw.before(op);
            if apply_checked(pattern, rw, op) == Match::Yes {
                assert!(may_apply, "pattern {} applies without an operand of {:?}", pattern.name, pattern.operand_of);
                return Some(pattern.name);
            }
        }
        None
    }
}

/// Applies `pattern` to `op`. In debug builds, a pattern that returns `Match::No` must not have changed the body: its
/// driver would not notice the change.
fn apply_checked(pattern: &Pattern, rw: &mut Rewriter, op: OpId) -> Match {
    let version = rw.version();
    let outcome = (pattern.apply)(rw, op);
    let is_honest = outcome == Match::Yes || rw.version() == version;
    debug_assert!(is_honest, "the pattern {} changed the IR and returned `Match::No`", pattern.name);
    outcome
}

/// Announces the application of the pattern called `name` to `op`; returns whether to execute it.
pub(crate) fn begin_action(op: OpRef, name: &str) -> bool {
    let text = || format!("`{APPLY_PATTERN} pattern: {name}");
    op.cx().begin_action(&Action { tag: APPLY_PATTERN, text: &text, op, region: None })
}

/// The canonicalization patterns of all operations and dialects registered in `cx`.
pub fn canonicalization_patterns(cx: &Context) -> FrozenPatterns {
    FrozenPatterns::new(cx, canonicalization_set(cx))
}

/// The same set, not frozen: first the patterns of dialects, in reverse order of names, then those of operations by
/// name (upstream's order).
pub fn canonicalization_set(cx: &Context) -> PatternSet {
    let mut set = PatternSet::new();
    let mut dialects = cx.dialects().to_vec();
    dialects.sort_by_key(|dialect| dialect.name);
    for dialect in dialects.iter().rev() {
        dialect.hooks().canonicalize(&mut set);
    }
    let mut ops: Vec<_> = dialects.iter().flat_map(|dialect| dialect.ops).collect();
    ops.sort_by_key(|def| def.name);
    for add in ops.into_iter().filter_map(|def| def.behavior().canonicalize) {
        add(&mut set);
    }
    set
}
