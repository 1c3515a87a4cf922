//! Conflicts: dependences between iterations of a loop through the elements of memory that they access.
//!
//! The mark of a loop asserts that so many consecutive iterations are independent. There are two queries: [`nearest`]
//! looks for a proof that the mark is wrong, and [`possible`] for a proof that iterations are independent: all
//! iterations of a loop that is to be marked, or those at a distance beyond the mark, of which it asserts nothing.
//! Steps: 1. extract accesses whose subscripts are affine, through the layout of the memref; 2. build the constraints
//! on two iterations at a distance: equal addresses, and both in the iteration space; 3. find the least distance for
//! which these constraints have a solution.
//!
//! For the first query only accesses that are executed in every iteration count; values from outside have to cancel
//! out. A loop whose upper bound is unknown is assumed to run as long as necessary, but the induction variable of one
//! whose lower bound is unknown has to cancel out as well. For the second query everything that is unknown is a
//! conflict: subscripts that are not affine, other memory effects, memrefs that may alias.

mod iteration_space;
mod memory;
mod subscript;

use rmlir::affine_maps::{AffineExpr, Constraint, IntegerSet};
use rmlir::analysis::alias::{AliasAnalysis, is_allocation, same_descriptor, view_base};
use rmlir::prelude::*;
use rmlir_affine::analysis::constraints::ValueConstraints;
use rustc_hash::FxHashSet;

use self::iteration_space::IterationSpace;
pub use self::memory::is_free_call;
use self::memory::{MemoryOperation, memory_operations};
use self::subscript::{Access, Reader};
pub use self::subscript::{accessed, base};
use crate::marks::CHECKED;

/// Two iterations that access the same element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The dependence distance in iterations.
    pub distance: i64,
    /// The access of the first iteration.
    pub first: OpId,
    /// The access of the second iteration.
    pub second: OpId,
    /// Whether the first access writes, and whether the second one does.
    pub writes: [bool; 2],
    /// The reason why the accesses may be to the same element.
    pub reason: Reason,
}

/// The reason why two accesses may be to the same element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The subscripts may be the same.
    Subscripts,
    /// These memrefs may alias.
    Alias(Value, Value),
    /// The layout of this memref may map different subscripts to one element.
    Layout(Value),
    /// The number of pairs of accesses exceeds this budget.
    Budget(u64),
}

impl Conflict {
    /// The reason why the conflict exists, as a predicate of the first access.
    pub fn why(&self, body: &Body) -> String {
        let [verb, again] = self.writes.map(|writes| if writes { "writes" } else { "reads" });
        format!("{verb} what {} {again} {}: the loop cannot run many at once", self.other(body), self.later())
    }

    /// The reason why the conflict may exist, as a predicate of the first access.
    pub fn why_not(&self, body: &Body) -> String {
        let other = self.other(body);
        let verb = if self.writes[0] { "writes" } else { "reads" };
        match self.reason {
            Reason::Subscripts => {
                let [verb, again] = self.writes.map(|writes| if writes { "write" } else { "read" });
                format!("may {verb} what {other} may {again} {}", self.later())
            }
            Reason::Alias(..) => format!("{verb} memory that may alias what {other} accesses"),
            Reason::Layout(_) => format!("{verb} a memref whose layout may put different indices at one element"),
            Reason::Budget(most) => {
                format!("is not compared with {other}: there are more than {most} pairs of accesses ('max-pairs')")
            }
        }
    }

    /// The reason why `width` iterations at a time may conflict where the mark asserts `marked`, as a predicate of the
    /// first access.
    pub fn why_not_more(&self, body: &Body, width: i64, marked: i64) -> String {
        let why = self.why_not(body);
        format!("{why}: the mark says that {marked} iterations run at once, not {width}")
    }

    fn other(&self, body: &Body) -> String {
        format!("'{}'", body.name(self.second).str(body.cx()))
    }

    fn later(&self) -> String {
        let iterations = if self.distance == 1 { "iteration" } else { "iterations" };
        format!("{} {iterations} later", self.distance)
    }
}

