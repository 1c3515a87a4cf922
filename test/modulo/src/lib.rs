//! Modulo schedules compared with their lower bounds and with exact ones: `rmlir-check modulo`.

mod exact;
mod hatschet;
mod report;
mod synthetic;

use std::path::PathBuf;

use clap::Subcommand;
use rmlir_modulo::{Mode, schedule};
use rmlir_problems::Problem;
use rmlir_trials::Seeds;

use self::report::{Clock, Totals};

/// The comparisons.
#[derive(Subcommand)]
pub enum Command {
    /// The graphs in GraphML below a folder, with their resources beside them.
    Hatschet {
        /// The folder.
        folder: PathBuf,
        /// Prints a line for each graph whose II is above its bound.
        #[arg(long)]
        misses: bool,
        /// Compares the default mode with proved optima, and prints why a bound is not reached.
        #[arg(long)]
        exact: bool,
        /// The maximum number of steps of the proofs for a graph, for each of its operations.
        #[arg(long, default_value_t = 200_000)]
        steps: u64,
    },
    /// Random loops with the statistics of the paper's 1,258.
    Synthetic {
        /// The selection of trials
        #[command(flatten)]
        seeds: Seeds,
        /// Compares the default mode with proved optima.
        #[arg(long)]
        exact: bool,
        /// The maximum number of steps of the proofs for a graph, for each of its operations.
        #[arg(long, default_value_t = 2_000)]
        steps: u64,
    },
}

impl Command {
    /// Executes the comparison; it holds whenever there are graphs to compare.
    pub fn run(&self) -> Result<bool, String> {
        match self {
            Self::Hatschet { folder, misses, exact, steps } => {
                let problems = read_all(folder)?;
                match exact {
                    true => exact::compare(&problems, *steps),
                    false => run(&problems, *misses, None),
                }
            }
            Self::Synthetic { seeds, exact, steps } => {
                let one = |number| (format!("loop {number}"), synthetic::problem(number));
                let problems: Vec<_> = seeds.range().map(one).collect();
                match exact {
                    true => exact::compare(&problems, *steps),
                    false => run(&problems, false, Some(*steps)),
                }
            }
        }
        Ok(true)
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

/// Prints the sums over the best schedules found within this number of steps, and how many of them are proved optimal.
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
