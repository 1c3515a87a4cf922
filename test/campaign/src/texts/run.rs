//! One run: a mutated text through the tools.

use std::sync::{Mutex, PoisonError};

use rmlir::pass::PassDef;
use rmlir::pass::options::OptionKind;
use rmlir_opt::tool::ToolOutput;
use rmlir_opt::{Registry, opt};
use rmlir_smith::mutate::{mutate, mutate_bytes};
use rmlir_smith::numbers::Numbers;

use super::{Corpus, Form};

/// What went wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// A panic, caught or not.
    Panic,
    /// A process that a signal ended.
    Signal,
    /// A run that took too long.
    Time,
    /// Output that does not read again, or to something else.
    Reread,
    /// A failure without a diagnostic.
    Silent,
}

/// A fault of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The kind.
    pub fault: Fault,
    /// The command line, and what was said.
    pub text: String,
}

/// Makes the run of each seed.
pub struct Runner<'r> {
    registry: &'r Registry,
    corpus: &'r Corpus,
    mlir: Vec<&'r str>,
}

/// Where the last panic was.
static PANICKED_AT: Mutex<String> = Mutex::new(String::new());

/// Keeps where panics are, in place of showing them.
pub fn note_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.payload_as_str().unwrap_or_default();
        let place = panic.location().map_or_else(String::new, ToString::to_string);
        *PANICKED_AT.lock().unwrap_or_else(PoisonError::into_inner) = format!("{place}: {message}");
    }));
}

fn last_panic() -> String {
    PANICKED_AT.lock().unwrap_or_else(PoisonError::into_inner).lines().next().unwrap_or_default().to_owned()
}

/// The input and the command line of a run.
pub struct Input {
    /// The form.
    pub form: Form,
    /// The text, or bytecode.
    pub bytes: Vec<u8>,
    /// The arguments of the pass or translation.
    pub args: Vec<String>,
}

/// The passes that panic on purpose.
const PLANTED: [&str; 2] = ["test-planted-mistake", "test-pass-crash"];

impl<'r> Runner<'r> {
    /// Of these passes and texts.
    pub fn new(registry: &'r Registry, corpus: &'r Corpus) -> Self {
        Self { registry, corpus, mlir: corpus.of(Form::Mlir).collect() }
    }

    /// What the run of `seed` is given.
    pub fn input(&self, seed: u64) -> Input {
        let mut numbers = Numbers::new(seed);
        let translation = |arg: &str| vec![arg.to_owned(), "-".to_owned()];
        let (form, args) = match numbers.below(40) {
            0 | 1 => (Form::Llvm, translation("--import-llvm")),
            2 => (Form::Ssp, translation(one_of(&mut numbers, &["--schedule-ssp", "--explain-ssp"]))),
            3 => (Form::GraphMl, translation(one_of(&mut numbers, &["--schedule-graphml", "--explain-graphml"]))),
            _ => (Form::Mlir, self.random_pass(&mut numbers)),
        };
        let pieces: Vec<&str> = self.corpus.of(form).collect();
        let others = if pieces.is_empty() { &self.mlir } else { &pieces };
        let piece = *numbers.one_of(others);
        if form == Form::Mlir && numbers.below(12) == 0 {
            let written = self.opt(&["--emit-bytecode"], piece.as_bytes());
            if written.code == 0 {
                let mut bytes = written.stdout;
                mutate_bytes(&mut bytes, &mut numbers);
                return Input { form, bytes, args };
            }
        }
        let mut bytes = mutate(piece, others, &mut numbers).into_bytes();
        if numbers.below(16) == 0 {
            mutate_bytes(&mut bytes, &mut numbers);
        }
        Input { form, bytes, args }
    }

    /// What is wrong with the run of `seed`.
    pub fn run(&self, seed: u64) -> Result<(), Finding> {
        let Input { form, bytes, args } = self.input(seed);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        if form != Form::Mlir {
            let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
            let ran = checked(rmlir_translate::tool::run(self.registry, &args, &bytes), &args.join(" "))?;
            return match form == Form::Llvm && ran.code == 0 {
                true => self.reads_again(&ran.stdout, &args.join(" ")),
                false => Ok(()),
            };
        }
        let flags = if seed.is_multiple_of(3) { &["--mlir-print-op-generic"][..] } else { &[] };
        let first = checked(self.opt(flags, &bytes), &flags.join(" "))?;
        if first.code != 0 {
            return Ok(());
        }
        self.reads_again(&first.stdout, &flags.join(" "))?;
        let passed = checked(self.opt(&args, &bytes), &args.join(" "))?;
        // Passes that print analyses write these between modules.
        match passed.code == 0 && passed.stdout.starts_with(b"module") {
            true => self.reads_again(&passed.stdout, &args.join(" ")),
            false => Ok(()),
        }
    }

