//! Affine scheduling of loop nests by the algorithm of PLuTo.
//!
//! A [`Scop`] (static control part) is a list of statements, each with its domain, the set of its *instances* (a point
//! of the iterators of the enclosing loops), its position in the text, and its array accesses. The crate is independent
//! of any IR.
//!
//! In reading order: `scop`; `dependence` (dependences by memory and by value, array expansion); `search` (the rows of
//! a schedule, by Farkas' lemma and integer programs); `schedule`; `parallel`; `fission` (loop fission); `cost` (the
//! cost of loops, and choices by it); `tiles` (tiles, wavefronts, diamonds); `code` (code generation); `check`, which
//! shares no code with the scheduler; `text`.
//!
//! Papers: Bondhugula, Baskaran, Krishnamoorthy, Ramanujam, Rountev, Sadayappan: Automatic transformations for
//! communication-minimized parallelization and locality optimization in the polyhedral model, CC 2008; Bondhugula,
//! Hartono, Ramanujam, Sadayappan: A practical automatic polyhedral parallelizer and locality optimizer, PLDI 2008.

pub mod check;
pub mod code;
pub mod cost;
pub mod dependence;
pub mod fission;
pub mod limits;
pub mod parallel;
pub mod schedule;
pub mod scop;
pub mod search;
pub mod text;
pub mod tiles;

pub use dependence::dependences::{Dependence, Kind};
pub use schedule::{Band, Dimension, Schedule};
pub use scop::{Access, Scop, Set, Statement};
