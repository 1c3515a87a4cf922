//! Random IR as text, random mutations of text, and the entry points of rmlir that they are tested on.
//!
//! `numbers` is the random number generator, always with a seed; `program` generates valid modules; `mutate` generates
//! mostly invalid texts; `entries` are the tested entry points: parsing and everything after it, formats, pipelines;
//! `syntax` compares the parser with the reference grammar; `hostile` generates deep, long, wide and invalid texts,
//! `bytes` byte strings that are no text, `bytecode` valid and invalid files; `speculatable` executes speculatable
//! operations on corner operands; `threads` runs with several threads. `main` runs it all at full size. `RMLIR_CASES`
//! is the number of cases of each test.

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

/// The number of cases of a test: the environment's `RMLIR_CASES`, or `few`.
pub fn n_cases(few: u64) -> u64 {
    std::env::var("RMLIR_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}

/// All case files below `root`, as initial texts.
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
