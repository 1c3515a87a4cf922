//! Elimination of many variables, with few redundant combinations.
//!
//! The *history* of an inequality is the set of initial inequalities it was combined from. After the elimination of `k`
//! variables, inequalities with a history of more than `k + 1` are implied by others (Kohler), and so is one that
//! equals another whose history is a subset of its own (Chernikov).
//!
//! Paper: Kohler, Projections of convex polyhedral sets, 1967; Imbert, Fourier's elimination: which to choose?, 1993.

use rustc_hash::FxHashMap;

use crate::eliminate::combine_bounds;
use crate::polyhedron::Polyhedron;
use crate::row::{Row, normalize};

/// A bit set of the initial inequalities.
type History = u128;

struct Traced {
    row: Row,
    history: History,
}

impl<V: Copy + PartialEq> Polyhedron<V> {
    /// Eliminates `n` variables from `start` on over the rationals: by equalities, then by combinations, the cheapest
    /// first. `None`, and an invalid polyhedron, if there are more than `limit` combinations for one variable, or more
    /// than 128 initial inequalities.
    #[must_use]
    pub fn project_out_by_histories(&mut self, start: usize, n: usize, limit: usize) -> Option<()> {
        let (mut column, mut end) = (start, start + n);
        while column < end {
            match self.equality_with(column) {
                Some(pivot) => {
                    self.eliminate_through(column, pivot);
                    end -= 1;
                }
                None => column += 1,
            }
        }
        self.remove_trivial_redundancy();
        if self.inequalities.len() > History::BITS as usize {
            return None;
        }
        let rows = std::mem::take(&mut self.inequalities).into_iter().enumerate();
        let mut rows: Vec<Traced> = rows.map(|(index, row)| Traced { row, history: 1 << index }).collect();
        let mut left: Vec<usize> = (start..end).collect();
        for n_gone in 1..=left.len() {
            let (place, n_pairs) = cheapest(&rows, &left);
            if n_pairs > limit {
                return None;
            }
            rows = without(rows, left.remove(place), n_gone as u32 + 1);
        }
        self.inequalities = rows.into_iter().map(|traced| traced.row).collect();
        self.remove_columns(start..end);
        self.remove_trivial_redundancy();
        Some(())
    }
}

/// The position in `columns` of the one with the fewest combinations, and their number.
fn cheapest(rows: &[Traced], columns: &[usize]) -> (usize, usize) {
    let n_pairs = |&column: &usize| {
        let n_lower = rows.iter().filter(|it| it.row[column].is_positive()).count();
        let n_upper = rows.iter().filter(|it| it.row[column].is_negative()).count();
        n_lower * n_upper
    };
    let counts = columns.iter().map(n_pairs).enumerate();
    counts.min_by_key(|&(_, count)| count).expect("there is a variable to remove")
}

/// Eliminates a variable from the rows. Rows with a history of more than `n_most` are dropped.
fn without(rows: Vec<Traced>, column: usize, n_most: u32) -> Vec<Traced> {
    let (others, bounds): (Vec<Traced>, Vec<Traced>) = rows.into_iter().partition(|it| it.row[column].is_zero());
    let (lower, upper): (Vec<Traced>, Vec<Traced>) = bounds.into_iter().partition(|it| it.row[column].is_positive());
    let mut next = others;
    for above in &upper {
        for below in &lower {
            let history = above.history | below.history;
            if history.count_ones() <= n_most {
                let mut row = combine_bounds(&above.row, &below.row, column);
                normalize(&mut row);
                next.push(Traced { row, history });
            }
        }
    }
    without_longer_histories(next)
}

/// Drops rows that equal another one whose history is a subset of theirs.
fn without_longer_histories(rows: Vec<Traced>) -> Vec<Traced> {
    let mut kept: Vec<Option<Traced>> = Vec::new();
    let mut same: FxHashMap<Row, Vec<usize>> = FxHashMap::default();
    for new in rows {
        let others = same.entry(new.row.clone()).or_default();
        let is_part = |a: History, b: History| a & b == a;
        let history_of = |index: &usize| kept[*index].as_ref().map(|it: &Traced| it.history);
        if others.iter().filter_map(history_of).any(|history| is_part(history, new.history)) {
            continue;
        }
        let longer: Vec<usize> = others
            .iter()
            .copied()
            .filter(|index| history_of(index).is_some_and(|history| is_part(new.history, history)))
            .collect();
        longer.into_iter().for_each(|index| kept[index] = None);
        others.push(kept.len());
        kept.push(Some(new));
    }
    kept.into_iter().flatten().collect()
}
