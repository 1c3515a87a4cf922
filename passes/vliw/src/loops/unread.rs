//! Dead node elimination: nodes with unused results, such as the second predicate of a definition, take no units and no
//! registers.

use crate::loops::loop_body::{LoopBody, Operand};

/// The loop without dead nodes and unused live-in values.
pub fn without_unread(mut of: LoopBody) -> LoopBody {
    let is_read = read(&of);
    let place = places(&is_read);
    let mut invariants: Vec<Option<usize>> = vec![None; of.invariants.len()];
    let mut kept = Vec::new();
    let nodes = std::mem::take(&mut of.nodes);
    of.nodes = nodes.into_iter().zip(&is_read).filter(|(_, is_read)| **is_read).map(|(node, _)| node).collect();
    for operand in of.nodes.iter_mut().flat_map(|node| node.operands.iter_mut().chain(&mut node.guard)) {
        match operand {
            Operand::Node { node, .. } => *node = place[*node],
            Operand::Invariant(number) => {
                let value = of.invariants[*number];
                *number = *invariants[*number].get_or_insert_with(|| {
                    kept.push(value);
                    kept.len() - 1
                });
            }
            Operand::Constant(_) => {}
        }
    }
    of.invariants = kept;
    of.carried.retain(|carried| is_read[carried.node]);
    of.carried.iter_mut().for_each(|carried| carried.node = place[carried.node]);
    of.branch = place[of.branch];
    of.goes_on = of.goes_on.map(|node| place[node]);
    of
}

/// By node: whether it is live: it has an effect, is a result of the loop, or is read by a live node.
fn read(of: &LoopBody) -> Vec<bool> {
    let mut is_read = vec![false; of.nodes.len()];
    let has_effect = (0..of.nodes.len()).filter(|&node| of.nodes[node].result.is_none());
    let mut left: Vec<usize> = has_effect.chain(of.results().map(|(_, node)| node)).collect();
    while let Some(node) = left.pop() {
        if std::mem::replace(&mut is_read[node], true) {
            continue;
        }
        left.extend(of.nodes[node].reads().filter_map(|operand| match operand {
            Operand::Node { node, .. } => Some(node),
            _ => None,
        }));
    }
    is_read
}

/// The new index of each node.
fn places(is_read: &[bool]) -> Vec<usize> {
    let mut next = 0;
    let place = |&is_read: &bool| {
        next += usize::from(is_read);
        next.saturating_sub(1)
    };
    is_read.iter().map(place).collect()
}
