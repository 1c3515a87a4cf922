//! Mutated texts through every pass and translation: nothing panics, aborts, runs without end or fails without a word,
//! and what is printed reads again to the same.
//!
//! The inputs are the case files, piece by piece: MLIR of all dialects, the same as bytecode, LLVM IR, scheduling
//! problems. A run mutates one of them by its seed ([`rmlir_smith::mutate`]), reads, verifies and prints it, reads that again, and takes
//! it through a random pass with random options ([`run`]). Runs are made by worker processes in batches ([`workers`]), so
//! that a run that aborts or does not end is one finding and the next run goes on.

mod run;
mod workers;

use std::fs;
use std::path::{Path, PathBuf};

pub use self::run::{Fault, Finding, Runner};
pub use self::workers::{Counts, campaign, work};

/// What a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// MLIR.
    Mlir,
    /// LLVM IR.
    Llvm,
    /// CIRCT's `ssp.instance`.
    Ssp,
    /// HatScheT's graphs and resources.
    GraphMl,
}

/// The pieces of case files.
pub struct Corpus {
    pieces: Vec<(Form, String)>,
}

/// Pieces that are longer are left out: mutations of them mostly do not parse, and take long not to.
const MAX_PIECE: usize = 20_000;

/// What pieces are left out with: the custom forms of these operations, which are upstream's, do not show a location, or
/// names of arguments that do not belong to them.
const LEFT_OUT: [&str; 2] = ["test.attr_with_loc", "test.polyfor"];

impl Corpus {
    /// All case files below `root`.
    pub fn read(root: &Path) -> Result<Self, String> {
        let mut files = Vec::new();
        find(root, &mut files)?;
        files.sort_by(|(_, a), (_, b)| a.cmp(b));
        let mut pieces = Vec::new();
        for (form, path) in files {
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let parts = text
                .split("// -----")
                .filter(|part| part.len() <= MAX_PIECE && !part.trim().is_empty())
                .filter(|part| !LEFT_OUT.iter().any(|name| part.contains(name)));
            pieces.extend(parts.map(|part| (form, part.to_owned())));
        }
        if pieces.is_empty() { Err(format!("{}: no case files", root.display())) } else { Ok(Self { pieces }) }
    }

    fn of(&self, form: Form) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter(move |(it, _)| *it == form).map(|(_, text)| text.as_str())
    }
}

fn find(folder: &Path, found: &mut Vec<(Form, PathBuf)>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        let form = match path.extension().and_then(|extension| extension.to_str()) {
            None if path.is_dir() => {
                find(&path, found)?;
                continue;
            }
            Some("mlir") => match fs::read_to_string(&path).is_ok_and(|text| text.contains("ssp.instance")) {
                true => Form::Ssp,
                false => Form::Mlir,
            },
            Some("ssp") => Form::Ssp,
            Some("ll") => Form::Llvm,
            Some("graphml") => Form::GraphMl,
            _ => continue,
        };
        found.push((form, path));
    }
    Ok(())
}
