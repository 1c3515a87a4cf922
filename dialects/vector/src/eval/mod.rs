//! The evaluation of the operations.
//!
//! A vector is the list of its lanes in row-major order. Most operations only move lanes: `pick`
//! determines the operand and the lane of it for each lane of a result. `memory` evaluates loads and
//! stores, `combine` reductions, `other` the rest; `maskable` are those
//! that an enclosing operation may mask.

mod combine;
mod maskable;
mod memory;
mod other;
mod pick;

use rmlir::interp::{Emit, Kind};
use rmlir::prelude::*;

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
