//! Fewer stages at the same II, with no more live registers: each iteration then fills and drains the pipeline faster, and
//! fewer iterations suffice for it.
//!
//! With rows fixed, dependences bound the number of IIs by which each operation is after the first one: the longest
//! paths of these bounds give the fewest stages, for each row that may be first (stage scheduling: Eichenberger and
//! Davidson, MICRO-28). Operations then move within these stages so that few results are live.

use num_integer::Integer;
use rmlir_base::budget::Budget;

use crate::graph::Graph;
use crate::machine::Machine;
use crate::mii::longest_paths;
use crate::place::swing::Placement;
use crate::registers::lifetimes::{max_live, stages};
use crate::registers::settle::settle_within;

/// Reduces the stages of `placement`, if that needs no more live registers.
pub fn shorten(graph: &Graph, machine: &Machine, placement: &mut Placement, budget: &Budget) {
    let ii = placement.ii;
    let now = stages(&placement.start, ii);
    // An iteration is as long as its longest path, wherever that starts.
    let longest = longest_paths(graph.len(), graph.edges(), ii, budget).and_then(|paths| paths.into_iter().max());
    if now < 2 || longest.is_none_or(|longest| longest.div_euclid(ii) + 1 >= now) {
        return;
    }
    let fewest =
        (0..ii).filter_map(|first| earliest(graph, placement, first, budget)).min_by_key(|start| stages(start, ii));
    let Some(start) = fewest.filter(|start| stages(start, ii) < now) else { return };
    let n_stages = stages(&start, ii);
    let live = max_live(graph, &placement.start, ii);
    let mut shorter = Placement { start, ..placement.clone() };
    settle_within(graph, machine, &mut shorter, Some(n_stages * ii), budget);
    if max_live(graph, &shorter.start, ii) <= live && stages(&shorter.start, ii) < now {
        *placement = shorter;
    }
}

/// The earliest starts with the rows of the operations fixed, counted from row `first`.
fn earliest(graph: &Graph, placement: &Placement, first: i64, budget: &Budget) -> Option<Vec<i64>> {
    let ii = placement.ii;
    let row: Vec<i64> = placement.start.iter().map(|start| (start - first).rem_euclid(ii)).collect();
    let mut stage = vec![0; graph.len()];
    // A path without circuits has fewer edges than there are operations.
    for _ in 0..=graph.len() {
        if !budget.spend(graph.edges().len() as u64) {
            return None;
        }
        let mut changed = false;
        for edge in graph.edges() {
            let apart = Integer::div_ceil(&(edge.length(ii) + row[edge.from] - row[edge.to]), &ii);
            if stage[edge.to] < stage[edge.from] + apart {
                stage[edge.to] = stage[edge.from] + apart;
                changed = true;
            }
        }
        if !changed {
            let start: Vec<i64> = row.iter().zip(&stage).map(|(row, stage)| row + stage * ii).collect();
            let first = start.iter().min().copied().unwrap_or(0);
            return Some(start.into_iter().map(|start| start - first).collect());
        }
    }
    None
}