    /// Printed text is read and printed as itself, at the latest the second time: reading simplifies affine expressions.
    fn reads_again(&self, text: &[u8], of: &str) -> Result<(), Finding> {
        let wrong = |said: String| Finding { fault: Fault::Reread, text: format!("{of}: {said}") };
        let second = checked(self.opt(&[], text), of)?;
        if second.code != 0 {
            let said = String::from_utf8_lossy(&second.stderr);
            return Err(wrong(said.lines().next().unwrap_or_default().to_owned()));
        }
        let third = checked(self.opt(&[], &second.stdout), of)?;
        match third.code == 0 && third.stdout == second.stdout {
            true => Ok(()),
            false => Err(wrong("reads to another text".to_owned())),
        }
    }

    fn opt(&self, args: &[&str], input: &[u8]) -> ToolOutput {
        let fixed = ["--allow-unregistered-dialect", "--mlir-disable-threading", "-"];
        let args: Vec<String> = args.iter().chain(&fixed).map(|&arg| arg.to_owned()).collect();
        opt::run(self.registry, &args, input)
    }

    fn random_pass(&self, numbers: &mut Numbers) -> Vec<String> {
        let passes = self.registry.passes.passes();
        let passes: Vec<&PassDef> = passes.iter().copied().filter(|pass| !PLANTED.contains(&pass.name)).collect();
        let pass = *numbers.one_of(&passes);
        let mut options = Vec::new();
        for option in pass.options {
            if numbers.below(3) == 0 {
                options.push(format!("{}={}", option.name, value_of(option.kind, numbers)));
            }
        }
        if options.is_empty() {
            vec![format!("--{}", pass.name)]
        } else {
            vec![format!("--{}={}", pass.name, options.join(" "))]
        }
    }
}

/// `ran`, if it neither panicked nor failed without a word.
fn checked(ran: ToolOutput, of: &str) -> Result<ToolOutput, Finding> {
    let said = String::from_utf8_lossy(&ran.stderr);
    if said.contains("panicked") {
        return Err(Finding { fault: Fault::Panic, text: format!("{of}: {}", last_panic()) });
    }
    if ran.code != 0 && said.is_empty() {
        return Err(Finding { fault: Fault::Silent, text: of.to_owned() });
    }
    Ok(ran)
}

fn one_of<'t>(numbers: &mut Numbers, of: &[&'t str]) -> &'t str {
    of[numbers.below(of.len())]
}

fn value_of(kind: OptionKind, numbers: &mut Numbers) -> String {
    const SMALL: &[&str] = &["0", "1", "2", "3", "4", "5", "8", "16", "32", "64", "128"];
    const LARGE: &[&str] =
        &["-1", "-2", "1000", "65536", "2147483647", "4294967295", "-2147483648", "9223372036854775807"];
    let one = |numbers: &mut Numbers, of: &[&str]| one_of(numbers, of).to_owned();
    match kind {
        OptionKind::Bool => one(numbers, &["true", "false"]),
        OptionKind::I32 | OptionKind::I64 | OptionKind::U32 | OptionKind::IntWidth | OptionKind::U64 => {
            let of = if numbers.below(4) == 0 { LARGE } else { SMALL };
            one(numbers, of)
        }
        OptionKind::F64 => one(numbers, &["0", "0.5", "1", "2.0", "-1", "1e300"]),
        OptionKind::Text => one(numbers, &["x", "0", "f", "i32", "builtin.module", "tic6x", "itanium2", "i64", "{a}"]),
        OptionKind::Enum(cases) => numbers.one_of(cases).name.to_owned(),
        OptionKind::Pipeline => one(numbers, &["builtin.module(canonicalize)", "func.func(cse)"]),
        OptionKind::Passes => one(numbers, &["canonicalize", "cse,canonicalize"]),
        OptionKind::List(inner) => {
            let values: Vec<String> = (0..=numbers.below(3)).map(|_| value_of(*inner, numbers)).collect();
            values.join(",")
        }
    }
}
