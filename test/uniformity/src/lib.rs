//! The uniformity analysis on trial.
//!
//! [`graphs`] makes random graphs and [`random`] random programs over them; [`program`] is the form of both, which
//! [`text`] writes as LLVM IR; [`llvm`] runs LLVM's analysis and reads what it prints, and [`compare`] holds ours against
//! it. [`machine`] runs a program by several threads and tells what differs, which [`trial`] holds against the analysis; [`cases`] are
//! programs with known answers.

pub mod cases;
pub mod compare;
pub mod graphs;
pub mod llvm;
pub mod machine;
pub mod numbers;
pub mod program;
pub mod random;
pub mod text;
pub mod trial;
