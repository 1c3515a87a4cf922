//! The instances of a statement as points of variables.

use rmlir_presburger::{Int, Kind, negated};

use crate::dependence::dependences::Embedding;
use crate::schedule::{Dimension, Schedule};
use crate::scop::{Scop, Set};
use crate::tiles::order::{Level, Step, row_of};

/// The constants of a step that is constant for all instances of a statement.
pub fn is_scalar(schedule: &Schedule, step: &Step) -> Option<Vec<usize>> {
    match &step.level {
        Level::Point(dimension) => match &schedule.dimensions[*dimension] {
            Dimension::Scalar(numbers) => Some(numbers.clone()),
            Dimension::Loop(_) => None,
        },
        Level::Tiles(_) => None,
    }
}

/// By number of variables, from 0 to all: the projection on the first ones. The variables are the steps that are not
/// scalar, the iterators, and the local variables of the domain. `None` if there are too many constraints.
pub fn projections(scop: &Scop, schedule: &Schedule, steps: &[Step], statement: usize) -> Option<Vec<Set>> {
    let mut last = instances(scop, schedule, steps, statement);
    last.find_equalities();
    let mut projections = vec![last];
    while projections[projections.len() - 1].n_dims() > 0 {
        let mut next = projections[projections.len() - 1].clone();
        next.project_out_within(next.n_dims() - 1, 1, scop.limits.inequalities())?;
        next.find_equalities();
        next.remove_implied();
        projections.push(next);
    }
    projections.reverse();
    Some(projections)
}

/// The instances, where all variables are dimensions.
fn instances(scop: &Scop, schedule: &Schedule, steps: &[Step], statement: usize) -> Set {
    let of = &scop.statements[statement];
    let levels: Vec<&Level> =
        steps.iter().filter(|step| is_scalar(schedule, step).is_none()).map(|step| &step.level).collect();
    let mut tiles = Vec::new();
    for level in &levels {
        if let Level::Tiles(of) = level {
            tiles.extend(of.iter().filter(|tile| !tiles.contains(*tile)).cloned().collect::<Vec<_>>());
        }
    }
    let (n_levels, depth) = (levels.len(), of.depth());
    let n_dims = n_levels + depth + of.domain.n_locals();
    let mut set = Set::universe(n_dims, scop.n_parameters(), tiles.len());
    let n_columns = set.n_columns();
    let place =
        Embedding { dims: (n_levels..n_levels + depth).collect(), first_symbol: n_dims, first_local: n_levels + depth };
    place.embed(&of.domain, &mut set);
    let context = Set::universe(0, scop.n_parameters(), 0);
    let of_parameters = Embedding { dims: Vec::new(), first_symbol: n_dims, first_local: n_columns };
    scop.context.iter().for_each(|row| set.add_inequality(of_parameters.row(row, &context, n_columns)));
    let first_tile = set.offset(Kind::Local);
    let spread = |dimension: usize| {
        let mut wide = vec![Int::ZERO; n_columns];
        let row = row_of(schedule, dimension, statement, depth);
        wide[n_levels..n_levels + depth].clone_from_slice(&row[..depth]);
        wide[n_columns - 1] = row[depth].clone();
        wide
    };
    for (number, tile) in tiles.iter().enumerate() {
        let size = tile.sizes[statement];
        if size == 0 {
            let mut first = vec![Int::ZERO; n_columns];
            first[first_tile + number] = Int::ONE;
            set.add_equality(first);
            continue;
        }
        // size * quotient <= row <= size * quotient + size - 1
        let mut above = spread(tile.dimension);
        above[first_tile + number] = Int::from(-size);
        let mut below = negated(&above);
        below[n_columns - 1] += &Int::from(size - 1);
        set.add_inequality(above);
        set.add_inequality(below);
    }
    for (variable, level) in levels.into_iter().enumerate() {
        let mut row = match level {
            Level::Point(dimension) => spread(*dimension),
            Level::Tiles(of) => {
                let mut row = vec![Int::ZERO; n_columns];
                for tile in of {
                    let number = tiles.iter().position(|other| other == tile).expect("all tiles are collected");
                    row[first_tile + number] = Int::ONE;
                }
                row
            }
        };
        row[variable] = Int::from(-1);
        set.add_equality(row);
    }
    set.remove_redundant_locals();
    set
}
