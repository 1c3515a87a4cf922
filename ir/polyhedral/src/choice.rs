//! Which bands are tiled, in tiles of which sizes, where nobody says so.
//!
//! Plan: for each band and each group of statements in it, the sizes that cost least by `cost`;
//! none if they gain little.

use crate::cost::Costs;
use crate::dependences::Dependence;
use crate::locality::groups;
use crate::schedule::{Band, Schedule};
use crate::scop::Scop;

/// What is chosen for a schedule.
pub struct Choice {
    /// The sizes of tiles, by dimension and statement; 0 for none.
    pub sizes: Vec<Vec<i64>>,
    /// What it costs with them.
    pub cost: f64,
}

/// Sizes of tiles of the innermost loop that are tried: it should have many turns, as it becomes vector instructions; with 0
/// it is whole.
const INNERMOST: [i64; 4] = [0, 32, 128, 512];

/// Sizes of tiles of other loops: PLuTo's, and smaller ones for whole innermost loops.
const OTHERS: [i64; 3] = [32, 16, 8];

/// Tiles have to cost no more than this part of what there is without them: the model is rough.
const WORTHWHILE: f64 = 0.8;

/// And new loops no more than this part of the original ones.
const BETTER: f64 = 0.95;

/// Chooses for a schedule whose costs are known.
pub fn choose(costs: &Costs, scop: &Scop, dependences: &[Dependence], schedule: &Schedule) -> Choice {
    choose_below(WORTHWHILE, costs, scop, dependences, schedule)
}

/// The sizes that cost least if all bands are tiled, whether that pays or not.
pub fn all(costs: &Costs, scop: &Scop, dependences: &[Dependence], schedule: &Schedule) -> Choice {
    choose_below(f64::INFINITY, costs, scop, dependences, schedule)
}

/// Tiles where they cost less than this part of what there is without them.
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

/// Whether an order costs so much less than the original one that it is worthwhile.
pub fn is_better(cost: f64, original: f64) -> bool {
    cost <= BETTER * original
}

/// Whether some of these statements have loops in those of a band.
fn has_loops_inside(costs: &Costs, schedule: &Schedule, band: &Band, group: &[usize]) -> bool {
    let mut inside = band.dimensions().end..schedule.dimensions.len();
    inside.any(|dimension| group.iter().any(|&statement| costs.n_turns(statement, dimension).is_some()))
}

/// Sizes that are tried: of the last loop of a band, and of the others.
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
