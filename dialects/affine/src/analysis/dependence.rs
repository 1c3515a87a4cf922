//! Dependences between accesses: pairs of ordered iterations that access the same element, and their distances.
//!
//! Memrefs are disambiguated by the alias analysis, and elements of a memref by their subscripts if its layout is
//! injective.
//!
//! Steps: 1. relate the iterations around each access to the elements; 2. compose one relation with the inverse of the
//! other: pairs of iterations that access the same element; 3. add the constraints that the source is before the
//! target, at a given depth of the common loops; 4. test for emptiness; 5. project onto the differences of induction
//! variables.

use crate::scope::{affine_analysis_scope, is_induction_var};
use rmlir::analysis::alias::AliasResult;
use rmlir::analysis::layout::is_injective;
use rmlir::prelude::*;
use rmlir_presburger::{Bound, Int, Kind};

use super::access::{MemRefAccess, Relation};
use super::alias::{alias_analysis, is_allocated_in};
use super::constraints::ValueConstraints;
use super::nest::{common_block_in_scope, enclosing_induction_vars, n_common_surrounding_loops};

/// The result of a dependence test.
#[derive(Clone, Debug)]
pub enum Dependence {
    /// There is no dependence.
    No,
    /// The dependence is unknown.
    Unknown,
    /// There may be a dependence, for these pairs: dimensions are the induction variables around the source, then those
    /// around the destination.
    Yes(Box<DependencePairs>),
}

impl Dependence {
    /// Whether there is no dependence.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::No)
    }
}

/// The pairs of iterations of a dependence.
#[derive(Clone, Debug)]
pub struct DependencePairs {
    /// The pairs.
    pub system: ValueConstraints,
    /// The number of dimensions of the source.
    pub n_source: usize,
    /// The induction variables of the common surrounding loops.
    pub common: Vec<Value>,
}

/// The distance from the source to the destination in one loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distance {
    /// The induction variable of the loop.
    pub induction_var: Value,
    /// The lower bound, inclusive; `None` if unbounded.
    pub lower: Option<i64>,
    /// The upper bound, inclusive; `None` if unbounded.
    pub upper: Option<i64>,
}

/// Tests for a dependence of `target` on `source`, one of them a write (or with `allow_reads` both reads), carried by
/// the loop at `depth`, counted from 1: outer loops are in the same iteration. At one more than the number of common
/// loops, the dependence is loop-independent. For vectors the first elements are compared, as upstream does.
pub fn check_dependence(
    body: &Body,
    source: &MemRefAccess,
    target: &MemRefAccess,
    depth: usize,
    allow_reads: bool,
) -> Dependence {
    dependence_by(MemRefAccess::relation, body, (source, target), depth, allow_reads)
}

/// Like [`check_dependence`] if one of both is a write, with all elements of vectors.
pub fn check_dependence_of_elements(
    body: &Body,
    source: &MemRefAccess,
    target: &MemRefAccess,
    depth: usize,
) -> Dependence {
    dependence_by(MemRefAccess::relation_of_elements, body, (source, target), depth, false)
}

fn dependence_by(
    relation: impl Fn(&MemRefAccess, &Body) -> Option<Relation>,
    body: &Body,
    (source, target): (&MemRefAccess, &MemRefAccess),
    depth: usize,
    allow_reads: bool,
) -> Dependence {
    if !allow_reads && !source.is_write && !target.is_write {
        return Dependence::No;
    }
    match memory_of(body, source, target, depth) {
        AliasResult::NoAlias => Dependence::No,
        AliasResult::MayAlias if source.is_write || target.is_write => Dependence::Unknown,
        AliasResult::MayAlias => Dependence::No,
        AliasResult::MustAlias => dependence_by_subscripts(relation, body, (source, target), depth, allow_reads),
    }
}

