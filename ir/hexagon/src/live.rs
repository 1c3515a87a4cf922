//! Liveness, and which registers interfere.

use crate::code::{Function, Inst, Reg};
use crate::machine::Class;
use crate::table::reads_new;

/// A set of registers, physical units and virtual ones, as bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set(Vec<u64>);

impl Set {
    /// The empty set of registers of a function.
    pub fn new(function: &Function) -> Self {
        Self(vec![0; 1 + function.files.len().div_ceil(64)])
    }

    /// Adds a register; returns whether it was new.
    pub fn add(&mut self, reg: Reg) -> bool {
        let (word, bits) = position(reg);
        let before = self.0[word];
        self.0[word] |= bits;
        self.0[word] != before
    }

    /// Removes a register.
    pub fn remove(&mut self, reg: Reg) {
        let (word, bits) = position(reg);
        self.0[word] &= !bits;
    }

    /// Whether a register, or a part of it, is in the set.
    pub fn has(&self, reg: Reg) -> bool {
        let (word, bits) = position(reg);
        self.0[word] & bits != 0
    }

    /// The units of physical registers.
    pub fn units(&self) -> u64 {
        self.0[0]
    }

    /// Adds units of physical registers.
    pub fn add_units(&mut self, units: u64) {
        self.0[0] |= units;
    }

    /// The virtual registers.
    pub fn registers(&self) -> impl Iterator<Item = Reg> + '_ {
        self.0[1..].iter().enumerate().flat_map(|(word, &bits)| {
            (0..64u32)
                .filter(move |bit| bits >> bit & 1 == 1)
                .map(move |bit| Reg::virtual_register(64 * word as u32 + bit))
        })
    }

    fn add_all(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (mine, other) in self.0.iter_mut().zip(&other.0) {
            changed |= *other & !*mine != 0;
            *mine |= other;
        }
        changed
    }
}

/// The word and the bits of a register.
fn position(reg: Reg) -> (usize, u64) {
    match reg.as_virtual() {
        Some(number) => (1 + number / 64, 1 << (number % 64)),
        None => (0, reg.units()),
    }
}

/// Steps backwards over a packet: removes what it writes, adds what it reads.
pub fn step(live: &mut Set, packet: &[Inst]) {
    for inst in packet {
        inst.defs.iter().for_each(|&reg| live.remove(reg));
        live.0[0] &= !inst.clobbers;
    }
    // What is returned, and new values, may be written by the packet itself.
    let is_written = |reg: Reg| packet.iter().flat_map(|inst| &inst.defs).any(|&def| def == reg);
    for inst in packet {
        let new = if reads_new(inst.op) { inst.new_value() } else { None };
        let is_own = |reg: &Reg| (inst.op.class == Class::Return && is_written(*reg)) || new == Some(*reg);
        inst.reads().filter(|reg| !is_own(reg)).for_each(|reg| _ = live.add(reg));
    }
}

/// The registers that are live at the end of each block.
pub fn live_out(function: &Function) -> Vec<Set> {
    let successors = function.successors();
    let mut live_in = vec![Set::new(function); function.blocks.len()];
    let mut live_out = live_in.clone();
    loop {
        let mut changed = false;
        for block in (0..function.blocks.len()).rev() {
            for &successor in &successors[block] {
                changed |= live_out[block].add_all(&live_in[successor]);
            }
            let mut live = live_out[block].clone();
            function.blocks[block].packets.iter().rev().for_each(|packet| step(&mut live, packet));
            changed |= live_in[block].add_all(&live);
        }
        if !changed {
            return live_out;
        }
    }
}

/// The interference of virtual registers.
pub struct Interference {
    /// By virtual register: those it interferes with.
    pub of: Vec<Set>,
}

impl Interference {
    /// Builds it. A result interferes with what is live behind its packet and with the packet's other results; the result
    /// of a copy does not interfere with its source, which is equal.
    pub fn of(function: &Function) -> Self {
        let mut found = Self { of: vec![Set::new(function); function.files.len()] };
        for (block, out) in function.blocks.iter().zip(live_out(function)) {
            let mut live = out;
            for packet in block.packets.iter().rev() {
                found.add_packet(packet, &live);
                step(&mut live, packet);
            }
        }
        found
    }

    fn add_packet(&mut self, packet: &[Inst], live: &Set) {
        for (number, inst) in packet.iter().enumerate() {
            let source = inst.as_copy().map(|(from, _)| from);
            for (place, &def) in inst.defs.iter().enumerate() {
                live.registers().filter(|&other| Some(other) != source).for_each(|other| self.add(def, other));
                if let Some(of) = def.as_virtual() {
                    let own = source.filter(|source| source.as_physical().is_some()).map_or(0, Reg::units);
                    self.of[of].add_units(live.units() & !own);
                }
                inst.defs[place + 1..].iter().for_each(|&other| self.add(def, other));
                packet[number + 1..].iter().flat_map(|other| &other.defs).for_each(|&other| self.add(def, other));
            }
            for other in live.registers() {
                self.of[other.as_virtual().expect("they are virtual")].add_units(inst.clobbers);
            }
        }
    }

    fn add(&mut self, a: Reg, b: Reg) {
        if a == b {
            return;
        }
        for (a, b) in [(a, b), (b, a)] {
            if let Some(a) = a.as_virtual() {
                self.of[a].add(b);
            }
        }
    }

    /// Whether two registers interfere.
    pub fn are_apart(&self, a: Reg, b: Reg) -> bool {
        match (a.as_virtual(), b.as_virtual()) {
            (Some(a), _) => self.of[a].has(b),
            (None, Some(b)) => self.of[b].has(a),
            (None, None) => true,
        }
    }

    /// Makes `into` interfere with all that `of` interferes with.
    pub fn merge(&mut self, into: Reg, of: Reg) {
        let number = of.as_virtual().expect("it is virtual");
        let others: Vec<Reg> = self.of[number].registers().collect();
        others.into_iter().for_each(|other| self.add(into, other));
        let units = self.of[number].units();
        if let Some(into) = into.as_virtual() {
            self.of[into].add_units(units);
        }
    }
}