/// Facts about memory beyond what the function states, and the budget of the analysis.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// Functions without memory effects.
    pub free: Option<&'a FxHashSet<String>>,
    /// Whether different arguments of the function do not alias.
    pub noalias_arguments: bool,
    /// The maximum number of pairs of accesses of a loop that are compared.
    pub max_pairs: u64,
}

/// The default of [`Facts::max_pairs`]: loops with a hundred accesses stay below it. Each pair takes some microseconds.
const MAX_PAIRS: u64 = 20_000;

impl Default for Facts<'_> {
    fn default() -> Self {
        Self { free: None, noalias_arguments: false, max_pairs: MAX_PAIRS }
    }
}

impl Facts<'_> {
    /// Whether two values may alias in any two iterations of the loop `op`.
    fn may_alias(&self, body: &Body, op: OpId, a: Value, b: Value) -> bool {
        AliasAnalysis::new(body).across(op).noalias_arguments(self.noalias_arguments).may_alias(a, b)
    }
}

/// The nearest iterations of the loop `op`, which has one induction variable, that are proved to access the same
/// element, at most `most` iterations apart.
pub fn nearest(body: &Body, op: OpId, most: i64) -> Option<Conflict> {
    let space = IterationSpace::of(body, op)?;
    let [space] = space[..] else { return None };
    if !space.is_small() {
        return None;
    }
    let mut reader = Reader { body, around: op, space, is_certain: true, symbols: Vec::new(), n_read: 0 };
    let mut inner = Vec::new();
    body.walk_postorder(op, |inside| inner.push(inside));
    let accesses: Vec<Access> = inner.into_iter().filter_map(|inside| reader.access(inside)).collect();
    let mut found: Option<Conflict> = None;
    for first in &accesses {
        let is_comparable = |second: &&Access| {
            body.ty(second.memref) == body.ty(first.memref)
                && same_descriptor(body, second.memref) == same_descriptor(body, first.memref)
        };
        for second in accesses.iter().filter(is_comparable) {
            if !first.is_write && !second.is_write {
                continue;
            }
            let pair = Pair {
                body,
                space,
                first,
                second,
                n_symbols: reader.symbols.len(),
                is_certain: true,
                is_by_subscripts: false,
            };
            let limit = found.map_or(most, |found| found.distance - 1);
            if let Some(distance) = pair.system().and_then(|system| nearest_in(&system, 1, limit)) {
                let writes = [first.is_write, second.is_write];
                found =
                    Some(Conflict { distance, first: first.op, second: second.op, writes, reason: Reason::Subscripts });
            }
        }
    }
    found
}

/// The nearest iterations of the loop `op` that are not proved to be independent, from `least` to `most` iterations
/// apart, except for reasons that satisfy `is_excluded`.
pub fn possible(
    body: &Body,
    op: OpId,
    [least, most]: [i64; 2],
    facts: Facts,
    is_excluded: &mut dyn FnMut(Reason) -> bool,
) -> Option<Conflict> {
    if least > most {
        return None;
    }
    let everything =
        Conflict { distance: least, first: op, second: op, writes: [true, true], reason: Reason::Subscripts };
    let space = IterationSpace::of(body, op).unwrap_or_default();
    let [space] = space[..] else { return Some(everything) };
    let space = space.relaxed();
    let mut reader = Reader { body, around: op, space, is_certain: false, symbols: Vec::new(), n_read: 0 };
    let none = FxHashSet::default();
    let operations = memory_operations(&mut reader, facts.free.unwrap_or(&none));
    let mut found: Option<Conflict> = None;
    let is_checked = body.attr(op, CHECKED).is_some();
    let mut n_pairs = 0;
    for first in &operations {
        for second in operations.iter().filter(|second| first.is_write || second.is_write) {
            n_pairs += 1;
            if n_pairs > facts.max_pairs {
                let (writes, reason) = ([first.is_write, second.is_write], Reason::Budget(facts.max_pairs));
                return Some(Conflict { distance: least, first: first.op, second: second.op, writes, reason });
            }
            let limit = found.map_or(most, |found| found.distance - 1);
            let meet = Meet { body, op, space, facts, n_symbols: reader.symbols.len() };
            if let Some((distance, reason)) = meet.nearest(first, second, [least, limit])
                && !(is_checked && matches!(reason, Reason::Alias(..)))
                && !is_excluded(reason)
            {
                let writes = [first.is_write, second.is_write];
                found = Some(Conflict { distance, first: first.op, second: second.op, writes, reason });
            }
        }
    }
    found
}