/// Whether both accesses are to the same memref, so that they access the same element if and only if their subscripts
/// are equal: also in different iterations of the loop at `depth`, if it is around both.
fn memory_of(body: &Body, source: &MemRefAccess, target: &MemRefAccess, depth: usize) -> AliasResult {
    let analysis = alias_analysis(body);
    let carrying = carrying_loop(body, source.op, target.op, depth);
    if let Some(op) = carrying
        && is_allocated_in(body, source.memref, op)
        && is_allocated_in(body, target.memref, op)
    {
        return AliasResult::NoAlias;
    }
    let result = match carrying {
        Some(op) => analysis.across(op).alias(source.memref, target.memref),
        None => analysis.alias(source.memref, target.memref),
    };
    let is_exact = [source, target].iter().any(|access| is_injective(body.cx(), body.ty(access.memref)));
    match result {
        AliasResult::MustAlias if !is_exact => AliasResult::MayAlias,
        result => result,
    }
}

/// The loop at `depth`, counted from 1, among the common surrounding loops.
fn carrying_loop(body: &Body, a: OpId, b: OpId, depth: usize) -> Option<OpId> {
    let (a, b) = (enclosing_induction_vars(body, a), enclosing_induction_vars(body, b));
    let (iv, other) = (a.get(depth.checked_sub(1)?)?, b.get(depth - 1)?);
    (iv == other).then(|| body.value_region(*iv).map(|region| body.region_owner(region))).flatten()
}

/// Whether a load reads the value that a store writes in the same iteration of the common loops, given that their
/// subscripts are equal and that they access one memref.
pub fn reads_after(body: &Body, store: &MemRefAccess, load: &MemRefAccess) -> bool {
    let depth = n_common_surrounding_loops(body, store.op, load.op) + 1;
    let found = dependence_by_subscripts(MemRefAccess::relation, body, (store, load), depth, false);
    matches!(found, Dependence::Yes(_))
}

/// The dependence of two accesses to one memref with an injective layout.
fn dependence_by_subscripts(
    relation: impl Fn(&MemRefAccess, &Body) -> Option<Relation>,
    body: &Body,
    (source, target): (&MemRefAccess, &MemRefAccess),
    depth: usize,
    allow_reads: bool,
) -> Dependence {
    if affine_analysis_scope(body, source.op) != affine_analysis_scope(body, target.op) {
        return Dependence::Unknown;
    }
    let Some(block) = common_block_in_scope(body, source.op, target.op) else { return Dependence::Unknown };
    let (Some(from), Some(to)) = (relation(source, body), relation(target, body)) else { return Dependence::Unknown };
    let common = common_induction_vars(body, &from, &to);
    if !allow_reads && depth > common.len() {
        let ancestor = |op| body.ancestor_in_block(op, block).expect("both are in the common block");
        let (first, second) = (ancestor(source.op), ancestor(target.op));
        if first == second || !body.is_before_in_block(first, second) {
            return Dependence::No;
        }
    }
    let n_source = from.n_domain;
    let mut system = same_element(from, to);
    for index in 0..common.len().min(depth) {
        let mut row = system.zero_row();
        row[index] = Int::from(-1);
        row[index + n_source] = Int::ONE;
        if index + 1 == depth {
            *row.last_mut().expect("a row has a constant") = Int::from(-1);
            system.add_inequality(row);
        } else {
            system.add_equality(row);
        }
    }
    if system.is_empty() {
        return Dependence::No;
    }
    Dependence::Yes(Box::new(DependencePairs { system, n_source, common }))
}

fn common_induction_vars(body: &Body, from: &Relation, to: &Relation) -> Vec<Value> {
    let domain = |relation: &Relation| relation.system.values()[..relation.n_domain].to_vec();
    let pairs = domain(from).into_iter().zip(domain(to));
    let is_common = |value: &Value| is_induction_var(body, *value);
    pairs.map_while(|(a, b)| a.filter(|_| a == b).filter(is_common)).collect()
}

/// The pairs of points of both domains that access the same element.
fn same_element(from: Relation, to: Relation) -> ValueConstraints {
    let (mut first, mut second) = (from.system, to.system);
    let (n_from, n_to) = (from.n_domain, to.n_domain);
    let n_elements = first.n_dims() - n_from;
    // Both are over source iterations, target iterations, element.
    let to_values: Vec<_> = second.values()[..n_to].to_vec();
    let from_values: Vec<_> = first.values()[..n_from].to_vec();
    first.insert(Kind::Dim, n_from, &to_values);
    second.insert(Kind::Dim, 0, &from_values);
    second.merge_symbols(&mut first);
    second.merge_locals(&mut first.0);
    for system in [&mut first, &mut second] {
        system.convert_to_locals(n_from + n_to..n_from + n_to + n_elements);
    }
    first.append_constraints(&second);
    first.remove_redundant_locals();
    first
}

