//! The command line of campaigns.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, Parser, Subcommand};
use rmlir_campaign::passes::{Findings, campaign, reduced};
use rmlir_campaign::pipelines::PIPELINES;
use rmlir_campaign::random::{Counts, LoopPasses, Outcome, Plan};
use rmlir_campaign::sets::{SETS, Set, find, module};
use rmlir_campaign::texts::{self, Corpus, Fault, Runner, work};
use rmlir_campaign::trial::Ending;
use rmlir_campaign::worker::{Evidence, Request, Worker};
use rmlir_campaign::{against, random, worker};
use rmlir_opt::Registry;
use rmlir_semantics::Settings;

/// Runs passes on random modules, whose results must be the same
#[derive(Parser)]
#[command(name = "rmlir-campaign", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Through every pass of ours
    Passes {
        #[command(flatten)]
        modules: Modules,
        /// Pipelines as inside builtin.module(..), separated by `;`; all of the campaign's by default
        #[arg(long, value_name = "PIPELINES", value_delimiter = ';')]
        only: Vec<String>,
        /// Reduce modules on which a pass fails, one for each pipeline, and write them to this folder
        #[arg(long, value_name = "FOLDER")]
        reduce_to: Option<PathBuf>,
    },
    /// Through the same passes of ours and of mlir-opt
    Against {
        #[command(flatten)]
        modules: Modules,
    },
    /// Random modules, each through three to six random passes
    Random {
        #[command(flatten)]
        modules: Modules,
        #[command(flatten)]
        limits: Limits,
    },
    /// Random loops through the passes that vectorize, pipeline and reorder loops
    Loops {
        /// The number of loops, with consecutive seeds
        #[arg(long, value_name = "N", default_value_t = 100)]
        count: u64,
        /// The first seed
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
        /// Passes, by name; all by default
        #[arg(long, value_name = "NAMES", value_delimiter = ',')]
        passes: Vec<String>,
        /// The number of argument sets on which functions are executed
        #[arg(long, value_name = "N", default_value_t = 6)]
        runs: usize,
        /// Only print the loops
        #[arg(long)]
        print_only: bool,
        #[command(flatten)]
        limits: Limits,
    },
    /// Execute the trials requested on standard input
    #[command(hide = true)]
    Worker,
    /// Print the modules
    Print {
        #[command(flatten)]
        modules: Modules,
    },
    /// Mutated case files through every pass and translation: nothing may crash
    Texts(Texts),
    /// One file through one pipeline
    One {
        /// The file
        file: PathBuf,
        /// The pipeline, as inside builtin.module(..)
        pipeline: String,
        /// The time limit of the passes, in seconds
        #[arg(long, value_name = "S", default_value_t = 20)]
        limit: u64,
    },
}

#[derive(Args)]
struct Texts {
    /// The number of runs, with consecutive seeds
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: u64,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The folder of the case files
    #[arg(long, value_name = "FOLDER", default_value = "test/cases")]
    cases: PathBuf,
    /// The number of concurrent processes
    #[arg(long, value_name = "N", default_value_t = 2)]
    workers: u64,
    /// Write the input of the first seed, and show its command line
    #[arg(long, value_name = "FILE")]
    show: Option<PathBuf>,
    /// Be one of these processes
    #[arg(long, hide = true)]
    worker: bool,
}

#[derive(Args)]
struct Modules {
    /// The number of modules of each set, with consecutive seeds
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: u64,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The approximate number of statements in a function
    #[arg(long, value_name = "N", default_value_t = 20)]
    size: usize,
    /// Sets of dialects; all by default
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    sets: Vec<String>,
    /// The number of argument sets on which functions are executed
    #[arg(long, value_name = "N", default_value_t = 6)]
    runs: usize,
}

#[derive(Args)]
struct Limits {
    /// The time limit of the passes on one module, in seconds
    #[arg(long, value_name = "S", default_value_t = 20)]
    limit: u64,
    /// Reduce modules and sequences on which passes fail, and write them to this folder
    #[arg(long, value_name = "FOLDER")]
    reduce_to: Option<PathBuf>,
    /// Print the reasons of failed passes
    #[arg(long)]
    show_failures: bool,
    /// The maximum number of reduced ones
    #[arg(long, value_name = "N", default_value_t = 20)]
    most_reduced: usize,
}

