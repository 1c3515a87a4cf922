//! The stack frame: from the stack pointer up arguments of calls, stack slots, registers that the caller expects
//! unchanged; then the frame pointer and return address of the caller, which the frame pointer points to.

use crate::allocate::CALLEE_SAVED;
use crate::code::{Block, Function, Inst, Operand, Packet, Reg, SP};
use crate::machine::Class;
use crate::op::File;
use crate::table as t;

/// The alignment of frames and slots.
const ALIGNMENT: i64 = 8;

/// Adds the code that makes and removes the frame, if there is one, and replaces slots by offsets.
pub fn add_frame(function: &mut Function) {
    let saved = saved(function);
    let needs_frame = function.has_calls || function.reads_stack || !function.slots.is_empty() || !saved.is_empty();
    if !needs_frame {
        return;
    }
    let mut next = align(function.outgoing);
    let mut place = |size: i64| {
        let at = next;
        next += align(size);
        at
    };
    let slots: Vec<i64> = function.slots.iter().map(|&size| place(size)).collect();
    let saved: Vec<(Reg, i64)> = saved.into_iter().map(|pair| (pair, place(ALIGNMENT))).collect();
    let size = next;
    for block in &mut function.blocks {
        for operand in block.packets.iter_mut().flatten().flat_map(|inst| &mut inst.uses) {
            if let Operand::Slot(slot) = *operand {
                *operand = Operand::Imm(slots[slot]);
            }
        }
        leave(block, &saved);
    }
    let mut enter: Vec<Packet> = vec![vec![Inst::new(&t::ALLOC_FRAME, &[], vec![size.into()])]];
    let store = |&(pair, at): &(Reg, i64)| Inst::new(&t::STORE_D.offset, &[], vec![SP.into(), at.into(), pair.into()]);
    enter.extend(saved.chunks(2).map(|pairs| pairs.iter().map(store).collect::<Packet>()));
    let entry = &mut function.blocks[0].packets;
    entry.splice(0..0, enter);
}

fn align(size: i64) -> i64 {
    (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT
}

/// The pairs of registers that the function writes and callers expect unchanged.
fn saved(function: &Function) -> Vec<Reg> {
    let defs = function.blocks.iter().flat_map(|block| &block.packets).flatten().flat_map(|inst| &inst.defs);
    let written = defs.fold(0, |units, reg| units | reg.units()) & CALLEE_SAVED;
    (0..16).map(|number| Reg::physical(File::D, number)).filter(|pair| pair.units() & written != 0).collect()
}

/// Restores registers before a return, and removes the frame.
fn leave(block: &mut Block, saved: &[(Reg, i64)]) {
    let load = |&(pair, at): &(Reg, i64)| Inst::new(&t::LOAD_D.offset, &[pair], vec![SP.into(), at.into()]);
    for mut packet in std::mem::take(&mut block.packets) {
        let Some(at) = packet.iter().position(|inst| inst.op.class == Class::Return) else {
            block.packets.push(packet);
            continue;
        };
        let results = packet.remove(at).uses;
        if !packet.is_empty() {
            block.packets.push(packet);
        }
        block.packets.extend(saved.chunks(2).map(|pairs| pairs.iter().map(load).collect::<Packet>()));
        block.packets.push(vec![Inst::new(&t::FRAME_RETURN, &[], results)]);
    }
}
