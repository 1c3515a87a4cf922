//! Large constants as parameters.
//!
//! What is right for all sizes is right for one: a schedule of the program in which sizes are parameters is a schedule of
//! the program. It is found sooner, as the integer programs have small numbers only, and it does not depend on how large
//! arrays happen to be.
//!
//! Constants close to each other, such as 1999 and 2000, are one parameter and a small number.

use rmlir_presburger::{Int, Kind, Row};

use crate::dependences::{Dependence, without_repetitions};
use crate::scop::{Scop, Set};

/// From here on a constant is a size. Smaller ones are offsets of stencils, and make no large numbers.
const LEAST_SIZE: i64 = 8;

/// How far a constant is from the next smaller one of the same parameter, at most.
const LARGEST_STEP: i64 = 3;

/// More sizes than these stay constants: each makes every integer program larger.
const MAX_SIZES: usize = 6;

/// A program of any size.
pub struct General {
    /// The program with parameters for its sizes, after those it had.
    pub scop: Scop,
    /// What these parameters are in the program itself.
    sizes: Vec<Int>,
}

/// The program with parameters for its sizes.
pub fn generalized(scop: &Scop) -> General {
    let mut sizes = sizes(scop);
    if sizes.len() > MAX_SIZES {
        sizes.clear();
    }
    let mut general = scop.clone();
    for (number, values) in sizes.iter().enumerate() {
        general.parameters.push(format!("size{number}"));
        let place = scop.n_parameters() + number;
        general.context.iter_mut().for_each(|row| row.insert(place, Int::ZERO));
        let mut row = vec![Int::ZERO; place + 2];
        row[place] = Int::ONE;
        row[place + 1] = -Int::from(LEAST_SIZE);
        general.context.push(row);
        for set in sets_mut(&mut general) {
            set.append(Kind::Symbol, None);
            let column = set.n_inputs() - 1;
            set.change_constraints(|row| put_size(row, column, values));
        }
    }
    General { scop: general, sizes: sizes.into_iter().map(|values| values[0].clone()).collect() }
}

impl General {
    /// Those dependences of the program of any size that there are in the program itself.
    pub fn special(&self, dependences: &[Dependence]) -> Vec<Dependence> {
        let special = |general: &Dependence| {
            let mut pairs = general.pairs.clone();
            let first = pairs.n_inputs() - self.sizes.len();
            pairs.set_and_eliminate(first, &self.sizes);
            pairs.remove_trivial_redundancy();
            let is_there = self.sizes.is_empty() || !pairs.is_integer_empty();
            is_there.then(|| Dependence { pairs, ..general.clone() })
        };
        without_repetitions(dependences.iter().filter_map(special).collect())
    }
}

/// What the new parameters of [`generalized`] are in the program.
pub fn values(scop: &Scop) -> Vec<Int> {
    let sizes = sizes(scop);
    let is_constant = sizes.len() > MAX_SIZES;
    sizes.into_iter().filter(|_| !is_constant).map(|values| values[0].clone()).collect()
}

/// The absolute values of large constants, ascending, those of one parameter together.
fn sizes(scop: &Scop) -> Vec<Vec<Int>> {
    let constants = |set: &Set| -> Vec<Int> {
        let rows = set.equalities().iter().chain(set.inequalities());
        rows.map(|row| row[row.len() - 1].abs()).filter(|number| *number >= LEAST_SIZE).collect()
    };
    let sets = scop.statements.iter().flat_map(|statement| {
        let relations = statement.accesses.iter().map(|access| &access.relation);
        std::iter::once(&statement.domain).chain(relations)
    });
    let mut all: Vec<Int> = sets.flat_map(constants).collect();
    all.sort();
    all.dedup();
    let is_near = |a: &Int, b: &Int| b - a <= LARGEST_STEP;
    all.chunk_by(is_near).map(<[Int]>::to_vec).collect()
}

fn sets_mut(scop: &mut Scop) -> impl Iterator<Item = &mut Set> {
    scop.statements.iter_mut().flat_map(|statement| {
        let relations = statement.accesses.iter_mut().map(|access| &mut access.relation);
        std::iter::once(&mut statement.domain).chain(relations)
    })
}

/// Writes the constant, if it is among `values`, as the parameter at `column` and what it is more than the least of them.
fn put_size(row: &mut Row, column: usize, values: &[Int]) {
    let last = row.len() - 1;
    let size = row[last].abs();
    if !values.contains(&size) {
        return;
    }
    let sign = if row[last].is_negative() { -1 } else { 1 };
    row[column] = Int::from(sign);
    row[last] = (&size - &values[0]) * sign;
}
