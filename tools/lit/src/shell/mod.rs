//! The shell of tests: lists of pipes of commands with redirections, as lit's own shell has them.
//!
//! `syntax` has the tree, `words` cuts a line into words and operators, `parser` makes the tree of them, `execute` runs it.

mod execute;
mod parser;
mod syntax;
mod words;

pub use execute::{Execution, Shell, Tools, failed};
pub use parser::parse;
pub use syntax::{Command, Join, List, Pipe, Redirection, Stream, Target};
