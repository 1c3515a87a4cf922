//! The variables of the integer program of one row, in the order of minimization: the bound of distances `u . n + w`,
//! then the coefficients of each statement, inner loops first, and its shift. So the original loop order is preferred
//! on ties.

use rmlir_presburger::{Int, Row};

use crate::scop::Scop;

/// The indices of the variables.
#[derive(Clone, Debug)]
pub struct Columns {
    n_parameters: usize,
    /// By statement: its first variable, and the number of its iterators. For statements that are not in the program,
    /// the index is not a variable.
    statements: Vec<(usize, usize)>,
    n: usize,
}

impl Columns {
    /// The columns for all statements.
    pub fn of(scop: &Scop) -> Self {
        Columns::of_some(scop, |_| true)
    }

    /// The columns for these statements.
    pub fn of_some(scop: &Scop, is_in: impl Fn(usize) -> bool) -> Self {
        let mut next = scop.n_parameters() + 1;
        let statements = scop.statements.iter().enumerate().map(|(number, statement)| {
            let first = if is_in(number) { next } else { usize::MAX };
            next += if is_in(number) { statement.depth() + 1 } else { 0 };
            (first, statement.depth())
        });
        let statements = statements.collect();
        Columns { n_parameters: scop.n_parameters(), statements, n: next }
    }

    /// The number of variables.
    pub fn len(&self) -> usize {
        self.n
    }

    /// The coefficient of a parameter in the bound.
    pub fn u(&self, parameter: usize) -> usize {
        parameter
    }

    /// The constant of the bound.
    pub fn w(&self) -> usize {
        self.n_parameters
    }

    /// The coefficient of an iterator of a statement.
    pub fn coefficient(&self, statement: usize, iterator: usize) -> usize {
        let (first, depth) = self.statements[statement];
        first + depth - 1 - iterator
    }

    /// The shift of a statement.
    pub fn shift(&self, statement: usize) -> usize {
        let (first, depth) = self.statements[statement];
        first + depth
    }

    /// The row of a statement in a solution: coefficients of its iterators, then its shift.
    pub fn row_of(&self, solution: &[Int], statement: usize) -> Row {
        let (_, depth) = self.statements[statement];
        let coefficients = (0..depth).map(|iterator| solution[self.coefficient(statement, iterator)].clone());
        coefficients.chain([solution[self.shift(statement)].clone()]).collect()
    }

    /// A zero row, including the constant.
    pub fn zero_row(&self) -> Row {
        vec![Int::ZERO; self.n + 1]
    }
}
