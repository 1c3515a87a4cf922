//! Mutated definitions of dialects: each is loaded or rejected with an error, and a loaded one accepts or rejects
//! mutated texts that use it; nothing panics.

use std::path::Path;

use rmlir::core::OpRef;
use rmlir::text;
use rmlir::text::parse::parse_verified;
use rmlir::text::print::{PrintOptions, print};
use rmlir_properties::mutate::mutate_roughly;
use rmlir_properties::numbers::Numbers;
use rmlir_properties::{case_texts, entries, n_cases};

/// The default number of cases.
const FEW: u64 = 400;

/// The case files on dialects that are defined at run time: the definitions, and the uses.
fn texts() -> (Vec<String>, Vec<String>) {
    let cases = case_texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/irdl"));
    cases.into_iter().partition(|text| text.contains("irdl.dialect"))
}

/// One piece of `text`, in the sense of `--split-input-file`.
fn piece(text: &str, numbers: &mut Numbers) -> String {
    let pieces: Vec<&str> = text.split("// -----").collect();
    (*numbers.one_of(&pieces)).to_owned()
}

#[test]
fn definitions_are_loaded_or_refused() {
    let (definitions, users) = texts();
    assert!(!definitions.is_empty() && !users.is_empty(), "there are texts to start from");
    let (mut n_loaded, mut n_taken) = (0, 0);
    for seed in 0..n_cases(FEW) {
        let mut numbers = Numbers::new(seed);
        let start: &String = numbers.one_of(&definitions);
        let start = piece(start, &mut numbers);
        let text = if seed % 3 == 0 { start } else { mutate_roughly(&start, &[], &mut numbers) };
        let registry = entries::registry();
        let cx = text::context(registry.dialects.clone());
        let loaded = match rmlir_irdl::load_text(&cx, "random.irdl.mlir", text.clone()) {
            Ok(loaded) => loaded,
            Err(said) => {
                assert!(!said.is_empty(), "seed {seed} fails without a word:\n{text}");
                continue;
            }
        };
        n_loaded += 1;
        let mut dialects = registry.dialects.clone();
        loaded.iter().for_each(|dialect| dialects.add(dialect));
        for _ in 0..4 {
            let start: &String = numbers.one_of(&users);
            let start = piece(start, &mut numbers);
            let user = mutate_roughly(&start, &[], &mut numbers);
            n_taken += u64::from(reads_back(dialects.clone(), &user, seed));
        }
    }
    assert!(n_loaded >= n_cases(FEW) / 20, "only {n_loaded} definitions were loaded");
    assert!(n_taken > 0, "no text that uses them was taken");
}

/// Whether `text` is accepted; if so, the printed form must be accepted again and print the same.
fn reads_back(dialects: rmlir::core::DialectRegistry, text: &str, seed: u64) -> bool {
    let cx = text::context(dialects);
    let Ok(body) = parse_verified(&cx, "user.mlir", text) else { return false };
    let printed = print(OpRef::root(&body), &PrintOptions::default());
    let again = parse_verified(&cx, "again.mlir", printed.clone())
        .unwrap_or_else(|said| panic!("seed {seed}: {}\n{printed}", said[0].message));
    assert_eq!(print(OpRef::root(&again), &PrintOptions::default()), printed, "seed {seed}");
    true
}
