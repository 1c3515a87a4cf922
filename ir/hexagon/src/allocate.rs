//! Registers for virtual registers: coloring of the interference graph, in the order of the uses in inner loops.
//!
//! Where no register is free, the value is kept in a slot of the stack, a predicate in a 32-bit register; then all is
//! colored again. Values that take part in a copy get the same register if that is possible.

use crate::coalesce::remove_identities;
use crate::code::{Block, Function, Inst, Operand, Packet, Reg, SP};
use crate::live::Interference;
use crate::op::File;
use crate::table as t;

/// The registers that calls keep, as units.
pub const CALLEE_SAVED: u64 = 0xfff << 16;
/// The registers that calls overwrite: those, the return address, and all predicates.
pub const CALLER_SAVED: u64 = 0xffff | 1 << 28 | 1 << 31 | 0xf << 32;

/// The uses in a loop that count as much as one outside of it.
const LOOP_WEIGHT: u64 = 16;

/// The rounds of spilling. Each one shortens lifetimes to single packets.
const MAX_ROUNDS: usize = 64;

/// Why there are not enough registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Values would be kept in memory.
    Spills,
    /// No value can be kept in memory instead of a register.
    NoRegister,
}

/// Gives every virtual register a physical one. If `may_spill` is not set, nothing is kept in memory.
pub fn allocate(function: &mut Function, may_spill: bool) -> Result<(), Failure> {
    let mut temporaries = vec![false; function.files.len()];
    for _ in 0..MAX_ROUNDS {
        let interference = Interference::of(function);
        let spilled = match color(function, &interference, &temporaries) {
            Coloring::Of(colors) => {
                assign(function, &colors);
                remove_identities(function);
                return Ok(());
            }
            Coloring::Spills(spilled) => spilled,
            Coloring::Impossible => return Err(Failure::NoRegister),
        };
        if !may_spill && spilled.iter().any(|&reg| function.file(reg) != File::P) {
            return Err(Failure::Spills);
        }
        for reg in spilled {
            let holder = spill(function, reg);
            temporaries.resize(function.files.len(), true);
            if let Some(holder) = holder.and_then(Reg::as_virtual) {
                temporaries[holder] = false;
            }
        }
    }
    Err(Failure::NoRegister)
}

/// The registers of a file, preferred ones first: those that need no saving.
fn candidates(file: File) -> Vec<Reg> {
    let physical = |number: u32| Reg::physical(file, number);
    match file {
        File::R => (0..16).chain([28]).chain(16..28).map(physical).collect(),
        File::D => (0..14).map(physical).collect(),
        File::P => (0..4).map(physical).collect(),
    }
}

/// The outcome of coloring.
enum Coloring {
    /// A physical register for each virtual one.
    Of(Vec<Reg>),
    /// The registers to spill.
    Spills(Vec<Reg>),
    /// Values of single packets have no registers.
    Impossible,
}

/// Colors the registers, those with most uses first.
fn color(function: &Function, interference: &Interference, temporaries: &[bool]) -> Coloring {
    let weights = weights(function);
    let mut order: Vec<usize> = (0..function.files.len()).collect();
    // Values of single packets come first: they cannot be spilled.
    order.sort_by_key(|&number| std::cmp::Reverse((temporaries[number], weights[number])));
    let mut colors =
        Colors { interference, files: &function.files, hints: hints(function), of: vec![None; function.files.len()] };
    let mut spilled = vec![false; function.files.len()];
    for number in order {
        while !spilled[number] {
            colors.of[number] = colors.free(number);
            if colors.of[number].is_some() {
                break;
            }
            let is_possible = |&other: &usize| {
                !temporaries[other] && !spilled[other] && function.files[other] == function.files[number]
            };
            let neighbours = interference.of[number].registers().filter_map(Reg::as_virtual);
            let colored = neighbours.filter(|&other| colors.of[other].is_some());
            let Some(cheapest) = colored.chain([number]).filter(is_possible).min_by_key(|&other| weights[other]) else {
                return Coloring::Impossible;
            };
            spilled[cheapest] = true;
            colors.of[cheapest] = None;
        }
    }
    let spilled = (0..spilled.len()).filter(|&number| spilled[number]);
    let spilled: Vec<Reg> = spilled.map(|number| Reg::virtual_register(number as u32)).collect();
    match spilled.is_empty() {
        true => Coloring::Of(colors.of.into_iter().map(|color| color.expect("each has one")).collect()),
        false => Coloring::Spills(spilled),
    }
}

/// The registers given out so far.
struct Colors<'a> {
    interference: &'a Interference,
    files: &'a [File],
    hints: Vec<Vec<(Reg, Reg)>>,
    of: Vec<Option<Reg>>,
}

