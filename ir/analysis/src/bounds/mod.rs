//! Bounds of indices and sizes, in terms of other ones or as numbers.
//!
//! Operations state by [`ValueBounds`](rmlir_core::value_bounds::ValueBounds) how the quantities that they make relate
//! to others. Plan: `set` walks backwards from what is asked about, collecting linear constraints on the way until a
//! stop condition holds; then `compute` projects out what is not wanted and reads bounds off, and `compare` looks
//! whether the opposite of a relation is impossible; `scalable` has bounds in terms of the vector scale. `variable` is
//! what may be asked about: an affine expression of quantities.
//!
//! What is said holds as far as arithmetic on indices does not wrap.

mod compare;
mod compute;
mod scalable;
mod set;
mod variable;

pub use rmlir_presburger::Side;

pub use self::compare::{are_equal, compare, decide};
pub use self::compute::{QuantityMap, bound, constant_bound, independent_bound};
pub use self::scalable::{ScaleRange, scalable_bound};
pub use self::variable::Variable;
