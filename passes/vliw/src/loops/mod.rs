//! Loops as graphs: the operations of an iteration as nodes, with the results and the memory that they depend on.
//!
//! In reading order:
//!
//! | module | step |
//! |---|---|
//! | [`mod@affine`] | `affine.for` loops, lowered on a copy |
//! | [`shape`] | a common interface of counted loops and while loops |
//! | [`loop_body`] | the operations of an iteration, as nodes that read results of their own and earlier iterations |
//! | [`reader`] | the translation of operations to nodes |
//! | [`while_loop`] | the additional nodes of while loops |
//! | [`speculation`] | the operations that an iteration may execute before it is known to exist |
//! | [`unread`] | dead node elimination |
//! | [`subscripts`] | memory dependences: accesses that may alias, and their distances |
//! | [`unroll`] | unrolling, where bounds are fractions |

pub mod affine;
pub mod distances;
pub mod loop_body;
pub(crate) mod reader;
pub mod shape;
pub mod speculation;
pub mod subscripts;
pub mod unread;
pub mod unroll;
pub mod while_loop;
