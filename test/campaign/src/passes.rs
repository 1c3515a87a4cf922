//! Random modules through every pass.

use rayon::prelude::*;
use rmlir_opt::Registry;
use rmlir_reduce::search::Search;
use rmlir_reduce::test::Test;
use rmlir_semantics::Settings;

use crate::sets::{Set, module};
use crate::trial::{Ending, Module, context, run};

/// The results of one pipeline.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The pipeline.
    pub pipeline: String,
    /// The number of modules whose functions compute the same.
    pub n_same: usize,
    /// The number of functions in them that were executed.
    pub n_functions: usize,
    /// Seeds of modules that are miscompiled, and the messages.
    pub differences: Vec<(u64, String)>,
    /// Seeds of modules on which a pass fails, and the messages.
    pub failures: Vec<(u64, String)>,
    /// Seeds of modules on which a pass panics, and the messages.
    pub panics: Vec<(u64, String)>,
}

impl Findings {
    /// Whether no pass has a bug.
    pub fn is_right(&self) -> bool {
        self.differences.is_empty() && self.panics.is_empty()
    }
}

/// Runs each of `pipelines` on the modules of `seeds`.
pub fn campaign(
    registry: &Registry,
    set: &Set,
    seeds: std::ops::Range<u64>,
    size: usize,
    pipelines: &[&str],
    settings: Settings,
) -> Vec<Findings> {
    let start = || -> Vec<Findings> {
        let findings = |pipeline: &&str| Findings { pipeline: (*pipeline).to_owned(), ..Findings::default() };
        pipelines.iter().map(findings).collect()
    };
    let add_module = |mut all: Vec<Findings>, seed: u64| {
        let text = module(set, seed, size);
        let cx = context(registry);
        let module = match Module::new(&cx, &text, settings) {
            Ok(module) => module,
            Err(said) => {
                all.iter_mut().for_each(|findings| findings.failures.push((seed, said.clone())));
                return all;
            }
        };
        for findings in &mut all {
            match module.run(registry, &findings.pipeline) {
                Ending::Same(n_functions) => {
                    findings.n_same += 1;
                    findings.n_functions += n_functions;
                }
                Ending::Differs(said) => findings.differences.push((seed, said)),
                Ending::Fails(said) | Ending::Breaks(said) => findings.failures.push((seed, said)),
                Ending::NoEnd | Ending::Invalid(_) => unreachable!("the module was read, and there is no time limit"),
                Ending::Panics(said) => {
                    findings.panics.push((seed, said));
                    break;
                }
            }
        }
        all
    };
    seeds.into_par_iter().fold(start, add_module).reduce(start, joined)
}

fn joined(mut left: Vec<Findings>, right: Vec<Findings>) -> Vec<Findings> {
    for (left, right) in left.iter_mut().zip(right) {
        left.n_same += right.n_same;
        left.n_functions += right.n_functions;
        left.differences.extend(right.differences);
        left.failures.extend(right.failures);
        left.panics.extend(right.panics);
        left.differences.sort();
        left.failures.sort();
        left.panics.sort();
    }
    left
}

/// Reduces a module on which `pipeline` fails.
pub fn reduced(registry: &'static Registry, text: &str, pipeline: &str, settings: Settings) -> Result<String, String> {
    let pipeline = pipeline.to_owned();
    let goes_wrong = move |text: &str| {
        matches!(run(registry, text, &pipeline, settings), Ending::Differs(_) | Ending::Breaks(_) | Ending::Panics(_))
    };
    let test = Test::Holds(Box::new(goes_wrong));
    let search = Search { registry, test: &test, allow_unregistered: false };
    search.reduce(text).map(|reduced| reduced.text)
}
