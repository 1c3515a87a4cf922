//! Strip-mining for threads: if the outermost loop of a band has to be sequential and another one is parallel, the
//! strips of the latter can be distributed. Each thread executes all loops of the band in their order, for its strips.
//!
//! (The strips are the tiles of one loop of the band only, so their loop can be outermost as tile loops can.)

use crate::cost::locality::groups;
use crate::cost::loops::Costs;
use crate::dependence::dependences::Dependence;
use crate::parallel::Carried;
use crate::schedule::{Band, Dimension, Schedule};
use crate::scop::Scop;

/// The candidate numbers of strips per thread: few are long, many have better load balance and fit a smaller cache.
const PER_THREAD: [f64; 2] = [2.0, 8.0];

/// The trip count of strips is a multiple of this, if they do not have all iterations: a cache line of elements of 64
/// bits, so that false sharing is rare.
const MULTIPLE: f64 = 8.0;

/// The input of the choice.
pub struct Loops<'a> {
    /// The program.
    pub scop: &'a Scop,
    /// The dependences.
    pub dependences: &'a [Dependence],
    /// The schedule.
    pub schedule: &'a Schedule,
    /// The dependences carried by its loops.
    pub carried: &'a Carried,
    /// The costs of its loops.
    pub costs: &'a Costs,
}

impl Loops<'_> {
    /// The sizes of strips with the least cost, by dimension and statement; 0 for none. `None` if no loop is
    /// strip-mined.
    pub fn strips(&self, n_threads: u32) -> Option<Vec<Vec<i64>>> {
        let mut sizes = vec![vec![0; self.scop.statements.len()]; self.schedule.dimensions.len()];
        for band in self.schedule.bands.iter().filter(|band| band.width > 1) {
            for group in groups(self.scop, self.dependences, self.schedule, band.first, false) {
                let tried = self.shared(band, &group).into_iter().flat_map(|dimension| {
                    PER_THREAD.map(|n| (dimension, self.size(dimension, &group, n * f64::from(n_threads))))
                });
                let with = |(dimension, size): (usize, i64)| {
                    let mut sizes = sizes.clone();
                    group.iter().for_each(|&statement| sizes[dimension][statement] = size);
                    (self.costs.tiled(|dimension, statement| sizes[dimension][statement]), sizes)
                };
                if let Some((_, best)) = tried.map(with).min_by(|a, b| a.0.total_cmp(&b.0)) {
                    sizes = best;
                }
            }
        }
        sizes.iter().flatten().any(|&size| size > 0).then_some(sizes)
    }

    /// The loops of a band that can be distributed if the outermost one cannot.
    fn shared(&self, band: &Band, group: &[usize]) -> Vec<usize> {
        let is_inside = |number: &usize| {
            let Dependence { from, to, .. } = self.dependences[*number];
            group.contains(&from) && group.contains(&to)
        };
        let is_parallel = |dimension: usize| !self.carried.by_tiles[dimension].iter().any(is_inside);
        let is_loop = |dimension: &usize| group.iter().any(|&it| self.costs.n_turns(it, *dimension).is_some());
        let loops: Vec<usize> = band.dimensions().filter(is_loop).collect();
        match loops[..] {
            [first, ..] if !is_parallel(first) => loops.into_iter().filter(|&it| is_parallel(it)).collect(),
            _ => Vec::new(),
        }
    }

    fn size(&self, dimension: usize, group: &[usize], n_strips: f64) -> i64 {
        let n_turns = group.iter().filter_map(|&it| self.costs.n_turns(it, dimension)).fold(1.0, f64::max);
        ((n_turns / n_strips / MULTIPLE).ceil() * MULTIPLE) as i64
    }
}

/// The schedule with a scalar dimension before each band in which statements share loops without a dependence between
/// them: each group of them has its own loops, which are parallel if these are. `None` if there are none.
pub fn apart(scop: &Scop, dependences: &[Dependence], schedule: &Schedule) -> Option<Schedule> {
    let mut new = schedule.clone();
    // The last one first, so that the indices of preceding dimensions remain valid.
    for (number, band) in schedule.bands.iter().enumerate().rev() {
        let connected = groups(scop, dependences, schedule, band.first, true);
        if connected.len() == groups(scop, dependences, schedule, band.first, false).len() {
            continue;
        }
        let place = |statement| connected.iter().position(|group| group.contains(&statement));
        let places = (0..scop.statements.len()).map(|it| place(it).expect("each statement is in a group"));
        new.dimensions.insert(band.first, Dimension::Scalar(places.collect()));
        new.bands[number..].iter_mut().for_each(|band| band.first += 1);
    }
    (new.dimensions.len() > schedule.dimensions.len()).then_some(new)
}
