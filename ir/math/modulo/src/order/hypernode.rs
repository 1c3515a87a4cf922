//! The order of hypernode reduction modulo scheduling (Llosa, Valero, Ayguadé, González, MICRO-28), for comparison.
//!
//! The ordered nodes count as one node, the hypernode. All its predecessors are ordered next, those that start latest
//! first, then all its successors, those that start earliest first, each time with the nodes on paths between them; and
//! so on. Recurrences are reduced first, in the sets of [`mod@crate::order::sets`].

use std::cmp::Reverse;

use crate::order::forward::{Forward, Neighbours, Times};

/// The order of all nodes of `sets`.
pub fn order(forward: &Forward, times: &Times, sets: &[Vec<usize>]) -> Vec<usize> {
    let mut rank = vec![0; forward.len()];
    forward.order.iter().enumerate().for_each(|(place, &node)| rank[node] = place);
    let mut reduction = Reduction { forward, ordered: Vec::new(), is_ordered: vec![false; forward.len()] };
    for set in sets {
        let mut inside = vec![false; forward.len()];
        set.iter().for_each(|&node| inside[node] = true);
        while let Some(&first) = set.iter().find(|&&node| !reduction.is_ordered[node]) {
            let before = reduction.ordered.len();
            let mut above = reduction.around(&inside, &forward.predecessors);
            above.sort_by_key(|&node| Reverse((times.alap[node], rank[node])));
            reduction.take(above);
            let mut below = reduction.around(&inside, &forward.successors);
            below.sort_by_key(|&node| (times.asap[node], rank[node]));
            reduction.take(below);
            if reduction.ordered.len() == before {
                reduction.take(vec![first]);
            }
        }
    }
    reduction.ordered
}

struct Reduction<'a> {
    forward: &'a Forward,
    ordered: Vec<usize>,
    is_ordered: Vec<bool>,
}

impl Reduction<'_> {
    fn take(&mut self, nodes: Vec<usize>) {
        nodes.iter().for_each(|&node| self.is_ordered[node] = true);
        self.ordered.extend(nodes);
    }

    /// The neighbours of the hypernode in a set along `next`, and the nodes on paths between them.
    fn around(&self, inside: &[bool], next: &Neighbours) -> Vec<usize> {
        let is_open = |node: usize| inside[node] && !self.is_ordered[node];
        let first: Vec<usize> = self.ordered.iter().flat_map(|&node| &next[node]).copied().collect();
        let first: Vec<usize> = first.into_iter().filter(|&node| is_open(node)).collect();
        let reached = |next: &Neighbours| {
            let mut reached = vec![false; self.forward.len()];
            let mut waiting = first.clone();
            while let Some(node) = waiting.pop() {
                if is_open(node) && !std::mem::replace(&mut reached[node], true) {
                    waiting.extend(&next[node]);
                }
            }
            reached
        };
        let (below, above) = (reached(&self.forward.successors), reached(&self.forward.predecessors));
        (0..inside.len()).filter(|&node| below[node] && above[node]).collect()
    }
}
