//! The tracked functions, their last outcomes, and the comparison with new outcomes.

use std::collections::BTreeMap;
use std::sync::Arc;

use rmlir_core::verify::verify;
use rmlir_core::{Body, OpRef};
use rmlir_diag::{Diagnostic, Place};
use rmlir_interp::compare::{Run, Verdict, refines};
use rmlir_interp::fault::FaultKind;
use rmlir_interp::program::{Entry, entries};
use rmlir_interp::{Data, Limits, Program, Signature};

use crate::arguments::{Known, arguments, weight};

/// The effort of the checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The number of argument sets on which each function is executed.
    pub n_runs: usize,
    /// The seed of the random generator.
    pub seed: u64,
    /// The limit on instructions of the first execution.
    pub steps: u64,
    /// The value of `vscale` for scalable vectors.
    pub vscale: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { n_runs: 16, seed: 0, steps: 200_000, vscale: 1 }
    }
}

/// The number of argument sets tried per set with defined behaviour.
const TRIES: usize = 4;

/// After this many executions that reach a limit no more are tried: they are slow.
const MOST_LIMITS: usize = 4;

/// The limit on the values in all argument sets of a function: fewer sets are generated of larger ones.
const MOST_NUMBERS: u64 = 1 << 20;

/// The limit on instructions after a pass is that of the previous execution times this factor, plus
/// [`Settings::steps`]: a vector of some thousand lanes is one instruction before it is scalarized.
const SLOWDOWN: u64 = 1000;

/// The limit on the bytes allocated by an execution.
const BYTES: u64 = 1 << 28;

/// The limit on the call depth of an execution.
const DEPTH: usize = 1000;

/// A set of arguments and its outcome.
#[derive(Clone)]
struct Trial {
    arguments: Vec<Data>,
    before: Run,
}

/// A public function in its last executable state.
#[derive(Clone)]
struct Tracked {
    signature: Signature,
    place: Place,
    trials: Vec<Trial>,
    /// The passes since then.
    since: Vec<String>,
    /// Whether it was reported as not executable.
    was_said: bool,
}

/// The oracle; see the crate documentation.
#[derive(Clone)]
pub struct Oracle {
    settings: Settings,
    functions: BTreeMap<String, Tracked>,
    limits: Limits,
}

/// A function whose outcome changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The name of the function.
    pub function: String,
    /// The location of the function.
    pub place: Place,
    /// The passes that may have caused it, mostly one.
    pub passes: Vec<String>,
    /// The arguments of a counterexample, in the syntax of `rmlir-run`.
    pub arguments: Option<String>,
    /// The difference between the outcomes.
    pub reason: String,
}

/// The result of checking a module after a pass.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// The number of functions that were executed and compared.
    pub n_functions: usize,
    /// The number of executions.
    pub n_runs: usize,
    /// The functions whose outcome changed.
    pub differences: Vec<Difference>,
    /// The functions that could not be compared, with the reasons.
    pub remarks: Vec<Diagnostic>,
}

impl Oracle {
    /// Executes the public functions of the module with the body `body`; returns a remark on each one that is not
    /// executable.
    pub fn new(body: &Body, settings: Settings) -> (Self, Vec<Diagnostic>) {
        if let Some(remark) = remark_if_invalid(body) {
            return (Self { settings, functions: BTreeMap::new(), limits: Limits::default() }, vec![remark]);
        }
        let found = entries(body, settings.program());
        let declared = found.iter().filter(|entry| entry.is_declaration);
        let declared = declared.filter_map(|entry| Some((entry.name.clone(), entry.signature.clone().ok()?)));
        let declared = Arc::new(declared.collect());
        let limits = Limits { steps: settings.steps, depth: DEPTH, bytes: BYTES, declared, ..Limits::default() };
        let mut oracle = Self { settings, functions: BTreeMap::new(), limits };
        let mut remarks = Vec::new();
        let public: Vec<Entry> = found.into_iter().filter(|entry| entry.is_public && !entry.is_declaration).collect();
        let programs = Programs::new(body, public.iter().map(|entry| entry.name.as_str()), settings);
        let known = Known::of(body);
        for entry in public {
            match oracle.track(&entry, &programs, &known) {
                Ok(tracked) => {
                    oracle.functions.insert(entry.name, tracked);
                }
                Err(reason) => remarks.push(cannot_be_run(&entry.place, &entry.name, &reason)),
            }
        }
        (oracle, remarks)
    }

