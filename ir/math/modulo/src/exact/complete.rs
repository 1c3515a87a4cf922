//! Completes times for the operations of recurrences to a schedule: recurrences are shifted by multiples of II, the
//! operations between them are placed in the first free row.

use crate::graph::Graph;
use crate::machine::Machine;
use crate::place::swing::{Placement, finish};
use crate::place::table::{Binding, Table};

/// Returns `None` if no units are free for an operation without a time.
pub fn complete(
    graph: &Graph,
    machine: &Machine,
    ii: i64,
    component: &[usize],
    found: &[Option<(i64, Binding)>],
) -> Option<Placement> {
    let mut table = Table::new(machine, ii, graph.len());
    for (node, found) in found.iter().enumerate() {
        let Some((time, binding)) = found else { continue };
        table.place_by(node, graph.node(node).class, *time, binding);
    }
    // Indices of components decrease along edges between them.
    let mut members = vec![Vec::new(); graph.len()];
    (0..graph.len()).for_each(|node| members[component[node]].push(node));
    let mut start: Vec<Option<i64>> = vec![None; graph.len()];
    for members in members.iter().rev() {
        let at = |node: usize| found[node].as_ref().map(|(time, _)| *time);
        let ready = |start: &[Option<i64>], node: usize| {
            graph.incoming(node).filter_map(|edge| Some(start[edge.from]? + edge.length(ii))).max()
        };
        if let [node] = members[..]
            && at(node).is_none()
        {
            let early = ready(&start, node).unwrap_or(0);
            start[node] = Some((early..early + ii).find(|&time| table.place(node, graph.node(node).class, time))?);
            continue;
        }
        // The relative times of the search, shifted later by a multiple of II, so that rows are kept.
        let shifts = members.iter().filter_map(|&node| Some(ready(&start, node)? - at(node)?));
        let shift = shifts.max().map_or(0, |least| num_integer::Integer::div_ceil(&least, &ii) * ii);
        for &node in members {
            start[node] = Some(at(node)? + shift);
        }
    }
    Some(finish(&start, table.into_bindings(), ii))
}
