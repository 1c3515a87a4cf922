//! The order of blocks: unreachable ones and jumps to the next one are removed, and blocks that follow each other in any
//! case are joined.

use crate::code::{Function, Inst, Operand};
use crate::table as t;

/// Removes jumps to jumps, branches over jumps, blocks that are not reachable, and jumps to the next block.
pub fn simplify(function: &mut Function) {
    thread(function);
    invert(function);
    remove_unreachable(function);
    for position in 1..function.blocks.len() {
        let next = function.blocks[position].label;
        let packets = &mut function.blocks[position - 1].packets;
        let is_jump = |inst: &Inst| *inst.op == t::JUMP && inst.label() == Some(next);
        if packets.last().and_then(|packet| packet.last()).is_some_and(is_jump) {
            packets.pop();
        }
    }
}

/// Replaces labels of blocks that only jump by what they jump to.
fn thread(function: &mut Function) {
    let mut leads_to: Vec<u32> = (0..function.n_labels).collect();
    for block in &function.blocks {
        if let [packet] = block.packets.as_slice()
            && let [inst] = packet.as_slice()
            && let Some(label) = inst.label().filter(|_| *inst.op == t::JUMP)
        {
            leads_to[block.label as usize] = label;
        }
    }
    for inst in function.blocks.iter_mut().flat_map(|block| &mut block.packets).flatten() {
        for operand in &mut inst.uses {
            let Operand::Label(label) = operand else { continue };
            // An endless loop of jumps stays one.
            for _ in 0..leads_to.len() {
                match leads_to[*label as usize] {
                    next if next == *label => break,
                    next => *label = next,
                }
            }
        }
    }
}

/// Makes one branch of a branch over a block that only jumps: that with the inverse condition to where the block jumps.
/// Nothing jumps to the block any more.
fn invert(function: &mut Function) {
    for position in 2..function.blocks.len() {
        let [before, between, after] = &mut function.blocks[position - 2..=position] else { continue };
        let target = match between.packets.as_slice() {
            [packet] => packet
                .first()
                .filter(|inst| *inst.op == t::JUMP)
                .and_then(Inst::label)
                .filter(|&to| to != between.label),
            _ => None,
        };
        let branch = before.packets.last_mut().and_then(|packet| packet.last_mut());
        let (Some(target), Some(branch)) = (target, branch) else { continue };
        let Some(inverse) = t::inverse_branch(branch.op).filter(|_| branch.label() == Some(after.label)) else {
            continue;
        };
        branch.op = inverse;
        let label = branch.uses.iter_mut().find(|operand| matches!(operand, Operand::Label(_)));
        *label.expect("a branch has a label") = Operand::Label(target);
        between.packets[0][0].uses = vec![Operand::Label(after.label)];
    }
}

/// Removes blocks that nothing leads to.
fn remove_unreachable(function: &mut Function) {
    let successors = function.successors();
    let mut is_reachable = vec![false; function.blocks.len()];
    let mut waiting = vec![0];
    while let Some(block) = waiting.pop() {
        if !std::mem::replace(&mut is_reachable[block], true) {
            waiting.extend(&successors[block]);
        }
    }
    let mut is_reachable = is_reachable.into_iter();
    function.blocks.retain(|_| is_reachable.next() == Some(true));
}

/// Joins blocks with the block before, if nothing else leads to them.
pub fn merge(function: &mut Function) {
    let mut is_jumped_to = vec![false; function.n_labels as usize];
    for inst in function.blocks.iter().flat_map(|block| &block.packets).flatten() {
        if let Some(label) = inst.label() {
            is_jumped_to[label as usize] = true;
        }
    }
    let mut position = 1;
    while position < function.blocks.len() {
        let (before, block) = (&function.blocks[position - 1], &function.blocks[position]);
        let ends = before.packets.last().and_then(|packet| packet.last()).is_some_and(|inst| inst.op.ends_block());
        let is_plain = before.hardware_loop.is_none() && block.hardware_loop.is_none() && before.depth == block.depth;
        if ends || !is_plain || before.is_scheduled || block.is_scheduled || is_jumped_to[block.label as usize] {
            position += 1;
            continue;
        }
        let block = function.blocks.remove(position);
        function.blocks[position - 1].packets.extend(block.packets);
    }
}