    /// The effort of the checks.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The number of tracked functions.
    pub fn n_functions(&self) -> usize {
        self.functions.len()
    }

    fn track(&self, entry: &Entry, programs: &Programs, known: &Known) -> Result<Tracked, String> {
        let signature = entry.signature.clone()?;
        let program = programs.of(&entry.name)?;
        let numbers = weight(&signature.inputs).max(1);
        let n_runs = self.settings.n_runs.min((MOST_NUMBERS / numbers) as usize);
        if n_runs == 0 {
            return Err(format!("its arguments hold more than {MOST_NUMBERS} numbers"));
        }
        let (mut trials, mut reason, mut n_limits) = (Vec::new(), String::new(), 0);
        for number in 0..n_runs * TRIES {
            let arguments = arguments(&signature.inputs, known, self.settings.seed, number);
            let before = program.run_as(&entry.name, &signature, &arguments, &self.limits);
            match &before {
                Err(trap) if trap.kind == FaultKind::Unsupported => return Err(trap.diagnostic.message.clone()),
                Err(trap) if trap.kind != FaultKind::Stopped => {
                    reason = trap.diagnostic.message.clone();
                    n_limits += usize::from(trap.kind == FaultKind::Limit);
                }
                _ => trials.push(Trial { arguments, before }),
            }
            // A function without arguments is deterministic.
            if trials.len() == n_runs || n_limits == MOST_LIMITS || signature.inputs.is_empty() {
                break;
            }
        }
        if trials.is_empty() {
            return Err(format!("it has no meaning on any of the arguments tried: {reason}"));
        }
        Ok(Tracked { signature, place: entry.place.clone(), trials, since: Vec::new(), was_said: false })
    }

    /// Compares the functions after `pass`.
    pub fn check(&mut self, body: &Body, pass: &str) -> Checked {
        let mut checked = Checked::default();
        if let Some(remark) = remark_if_invalid(body) {
            self.functions.values_mut().for_each(|tracked| tracked.since.push(pass.to_owned()));
            checked.remarks.push(remark);
            return checked;
        }
        let found = entries(body, self.settings.program());
        let programs = Programs::new(body, self.functions.keys().map(String::as_str), self.settings);
        let mut private = Vec::new();
        for (name, tracked) in &mut self.functions {
            tracked.since.push(pass.to_owned());
            let entry = found.iter().find(|entry| entry.name == *name && !entry.is_declaration);
            private.extend(entry.filter(|entry| !entry.is_public).map(|entry| entry.name.clone()));
            if let Some(entry) = entry {
                tracked.place = entry.place.clone();
            }
            let compared = match entry {
                None => Err(Stop::Differs(None, "it is gone".to_owned())),
                Some(_) => programs.of(name).map_err(Stop::CannotRun),
            };
            let compared = compared.and_then(|program| tracked.compare(name, program, &self.limits));
            match compared {
                Ok(n_runs) => {
                    checked.n_functions += usize::from(n_runs > 0);
                    checked.n_runs += n_runs;
                    tracked.since.clear();
                }
                Err(Stop::CannotRun(reason)) => {
                    if !std::mem::replace(&mut tracked.was_said, true) {
                        let reason = format!("after pass '{pass}', {reason}");
                        checked.remarks.push(cannot_be_run(&tracked.place, name, &reason));
                    }
                }
                Err(Stop::Differs(arguments, reason)) => {
                    let (function, place) = (name.clone(), tracked.place.clone());
                    let passes = tracked.since.clone();
                    checked.differences.push(Difference { function, place, passes, arguments, reason });
                }
            }
        }
        // Functions that are private now may change from now on.
        for name in private {
            self.functions.remove(&name);
        }
        checked
    }
}

/// The reason why functions were not found equivalent.
enum Stop {
    /// The comparison is impossible.
    CannotRun(String),
    /// The arguments of a counterexample, and the difference.
    Differs(Option<String>, String),
}

