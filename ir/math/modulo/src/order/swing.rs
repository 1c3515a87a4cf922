//! The order in which nodes are placed (SMS, figure 7): set by set, alternating between bottom-up and top-down, so that
//! a node is ordered when only its predecessors or only its successors are. Line numbers refer to the figure.

use std::cmp::Reverse;

use crate::order::forward::{Forward, Neighbours, Times};

/// The direction of the ordering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    BottomUp,
    TopDown,
}

/// The first node of a set without ordered neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// The node with the highest ASAP, bottom-up; predecessors of ordered nodes have precedence, as in the figure.
    BottomUp,
    /// The node with the lowest ALAP, top-down; successors have precedence (SMS, section 6).
    TopDown,
}

/// The tie-breaking rules for equal nodes, before their indices.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Ties {
    /// Among nodes of equal height or depth, the one closer to the start of the traversal has precedence; with
    /// latencies of zero and less these do not reflect the topology (SMS, section 6.1).
    pub by_topology: bool,
    /// For each node the scarcity of its units; scarcer has precedence (SMS, section 6.3). Empty for no such rule.
    pub scarcity: Vec<u64>,
}

/// The order of all nodes of `sets`.
pub fn order(forward: &Forward, times: &Times, sets: &[Vec<usize>], start: Start, ties: &Ties) -> Vec<usize> {
    let mut rank = vec![0; forward.len()];
    forward.order.iter().enumerate().for_each(|(place, &node)| rank[node] = place);
    let ordering = Ordering {
        forward,
        times,
        ties,
        rank,
        set_of: set_of(forward.len(), sets),
        is_ordered: vec![false; forward.len()],
        is_ready: vec![false; forward.len()],
        ordered: Vec::with_capacity(forward.len()),
    };
    ordering.run(sets, start)
}

fn set_of(n: usize, sets: &[Vec<usize>]) -> Vec<usize> {
    let mut set_of = vec![usize::MAX; n];
    for (number, set) in sets.iter().enumerate() {
        set.iter().for_each(|&node| set_of[node] = number);
    }
    set_of
}

struct Ordering<'a> {
    forward: &'a Forward,
    times: &'a Times,
    ties: &'a Ties,
    /// The position of each node in a topological order.
    rank: Vec<usize>,
    set_of: Vec<usize>,
    is_ordered: Vec<bool>,
    /// Whether a node is in set R of the figure.
    is_ready: Vec<bool>,
    /// List O of the figure.
    ordered: Vec<usize>,
}

impl Ordering<'_> {
    fn run(mut self, sets: &[Vec<usize>], start: Start) -> Vec<usize> {
        for (number, set) in sets.iter().enumerate() {
            // A set need not be connected once others were removed from it: then lines 3 to 31 are repeated.
            while set.iter().any(|&node| !self.is_ordered[node]) {
                let (ready, direction) = self.begin(number, set, start);
                self.swing(number, ready, direction);
            }
        }
        self.ordered
    }

    /// Lines 3 to 12.
    fn begin(&self, number: usize, set: &[usize], start: Start) -> (Vec<usize>, Direction) {
        let above = || (self.around(number, &self.forward.predecessors), Direction::BottomUp);
        let below = || (self.around(number, &self.forward.successors), Direction::TopDown);
        let (first, second) = match start {
            Start::BottomUp => (above(), below()),
            Start::TopDown => (below(), above()),
        };
        if !first.0.is_empty() {
            return first;
        }
        if !second.0.is_empty() {
            return second;
        }
        let left = set.iter().copied().filter(|&node| !self.is_ordered[node]);
        let scarcity = |node: usize| self.ties.scarcity.get(node).copied().unwrap_or(0);
        let key = |time: i64, node: usize| (time, scarcity(node), Reverse(node));
        let (node, direction) = match start {
            Start::BottomUp => (left.max_by_key(|&node| key(self.times.asap[node], node)), Direction::BottomUp),
            Start::TopDown => (left.max_by_key(|&node| key(-self.times.alap[node], node)), Direction::TopDown),
        };
        (vec![node.expect("a node of the set is left")], direction)
    }

    /// The nodes of set `number` that are not ordered and have an ordered neighbour along `next`.
    fn around(&self, number: usize, next: &Neighbours) -> Vec<usize> {
        let is_open = |&node: &usize| self.set_of[node] == number && !self.is_ordered[node];
        let mut found: Vec<usize> =
            self.ordered.iter().flat_map(|&node| &next[node]).copied().filter(is_open).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Lines 13 to 31.
    fn swing(&mut self, number: usize, mut ready: Vec<usize>, mut direction: Direction) {
        while !ready.is_empty() {
            ready.iter().for_each(|&node| self.is_ready[node] = true);
            while let Some(node) = self.next(&ready, direction) {
                self.ordered.push(node);
                self.is_ordered[node] = true;
                self.is_ready[node] = false;
                ready.retain(|&other| other != node);
                let neighbours = match direction {
                    Direction::TopDown => &self.forward.successors[node],
                    Direction::BottomUp => &self.forward.predecessors[node],
                };
                for &next in neighbours {
                    if self.set_of[next] == number && !self.is_ordered[next] && !self.is_ready[next] {
                        self.is_ready[next] = true;
                        ready.push(next);
                    }
                }
            }
            (direction, ready) = match direction {
                Direction::TopDown => (Direction::BottomUp, self.around(number, &self.forward.predecessors)),
                Direction::BottomUp => (Direction::TopDown, self.around(number, &self.forward.successors)),
            };
        }
    }

    /// Lines 16 and 24.
    fn next(&self, ready: &[usize], direction: Direction) -> Option<usize> {
        let key = |node: usize| {
            let (length, rank) = match direction {
                Direction::TopDown => (self.times.height[node], self.forward.len() - self.rank[node]),
                Direction::BottomUp => (self.times.depth[node], self.rank[node]),
            };
            let scarcity = self.ties.scarcity.get(node).copied().unwrap_or(0);
            let topology = if self.ties.by_topology && self.is_entangled(node) { rank } else { 0 };
            (length, topology, -self.times.mobility(node), scarcity, Reverse(node))
        };
        ready.iter().copied().max_by_key(|&node| key(node))
    }

    /// Whether another ready node is a neighbour of `node`: only latencies of 0 and less make such nodes equal.
    fn is_entangled(&self, node: usize) -> bool {
        let neighbours = self.forward.successors[node].iter().chain(&self.forward.predecessors[node]);
        neighbours.into_iter().any(|&next| self.is_ready[next])
    }
}

/// The order of top-down scheduling: nodes by their latest start.
pub fn top_down(forward: &Forward, times: &Times) -> Vec<usize> {
    let mut order: Vec<usize> = forward.order.clone();
    order.sort_by_key(|&node| times.alap[node]);
    order
}