/// The comparison of memory accesses.
struct Meet<'a> {
    body: &'a Body<'a>,
    op: OpId,
    space: IterationSpace,
    facts: Facts<'a>,
    n_symbols: usize,
}

impl Meet<'_> {
    /// The least distance in the range at which two operations may access the same memory, and the reason.
    fn nearest(
        &self,
        first: &MemoryOperation,
        second: &MemoryOperation,
        [least, most]: [i64; 2],
    ) -> Option<(i64, Reason)> {
        let body = self.body;
        if least > most {
            return None;
        }
        let (Some(a), Some(b)) = (first.memory, second.memory) else { return Some((least, Reason::Subscripts)) };
        if self.is_own(a) && view_base(body, a) == view_base(body, b) {
            return None;
        }
        let accesses = first.access.as_ref().zip(second.access.as_ref());
        let Some((first, second)) = accesses.filter(|(first, second)| first.base == second.base) else {
            return self.facts.may_alias(body, self.op, a, b).then_some((least, Reason::Alias(a, b)));
        };
        let n_symbols = self.n_symbols;
        let nearest = |is_by_subscripts: bool| {
            let pair = Pair { body, space: self.space, first, second, n_symbols, is_certain: false, is_by_subscripts };
            let Some(system) = pair.system() else { return Some(least) };
            nearest_in(&system, least, most)
        };
        let distance = nearest(false)?;
        let is_layout = !first.has_known_strides && nearest(true).is_none();
        Some((distance, if is_layout { Reason::Layout(first.base) } else { Reason::Subscripts }))
    }

    /// Whether each iteration allocates this memory itself.
    fn is_own(&self, memory: Value) -> bool {
        let base = view_base(self.body, memory);
        self.body.is_defined_inside(self.op, base) && is_allocation(self.body, base)
    }
}

/// The least distance in `least..=most` among the points of `system`.
fn nearest_in(system: &ValueConstraints, least: i64, most: i64) -> Option<i64> {
    let is_met = |least: i64, most: i64| {
        let mut within = system.clone();
        within.add_lower_bound(DISTANCE as usize, least);
        within.add_upper_bound(DISTANCE as usize, most);
        !within.is_integer_empty()
    };
    let (mut low, mut high) = (least, most);
    if low > high || !is_met(low, high) {
        return None;
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if is_met(low, middle) { high = middle } else { low = middle + 1 }
    }
    Some(low)
}

/// A pair of accesses to one memref in iterations of a loop.
struct Pair<'a> {
    body: &'a Body<'a>,
    space: IterationSpace,
    first: &'a Access,
    second: &'a Access,
    n_symbols: usize,
    /// Whether only certain conflicts count.
    is_certain: bool,
    /// Whether elements are distinguished by their subscripts, whatever the layout is.
    is_by_subscripts: bool,
}

/// The dimension of the distance in iterations, and that of the induction variable in the first iteration. The
/// dimensions of the inner loops around the first access follow, then those around the second one.
const DISTANCE: u32 = 0;
const VARIABLE: u32 = 1;
const INNER: u32 = 2;

impl<'a> Pair<'a> {
    fn n_dims(&self) -> u32 {
        INNER + (self.first.inner.len() + self.second.inner.len()) as u32
    }

    /// Maps the dimensions of the first or second access to those of the pair.
    fn dims(&self, is_second: bool) -> Option<Vec<AffineExpr>> {
        let variable = AffineExpr::dim(VARIABLE);
        let n_first = self.first.inner.len() as u32;
        let (start, n, variable) = match is_second {
            false => (INNER, n_first, variable),
            true => {
                let later = AffineExpr::dim(DISTANCE) * self.space.step?;
                (INNER + n_first, self.second.inner.len() as u32, variable + later)
            }
        };
        Some([variable].into_iter().chain((start..start + n).map(AffineExpr::dim)).collect())
    }

