//! The main loop: rows are added as long as all dependences that were unsatisfied at the start of the band remain
//! legal; then, if there is no such row, a cut between strongly connected components, or if that is impossible, a row
//! that carries as many dependences as possible.
//!
//! The last is Feautrier's (Some efficient solutions to the affine scheduling problem, part II, 1992); PLuTo returns
//! the original order instead. It always makes progress, because the original order is a solution.

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use rmlir_presburger::{Int, Row};

use crate::dependence::dependences::Dependence;
use crate::dependence::together::Solved;
use crate::schedule::{Band, Dimension, Schedule, distance};
use crate::scop::{Scop, Statement};
use crate::search::carry;
use crate::search::columns::Columns;
use crate::search::farkas::Constraints;
use crate::search::fusion::Asked;
use crate::search::hyperplane::{demand, find_for_some};
use crate::search::independence::rank;

/// The policy of loop fusion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fuse {
    /// Initially those with the same number of loops, if no parallel loop is lost.
    #[default]
    Smart,
    /// As many as possible.
    Max,
    /// Only those with mutual dependences.
    None,
}

/// The limit at which the search for a schedule ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The combinations to eliminate a multiplier of Farkas' lemma.
    Combinations,
    /// The steps of the program of a row.
    Work,
}

/// Computes a schedule that satisfies all dependences, or returns the limit that was reached first.
pub fn schedule(scop: &Scop, dependences: &[Dependence], fuse: Fuse) -> Result<Schedule, Limit> {
    let mut search = Search::new(scop, dependences, fuse).ok_or(Limit::Combinations)?;
    search.run().ok_or(Limit::Work)?;
    Ok(search.schedule)
}

/// The dimension of the affine hull of the set of instances.
fn n_dimensions(statement: &Statement) -> usize {
    let mut domain = statement.domain.clone();
    domain.find_equalities();
    let depth = statement.depth();
    let of_iterators: Vec<Row> = domain.equalities().iter().map(|row| row[..depth].to_vec()).collect();
    depth - rank(&of_iterators, depth)
}

struct Search<'a> {
    scop: &'a Scop,
    dependences: &'a [Dependence],
    fuse: Fuse,
    columns: Columns,
    /// By dependence: its pairs, and its constraints on rows.
    solved: Vec<Solved>,
    demands: Vec<Constraints>,
    is_satisfied: Vec<bool>,
    /// By statement: the number of loops with more than one iteration for its instances.
    depths: Vec<usize>,
    /// By statement: the rows so far, including linearly dependent ones.
    rows: Vec<Vec<Row>>,
    schedule: Schedule,
}

impl<'a> Search<'a> {
    fn new(scop: &'a Scop, dependences: &'a [Dependence], fuse: Fuse) -> Option<Self> {
        let columns = Columns::of(scop);
        let solved: Vec<Solved> = dependences.iter().map(Solved::of).collect();
        let both = std::iter::zip(dependences, &solved);
        let demands = both.map(|(of, solved)| demand(scop, &columns, of, solved)).collect::<Option<_>>()?;
        Some(Search {
            scop,
            dependences,
            fuse,
            columns,
            solved,
            demands,
            is_satisfied: vec![false; dependences.len()],
            depths: scop.statements.iter().map(n_dimensions).collect(),
            rows: vec![Vec::new(); scop.statements.len()],
            schedule: Schedule::default(),
        })
    }

    fn run(&mut self) -> Option<()> {
        if self.fuse == Fuse::Smart {
            self.cut_by_depth();
            self.cut_for_parallelism();
        }
        loop {
            let missing = self.missing();
            if missing == 0 && self.is_satisfied.iter().all(|&it| it) {
                return Some(());
            }
            if self.fuse == Fuse::None && self.cut_all() {
                continue;
            }
            let found = self.band(missing);
            if found > 0 || self.cut() {
                continue;
            }
            self.carry()?;
        }
    }

