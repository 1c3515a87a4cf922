//! Functions as blocks of packets.
//!
//! Registers are virtual until [`allocate`](crate::allocate). Until [`packets`](crate::packets) every packet has one
//! instruction, afterwards those of one packet execute at once: all read before any writes.

use crate::op::{File, Kind, Op};

/// A register: a physical one, or a virtual one of [`Function::files`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Reg(pub u32);

/// The number of the first virtual register. Before it are, by [`Reg::physical`], 32 registers, 4 predicates, 16 pairs.
const FIRST_VIRTUAL: u32 = 64;
const FIRST_PREDICATE: u32 = 32;
const FIRST_PAIR: u32 = 36;

/// The stack pointer.
pub const SP: Reg = Reg(29);
/// The frame pointer.
pub const FP: Reg = Reg(30);
/// The return address.
pub const LR: Reg = Reg(31);

impl Reg {
    /// Register `number` of a file; the number of a pair is that of its lower half, halved.
    pub const fn physical(file: File, number: u32) -> Self {
        match file {
            File::R => Self(number),
            File::P => Self(FIRST_PREDICATE + number),
            File::D => Self(FIRST_PAIR + number),
        }
    }

    /// Virtual register `number`.
    pub const fn virtual_register(number: u32) -> Self {
        Self(FIRST_VIRTUAL + number)
    }

    /// The number of a virtual register.
    pub const fn as_virtual(self) -> Option<usize> {
        if self.0 < FIRST_VIRTUAL { None } else { Some((self.0 - FIRST_VIRTUAL) as usize) }
    }

    /// The file and number of a physical register.
    pub const fn as_physical(self) -> Option<(File, u32)> {
        match self.0 {
            0..FIRST_PREDICATE => Some((File::R, self.0)),
            FIRST_PREDICATE..FIRST_PAIR => Some((File::P, self.0 - FIRST_PREDICATE)),
            FIRST_PAIR..FIRST_VIRTUAL => Some((File::D, self.0 - FIRST_PAIR)),
            _ => None,
        }
    }

    /// The units that a physical register consists of: a bit for each register and predicate.
    pub const fn units(self) -> u64 {
        match self.as_physical() {
            Some((File::R | File::P, _)) => 1 << self.0,
            Some((File::D, number)) => 3 << (2 * number),
            None => 0,
        }
    }
}

/// An operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A register.
    Reg(Reg),
    /// The lower or upper half of a pair, by whether it is the upper one.
    Half(Reg, bool),
    /// A constant.
    Imm(i64),
    /// The label of a block of the function.
    Label(u32),
    /// A symbol.
    Symbol(String),
    /// The offset of a stack slot from the stack pointer.
    Slot(usize),
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Self {
        Self::Reg(reg)
    }
}

impl From<i64> for Operand {
    fn from(value: i64) -> Self {
        Self::Imm(value)
    }
}

/// A memory access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    /// Its number, which [`Dependence`] uses.
    pub access: usize,
    /// Whether it is a store.
    pub stores: bool,
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inst {
    /// The row of the table.
    pub op: &'static Op,
    /// The results.
    pub defs: Vec<Reg>,
    /// The operands; those behind the ones of the table are registers read by convention.
    pub uses: Vec<Operand>,
    /// The registers written by convention.
    pub clobbers: u64,
    /// The memory access, if it is one.
    pub memory: Option<Memory>,
}

impl Inst {
    /// An instruction.
    pub fn new(op: &'static Op, defs: &[Reg], uses: Vec<Operand>) -> Self {
        debug_assert!(defs.len() == op.defs.len() && uses.len() >= op.uses.len(), "{}: operands", op.name);
        Self { op, defs: defs.to_vec(), uses, clobbers: 0, memory: None }
    }

    /// A copy of a register.
    pub fn copy(file: File, to: Reg, from: Reg) -> Self {
        Self::new(crate::table::copy(file), &[to], vec![from.into()])
    }

