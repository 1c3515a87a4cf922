//! Operands of instructions.

use super::constant::ConstId;

/// An operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A constant.
    Const(ConstId),
    /// A parameter of the function.
    Arg(u32),
    /// The result of an instruction.
    Inst(InstId),
}

/// An instruction of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InstId(pub u32);
