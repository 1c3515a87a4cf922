//! The run time and the compile time of the JIT's machine code, compared with clang's.

use std::time::{Duration, Instant};

use rmlir_jit::{Call, Code};
use rmlir_polybench::kernel::{DataSet, Kernel};
use rmlir_run::native::{Engine, Entries, OptLevel};

use crate::module::{reason, texts, with_module};

/// The times of a kernel.
#[derive(Clone, Debug)]
pub struct Times {
    /// Its name.
    pub kernel: String,
    /// The time of the JIT's code.
    pub jit: Duration,
    /// The time of the code of `clang -O1`.
    pub clang: Duration,
}

/// The number of executions, of which the minimum time counts.
const N_RUNS: usize = 7;

/// Measures a kernel with both.
pub fn measure(kernel: &Kernel, size: DataSet) -> Result<Times, String> {
    with_module(&kernel.text_for(size), |body| {
        let entries = Entries::one(body, "run").map_err(|errors| texts(&errors))?;
        entries.prepare(body).map_err(reason)?;
        let jit = Engine::Jit.code_of_lowered(body).map_err(reason)?;
        let clang = Engine::Llvm.code_of_lowered_at(body, OptLevel::O1).map_err(reason)?;
        let mut times = Times { kernel: kernel.name.clone(), jit: Duration::MAX, clang: Duration::MAX };
        // Alternating, so that a busy machine slows both.
        for _ in 0..N_RUNS {
            times.jit = times.jit.min(run(&*jit, &entries)?);
            times.clang = times.clang.min(run(&*clang, &entries)?);
        }
        Ok(times)
    })
}

fn run(code: &dyn Code, entries: &Entries) -> Result<Duration, String> {
    let call = Call { function: "run", inputs: &entries.0[0].inputs, outputs: &entries.0[0].outputs };
    let start = Instant::now();
    call.run(code, &[])?;
    Ok(start.elapsed())
}

/// A small function, whose own execution time is negligible.
const SMALL: &str = "func.func @f(%a: i32, %b: i32) -> i32 {\n  %0 = arith.addi %a, %b : i32\n  return %0 : i32\n}\n";

/// The time from the text of a small function to its result.
pub fn start_up() -> Result<Duration, String> {
    let mut best = Duration::MAX;
    for _ in 0..N_RUNS {
        let start = Instant::now();
        with_module(SMALL, |body| {
            let entries = Entries::one(body, "f").map_err(|errors| texts(&errors))?;
            let code = Engine::Jit.code(body, &entries).map_err(reason)?;
            let call = Call { function: "f", inputs: &entries.0[0].inputs, outputs: &entries.0[0].outputs };
            let args = [rmlir::interp::Data::int(32, 40), rmlir::interp::Data::int(32, 2)];
            match call.run(&*code, &args)?.results[..] == [rmlir::interp::Data::int(32, 42)] {
                true => Ok(()),
                false => Err("40 + 2 is something else".to_owned()),
            }
        })?;
        best = best.min(start.elapsed());
    }
    Ok(best)
}
