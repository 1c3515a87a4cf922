//! The result of a speculatable operation is a value or poison, for all operands.

use std::path::Path;

use rmlir_properties::{case_texts, speculatable};

/// The minimum number of operation names in the case files.
const LEAST_NAMES: usize = 200;

#[test]
fn what_may_be_speculated_never_ends_a_run() {
    let checked = speculatable::check(&case_texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases")));
    let mistakes: Vec<String> = checked.mistakes.iter().map(|(name, text)| format!("{name}: {text}")).collect();
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
    assert!(checked.names.len() >= LEAST_NAMES, "only {} names", checked.names.len());
}
