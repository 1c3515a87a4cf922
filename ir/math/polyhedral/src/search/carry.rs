//! A row that satisfies as many dependences as possible, for the case that no row is both legal and linearly
//! independent.
//!
//! The distance of each dependence is at least `1 - missed`, where `missed` is 0 or 1; the sum of these is minimized
//! first. (Feautrier 1992, part II, section 3.2.)

use rmlir_presburger::{Int, LexSimplex, Lexmin, Row};

use crate::dependence::dependences::Dependence;
use crate::dependence::together::Solved;
use crate::scop::Scop;
use crate::search::columns::Columns;
use crate::search::farkas::nowhere_negative;
use crate::search::hyperplane::{Unknowns, add_independence};

/// Computes the row. If the original order is legal, there is one, which satisfies at least one dependence; `None` if
/// it is not found within the limits of the search.
pub fn find(
    scop: &Scop,
    columns: &Columns,
    dependences: &[(&Dependence, &Solved)],
    rows: &[Vec<Row>],
) -> Option<Vec<Row>> {
    let program = program(scop, columns, dependences)?;
    let mut new = program.clone();
    let first = n_misses(dependences);
    for (statement, rows) in rows.iter().enumerate() {
        add_independence(scop, columns, &mut new, first, statement, rows);
    }
    let satisfies_some = |solution: &[Int]| solution[0] < dependences.len() as i64;
    let solution = [new, program].into_iter().find_map(|mut program| match program.minimum() {
        Lexmin::At(solution) if satisfies_some(&solution) => Some(solution),
        _ => None,
    });
    let solution = solution?;
    Some((0..scop.statements.len()).map(|statement| columns.row_of(&solution[first..], statement)).collect())
}

/// The number of variables before those of the row: the sum, and `missed` of each dependence.
fn n_misses(dependences: &[(&Dependence, &Solved)]) -> usize {
    dependences.len() + 1
}

fn program(scop: &Scop, columns: &Columns, dependences: &[(&Dependence, &Solved)]) -> Option<LexSimplex> {
    let first = n_misses(dependences);
    let n = first + columns.len();
    let mut program = LexSimplex::of_natural_numbers(n).within(scop.limits.program());
    let mut sum = vec![Int::ZERO; n + 1];
    sum[0] = Int::ONE;
    for (index, (dependence, solved)) in dependences.iter().enumerate() {
        sum[1 + index] = Int::from(-1);
        let mut at_most_one = vec![Int::ZERO; n + 1];
        at_most_one[1 + index] = Int::from(-1);
        at_most_one[n] = Int::ONE;
        program.add_inequality(at_most_one);
        add_demand((scop, columns), dependence, solved, 1 + index, first, &mut program)?;
    }
    program.add_equality(sum);
    Some(program)
}

fn add_demand(
    (scop, columns): (&Scop, &Columns),
    dependence: &Dependence,
    solved: &Solved,
    missed: usize,
    first: usize,
    program: &mut LexSimplex,
) -> Option<()> {
    let unknowns = Unknowns { columns, scop, dependence };
    let list = unknowns.list();
    // Two additional variables: `missed`, and the constant 1, so that the form has no constant.
    let mut form = unknowns.form(1, false);
    form.iter_mut().for_each(|row| row.extend([Int::ZERO, Int::ZERO]));
    let constant = form.last_mut().expect("a form has a constant");
    constant[list.len()] = Int::ONE;
    constant[list.len() + 1] = Int::from(-1);
    let demand = nowhere_negative(&solved.pairs, &solved.sums(&form), list.len() + 2, scop.limits.combinations())?;
    let n = program.n_vars();
    let spread = |row: &Row| {
        let mut wide = vec![Int::ZERO; n + 1];
        for (number, &column) in std::iter::zip(row, &list) {
            wide[first + column] = number.clone();
        }
        wide[missed] = row[list.len()].clone();
        wide[n] = row[list.len() + 1].clone();
        wide
    };
    demand.map(spread).add_to(program);
    Some(())
}
