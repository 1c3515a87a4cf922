//! The speed of converted loops as machine code, compared with the original loops.
//!
//! Each function of a file of kernels is compiled twice, once after conversion where the cost model estimates a gain,
//! by the JIT, which preserves branches, and by clang, which performs its own if-conversion. The data are random: half
//! of them above 0.

use std::time::{Duration, Instant};

use rmlir::core::{Body, OpRef, Rewriter};
use rmlir::interp::Data;
use rmlir::interp::random::Random;
use rmlir_conversion::pvec_to_scf::lower_predicates;
use rmlir_engines::module::{reason, texts, with_module};
use rmlir_ifconvert_passes::graph::linear::Coding;
use rmlir_ifconvert_passes::if_convert::{Selection, convert_body};
use rmlir_ifconvert_passes::pvec_promote::promote_all;
use rmlir_ifconvert_passes::region::cost::Target;
use rmlir_jit::{Call, Code};
use rmlir_run::native::{Engine, Entries};

/// Loops that profit from the conversion.
pub const BRANCHY: &str = include_str!("../kernels/branchy.mlir");
/// Loops that the cost model declines.
pub const DECLINED: &str = include_str!("../kernels/declined.mlir");

/// The number of elements of the arrays: more than a branch predictor remembers.
const N: u64 = 1 << 16;
/// The number of executions, of which the minimum time counts.
const N_RUNS: usize = 5;
/// An out-of-order machine.
const TARGET: Target = Target { mispredict_penalty: 16, predicated: false };

/// The times of a kernel.
pub struct Times {
    /// Its name.
    pub kernel: String,
    /// The original loop.
    pub branching: Duration,
    /// The converted loop.
    pub converted: Duration,
}

impl Times {
    /// The speedup of the converted code.
    pub fn ratio(&self) -> f64 {
        self.branching.as_secs_f64() / self.converted.as_secs_f64()
    }
}

/// Converts the functions of a module and lowers the predicates.
fn convert(module: &mut Body, selection: Selection) {
    for function in module.nested_bodies_mut() {
        let mut rw = Rewriter::new(function);
        convert_body(&mut rw, Coding::Clears, true, selection);
        promote_all(&mut rw);
        lower_predicates(&mut rw);
    }
}

/// The names of the functions of `source`, each with whether the cost model accepts it.
pub fn verdicts(source: &str) -> Result<Vec<(String, bool)>, String> {
    with_module(source, |module| {
        let mut verdicts = Vec::new();
        for function in module.proxies() {
            let name = symbol(OpRef::new(module, function));
            let body = module.nested_mut(function).expect("a proxy has a body");
            let conversion =
                convert_body(&mut Rewriter::new(body), Coding::Clears, true, Selection::Profitable(TARGET));
            verdicts.push((name, conversion.declined.is_empty()));
        }
        Ok(verdicts)
    })
}

/// Executes every function of `source` in its original and converted form, `rounds` times over the arrays; the results
/// are the same.
pub fn measure(source: &str, engine: Engine, selection: Selection, rounds: u64) -> Result<Vec<Times>, String> {
    let args = arguments(rounds);
    let timed = |kernel: &str, is_converted: bool| {
        with_module(source, |module| {
            if is_converted {
                convert(module, selection);
            }
            let entries = Entries::one(module, kernel).map_err(|errors| texts(&errors))?;
            let code = engine.code(module, &entries).map_err(reason)?;
            best(&*code, &entries, &args)
        })
    };
    let names = with_module(source, |module| {
        Ok(module.proxies().into_iter().map(|function| symbol(OpRef::new(module, function))).collect::<Vec<_>>())
    })?;
    let mut times = Vec::new();
    for kernel in names {
        let ((branching, expected), (converted, found)) = (timed(&kernel, false)?, timed(&kernel, true)?);
        if expected != found {
            return Err(format!("{kernel} computes something else when it is converted"));
        }
        times.push(Times { kernel, branching, converted });
    }
    Ok(times)
}

fn symbol(function: OpRef) -> String {
    function.symbol_name().map_or("", |name| name.str(function.cx())).to_owned()
}

/// Two arrays of small integers around 0 and a bound among them.
fn arguments(rounds: u64) -> Vec<Data> {
    let mut random = Random::new(11);
    let mut array = || Data::MemRef {
        sizes: vec![N as i64],
        elements: (0..N).map(|_| Data::int(32, random.below(64) as i64 - 32)).collect(),
    };
    let (a, b) = (array(), array());
    vec![Data::Bits(N), Data::Bits(rounds), a, b, Data::int(32, 16)]
}

/// The minimum time, and the results.
fn best(code: &dyn Code, entries: &Entries, args: &[Data]) -> Result<(Duration, Vec<Data>), String> {
    let entry = &entries.0[0];
    let call = Call { function: &entry.name, inputs: &entry.inputs, outputs: &entry.outputs };
    let (mut best, mut out) = (Duration::MAX, Vec::new());
    for _ in 0..N_RUNS {
        let start = Instant::now();
        let outcome = call.run(code, args)?;
        best = best.min(start.elapsed());
        out = outcome.results;
        out.extend(outcome.arguments);
    }
    Ok((best, out))
}
