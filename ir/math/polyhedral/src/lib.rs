//! Affine scheduling of loop nests by the algorithm of PLuTo.
//!
//! A [`Scop`] (static control part) is a list of statements, each with its domain, the set of its *instances* (a point
//! of the iterators of the enclosing loops), its position in the text, and its array accesses. The crate is independent
//! of any IR.
//!
//! In reading order: `scop`; `dependences` (memory-based dependences); `values` (value-based dependences); `sizes`
//! (constants as parameters); `expansion` (array expansion); `farkas` (Farkas' lemma); `columns` and `hyperplane` (the
//! integer program of one row); `independence` (linear independence of rows); `fusion` (loop fusion); `carry` (a row
//! that carries the remaining dependences); `pluto` (the main loop of rows, bands and cuts); `mirror` (loop reversal);
//! `schedule`; `together` (pairs of a dependence, dimension by dimension); `parallel`; `locality` (the choice of the
//! innermost loop); `fission` (loop fission); `cost` (the cost of loops), `threads` (on several threads), `strips`
//! (parallel strips) and `choice` (profitable tiles); `order` (tiles and wavefronts); `diamond` (tiles with concurrent
//! start); `code` (code generation); `check`, which shares no code with the scheduler; `text`.
//!
//! Papers: Bondhugula, Baskaran, Krishnamoorthy, Ramanujam, Rountev, Sadayappan: Automatic transformations for
//! communication-minimized parallelization and locality optimization in the polyhedral model, CC 2008; Bondhugula,
//! Hartono, Ramanujam, Sadayappan: A practical automatic polyhedral parallelizer and locality optimizer, PLDI 2008.

mod carry;
pub mod check;
pub mod choice;
pub mod code;
mod columns;
pub mod cost;
pub mod dependences;
pub mod diamond;
pub mod expansion;
pub mod farkas;
pub mod fission;
mod fusion;
mod hyperplane;
mod independence;
pub mod limits;
pub mod locality;
pub mod mirror;
pub mod order;
pub mod parallel;
pub mod pluto;
pub mod registers;
pub mod schedule;
pub mod scop;
pub mod sizes;
pub mod strips;
pub mod text;
pub mod threads;
mod together;
pub mod values;

pub use dependences::{Dependence, Kind};
pub use schedule::{Band, Dimension, Schedule};
pub use scop::{Access, Scop, Set, Statement};
