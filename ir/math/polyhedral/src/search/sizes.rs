//! Generalization: large constants as parameters.
//!
//! A schedule that is legal for all sizes is legal for one: a schedule of the program in which sizes are parameters is
//! a schedule of the program. It is found faster, as the integer programs have small coefficients only, and it does not
//! depend on the actual sizes of arrays.
//!
//! Close constants, such as 1999 and 2000, are one parameter and a small offset.

use rmlir_presburger::{Int, Kind, Row};

use crate::dependence::dependences::{Dependence, without_repetitions};
use crate::scop::{Scop, Set};

/// The least constant that is a size. Smaller ones are offsets of stencils, and result in small coefficients.
const LEAST_SIZE: i64 = 8;

/// The greatest difference of consecutive constants of the same parameter.
const LARGEST_STEP: i64 = 3;

/// The limit on size parameters: each enlarges every integer program. Further sizes remain constants.
const MAX_SIZES: usize = 6;

/// A program with parameters for its sizes.
pub struct General {
    /// The program with parameters for its sizes, after its own ones.
    pub scop: Scop,
    /// The values of these parameters in the program itself.
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
    /// The dependences of the generalized program that are not empty in the program itself.
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

/// The values of the new parameters of [`generalized`] in the program.
pub fn values(scop: &Scop) -> Vec<Int> {
    let sizes = sizes(scop);
    let is_constant = sizes.len() > MAX_SIZES;
    sizes.into_iter().filter(|_| !is_constant).map(|values| values[0].clone()).collect()
}

/// The absolute values of large constants, ascending, grouped by parameter.
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

/// Replaces the constant, if it is among `values`, by the parameter at `column` and its difference to the least of
/// them.
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
