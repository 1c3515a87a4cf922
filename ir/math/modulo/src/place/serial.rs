//! Sequential schedule in an order that keeps few results live: the last resort where registers are too few for other
//! modes. Of trees of operations, subtrees that need the most registers are evaluated first (Sethi and Ullman, JACM
//! 1970), and each operation starts as late as its successors allow.

use crate::graph::{Graph, Kind};
use crate::machine::Machine;
use crate::order::forward::Forward;
use crate::place::list::{horizon, interval};
use crate::place::swing::{Placement, finish};
use crate::place::table::Table;

/// The schedule. No two iterations share a cycle.
pub fn serial(graph: &Graph, machine: &Machine, forward: &Forward, at_least: i64) -> Placement {
    let horizon = horizon(graph, machine);
    let mut table = Table::new(machine, horizon, graph.len());
    let mut start: Vec<Option<i64>> = vec![None; graph.len()];
    let mut next = 0;
    for &node in order(graph, forward).iter().rev() {
        let edges = graph.outgoing(node).filter(|edge| edge.distance == 0);
        let late = edges.filter_map(|edge| Some(start[edge.to]? - edge.latency)).min().unwrap_or(next).min(next);
        let class = graph.node(node).class;
        let time = (0..horizon).map(|earlier| late - earlier).find(|&time| table.place(node, class, time));
        next = time.unwrap_or(late);
        start[node] = time;
    }
    let mut placement = finish(&start, table.into_bindings(), horizon);
    placement.ii = interval(graph, machine, &placement).max(at_least);
    placement
}

/// A topological order that keeps operations close to their operands.
fn order(graph: &Graph, forward: &Forward) -> Vec<usize> {
    let before = |node: usize| graph.incoming(node).filter(|edge| edge.distance == 0);
    // The number of registers to compute a result with all its operands.
    let mut needs = vec![1; graph.len()];
    for &node in &forward.order {
        let mut of: Vec<usize> =
            before(node).filter(|edge| edge.kind == Kind::Flow).map(|edge| needs[edge.from]).collect();
        of.sort_unstable_by(|a, b| b.cmp(a));
        needs[node] = of.iter().enumerate().map(|(kept, needs)| kept + needs).max().unwrap_or(1);
    }
    let mut order = Vec::with_capacity(graph.len());
    let (mut is_known, mut is_done) = (vec![false; graph.len()], vec![false; graph.len()]);
    let is_last = |&node: &usize| graph.outgoing(node).all(|edge| edge.distance > 0);
    for last in (0..graph.len()).filter(is_last) {
        // Each operation twice: before and after its predecessors.
        let mut open = vec![(last, false)];
        while let Some((node, is_ready)) = open.pop() {
            if is_ready {
                order.push(node);
                is_done[node] = true;
                // An operation that only consumes results is ordered at once, which ends their live ranges.
                let takes = |&to: &usize| graph.outgoing(to).all(|edge| edge.kind != Kind::Flow);
                let flows = graph.outgoing(node).filter(|edge| edge.distance == 0 && edge.kind == Kind::Flow);
                for to in flows.map(|edge| edge.to).filter(takes) {
                    if !is_known[to] && before(to).all(|edge| is_done[edge.from]) {
                        is_known[to] = true;
                        is_done[to] = true;
                        order.push(to);
                    }
                }
            } else if !std::mem::replace(&mut is_known[node], true) {
                open.push((node, true));
                let mut of: Vec<usize> = before(node).map(|edge| edge.from).filter(|&it| !is_known[it]).collect();
                // The last element is on top of the stack and ordered first.
                of.sort_by_key(|&it| needs[it]);
                open.extend(of.into_iter().map(|it| (it, false)));
            }
        }
    }
    order
}