    /// The constraints on both iterations except for the distance; `None` if it is unknown whether they conflict.
    fn system(&self) -> Option<ValueConstraints> {
        let dims = [self.dims(false)?, self.dims(true)?];
        let at = |exprs: &[AffineExpr], which: usize| {
            exprs.iter().map(|it| it.replace_dims(&dims[which])).collect::<Vec<AffineExpr>>()
        };
        let place = |access: &'a Access| match self.is_by_subscripts {
            true => Some(&access.subscripts),
            false => access.place.as_ref(),
        };
        let places = [at(place(self.first)?, 0), at(place(self.second)?, 1)];
        let same = |(a, b): (&AffineExpr, &AffineExpr)| Constraint { expr: a - b, is_eq: true };
        let mut rows: Vec<Constraint> = places[0].iter().zip(&places[1]).map(same).collect();
        if self.is_certain && self.is_open(&rows)? {
            return None;
        }
        self.add_range(&mut rows, &self.space, &dims[0][0]);
        self.add_range(&mut rows, &self.space, &dims[1][0]);
        for (access, dims) in [self.first, self.second].into_iter().zip(&dims) {
            for (space, dim) in access.inner.iter().zip(&dims[1..]) {
                self.add_range(&mut rows, space, dim);
            }
        }
        for (access, which) in [(self.first, 0), (self.second, 1)] {
            self.add_sizes(&mut rows, access, &at(&access.subscripts, which));
        }
        self.constraints(rows)
    }

    /// Whether the equality of addresses depends on unknown values.
    fn is_open(&self, equal: &[Constraint]) -> Option<bool> {
        let equal = self.constraints(equal.to_vec())?;
        let n_dims = self.n_dims() as usize;
        let is_used = |column: usize| !equal.is_unused(column);
        Some((n_dims..n_dims + self.n_symbols).any(is_used) || self.unknown_dims().into_iter().any(is_used))
    }

    /// The dimensions of loops whose bounds are unknown.
    fn unknown_dims(&self) -> Vec<usize> {
        let mut found = Vec::new();
        if self.space.lower.is_none() {
            found.push(VARIABLE as usize);
        }
        let inner = self.first.inner.iter().chain(&self.second.inner);
        found.extend(inner.zip(INNER as usize..).filter(|(space, _)| !space.is_known()).map(|(_, dim)| dim));
        found
    }

    /// Adds the constraints that `variable` is in the iteration space of a loop.
    fn add_range(&self, rows: &mut Vec<Constraint>, space: &IterationSpace, variable: &AffineExpr) {
        if let Some(lower) = space.lower {
            let from_start = variable - lower;
            if let Some(step) = space.step.filter(|&step| step > 1) {
                rows.push(Constraint { expr: &from_start % step, is_eq: true });
            }
            rows.push(Constraint { expr: from_start, is_eq: false });
        }
        if let Some(upper) = space.upper {
            rows.push(Constraint { expr: (upper - 1) - variable, is_eq: false });
        }
    }

    /// Adds the constraints that the subscripts of an access are in bounds; for certain conflicts only those that
    /// involve no value from outside.
    fn add_sizes(&self, rows: &mut Vec<Constraint>, access: &Access, subscripts: &[AffineExpr]) {
        let cx = self.body.cx();
        let shape = self.body.ty(access.memref).shape(cx).unwrap_or(&[]);
        let is_said = |(it, _): &(&AffineExpr, &i64)| !self.is_certain || it.n_symbols_used() == 0;
        for (subscript, &size) in subscripts.iter().zip(shape).filter(is_said) {
            rows.push(Constraint { expr: subscript.clone(), is_eq: false });
            if size >= 0 {
                rows.push(Constraint { expr: (size - 1) - subscript, is_eq: false });
            }
        }
    }

    /// The set of points of the constraints; `None` if they are not linear.
    fn constraints(&self, rows: Vec<Constraint>) -> Option<ValueConstraints> {
        let n_dims = self.n_dims();
        let set = IntegerSet::new(n_dims, self.n_symbols as u32, rows);
        // The labels of columns are not used.
        let labels = vec![self.space.variable; n_dims as usize + self.n_symbols];
        ValueConstraints::of_set(&set, &labels)
    }
}
