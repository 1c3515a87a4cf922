//! The search for a schedule.
//!
//! In reading order: `sizes` (constants as parameters); `farkas` (Farkas' lemma); `columns` and `hyperplane` (the integer
//! program of one row); `independence` (linear independence of rows); `fusion` (loop fusion); `carry` (a row that carries
//! the remaining dependences); `pluto` (the main loop of rows, bands and cuts); `mirror` (loop reversal).

pub(crate) mod carry;
pub(crate) mod columns;
pub mod farkas;
pub(crate) mod fusion;
pub(crate) mod hyperplane;
pub(crate) mod independence;
pub mod mirror;
pub mod pluto;
pub mod sizes;
