//! DMA transfers of elements between memrefs, common to two dialects: they are completed when they start.
//!
//! Elements are contiguous in memory. With a stride, those of the slower memory, which has the lower memory space, are
//! in groups: after a number of elements the next group begins at a distance of the stride from the previous one.

use super::{Emit, Emitted};
use crate::code::{Flow, Reg};
use crate::fault::Fault;
use crate::kind::Kind;
use crate::machine::Machine;

/// The parameters of a transfer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// The kind of the elements.
    pub element: Kind,
    /// The number of elements.
    pub n_elements: Reg,
    /// The stride, and the number of elements per group.
    pub groups: Option<[Reg; 2]>,
    /// Whether the source has the groups.
    pub source_has_groups: bool,
}

/// A function that computes an address.
pub type Place = Box<dyn Fn(&Machine) -> Result<u64, Box<Fault>> + Send + Sync>;

impl Emit<'_, '_> {
    /// Appends a transfer between these addresses.
    pub fn transfer(&mut self, transfer: Transfer, source: Place, target: Place) -> Emitted {
        self.push(move |m| {
            let (source, target) = (source(m)?, target(m)?);
            let n = m.index(transfer.n_elements, "a number of elements")?;
            let groups = match transfer.groups {
                Some([stride, length]) => Some((m.index(stride, "a stride")?, m.index(length, "a length")?)),
                None => None,
            };
            if groups.is_some_and(|(_, length)| length <= 0) {
                return Err(Fault::undefined("transfers groups without elements"));
            }
            let size = transfer.element.size();
            for at in 0..n {
                let grouped = groups.map_or(at, |(stride, length)| (at / length) * stride + at % length);
                let (from, to) = if transfer.source_has_groups { (grouped, at) } else { (at, grouped) };
                let from = source.wrapping_add((from as u64).wrapping_mul(size));
                let to = target.wrapping_add((to as u64).wrapping_mul(size));
                let value = transfer.element.load(&m.memory, from)?;
                transfer.element.store(&mut m.memory, to, &value)?;
            }
            Ok(Flow::Next)
        });
        Ok(())
    }
}
