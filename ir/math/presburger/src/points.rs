//! Points of unions: the lexicographic minima for each value of the symbols, and the number of points.

use crate::int::Int;
use crate::polyhedron::{Kind, Polyhedron};
use crate::union::{Union, conjunction};

/// The limit on the polyhedra of a result.
const MAX_SYSTEMS: usize = 1_000;

impl<V: Copy + PartialEq> Union<V> {
    /// The lexicographic minimum for each value of the symbols, if there is one. `None` if a limit is exceeded.
    ///
    /// Of the minima of the disjuncts, those are removed for which another one has equal coordinates up to some
    /// dimension and a smaller one there.
    pub fn least_points(&self) -> Option<Self> {
        let of_parts: Option<Vec<Self>> = self.parts().iter().map(Polyhedron::least_points).collect();
        let all = of_parts?.into_iter().fold(Union::like(self), Self::union);
        let mut least = all.clone();
        let n_dims = all.parts().first().map_or(0, Polyhedron::n_dims);
        for place in 0..n_dims {
            for point in all.parts() {
                for smaller in all.parts() {
                    let both = above(point, smaller, place);
                    if !both.is_integer_empty() {
                        least =
                            least.difference_within(&Union::of(&both)?.project_out(n_dims, n_dims)?, MAX_SYSTEMS)?;
                    }
                }
            }
        }
        Some(least)
    }

    /// The number of points of a union without symbols. `None` if it is infinite, or exceeds `limit`.
    pub fn count(&self, limit: u64) -> Option<u64> {
        let mut counted = Union::like(self);
        let mut n = 0;
        for part in self.parts() {
            assert_eq!(part.n_symbols(), 0, "points are counted for known symbols");
            let part = Union::like(self).with(part.clone());
            for piece in part.difference(&counted).parts() {
                n += count(piece, limit - n)?;
            }
            counted = counted.union(part);
        }
        Some(n)
    }
}

/// Points of one polyhedron followed by points of another one with equal coordinates up to the dimension `place` and a
/// smaller one there.
fn above<V: Copy + PartialEq>(point: &Polyhedron<V>, smaller: &Polyhedron<V>, place: usize) -> Polyhedron<V> {
    let n_dims = point.n_dims();
    let (mut point, mut smaller) = (point.clone(), smaller.clone());
    let none = vec![None; n_dims];
    point.insert(Kind::Dim, n_dims, &none);
    smaller.insert(Kind::Dim, 0, &none);
    let mut both = conjunction(&point, &smaller);
    for dim in 0..=place {
        let mut difference = both.zero_row();
        (difference[dim], difference[n_dims + dim]) = (Int::ONE, Int::from(-1));
        if dim < place {
            both.add_equality(difference);
        } else {
            *difference.last_mut().expect("a row has a constant") = Int::from(-1);
            both.add_inequality(difference);
        }
    }
    both
}

/// Counts by enumerating the values of one dimension after the other.
fn count<V: Copy + PartialEq>(system: &Polyhedron<V>, limit: u64) -> Option<u64> {
    if system.is_integer_empty() {
        return Some(0);
    }
    if system.n_dims() == 0 {
        return (limit > 0).then_some(1);
    }
    let extreme = |sign: i64| {
        let mut row = system.zero_row();
        row[0] = Int::from(sign);
        system.minimum_of(&row)
    };
    let (mut value, last) = (extreme(1)?, -extreme(-1)?);
    let mut n = 0;
    while value <= last {
        let mut rest = system.clone();
        rest.set_and_eliminate(0, std::slice::from_ref(&value));
        n += count(&rest, limit - n)?;
        value = &value + 1;
    }
    Some(n)
}
