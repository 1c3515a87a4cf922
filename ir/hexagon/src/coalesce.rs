//! Removal of copies and of results that nothing reads, before scheduling.

use crate::code::{Function, Inst, Reg};
use crate::live::{Interference, live_out, step};
use crate::table::old_value_form;

/// Replaces both registers of a copy by one where they do not interfere, those of inner loops first (Chaitin), and
/// removes instructions that only compute what nothing reads.
pub fn coalesce(function: &mut Function) {
    remove_dead(function);
    let mut interference = Interference::of(function);
    let mut stands_for: Vec<Reg> = (0..function.files.len() as u32).map(Reg::virtual_register).collect();
    let mut copies: Vec<(u32, Reg, Reg)> = Vec::new();
    for block in &function.blocks {
        let of_block = block.packets.iter().flatten().filter_map(Inst::as_copy);
        copies.extend(of_block.map(|(from, to)| (block.depth, from, to)));
    }
    copies.sort_by_key(|copy| std::cmp::Reverse(copy.0));
    for (_, from, to) in copies {
        let (from, to) = (find(&stands_for, from), find(&stands_for, to));
        let (Some(_), Some(number)) = (from.as_virtual(), to.as_virtual()) else { continue };
        if from != to && !interference.are_apart(from, to) {
            interference.merge(from, to);
            stands_for[number] = from;
        }
    }
    for inst in function.blocks.iter_mut().flat_map(|block| &mut block.packets).flatten() {
        inst.defs.iter_mut().for_each(|reg| *reg = find(&stands_for, *reg));
        inst.reads_mut().for_each(|reg| *reg = find(&stands_for, *reg));
    }
    remove_identities(function);
    remove_dead(function);
}

/// The register that stands for `reg`.
fn find(stands_for: &[Reg], mut reg: Reg) -> Reg {
    while let Some(number) = reg.as_virtual() {
        match stands_for[number] {
            next if next == reg => break,
            next => reg = next,
        }
    }
    reg
}

/// Removes copies of registers to themselves. What read their result as a new value reads what was there before.
pub fn remove_identities(function: &mut Function) {
    for block in &mut function.blocks {
        for packet in &mut block.packets {
            let identities = packet.iter().filter_map(Inst::as_copy).filter(|(from, to)| from == to);
            let unchanged: Vec<Reg> = identities.map(|(reg, _)| reg).collect();
            for inst in packet.iter_mut() {
                if let Some(form) = old_value_form(inst.op)
                    && inst.new_value().is_some_and(|value| unchanged.contains(&value))
                {
                    inst.op = form;
                }
            }
            packet.retain(|inst| inst.as_copy().is_none_or(|(from, to)| from != to));
        }
        remove_empty(&mut block.packets);
    }
}

fn remove_empty(packets: &mut Vec<Vec<Inst>>) {
    packets.retain(|packet| !packet.is_empty());
}

/// Removes pure instructions whose results are not live.
fn remove_dead(function: &mut Function) {
    loop {
        let mut changed = false;
        let live_out = live_out(function);
        for (block, mut live) in function.blocks.iter_mut().zip(live_out) {
            for packet in block.packets.iter_mut().rev() {
                let is_needed = |inst: &Inst| !inst.op.is_pure() || inst.defs.iter().any(|&def| live.has(def));
                let before = packet.len();
                packet.retain(is_needed);
                changed |= packet.len() < before;
                step(&mut live, packet);
            }
            remove_empty(&mut block.packets);
        }
        if !changed {
            return;
        }
    }
}
