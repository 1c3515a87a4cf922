//! Files as memory: what is in them, and which are copied instead.

use std::fs;
#[cfg(unix)]
use std::process::Command;

use rmlir_memory::{LEAST_MAPPED, as_text, map_for_good};

#[test]
fn only_large_files_that_stay_are_mapped() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let write = |name: &str, size: u64| {
        let path = folder.path().join(name);
        let text: Vec<u8> = (0..size).map(|place| (place % 251) as u8).collect();
        fs::write(&path, &text).expect("the folder can be written to");
        (path, text)
    };
    let (large, text) = write("large", LEAST_MAPPED + 3);
    let (small, _) = write("small", LEAST_MAPPED - 1);
    let other = folder.path().join("other");
    assert_eq!(map_for_good(&large, &other).expect("it is there"), Some(&*text));
    assert_eq!(map_for_good(&large, &small).expect("it is there"), Some(&*text));
    assert_eq!(map_for_good(&small, &other).expect("it is there"), None);
    assert_eq!(map_for_good(&large, &large).expect("it is there"), None, "it is written to");
    assert_eq!(map_for_good(folder.path(), &other).expect("it is there"), None, "a folder");
    assert!(map_for_good(&other, &large).is_err(), "it is not there");
}

#[cfg(unix)]
#[test]
fn a_file_with_two_names_is_one() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    fs::write(&one, vec![b' '; LEAST_MAPPED as usize]).expect("the folder can be written to");
    fs::hard_link(&one, &two).expect("files have several names here");
    assert_eq!(map_for_good(&one, &two).expect("it is there"), None);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_left_to_who_reads_it() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("systems with pipes have mkfifo").success());
    // Nobody writes to it: to open it would take forever.
    assert_eq!(map_for_good(&pipe, &folder.path().join("other")).expect("it is there"), None);
}

#[test]
fn text_is_text_in_any_number_of_pieces() {
    let texts: [&[u8]; 8] =
        [b"", b"a", "äöü€𝄞".as_bytes(), "𝄞".as_bytes(), b"ab\xE4cd", b"\x80\x80\x80", b"abcdef\xF0\x9D", &[0xBF; 40]];
    for bytes in texts {
        for n_threads in 0..12 {
            assert_eq!(as_text(bytes, n_threads), std::str::from_utf8(bytes).ok(), "{bytes:?} in {n_threads}");
        }
    }
}
