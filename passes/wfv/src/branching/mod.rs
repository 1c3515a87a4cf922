//! Divergent branches: branches around code without active lanes, and copies of code for some masks.
//!
//! [`mod@skip`] branches around blocks without active lanes; [`mod@pieces`] single-exit parts behind divergent
//! branches, [`special`] their copies for some masks, by [`mod@few`] and [`mod@coherent`], with `branches` to them.

pub(crate) mod branches;
pub mod coherent;
pub mod few;
pub mod pieces;
pub mod skip;
pub mod special;
