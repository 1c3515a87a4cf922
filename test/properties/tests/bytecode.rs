//! Bytecode of the case files round trips, and with corrupted bytes it is rejected or read.

use std::path::Path;

use rmlir_properties::{bytecode, case_texts, n_cases};

/// The number of files that are read back, spread evenly over the case files.
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
    assert_eq!(bytecode::all_changed(&files, 0..n_cases(1000)), Ok(n_cases(1000)));
}

/// The name of a resource group is printed without quotes, so it is an identifier.
#[test]
fn names_of_resource_groups_are_identifiers() {
    let text = "module {\n}\n{-# external_resources: { group_a: { key: true } } #-}\n";
    let file = bytecode::files(&[text.to_owned()]).pop().expect("the file can be written").1;
    let at = file.windows(7).position(|bytes| bytes == b"group_a").expect("the name is in the file");
    for wrong in [b"group\"a", b"group a", b"1roup_a", b"group\na", b"group-a"] {
        let mut changed = file.clone();
        changed[at..at + 7].copy_from_slice(wrong);
        let said = bytecode::complaint(&changed).unwrap_or_default();
        assert!(said.contains("expected an identifier as name of a resource group"), "{said}");
    }
}

/// A file whose only string has its length, including the zero byte, before its bytes.
#[test]
fn strings_are_as_long_as_they_say() {
    let cases: [(u8, &[u8], &str); 3] = [
        (0, b"\0", "unexpected trailing data between the offsets for strings and their data"),
        (2, b"\0", "string size exceeds the available data size"),
        (0, b"", "a string without the zero after it"),
    ];
    let number = |value: usize| (value << 1 | 1) as u8;
    for (length, bytes, wanted) in cases {
        let section = [number(1), number(length.into())];
        let mut file = b"ML\xefR".to_vec();
        file.extend([number(0), b't', 0, 0, number(section.len() + bytes.len())]);
        file.extend(section.iter().chain(bytes));
        for (id, data) in [(1, &[number(0)][..]), (2, &[number(0)]), (3, &[number(0)]), (4, &[])] {
            file.extend([id, number(data.len())]);
            file.extend(data);
        }
        let said = bytecode::complaint(&file).unwrap_or_default();
        assert!(said.contains(wanted), "{said}");
    }
}
