//! Trials of random programs by seed: executed in parallel, counted, reported.
//!
//! A trial generates a program from its seed, transforms it, executes both and compares; `Err` is the failure.
//! [`Seeds`] are the options of every such command. Failures are printed when they happen; a progress bar on a terminal
//! shows the number of trials, and an interrupt ends them with the figures so far.

use std::fmt::Display;
use std::ops::{AddAssign, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, Once, PoisonError};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

/// The selection of trials.
#[derive(Args, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seeds {
    /// The number of trials, with consecutive seeds
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub count: u64,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The number of concurrent trials; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub jobs: usize,
}

/// Figures that are summed over trials. Addition is commutative.
pub trait Figures: Default + AddAssign + Display + Send {}

impl<F: Default + AddAssign + Display + Send> Figures for F {}

/// The outcome of trials.
pub struct Report<F> {
    /// Sums over the executed trials.
    pub figures: F,
    /// How many trials failed.
    pub n_failed: u64,
    /// Whether all trials were executed.
    pub is_complete: bool,
}

impl<F: Figures> Report<F> {
    /// Whether all trials were executed and none failed.
    pub fn is_right(&self) -> bool {
        self.is_complete && self.n_failed == 0
    }
}

/// Stack size of the threads of trials, in bytes: parsing and lowering recurse as deeply as programs nest.
const STACK: usize = 256 << 20;

impl Seeds {
    /// The seeds.
    pub fn range(&self) -> Range<u64> {
        self.seed..self.seed.saturating_add(self.count)
    }

    /// Executes the trial of each seed, prints failures and figures; returns whether all were executed and none failed.
    pub fn run<F: Figures>(&self, trial: impl Fn(u64, &mut F) -> Result<(), String> + Sync) -> bool {
        self.report(trial).is_right()
    }

    /// As [`Self::run`]; returns the figures.
    pub fn report<F: Figures>(&self, trial: impl Fn(u64, &mut F) -> Result<(), String> + Sync) -> Report<F> {
        self.report_batches(1, |seeds, figures| {
            let failure = |seed| trial(seed, figures).err().map(|why| format!("seed {seed}: {why}"));
            seeds.filter_map(failure).collect()
        })
    }

    /// Executes the trials in batches of `size` seeds, for tools that are expensive to start; a trial returns its
    /// failures.
    pub fn report_batches<F: Figures>(
        &self,
        size: u64,
        trial: impl Fn(Range<u64>, &mut F) -> Vec<String> + Sync,
    ) -> Report<F> {
        let range = self.range();
        let bar = ProgressBar::new(self.count).with_style(style());
        let (n_made, n_failed, figures) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::new(F::default()));
        let batch = |number: u64| {
            if is_interrupted() {
                return;
            }
            let start = range.start + number * size;
            let seeds = start..start.saturating_add(size).min(range.end);
            let (n, mut of_batch) = (seeds.end - seeds.start, F::default());
            let failures = trial(seeds, &mut of_batch);
            n_failed.fetch_add(failures.len() as u64, Ordering::Relaxed);
            bar.suspend(|| failures.iter().for_each(|failure| println!("{failure}")));
            *figures.lock().unwrap_or_else(PoisonError::into_inner) += of_batch;
            n_made.fetch_add(n, Ordering::Relaxed);
            bar.inc(n);
        };
        on_jobs(self.jobs, || (0..self.count.div_ceil(size)).into_par_iter().for_each(batch));
        bar.finish_and_clear();
        let figures = figures.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (n_made, n_failed) = (n_made.into_inner(), n_failed.into_inner());
        let is_complete = n_made == self.count;
        let of = if is_complete { String::new() } else { format!(" of {}, then interrupted", self.count) };
        println!("{n_made} trials{of}, {n_failed} failed: {figures}");
        Report { figures, n_failed, is_complete }
    }
}

/// Runs `work` on a pool of `jobs` threads with large stacks; 0 means one per core.
pub fn on_jobs<R: Send>(jobs: usize, work: impl FnOnce() -> R + Send) -> R {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK).build();
    pool.expect("the system gives threads").install(work)
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:40} {pos} of {len}, {eta} left").expect("the template is right")
}

/// Whether the user has interrupted the trials; a second interrupt ends the process.
fn is_interrupted() -> bool {
    static HANDLER: Once = Once::new();
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    HANDLER.call_once(|| {
        let handler = || {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        // Without a handler an interrupt ends the process immediately.
        _ = ctrlc::set_handler(handler);
    });
    INTERRUPTED.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default, PartialEq, Debug)]
    struct Sum(u64);

    impl AddAssign for Sum {
        fn add_assign(&mut self, other: Self) {
            self.0 += other.0;
        }
    }

    impl Display for Sum {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "sum {}", self.0)
        }
    }

    const SEEDS: Seeds = Seeds { count: 10, seed: 5, jobs: 2 };

    #[test]
    fn figures_are_summed_and_failures_counted() {
        let report = SEEDS.report(|seed, sum: &mut Sum| {
            sum.0 += seed;
            if seed % 4 == 0 { Err("a multiple of 4".to_owned()) } else { Ok(()) }
        });
        assert_eq!((report.figures, report.n_failed, report.is_complete), (Sum(95), 2, true));
    }

    #[test]
    fn batches_cover_each_seed_once() {
        let report = SEEDS.report_batches(4, |seeds, sum: &mut Sum| {
            assert!(seeds.end - seeds.start <= 4);
            sum.0 += seeds.sum::<u64>();
            Vec::new()
        });
        assert_eq!(report.figures, Sum(95));
        assert!(report.is_right());
    }
}
