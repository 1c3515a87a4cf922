//! Schedules many graphs and says how well. See `--help`.

mod hatschet;
mod report;
mod synthetic;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};
use rmlir_modulo::{Mode, schedule};

use self::hatschet::Problem;
use self::report::Totals;

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
    },
    /// Random loops with the statistics of the paper's 1,258.
    Synthetic {
        /// How many.
        #[arg(long, default_value_t = 1258)]
        count: u64,
        /// The first seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

fn main() -> ExitCode {
    let problems = match Args::parse().command {
        Command::Hatschet { folder, misses } => read_all(&folder).map(|problems| (problems, misses)),
        Command::Synthetic { count, seed } => {
            let one = |number| (format!("loop {number}"), synthetic::problem(number));
            Ok(((seed..seed + count).map(one).collect(), false))
        }
    };
    match problems {
        Ok((problems, misses)) => {
            run(&problems, misses);
            ExitCode::SUCCESS
        }
        Err(why) => {
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

fn run(problems: &[(String, Problem)], misses: bool) {
    println!("{}", Totals::HEAD);
    for (name, mode) in
        [("swing", Mode::Swing), ("textbook", Mode::Textbook), ("top-down", Mode::TopDown), ("list", Mode::List)]
    {
        let mut totals = Totals::default();
        let begin = Instant::now();
        for (graph, problem) in problems {
            let found = schedule(&problem.graph, &problem.machine, mode);
            if let (Ok(found), true, Mode::Swing) = (&found, misses, mode)
                && found.ii != found.mii
            {
                println!("{graph}: {} operations, II {}, bound {}", problem.graph.len(), found.ii, found.mii);
            }
            totals.count(found);
        }
        println!("{}", totals.line(name, begin.elapsed()));
    }
}
