//! How fast kernels are one element at a time and many at a time.
//!
//! A loop calls a kernel for all elements, in so many rounds; a copy of it is marked and calls variants. Both go the same
//! way to machine code: our lowering, and `clang -O3 -march=native`, which may make vectors of the first on its own. What
//! they leave in memory after some rounds is the same, bit for bit. Rounds are doubled until they take long enough; the
//! time of no rounds is taken off.

use std::time::{Duration, Instant};

use rmlir::interp::Data;
use rmlir::interp::random::Random;
use rmlir::num::FloatKind;
use rmlir_engines::module::{reason, texts, with_module};
use rmlir_jit::{Call, Code};
use rmlir_run::native::{Engine, Entries, OptLevel};
use rmlir_wfv_passes::wfv::{Options, vectorize};

use crate::kernels::KERNELS;

/// How many elements kernels are run for.
const N_ITEMS: i64 = 4096;
/// The size that they are given.
const N: i64 = 64;
/// How many elements arrays have.
const SIZE: i64 = 10 * N_ITEMS;
/// The best of so many runs counts.
const N_RUNS: usize = 3;
/// How long rounds take at least: what is around them takes some milliseconds.
const LONG_ENOUGH: Duration = Duration::from_millis(150);

/// The times of a round of a kernel.
pub struct Times {
    /// One element at a time.
    pub scalar: Duration,
    /// Many at a time.
    pub wide: Duration,
}

impl Times {
    /// How many times as fast it is with many at a time.
    pub fn ratio(&self) -> f64 {
        self.scalar.as_secs_f64() / self.wide.as_secs_f64()
    }
}

/// A loop over all elements in rounds.
fn driver(kernel: &str, name: &str, mark: &str) -> String {
    format!(
        "func.func @{name}(%rounds: index, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>, %k: memref<?xi32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %items = arith.constant {N_ITEMS} : index
  %n = arith.constant {N} : index
  scf.for %r = %c0 to %rounds step %c1 {{
    scf.for %i = %c0 to %items step %c1 {{
      func.call @{kernel}(%i, %a, %b, %o, %k, %n) : (index, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xi32>, index) -> ()
    }}{mark}
  }}
  return
}}
"
    )
}

/// Measures `kernel`; what it computes is compared after so many rounds.
pub fn measure(kernel: &str, options: Options, rounds: i64) -> Result<Times, String> {
    let (scalar, expected) = timed(kernel, None, rounds)?;
    let (wide, found) = timed(kernel, Some(options), rounds)?;
    if expected != found {
        return Err(format!("{kernel} computes something else with {} lanes", options.width));
    }
    Ok(Times { scalar, wide })
}

fn timed(kernel: &str, options: Option<Options>, rounds: i64) -> Result<(Duration, Vec<Data>), String> {
    let marked = |options: Options| format!(" {{pvec.vectorize_calls = {} : i64}}", options.width);
    let mark = options.map_or(String::new(), marked);
    let source = format!("{KERNELS}\n{}", driver(kernel, "run", &mark));
    with_module(&source, |module| {
        if let Some(options) = options {
            vectorize(module, options).map_err(|declined| declined.why)?;
        }
        let entries = Entries::one(module, "run").map_err(|errors| texts(&errors))?;
        entries.prepare(module).map_err(reason)?;
        let code = Engine::Llvm.code_of_lowered_at(module, OptLevel::O3Native).map_err(reason)?;
        let (empty, _) = best(&*code, &entries, 0)?;
        let (mut full, out) = best(&*code, &entries, rounds)?;
        let mut rounds = rounds;
        while full.saturating_sub(empty) < LONG_ENOUGH {
            rounds *= 2;
            (full, _) = best(&*code, &entries, rounds)?;
        }
        Ok(((full - empty) / u32::try_from(rounds).unwrap_or(u32::MAX), out))
    })
}

/// The shortest time, and what came out.
fn best(code: &dyn Code, entries: &Entries, rounds: i64) -> Result<(Duration, Vec<Data>), String> {
    let entry = &entries.0[0];
    let call = Call { function: &entry.name, inputs: &entry.inputs, outputs: &entry.outputs };
    let (mut best, mut out) = (Duration::MAX, Vec::new());
    let args = arguments(rounds);
    for _ in 0..N_RUNS {
        let start = Instant::now();
        let outcome = call.run(code, &args)?;
        best = best.min(start.elapsed());
        out = outcome.arguments;
    }
    Ok((best, out))
}

fn arguments(rounds: i64) -> Vec<Data> {
    let mut random = Random::new(5);
    let mut array = |of: &mut dyn FnMut(&mut Random) -> Data| Data::MemRef {
        sizes: vec![SIZE],
        elements: (0..SIZE).map(|_| of(&mut random)).collect(),
    };
    let float = &mut |random: &mut Random| Data::float(FloatKind::F32, (random.below(512) as f64 - 256.0) / 32.0);
    let (a, b, o) = (array(float), array(float), array(float));
    let k = array(&mut |random: &mut Random| Data::int(32, random.below(64) as i64));
    vec![Data::int(64, rounds), a, b, o, k]
}
