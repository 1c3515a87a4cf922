//! The cost of an order on several threads.
//!
//! Model: the outermost parallel loop around a statement distributes its iterations among threads; each execution has a
//! fork and a join. Statements in the same parallel loop share these. If there is no gain, they are executed on one
//! thread.
//!
//! The units are those of `cost`.

use crate::cost::loops::Costs;
use crate::dependence::dependences::Dependence;
use crate::schedule::Schedule;
use crate::tiles::order::{Level, Step, Tile};

/// The cost of fork and join of a parallel loop: some microseconds.
const FORK: f64 = 100_000.0;

/// An order of instances, with the costs of its loops.
pub struct Ordered<'a> {
    /// The schedule that the steps refer to.
    pub schedule: &'a Schedule,
    /// The steps.
    pub steps: &'a [Step],
    /// The sizes of tiles, by dimension and statement; 0 for none.
    pub sizes: &'a [Vec<i64>],
    /// The costs of the loops whose points the steps order, by their own dimensions.
    pub costs: &'a Costs,
    /// The costs of the loops whose tiles they order. Dimensions of points follow all of these, if they differ.
    pub of_tiles: Option<&'a Costs>,
}

/// The cost of an order.
#[derive(Clone, PartialEq, Debug)]
pub struct OnThreads {
    /// The total.
    pub cost: f64,
    /// By statement: whether its parallel loop is profitable.
    pub gains: Vec<bool>,
}

/// A parallel loop.
#[derive(Clone, Copy)]
struct Loop {
    step: usize,
    /// The number of its executions.
    n_runs: f64,
    /// Its trip count in each.
    n_turns: f64,
}

/// Statements that share a parallel loop.
struct Team {
    statements: Vec<usize>,
    of: Loop,
    cost: f64,
}

impl Ordered<'_> {
    /// The cost of the order with `n_threads` threads.
    pub fn on_threads(&self, dependences: &[Dependence], n_threads: u32) -> OnThreads {
        let mut found = OnThreads {
            cost: self.costs.tiled(|dimension, statement| self.size(dimension, statement)),
            gains: vec![false; self.costs.n_statements()],
        };
        // Statements that share elements have a lower joint cost.
        let each = (0..self.costs.n_statements()).map(|statement| self.of_statement(statement));
        let together = found.cost / each.sum::<f64>().max(1.0);
        for team in self.teams(dependences) {
            let rounds = (team.of.n_turns / f64::from(n_threads)).ceil();
            let alone = team.cost * together;
            let shared = alone * rounds / team.of.n_turns + team.of.n_runs * FORK;
            if shared < alone {
                found.cost -= alone - shared;
                team.statements.into_iter().for_each(|statement| found.gains[statement] = true);
            }
        }
        found
    }

    fn teams(&self, dependences: &[Dependence]) -> Vec<Team> {
        let mut teams: Vec<Team> = Vec::new();
        for statement in 0..self.costs.n_statements() {
            let Some(of) = self.outermost_parallel(dependences, statement) else { continue };
            let cost = self.of_statement(statement);
            let shares =
                |team: &&mut Team| team.of.step == of.step && self.are_together(team.statements[0], statement, of.step);
            match teams.iter_mut().find(shares) {
                Some(team) => {
                    team.statements.push(statement);
                    team.cost += cost;
                    team.of.n_runs = team.of.n_runs.max(of.n_runs);
                    team.of.n_turns = team.of.n_turns.max(of.n_turns);
                }
                None => teams.push(Team { statements: vec![statement], of, cost }),
            }
        }
        teams
    }

    fn of_statement(&self, statement: usize) -> f64 {
        self.costs.of_statement(statement, |dimension| self.size(dimension, statement))
    }

    fn outermost_parallel(&self, dependences: &[Dependence], statement: usize) -> Option<Loop> {
        let (mut n_runs, mut n_tiles) = (1.0, None);
        for (number, step) in self.steps.iter().enumerate() {
            let Some(mut n_turns) = self.turns(&step.level, statement) else { continue };
            if let Level::Tiles(tiles) = &step.level
                && let [first, second] = &tiles[..]
            {
                // The step of the second one is next: each wave has the average number of tiles.
                let all = self.n_tiles(first, statement)? * self.n_tiles(second, statement)?;
                n_tiles = Some((all / n_turns).max(1.0));
            } else if let Some(in_wave) = n_tiles.take() {
                n_turns = in_wave;
            }
            let is_inside = |&it: &usize| {
                let Dependence { from, to, .. } = dependences[it];
                self.are_together(statement, from, number) && self.are_together(statement, to, number)
            };
            if n_turns > 1.0 && !step.carried.iter().any(is_inside) {
                return Some(Loop { step: number, n_runs, n_turns });
            }
            n_runs *= n_turns;
        }
        None
    }

    /// Returns whether two statements are in the same loop of a step.
    fn are_together(&self, a: usize, b: usize, step: usize) -> bool {
        self.steps[..step].iter().all(|step| match &step.level {
            Level::Point(dimension) => self.schedule.dimensions[*dimension].is_together(a, b),
            Level::Tiles(_) => true,
        })
    }

    /// The trip count of the loop of a level for a statement. `None` if there is none.
    fn turns(&self, level: &Level, statement: usize) -> Option<f64> {
        match level {
            Level::Point(dimension) => {
                let n_dimensions = self.schedule.dimensions.len() / if self.of_tiles.is_some() { 2 } else { 1 };
                let dimension = dimension % n_dimensions;
                let n_turns = self.costs.n_turns(statement, dimension)?;
                let size = self.size(dimension, statement);
                Some(if size > 0 { n_turns.min(size as f64) } else { n_turns })
            }
            Level::Tiles(tiles) => {
                let n_tiles: Option<Vec<f64>> = tiles.iter().map(|tile| self.n_tiles(tile, statement)).collect();
                n_tiles.map(|n_tiles| n_tiles.iter().sum::<f64>() - (n_tiles.len() - 1) as f64)
            }
        }
    }

    fn n_tiles(&self, tile: &Tile, statement: usize) -> Option<f64> {
        let n_turns = self.of_tiles.unwrap_or(self.costs).n_turns(statement, tile.dimension)?;
        let size = tile.sizes[statement];
        Some(if size > 0 { (n_turns / size as f64).ceil() } else { 1.0 })
    }

    fn size(&self, dimension: usize, statement: usize) -> i64 {
        self.sizes[dimension][statement]
    }
}
