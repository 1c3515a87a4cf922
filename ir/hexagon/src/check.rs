//! The checker of final code: the rules by which an assembler refuses packets. It shares no code with the scheduler,
//! which counts instructions by sets of slots; here slots are given out.

use std::fmt;

use crate::code::{Function, Inst, Operand, Packet};
use crate::machine::{Class, N_SLOTS, N_WORDS};
use crate::op::Kind;

/// A packet that the machine cannot execute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The positions of the block and the packet.
    pub at: (usize, usize),
    /// The rule.
    pub rule: Rule,
}

/// The rules of packets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// There are more words than a packet has.
    Words,
    /// Instructions cannot all have slots.
    Slots,
    /// There are several branches, or one at the end of a hardware loop.
    Branches,
    /// A register is written twice.
    Written,
    /// An instruction that must have a packet of its own has not.
    Alone,
    /// A branch or store reads a new value that its packet does not write, or another store is beside it.
    New,
    /// An operand is not what the instruction takes.
    Operand,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = match self.rule {
            Rule::Words => "has more than 4 words",
            Rule::Slots => "has instructions that take the same slot",
            Rule::Branches => "has several branches",
            Rule::Written => "writes a register twice",
            Rule::Alone => "has others beside an instruction that must be alone",
            Rule::New => "does not write the new value that it reads",
            Rule::Operand => "has an operand that the instruction does not take",
        };
        write!(f, "packet {} of block {} {rule}", self.at.1, self.at.0)
    }
}

/// Checks all packets.
pub fn check(function: &Function) -> Result<(), Fault> {
    for (block_number, block) in function.blocks.iter().enumerate() {
        for (number, packet) in block.packets.iter().enumerate() {
            let ends_loop = block.hardware_loop.is_some() && number + 1 == block.packets.len();
            if let Some(rule) = broken_rule(packet, ends_loop) {
                return Err(Fault { at: (block_number, number), rule });
            }
        }
    }
    Ok(())
}

/// The first rule that a packet breaks.
pub fn broken_rule(packet: &Packet, ends_loop: bool) -> Option<Rule> {
    let n_branches = packet.iter().filter(|inst| inst.op.class.branches()).count();
    let sets_up = packet.iter().any(|inst| inst.op.class == Class::Loop);
    let is_alone = |inst: &Inst| matches!(inst.op.class, Class::Call | Class::Frame);
    match () {
        () if !packet.iter().all(operands_fit) => Some(Rule::Operand),
        () if n_words(packet) > N_WORDS as usize => Some(Rule::Words),
        () if n_branches > 1 || (ends_loop && (n_branches > 0 || sets_up)) => Some(Rule::Branches),
        () if packet.len() > 1 && packet.iter().any(is_alone) => Some(Rule::Alone),
        () if writes_twice(packet) => Some(Rule::Written),
        () if !packet.iter().all(|inst| reads_what_is_written(inst, packet)) => Some(Rule::New),
        () if !have_slots(packet, &mut [false; N_SLOTS]) => Some(Rule::Slots),
        () => None,
    }
}

fn n_words(packet: &[Inst]) -> usize {
    packet.iter().map(|inst| 1 + usize::from(inst.is_extended())).sum()
}

/// Whether there is a place for all instructions of a packet, with at most one branch.
pub fn has_room(packet: &[Inst]) -> bool {
    let n_branches = packet.iter().filter(|inst| inst.op.class.branches()).count();
    n_words(packet) <= N_WORDS as usize && n_branches <= 1 && have_slots(packet, &mut [false; N_SLOTS])
}

/// Whether operands are of the files and ranges that the table has, all registers being physical.
fn operands_fit(inst: &Inst) -> bool {
    let is_in = |reg: crate::code::Reg, file| reg.as_physical().is_some_and(|(of, _)| of == file);
    let fits = |(kind, operand): (&Kind, &Operand)| match (kind, operand) {
        (Kind::Reg(file), Operand::Reg(reg)) => is_in(*reg, *file),
        (Kind::Reg(crate::op::File::R), Operand::Half(reg, _)) => is_in(*reg, crate::op::File::D),
        (Kind::Imm(imm), Operand::Imm(value)) => imm.holds(*value) || (imm.extends && is_word(*value)),
        (Kind::Symbol, Operand::Symbol(_)) | (Kind::Label, Operand::Label(_) | Operand::Symbol(_)) => true,
        _ => false,
    };
    let is_tied = inst.op.tied.is_none_or(|def| inst.uses[0] == Operand::Reg(inst.defs[def]));
    is_tied
        && inst.op.uses.iter().zip(&inst.uses).all(fits)
        && inst.op.defs.iter().zip(&inst.defs).all(|(&file, &reg)| is_in(reg, file))
}

/// Whether an extender holds a value.
fn is_word(value: i64) -> bool {
    (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&value)
}

/// Whether an instruction that reads a new value finds it, and no other store is beside a store of one.
fn reads_what_is_written(inst: &Inst, packet: &[Inst]) -> bool {
    let n_stores = packet.iter().filter(|inst| inst.op.class == Class::Store).count();
    !crate::table::reads_new(inst.op)
        || (packet.iter().any(|other| other.feeds(inst)) && (inst.op.class != Class::Store || n_stores == 1))
}

fn writes_twice(packet: &Packet) -> bool {
    let mut written = 0;
    packet.iter().flat_map(|inst| &inst.defs).any(|def| {
        let before = written;
        written |= def.units();
        before & def.units() != 0
    })
}

/// Whether the instructions get a slot each.
fn have_slots(packet: &[Inst], taken: &mut [bool; N_SLOTS]) -> bool {
    let Some((inst, rest)) = packet.split_first() else { return true };
    inst.op.class.slots().iter().any(|&slot| {
        if taken[slot] {
            return false;
        }
        taken[slot] = true;
        let have = have_slots(rest, taken);
        taken[slot] = false;
        have
    })
}
