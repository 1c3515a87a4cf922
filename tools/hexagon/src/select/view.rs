//! Memrefs and addresses as data.

use rmlir_hexagon::code::{Operand, Reg};
use rmlir_hexagon::table::Access;

/// A number of elements: a stride or a size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Elements {
    Constant(i64),
    Register(Reg),
}

/// A memref.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The address that offsets of the layout are relative to, if it is known.
    pub origin: Option<Reg>,
    /// The address of the first element.
    pub base: Reg,
    /// The strides.
    pub strides: Vec<Elements>,
    /// The sizes that are known: a function does not know the first one of an argument.
    pub sizes: Vec<Option<Elements>>,
    /// The bytes of an element.
    pub size: i64,
}

/// A predicate under which accesses are executed, and whether it has to be false.
pub(super) type Guard = (Reg, bool);

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

    /// The same of an access that is executed if a predicate is true, or false if the second part is set; an address that is
    /// incremented has none.
    pub fn conditional_form(
        self,
        access: &'static Access,
        (predicate, is_inverse): Guard,
    ) -> Option<(&'static rmlir_hexagon::op::Op, Vec<Operand>)> {
        let [offset, index] = &access.conditional[usize::from(is_inverse)];
        match self {
            Self::Offset(base, by) => Some((offset, vec![predicate.into(), base.into(), by.into()])),
            Self::Index(base, at, by) => Some((index, vec![predicate.into(), base.into(), at.into(), by.into()])),
            Self::Increment(..) => None,
        }
    }
}
