//! The command line of campaigns.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::Instant;

use clap::{Args, Parser, Subcommand};
use rmlir_campaign::passes::{Findings, campaign, reduced};
use rmlir_campaign::pipelines::{KNOWN, PIPELINES};
use rmlir_campaign::sets::{SETS, Set, find, module};
use rmlir_campaign::texts::{self, Corpus, Fault, Runner, work};
use rmlir_campaign::{against, trial};
use rmlir_semantics::Settings;
use rmlir_top::Registry;

/// Random modules through passes: what they compute has to stay the same
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
        /// Passes as between the brackets of builtin.module(..), parted by `;`; all of the campaign's by default
        #[arg(long, value_name = "PIPELINES", value_delimiter = ';')]
        only: Vec<String>,
        /// Make modules on which a pass goes wrong small, one for each pipeline, and write them to this folder
        #[arg(long, value_name = "FOLDER")]
        reduce_to: Option<PathBuf>,
    },
    /// Through the same passes of ours and of mlir-opt
    Against {
        #[command(flatten)]
        modules: Modules,
    },
    /// Print the modules
    Print {
        #[command(flatten)]
        modules: Modules,
    },
    /// Mutated case files through every pass and translation: nothing may break
    Texts(Texts),
    /// One file through one pipeline
    One {
        /// The file
        file: PathBuf,
        /// As between the brackets of builtin.module(..)
        pipeline: String,
    },
}

#[derive(Args)]
struct Texts {
    /// Runs, each of the next seed
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: u64,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The folder of the case files
    #[arg(long, value_name = "FOLDER", default_value = "test/cases")]
    cases: PathBuf,
    /// How many processes run at a time
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
    /// Modules of each set, each of the next seed
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: u64,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// About how many statements a function has
    #[arg(long, value_name = "N", default_value_t = 20)]
    size: usize,
    /// Sets of dialects; all by default
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    sets: Vec<String>,
    /// On how many sets of arguments functions are run
    #[arg(long, value_name = "N", default_value_t = 6)]
    runs: usize,
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

/// Stack of the threads that passes run on.
const STACK: usize = 64 << 20;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    rayon::ThreadPoolBuilder::new().stack_size(STACK).build_global().expect("no pool was made before");
    let ended = match &arguments.command {
        Command::Passes { modules, only, reduce_to } => passes(modules, only, reduce_to.as_ref()),
        Command::Against { modules } => compare(modules),
        Command::Print { modules } => print(modules),
        Command::Texts(of) => run_texts(of),
        Command::One { file, pipeline } => one(file, pipeline),
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

/// Whether no pass has gone wrong.
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
            "{}: {} modules through {} pipelines: {} same ({} functions run), {} different, {} panic, {} fail, {} left out; \
             {:.0} s",
            set.name,
            modules.count,
            pipelines.len(),
            total(|findings| findings.n_same),
            total(|findings| findings.n_functions),
            total(|findings| findings.differences.len()),
            total(|findings| findings.panics.len()),
            total(|findings| findings.failures.len()),
            total(|findings| findings.n_left_out),
            start.elapsed().as_secs_f64()
        );
        for known in KNOWN.iter().filter(|known| pipelines.contains(&known.pipeline)) {
            println!("  {} is not asked of modules with {}: {}", known.pipeline, known.line.join(" .. "), known.reason);
        }
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

/// Whether what either tool leaves always computes the same.
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

/// Whether nothing breaks.
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

fn one(file: &PathBuf, pipeline: &str) -> Result<bool, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let ending = trial::run(&REGISTRY, &text, pipeline, Settings::default());
    println!("{ending:?}");
    Ok(matches!(ending, trial::Ending::Same(_)))
}