    /// The registers that are read.
    pub fn reads(&self) -> impl Iterator<Item = Reg> + '_ {
        self.uses.iter().filter_map(|operand| match *operand {
            Operand::Reg(reg) | Operand::Half(reg, _) => Some(reg),
            _ => None,
        })
    }

    /// The registers that are read, for replacement.
    pub fn reads_mut(&mut self) -> impl Iterator<Item = &mut Reg> + '_ {
        self.uses.iter_mut().filter_map(|operand| match operand {
            Operand::Reg(reg) | Operand::Half(reg, _) => Some(reg),
            _ => None,
        })
    }

    /// The source and the result, if it is a copy of a whole register.
    pub fn as_copy(&self) -> Option<(Reg, Reg)> {
        let is_copy = [File::R, File::D, File::P].into_iter().any(|file| *self.op == *crate::table::copy(file));
        match (is_copy, self.uses.first()) {
            (true, Some(&Operand::Reg(from))) => Some((from, self.defs[0])),
            _ => None,
        }
    }

    /// The label it refers to.
    pub fn label(&self) -> Option<u32> {
        self.uses.iter().find_map(|operand| if let Operand::Label(label) = operand { Some(*label) } else { None })
    }

    /// Whether one of its immediates takes an extender.
    pub fn is_extended(&self) -> bool {
        self.op.uses.iter().zip(&self.uses).any(|(kind, operand)| match (kind, operand) {
            (Kind::Symbol, _) => true,
            (Kind::Imm(imm), Operand::Imm(value)) => !imm.holds(*value),
            // Frames are small enough for offsets of 11 bits, or offsets are extended.
            _ => false,
        })
    }

    /// The register that a form for new values reads when its own packet has written it: the predicate of a branch, the
    /// value of a store.
    pub fn new_value(&self) -> Option<Reg> {
        let operand = if self.op.class == crate::machine::Class::Store { self.op.uses.len() - 1 } else { 0 };
        match self.uses.get(operand) {
            Some(&Operand::Reg(reg)) => Some(reg),
            _ => None,
        }
    }

    /// Whether the instruction `to`, in its packet, can read its result.
    pub fn feeds(&self, to: &Self) -> bool {
        let is_store = to.op.class == crate::machine::Class::Store;
        let feeds = if is_store { self.op.feeds_store() } else { crate::table::feeds_branch(self.op) };
        feeds && to.new_value() == self.defs.first().copied()
    }

    /// Its class in the machine.
    pub fn class(&self) -> usize {
        self.op.class.index(self.is_extended())
    }
}

/// The instructions that execute at once.
pub type Packet = Vec<Inst>;

/// A memory dependence between accesses of a loop: the second one, in an iteration `distance` later, is in no earlier
/// packet, and in a later one if the first one stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependence {
    /// The number of the first access.
    pub from: usize,
    /// The number of the second access.
    pub to: usize,
    /// The distance in iterations.
    pub distance: u32,
}

/// A block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// Its label.
    pub label: u32,
    /// Its packets.
    pub packets: Vec<Packet>,
    /// The number of loops around it.
    pub depth: u32,
    /// The memory dependences, if the block is a hardware loop: at its end it is repeated.
    pub hardware_loop: Option<Vec<Dependence>>,
    /// Whether packets are final.
    pub is_scheduled: bool,
    /// What is printed above the block.
    pub comment: Option<String>,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Function {
    /// The symbol.
    pub name: String,
    /// Whether other files see it.
    pub is_public: bool,
    /// The blocks, in the order in which they are in memory.
    pub blocks: Vec<Block>,
    /// The file of each virtual register.
    pub files: Vec<File>,
    /// The sizes of stack slots in bytes.
    pub slots: Vec<i64>,
    /// The bytes that arguments of calls take on the stack.
    pub outgoing: i64,
    /// Whether it has calls.
    pub has_calls: bool,
    /// Whether it reads arguments that are on the stack, relative to the frame pointer.
    pub reads_stack: bool,
    /// The number of labels given out.
    pub n_labels: u32,
}

impl Function {
    /// A new virtual register.
    pub fn register(&mut self, file: File) -> Reg {
        self.files.push(file);
        Reg::virtual_register(self.files.len() as u32 - 1)
    }

    /// A new stack slot of some bytes.
    pub fn slot(&mut self, size: i64) -> usize {
        self.slots.push(size);
        self.slots.len() - 1
    }

    /// A new label.
    pub fn label(&mut self) -> u32 {
        self.n_labels += 1;
        self.n_labels - 1
    }

    /// The file of a register.
    pub fn file(&self, reg: Reg) -> File {
        match (reg.as_physical(), reg.as_virtual()) {
            (Some((file, _)), _) => file,
            (None, Some(number)) => self.files[number],
            (None, None) => unreachable!("a register is physical or virtual"),
        }
    }

    /// The position of each label.
    pub fn positions(&self) -> Vec<usize> {
        let mut positions = vec![usize::MAX; self.n_labels as usize];
        for (position, block) in self.blocks.iter().enumerate() {
            positions[block.label as usize] = position;
        }
        positions
    }

    /// The positions of the successors of each block.
    pub fn successors(&self) -> Vec<Vec<usize>> {
        let positions = self.positions();
        let of = |(position, block): (usize, &Block)| {
            let insts = || block.packets.iter().flatten();
            let jumps = insts().filter(|inst| inst.op.ends_block()).filter_map(Inst::label);
            let mut found: Vec<usize> = jumps.map(|label| positions[label as usize]).collect();
            found.extend(block.hardware_loop.is_some().then_some(position));
            let leaves = |inst: &Inst| *inst.op == crate::table::JUMP || inst.op.class == crate::machine::Class::Return;
            if !insts().any(leaves) && position + 1 < self.blocks.len() {
                found.push(position + 1);
            }
            found
        };
        self.blocks.iter().enumerate().map(of).collect()
    }
}

/// A variable in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The symbol.
    pub name: String,
    /// Whether other files see it.
    pub is_public: bool,
    /// Whether it does not change.
    pub is_constant: bool,
    /// The alignment in bytes, a power of two.
    pub alignment: i64,
    /// The size in bytes.
    pub size: usize,
    /// The bytes at the start of the program; without these they are zero.
    pub bytes: Option<Vec<u8>>,
}
