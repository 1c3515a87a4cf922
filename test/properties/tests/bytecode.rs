//! Bytecode of the case files reads back as what was written, and with wrong bytes it is refused or read.

use std::path::Path;

use rmlir_properties::{bytecode, case_texts, n_cases};

/// So many files are read back, spread evenly over the case files.
const N_FILES: usize = 120;

fn some_files() -> Vec<(String, Vec<u8>)> {
    let texts = case_texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases"));
    let step = texts.len().div_ceil(N_FILES);
    bytecode::files(&texts.into_iter().step_by(step).collect::<Vec<_>>())
}

#[test]
fn what_is_written_reads_back_as_the_same() {
    let files = some_files();
    assert!(files.len() >= N_FILES / 2, "only {} files could be written", files.len());
    for (text, bytes) in files {
        bytecode::check(&text, &bytes).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
}

#[test]
fn changed_files_are_refused_or_read() {
    let files = some_files();
    assert_eq!(bytecode::all_changed(&files, 0..n_cases(3000)), Ok(n_cases(3000)));
}
