//! Runs mlir-opt and rmlir-opt on the same text and reports where they differ.
//!
//! Plan: 1. `inputs` finds the `.mlir` files; 2. `split` cuts each one at `// -----`; 3. `run` gives every split to both
//! tools, with the same flags; 4. `compare` turns the two outcomes into a verdict (`texts` does so for many texts at a time); 5. `report` counts and shows them.
//! `command` reads flags as a shell would and finds the tools; `execute` runs what differs; `bytecode` sends texts from one
//! tool to the other as bytecode.
//! Notation: *split*: one piece of a file between two markers; *verdict*: what the two tools' outcomes say together.
//! After: the report depends on the files, the tools and the flags, never on the number of jobs.

pub mod bytecode;
pub mod command;
pub mod compare;
pub mod execute;
pub mod inputs;
pub mod report;
pub mod run;
pub mod split;
pub mod texts;
