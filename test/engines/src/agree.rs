//! Whether engines agree on the functions of a module.

use rmlir::interp::compare::{Verdict, refines};
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Limits, Program, Settings, Signature};
use rmlir_jit::Call;
use rmlir_run::native::{Engine, Entries};

use crate::module::{reason, texts, with_module};

/// The result of a comparison.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Calls on which all engines agree.
    pub n_equal: usize,
    /// Calls that the interpreter could not finish, or whose result is undefined.
    pub n_skipped: usize,
    /// Calls on which engines differ.
    pub differences: Vec<String>,
}

impl Tally {
    /// The sum of both.
    pub fn and(mut self, other: Tally) -> Tally {
        self.n_equal += other.n_equal;
        self.n_skipped += other.n_skipped;
        self.differences.extend(other.differences);
        self
    }
}

/// The parameters of calls.
#[derive(Clone, Debug)]
pub struct Calls {
    /// The engines beside the interpreter.
    pub engines: Vec<Engine>,
    /// The number of calls of each function, with other arguments each time.
    pub n_times: u64,
    /// The step limit of a call in the interpreter.
    pub max_steps: u64,
    /// The seed of the arguments.
    pub seed: u64,
}

/// Calls all functions of the module `text` in all engines and compares the results.
pub fn compare(text: &str, calls: &Calls) -> Result<Tally, String> {
    with_module(text, |body| {
        let program = Program::compile(body, Settings::default()).map_err(|errors| texts(&errors))?;
        let entries = Entries::all(body).map_err(|errors| texts(&errors))?;
        let mut codes = Vec::new();
        entries.prepare(body).map_err(reason)?;
        for &engine in &calls.engines {
            codes.push((
                engine,
                engine.code_of_lowered(body).map_err(|error| format!("{engine:?}: {}", reason(error)))?,
            ));
        }
        let mut tally = Tally::default();
        for entry in &entries.0 {
            let mut random = Random::new(calls.seed);
            for _ in 0..calls.n_times {
                let args: Vec<Data> = entry.inputs.iter().map(|kind| Data::random(kind, &mut random)).collect();
                let limits = Limits { steps: calls.max_steps, seed: calls.seed, ..Limits::default() };
                let before = program.run(&entry.name, &args, &limits);
                if before.is_err() {
                    tally.n_skipped += 1;
                    continue;
                }
                let signature = Signature { inputs: entry.inputs.clone(), outputs: entry.outputs.clone() };
                let call = Call { function: &entry.name, inputs: &entry.inputs, outputs: &entry.outputs };
                let mut all_agree = true;
                for (engine, code) in &codes {
                    let after = call.run(&**code, &args)?;
                    if let Verdict::Differs(difference) = refines(&signature, &before, &Ok(after)) {
                        all_agree = false;
                        let shown: Vec<String> =
                            args.iter().zip(&entry.inputs).map(|(data, kind)| data.show(kind).to_string()).collect();
                        let text = format!("{engine:?}: {}({}): {difference}", entry.name, shown.join(", "));
                        tally.differences.push(text);
                    }
                }
                tally.n_equal += usize::from(all_agree);
            }
        }
        Ok(tally)
    })
}
