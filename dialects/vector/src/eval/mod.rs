//! The evaluation of the operations.
//!
//! A vector is the list of its lanes in row-major order. Most operations only move lanes: `pick`
//! determines the operand and the lane of it for each lane of a result. `memory` evaluates loads and
//! stores, `combine` reductions, `other` the rest.

mod combine;
mod memory;
mod other;
mod pick;

use rmlir::interp::{Emit, Emitted, Kind};
use rmlir::prelude::*;

pub use self::memory::{compress_store, expand_load, masked_load, masked_store};

/// The sizes and the lanes of a type; a scalar is one lane without sizes.
struct Lanes {
    sizes: Vec<i64>,
    lane: Kind,
    is_vector: bool,
}

impl Lanes {
    fn of(op: OpRef, emit: &Emit, ty: Type) -> Result<Self, Box<Diagnostic>> {
        Ok(match emit.kind(op, ty)? {
            Kind::Vector(sizes, lane) => Self { sizes: sizes.to_vec(), lane: (*lane).clone(), is_vector: true },
            lane => Self { sizes: Vec::new(), lane, is_vector: false },
        })
    }

    fn n(&self) -> usize {
        self.sizes.iter().product::<i64>() as usize
    }
}

/// The linear index of a lane.
fn linear(at: &[i64], sizes: &[i64]) -> usize {
    at.iter().zip(sizes).fold(0, |place, (&index, &size)| place * size as usize + index as usize)
}

/// Operations that an enclosing `vector.mask` may mask, here without one.
macro_rules! maskable {
    ($($name:ident: $module:ident;)*) => {$(
        pub fn $name<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
            $module::$name(op, emit, None)
        }
    )*};
}

maskable! {
    contract: combine;
    multi_reduction: combine;
    outerproduct: combine;
    reduction: combine;
    gather: memory;
    transfer_read: memory;
    transfer_write: memory;
}
