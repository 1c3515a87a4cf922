//! Affine scheduling of loop nests by the algorithm of PLuTo.
//!
//! A [`Scop`] (static control part) is a list of statements, each with the set of its *instances* (a point of the
//! iterators of the loops around it), its place in the text, and the array elements it accesses. Nothing here knows of
//! any IR.
//!
//! In reading order: `scop`; `dependences` (which instances have to stay in order); `values` (which write a read
//! gets its value from); `sizes` (constants as parameters);
//! `expansion` (memory that turns of loops could have for themselves);
//! `farkas` (which coefficients make a form nowhere negative on a set); `columns` and `hyperplane` (the integer program of
//! one row); `independence` (rows that are new); `fusion` (who shares loops); `carry` (a row for what is left); `pluto`
//! (rows, bands and cuts until everything is in order); `mirror` (iterators that run backward); `schedule`; `together` (pairs, dimension by dimension); `parallel`;
//! `locality` (which loop is innermost); `fission` (innermost loops in parts); `cost` (what loops cost), `threads` (on several
//! threads), `strips` (shared ones) and `choice` (which tiles pay); `order` (tiles and wavefronts); `diamond` (tiles that start
//! together); `code` (loops); `check`, which shares nothing with what finds schedules; `text`.
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
