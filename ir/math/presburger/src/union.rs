//! Unions of polyhedra.
//!
//! Local variables of the polyhedra are divisions (ensured by `project`), so each point determines their values: the
//! complement negates the other constraints only.

use crate::int::Int;
use crate::lexmin::Lexmin;
use crate::polyhedron::Polyhedron;
use crate::row::Row;

/// A union of polyhedra over the same dimensions and symbols. Each local variable of a polyhedron is a division.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Union<V> {
    n_dims: usize,
    n_symbols: usize,
    parts: Vec<Polyhedron<V>>,
}

impl<V: Copy + PartialEq> Union<V> {
    /// The empty set.
    pub fn empty(n_dims: usize, n_symbols: usize) -> Self {
        Self { n_dims, n_symbols, parts: Vec::new() }
    }

    /// The universe: all points.
    pub fn universe(n_dims: usize, n_symbols: usize) -> Self {
        Self { n_dims, n_symbols, parts: vec![Polyhedron::universe(n_dims, n_symbols, 0)] }
    }

    /// The empty set, in the space of another one.
    pub(crate) fn like(other: &Self) -> Self {
        Self { parts: Vec::new(), ..*other }
    }

    /// The union with a polyhedron whose local variables are divisions.
    pub(crate) fn with(mut self, system: Polyhedron<V>) -> Self {
        self.parts.push(system);
        self
    }

    /// The points of a polyhedron. `None` if the projection of its local variables exceeds a limit.
    pub fn of(system: &Polyhedron<V>) -> Option<Self> {
        let mut parts = system.with_divisions()?;
        parts.retain(|part| !part.is_integer_empty());
        Some(Self { n_dims: system.n_dims(), n_symbols: system.n_symbols(), parts })
    }

    /// The disjuncts.
    pub fn parts(&self) -> &[Polyhedron<V>] {
        &self.parts
    }

