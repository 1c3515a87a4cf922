//! Sets of patterns made ready to apply.
//!
//! For every operation name the patterns that may apply are listed in the
//! order in which they are tried: by benefit, greatest first, and within one
//! benefit those rooted at the operation before those rooted at any; otherwise
//! as they were added.

use rmlir_core::actions::{APPLY_PATTERN, Action};
use rmlir_core::pattern::PatternRoot;
use rmlir_core::{Context, Match, OpId, OpName, OpRef, Pattern, PatternSet, Rewriter};

/// A pattern of this benefit is never tried.
const NEVER: u16 = u16::MAX;

/// See the module.
pub struct FrozenPatterns {
    patterns: Vec<Pattern>,
    /// Indices into `patterns` in the order of trying, by the name's id, for
    /// names that have patterns of their own; others have an empty list.
    by_name: Vec<Vec<u32>>,
    /// The same for all other names.
    any: Vec<u32>,
}

impl FrozenPatterns {
    /// All patterns of `set`.
    pub fn new(cx: &Context, set: PatternSet) -> Self {
        Self::filtered(cx, set, &[], &[])
    }

    /// The patterns of `set` whose names are in `enabled`, if that names any,
    /// and not in `disabled`.
    pub fn filtered(cx: &Context, set: PatternSet, disabled: &[String], enabled: &[String]) -> Self {
        let named = |names: &[String], pattern: &Pattern| names.iter().any(|name| name == pattern.name);
        let wanted = |pattern: &Pattern| {
            (enabled.is_empty() || named(enabled, pattern)) && !named(disabled, pattern) && pattern.benefit != NEVER
        };
        let patterns: Vec<Pattern> = set.patterns.into_iter().filter(wanted).collect();
        let mut by_name: Vec<Vec<u32>> = Vec::new();
        let mut add = |name: OpName, index: u32| {
            let id = name.id() as usize;
            by_name.resize(by_name.len().max(id + 1), Vec::new());
            by_name[id].push(index);
        };
        let mut any = Vec::new();
        for (index, pattern) in patterns.iter().enumerate() {
            let index = index as u32;
            match pattern.root {
                PatternRoot::Op(name) => add(cx.op_name(name), index),
                PatternRoot::Where(wanted) => {
                    for def in cx.dialects().iter().flat_map(|dialect| dialect.ops).filter(|def| wanted(def)) {
                        add(cx.op_name(def.name), index);
                    }
                }
                PatternRoot::Any => any.push(index),
            }
        }
        let benefit = |&index: &u32| std::cmp::Reverse(patterns[index as usize].benefit);
        any.sort_by_key(benefit);
        for list in by_name.iter_mut().filter(|list| !list.is_empty()) {
            list.extend(&any);
            // Stable: what is rooted at the operation stays before what is not.
            list.sort_by_key(benefit);
        }
        Self { patterns, by_name, any }
    }

    /// How many patterns there are.
    pub fn len(&self) -> usize {
        self.patterns.len()
    }

    /// Whether there is no pattern.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// The patterns for operations called `name`, in the order of trying.
    pub fn for_name(&self, name: OpName) -> impl ExactSizeIterator<Item = &Pattern> {
        let list = self.by_name.get(name.id() as usize).filter(|list| !list.is_empty()).unwrap_or(&self.any);
        list.iter().map(|&index| &self.patterns[index as usize])
    }

    /// Applies to `op` the first pattern that does. New operations go before
    /// `op` unless the pattern says otherwise. `op` may be gone after a match.
    pub fn apply(&self, rw: &mut Rewriter, op: OpId) -> Match {
        if rw.is_quiet() && !rw.cx().has_action_handler() {
            return self.apply_quietly(rw, op);
        }
        for pattern in self.for_name(rw.name(op)) {
            if !begin_action(OpRef::new(rw, op), pattern.name) {
                continue;
            }
            rw.pattern_begin(op, pattern.name);
            rw.before(op);
            let outcome = (pattern.apply)(rw, op);
            rw.pattern_end(op, pattern.name, outcome);
            rw.cx().end_action(APPLY_PATTERN);
            if outcome == Match::Yes {
                return Match::Yes;
            }
        }
        Match::No
    }

    /// As [`Self::apply`] when nobody watches.
    fn apply_quietly(&self, rw: &mut Rewriter, op: OpId) -> Match {
        for pattern in self.for_name(rw.name(op)) {
            rw.before(op);
            if (pattern.apply)(rw, op) == Match::Yes {
                return Match::Yes;
            }
        }
        Match::No
    }
}

/// Announces that the pattern called `name` is tried on `op`; whether it is to be.
pub(crate) fn begin_action(op: OpRef, name: &str) -> bool {
    let text = || format!("`{APPLY_PATTERN} pattern: {name}");
    op.cx().begin_action(&Action { tag: APPLY_PATTERN, text: &text, op, region: None })
}

/// The canonicalization patterns of everything registered in `cx`.
pub fn canonicalization_patterns(cx: &Context) -> FrozenPatterns {
    FrozenPatterns::new(cx, canonicalization_set(cx))
}

/// The same, not yet frozen: first those of dialects, last name first, then
/// those of operations by name (upstream's order).
pub fn canonicalization_set(cx: &Context) -> PatternSet {
    let mut set = PatternSet::new();
    let mut dialects = cx.dialects().to_vec();
    dialects.sort_by_key(|dialect| dialect.name);
    for dialect in dialects.iter().rev() {
        dialect.hooks.canonicalize(&mut set);
    }
    let mut ops: Vec<_> = dialects.iter().flat_map(|dialect| dialect.ops).collect();
    ops.sort_by_key(|def| def.name);
    for add in ops.into_iter().filter_map(|def| def.canonicalize) {
        add(&mut set);
    }
    set
}
