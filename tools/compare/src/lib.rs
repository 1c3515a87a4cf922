//! Runs mlir-opt and rmlir-opt on the same text and reports where they differ.
//!
//! Plan: 1. `inputs` finds the `.mlir` files; 2. `split` splits each one at `// -----`; 3. `run` runs both tools on
//! every split, with the same flags; 4. `compare` classifies the two outcomes (`texts` does so for batches of texts);
//! 5. `report` counts and prints the verdicts. `command` splits flags as a shell would and finds the tools; `execute`
//! executes outputs that differ; `bytecode` passes texts from one tool to the other as bytecode.
//! Notation: *split*: one piece of a file between two markers; *verdict*: the classification of the two tools'
//! outcomes.
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
