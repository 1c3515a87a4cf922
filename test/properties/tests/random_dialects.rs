//! Mutated texts of every dialect: each is accepted, or rejected with an error; nothing panics or hangs.
//!
//! `cargo run --release -p rmlir-properties -- dialects 1000000` tests many more, and reports the text when the process
//! crashes, which a test cannot do.

use std::path::Path;
use std::sync::mpsc;

use rmlir_properties::dialects::judge::{self, Went};
use rmlir_properties::dialects::{Starts, watched};
use rmlir_properties::{case_texts, n_cases};

/// The default number of cases.
const FEW: u64 = 1000;

fn starts() -> Starts {
    Starts::new(&case_texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases")))
}

#[test]
fn every_dialect_has_texts_to_start_from() {
    for start in starts().0 {
        assert!(!start.seeds.is_empty(), "no case file of test/cases uses the dialect '{}'", start.dialect.name);
    }
}

#[test]
fn what_is_changed_is_taken_or_refused() {
    let (sender, receiver) = mpsc::channel();
    // A thread that hangs cannot be ended, but it can be reported.
    std::thread::spawn(move || {
        let starts = starts();
        for seed in 0..n_cases(FEW) {
            let trial = starts.trial(seed);
            let text = trial.text.clone();
            if sender.send(Some((seed, text))).is_err() {
                return;
            }
            if let Went::Wrong(wrong) = judge::run(&trial) {
                panic!("seed {seed} {:?}: {wrong}\n{}", trial.flags, trial.text);
            }
        }
        let _ = sender.send(None);
    });
    let (mut last, mut wait) = (None, watched::START);
    loop {
        match receiver.recv_timeout(wait) {
            Ok(Some(begun)) => last = Some(begun),
            Ok(None) => return,
            Err(error) => panic!("{error} at {last:?}"),
        }
        wait = watched::LIMIT;
    }
}
