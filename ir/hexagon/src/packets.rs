//! Instructions in order as packets: list scheduling of blocks.

use rmlir_modulo::{Machine, Mode, schedule};

use crate::code::{Function, Inst, Packet};
use crate::depend::graph;
use crate::machine::machine;
use crate::table::new_value_form;

/// Schedules all blocks that are not scheduled yet.
pub fn packetize(function: &mut Function) {
    let machine = machine();
    for block in function.blocks.iter_mut().filter(|block| !block.is_scheduled) {
        let insts: Vec<Inst> = std::mem::take(&mut block.packets).into_iter().flatten().collect();
        block.packets = packets(&machine, &insts);
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
    for (inst, &start) in insts.iter().zip(start) {
        packets[start as usize].push(inst.clone());
    }
    packets.retain(|packet| !packet.is_empty());
    packets.iter_mut().for_each(|packet| read_new(packet));
    packets
}

/// A branch reads a predicate that its packet writes by the form for that.
fn read_new(packet: &mut Packet) {
    let written: Vec<_> = packet.iter().flat_map(|inst| inst.defs.clone()).collect();
    for inst in packet {
        if let Some(form) = new_value_form(inst.op)
            && inst.reads().any(|reg| written.contains(&reg))
        {
            inst.op = form;
        }
    }
}
