//! The order in which conversion patterns are tried.
//!
//! A pattern that says which operations it makes is tried only if these are
//! legal or can be made so. Patterns that need fewer steps to legal operations
//! come first, then those of greater benefit; of equals the one added last,
//! unless some pattern is rooted at no single name (this is what upstream's
//! list of patterns comes to).

use rmlir_core::pattern::PatternRoot;
use rmlir_core::{Context, OpName};
use rustc_hash::{FxHashMap, FxHashSet};

use super::patterns::{ConversionPattern, ConversionPatterns};
use super::target::{ConversionTarget, Legality};

/// For each name the patterns to try, in order.
pub struct Order {
    /// By the number of the name, for names that have patterns of their own.
    by_name: Vec<Option<Box<[usize]>>>,
    any: Vec<usize>,
}

impl Order {
    pub fn new(cx: &Context, target: &ConversionTarget, set: &ConversionPatterns) -> Self {
        Graph::new(cx, target, set).order()
    }

    /// The patterns for `name`, as numbers in the list.
    pub fn for_name(&self, name: OpName) -> &[usize] {
        match self.by_name.get(name.id() as usize) {
            Some(Some(own)) => own,
            _ => &self.any,
        }
    }
}

/// Which patterns lead to legal operations, and how directly.
struct Graph<'a> {
    cx: &'a Context,
    target: &'a ConversionTarget<'a>,
    patterns: &'a [ConversionPattern],
    /// Patterns that lead to legal operations, by the name of their root.
    legal: FxHashMap<OpName, Vec<usize>>,
    /// Patterns without a root of one name, one entry for each name they match.
    rootless: Vec<usize>,
    depths: FxHashMap<OpName, usize>,
}

impl<'a> Graph<'a> {
    fn new(cx: &'a Context, target: &'a ConversionTarget<'a>, set: &'a ConversionPatterns) -> Self {
        let mut graph = Self {
            cx,
            target,
            patterns: &set.patterns,
            legal: FxHashMap::default(),
            rootless: Vec::new(),
            depths: FxHashMap::default(),
        };
        graph.find_legal();
        graph
    }

    fn root(&self, pattern: usize) -> Option<OpName> {
        match self.patterns[pattern].root {
            PatternRoot::Op(name) => Some(self.cx.op_name(name)),
            _ => None,
        }
    }

    fn generated(&self, pattern: usize) -> Vec<OpName> {
        self.patterns[pattern].generates.iter().map(|name| self.cx.op_name(name)).collect()
    }

