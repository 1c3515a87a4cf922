//! Lifetimes of results in registers, and their interference.
//!
//! The lifetime of iteration `k`'s result is that of iteration 0 shifted by `k * II`. The initial value of a
//! loop-carried variable is the result of iteration -1: it is live before the loop. Its final value stays live: it is
//! read after the loop.

use num_integer::Integer;
use rmlir_vliw::{Model, Timing};

use crate::loops::loop_body::LoopBody;
use crate::schedule::plan::Plan;

/// The lifetime in cycles of a node's result of iteration 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occupancy {
    /// The node.
    pub node: usize,
    /// The cluster of the register.
    pub cluster: Option<usize>,
    /// The first cycle.
    pub from: i64,
    /// The cycle after the last one.
    pub to: i64,
    /// Whether the initial value of the loop is a result of iteration -1.
    pub starts: bool,
    /// Whether the result of the last iteration is read after the loop.
    pub ends: bool,
}

/// The interference of two nodes' results: distances in iterations from the first node's to the second node's.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Meetings {
    /// Between results of any iterations.
    pub any: Vec<i64>,
    /// If the first result is of iteration -1.
    pub first: Vec<i64>,
    /// If the first result is of the last iteration.
    pub last: Vec<i64>,
}

impl Occupancy {
    /// The lifetime of a node's result, in one of the clusters that hold it.
    ///
    /// If results are written at exactly their latency, another value may use the register until the previous cycle.
    pub fn of(of: &LoopBody, plan: &Plan, model: &Model, node: usize, cluster: Option<usize>) -> Self {
        let latency = model.classes[of.nodes[node].class].latency;
        let lands = plan.start[node] + latency;
        let from = match model.writes {
            Timing::Exact => lands - 1,
            Timing::Early => plan.start[node],
        };
        let read = |(reader, distance): (usize, u32)| plan.start[reader] + i64::from(distance) * plan.ii;
        let is_own = cluster == of.nodes[node].cluster;
        let (starts, mut ends) = (of.starts_in_register(node, cluster), is_own && of.ends_in_register(node));
        let readers = of.readers(node).filter(|&(reader, _)| of.read_in(node, reader) == cluster);
        let mut to = readers.map(read).max().unwrap_or(lands).max(lands);
        if ends && of.goes_on.is_some() {
            // When a condition ends the loop, speculative iterations are in flight after the last one. Their register
            // writes complete after that.
            let longest = of.nodes.iter().map(|node| model.classes[node.class].latency).max().unwrap_or(0);
            to = to.max(plan.stages * plan.ii + longest);
            ends = false;
        }
        Self { node, cluster, from, to, starts, ends }
    }

    /// The number of results of this node with overlapping lifetimes.
    pub fn turns(&self, ii: i64) -> i64 {
        Integer::div_ceil(&(self.to - self.from), &ii).max(1)
    }

    /// The interference of the results of this and of another node.
    pub fn meetings(&self, other: &Occupancy, ii: i64) -> Meetings {
        // The other result of iteration `d` is defined before this one of iteration 0 dies, and dies after this is
        // defined.
        let least = Integer::div_floor(&(self.from - other.to), &ii) + 1;
        let most = Integer::div_ceil(&(self.to - other.from), &ii) - 1;
        let mut meetings = Meetings { any: (least..=most).collect(), ..Meetings::default() };
        if self.starts {
            // The lifetime of iteration -1's result begins before cycle 0; the other one is of an iteration from 0 on.
            let most = Integer::div_ceil(&(self.to - other.from), &ii) - 1;
            meetings.first = (1..=most).collect();
            meetings.first.extend(other.starts.then_some(0));
        }
        if self.ends {
            // The lifetime of the last result does not end; the other one is of that iteration or a previous one.
            meetings.last = (least..=0).collect();
            if other.ends && !meetings.last.contains(&0) {
                meetings.last.push(0);
            }
        }
        meetings
    }
}
