//! One pipeline on one module, checked by the oracle.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rmlir::core::verify::verify_tree;
use rmlir::core::{Body, Context, OpRef};
use rmlir::diag::{Diagnostic, Severity};
use rmlir::pass::pipeline::parse;
use rmlir::pass::{PassManager, PassObserver};
use rmlir::text::parse::parse_verified;
use rmlir::text::print::{PrintOptions, print};
use rmlir_opt::Registry;
use rmlir_semantics::{Oracle, Settings, VerifySemantics};

/// The result of a trial.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All functions compute the same; with the number of functions executed.
    Same(usize),
    /// One computes something else.
    Differs(String),
    /// A pass failed.
    Fails(String),
    /// A pass produced IR that the verifier rejects: our bug.
    Breaks(String),
    /// The passes were stopped after the time limit.
    NoEnd,
    /// The text is no valid module.
    Invalid(String),
    /// A pass panicked: our bug. The context is not used afterwards.
    Panics(String),
}

impl Ending {
    /// The names of the kinds of results.
    pub const KINDS: [&str; 7] = ["same", "differ", "panic", "failed", "no end", "break", "invalid"];

    /// The name of the kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Same(_) => "same",
            Self::Differs(_) => "differ",
            Self::Panics(_) => "panic",
            Self::Fails(_) => "failed",
            Self::NoEnd => "no end",
            Self::Breaks(_) => "break",
            Self::Invalid(_) => "invalid",
        }
    }

    /// The message.
    pub fn said(&self) -> &str {
        match self {
            Self::Same(_) | Self::NoEnd => "",
            Self::Differs(said) | Self::Panics(said) | Self::Fails(said) | Self::Breaks(said) | Self::Invalid(said) => {
                said
            }
        }
    }

    /// Whether the two show the same bug, as far as that can be determined: panics are on the same line, and the
    /// verifier's messages are equal except for names.
    pub fn is_like(&self, other: &Self) -> bool {
        let place = |said: &str| said.splitn(3, ':').take(2).collect::<Vec<_>>().join(":");
        let unnamed = |said: &str| {
            let first = said.lines().next().unwrap_or_default();
            first.split('\'').step_by(2).collect::<Vec<_>>().join("''")
        };
        match (self, other) {
            (Self::Panics(one), Self::Panics(two)) => place(one) == place(two),
            (Self::Breaks(one), Self::Breaks(two)) => unnamed(one) == unnamed(two),
            _ => self.kind() == other.kind(),
        }
    }
}

/// A module and the results of its functions.
pub struct Module<'c> {
    body: Box<Body<'c>>,
    oracle: Oracle,
}

impl<'c> Module<'c> {
    /// Executes the functions of `text` on several sets of arguments; `Err` is the error in the text.
    pub fn new(cx: &'c Context, text: &str, settings: Settings) -> Result<Self, String> {
        let body = read(cx, text)?;
        let oracle = Oracle::new(&body, settings).0;
        Ok(Self { body, oracle })
    }

    /// Runs `pipeline`, the text inside `builtin.module(..)`, on a copy of the module.
    pub fn run(&self, registry: &Registry, pipeline: &str) -> Ending {
        self.transform(registry, pipeline).0
    }

    /// As [`Self::run`]; also returns the transformed module.
    pub fn transform(&self, registry: &Registry, pipeline: &str) -> (Ending, Box<Body<'c>>) {
        let mut body = self.body.clone_body();
        let watch = Box::new(VerifySemantics::with(self.oracle.clone()));
        let passes = || run_passes(registry, &mut body, pipeline, Some(watch));
        let ending = match catch_unwind(AssertUnwindSafe(passes)) {
            Ok(Ok(())) => Ending::Same(self.oracle.n_functions()),
            Ok(Err(said)) if said.contains("changes what function '") => Ending::Differs(said),
            // The pass manager catches panics of passes.
            Ok(Err(said)) if said.contains("' panicked: ") => Ending::Panics(said),
            Ok(Err(said)) if is_rejected(&body, &said) => Ending::Breaks(said),
            Ok(Err(said)) => Ending::Fails(said),
            Err(payload) => Ending::Panics(message_of(&*payload)),
        };
        (ending, body)
    }

    /// The text of the module.
    pub fn text(&self) -> String {
        print(OpRef::root(&self.body), &PrintOptions::default())
    }
}

/// Whether the last error is one of the verifier: a pass that fails may produce invalid IR, but then emits its own
/// error.
fn is_rejected(body: &Body, said: &str) -> bool {
    let mut is_said = false;
    let result =
        verify_tree(OpRef::root(body), &mut |_, diagnostic: Diagnostic| is_said |= said.contains(&diagnostic.message));
    result.is_err() && is_said
}

/// The message of a panic.
pub fn message_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
}

/// Runs `pipeline` on `text`.
pub fn run(registry: &Registry, text: &str, pipeline: &str, settings: Settings) -> Ending {
    let cx = context(registry);
    match Module::new(&cx, text, settings) {
        Ok(module) => module.run(registry, pipeline),
        Err(said) => Ending::Invalid(said),
    }
}

/// A context with the dialects of `registry`.
pub fn context(registry: &Registry) -> Context {
    rmlir::text::context(registry.dialects.clone())
}

/// Parses `text`; `Err` is the error in it.
pub fn read<'c>(cx: &'c Context, text: &str) -> Result<Box<Body<'c>>, String> {
    parse_verified(cx, "random.mlir", text).map_err(|said| said.iter().map(ToString::to_string).collect())
}

/// Runs the passes; `Err` is the messages if they fail.
pub fn run_passes(
    registry: &Registry,
    body: &mut Body,
    pipeline: &str,
    watch: Option<Box<VerifySemantics>>,
) -> Result<(), String> {
    let text = format!("builtin.module({pipeline})");
    let pipeline = parse(&text, &registry.passes).map_err(|error| error.message.clone())?;
    let mut manager = PassManager::new(pipeline);
    manager.config.threads = false;
    manager.config.observers.extend(watch.map(|watch| watch as Box<dyn PassObserver>));
    manager.run_for_diagnostics(body).map(drop).map_err(|diagnostics| {
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        errors.fold(String::new(), |text, error| {
            let notes = error.notes.iter().map(|note| format!("  {}\n", note.message));
            format!("{text}{error}\n{}", notes.collect::<String>())
        })
    })
}