    /// Returns whether there are no points; `false` is a proof unless a limit of [`Polyhedron::is_integer_empty`] was
    /// reached.
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(Polyhedron::is_integer_empty)
    }

    /// Returns whether the point, a value for each dimension and symbol, is in the set.
    pub fn contains(&self, point: &[Int]) -> bool {
        assert_eq!(point.len(), self.n_dims + self.n_symbols, "a point has a value for each dimension and symbol");
        self.parts.iter().any(|part| {
            let mut rest = part.clone();
            rest.set_and_eliminate(0, point);
            !rest.is_integer_empty()
        })
    }

    /// The union.
    pub fn union(mut self, other: Self) -> Self {
        self.assert_like(&other);
        self.parts.extend(other.parts);
        self
    }

    /// The intersection.
    pub fn intersection(&self, other: &Self) -> Self {
        self.assert_like(other);
        let mut parts = Vec::new();
        for a in &self.parts {
            parts.extend(other.parts.iter().map(|b| conjunction(a, b)).filter(|both| !both.is_integer_empty()));
        }
        Self { parts, ..*self }
    }

    /// The difference: the points of this set that are not in `other`.
    pub fn difference(&self, other: &Self) -> Self {
        self.difference_within(other, usize::MAX).expect("there is no limit")
    }

    /// As [`Self::difference`]. `None` if an intermediate result has more than `most` disjuncts.
    pub fn difference_within(&self, other: &Self, most: usize) -> Option<Self> {
        self.assert_like(other);
        let mut parts = self.parts.clone();
        for other in &other.parts {
            let mut left = Vec::new();
            for part in &parts {
                left.extend(without(part, other));
                if left.len() > most {
                    return None;
                }
            }
            parts = left;
        }
        Some(Self { parts, ..*self })
    }

    /// The complement.
    pub fn complement(&self) -> Self {
        Self::universe(self.n_dims, self.n_symbols).difference(self)
    }

    /// Returns whether all points are in `other`.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.difference(other).is_empty()
    }

    /// The projection that eliminates `n` dimensions from `first` on. `None` if a limit is exceeded.
    pub fn project_out(&self, first: usize, n: usize) -> Option<Self> {
        let mut projected = Self::empty(self.n_dims - n, self.n_symbols);
        for part in &self.parts {
            let mut part = part.clone();
            part.convert_to_locals(first..first + n);
            projected.parts.extend(Self::of(&part)?.parts);
        }
        Some(projected)
    }

    /// The lexicographic minimum, dimensions before symbols.
    pub fn lexmin(&self) -> Lexmin {
        let mut least: Option<Vec<Int>> = None;
        for part in &self.parts {
            match part.lexmin() {
                Lexmin::Empty => {}
                Lexmin::At(mut point) => {
                    point.truncate(self.n_dims + self.n_symbols);
                    least = Some(least.map_or(point.clone(), |least| least.min(point)));
                }
                other => return other,
            }
        }
        least.map_or(Lexmin::Empty, Lexmin::At)
    }

    /// The simple hull: all constraints of disjuncts, relaxed so that they hold for all other disjuncts as well. It
    /// contains all points, and possibly more. Constraints on divisions are dropped.
    pub fn simple_hull(&self) -> Polyhedron<V> {
        let mut hull = Polyhedron::universe(self.n_dims, self.n_symbols, 0);
        let n_inputs = self.n_dims + self.n_symbols;
        for part in &self.parts {
            for row in part.sides() {
                if row[n_inputs..row.len() - 1].iter().all(Int::is_zero)
                    && let Some(row) = self.moved_outward(&row, n_inputs)
                {
                    hull.add_inequality(row);
                }
            }
        }
        hull.find_equalities();
        hull.remove_implied();
        hull
    }

    /// The row, without local variables, relaxed by a constant so that it is non-negative everywhere.
    fn moved_outward(&self, row: &Row, n_inputs: usize) -> Option<Row> {
        let mut moved = [&row[..n_inputs], &[Int::ZERO]].concat();
        let mut least: Option<Int> = None;
        for part in &self.parts {
            let mut wide = part.zero_row();
            wide[..n_inputs].clone_from_slice(&moved[..n_inputs]);
            let minimum = part.minimum_of(&wide)?;
            least = Some(least.map_or(minimum.clone(), |least| least.min(minimum)));
        }
        moved[n_inputs] = -&least?;
        Some(moved)
    }

    /// An equal set with fewer disjuncts, where possible: disjuncts contained in others are dropped, and two are merged
    /// if their hull has no other points.
    pub fn coalesced(&self) -> Self {
        let mut parts: Vec<Polyhedron<V>> =
            self.parts.iter().filter(|part| !part.is_integer_empty()).cloned().collect();
        let of = |part: &Polyhedron<V>| Self { parts: vec![part.clone()], ..*self };
        let mut at = 0;
        while at < parts.len() {
            let joined = (0..parts.len()).filter(|&other| other != at).find_map(|other| {
                let pair = of(&parts[at]).union(of(&parts[other]));
                if of(&parts[at]).is_subset(&of(&parts[other])) {
                    return Some((other, parts[other].clone()));
                }
                let hull = pair.simple_hull();
                of(&hull).is_subset(&pair).then_some((other, hull))
            });
            match joined {
                Some((other, system)) => {
                    parts[at] = system;
                    parts.remove(other);
                    at = 0;
                }
                None => at += 1,
            }
        }
        Self { parts, ..*self }
    }

    fn assert_like(&self, other: &Self) {
        let sizes = |it: &Self| (it.n_dims, it.n_symbols);
        assert_eq!(sizes(self), sizes(other), "sets are over the same dimensions and symbols");
    }
}

/// The constraints of both, over the local variables of both.
pub(crate) fn conjunction<V: Copy + PartialEq>(a: &Polyhedron<V>, b: &Polyhedron<V>) -> Polyhedron<V> {
    let (mut a, mut b) = (a.clone(), b.clone());
    a.merge_locals(&mut b);
    a.append_constraints(&b);
    a
}

/// Disjoint polyhedra with the points of `part` that are not in `other`.
fn without<V: Copy + PartialEq>(part: &Polyhedron<V>, other: &Polyhedron<V>) -> Vec<Polyhedron<V>> {
    let (mut left, mut other) = (part.clone(), other.clone());
    left.merge_locals(&mut other);
    // Constraints that only define divisions hold on both sides.
    let first = other.n_inputs();
    let divisions = other.divisions();
    let known = divisions.iter().enumerate().filter_map(|(local, division)| Some((local, division.as_ref()?)));
    let definitions: Vec<Row> = known.flat_map(|(local, division)| division.bounds(first + local)).collect();
    definitions.iter().for_each(|row| left.add_inequality_once(row.clone()));
    other.inequalities.retain(|row| !definitions.contains(row));
    let mut parts = left.subtract(&other);
    parts.retain(|part| !part.is_integer_empty());
    parts
}
