//! The lexicographically smallest integer point: the dual simplex method with Gomory's cuts, on exact numbers.
//!
//! The tableau has one row for each variable and one column for each *slack*: the variables, and nothing else, are
//! written as sums of as many quantities that are not negative. At first these are the variables themselves (one that
//! may be negative is that quantity minus `M`, a number greater than all others and a multiple of all divisors). The
//! *sample* is the point where all slacks are 0; columns are lexicographically positive, so no point of the constraints
//! met so far is smaller.
//!
//! Plan: 1. a constraint that the sample violates becomes a slack in place of the one whose column is the
//! lexicographically smallest for what it mends; 2. if all are met and a variable has a fraction, a cut through the
//! first such one is a violated constraint; 3. otherwise the sample is the point. Constraints that are met have no row:
//! the tableau stays as small as the number of variables.
//!
//! Papers: Feautrier, Parametric integer programming, 1988, for the method; Gomory, Outline of an algorithm for integer
//! solutions to linear programs, 1958, for the cuts.

use rmlir_budget::Budget;

use crate::int::Int;
use crate::line::Line;
use crate::polyhedron::Polyhedron;
use crate::row::{Row, constant, negated};

/// The steps of a search where no other budget is given: numbers computed, those of two words counting twice. Rows for real
/// programs take less than a tenth; it is about a second.
pub const MAX_WORK: u64 = 20_000_000;

/// What the smallest point of a system is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lexmin {
    /// There is no point.
    Empty,
    /// There are points below every point.
    Unbounded,
    /// The point.
    At(Vec<Int>),
    /// It was not found within a limit.
    Unknown,
}

/// A search for the smallest point of a growing system.
#[derive(Clone, Debug)]
pub struct LexSimplex {
    constraints: Vec<SparseRow>,
    /// The number of the constraint to look at first: those before it were met when it was looked at.
    next: usize,
    /// For each variable: see [`Line`].
    lines: Vec<Line>,
    is_empty: bool,
    budget: Budget,
}

/// A row without its zeros: most constraints are about few variables.
#[derive(Clone, Debug)]
struct SparseRow {
    terms: Vec<(usize, Int)>,
    constant: Int,
}

impl SparseRow {
    fn of(row: Row) -> Self {
        let constant = constant(&row).clone();
        let n_vars = row.len() - 1;
        let terms = row.into_iter().take(n_vars).enumerate().filter(|(_, number)| !number.is_zero());
        SparseRow { terms: terms.collect(), constant }
    }
}

impl LexSimplex {
    /// No constraint on `n` variables that are not negative.
    pub fn of_natural_numbers(n: usize) -> Self {
        let mut new = Self::of_integers(n);
        for (variable, line) in new.lines.iter_mut().enumerate() {
            line.big = Int::ZERO;
            let mut row = vec![Int::ZERO; n + 1];
            row[variable] = Int::ONE;
            new.constraints.push(SparseRow::of(row));
        }
        new
    }

    /// No constraint on `n` variables.
    pub fn of_integers(n: usize) -> Self {
        LexSimplex {
            constraints: Vec::new(),
            next: 0,
            lines: (0..n).map(|variable| Line::unbounded(variable, n)).collect(),
            is_empty: false,
            budget: Budget::new(MAX_WORK, ""),
        }
    }

