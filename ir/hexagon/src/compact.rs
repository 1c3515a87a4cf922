//! Joining of neighbouring packets, once registers are given out.
//!
//! Copies that became unnecessary leave packets with room, and packets whose only instruction could be in the one before.

use crate::check::broken_rule;
use crate::code::{Function, Inst, Packet};
use crate::machine::Class;

/// Joins packets of a block with the ones before, where that is legal and nothing changes.
pub fn compact(function: &mut Function) {
    for block in &mut function.blocks {
        let ends_loop = block.hardware_loop.is_some();
        let mut packets: Vec<Packet> = Vec::new();
        let old = std::mem::take(&mut block.packets);
        let last = old.len().saturating_sub(1);
        for (number, packet) in old.into_iter().enumerate() {
            match packets.last_mut().filter(|before| may_join(before, &packet, ends_loop && number == last)) {
                Some(before) => before.extend(packet),
                None => packets.push(packet),
            }
        }
        block.packets = packets;
    }
}

/// Whether the second packet may execute at once with the first one.
fn may_join(first: &[Inst], second: &[Inst], ends_loop: bool) -> bool {
    let is_bound = |inst: &Inst| inst.op.class.branches() || matches!(inst.op.class, Class::Frame);
    let together: Packet = first.iter().chain(second).cloned().collect();
    !first.iter().any(is_bound)
        && !second.iter().any(|inst| matches!(inst.op.class, Class::Call | Class::Frame))
        && second.iter().all(|inst| first.iter().all(|before| are_independent(before, inst)))
        && broken_rule(&together, ends_loop).is_none()
}

/// Whether the second instruction neither reads nor writes what the first one writes.
fn are_independent(first: &Inst, second: &Inst) -> bool {
    let written = first.defs.iter().fold(0, |units, reg| units | reg.units());
    // A return is over when its packet is.
    let read =
        if second.op.class == Class::Return { 0 } else { second.reads().fold(0, |units, reg| units | reg.units()) };
    let overwritten = second.defs.iter().fold(0, |units, reg| units | reg.units());
    let accesses = |inst: &Inst| matches!(inst.op.class, Class::Load | Class::Store);
    let is_ordered = first.op.class == Class::Store && accesses(second);
    written & (read | overwritten) == 0 && !is_ordered
}