impl Modules {
    fn sets(&self) -> Result<Vec<&'static Set>, String> {
        if self.sets.is_empty() {
            return Ok(SETS.iter().collect());
        }
        self.sets.iter().map(|name| find(name).ok_or_else(|| format!("there is no set '{name}'"))).collect()
    }

    fn settings(&self) -> Settings {
        Settings { n_runs: self.runs, ..Settings::default() }
    }
}

static REGISTRY: LazyLock<Registry> = LazyLock::new(rmlir_test_opt::registry);

/// The maximum number of characters of a message that are shown.
const MOST_SHOWN: usize = 300;

/// Stack of the threads that passes run on.
const STACK: usize = 64 << 20;

fn main() -> ExitCode {
    if cfg!(panic = "abort") {
        eprintln!("rmlir-campaign: panics have to be caught, which this build does not: use --profile checked");
        return ExitCode::FAILURE;
    }
    let arguments = Arguments::parse();
    rayon::ThreadPoolBuilder::new().stack_size(STACK).build_global().expect("no pool was made before");
    let ended = match &arguments.command {
        Command::Passes { modules, only, reduce_to } => passes(modules, only, reduce_to.as_ref()),
        Command::Against { modules } => compare(modules),
        Command::Print { modules } => print(modules),
        Command::Random { modules, limits } => random_sequences(modules, limits),
        Command::Loops { count, seed, passes, runs, print_only, limits } => {
            let seeds = *seed..*seed + *count;
            if *print_only { print_loops(seeds, passes) } else { loops(seeds, passes, *runs, limits) }
        }
        Command::Worker => {
            on_large_stack(|| worker::serve(&REGISTRY).map_err(|error| error.to_string())).map(|()| true)
        }
        Command::Texts(of) => run_texts(of),
        Command::One { file, pipeline, limit } => one(file, pipeline, *limit),
    };
    match ended {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// Returns whether no pass failed.
fn passes(modules: &Modules, only: &[String], reduce_to: Option<&PathBuf>) -> Result<bool, String> {
    let chosen: Vec<&str> = only.iter().map(String::as_str).collect();
    let pipelines = if chosen.is_empty() { PIPELINES } else { &chosen };
    let mut is_right = true;
    for set in modules.sets()? {
        let start = Instant::now();
        let seeds = modules.seed..modules.seed + modules.count;
        let all = campaign(&REGISTRY, set, seeds, modules.size, pipelines, modules.settings());
        let total = |count: fn(&Findings) -> usize| all.iter().map(count).sum::<usize>();
        println!(
            "{}: {} modules through {} pipelines: {} same ({} functions run), {} different, {} panic, {} fail; {:.0} s",
            set.name,
            modules.count,
            pipelines.len(),
            total(|findings| findings.n_same),
            total(|findings| findings.n_functions),
            total(|findings| findings.differences.len()),
            total(|findings| findings.panics.len()),
            total(|findings| findings.failures.len()),
            start.elapsed().as_secs_f64()
        );
        for findings in &all {
            show(findings);
            is_right &= findings.is_right();
            let first = findings.differences.first().or(findings.panics.first());
            if let (Some(folder), Some((seed, _))) = (reduce_to, first) {
                reduce(modules, set, *seed, &findings.pipeline, folder)?;
            }
        }
    }
    Ok(is_right)
}

fn show(findings: &Findings) {
    let lists = [("differs", &findings.differences), ("panics", &findings.panics), ("fails", &findings.failures)];
    for (what, list) in lists {
        let Some((seed, said)) = list.first() else { continue };
        let lines: Vec<&str> = said.lines().take(3).collect();
        println!(
            "  {} {what} on {} modules, first on seed {seed}: {}",
            findings.pipeline,
            list.len(),
            lines.join("; ")
        );
    }
}

fn reduce(modules: &Modules, set: &Set, seed: u64, pipeline: &str, folder: &PathBuf) -> Result<(), String> {
    let text = reduced(&REGISTRY, &module(set, seed, modules.size), pipeline, modules.settings())?;
    let word = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = pipeline.chars().map(word).take(60).collect();
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let path = folder.join(format!("{name}-{}-{seed}.mlir", set.name));
    fs::write(&path, format!("// {pipeline}\n{text}")).map_err(|error| format!("{}: {error}", path.display()))
}

fn on_large_stack<R: Send>(run: impl FnOnce() -> R + Send) -> R {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        thread.expect("a thread can be started").join().expect("panics are caught")
    })
}

