//! Random modules, as text: well-typed, without undefined behaviour, and with an end.
//!
//! Plan: 1. `options` says what a module is made of; 2. `module` writes functions, one after the other, so that calls only
//! go backward; 3. a function is a list of statements (`statement`), or blocks in any order (`graph`); each statement is one
//! operation, or a few with what makes them safe: `elementwise`, `memory`, `affine`, `structured`, `vectors`; 4. `writer`
//! holds the text and what values there are, by `types`. `numbers` is where chance comes from. `against` compares what
//! passes of two tools make of such modules.
//!
//! What keeps a module tame: divisors are made odd and positive, shift amounts are masked, sizes of buffers are powers of
//! two to which indices are masked, buffers are filled before they are read, loops have constant bounds, blocks that
//! branch anywhere count down, and how often a statement is run is estimated, so that loops and calls stay few where it
//! is run often. Only operations with exact results are used, and the bits of a float are never looked at.
//! After: the text depends on the options alone.

pub mod against;
pub mod numbers;
pub mod options;

mod affine;
mod elementwise;
mod graph;
mod memory;
mod module;
mod statement;
mod structured;
mod types;
mod vectors;
mod writer;

pub use module::module;
pub use options::{Dialect, Options};
