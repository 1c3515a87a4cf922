//! Instructions in order as packets: list scheduling of blocks.

use rmlir_modulo::{Machine, Mode, schedule};

use crate::code::{Function, Inst, Packet};
use crate::depend::graph;
use crate::machine::machine;
use crate::table::new_value_form;

/// The most instructions that are scheduled together: the order of memory accesses takes an edge for each pair.
const MAX_SCHEDULED: usize = 512;

/// Schedules all blocks that are not scheduled yet.
pub fn packetize(function: &mut Function) {
    let machine = machine();
    for block in function.blocks.iter_mut().filter(|block| !block.is_scheduled) {
        let insts: Vec<Inst> = std::mem::take(&mut block.packets).into_iter().flatten().collect();
        block.packets = insts.chunks(MAX_SCHEDULED).flat_map(|part| packets(&machine, part)).collect();
        block.is_scheduled = true;
    }
}

/// The packets of some instructions.
pub fn packets(machine: &Machine, insts: &[Inst]) -> Vec<Packet> {
    rows(insts, &starts(machine, insts))
}

/// The cycle of each instruction.
pub fn starts(machine: &Machine, insts: &[Inst]) -> Vec<i64> {
    schedule(&graph(insts), machine, Mode::List).expect("a block without cycles has a schedule").start
}

/// The packets of instructions with a start each; packets without instructions are left out.
fn rows(insts: &[Inst], start: &[i64]) -> Vec<Packet> {
    let n_rows = start.iter().max().map_or(0, |&last| last as usize + 1);
    let mut packets = vec![Vec::new(); n_rows];
    for (inst, &start) in with_new_values(insts, start).into_iter().zip(start) {
        packets[start as usize].push(inst);
    }
    packets.retain(|packet| !packet.is_empty());
    packets
}

/// The instructions, in the form for new values if they start with the one that computes these.
pub(crate) fn with_new_values(insts: &[Inst], start: &[i64]) -> Vec<Inst> {
    let mut changed = insts.to_vec();
    for (number, inst) in changed.iter_mut().enumerate() {
        let Some((form, value)) = new_value_form(inst.op).zip(inst.new_value()) else { continue };
        let writer = insts[..number].iter().rposition(|before| before.defs.contains(&value));
        if writer.is_some_and(|writer| start[writer] == start[number]) {
            inst.op = form;
        }
    }
    changed
}