/// Returns whether no sequence failed.
fn random_sequences(modules: &Modules, limits: &Limits) -> Result<bool, String> {
    let (sets, plan) = (modules.sets()?, limits.plan(modules.size, modules.runs));
    let request = |seed| random::random_request(&sets, seed, &plan);
    let seeds = modules.seed..modules.seed + modules.count;
    let start = Instant::now();
    let (counts, _) = trials("sequence", seeds, limits, &plan, request)?;
    println!("{} modules, {counts}; {:.0} s", modules.count, start.elapsed().as_secs_f64());
    Ok(counts.is_right())
}

/// The loop pipelines with these names.
fn chosen(names: &[String]) -> Vec<LoopPasses> {
    let is_chosen = |row: &LoopPasses| names.is_empty() || names.contains(&row.name);
    random::loop_passes().into_iter().filter(is_chosen).collect()
}

fn print_loops(seeds: Range<u64>, passes: &[String]) -> Result<bool, String> {
    let chosen = chosen(passes);
    let all = chosen.iter().flat_map(|row| seeds.clone().map(move |seed| random::loop_text(seed, row)));
    print!("{}", all.collect::<Vec<_>>().join("// -----\n"));
    Ok(true)
}

/// Returns whether no loop computes something else.
fn loops(seeds: Range<u64>, passes: &[String], n_runs: usize, limits: &Limits) -> Result<bool, String> {
    let plan = limits.plan(0, n_runs);
    let mut is_right = true;
    for row in &chosen(passes) {
        let start = Instant::now();
        let request = |seed| random::loop_request(seed, row, &plan);
        let (counts, n_transformed) = trials(&row.name, seeds.clone(), limits, &plan, request)?;
        println!(
            "{}: {} loops, {n_transformed} transformed, {counts}; {:.0} s",
            row.name,
            seeds.end - seeds.start,
            start.elapsed().as_secs_f64()
        );
        is_right &= counts.is_right();
    }
    Ok(is_right)
}

impl Limits {
    fn plan(&self, size: usize, n_runs: usize) -> Plan {
        Plan { size, n_runs, limit: Duration::from_secs(self.limit) }
    }
}

/// Executes trials, shows those that fail, and reduces the first ones: returns the counts, and the number of
/// transformed modules.
fn trials(
    name: &str,
    seeds: Range<u64>,
    limits: &Limits,
    plan: &Plan,
    request: impl Fn(u64) -> Request + Sync,
) -> Result<(Counts, usize), String> {
    let (mut counts, mut n_transformed, mut wrong) = (Counts::default(), 0, Vec::new());
    // By message: the number of failures, and the seed of the first.
    let mut failures = BTreeMap::<String, (usize, u64)>::new();
    random::run_all(seeds, plan.limit, request, |outcome: Outcome| {
        counts.add(&outcome.answer.ending);
        n_transformed += usize::from(outcome.answer.is_transformed);
        if let Ending::Fails(said) = &outcome.answer.ending {
            let first = said.lines().next().unwrap_or_default().to_owned();
            let (n, seed) = failures.entry(first).or_insert((0, outcome.seed));
            (*n, *seed) = (*n + 1, outcome.seed.min(*seed));
        }
        if !matches!(outcome.answer.ending, Ending::Same(_) | Ending::Fails(_)) {
            wrong.push(outcome);
        }
    })?;
    wrong.sort_by_key(|outcome| outcome.seed);
    if limits.show_failures {
        failures.iter().for_each(|(said, (n, seed))| println!("  {n} failed, first on seed {seed}: {said}"));
    }
    for (number, Outcome { seed, request, answer }) in wrong.iter().enumerate() {
        let (kind, said) = (answer.ending.kind(), answer.ending.said());
        // The results of functions may be long.
        let shown: String = said.lines().next().unwrap_or_default().chars().take(MOST_SHOWN).collect();
        println!("  seed {seed}: {kind}: {}: {shown}", request.pipeline);
        let Some(folder) = limits.reduce_to.as_ref().filter(|_| number < limits.most_reduced) else { continue };
        let file = format!("{}-{}-{seed}", name.replace(' ', "-"), kind.replace(' ', "-"));
        match random::reduced(&REGISTRY, request, &answer.ending, plan.limit) {
            Ok(small) => random::write(folder, &file, &small, said)?,
            Err(why) => {
                println!("    it is not reduced: {why}");
                random::write(folder, &file, request, said)?;
            }
        }
    }
    Ok((counts, n_transformed))
}

