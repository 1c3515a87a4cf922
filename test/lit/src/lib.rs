//! Verdicts of our FileCheck against those of LLVM's.
//!
//! `random` generates check files and inputs that match in part, `lines` takes the RUN lines of a folder, with
//! expectations as they are and broken, `verdict` asks both tools.

mod lines;
mod random;
mod verdict;

use std::path::PathBuf;

use clap::Subcommand;
use rmlir_trials::Seeds;

/// The comparisons.
#[derive(Subcommand)]
pub enum Command {
    /// Random check files and inputs
    Random {
        /// The selection of trials
        #[command(flatten)]
        seeds: Seeds,
    },
    /// The check file and the input of a seed
    Show {
        /// The seed
        seed: u64,
    },
    /// RUN lines that end with FileCheck; the commands before it are upstream's tools
    Lines {
        /// Folders of test files
        #[arg(required = true)]
        folders: Vec<PathBuf>,
        /// The number of broken expectations for each line that passes
        #[arg(long, value_name = "N", default_value_t = 1)]
        broken: u64,
        /// Required: so many lines that pass
        #[arg(long, value_name = "N", default_value_t = 1)]
        at_least: usize,
        /// The time limit of a command, in seconds
        #[arg(long, value_name = "S", default_value_t = 20)]
        timeout: u64,
    },
}

impl Command {
    /// Executes the comparison; returns whether all verdicts agree.
    ///
    /// # Errors
    /// FileCheck is not there.
    pub fn run(self) -> Result<bool, String> {
        match self {
            Self::Random { seeds } => {
                let upstream = verdict::Upstream::find()?;
                Ok(seeds.run(|seed, counts| random::try_seed(&upstream, seed, counts)))
            }
            Self::Show { seed } => {
                let case = random::case(seed);
                print!("FileCheck {}\n{}{}\n{}", case.flags.join(" "), case.checks, "-".repeat(40), case.input);
                Ok(true)
            }
            Self::Lines { folders, broken, at_least, timeout } => {
                lines::compare_all(&verdict::Upstream::find()?, &folders, broken, at_least, timeout)
            }
        }
    }
}
