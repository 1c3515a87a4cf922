//! Adversarial texts at a moderate size: a result or a diagnostic, no panic, no stack overflow.
//!
//! `cargo run --profile checked -p rmlir-properties -- hostile` runs them at full size and shows how the time grows.

use std::path::Path;

use rayon::prelude::*;
use rmlir_properties::hostile::{NUMBERED_FILES, NUMBERS, PANICKED, kinds, run};
use rmlir_properties::{bytes, case_texts, entries, n_cases};

/// The divisor of the full size. Depth is at most hundreds of levels, size at most 100 KB.
const PART: usize = 500;

/// The number of positions at which each text is truncated, spread evenly.
const N_CUTS: usize = 8;

#[test]
fn every_kind_of_text_ends_well() {
    for kind in kinds() {
        let went = run(&kind, kind.full / PART);
        assert_eq!(went.complaint(), None, "{}: {}", kind.name, went.said);
    }
}

#[test]
fn numbers_that_are_too_large_are_refused_or_kept() {
    let attrs = NUMBERS.iter().map(|text| format!("\"a.b\"() {{x = {text}}} : () -> ()\n"));
    for text in attrs.chain(NUMBERED_FILES.iter().map(|&text| text.to_owned())) {
        for flags in [&[][..], &["--canonicalize", "--cse", "--sccp"], &["--int-range-optimizations", "--canonicalize"]]
        {
            let ran = entries::run(&text, flags);
            let said = String::from_utf8_lossy(&ran.stderr);
            assert!(ran.code != PANICKED, "{text}: {said}");
            assert!(ran.code == 0 || !said.is_empty(), "{text} fails without a word");
        }
    }
}

#[test]
fn texts_that_end_too_early_are_refused_or_read() {
    let texts = case_texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases"));
    texts.par_iter().for_each(|text| {
        for end in (0..text.len()).step_by(text.len().div_ceil(N_CUTS)) {
            bytes::check(&text.as_bytes()[..end]).unwrap_or_else(|wrong| panic!("{wrong}\n{}", &text[..end]));
        }
    });
}

#[test]
fn any_bytes_are_refused_or_read() {
    assert_eq!(bytes::all_random(0..n_cases(1000)), Ok(n_cases(1000)));
}