impl Tracked {
    /// Executes the function in `program`; its outcomes are the reference from now on. Returns the number of
    /// executions.
    fn compare(&mut self, name: &str, program: &Program, limits: &Limits) -> Result<usize, Stop> {
        let mut after = Vec::new();
        for trial in &self.trials {
            let n_before = trial.before.as_ref().map_or(limits.steps, |outcome| outcome.steps);
            let limits =
                Limits { steps: n_before.saturating_mul(SLOWDOWN).saturating_add(limits.steps), ..limits.clone() };
            let run = program.run_as(name, &self.signature, &trial.arguments, &limits);
            let verdict = match &run {
                Err(trap) if trap.kind == FaultKind::Limit => {
                    Verdict::Differs("after, the run reaches a limit".to_owned())
                }
                _ => refines(&self.signature, &trial.before, &run),
            };
            match verdict {
                Verdict::Refines => after.push(run),
                Verdict::Differs(reason) => return Err(Stop::Differs(Some(self.show(&trial.arguments)), reason)),
                Verdict::Unknown(reason) => return Err(Stop::CannotRun(reason)),
            }
        }
        let n_runs = after.len();
        self.trials.iter_mut().zip(after).for_each(|(trial, after)| trial.before = after);
        Ok(n_runs)
    }

    fn show(&self, arguments: &[Data]) -> String {
        let shown = arguments.iter().zip(&self.signature.inputs).map(|(data, kind)| data.show(kind));
        shown.collect::<Vec<_>>().join(" ")
    }
}

/// The remark that nothing can be run if `body` is not valid: options allow that it is read or left so.
fn remark_if_invalid(body: &Body) -> Option<Diagnostic> {
    let root = OpRef::root(body);
    verify(body, &mut |_, _| ()).err().map(|_| {
        let message = "the module is not valid, and cannot be run to see whether its functions stay the same";
        Diagnostic::remark(root.loc().place(root.cx()), message)
    })
}

fn cannot_be_run(place: &Place, name: &str, reason: &str) -> Diagnostic {
    Diagnostic::remark(
        place.clone(),
        format!("function '{name}' cannot be run to see whether it stays the same: {reason}"),
    )
}

/// Functions compiled together, or one by one if not all of them compile.
enum Programs {
    All(Box<Program>),
    Each(BTreeMap<String, Result<Program, String>>),
}

impl Programs {
    fn new<'n>(body: &Body, names: impl Iterator<Item = &'n str>, settings: Settings) -> Self {
        let names: Vec<&str> = names.collect();
        if let Ok(program) = Program::compile_some(body, &names, settings.program()) {
            return Programs::All(program.into());
        }
        let compile = |&name: &&str| {
            let program = Program::compile_some(body, &[name], settings.program());
            (
                name.to_owned(),
                program.map_err(|errors| errors.first().map_or(String::new(), |error| error.message.clone())),
            )
        };
        Programs::Each(names.iter().map(compile).collect())
    }

    fn of(&self, name: &str) -> Result<&Program, String> {
        match self {
            Programs::All(program) => Ok(program),
            Programs::Each(programs) => programs.get(name).ok_or("it is gone")?.as_ref().map_err(Clone::clone),
        }
    }
}

impl Settings {
    fn program(self) -> rmlir_interp::Settings {
        rmlir_interp::Settings { vscale: self.vscale }
    }
}

impl Difference {
    /// The diagnostic for users.
    pub fn diagnostic(&self) -> Diagnostic {
        /// Longer arguments are truncated.
        const MOST_SHOWN: usize = 2000;
        let passes = self.passes.join("', '");
        let one_of = if self.passes.len() == 1 { "pass" } else { "one of the passes" };
        let message =
            format!("{one_of} '{passes}' changes what function '{}' computes: {}", self.function, self.reason);
        let error = Diagnostic::error(self.place.clone(), message);
        let Some(arguments) = &self.arguments else { return error };
        let cut = arguments.char_indices().nth(MOST_SHOWN).map(|(at, _)| format!("{}...", &arguments[..at]));
        let shown = cut.as_deref().unwrap_or(arguments);
        let shown = if shown.is_empty() { "it takes no arguments".to_owned() } else { format!("on arguments {shown}") };
        error.note(self.place.clone(), shown)
    }
}