    fn matching_names(&self, wanted: fn(&'static rmlir_core::opdef::OpDef) -> bool) -> Vec<OpName> {
        let ops = self.cx.dialects().iter().flat_map(|dialect| dialect.ops);
        ops.filter(|def| wanted(def)).map(|def| self.cx.op_name(def.name)).collect()
    }

    fn find_legal(&mut self) {
        let mut waiting: Vec<usize> = Vec::new();
        let mut invalid: FxHashMap<OpName, Vec<usize>> = FxHashMap::default();
        let mut makers: FxHashMap<OpName, Vec<OpName>> = FxHashMap::default();
        for index in 0..self.patterns.len() {
            match self.patterns[index].root {
                PatternRoot::Any => self.rootless.push(index),
                PatternRoot::Where(wanted) => {
                    let n = self.matching_names(wanted).len();
                    self.rootless.extend(std::iter::repeat_n(index, n));
                }
                PatternRoot::Op(name) => {
                    let root = self.cx.op_name(name);
                    if self.target.legality(root) == Some(Legality::Legal) {
                        continue;
                    }
                    invalid.entry(root).or_default().push(index);
                    for op in self.generated(index) {
                        makers.entry(op).or_default().push(root);
                    }
                    waiting.push(index);
                }
            }
        }
        // Nothing is known of what patterns without a root lead to.
        if !self.rootless.is_empty() {
            for index in waiting {
                let root = self.root(index).expect("only patterns with a root wait");
                self.legal.entry(root).or_default().push(index);
            }
            return;
        }
        // The last is taken first, so that of equals the one added last is tried first.
        while let Some(index) = waiting.pop() {
            let missing = |op: OpName| {
                !self.legal.contains_key(&op) && matches!(self.target.legality(op), None | Some(Legality::Illegal))
            };
            if self.generated(index).into_iter().any(missing) {
                continue;
            }
            let root = self.root(index).expect("only patterns with a root wait");
            self.legal.entry(root).or_default().push(index);
            invalid.entry(root).or_default().retain(|&other| other != index);
            for maker in makers.get(&root).into_iter().flatten() {
                for &other in invalid.get(maker).into_iter().flatten() {
                    if !waiting.contains(&other) {
                        waiting.push(other);
                    }
                }
            }
        }
    }

    fn depth(&mut self, op: OpName) -> usize {
        if let Some(&depth) = self.depths.get(&op) {
            return depth;
        }
        let Some(patterns) = self.legal.get(&op).cloned().filter(|patterns| !patterns.is_empty()) else { return 0 };
        // In case the operation is met again.
        self.depths.insert(op, usize::MAX);
        let (sorted, depth) = self.sort(patterns);
        self.legal.insert(op, sorted);
        self.depths.insert(op, depth);
        depth
    }

    /// Sorts by steps to legal operations, then benefit; gives the fewest steps.
    fn sort(&mut self, patterns: Vec<usize>) -> (Vec<usize>, usize) {
        let mut with_depth: Vec<(usize, usize)> = Vec::with_capacity(patterns.len());
        for pattern in patterns {
            let generated = self.generated(pattern);
            let depth = generated.into_iter().map(|op| self.depth(op).saturating_add(1)).max().unwrap_or(1);
            with_depth.push((pattern, depth));
        }
        let least = with_depth.iter().map(|&(_, depth)| depth).min().unwrap_or(usize::MAX);
        with_depth.sort_by_key(|&(pattern, depth)| (depth, std::cmp::Reverse(self.patterns[pattern].benefit)));
        (with_depth.into_iter().map(|(pattern, _)| pattern).collect(), least)
    }

    fn order(mut self) -> Order {
        let mut names: Vec<OpName> = self.legal.keys().copied().collect();
        names.sort_unstable();
        for name in names {
            self.depth(name);
        }
        let rootless = std::mem::take(&mut self.rootless);
        let (rootless, _) = self.sort(rootless);
        let own = self.own_lists(&rootless);
        let mut seen = FxHashSet::default();
        let any: Vec<usize> = rootless
            .into_iter()
            .filter(|&index| matches!(self.patterns[index].root, PatternRoot::Any) && seen.insert(index))
            .collect();
        let mut by_name = Vec::new();
        for (name, list) in own {
            let id = name.id() as usize;
            by_name.resize(by_name.len().max(id + 1), None);
            by_name[id] = Some(self.merge(list, &any).into());
        }
        Order { by_name, any }
    }

    /// For each name the patterns rooted there, sorted by how far from the end
    /// of their list they stand.
    fn own_lists(&self, rootless: &[usize]) -> FxHashMap<OpName, Vec<usize>> {
        let mut lists: FxHashMap<OpName, Vec<(usize, usize)>> = FxHashMap::default();
        let rank =
            |list: &[usize], index: usize| list.iter().position(|&other| other == index).map(|at| list.len() - at);
        for index in 0..self.patterns.len() {
            match self.patterns[index].root {
                PatternRoot::Any => {}
                PatternRoot::Op(name) => {
                    let name = self.cx.op_name(name);
                    let list = self.legal.get(&name).map_or(&[][..], Vec::as_slice);
                    if let Some(rank) = rank(list, index) {
                        lists.entry(name).or_default().push((index, rank));
                    }
                }
                PatternRoot::Where(wanted) => {
                    for name in self.matching_names(wanted) {
                        let rank = rank(rootless, index).expect("a pattern is in the list it was put in");
                        lists.entry(name).or_default().push((index, rank));
                    }
                }
            }
        }
        for list in lists.values_mut() {
            list.sort_by_key(|&(_, rank)| std::cmp::Reverse(rank));
        }
        lists.into_iter().map(|(name, list)| (name, list.into_iter().map(|(index, _)| index).collect())).collect()
    }

    /// Puts the patterns for any operation between a name's own: before the
    /// first own one of smaller benefit.
    fn merge(&self, own: Vec<usize>, any: &[usize]) -> Vec<usize> {
        let mut any = any.iter().copied().peekable();
        let mut all = Vec::new();
        for index in own {
            while let Some(other) = any.next_if(|&other| self.patterns[index].benefit < self.patterns[other].benefit) {
                all.push(other);
            }
            all.push(index);
        }
        all.extend(any);
        all
    }
}
