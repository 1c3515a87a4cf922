//! A suite: tests of files and folders, run on all cores.
//!
//! Plan: 1. `cli` is the command line; 2. `discover` finds the test files; 3. `workers` are processes of this program,
//! one for each core: each runs test after test within itself, so that no command needs a process of its own, and a test
//! that takes the process along or does not end is only one failure; 4. `test` runs one test; 5. `report` prints what lit
//! prints.

mod cli;
mod discover;
mod report;
mod test;
mod workers;

pub use cli::{command, main};
pub use discover::{Found, discover};
pub use test::{Outcome, Settings, Status, run_test};
