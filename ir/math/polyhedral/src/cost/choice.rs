//! The choice of bands to tile, and of tile sizes, if they are not given.
//!
//! Algorithm: for each band and each group of statements in it, the sizes with the least cost by `cost`; none if the
//! gain is small.

use crate::cost::locality::groups;
use crate::cost::loops::Costs;
use crate::dependence::dependences::Dependence;
use crate::schedule::{Band, Schedule};
use crate::scop::Scop;

/// The choice for a schedule.
pub struct Choice {
    /// The tile sizes, by dimension and statement; 0 for untiled ones.
    pub sizes: Vec<Vec<i64>>,
    /// The cost with these sizes.
    pub cost: f64,
}

/// The candidate tile sizes of the innermost loop: it should have a large trip count, as it is vectorized; 0 for an
/// untiled loop.
const INNERMOST: [i64; 4] = [0, 32, 128, 512];

/// The candidate tile sizes of other loops: PLuTo's, and smaller ones for untiled innermost loops.
const OTHERS: [i64; 3] = [32, 16, 8];

/// The cost with tiles must not exceed this fraction of the untiled cost: the model is approximate.
const WORTHWHILE: f64 = 0.8;

/// The cost of new loops must not exceed this fraction of the original cost.
const BETTER: f64 = 0.95;

/// Chooses tile sizes for a schedule with known costs.
pub fn choose(costs: &Costs, scop: &Scop, dependences: &[Dependence], schedule: &Schedule) -> Choice {
    choose_below(WORTHWHILE, costs, scop, dependences, schedule)
}

/// The sizes with the least cost if all bands are tiled, profitable or not.
pub fn all(costs: &Costs, scop: &Scop, dependences: &[Dependence], schedule: &Schedule) -> Choice {
    choose_below(f64::INFINITY, costs, scop, dependences, schedule)
}

/// Chooses tiles where their cost is below this fraction of the untiled cost.
fn choose_below(part: f64, costs: &Costs, scop: &Scop, dependences: &[Dependence], schedule: &Schedule) -> Choice {
    let mut sizes = vec![vec![0; scop.statements.len()]; schedule.dimensions.len()];
    let mut least = costs.tiled(|_, _| 0);
    for band in schedule.bands.iter().filter(|band| band.width > 1) {
        for group in groups(scop, dependences, schedule, band.first, false) {
            let mut limit = least * part;
            for (last, others) in tried(has_loops_inside(costs, schedule, band, &group)) {
                let mut tried = sizes.clone();
                put(&mut tried, band, &group, last, others);
                let cost = costs.tiled(|dimension, statement| tried[dimension][statement]);
                if cost < limit {
                    (limit, least, sizes) = (cost, cost, tried);
                }
            }
        }
    }
    Choice { sizes, cost: least }
}

/// Returns whether the cost of an order is so far below that of the original one that it is profitable.
pub fn is_better(cost: f64, original: f64) -> bool {
    cost <= BETTER * original
}

/// Returns whether some of these statements have loops inside those of a band.
fn has_loops_inside(costs: &Costs, schedule: &Schedule, band: &Band, group: &[usize]) -> bool {
    let mut inside = band.dimensions().end..schedule.dimensions.len();
    inside.any(|dimension| group.iter().any(|&statement| costs.n_turns(statement, dimension).is_some()))
}

/// The candidate sizes: of the last loop of a band, and of the others.
fn tried(has_loops_inside: bool) -> Vec<(i64, i64)> {
    let last = |others: i64| if has_loops_inside { vec![others] } else { INNERMOST.to_vec() };
    OTHERS.into_iter().flat_map(|others| last(others).into_iter().map(move |last| (last, others))).collect()
}

fn put(sizes: &mut [Vec<i64>], band: &Band, group: &[usize], last: i64, others: i64) {
    for (number, sizes) in sizes[band.dimensions()].iter_mut().enumerate() {
        let size = if number + 1 == band.width { last } else { others };
        group.iter().for_each(|&statement| sizes[statement] = size);
    }
}
