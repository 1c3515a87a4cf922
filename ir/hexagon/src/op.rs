//! Instructions: what each one prints, reads and writes, and its class.
//!
//! The table is [`table`](crate::table). A row has the syntax of the assembler with `$n` for operand n, results first,
//! the register files of results, the constraints of operands, and the [class](crate::machine::Class), which has slots
//! and latency.

use crate::machine::Class;

/// A register file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum File {
    /// 32-bit registers.
    R,
    /// Pairs of 32-bit registers, the lower half in the one with the even number.
    D,
    /// Predicates.
    P,
}

/// The immediates that an instruction encodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Imm {
    /// The least value.
    pub least: i64,
    /// The greatest value.
    pub most: i64,
    /// All values are multiples of this.
    pub step: i64,
    /// Whether a constant extender makes room for any value of 32 bits; it takes a word of the packet.
    pub extends: bool,
}

impl Imm {
    /// Signed multiples of `step` with `bits` bits.
    pub const fn signed(bits: u32, step: i64, extends: bool) -> Self {
        let half = 1 << (bits - 1);
        Self { least: -half * step, most: (half - 1) * step, step, extends }
    }

    /// Unsigned multiples of `step` with `bits` bits.
    pub const fn unsigned(bits: u32, step: i64, extends: bool) -> Self {
        Self { least: 0, most: ((1 << bits) - 1) * step, step, extends }
    }

    /// Whether `value` needs no extender.
    pub const fn holds(&self, value: i64) -> bool {
        self.least <= value && value <= self.most && value % self.step == 0
    }
}

/// The constraint of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A register.
    Reg(File),
    /// A constant.
    Imm(Imm),
    /// The address of a symbol, with an extender.
    Symbol,
    /// A block, or a function.
    Label,
}

/// A row of the table.
#[derive(Debug)]
pub struct Op {
    /// The name, for reports.
    pub name: &'static str,
    /// The syntax.
    pub text: &'static str,
    /// The class.
    pub class: Class,
    /// The files of the results.
    pub defs: &'static [File],
    /// The constraints of the operands.
    pub uses: &'static [Kind],
    /// The result that is written to the register of the first operand, if any.
    pub tied: Option<usize>,
}

impl PartialEq for Op {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Op {}

impl Op {
    /// Whether it adds to its first operand, which is read later than the others.
    pub fn accumulates(&self) -> bool {
        self.tied == Some(0) && matches!(self.class, Class::Multiply | Class::Float)
    }

    /// Whether it does nothing but compute its results.
    pub fn is_pure(&self) -> bool {
        !matches!(self.class, Class::Store | Class::Jump | Class::Return | Class::Call | Class::Loop | Class::Frame)
    }

    /// Whether it is executed only if a predicate says so.
    pub fn is_conditional(&self) -> bool {
        self.text.starts_with("if (")
    }

    /// Whether a store in its packet can store its first result.
    pub fn feeds_store(&self) -> bool {
        self.defs.first() == Some(&File::R) && self.is_pure() && !self.is_conditional()
    }

    /// Whether it ends a block.
    pub fn ends_block(&self) -> bool {
        matches!(self.class, Class::Jump | Class::Return)
    }
}