impl DependencePairs {
    /// Whether the target of some pair is in an earlier iteration of the common loop `index` than its source.
    pub fn goes_backward(&self, index: usize) -> bool {
        if index >= self.common.len() {
            return false;
        }
        let mut system = self.system.clone();
        let mut row = system.zero_row();
        row[index] = Int::ONE;
        row[index + self.n_source] = Int::from(-1);
        *row.last_mut().expect("a row has a constant") = Int::from(-1);
        system.add_inequality(row);
        !system.is_empty() && !system.is_integer_empty()
    }

    /// Whether some pair has distance 0 in the common loops from number `first` on.
    pub fn may_stay_from(&self, first: usize) -> bool {
        let mut system = self.system.clone();
        for index in first..self.common.len() {
            let mut row = system.zero_row();
            row[index] = Int::ONE;
            row[index + self.n_source] = Int::from(-1);
            system.add_equality(row);
        }
        !system.is_empty() && !system.is_integer_empty()
    }

    /// The distance in each common loop.
    pub fn distances(&self) -> Vec<Distance> {
        let n_common = self.common.len();
        if n_common == 0 {
            return Vec::new();
        }
        let mut system = self.system.clone();
        let n_removed = system.n_vars();
        system.insert(Kind::Dim, 0, &vec![None; n_common]);
        for index in 0..n_common {
            let mut row = system.zero_row();
            row[index] = Int::ONE;
            row[index + n_common] = Int::ONE;
            row[index + n_common + self.n_source] = Int::from(-1);
            system.add_equality(row);
        }
        system.project_out(n_common, n_removed);
        let distance = |(index, &induction_var): (usize, &Value)| Distance {
            induction_var,
            lower: system.constant_bound_i64(Bound::Lower, index),
            upper: system.constant_bound_i64(Bound::Upper, index),
        };
        self.common.iter().enumerate().map(distance).collect()
    }
}

/// The distances of all dependences among accesses in the nest at `root`, at each depth up to `max_depth`; `None` if
/// one is unknown.
pub fn dependence_distances(body: &Body, root: OpId, max_depth: usize) -> Option<Vec<Vec<Distance>>> {
    let accesses = MemRefAccess::all_in(body, root);
    let mut found = Vec::new();
    for depth in 1..=max_depth {
        for source in &accesses {
            for target in &accesses {
                match check_dependence(body, source, target, depth, false) {
                    Dependence::No => {}
                    Dependence::Unknown => return None,
                    Dependence::Yes(pairs) => found.push(pairs.distances()),
                }
            }
        }
    }
    Some(found)
}

/// Whether the dependences of accesses in the nest at `root` form a cycle.
pub fn has_cyclic_dependence(body: &Body, root: OpId) -> bool {
    let accesses = MemRefAccess::all_in(body, root);
    let depth = super::nest::nesting_depth(body, root);
    let edges: Vec<Vec<usize>> = accesses
        .iter()
        .map(|source| {
            let depends = |target: &MemRefAccess| {
                let n_common = n_common_surrounding_loops(body, source.op, target.op);
                (depth + 1..=n_common + 1).any(|depth| !check_dependence(body, source, target, depth, false).is_none())
            };
            (0..accesses.len()).filter(|&index| depends(&accesses[index])).collect()
        })
        .collect();
    has_cycle(&edges)
}

/// Whether a graph has a cycle: whether nodes remain after repeated removal of nodes without successors.
fn has_cycle(edges: &[Vec<usize>]) -> bool {
    let mut is_gone = vec![false; edges.len()];
    while let Some(next) =
        (0..edges.len()).find(|&node| !is_gone[node] && edges[node].iter().all(|&next| is_gone[next]))
    {
        is_gone[next] = true;
    }
    is_gone.contains(&false)
}
