//! The lexicographically smallest integer point: the dual simplex method with Gomory cuts, in exact arithmetic.
//!
//! The tableau has one row for each variable and one column for each *slack*: only the variables are expressed as
//! linear combinations of as many non-negative quantities. Initially these are the variables themselves (one that may
//! be negative is that quantity minus `M`, a value greater than all others and a multiple of all divisors). The
//! *sample* is the point where all slacks are 0; columns are lexicographically positive, so no point of the constraints
//! added so far is smaller.
//!
//! Steps: 1. a constraint violated by the sample becomes a slack and replaces the one whose column is the
//! lexicographically smallest relative to its coefficient; 2. if all constraints are satisfied and a variable is
//! fractional, a cut for the first such one is a violated constraint; 3. otherwise the sample is the point. Satisfied
//! constraints have no row: the size of the tableau is determined by the number of variables.
//!
//! Papers: Feautrier, Parametric integer programming, 1988, for the method; Gomory, Outline of an algorithm for integer
//! solutions to linear programs, 1958, for the cuts.

use rmlir_base::budget::Budget;

use crate::int::Int;
use crate::line::Line;
use crate::polyhedron::Polyhedron;
use crate::row::{Row, constant, negated};

/// The limit on the integers computed in one search if no other budget is given, where an integer of two words counts
/// twice. Typical programs need less than a tenth; it is about a second.
pub const MAX_WORK: u64 = 20_000_000;

/// The lexicographic minimum of a polyhedron.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lexmin {
    /// There is no point.
    Empty,
    /// It is unbounded.
    Unbounded,
    /// The minimum.
    At(Vec<Int>),
    /// It was not found within a limit.
    Unknown,
}

/// An incremental search for the lexicographic minimum.
#[derive(Clone, Debug)]
pub struct LexSimplex {
    constraints: Vec<SparseRow>,
    /// The index of the constraint to check first: those before it were satisfied when they were last checked.
    next: usize,
    /// For each variable: see [`Line`].
    lines: Vec<Line>,
    is_empty: bool,
    budget: Budget,
}

/// A row without its zeros: most constraints have few variables.
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
    /// Creates a search over `n` non-negative variables, without constraints.
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

    /// Creates a search over `n` variables, without constraints.
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

    /// Adds the constraint `row >= 0`, with the constant last.
    pub fn add_inequality(&mut self, row: Row) {
        debug_assert_eq!(row.len(), self.n_vars() + 1, "a row has all variables and a constant");
        self.constraints.push(SparseRow::of(row));
    }

    /// Adds the constraint `row == 0`, with the constant last.
    pub fn add_equality(&mut self, row: Row) {
        self.add_inequality(negated(&row));
        self.add_inequality(row);
    }

    /// The lexicographically smallest integer point. If there is none, but the rational points are unbounded, this may
    /// not terminate: see [`Polyhedron::lexmin`].
    pub fn minimum(&mut self) -> Lexmin {
        loop {
            if self.is_rationally_empty() {
                return Lexmin::Empty;
            }
            if self.budget.is_used_up() {
                return Lexmin::Unknown;
            }
            if self.lines.iter().any(|line| !line.big.is_zero()) {
                // If the rational points are unbounded in this direction, so are the integer points, if there are any.
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

    /// Returns whether it is proved that there is no rational point; `false` is no proof if the budget was used up.
    pub fn is_rationally_empty(&mut self) -> bool {
        while !self.is_empty
            && !self.budget.is_used_up()
            && let Some(line) = self.violated()
        {
            self.meet(&line);
        }
        self.is_empty
    }

    /// The minimum of the first variable at rational points, rounded up; `None` if it is unbounded, or there is no
    /// point.
    pub fn rational_minimum_of_first(&mut self) -> Option<Int> {
        if self.is_rationally_empty() || self.budget.is_used_up() {
            return None;
        }
        let first = self.lines.first()?;
        first.big.is_zero().then(|| first.constant.div_ceil(&first.divisor))
    }

    /// A constraint violated by the sample, in slacks: the first from `next` on, cyclically. The minimum does not
    /// depend on the choice.
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

    /// The first fractional variable.
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
    /// The lexicographic minimum, over all variables in the order of their columns.
    ///
    /// ```
    /// use rmlir_presburger::{Int, Lexmin, Polyhedron};
    /// // 3x >= 7
    /// let mut ray: Polyhedron<()> = Polyhedron::universe(1, 0, 0);
    /// ray.add_inequality([3, -7].map(Int::from).to_vec());
    /// assert!(matches!(ray.lexmin(), Lexmin::At(point) if point[0] == Int::from(3)));
    /// ```
    pub fn lexmin(&self) -> Lexmin {
        if self.is_integer_empty() {
            return Lexmin::Empty;
        }
        self.simplex().minimum()
    }

    /// The search with all constraints.
    pub(crate) fn simplex(&self) -> LexSimplex {
        let mut simplex = LexSimplex::of_integers(self.n_vars());
        self.equalities().iter().for_each(|row| simplex.add_equality(row.clone()));
        self.inequalities().iter().for_each(|row| simplex.add_inequality(row.clone()));
        simplex
    }
}
