//! Separation of the projections of statements into disjoint pieces, and their order.

use rmlir_presburger::{Int, Kind, negated};

use crate::scop::Set;

/// The limit on the parts of one set while others are subtracted.
const MAX_PARTS: usize = 64;

/// The points of the variables so far at which exactly these statements may be executed.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The points.
    pub set: Set,
    /// The statements, by index.
    pub statements: Vec<usize>,
}

/// Separates sets, each of one statement, into pieces. `None` if there are more than `limit`. The number of pieces does
/// not decrease with further sets.
pub fn separate(sets: &[Piece], limit: usize) -> Option<Vec<Piece>> {
    let mut pieces: Vec<Piece> = Vec::new();
    for new in sets {
        let mut left = vec![new.set.clone()];
        let mut next = Vec::new();
        for (number, piece) in pieces.iter().enumerate() {
            // The rest may decrease further, but no more than `MAX_PARTS` are examined.
            if next.len() + pieces.len() - number > limit || left.len() > MAX_PARTS {
                return None;
            }
            let both = piece.set.intersection(&new.set);
            if both.is_rationally_empty() {
                next.push(piece.clone());
                continue;
            }
            left = left.iter().flat_map(|part| part.subtract(&piece.set)).collect();
            let without = piece.set.subtract(&new.set);
            next.extend(without.into_iter().map(|set| Piece { set, statements: piece.statements.clone() }));
            let statements = [&piece.statements[..], &new.statements].concat();
            next.push(Piece { set: both, statements });
        }
        next.extend(left.into_iter().map(|set| Piece { set, statements: new.statements.clone() }));
        if next.len() > limit {
            return None;
        }
        pieces = next;
    }
    Some(pieces)
}

/// One piece that contains all: the constraints on the last variable that all sets have in common, up to constants.
/// `None` if it is unbounded on one side.
pub fn around(sets: &[Piece]) -> Option<Piece> {
    let first = &sets[0].set;
    let (last, n_symbols) = (first.n_dims() - 1, first.n_symbols());
    let mut hull = Set::universe(last + 1, n_symbols, 0);
    for Piece { set, .. } in sets {
        let sides = set.equalities().iter().flat_map(|row| [row.clone(), negated(row)]);
        for mut row in sides.chain(set.inequalities().iter().cloned()).filter(|row| !row[last].is_zero()) {
            let least = sets.iter().map(|other| other.set.minimum_of(&row)).min_by(|a, b| a.cmp(b)).flatten();
            let Some(least) = least else { continue };
            *row.last_mut().expect("a row has a constant") -= &least;
            hull.add_inequality(row);
        }
    }
    hull.find_equalities();
    let is_bounded = |is_side: fn(&Int) -> bool| hull.inequalities().iter().any(|row| is_side(&row[last]));
    let is_fixed = hull.equality_with(last).is_some();
    let is_closed = is_fixed || (is_bounded(Int::is_positive) && is_bounded(Int::is_negative));
    if !is_closed {
        return None;
    }
    Some(Piece { set: hull, statements: sets.iter().flat_map(|piece| piece.statements.clone()).collect() })
}

/// Sorts the pieces such that the last variable never decreases while the others are fixed. `None` if there is no such
/// order.
pub fn sorted(mut pieces: Vec<Piece>) -> Option<Vec<Piece>> {
    let mut sorted = Vec::new();
    while !pieces.is_empty() {
        let is_next = |index: usize| {
            (0..pieces.len()).all(|other| other == index || !has_smaller(&pieces[other].set, &pieces[index].set))
        };
        let next = (0..pieces.len()).find(|&index| is_next(index))?;
        sorted.push(pieces.remove(next));
    }
    Some(sorted)
}

/// Returns whether `a` has a point whose last variable is smaller than that of a point of `b` with equal other ones.
fn has_smaller(a: &Set, b: &Set) -> bool {
    let last = a.n_dims() - 1;
    // The last variable of `a`, then that of `b`.
    let (mut both, mut of_b) = (a.clone(), b.clone());
    both.insert(Kind::Dim, last + 1, &[None]);
    of_b.insert(Kind::Dim, last, &[None]);
    both.append_constraints(&of_b);
    let mut row = both.zero_row();
    (row[last], row[last + 1]) = (Int::from(-1), Int::ONE);
    *row.last_mut().expect("a row has a constant") = Int::from(-1);
    both.add_inequality(row);
    !both.is_rationally_empty() && !both.is_integer_empty()
}
