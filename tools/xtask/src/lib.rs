//! The maintenance tasks of the project, as functions.
//!
//! `docs` writes the pages on dialects and passes from their declarations; `tidy` checks the rules of `STYLE.md` and
//! `ARCHITECTURE.md` that a program can check: `files` reads sources, `graph` the crates and their dependences,
//! `imports` what files of a crate name of each other, `passes` where passes stand, `unit_tests` which files are built for
//! unit tests, `links` the links between pages. `book` makes the book of these pages, `explain` the pages of runs, and
//! `playground` the page that
//! executes the tool in a browser, and all three open them in a `browser`; `benchmarks` writes the page of figures; `new` adds dialects, operations and passes to the workspace.

use std::path::{Path, PathBuf};

pub mod benchmarks;
pub mod book;
mod browser;
pub mod docs;
pub mod explain;
pub mod files;
pub mod graph;
pub mod imports;
pub mod links;
pub mod new;
pub mod passes;
pub mod playground;
pub mod tidy;
pub mod unit_tests;

/// The folder of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("this crate is two folders below the root").to_owned()
}
