//! Bounds of indices and sizes, in terms of other ones or as constants.
//!
//! Operations implement [`ValueBounds`](rmlir_core::value_bounds::ValueBounds) to relate the quantities that they
//! define to others. Steps: `set` walks backward from the queried variable and collects linear constraints until a stop
//! condition holds; then `compute` projects out the other quantities and reads the bounds, and `compare` tests whether
//! the negation of a relation is infeasible; `scalable` computes bounds in terms of the vector scale. `variable` is the
//! subject of a query: an affine expression of quantities.
//!
//! Results hold as far as arithmetic on indices does not wrap.

mod compare;
mod compute;
mod scalable;
mod set;
mod variable;

pub use rmlir_presburger::Side;

pub use self::compare::{are_equal, compare, decide};
pub use self::compute::{QuantityMap, bound, constant_bound, independent_bound};
pub use self::scalable::scalable_bound;
pub use self::set::ScaleRange;
pub use self::variable::Variable;
