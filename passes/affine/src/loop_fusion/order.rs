//! Whether a nest computes the same results if a slice of it is executed in each iteration of another one.
//!
//! Notation: *s* is an iteration of the sliced nest, *x* one of the loops of the other nest that receive the slice, and
//! S(x) the slice there: the nest executes s at each x with s in S(x), as often as there are such x. Pairs of dependent
//! accesses impose these constraints:
//!
//! - Within the sliced nest, with s1 before s2: a value that s2 reads is available if S(x) has s1 whenever it has s2,
//!   or if all of the nest is executed, and s1 never after s2. An anti dependence requires that s1 is never executed
//!   after s2. An output dependence requires that s2 is executed last, unless the value is dead.
//! - Between the nests, with t of the other one in iteration x: if s writes and t reads, s must be in S(x); s must not
//!   be executed again in an iteration after x if t writes.
//!
//! A nest that also stays in its original position has been executed before all of its slices: then it must not have
//! overwritten anything that it reads.

use rmlir::affine_maps::AffineMap;
use rmlir::prelude::*;
use rmlir_affine::ForOp;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::analysis::constraints::ValueConstraints;
use rmlir_affine::analysis::dependence::{Dependence, DependencePairs, check_dependence};
use rmlir_affine::analysis::nest::{enclosing_fors, enclosing_induction_vars, n_common_surrounding_loops};
use rmlir_affine::analysis::slice::Slice;
use rmlir_presburger::{Int, Kind, Side};

use super::legality::Strategy;
use super::private::is_escaping;

/// Whether both nests compute the same results if `slice`, of `source`, is executed in `target` and `source` itself is
/// erased.
pub fn keeps_order(body: &Body, source: ForOp, target: ForOp, slice: &Slice, strategy: Strategy) -> bool {
    let order = Order::new(body, source, slice);
    let keeps = || -> Option<bool> {
        let keeps_target = || match strategy {
            Strategy::ProducerConsumer => order.keeps_target(target),
            // Siblings are independent, but all of the nest has to be executed.
            Strategy::Sibling(_) => slice.covers_all(body),
        };
        Some(order.keeps_variables(strategy) && order.keeps_source(target)? && keeps_target()?)
    };
    keeps().unwrap_or(false)
}

/// Whether slices of `source` compute the same results if all of it has been executed before, where each nest has its
/// own buffers for the memrefs `private`.
pub fn can_run_again(body: &Body, source: ForOp, slice: &Slice, private: &[Value]) -> bool {
    let order = Order::new(body, source, slice);
    let can = || -> Option<bool> {
        for dependence in order.dependences(&order.accesses, &order.accesses)? {
            let is_harmless = private.contains(&dependence.first.memref)
                || !dependence.second.is_write
                || (dependence.first.is_write && order.is_closed(&dependence, End::Second)?);
            if !is_harmless {
                return Some(false);
            }
        }
        Some(true)
    };
    can().unwrap_or(false)
}

/// Whether each iteration reads only elements of `memref` that its own slice has written.
pub fn is_self_contained(body: &Body, source: ForOp, slice: &Slice, memref: Value) -> bool {
    let order = Order::new(body, source, slice);
    let is_contained = || -> Option<bool> {
        let of_memref: Vec<_> = order.accesses.iter().filter(|access| access.memref == memref).cloned().collect();
        for dependence in order.dependences(&of_memref, &of_memref)? {
            if dependence.is_flow() && !order.is_closed(&dependence, End::First)? {
                return Some(false);
            }
        }
        Some(true)
    };
    is_contained().unwrap_or(false)
}

/// A dependence of `second` on `first`.
struct DependenceOf<'d> {
    first: &'d MemRefAccess,
    second: &'d MemRefAccess,
    pairs: Box<DependencePairs>,
}

impl DependenceOf<'_> {
    fn is_flow(&self) -> bool {
        self.first.is_write && !self.second.is_write
    }
}

/// An end of a dependence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    First,
    Second,
}

struct Order<'a> {
    body: &'a Body<'a>,
    slice: &'a Slice,
    source: ForOp,
    accesses: Vec<MemRefAccess>,
    /// The number of induction variables around both nests.
    n_around: usize,
    /// The loops of the other nest that receive the slice, outer before inner.
    into: Vec<ForOp>,
}

/// Results are `None` where a dependence is unknown.
impl<'a> Order<'a> {
    fn new(body: &'a Body<'a>, source: ForOp, slice: &'a Slice) -> Self {
        let n_around = enclosing_induction_vars(body, source.id()).len();
        let mut into = enclosing_fors(body, slice.target.id());
        into.push(slice.target);
        into.drain(..enclosing_fors(body, source.id()).len());
        Self { body, slice, source, accesses: MemRefAccess::all_in(body, source.id()), n_around, into }
    }