    /// The greatest number of rows still required by a statement.
    fn missing(&self) -> usize {
        let of = |(statement, rows): (usize, &Vec<Row>)| {
            let depth = self.scop.statements[statement].depth();
            let rows: Vec<Row> = rows.iter().map(|row| row[..depth].to_vec()).collect();
            depth - rank(&rows, depth)
        };
        self.rows.iter().enumerate().map(of).max().unwrap_or(0)
    }

    /// Adds up to `n` rows that are legal for all currently unsatisfied dependences. Returns the number of rows found.
    fn band(&mut self, n: usize) -> usize {
        let first = self.schedule.dimensions.len();
        let active: Vec<usize> = (0..self.dependences.len()).filter(|&index| !self.is_satisfied[index]).collect();
        for found in 0..n {
            let demands: Vec<_> =
                active.iter().map(|&index| (&self.dependences[index], &self.demands[index])).collect();
            let Some(rows) = find_for_some(self.scop, &demands, &self.rows) else {
                return self.end_band(first, found);
            };
            self.add(Dimension::Loop(rows));
        }
        self.end_band(first, n)
    }

    fn end_band(&mut self, first: usize, width: usize) -> usize {
        if width > 0 {
            self.schedule.bands.push(Band { first, width });
        }
        width
    }

    /// Appends a dimension and records the dependences it satisfies.
    fn add(&mut self, dimension: Dimension) {
        for (number, is_satisfied) in self.is_satisfied.iter_mut().enumerate().filter(|(_, done)| !**done) {
            *is_satisfied = self.solved[number].is_positive(&distance(&dimension, &self.dependences[number]));
        }
        if let Dimension::Loop(rows) = &dimension {
            for (all, row) in std::iter::zip(&mut self.rows, rows) {
                all.push(row.clone());
            }
        }
        self.schedule.dimensions.push(dimension);
    }

    /// Strongly connected components of the unsatisfied dependences in topological order; the text order decides
    /// otherwise.
    fn components(&self) -> Vec<Vec<usize>> {
        let mut graph = DiGraph::<(), ()>::new();
        let nodes: Vec<_> = self.scop.statements.iter().map(|_| graph.add_node(())).collect();
        for (dependence, _) in std::iter::zip(self.dependences, &self.is_satisfied).filter(|(_, done)| !**done) {
            graph.update_edge(nodes[dependence.from], nodes[dependence.to], ());
        }
        let mut components: Vec<Vec<usize>> = tarjan_scc(&graph)
            .into_iter()
            .map(|nodes| {
                let mut numbers: Vec<usize> = nodes.into_iter().map(|node| node.index()).collect();
                numbers.sort_unstable();
                numbers
            })
            .collect();
        self.sort_by_text(&mut components);
        components
    }

    /// Sorts the components: of those without predecessors, the one that begins first in the text is next.
    fn sort_by_text(&self, components: &mut Vec<Vec<usize>>) {
        let mut of = vec![0; self.scop.statements.len()];
        for (number, component) in components.iter().enumerate() {
            component.iter().for_each(|&statement| of[statement] = number);
        }
        let edges: Vec<(usize, usize)> = std::iter::zip(self.dependences, &self.is_satisfied)
            .filter(|(_, done)| !**done)
            .map(|(dependence, _)| (of[dependence.from], of[dependence.to]))
            .filter(|(from, to)| from != to)
            .collect();
        let mut left: Vec<usize> = (0..components.len()).collect();
        left.sort_by_key(|&number| components[number][0]);
        let mut sorted = Vec::new();
        while !left.is_empty() {
            let is_next = |&number: &usize| !edges.iter().any(|&(from, to)| to == number && left.contains(&from));
            let next = *left.iter().find(|&number| is_next(number)).expect("components have an order");
            left.retain(|&number| number != next);
            sorted.push(std::mem::take(&mut components[next]));
        }
        *components = sorted;
    }

