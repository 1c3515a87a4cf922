//! Files as memory: their contents, and which files are copied instead.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;

use rmlir_memory::{LEAST_MAPPED, MappedText, is_text};

/// Maps the file `path` for a process that writes to `written`.
fn mapped(path: &Path, written: &Path) -> Option<MappedText> {
    MappedText::open(path, written, 1).expect("it is there")
}

#[test]
fn only_large_files_that_stay_are_mapped() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let write = |name: &str, size: u64| {
        let path = folder.path().join(name);
        let text: Vec<u8> = (0..size).map(|place| b'a' + (place % 23) as u8).collect();
        fs::write(&path, &text).expect("the folder can be written to");
        (path, text)
    };
    let (large, text) = write("large", LEAST_MAPPED + 3);
    let (small, _) = write("small", LEAST_MAPPED - 1);
    let other = folder.path().join("other");
    for written in [&other, &small] {
        assert!(mapped(&large, written).is_some_and(|mapped| mapped.text().as_bytes() == text));
    }
    assert!(mapped(&small, &other).is_none());
    assert!(mapped(&large, &large).is_none(), "it is written to");
    assert!(mapped(folder.path(), &other).is_none(), "a folder");
    assert!(MappedText::open(&other, &large, 1).is_err(), "it is not there");
}

#[test]
fn what_is_not_needed_is_there_all_the_same() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let path = folder.path().join("large");
    let text: String = (0..LEAST_MAPPED).map(|place| char::from(b'a' + (place % 23) as u8)).collect();
    fs::write(&path, &text).expect("the folder can be written to");
    let mapped = mapped(&path, &folder.path().join("other")).expect("it is large");
    for range in [0..text.len(), 0..0, 1..2, 4_095..4_097, 100_000..900_000, text.len() - 1..text.len()] {
        mapped.dont_need(range);
        assert_eq!(mapped.text(), text);
    }
}

#[test]
fn a_large_file_that_is_no_text_is_not_mapped() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let path = folder.path().join("large");
    fs::write(&path, vec![0xFF; LEAST_MAPPED as usize]).expect("the folder can be written to");
    assert!(mapped(&path, &folder.path().join("other")).is_none());
}

#[cfg(unix)]
#[test]
fn a_file_with_two_names_is_one() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    fs::write(&one, vec![b' '; LEAST_MAPPED as usize]).expect("the folder can be written to");
    fs::hard_link(&one, &two).expect("files have several names here");
    assert!(mapped(&one, &two).is_none());
}

#[cfg(unix)]
#[test]
fn a_pipe_is_left_to_who_reads_it() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("systems with pipes have mkfifo").success());
    // The pipe has no writer: opening it would block forever.
    assert!(mapped(&pipe, &folder.path().join("other")).is_none());
}

#[test]
fn text_is_text_in_any_number_of_pieces() {
    let texts: [&[u8]; 8] =
        [b"", b"a", "äöü€𝄞".as_bytes(), "𝄞".as_bytes(), b"ab\xE4cd", b"\x80\x80\x80", b"abcdef\xF0\x9D", &[0xBF; 40]];
    for bytes in texts {
        for n_threads in 0..12 {
            assert_eq!(is_text(bytes, n_threads), std::str::from_utf8(bytes).is_ok(), "{bytes:?} in {n_threads}");
        }
    }
}
