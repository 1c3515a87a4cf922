//! The choice of loop fusion, where it is free: adjacent components are fused if the loop remains parallel.
//!
//! Fused statements have better locality, but a dependence between them may be carried by the loop that was parallel
//! for each. Parallelism has priority: PLuTo's heuristic by the number of loops alone often has the same result because
//! of the order in which it visits components.
//!
//! Algorithm: components in order join the previous group, as long as the first row of the whole group is parallel if
//! that of one of its parts is.

use rmlir_presburger::Row;

use crate::dependence::dependences::Dependence;
use crate::dependence::together::Solved;
use crate::schedule::{Dimension, distance};
use crate::scop::Scop;
use crate::search::farkas::Constraints;
use crate::search::hyperplane::find;

/// The constraints on fusion.
pub(crate) struct Asked<'a> {
    pub scop: &'a Scop,
    pub dependences: &'a [Dependence],
    pub demands: &'a [Constraints],
    pub solved: &'a [Solved],
    /// By statement: the rows found so far.
    pub rows: &'a [Vec<Row>],
}

impl Asked<'_> {
    /// The components, by index, that could have joined the previous group but begin their own. `may_join` determines
    /// whether adjacent ones may be fused at all.
    pub fn group_starts(&self, components: &[Vec<usize>], may_join: impl Fn(&[usize], &[usize]) -> bool) -> Vec<usize> {
        let mut starts = Vec::new();
        let (mut group, mut is_group_parallel) = (Vec::new(), None);
        for (number, component) in components.iter().enumerate() {
            if number > 0 && may_join(&components[number - 1], component) {
                let was_parallel = is_group_parallel.unwrap_or_else(|| self.is_parallel(&group));
                let together = [&group[..], component].concat();
                let stays = self.is_parallel(&together);
                if stays || !(was_parallel || self.is_parallel(component)) {
                    (group, is_group_parallel) = (together, Some(stays));
                    continue;
                }
                starts.push(number);
            }
            (group, is_group_parallel) = (component.clone(), None);
        }
        starts
    }

    /// Returns whether the best row for these statements carries none of the dependences among them.
    fn is_parallel(&self, statements: &[usize]) -> bool {
        let is_among = |it: &Dependence| statements.contains(&it.from) && statements.contains(&it.to);
        let inside: Vec<usize> =
            (0..self.dependences.len()).filter(|&number| is_among(&self.dependences[number])).collect();
        let demands: Vec<_> = inside.iter().map(|&number| (&self.dependences[number], &self.demands[number])).collect();
        find(self.scop, &demands, self.rows).is_some_and(|rows| {
            let row = Dimension::Loop(rows);
            let goes_forward =
                |&number: &usize| self.solved[number].may_be_positive(&distance(&row, &self.dependences[number]));
            !inside.iter().any(goes_forward)
        })
    }
}
