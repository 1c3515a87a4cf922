//! Schedules many graphs and says how well. See `--help`.

mod exact;
mod hatschet;
mod report;
mod synthetic;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use rmlir_modulo::{Mode, schedule};
use rmlir_problems::Problem;

use self::report::{Clock, Totals};

/// Measures modulo scheduling.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The graphs in GraphML below a folder, with their resources beside them.
    Hatschet {
        /// The folder.
        folder: PathBuf,
        /// Prints a line for each graph whose II is above its bound.
        #[arg(long)]
        misses: bool,
        /// Compares the default mode with what is proved, and says why a bound is not met.
        #[arg(long)]
        exact: bool,
        /// How many steps proofs of a graph may take for each of its operations.
        #[arg(long, default_value_t = 200_000)]
        steps: u64,
    },
    /// Random loops with the statistics of the paper's 1,258.
    Synthetic {
        /// How many.
        #[arg(long, default_value_t = 1258)]
        count: u64,
        /// The first seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Compares the default mode with what is proved.
        #[arg(long)]
        exact: bool,
        /// How many steps proofs of a graph may take for each of its operations.
        #[arg(long, default_value_t = 2_000)]
        steps: u64,
    },
}

/// What is done with the graphs.
enum Task {
    /// Sums for each mode.
    Modes { misses: bool, exact: Option<u64> },
    /// The default mode against what is proved.
    Exact(u64),
}

fn main() -> ExitCode {
    let (problems, task) = match Args::parse().command {
        Command::Hatschet { folder, misses, exact, steps } => {
            let modes = Task::Modes { misses, exact: None };
            (read_all(&folder), if exact { Task::Exact(steps) } else { modes })
        }
        Command::Synthetic { count, seed, exact, steps } => {
            let one = |number| (format!("loop {number}"), synthetic::problem(number));
            let modes = Task::Modes { misses: false, exact: Some(steps) };
            let task = if exact { Task::Exact(steps) } else { modes };
            (Ok((seed..seed + count).map(one).collect()), task)
        }
    };
    match (problems, task) {
        (Ok(problems), Task::Modes { misses, exact }) => {
            run(&problems, misses, exact);
            ExitCode::SUCCESS
        }
        (Ok(problems), Task::Exact(steps)) => {
            exact::compare(&problems, steps);
            ExitCode::SUCCESS
        }
        (Err(why), _) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn read_all(folder: &std::path::Path) -> Result<Vec<(String, Problem)>, String> {
    let files = hatschet::files(folder)?;
    let one = |file: &PathBuf| {
        let name = file.strip_prefix(folder).unwrap_or(file).display().to_string();
        hatschet::read(file).map(|problem| (name, problem))
    };
    files.iter().map(one).collect()
}

fn run(problems: &[(String, Problem)], misses: bool, exact: Option<u64>) {
    println!("{}", Totals::HEAD);
    let modes = [
        ("swing", Mode::Swing),
        ("textbook", Mode::Textbook),
        ("hrms", Mode::Hrms),
        ("top-down", Mode::TopDown),
        ("list", Mode::List),
    ];
    for (name, mode) in modes {
        let mut totals = Totals::default();
        let clock = Clock::new();
        for (graph, problem) in problems {
            let found = schedule(&problem.graph, &problem.machine, mode);
            if let (Ok(found), true, Mode::Swing) = (&found, misses, mode)
                && found.ii != found.mii
            {
                println!("{graph}: {} operations, II {}, bound {}", problem.graph.len(), found.ii, found.mii);
            }
            totals.count(found);
        }
        println!("{}", totals.line(name, &clock));
    }
    if let Some(steps) = exact {
        run_exact(problems, steps);
    }
}

/// Prints the sums of the best that is found with so many steps, and how much of it is proved.
fn run_exact(problems: &[(String, Problem)], steps: u64) {
    let (mut totals, mut n_proved) = (Totals::default(), 0);
    let clock = Clock::new();
    for (_, problem) in problems {
        let found = exact::schedule(problem, steps);
        n_proved += usize::from(found.as_ref().is_ok_and(|found| found.is_proved));
        totals.count(found.map(|found| found.schedule));
    }
    println!("{}", totals.line("exact", &clock));
    println!("exact: proved to be the least on {n_proved}, in at most {steps} steps for each operation");
}
