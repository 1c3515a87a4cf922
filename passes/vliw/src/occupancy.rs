//! For how long results take registers, and which of them cannot share one.
//!
//! The result of iteration `k` takes a register for the same cycles as that of iteration 0, `k * II` later. What a
//! loop-carried variable starts with is the result of iteration -1: it is there before the loop. What it is in the end
//! stays: it is read after the loop.

use num_integer::Integer;
use rmlir_vliw::{Model, Timing};

use crate::loop_body::LoopBody;
use crate::plan::Plan;

/// The cycles for which a result of iteration 0 takes a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occupancy {
    /// The node.
    pub node: usize,
    /// The cluster whose register it is.
    pub cluster: Option<usize>,
    /// The first cycle.
    pub from: i64,
    /// The cycle after the last one.
    pub to: i64,
    /// Whether the loop begins with a result of iteration -1.
    pub starts: bool,
    /// Whether the result of the last iteration is read after the loop.
    pub ends: bool,
}

/// When results of two nodes take registers at the same time: distances in iterations from that of the first node to that
/// of the second one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Meetings {
    /// Of any iterations.
    pub any: Vec<i64>,
    /// If the first one is of iteration -1.
    pub first: Vec<i64>,
    /// If the first one is of the last iteration.
    pub last: Vec<i64>,
}

impl Occupancy {
    /// Of a node with a result, in one of the clusters that have it.
    ///
    /// Where results come at exactly their latency, the register may be another one's until the cycle before.
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
            // When a condition ends the loop, iterations that are none are under way behind the last one.
            // What they have sent on its way lands after that.
            let longest = of.nodes.iter().map(|node| model.classes[node.class].latency).max().unwrap_or(0);
            to = to.max(plan.stages * plan.ii + longest);
            ends = false;
        }
        Self { node, cluster, from, to, starts, ends }
    }

    /// How many results of this node take registers at the same time.
    pub fn turns(&self, ii: i64) -> i64 {
        Integer::div_ceil(&(self.to - self.from), &ii).max(1)
    }

    /// When results of this and of another node take registers at the same time.
    pub fn meetings(&self, other: &Occupancy, ii: i64) -> Meetings {
        // Other of iteration `d` begins before this of iteration 0 ends, and ends after it begins.
        let least = Integer::div_floor(&(self.from - other.to), &ii) + 1;
        let most = Integer::div_ceil(&(self.to - other.from), &ii) - 1;
        let mut meetings = Meetings { any: (least..=most).collect(), ..Meetings::default() };
        if self.starts {
            // From before cycle 0 to the end of iteration -1's; other of an iteration from 0 on.
            let most = Integer::div_ceil(&(self.to - other.from), &ii) - 1;
            meetings.first = (1..=most).collect();
            meetings.first.extend(other.starts.then_some(0));
        }
        if self.ends {
            // From its begin on; other of that iteration or one before.
            meetings.last = (least..=0).collect();
            if other.ends && !meetings.last.contains(&0) {
                meetings.last.push(0);
            }
        }
        meetings
    }
}
