//! Random modules, as text: well-typed, without undefined behaviour, and terminating.
//!
//! Plan: 1. `options` describes the contents of a module; 2. `module` writes functions, one after the other, so that
//! each calls only earlier ones; 3. a function is a list of `statements`, or a graph of blocks (`graph`); each
//! statement is one operation, or a few with their guards, to which `features` add; 4. `writer` contains the text and
//! the values in scope, with their `types` and `layout`. `loops` writes another sort of modules: one loop each, for
//! passes that vectorize and pipeline. `numbers` is the random number generator. `mutate` changes texts. `against`
//! compares the outputs of two tools' passes on such modules.
//!
//! Programs are well-defined and terminate: divisors are made odd and positive, shift amounts are masked, sizes of
//! buffers are powers of two to which indices are masked, buffers are filled before they are read, loops have constant
//! bounds, branches between arbitrary blocks consume fuel, and the execution count of each statement is estimated, so
//! that loops and calls are rare where it is high. Only operations with exact results are used, and the bits of a float
//! are never inspected.
//! After: the text depends on the options alone.

pub mod against;
mod features;
pub mod mutate;
pub mod numbers;
pub mod options;

mod graph;
mod layout;
mod loops;
mod module;
mod statements;
mod types;
mod writer;

pub use loops::{Form, loop_module, plain_loop_module};
pub use module::module;
pub use options::{Dialect, Feature, Options};