    /// Whether no loop with loop-carried variables is sliced, except for siblings, whose reductions become those of the
    /// surrounding loop.
    fn keeps_variables(&self, strategy: Strategy) -> bool {
        let mut ops = Vec::new();
        self.body.walk_postorder(self.source.id(), |op| ops.extend(OpRef::new(self.body, op).cast::<ForOp>()));
        strategy != Strategy::ProducerConsumer
            || ops
                .into_iter()
                .all(|op| self.body.n_results(op.id()) == 0 || self.bounds_of(op.induction_var(self.body)).is_none())
    }

    /// Whether the dependences within the sliced nest are satisfied: the values that it reads, and its final memory
    /// contents.
    fn keeps_source(&self, target: ForOp) -> Option<bool> {
        let is_complete = self.slice.covers_all(self.body) == Some(true);
        for dependence in self.dependences(&self.accesses, &self.accesses)? {
            let is_kept = match (dependence.first.is_write, dependence.second.is_write) {
                (true, false) => {
                    self.is_closed(&dependence, End::First)? || (is_complete && self.is_in_order(&dependence)?)
                }
                (false, _) => self.is_in_order(&dependence)?,
                (true, true) => {
                    self.is_seen_by_none(dependence.first.memref, target)
                        || self.is_in_order(&dependence)?
                        || self.is_closed(&dependence, End::Second)?
                }
            };
            if !is_kept {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether only the two nests access the memref.
    fn is_seen_by_none(&self, memref: Value, target: ForOp) -> bool {
        let body = self.body;
        let Some(block) = body.block_of(self.source.id()) else { return false };
        let is_inside = |user| {
            body.ancestor_in_block(user, block).is_some_and(|user| user == self.source.id() || user == target.id())
        };
        !is_escaping(body, memref, block) && body.users(memref).all(is_inside)
    }

    /// Whether the dependences of the other, later nest are satisfied: the values that it reads, and its final memory
    /// contents.
    fn keeps_target(&self, target: ForOp) -> Option<bool> {
        let theirs = MemRefAccess::all_in(self.body, target.id());
        for dependence in self.dependences(&self.accesses, &theirs)? {
            let is_kept = match dependence.second.is_write {
                true => !self.runs_after(&dependence)?,
                false => self.n_into(dependence.second.op) == self.into.len() && self.is_covered(&dependence)?,
            };
            if !is_kept {
                return Some(false);
            }
        }
        Some(true)
    }

    /// All dependences within the same iteration of the loops around both nests.
    fn dependences<'d>(
        &self,
        firsts: &'d [MemRefAccess],
        seconds: &'d [MemRefAccess],
    ) -> Option<Vec<DependenceOf<'d>>> {
        let mut found = Vec::new();
        for first in firsts {
            for second in seconds {
                let n_common = n_common_surrounding_loops(self.body, first.op, second.op);
                for depth in self.n_around + 1..=n_common.max(self.n_around) + 1 {
                    match check_dependence(self.body, first, second, depth, false) {
                        Dependence::Unknown => return None,
                        Dependence::No => {}
                        Dependence::Yes(pairs) => found.push(DependenceOf { first, second, pairs }),
                    }
                }
            }
        }
        Some(found)
    }

    /// The number of loops around `op` among those that receive the slice.
    fn n_into(&self, op: OpId) -> usize {
        let around = enclosing_fors(self.body, op);
        self.into.iter().take_while(|op| around.contains(op)).count()
    }

    /// The bounds of the slice for an induction variable.
    fn bounds_of(&self, iv: Value) -> Option<(&AffineMap, &AffineMap)> {
        let index = self.slice.ivs.iter().position(|&other| other == iv)?;
        match &self.slice.bounds[index] {
            (Some(lower), Some(upper)) => Some((lower, upper)),
            _ => None,
        }
    }

    /// The induction variables around an end of a dependence, with their columns.
    fn columns(&self, dependence: &DependenceOf, end: End) -> Vec<(Value, usize)> {
        let (op, start) = match end {
            End::First => (dependence.first.op, 0),
            End::Second => (dependence.second.op, dependence.pairs.n_source),
        };
        let ivs = enclosing_induction_vars(self.body, op);
        ivs.into_iter().enumerate().map(|(index, iv)| (iv, start + index)).collect()
    }

    /// The pairs of a dependence, whose dimensions have no values, except those of the loops around both nests.
    fn pairs(&self, dependence: &DependenceOf) -> ValueConstraints {
        let mut system = dependence.pairs.system.clone();
        for column in self.n_around..system.n_dims() {
            system.set_value(column, None);
        }
        system
    }

    /// Adds dimensions for an iteration x of the loops that receive the slice.
    fn add_place(&self, system: &mut ValueConstraints) -> Option<Vec<usize>> {
        let body = self.body;
        let mut place = Vec::new();
        for op in &self.into {
            place.push(system.append(Kind::Dim, Some(op.induction_var(body))));
        }
        for &op in &self.into {
            system.add_for_domain(body, op)?;
        }
        Some(place)
    }

    /// Adds the constraint that the iteration in these columns is in S(x).
    fn demand_in_slice(&self, system: &mut ValueConstraints, columns: &[(Value, usize)]) -> Option<()> {
        for &(iv, column) in columns {
            if let Some((lower, upper)) = self.bounds_of(iv) {
                system.add_bound(self.body, Side::Lower, column, lower, &self.slice.operands)?;
                system.add_bound(self.body, Side::Upper, column, upper, &self.slice.operands)?;
            }
        }
        Some(())
    }

    /// Whether the iteration in these columns of some point is outside of S(x).
    fn has_outside_slice(&self, system: &ValueConstraints, columns: &[(Value, usize)]) -> Option<bool> {
        for &(iv, column) in columns {
            let Some((lower, upper)) = self.bounds_of(iv) else { continue };
            // Less than a lower bound, or at least an upper bound.
            for (side, map) in [(Side::Upper, lower), (Side::Lower, upper)] {
                for result in map.results() {
                    let mut outside = system.clone();
                    let bound = map.with_results(vec![result.clone()]);
                    outside.add_bound(self.body, side, column, &bound, &self.slice.operands)?;
                    if !is_void(&outside) {
                        return Some(true);
                    }
                }
            }
        }
        Some(false)
    }

    /// Whether S(x) contains `needed` of each pair of which it contains the other end.
    fn is_closed(&self, dependence: &DependenceOf, needed: End) -> Option<bool> {
        let given = if needed == End::First { End::Second } else { End::First };
        let mut system = self.pairs(dependence);
        self.add_place(&mut system)?;
        self.demand_in_slice(&mut system, &self.columns(dependence, given))?;
        Some(!self.has_outside_slice(&system, &self.columns(dependence, needed))?)
    }

    /// Whether the first end is never executed in an iteration after one that executes the second.
    fn is_in_order(&self, dependence: &DependenceOf) -> Option<bool> {
        let mut system = self.pairs(dependence);
        let mut places = Vec::new();
        for end in [End::Second, End::First] {
            let place = self.add_place(&mut system)?;
            self.demand_in_slice(&mut system, &self.columns(dependence, end))?;
            place.iter().for_each(|&column| system.set_value(column, None));
            places.push(place);
        }
        Some(!has_increase(&system, &places[0], &places[1]))
    }

    /// Whether the values that the other nest reads are in the slice of the reading iteration.
    fn is_covered(&self, dependence: &DependenceOf) -> Option<bool> {
        let mut system = self.pairs(dependence);
        for (iv, column) in self.columns(dependence, End::Second) {
            if self.into.iter().any(|op| op.induction_var(self.body) == iv) {
                system.set_value(column, Some(iv));
            }
        }
        Some(!self.has_outside_slice(&system, &self.columns(dependence, End::First))?)
    }

    /// Whether an iteration of the sliced nest is executed after one of the other nest that depends on it.
    fn runs_after(&self, dependence: &DependenceOf) -> Option<bool> {
        let body = self.body;
        let mut system = self.pairs(dependence);
        let place = self.add_place(&mut system)?;
        self.demand_in_slice(&mut system, &self.columns(dependence, End::First))?;
        let theirs = self.columns(dependence, End::Second);
        let n_into = self.n_into(dependence.second.op);
        let theirs: Vec<usize> = theirs[self.n_around..self.n_around + n_into].iter().map(|column| column.1).collect();
        if has_increase(&system, &theirs, &place[..n_into]) {
            return Some(true);
        }
        // In the same iteration, operations of the other nest before the loop with the slice come first.
        let Some(inner) = self.into.get(n_into) else { return Some(false) };
        let block = body.block_of(inner.id()).expect("a loop stands in a block");
        let is_before = body
            .ancestor_in_block(dependence.second.op, block)
            .is_none_or(|ancestor| body.is_before_in_block(ancestor, inner.id()));
        theirs.iter().zip(&place).for_each(|(&theirs, &ours)| demand_distance(&mut system, theirs, ours, 0));
        Some(is_before && !is_void(&system))
    }
}

fn is_void(system: &ValueConstraints) -> bool {
    system.is_empty() || system.is_integer_empty()
}

/// Adds the constraint `to - from == 0`, or `to - from >= distance` for another distance.
fn demand_distance(system: &mut ValueConstraints, from: usize, to: usize, distance: i64) {
    let mut row = system.zero_row();
    row[from] = Int::from(-1);
    row[to] = Int::ONE;
    *row.last_mut().expect("a row has a constant") = Int::from(-distance);
    if distance == 0 { system.add_equality(row) } else { system.add_inequality(row) }
}

/// Whether the vector `from` of some point lexicographically precedes its vector `to`.
fn has_increase(system: &ValueConstraints, from: &[usize], to: &[usize]) -> bool {
    let mut equal_so_far = system.clone();
    for (&from, &to) in from.iter().zip(to) {
        let mut increased = equal_so_far.clone();
        demand_distance(&mut increased, from, to, 1);
        if !is_void(&increased) {
            return true;
        }
        demand_distance(&mut equal_so_far, from, to, 0);
    }
    false
}
