//! Random IR as text, random changes of text, and the ways into rmlir that they are tried on.
//!
//! `numbers` is where chance comes from, always with a seed; `program` writes modules that are right; `mutate` makes texts
//! that are mostly wrong; `entries` are what both are given to: reading and everything after it, formats, pipelines;
//! `syntax` compares the parser with the reference grammar; `hostile` makes deep, long, wide and wrong texts, `bytes` what is
//! no text, `bytecode` files that are right and wrong; `speculatable` runs what may be speculated on corner operands; `threads` runs with several threads. `main` runs it all at full size.
//! `RMLIR_CASES` says how many cases each test tries.

use std::path::{Path, PathBuf};

pub use rmlir_smith::{mutate, numbers};

pub mod bytecode;
pub mod bytes;
pub mod dialects;
pub mod entries;
pub mod hostile;
pub mod program;
pub mod speculatable;
pub mod syntax;
pub mod threads;

/// How many cases a test tries: the environment's `RMLIR_CASES`, or `few`.
pub fn n_cases(few: u64) -> u64 {
    std::env::var("RMLIR_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}

/// All case files below `root`, as text to start from.
pub fn case_texts(root: &Path) -> Vec<String> {
    let mut folders = vec![root.to_owned()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            match path.extension() {
                None => folders.push(path),
                Some(extension) if extension == "mlir" => files.push(path),
                Some(_) => {}
            }
        }
    }
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).expect("case files can be read")).collect()
}
