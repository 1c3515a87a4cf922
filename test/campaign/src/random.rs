//! Random modules through random sequences of passes, and loops through loop passes.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use rmlir_opt::Registry;
use rmlir_reduce::search::Search;
use rmlir_reduce::test::Test;
use rmlir_smith::{Form, loop_module, plain_loop_module};

use crate::sequences::Sequence;
use crate::sets::{Set, module_with};
use crate::trial::Ending;
use crate::worker::{Answer, Evidence, Request, TEXTS, Worker};

/// The parameters of trials.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The approximate number of statements in functions.
    pub size: usize,
    /// The number of argument sets on which functions are executed.
    pub n_runs: usize,
    /// The time limit of one trial.
    pub limit: Duration,
}

/// The result of the trial of a seed.
pub struct Outcome {
    /// The seed.
    pub seed: u64,
    /// The trial.
    pub request: Request,
    /// Its result.
    pub answer: Answer,
}

/// The number of trials by result.
#[derive(Clone, Debug, Default)]
pub struct Counts(BTreeMap<&'static str, usize>);

impl Counts {
    /// Adds a trial.
    pub fn add(&mut self, ending: &Ending) {
        *self.0.entry(ending.kind()).or_default() += 1;
    }

    /// The number of trials with this result.
    pub fn of(&self, kind: &str) -> usize {
        self.0.get(kind).copied().unwrap_or_default()
    }

    /// Whether no trial shows a bug of a pass. IR that the verifier rejects after a pass is shown but does not count:
    /// upstream has passes that produce such IR where others have not run before, and the pipeline stops there.
    pub fn is_right(&self) -> bool {
        ["differ", "panic", "no end", "invalid"].iter().all(|kind| self.of(kind) == 0)
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown: Vec<String> = Ending::KINDS.iter().map(|kind| format!("{} {kind}", self.of(kind))).collect();
        f.write_str(&shown.join(", "))
    }
}

/// The trial of `seed`: a module of one of `sets`, and three to six passes.
pub fn random_request(sets: &[&Set], seed: u64, plan: &Plan) -> Request {
    let set = sets[(seed % sets.len() as u64) as usize];
    let sequence = Sequence::draw(seed);
    let text = module_with(set, seed, plan.size, sequence.assumes_distinct_arguments());
    let pipeline = sequence.to_string();
    Request { text, pipeline, n_runs: plan.n_runs, evidence: Evidence::None }
}

/// A loop pipeline.
pub struct LoopPasses {
    /// Its name on the command line.
    pub name: String,
    /// The text inside `builtin.module(..)`.
    pub pipeline: String,
    /// The forms of loops that it applies to.
    pub forms: &'static [Form],
    /// Whether it assumes that arguments of functions do not alias.
    pub separates_arguments: bool,
    /// The evidence that it has transformed a loop.
    pub evidence: Evidence,
}

/// The loop pipelines.
pub fn loop_passes() -> Vec<LoopPasses> {
    let [vector, vliw] = TEXTS.map(Evidence::Text);
    let row = |name: &str, pipeline: &str, forms, evidence| LoopPasses {
        name: name.to_owned(),
        pipeline: pipeline.to_owned(),
        forms,
        separates_arguments: false,
        evidence,
    };
    let (all, affine): (&[Form], &[Form]) = (&Form::ALL, &[Form::Affine, Form::AffineNest]);
    let pluto = |name: &str, separates_arguments: bool, options: &str| {
        let options = format!("cost=false noalias-arguments={separates_arguments}{options}");
        let row = row(name, &format!("func.func(affine-pluto{{{options}}})"), affine, Evidence::Change);
        LoopPasses { separates_arguments, ..row }
    };
    let mut rows = vec![
        row("wfv", "wfv-select{gain=1},wfv", all, vector),
        row("wfv-4", "wfv-select{gain=1 width=4},wfv{tail=scalar}", all, vector),
        row("wfv-avx2", "wfv-select{gain=1 width=8 target=avx2},wfv{target=avx2 interleave=2}", all, vector),
        row("slp", "func.func(slp-vectorize{least-gain=0})", &[Form::Straight], vector),
        row("slp-avx2", "func.func(slp-vectorize{least-gain=0 target=avx2})", &[Form::Straight], vector),
        pluto("pluto", true, ""),
        pluto("pluto-tile", true, " tile tile-sizes=4 unroll-jam=2"),
        pluto("pluto-parallel", true, " parallel fuse=max"),
        pluto("pluto-alias", false, " parallel"),
    ];
    let machines = rmlir_vliw_passes::machines::MACHINES.iter();
    rows.extend(machines.map(|(machine, _)| row(machine, &format!("vliw-pipeline{{machine={machine}}}"), all, vliw)));
    rows
}

/// The loop of `seed` for these passes.
pub fn loop_text(seed: u64, passes: &LoopPasses) -> String {
    match passes.separates_arguments {
        true => plain_loop_module(seed, passes.forms),
        false => loop_module(seed, passes.forms),
    }
}

/// The trial of the loop of `seed` for these passes.
pub fn loop_request(seed: u64, passes: &LoopPasses, plan: &Plan) -> Request {
    let (text, pipeline) = (loop_text(seed, passes), passes.pipeline.clone());
    Request { text, pipeline, n_runs: plan.n_runs, evidence: passes.evidence }
}

/// Executes the trials of `seeds`, distributed over as many processes as there are cores; `done` receives the results
/// in any order.
pub fn run_all(
    seeds: Range<u64>,
    limit: Duration,
    request: impl Fn(u64) -> Request + Sync,
    mut done: impl FnMut(Outcome),
) -> Result<(), String> {
    let next = AtomicU64::new(seeds.start);
    let n_workers = thread::available_parallelism().map_or(1, usize::from);
    let (sender, outcomes) = channel();
    thread::scope(|scope| {
        for _ in 0..n_workers {
            let (sender, next, request) = (sender.clone(), &next, &request);
            let end = seeds.end;
            scope.spawn(move || {
                let mut worker = Worker::new(limit);
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= end {
                        return;
                    }
                    let request = request(seed);
                    let answer = worker.ask(&request);
                    let is_lost = answer.is_err();
                    let outcome = answer.map(|answer| Outcome { seed, request, answer });
                    if sender.send(outcome).is_err() || is_lost {
                        return;
                    }
                }
            });
        }
        drop(sender);
        outcomes.iter().try_for_each(|outcome| outcome.map(&mut done))
    })
}