    /// The same search with another budget.
    pub fn within(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// The number of variables.
    pub fn n_vars(&self) -> usize {
        self.lines.len()
    }

    /// Requires `row`, with its constant last, to be at least 0.
    pub fn add_inequality(&mut self, row: Row) {
        debug_assert_eq!(row.len(), self.n_vars() + 1, "a row has all variables and a constant");
        self.constraints.push(SparseRow::of(row));
    }

    /// Requires `row`, with its constant last, to be 0.
    pub fn add_equality(&mut self, row: Row) {
        self.add_inequality(negated(&row));
        self.add_inequality(row);
    }

    /// The smallest integer point. If there is none, but rational points without end, this may not end either: see
    /// [`Polyhedron::lexmin`].
    pub fn minimum(&mut self) -> Lexmin {
        loop {
            if self.is_rationally_empty() {
                return Lexmin::Empty;
            }
            if self.budget.is_used_up() {
                return Lexmin::Unknown;
            }
            if self.lines.iter().any(|line| !line.big.is_zero()) {
                // What goes down without end among rational points does so among integer points, if there are any.
                return Lexmin::Unbounded;
            }
            match self.fractional() {
                Some(variable) => {
                    let line = &self.lines[variable];
                    let cut = line.cut(&line.lacking(self.n_vars()), self.n_vars());
                    self.meet(&cut);
                }
                None => {
                    return Lexmin::At(self.lines.iter().map(|line| line.constant.div_floor(&line.divisor)).collect());
                }
            }
        }
    }

    /// Whether it is shown that there is no rational point; a no is no proof if that took too much work.
    pub fn is_rationally_empty(&mut self) -> bool {
        while !self.is_empty
            && !self.budget.is_used_up()
            && let Some(line) = self.violated()
        {
            self.meet(&line);
        }
        self.is_empty
    }

    /// The least value of the first variable at rational points, rounded up; `None` if there is no least one, or no
    /// point.
    pub fn rational_minimum_of_first(&mut self) -> Option<Int> {
        if self.is_rationally_empty() || self.budget.is_used_up() {
            return None;
        }
        let first = self.lines.first()?;
        first.big.is_zero().then(|| first.constant.div_ceil(&first.divisor))
    }

    /// A constraint that the sample violates, in slacks: the first from `next` on, in a round. The smallest point does not
    /// depend on which one is taken.
    fn violated(&mut self) -> Option<Line> {
        let multiple = self.lines.iter().fold(Int::ONE, |all, line| all.lcm(&line.divisor));
        let at = |number: fn(&Line) -> &Int| -> Vec<Int> {
            self.lines.iter().map(|line| number(line) * &multiple.div_floor(&line.divisor)).collect()
        };
        let (constants, bigs) = (at(|line| &line.constant), at(|line| &line.big));
        let sum = |row: &SparseRow, numbers: &[Int]| {
            let terms = row.terms.iter().filter(|(variable, _)| !numbers[*variable].is_zero());
            terms.fold(Int::ZERO, |all, (variable, factor)| &all + &(factor * &numbers[*variable]))
        };
        let is_violated = |row: &SparseRow| {
            let big = sum(row, &bigs);
            big.is_negative() || (big.is_zero() && (&sum(row, &constants) + &(&row.constant * &multiple)).is_negative())
        };
        let (first, n) = (self.next, self.constraints.len());
        let mut round = (0..n).map(|step| (first + step) % n);
        self.next = round.find(|&index| is_violated(&self.constraints[index]))?;
        let row = &self.constraints[self.next];
        let mut line = Line::zero(self.n_vars());
        line.constant = row.constant.clone();
        for (variable, factor) in &row.terms {
            line.add(factor, &self.lines[*variable]);
        }
        debug_assert!(line.is_violated(), "a constraint in slacks says the same of the sample");
        Some(line)
    }

    /// The first variable that is not a whole number.
    fn fractional(&self) -> Option<usize> {
        self.lines.iter().position(|line| !line.constant.is_multiple_of(&line.divisor))
    }

    /// Step 1, for a violated line.
    fn meet(&mut self, line: &Line) {
        let Some(column) = line.first_to_rise(&self.lines, self.n_vars()) else {
            self.is_empty = true;
            return;
        };
        let instead = line.solved_for(column);
        let n = self.n_vars() as u64;
        self.budget.spend(n * n * instead.divisor.n_words());
        self.lines.iter_mut().for_each(|line| line.substitute(column, &instead));
    }
}

impl<V: Copy + PartialEq> Polyhedron<V> {
    /// The lexicographically smallest integer point, over all variables in the order of their columns.
    pub fn lexmin(&self) -> Lexmin {
        if self.is_integer_empty() {
            return Lexmin::Empty;
        }
        self.simplex().minimum()
    }

    /// A search that has all constraints.
    pub(crate) fn simplex(&self) -> LexSimplex {
        let mut simplex = LexSimplex::of_integers(self.n_vars());
        self.equalities().iter().for_each(|row| simplex.add_equality(row.clone()));
        self.inequalities().iter().for_each(|row| simplex.add_inequality(row.clone()));
        simplex
    }
}
