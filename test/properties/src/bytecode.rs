//! Bytecode round trips, and corrupted files are rejected or read.

use std::ops::Range;

use rmlir::diag::split;
use rmlir_opt::opt;

use crate::bytes;
use crate::entries;
use crate::numbers::Numbers;

/// A distinct attribute inside a dialect's attribute is written as its text, which does not preserve the identity of
/// distinct attributes.
const DISTINCT: &[u8] = b"distinct[";

/// Each piece of `texts` as the tool prints it, with its bytecode. Pieces that the tool rejects or that contain
/// distinct attributes are skipped.
pub fn files(texts: &[String]) -> Vec<(String, Vec<u8>)> {
    let pieces = texts.iter().flat_map(|text| {
        let pieces = split::split(text.as_bytes(), split::DEFAULT_MARKER).chunks;
        pieces.into_iter().map(|piece| text[piece.range].to_owned())
    });
    let printed = pieces.filter_map(|text| run(text.as_bytes(), &["--mlir-print-debuginfo"]).ok());
    let printed = printed.filter(|text| !text.windows(DISTINCT.len()).any(|bytes| bytes == DISTINCT));
    let written = printed.filter_map(|text| Some((run(&text, &["--emit-bytecode"]).ok()?, text)));
    written.map(|(bytes, text)| (String::from_utf8_lossy(&text).into_owned(), bytes)).collect()
}

/// Reads the bytecode of `text`, with locations: the output must be the same text.
pub fn check(text: &str, bytes: &[u8]) -> Result<(), String> {
    for flags in [&["--mlir-print-debuginfo"][..], &["--mlir-print-op-generic"]] {
        let (direct, back) = (run(text.as_bytes(), flags)?, run(bytes, flags)?);
        if direct != back {
            let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            return Err(format!("{flags:?}\n{}\nbecomes\n{}", show(&direct), show(&back)));
        }
    }
    Ok(())
}

/// The error for a rejected file.
pub fn complaint(bytes: &[u8]) -> Option<String> {
    run(bytes, &[]).err()
}

fn run(input: &[u8], flags: &[&str]) -> Result<Vec<u8>, String> {
    let flags = flags.iter().chain(&["--allow-unregistered-dialect", "-"]);
    let args: Vec<String> = flags.map(|&flag| flag.to_owned()).collect();
    let ran = opt::run(&entries::registry(), &args, input);
    match ran.code {
        0 => Ok(ran.stdout),
        _ => Err(String::from_utf8_lossy(&ran.stderr).into_owned()),
    }
}

/// Reads randomly corrupted files, one for each seed: returns their number, or the failure.
pub fn all_changed(files: &[(String, Vec<u8>)], seeds: Range<u64>) -> Result<u64, String> {
    let n = seeds.end - seeds.start;
    for seed in seeds {
        let mut numbers = Numbers::new(seed);
        let (text, bytes) = numbers.one_of(files);
        let changed = changed(bytes, &mut numbers);
        bytes::check(&changed).map_err(|wrong| format!("seed {seed}: {wrong}\n{text}"))?;
    }
    Ok(n)
}

/// `bytes` with up to four bytes changed, inserted or removed, or with the end missing. The first four are unchanged.
fn changed(bytes: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    for _ in 0..=numbers.below(4) {
        let at = 4 + numbers.below(changed.len() - 4);
        match numbers.below(8) {
            0 => changed.truncate(at.max(5)),
            1 => changed.insert(at, numbers.draw() as u8),
            2 if changed.len() > 6 => {
                changed.remove(at);
            }
            3 => changed[at] ^= 1 << numbers.below(8),
            4 => changed[at] = changed[at].wrapping_add(2),
            5 => changed[at] = changed[at].wrapping_sub(2),
            _ => changed[at] = numbers.draw() as u8,
        }
    }
    changed
}
