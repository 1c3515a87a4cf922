//! FileCheck: whether a text has what the `CHECK` lines of a file ask for.
//!
//! Plan: 1. `request` has the options, `canonical` joins blanks in both files; 2. `directive` finds the directives of the
//! check file, `pattern` parses what follows each, with numeric expressions by `expression` and `number`, whose grammar is
//! read by `expression_parser`; 3. `script` groups them: each positive directive has the `-DAG` and `-NOT` directives before it;
//! 4. `matcher` searches for one pattern, with the values of `variables`; 5. `check` walks over the input, region by
//! region between `-LABEL` directives; 6. `nearest` finds the line that was probably meant, `dump` shows the input with
//! annotations; `tool` is the command line.
//!
//! Syntax, matches, verdicts and the words of messages are those of FileCheck of LLVM 22. Locations in messages are those
//! of the files, not of the texts with joined blanks.

mod canonical;
mod check;
mod directive;
mod dump;
mod expression;
mod expression_parser;
mod matcher;
mod nearest;
mod number;
mod pattern;
mod report;
mod request;
mod script;
pub mod tool;
mod variables;

pub use check::check;
pub use report::{Report, Verdict};
pub use request::{DumpInput, Request};
