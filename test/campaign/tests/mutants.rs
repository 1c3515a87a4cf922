//! Wrong passes are detected, and correct ones are not rejected on the same functions.

use std::path::Path;

use rmlir_campaign::pipelines::PIPELINES;
use rmlir_campaign::trial::{Ending, run};
use rmlir_semantics::Settings;
use rmlir_test_opt::mutants::{FAMILIES, Family};
use rmlir_test_opt::registry;

fn source(family: &Family) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../cases/test/mutants-{}.mlir", family.name));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_mutant_is_caught() {
    let registry = registry();
    let mut missed = Vec::new();
    for family in FAMILIES {
        let text = source(&family);
        for mutant in family.mutants {
            let pipeline = format!("func.func(test-mutant{{mutant={}}})", mutant.name);
            let wanted = format!("changes what function '{}' computes", mutant.name.replace('-', "_"));
            match run(&registry, &text, &pipeline, Settings::default()) {
                Ending::Differs(said) if said.contains(&wanted) => {}
                other => missed.push(format!("{}: {other:?}", mutant.name)),
            }
        }
    }
    let n_mutants = FAMILIES.iter().map(|family| family.mutants.len()).sum::<usize>();
    assert!(n_mutants >= 20, "there are only {n_mutants} mutants");
    assert!(missed.is_empty(), "{} of {n_mutants} are missed:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn no_pass_is_accused_on_their_functions() {
    let registry = registry();
    let mut accused = Vec::new();
    for family in FAMILIES {
        let text = source(&family);
        for pipeline in PIPELINES {
            if let Ending::Differs(said) = run(&registry, &text, pipeline, Settings::default()) {
                accused.push(format!("{}: {pipeline}: {said}", family.name));
            }
        }
    }
    assert!(accused.is_empty(), "{}", accused.join("\n"));
}
