//! Strides of variables, which do not take all values between their bounds.
//!
//! If `p + f = 2 q` for an inner integer variable `q`, `p` is `-f` modulo 2, where `f` is over outer variables. This is
//! not implied by the projection, which is over the rationals.
//!
//! Algorithm: inner variables with coefficient 1 or -1 in an equality are eliminated by it; in each remaining equality,
//! the inner variables contribute exactly the multiples of the greatest common divisor of their coefficients.

use rmlir_presburger::{Int, Kind, Row, negated};

use super::{Quotient, Stride};
use crate::scop::Set;

/// By variable, of the first `n` dimensions of a set: its stride where the preceding ones are given. `None` for all
/// values.
pub fn strides(set: &Set, n: usize) -> Vec<Option<Stride>> {
    let is_plain = |row: &Row| row[..set.n_vars()].iter().all(|number| number.is_zero() || number.is_unit());
    if set.equalities().iter().all(is_plain) {
        return vec![None; n];
    }
    (0..n).map(|variable| stride(set, variable)).collect()
}

fn stride(set: &Set, variable: usize) -> Option<Stride> {
    let inner: Vec<usize> = (variable + 1..set.n_dims()).chain(set.n_inputs()..set.n_vars()).collect();
    let mut rows: Vec<Row> = set.equalities().to_vec();
    for &column in &inner {
        let Some(found) = rows.iter().position(|row| row[column].is_unit() || row[column] == -1) else { continue };
        let pivot = rows.swap_remove(found);
        for row in rows.iter_mut().filter(|row| !row[column].is_zero()) {
            let factor = &row[column] * &pivot[column];
            std::iter::zip(row.iter_mut(), &pivot).for_each(|(own, its)| *own -= &(&factor * its));
        }
    }
    let of = |row: &Row| {
        let step = inner.iter().fold(Int::ZERO, |all, &column| all.gcd(&row[column]));
        let is_sign = row[variable].is_unit() || row[variable] == -1;
        if !is_sign || step.is_zero() || step.is_unit() {
            return None;
        }
        // The negated sum of the others, reduced modulo the step.
        let opposite = if row[variable].is_positive() { negated(row) } else { row.clone() };
        let mut phase: Row = opposite.iter().map(|number| remainder(number, &step)).collect();
        phase.drain(set.n_inputs()..set.n_vars());
        phase.drain(variable..set.n_dims());
        Some(Stride { step, phase })
    };
    rows.iter().filter_map(of).max_by(|a, b| a.step.cmp(&b.step))
}

/// The representative modulo `step` with the least absolute value.
fn remainder(number: &Int, step: &Int) -> Int {
    let rest = number - &(&number.div_floor(step) * step);
    if &rest * 2 > *step { &rest - step } else { rest }
}

/// The known constraints on the enclosing variables.
#[derive(Clone)]
pub struct Known {
    /// The set of their values.
    pub set: Set,
    /// Expressions that are multiples of a divisor, over the first variables, then parameters and a constant.
    multiples: Vec<Quotient>,
}

impl Known {
    /// The constraint that they are in a set.
    pub fn of(set: Set) -> Self {
        Known { set, multiples: Vec::new() }
    }

    /// The same constraints with one more unconstrained variable.
    pub fn with_variable(&self) -> Self {
        let mut wide = self.clone();
        wide.set.append(Kind::Dim, None);
        wide
    }

    /// The constraints intersected with `set`.
    pub fn and(&self, set: &Set) -> Self {
        Known { set: self.set.intersection(set), multiples: self.multiples.clone() }
    }

    /// The constraints with the stride of the last variable.
    pub fn with_stride(mut self, stride: &Option<Stride>) -> Self {
        if let Some(Stride { step, phase }) = stride {
            let mut row = negated(phase);
            row.insert(self.set.n_dims() - 1, Int::ONE);
            self.multiples.push(Quotient { row, divisor: step.clone() });
        }
        self
    }

    /// Returns whether the dividend of a value is always a multiple of its divisor.
    pub fn is_multiple(&self, value: &Quotient) -> bool {
        if value.divisor == 1 {
            return true;
        }
        // row = divisor * quotient + rest, 1 <= rest < divisor
        let (mut rest, row) = self.with_quotient(value);
        let mut above = row.clone();
        *above.last_mut().expect("a row has a constant") -= &Int::ONE;
        let mut below = negated(&row);
        *below.last_mut().expect("a row has a constant") += &(&value.divisor - 1);
        rest.add_inequality(above);
        rest.add_inequality(below);
        rest.is_integer_empty()
    }

    /// Returns whether the dividend of a value may be a multiple of its divisor.
    pub fn may_be_multiple(&self, value: &Quotient) -> bool {
        let (mut multiple, row) = self.with_quotient(value);
        multiple.add_equality(row);
        !multiple.is_integer_empty()
    }

    /// The set with additional variables, and the value's dividend minus its divisor times the last one.
    fn with_quotient(&self, value: &Quotient) -> (Set, Row) {
        let mut set = self.set.clone();
        for Quotient { row, divisor } in &self.multiples {
            let quotient = set.append(Kind::Local, None);
            let (n_variables, first_symbol) = (row.len() - 1 - set.n_symbols(), set.n_dims());
            let mut wide = set.zero_row();
            wide[..n_variables].clone_from_slice(&row[..n_variables]);
            wide[first_symbol..first_symbol + set.n_symbols()].clone_from_slice(&row[n_variables..row.len() - 1]);
            *wide.last_mut().expect("a row has a constant") = row[row.len() - 1].clone();
            wide[quotient] = -divisor;
            set.add_equality(wide);
        }
        let quotient = set.append(Kind::Local, None);
        let mut row = value.row.clone();
        let n_inputs = set.n_inputs();
        row.splice(n_inputs..n_inputs, vec![Int::ZERO; quotient - n_inputs]);
        row.insert(quotient, -&value.divisor);
        (set, row)
    }
}