/// A request with fewer passes and a smaller module that has the same result.
pub fn reduced(
    registry: &'static Registry,
    request: &Request,
    ending: &Ending,
    limit: Duration,
) -> Result<Request, String> {
    let passes = fewer_passes(request, ending, limit)?;
    let worker = Mutex::new(Worker::new(limit));
    let (template, wanted) = (passes.clone(), ending.clone());
    let holds = move |text: &str| {
        let request = Request { text: text.to_owned(), ..template.clone() };
        let Ok(mut worker) = worker.lock() else { return false };
        worker.ask(&request).is_ok_and(|answer| answer.ending.is_like(&wanted))
    };
    let test = Test::Holds(Box::new(holds));
    let search = Search { registry, test: &test, allow_unregistered: false };
    let text = search.reduce(&passes.text)?.text;
    fewer_passes(&Request { text, ..passes }, ending, limit)
}

/// The request without irrelevant passes.
fn fewer_passes(request: &Request, ending: &Ending, limit: Duration) -> Result<Request, String> {
    let mut worker = Worker::new(limit);
    let mut kept = request.clone();
    let mut sequence = Sequence::read(&request.pipeline);
    let mut at = 0;
    while at < sequence.0.len() && sequence.0.len() > 1 {
        let mut shorter = sequence.clone();
        shorter.0.remove(at);
        let tried = Request { pipeline: shorter.to_string(), ..kept.clone() };
        if worker.ask(&tried)?.ending.is_like(ending) {
            (kept, sequence) = (tried, shorter);
        } else {
            at += 1;
        }
    }
    Ok(kept)
}

/// Writes a request to a file, with the command that reproduces the failure.
pub fn write(folder: &Path, name: &str, request: &Request, said: &str) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let path = folder.join(format!("{name}.mlir"));
    /// Arguments and results may be long.
    const MOST_SHOWN: usize = 400;
    let cut = |line: &str| format!("// {}\n", line.chars().take(MOST_SHOWN).collect::<String>());
    let said: String = said.lines().take(4).map(cut).collect();
    let command = format!("// rmlir-opt --verify-semantics '--pass-pipeline=builtin.module({})'\n", request.pipeline);
    fs::write(&path, format!("{command}{said}{}", request.text)).map_err(|error| format!("{}: {error}", path.display()))
}
