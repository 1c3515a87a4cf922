//! Hexagon V66 as a machine for the scheduler.
//!
//! Four slots: loads in slots 0 and 1; stores there too, one beside a load in slot 0; 32-bit arithmetic anywhere;
//! multiplication, shifts, floats and control flow in slots 2 and 3. A packet has four words, of which constant
//! extenders take some. A packet that reads a result too early waits, so latencies are no rules of correctness. Threads
//! take turns, so that latencies in packets are half of those in cycles. Sources: Hexagon V66 Programmer's Reference
//! Manual, chapters 3 and 10; LLVM's HexagonScheduleV66.td, HexagonDepIICScalar.td, and HexagonSubtarget::updateLatency.

use rmlir_modulo::machine::{Alternative, Usage};
use rmlir_modulo::{Edge, Machine};

/// A class of instructions with the same slots and latency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// 32-bit arithmetic.
    Alu,
    /// Loads.
    Load,
    /// Stores.
    Store,
    /// 64-bit arithmetic, shifts, predicate logic, transfers between files.
    Wide,
    /// What takes a cycle more: minima and maxima, sums with shifts.
    Slow,
    /// Multiplication of integers.
    Multiply,
    /// Floats.
    Float,
    /// The setup of a hardware loop.
    Loop,
    /// Jumps.
    Jump,
    /// Returns.
    Return,
    /// Calls, which have a packet of their own.
    Call,
    /// Instructions that make or remove a stack frame, which have a packet of their own.
    Frame,
}

/// All classes, in the order of their indices.
const CLASSES: [Class; 12] = [
    Class::Alu,
    Class::Load,
    Class::Store,
    Class::Wide,
    Class::Slow,
    Class::Multiply,
    Class::Float,
    Class::Loop,
    Class::Jump,
    Class::Return,
    Class::Call,
    Class::Frame,
];

/// The number of slots.
pub const N_SLOTS: usize = 4;

/// The number of words of a packet.
pub const N_WORDS: u32 = 4;

/// The cycles from a packet of a thread to its next one: threads take turns.
const CYCLES_OF_PACKET: i64 = 2;

impl Class {
    /// The slots that execute it, preferred ones first.
    pub const fn slots(self) -> &'static [usize] {
        match self {
            Self::Alu => &[3, 2, 1, 0],
            Self::Load => &[1, 0],
            Self::Store | Self::Frame => &[0, 1],
            Self::Return => &[2],
            Self::Loop => &[3],
            _ => &[3, 2],
        }
    }

    /// The cycles until its result can be read.
    pub const fn cycles(self) -> i64 {
        match self {
            Self::Load | Self::Slow | Self::Multiply => 2,
            Self::Float => 3,
            _ => 1,
        }
    }

    /// The packets from its issue to that of a reader of its result.
    pub const fn latency(self) -> i64 {
        (self.cycles() + CYCLES_OF_PACKET - 1) / CYCLES_OF_PACKET
    }

    /// Whether it changes the flow of control: a packet has one such instruction.
    pub const fn branches(self) -> bool {
        matches!(self, Self::Jump | Self::Return | Self::Call)
    }

    /// Its index in [`machine`], with or without a constant extender.
    pub fn index(self, is_extended: bool) -> usize {
        let index = CLASSES.iter().position(|&class| class == self).expect("all classes are listed");
        2 * index + usize::from(is_extended)
    }
}

/// The sets of slots that some class is bound to. Any two are disjoint or nested, so instructions fit in a packet if, and
/// only if, no set has more instructions bound to slots inside of it than slots: no search for an assignment is needed.
const SLOT_SETS: [(&str, &[usize]); 4] = [("slot01", &[0, 1]), ("slot23", &[2, 3]), ("slot2", &[2]), ("slot3", &[3])];

/// The machine.
pub fn machine() -> Machine {
    let mut machine = Machine::new("hexagon_v66");
    let sets = SLOT_SETS.map(|(name, slots)| (machine.add_unit(name, slots.len() as u32), slots));
    let words = machine.add_unit("word", N_WORDS);
    let branch = machine.add_unit("branch", 1);
    for class in CLASSES {
        let is_inside = |slots: &[usize]| class.slots().iter().all(|slot| slots.contains(slot));
        for n_words in [1, 2] {
            let sets = sets.iter().filter(|(_, slots)| is_inside(slots)).map(|&(set, _)| set);
            let branches = class.branches().then_some(branch);
            let units = sets.chain(std::iter::repeat_n(words, n_words)).chain(branches);
            let usages = units.map(|unit| Usage { unit, offset: 0, cycles: 1 }).collect();
            machine.add_class_with(format!("{class:?}"), vec![Alternative { usages }]);
        }
    }
    machine
}

/// A dependence of registers or memory within an iteration or to a later one.
pub(crate) fn edge(from: usize, to: usize, latency: i64, distance: u32, kind: rmlir_modulo::Kind) -> Edge {
    Edge { from, to, latency, distance, kind }
}