    /// Assigns an index to each component, a new one where `is_new` holds for adjacent ones. The dimension is added,
    /// and `true` returned, if it satisfies a dependence. If none is left, or statements are to be distributed, it is
    /// also added if it separates statements that have been together so far.
    fn cut_where(&mut self, is_new: impl Fn(&Self, &[usize], &[usize]) -> bool) -> bool {
        let components = self.components();
        let mut numbers = vec![0; self.scop.statements.len()];
        let mut number = 0;
        for (index, component) in components.iter().enumerate() {
            if index > 0 && is_new(self, &components[index - 1], component) {
                number += 1;
            }
            component.iter().for_each(|&statement| numbers[statement] = number);
        }
        let may_part = self.fuse == Fuse::None || self.is_satisfied.iter().all(|&it| it);
        let parts = self.parts_some(&numbers);
        let dimension = Dimension::Scalar(numbers);
        let satisfies_some = || {
            // A scalar dimension has the same distance for all pairs.
            let satisfies = |(it, done): (&Dependence, &bool)| {
                !done && distance(&dimension, it).last().is_some_and(Int::is_positive)
            };
            std::iter::zip(self.dependences, &self.is_satisfied).any(satisfies)
        };
        let helps = parts && (may_part || satisfies_some());
        if helps {
            self.add(dimension);
        }
        helps
    }

    /// Returns whether two statements have different indices but were equal in all preceding scalar dimensions.
    fn parts_some(&self, numbers: &[usize]) -> bool {
        let n = numbers.len();
        (0..n).any(|a| (a + 1..n).any(|b| numbers[a] != numbers[b] && !self.parts(a, b)))
    }

    /// Returns whether two statements have different indices in a preceding scalar dimension.
    fn parts(&self, a: usize, b: usize) -> bool {
        !self.schedule.are_together(a, b, self.schedule.dimensions.len())
    }

    /// The greatest number of loops of a statement of a component.
    fn depth_of(&self, component: &[usize]) -> usize {
        component.iter().map(|&statement| self.depths[statement]).max().unwrap_or(0)
    }

    fn cut_by_depth(&mut self) -> bool {
        self.cut_where(|search, before, after| search.depth_of(before) != search.depth_of(after))
    }

    /// Cuts between components that are parallel only if they are separated.
    fn cut_for_parallelism(&mut self) {
        let components = self.components();
        let Self { scop, dependences, ref solved, ref demands, ref rows, .. } = *self;
        let may_join = |before: &[usize], after: &[usize]| {
            self.depth_of(before) == self.depth_of(after) && !self.parts(before[0], after[0])
        };
        let starts = Asked { scop, dependences, solved, demands, rows }.group_starts(&components, may_join);
        let first: Vec<usize> = starts.into_iter().map(|number| components[number][0]).collect();
        self.cut_where(|_, _, after| first.contains(&after[0]));
    }

    fn cut_all(&mut self) -> bool {
        self.cut_where(|_, _, _| true)
    }

    /// Cuts somewhere between components. Returns whether that was possible.
    fn cut(&mut self) -> bool {
        if self.missing() == 0 || self.fuse == Fuse::None {
            return self.cut_all();
        }
        self.cut_by_depth() || self.cut_in_the_middle() || self.cut_all()
    }

    fn cut_in_the_middle(&mut self) -> bool {
        let components = self.components();
        let Some(middle) = components.get(components.len().div_ceil(2)).filter(|_| components.len() > 1) else {
            return false;
        };
        let first = middle[0];
        self.cut_where(|_, _, after| after[0] == first)
    }

    /// Adds a row that satisfies as many dependences as possible. `None` if it is not found, or is not proved to
    /// satisfy any.
    fn carry(&mut self) -> Option<()> {
        let first = self.schedule.dimensions.len();
        let active: Vec<(&Dependence, &Solved)> = (0..self.dependences.len())
            .filter(|&index| !self.is_satisfied[index])
            .map(|index| (&self.dependences[index], &self.solved[index]))
            .collect();
        let n_active = active.len();
        let rows = carry::find(self.scop, &self.columns, &active, &self.rows)?;
        self.add(Dimension::Loop(rows));
        self.schedule.bands.push(Band { first, width: 1 });
        let n_left = self.is_satisfied.iter().filter(|&&done| !done).count();
        (n_left < n_active).then_some(())
    }
}
