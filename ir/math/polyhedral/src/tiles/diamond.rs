//! Diamond tiling: tiles of stencils with concurrent start.
//!
//! If all dependences have positive distance in the first loop of a band, the time loop, and their distance in space is
//! bounded by a multiple of that, points of the same time are independent. Tiles of `t` and `2 t + i` are ordered
//! nevertheless: the first wavefront is one tile. If the time direction is strictly inside of the cone of the rows of
//! the tiles, tiles along a line of the same time start concurrently, and each wavefront has the same number of tiles.
//!
//! So the first of the rows `t`, `h2`, .. of a band is replaced for tiles by a new one, `f * t - h2`, with the smallest
//! `f` for which it is legal. Then `f * t` is the sum of the two. The order of points inside tiles is not changed. The
//! other rows are kept: the start is concurrent along one dimension.
//!
//! Paper: Bandishti, Pananilath, Bondhugula: Tiling stencil computations to maximize parallelism, SC 2012.

use rmlir_presburger::{Int, LexSimplex, Lexmin, Row};

use crate::check::check;
use crate::dependence::dependences::Dependence;
use crate::dependence::together::Solved;
use crate::schedule::{Band, Dimension, Schedule, distance};
use crate::scop::Scop;
use crate::search::columns::Columns;
use crate::search::hyperplane::{Unknowns, demand};

/// A schedule in which the first band with diamonds has their row in place of its first one: for tiles only. `general`
/// is the program with parameters for sizes, `dependences` are those of the program itself, for which the new row is
/// proved to be legal. `None` if there is no such band.
pub fn diamonds(
    scop: &Scop,
    dependences: &[Dependence],
    (general, of_general): (&Scop, &[Dependence]),
    schedule: &Schedule,
) -> Option<Schedule> {
    let bands = schedule.bands.iter().enumerate().filter(|(_, band)| band.width > 1);
    bands.into_iter().find_map(|(number, band)| {
        let row = Dimension::Loop(new_row(general, of_general, schedule, band)?);
        is_legal(scop, dependences, schedule, number, &row).then(|| {
            let mut tiles = schedule.clone();
            tiles.dimensions[band.first] = row;
            tiles
        })
    })
}

/// With the new row before those of its band, the schedule is legal if and only if the row has no negative distance for
/// the dependences that are not satisfied before the band.
fn is_legal(scop: &Scop, dependences: &[Dependence], schedule: &Schedule, number: usize, row: &Dimension) -> bool {
    let mut longer = schedule.clone();
    longer.dimensions.insert(schedule.bands[number].first, row.clone());
    longer.bands[number].width += 1;
    longer.bands[number + 1..].iter_mut().for_each(|band| band.first += 1);
    check(scop, dependences, &longer).is_ok()
}

/// `f * first - second` by statement. `None` if that is not legal for any `f`, or if the first loop is parallel.
fn new_row(scop: &Scop, dependences: &[Dependence], schedule: &Schedule, band: &Band) -> Option<Vec<Row>> {
    let (Dimension::Loop(first), Dimension::Loop(second)) =
        (&schedule.dimensions[band.first], &schedule.dimensions[band.first + 1])
    else {
        return None;
    };
    let is_satisfied = |dependence: &&Dependence| {
        let before = &schedule.dimensions[..band.first];
        before.iter().any(|it| Solved::of(dependence).is_positive(&distance(it, dependence)))
    };
    let active: Vec<&Dependence> = dependences.iter().filter(|it| !is_satisfied(it)).collect();
    if active.is_empty() {
        return None;
    }
    let program = Program { scop, columns: Columns::of(scop), first, second };
    program.minimum(&active)
}

/// The integer program: the bound of distances, then `f`, then the shift of each statement.
struct Program<'a> {
    scop: &'a Scop,
    columns: Columns,
    first: &'a [Row],
    second: &'a [Row],
}

impl Program<'_> {
    fn factor(&self) -> usize {
        self.scop.n_parameters() + 1
    }

    fn n_variables(&self) -> usize {
        self.factor() + 1 + self.scop.statements.len()
    }

    fn minimum(&self, dependences: &[&Dependence]) -> Option<Vec<Row>> {
        let mut program = LexSimplex::of_natural_numbers(self.n_variables()).within(self.scop.limits.program());
        for dependence in dependences {
            let demand = demand(self.scop, &self.columns, dependence, &Solved::of(dependence))?
                .map(|row| self.spread(row, dependence));
            demand.add_to(&mut program);
        }
        let mut positive = vec![Int::ZERO; self.n_variables() + 1];
        positive[self.factor()] = Int::ONE;
        positive[self.n_variables()] = Int::from(-1);
        program.add_inequality(positive);
        if program.is_rationally_empty() {
            return None;
        }
        let Lexmin::At(solution) = program.minimum() else { return None };
        let of = |statement: usize| {
            let depth = self.scop.statements[statement].depth();
            let both = std::iter::zip(&self.first[statement][..depth], &self.second[statement]);
            let factors = both.map(|(first, second)| &(first * &solution[self.factor()]) - second);
            factors.chain([solution[self.factor() + 1 + statement].clone()]).collect()
        };
        Some((0..self.scop.statements.len()).map(of).collect())
    }

    /// Rewrites a row over the unknowns of a dependence as one over the variables: coefficients are known except for
    /// `f`.
    fn spread(&self, row: &Row, dependence: &Dependence) -> Row {
        let (n_parameters, constant) = (self.scop.n_parameters(), self.n_variables());
        let mut wide = vec![Int::ZERO; constant + 1];
        wide[..=n_parameters].clone_from_slice(&row[..=n_parameters]);
        let n_unknowns = Unknowns { columns: &self.columns, scop: self.scop, dependence }.list().len();
        let mut next = n_parameters + 1;
        for statement in [dependence.from, dependence.to] {
            if next == n_unknowns {
                break;
            }
            let depth = self.scop.statements[statement].depth();
            for iterator in 0..depth {
                let number = &row[next + iterator];
                wide[self.factor()] += &(number * &self.first[statement][iterator]);
                wide[constant] -= &(number * &self.second[statement][iterator]);
            }
            wide[self.factor() + 1 + statement] += &row[next + depth];
            next += depth + 1;
        }
        wide
    }
}
