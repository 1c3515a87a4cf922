//! Random modules, as text: well-typed, without undefined behaviour, and with an end.
//!
//! Plan: 1. `options` says what a module is made of; 2. `module` writes functions, one after the other, so that calls only
//! go backward; 3. a function is a list of statements (`statement`), or blocks in any order (`graph`); each statement is one
//! operation, or a few with what makes them safe: `elementwise`, `memory`, `affine`, `structured`, `vectors`; 4. `writer`
//! holds the text and what values there are, by `types` and `layout`. What [`Feature`]s ask for besides: `aliases`, `views`,
//! `guards`, `nests`, `parallel`, `slots`, `tensors`, `complex`, and `cycles` of uses in graph regions.
//! `loops` writes modules of another kind: one loop each, for passes that vectorize and pipeline. `numbers` is where chance comes from. `mutate` changes texts. `against` compares what
//! passes of two tools make of such modules.
//!
//! What keeps a module tame: divisors are made odd and positive, shift amounts are masked, sizes of buffers are powers of
//! two to which indices are masked, buffers are filled before they are read, loops have constant bounds, blocks that
//! branch anywhere count down, and how often a statement is run is estimated, so that loops and calls stay few where it
//! is run often. Only operations with exact results are used, and the bits of a float are never looked at.
//! After: the text depends on the options alone.

pub mod against;
pub mod mutate;
pub mod numbers;
pub mod options;

mod affine;
mod aliases;
mod complex;
mod cycles;
mod elementwise;
mod graph;
mod guards;
mod layout;
mod loops;
mod memory;
mod module;
mod nests;
mod parallel;
mod slots;
mod statement;
mod structured;
mod tensors;
mod types;
mod vectors;
mod views;
mod writer;

pub use loops::{Form, loop_module, plain_loop_module};
pub use module::module;
pub use options::{Dialect, Feature, Options};
