//! The representation of variables and constraints in a tableau of the simplex method: see `lexmin`.

use std::cmp::Ordering;

use crate::int::Int;
use crate::row::content;

/// A linear combination of slacks with a divisor: `(constant + big * M + slacks . coefficients) / divisor`, the divisor
/// positive.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub divisor: Int,
    pub constant: Int,
    pub big: Int,
    pub slacks: Vec<Int>,
}

impl Line {
    pub fn zero(n_slacks: usize) -> Self {
        Line { divisor: Int::ONE, constant: Int::ZERO, big: Int::ZERO, slacks: vec![Int::ZERO; n_slacks] }
    }

    /// A variable that may be negative, as its own slack minus `M`.
    pub fn unbounded(variable: usize, n_slacks: usize) -> Self {
        let mut line = Self::zero(n_slacks);
        line.big = Int::from(-1);
        line.slacks[variable] = Int::ONE;
        line
    }

    pub fn is_violated(&self) -> bool {
        self.big.is_negative() || (self.big.is_zero() && self.constant.is_negative())
    }

    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut Int> {
        [&mut self.divisor, &mut self.constant, &mut self.big].into_iter().chain(&mut self.slacks)
    }

    fn normalize(&mut self) {
        if self.divisor == 1 {
            return;
        }
        let common = [&self.divisor, &self.constant, &self.big].into_iter().fold(Int::ZERO, |all, it| all.gcd(it));
        let common = if common == 1 { common } else { common.gcd(&content(&self.slacks)) };
        if common != 1 {
            self.numbers_mut().for_each(|number| *number = number.div_floor(&common));
        }
    }

    /// Adds `factor` times `other`.
    pub fn add(&mut self, factor: &Int, other: &Line) {
        let multiple =
            if self.divisor == other.divisor { other.divisor.clone() } else { self.divisor.lcm(&other.divisor) };
        let (own, its) = (multiple.div_floor(&self.divisor), &multiple.div_floor(&other.divisor) * factor);
        let sum = |own_number: &mut Int, its_number: &Int| {
            if own != 1 {
                *own_number = &*own_number * &own;
            }
            if !its_number.is_zero() {
                *own_number += &(&its * its_number);
            }
        };
        sum(&mut self.constant, &other.constant);
        sum(&mut self.big, &other.big);
        std::iter::zip(&mut self.slacks, &other.slacks)
            .for_each(|(own_number, its_number)| sum(own_number, its_number));
        self.divisor = multiple;
        self.normalize();
    }

    /// Replaces the slack at `column` by `instead`.
    pub fn substitute(&mut self, column: usize, instead: &Line) {
        let factor = std::mem::replace(&mut self.slacks[column], Int::ZERO);
        if !factor.is_zero() {
            // The factor has the divisor of the whole line.
            let divisor = std::mem::replace(&mut self.divisor, Int::ONE);
            self.add(&factor, instead);
            self.divisor = &self.divisor * &divisor;
            self.normalize();
        }
    }

    /// Solves for the slack at `column`: returns it as a combination of this line's quantity, which replaces it, and
    /// the other slacks.
    pub fn solved_for(&self, column: usize) -> Line {
        let mut solved = Line {
            divisor: self.slacks[column].clone(),
            constant: -&self.constant,
            big: -&self.big,
            slacks: self.slacks.iter().map(|number| -number).collect(),
        };
        solved.slacks[column] = self.divisor.clone();
        solved.normalize();
        solved
    }

    /// The distance to the next integer where the first `n` slacks are 0 and the others are integers, of which only the
    /// fractional part counts.
    pub fn lacking(&self, n: usize) -> Line {
        let lacks = |number: &Int| &(&number.div_ceil(&self.divisor) * &self.divisor) - number;
        let none = self.slacks[..n].iter().map(|_| Int::ZERO);
        Line {
            divisor: self.divisor.clone(),
            constant: lacks(&self.constant),
            big: Int::ZERO,
            slacks: none.chain(self.slacks[n..].iter().map(lacks)).collect(),
        }
    }

    /// The Gomory cut: the fractional parts of the first `n` slacks of an integral combination are at least `lacking`.
    pub fn cut(&self, lacking: &Line, n: usize) -> Line {
        let rest = |number: &Int| number - &(&number.div_floor(&self.divisor) * &self.divisor);
        Line {
            divisor: self.divisor.clone(),
            constant: -&lacking.constant,
            big: Int::ZERO,
            slacks: self.slacks[..n].iter().map(rest).chain(lacking.slacks[n..].iter().map(|number| -number)).collect(),
        }
    }

    /// The one of the first `n` slacks that restores feasibility of this violated line with the least move of the
    /// sample. `None` if there is none.
    pub fn first_to_rise(&self, lines: &[Line], n: usize) -> Option<usize> {
        let rising = (0..n).filter(|&column| self.slacks[column].is_positive());
        rising.min_by(|&a, &b| {
            let (of_a, of_b) = (&self.slacks[a], &self.slacks[b]);
            let mut moves = lines.iter().map(|it| (&it.slacks[a] * of_b).cmp(&(&it.slacks[b] * of_a)));
            moves.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        })
    }
}