/// Returns whether the outputs of both tools always compute the same.
fn compare(modules: &Modules) -> Result<bool, String> {
    let mlir_opt = against::mlir_opt()?;
    let mut is_right = true;
    for set in modules.sets()? {
        let seeds = modules.seed..modules.seed + modules.count;
        let texts: Vec<String> = seeds.map(|seed| module(set, seed, modules.size)).collect();
        for pipeline in against::PIPELINES {
            let verdicts = against::compare(&REGISTRY, &mlir_opt, &texts, pipeline, modules.settings())?;
            let count =
                |wanted: fn(&against::Verdict) -> bool| verdicts.iter().filter(|verdict| wanted(verdict)).count();
            let n_ours = count(|verdict| matches!(verdict, against::Verdict::OursDiffers(_)));
            println!(
                "{}: {} modules through {pipeline}: {} same, ours differs {n_ours}, theirs differs {}, refused {}",
                set.name,
                verdicts.len(),
                count(|verdict| matches!(verdict, against::Verdict::Same(_))),
                count(|verdict| matches!(verdict, against::Verdict::TheirsDiffers(_))),
                count(|verdict| matches!(verdict, against::Verdict::Refused(_))),
            );
            let is_bad = |verdict: &&against::Verdict| !matches!(verdict, against::Verdict::Same(_));
            if let Some(at) = verdicts.iter().position(|verdict| is_bad(&verdict)) {
                println!("  seed {}: {:?}", modules.seed + at as u64, verdicts[at]);
            }
            is_right &= n_ours == 0;
        }
    }
    Ok(is_right)
}

fn print(modules: &Modules) -> Result<bool, String> {
    let seeds = modules.seed..modules.seed + modules.count;
    let all =
        modules.sets()?.into_iter().flat_map(|set| seeds.clone().map(move |seed| module(set, seed, modules.size)));
    print!("{}", all.collect::<Vec<_>>().join("// -----\n"));
    Ok(true)
}

/// Returns whether nothing crashes.
fn run_texts(of: &Texts) -> Result<bool, String> {
    let seeds = of.seed..of.seed + of.count;
    if of.worker {
        work(&REGISTRY, &Corpus::read(&of.cases)?, seeds);
        return Ok(true);
    }
    if let Some(path) = &of.show {
        let corpus = Corpus::read(&of.cases)?;
        let input = Runner::new(&REGISTRY, &corpus).input(of.seed);
        fs::write(path, &input.bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{:?} {}", input.form, input.args.join(" "));
        return Ok(true);
    }
    let start = Instant::now();
    let counts = texts::campaign(&of.cases, seeds, of.workers)?;
    for ((fault, text), (n, seed)) in counts.by_text() {
        println!("  {fault:?} in {n} runs, first of seed {seed}: {text}");
    }
    let n = |fault: Fault| counts.findings.iter().filter(|(_, finding)| finding.fault == fault).count();
    println!(
        "{} mutated texts: {} panics, {} signals, {} over 20 s, {} that do not read again to the same, {} that fail \
         without a word; {:.0} s",
        counts.n_runs,
        n(Fault::Panic),
        n(Fault::Signal),
        n(Fault::Time),
        n(Fault::Reread),
        n(Fault::Silent),
        start.elapsed().as_secs_f64()
    );
    Ok(counts.findings.is_empty())
}

fn one(file: &PathBuf, pipeline: &str, limit: u64) -> Result<bool, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let n_runs = Settings::default().n_runs;
    let request = Request { text, pipeline: pipeline.to_owned(), n_runs, evidence: Evidence::None };
    let ending = Worker::new(Duration::from_secs(limit)).ask(&request)?.ending;
    println!("{}: {}", ending.kind(), ending.said());
    Ok(matches!(ending, Ending::Same(_)))
}