impl Colors<'_> {
    /// A register that no neighbour has: the one of a copy, or else one that a neighbour is not copied from or to.
    fn free(&self, number: usize) -> Option<Reg> {
        let neighbours = || self.interference.of[number].registers().filter_map(Reg::as_virtual);
        let units = self.interference.of[number].units();
        let taken = neighbours().fold(units, |units, other| units | self.of[other].map_or(0, Reg::units));
        let is_free = |reg: &Reg| reg.units() & taken == 0;
        let of_other = |&(a, b): &(Reg, Reg)| {
            let other = if a.as_virtual() == Some(number) { b } else { a };
            other.as_virtual().map_or(Some(other), |other| self.of[other])
        };
        let all = candidates(self.files[number]);
        let hinted = self.hints[number].iter().filter_map(of_other).filter(|reg| all.contains(reg));
        let uncolored = neighbours().filter(|&other| self.of[other].is_none());
        let wanted =
            uncolored.flat_map(|other| &self.hints[other]).fold(0, |units, (a, b)| units | a.units() | b.units());
        let others = all.iter().copied().filter(|reg| reg.units() & wanted == 0);
        hinted.chain(others).chain(all.iter().copied()).find(is_free)
    }
}

/// By virtual register: its uses, those in loops counted more.
fn weights(function: &Function) -> Vec<u64> {
    let mut weights = vec![0; function.files.len()];
    for block in &function.blocks {
        let weight = LOOP_WEIGHT.saturating_pow(block.depth.min(8));
        for inst in block.packets.iter().flatten() {
            for reg in inst.reads().chain(inst.defs.iter().copied()).filter_map(Reg::as_virtual) {
                weights[reg] += weight;
            }
        }
    }
    weights
}

/// By virtual register: the copies it takes part in.
fn hints(function: &Function) -> Vec<Vec<(Reg, Reg)>> {
    let mut hints = vec![Vec::new(); function.files.len()];
    for (from, to) in function.blocks.iter().flat_map(|block| &block.packets).flatten().filter_map(Inst::as_copy) {
        for number in [from, to].into_iter().filter_map(Reg::as_virtual) {
            hints[number].push((from, to));
        }
    }
    hints
}

/// Replaces virtual registers.
fn assign(function: &mut Function, colors: &[Reg]) {
    let color = |reg: &mut Reg| {
        if let Some(number) = reg.as_virtual() {
            *reg = colors[number];
        }
    };
    for inst in function.blocks.iter_mut().flat_map(|block| &mut block.packets).flatten() {
        inst.defs.iter_mut().for_each(color);
        inst.reads_mut().for_each(color);
    }
}

/// Where a spilled value is.
enum Home {
    Slot(usize),
    Register(Reg),
}

impl Home {
    fn load(&self, file: File, to: Reg) -> Inst {
        match *self {
            Self::Register(from) => Inst::new(&t::TO_P, &[to], vec![from.into()]),
            Self::Slot(slot) => {
                let access = if file == File::D { &t::LOAD_D } else { &t::LOAD_W };
                Inst::new(&access.offset, &[to], vec![SP.into(), Operand::Slot(slot)])
            }
        }
    }

    fn store(&self, file: File, from: Reg) -> Inst {
        match *self {
            Self::Register(to) => Inst::new(&t::FROM_P, &[to], vec![from.into()]),
            Self::Slot(slot) => {
                let access = if file == File::D { &t::STORE_D } else { &t::STORE_W };
                Inst::new(&access.offset, &[], vec![SP.into(), Operand::Slot(slot), from.into()])
            }
        }
    }
}

/// Loads a register before each packet that reads it, and stores it behind each one that writes it. Returns the register
/// that holds a predicate, which may be spilled itself.
fn spill(function: &mut Function, spilled: Reg) -> Option<Reg> {
    let file = function.file(spilled);
    let home = match file {
        File::P => Home::Register(function.register(File::R)),
        File::R => Home::Slot(function.slot(4)),
        File::D => Home::Slot(function.slot(8)),
    };
    let mut blocks = std::mem::take(&mut function.blocks);
    for block in &mut blocks {
        spill_in(function, block, spilled, file, &home);
    }
    function.blocks = blocks;
    if let Home::Register(holder) = home { Some(holder) } else { None }
}

fn spill_in(function: &mut Function, block: &mut Block, spilled: Reg, file: File, home: &Home) {
    for mut packet in std::mem::take(&mut block.packets) {
        let reads = packet.iter().flat_map(Inst::reads).any(|reg| reg == spilled);
        let writes = packet.iter().flat_map(|inst| &inst.defs).any(|&reg| reg == spilled);
        if !reads && !writes {
            block.packets.push(packet);
            continue;
        }
        let temporary = function.register(file);
        for inst in &mut packet {
            let rename = |reg: &mut Reg| {
                if *reg == spilled {
                    *reg = temporary;
                }
            };
            inst.defs.iter_mut().for_each(rename);
            inst.reads_mut().for_each(rename);
        }
        if reads {
            block.packets.push(vec![home.load(file, temporary)]);
        }
        if !writes {
            block.packets.push(packet);
            continue;
        }
        let (end, rest): (Packet, Packet) = packet.into_iter().partition(|inst| inst.op.ends_block());
        block.packets.push(rest);
        block.packets.push(vec![home.store(file, temporary)]);
        if !end.is_empty() {
            block.packets.push(end);
        }
    }
}
