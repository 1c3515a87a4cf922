//! What an order costs on several threads.
//!
//! Plan: the outermost loop around a statement that is parallel shares its turns among threads; each time it runs, they
//! have to begin and to wait for each other. Statements in the same such loop are one team's work. If it gains nothing, they
//! run on one thread.
//!
//! In the units of `cost`.

use crate::cost::Costs;
use crate::dependences::Dependence;
use crate::order::{Level, Step, Tile};
use crate::schedule::Schedule;

/// What it costs to begin a parallel loop and to wait for its end: some microseconds.
const FORK: f64 = 100_000.0;

/// An order of instances, and what is known of its loops.
pub struct Ordered<'a> {
    /// The dimensions that the steps are of.
    pub schedule: &'a Schedule,
    /// The steps.
    pub steps: &'a [Step],
    /// The sizes of tiles, by dimension and statement; 0 for none.
    pub sizes: &'a [Vec<i64>],
    /// What the loops cost whose points the steps order, by dimensions of their own.
    pub costs: &'a Costs,
    /// The same for the loops whose tiles they order. Dimensions of points come after all of these, if they are not the
    /// same.
    pub of_tiles: Option<&'a Costs>,
}

/// What an order costs.
#[derive(Clone, PartialEq, Debug)]
pub struct OnThreads {
    /// All in all.
    pub cost: f64,
    /// By statement: whether its parallel loop gains.
    pub gains: Vec<bool>,
}

/// A parallel loop.
#[derive(Clone, Copy)]
struct Loop {
    /// Its step.
    step: usize,
    /// How often it runs.
    n_runs: f64,
    /// How many turns it has then.
    n_turns: f64,
}

/// Statements that share a parallel loop.
struct Team {
    statements: Vec<usize>,
    of: Loop,
    cost: f64,
}

impl Ordered<'_> {
    /// What the order costs with so many threads.
    pub fn on_threads(&self, dependences: &[Dependence], n_threads: u32) -> OnThreads {
        let mut found = OnThreads {
            cost: self.costs.tiled(|dimension, statement| self.size(dimension, statement)),
            gains: vec![false; self.costs.n_statements()],
        };
        // Statements that share elements cost less together.
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
                // The step of the second one is next: in each wave there are as many as there are on average.
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

    /// Whether two statements are in the same loop of a step.
    fn are_together(&self, a: usize, b: usize, step: usize) -> bool {
        self.steps[..step].iter().all(|step| match &step.level {
            Level::Point(dimension) => self.schedule.dimensions[*dimension].is_together(a, b),
            Level::Tiles(_) => true,
        })
    }

    /// How many turns the loop of a level has for a statement. `None` if there is none.
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
