//! Divisions represented by local variables: recognition from bounds, and sharing between polyhedra.
//!
//! A pair of inequalities `0 <= e - c * q` and `e - c * q <= c - 1` implies `q = e floordiv c`, and so does a tighter
//! pair.

use crate::int::Int;
use crate::polyhedron::{Kind, Polyhedron};
use crate::row::{Row, are_opposite, constant, content, negated};

/// The definition of a variable: `dividend floordiv divisor`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Division {
    /// The dividend, over all columns; that of the variable itself is 0.
    pub dividend: Row,
    /// The divisor, which is positive.
    pub divisor: Int,
    /// Whether it is implied by an equality instead of a pair of bounds.
    pub from_equality: bool,
}

impl<V: Copy + PartialEq> Polyhedron<V> {
    /// Adds a local variable defined as `dividend floordiv divisor`; returns its column. The lower bound comes first.
    pub fn add_local_floor_div(&mut self, dividend: Row, divisor: &Int) -> usize {
        assert!(divisor.is_positive(), "a division is by a positive number");
        let column = self.append(Kind::Local, None);
        let mut upper = dividend;
        upper.insert(column, -divisor);
        let mut lower = negated(&upper);
        *lower.last_mut().expect("a row has a constant") += &(divisor - 1);
        self.add_inequality(lower);
        self.add_inequality(upper);
        column
    }

    /// The division that defines the variable, if its dividend uses only `known` variables. Pairs of bounds are tried
    /// first, by upper and then by lower bound.
    pub fn division_of(&self, variable: usize, known: &[bool]) -> Option<Division> {
        let is_explicit = |division: &Division| {
            (0..self.n_vars()).all(|other| other == variable || known[other] || division.dividend[other].is_zero())
        };
        let (lower, upper, equal) = self.bound_indices(variable, 0..0);
        for &above in &upper {
            for &below in &lower {
                let found = division_between(&self.inequalities[above], &self.inequalities[below], variable);
                if let Some(division) = found.filter(is_explicit) {
                    return Some(division);
                }
            }
        }
        let from_equality = |index: &usize| {
            let row = &self.equalities[*index];
            let dividend = if row[variable].is_positive() { negated(row) } else { row.clone() };
            Some(normalized(dividend, row[variable].abs(), variable, true)).filter(is_explicit)
        };
        equal.iter().find_map(from_equality)
    }

    /// The divisions that define the local variables, in terms of other variables.
    pub fn divisions(&self) -> Vec<Option<Division>> {
        let first = self.n_inputs();
        let mut known: Vec<bool> = (0..self.n_vars()).map(|column| column < first).collect();
        let mut found = vec![None; self.n_locals()];
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for local in 0..self.n_locals() {
                if !known[first + local] {
                    found[local] = self.division_of(first + local, &known);
                    known[first + local] = found[local].is_some();
                    is_changed |= known[first + local];
                }
            }
        }
        found
    }

    /// Merges the local variables of both polyhedra, whose dimensions and symbols are equal: first those of this one,
    /// then those of `other` that are no divisions of this one as well.
    pub fn merge_locals(&mut self, other: &mut Self) {
        let (n_ours, n_theirs) = (self.n_locals(), other.n_locals());
        self.insert(Kind::Local, n_ours, &vec![None; n_theirs]);
        other.insert(Kind::Local, 0, &vec![None; n_ours]);
        let mut divisions = self.divisions();
        divisions[n_ours..].clone_from_slice(&other.divisions()[n_ours..]);
        let first = self.n_inputs();
        let mut left = 0;
        while left < divisions.len() {
            let mut right = left + 1;
            while right < divisions.len() {
                let is_same = match (&divisions[left], &divisions[right]) {
                    (Some(a), Some(b)) => (&a.divisor, &a.dividend) == (&b.divisor, &b.dividend),
                    _ => false,
                };
                if !is_same || right < n_ours {
                    right += 1;
                    continue;
                }
                for system in [&mut *self, &mut *other] {
                    system.merge_columns(first + left, first + right);
                }
                divisions.remove(right);
                for division in divisions.iter_mut().flatten() {
                    add_column(&mut division.dividend, first + left, first + right);
                }
            }
            left += 1;
        }
    }

    /// Merges the local variable `from` into `to`.
    fn merge_columns(&mut self, to: usize, from: usize) {
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            let number = row[from].clone();
            row[to] += &number;
        }
        self.remove_columns(from..from + 1);
    }
}

fn add_column(row: &mut Row, to: usize, from: usize) {
    let number = row.remove(from);
    row[to] += &number;
}

/// The division, if the bounds of the variable are those of one.
fn division_between(upper: &Row, lower: &Row, variable: usize) -> Option<Division> {
    if !are_opposite(upper, lower) {
        return None;
    }
    let divisor = lower[variable].clone();
    // The sum of the constants of the bounds is `divisor - 1` for a division, less for tighter ones.
    let slack = &(&divisor - 1) - &(constant(lower) + constant(upper));
    if slack.is_negative() || slack >= divisor {
        return None;
    }
    let mut dividend = upper.clone();
    *dividend.last_mut().expect("a row has a constant") += &slack;
    Some(normalized(dividend, divisor, variable, false))
}

/// The division in lowest terms; the fraction of the constant is removed by the floor.
fn normalized(mut dividend: Row, mut divisor: Int, variable: usize, from_equality: bool) -> Division {
    dividend[variable] = Int::ZERO;
    let common = content(&dividend[..dividend.len() - 1]).gcd(&divisor);
    if common > 1 {
        dividend.iter_mut().for_each(|number| *number = number.div_floor(&common));
        divisor = divisor.div_floor(&common);
    }
    Division { dividend, divisor, from_equality }
}
