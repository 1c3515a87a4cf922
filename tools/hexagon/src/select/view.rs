//! Memrefs and addresses as data.

use rmlir_hexagon::code::{Operand, Reg};
use rmlir_hexagon::table::Access;

/// The distance in elements of neighbours in a dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stride {
    Constant(i64),
    Register(Reg),
}

/// A memref.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The address of the first element.
    pub base: Reg,
    /// The strides.
    pub strides: Vec<Stride>,
    /// The dynamic sizes but the first, in order.
    pub sizes: Vec<Reg>,
    /// The bytes of an element.
    pub size: i64,
}

/// Where an access is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Address {
    /// At a constant offset.
    Offset(Reg, i64),
    /// At an index, which is shifted.
    Index(Reg, Reg, i64),
    /// Where a register points to, to which a constant is added then.
    Increment(Reg, i64),
}

impl Address {
    /// The instruction of an access, the results behind the value, and its operands before it.
    pub fn form(self, access: &'static Access) -> (&'static rmlir_hexagon::op::Op, Vec<Reg>, Vec<Operand>) {
        match self {
            Self::Offset(base, offset) => (&access.offset, Vec::new(), vec![base.into(), offset.into()]),
            Self::Index(base, index, by) => (&access.index, Vec::new(), vec![base.into(), index.into(), by.into()]),
            Self::Increment(base, by) => (&access.increment, vec![base], vec![base.into(), by.into()]),
        }
    }
}
