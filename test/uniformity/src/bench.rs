//! The time of the analysis for programs of increasing size, and that of LLVM's on the same function.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use rmlir_analysis::uniformity::{Mode, analyze};

use crate::graphs::GraphShape;
use crate::llvm;
use crate::numbers::Numbers;
use crate::program::Program;
use crate::random::program_over;
use crate::text;

/// The measurements for one size.
#[derive(Debug)]
pub struct Measured {
    /// The number of blocks.
    pub n_blocks: usize,
    /// The number of values and terminators.
    pub n_items: usize,
    /// The time of the default mode, cycles and dominators included.
    pub sound: Duration,
    /// The time of LLVM's mode.
    pub llvm: Duration,
    /// The time of LLVM's `opt`, the whole process, if it was run.
    pub opt: Option<Duration>,
}

/// The number of executions of each mode, of which the minimum time counts.
const N_RUNS: usize = 3;

/// Measures programs of `n_blocks` blocks and of two and four times as many.
pub fn measure(n_blocks: usize, runs_opt: bool) -> Vec<Measured> {
    [1, 2, 4].into_iter().map(|factor| measure_one(n_blocks * factor, runs_opt)).collect()
}

fn measure_one(n_blocks: usize, runs_opt: bool) -> Measured {
    let shape = GraphShape { n_blocks, is_irreducible: false, has_switches: true };
    let program = program_over(Numbers::new(n_blocks as u64), shape, false);
    let opt = runs_opt.then(|| {
        let file = format!("{}{}", text::PROLOGUE, text::function("f", &program));
        let start = Instant::now();
        llvm::run(&file).ok().map(|_| start.elapsed())
    });
    Measured {
        n_blocks,
        n_items: program.flow.n_items(),
        sound: best(&program, Mode::Sound),
        llvm: best(&program, Mode::Llvm),
        opt: opt.flatten(),
    }
}

fn best(program: &Program, mode: Mode) -> Duration {
    let run = |_| {
        let start = busy_time();
        std::hint::black_box(analyze(&program.flow, mode));
        busy_time().saturating_sub(start)
    };
    (0..N_RUNS).map(run).min().unwrap_or_default()
}

/// The CPU time of this thread, where the system provides it (other programs do not count then); else the wall time.
fn busy_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let busy = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let busy = busy.and_then(|text| text.split(' ').next()?.parse().ok());
    busy.map_or_else(|| START.elapsed(), Duration::from_nanos)
}
