//! Named operations: structured operations that are a row of a table.
//!
//! A row has the computation and the indexing maps of the operands, in a notation of index names:
//!
//! ```text
//! N H W F h w c : N H+h W+w c | h w c F | N H W F
//! ```
//!
//! Before the colon are the loops, outermost first: those with capital letters are parallel, the others are reductions.
//! Then there are for each operand the index expressions of its dimensions; `()` is a scalar. A sum is a position in a
//! window: with strides and dilations it is `H * stride + h * dilation`, the n-th sum of an operation using its n-th
//! stride and dilation. Operations without a notation are elementwise, on operands of any rank.

mod contraction;
mod convolution;
mod elementwise;
mod pooling;
mod row;

pub use self::contraction::*;
pub use self::convolution::*;
pub use self::elementwise::*;
pub use self::pooling::*;
pub use self::row::create_named;
pub(crate) use self::row::{create, maps_attr};
