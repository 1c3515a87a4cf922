//! One module through one pipeline, with the oracle looking on.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rmlir::core::verify::verify_tree;
use rmlir::core::{Body, Context, OpRef};
use rmlir::diag::{Diagnostic, Severity};
use rmlir::pass::instrument::timing::TimerStack;
use rmlir::pass::pipeline::parse;
use rmlir::pass::said::NamesOnly;
use rmlir::pass::{PassManager, Said, Watch};
use rmlir::text::parse::parse_verified;
use rmlir::text::print::{PrintOptions, print};
use rmlir_semantics::{Oracle, Settings, VerifySemantics};
use rmlir_top::Registry;

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All functions compute the same; so many were run.
    Same(usize),
    /// One computes something else.
    Differs(String),
    /// A pass failed.
    Fails(String),
    /// A pass left IR that the verifier rejects: a fault of ours.
    Breaks(String),
    /// The passes were stopped after the time limit.
    NoEnd,
    /// The text is no valid module.
    Invalid(String),
    /// A pass panicked: a fault of ours. Nothing more is asked of the context.
    Panics(String),
}

impl Ending {
    /// The names of kinds, as they are counted.
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

    /// What was said.
    pub fn said(&self) -> &str {
        match self {
            Self::Same(_) | Self::NoEnd => "",
            Self::Differs(said) | Self::Panics(said) | Self::Fails(said) | Self::Breaks(said) | Self::Invalid(said) => {
                said
            }
        }
    }

    /// Whether the two show the same fault, as far as that can be told: panics are in the same line, and the verifier
    /// says the same but for names.
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

/// A module and what its functions compute.
pub struct Module<'c> {
    body: Box<Body<'c>>,
    oracle: Oracle,
}

impl<'c> Module<'c> {
    /// Runs the functions of `text` on so many sets of arguments; `Err` says what is wrong with the text.
    pub fn new(cx: &'c Context, text: &str, settings: Settings) -> Result<Self, String> {
        let body = read(cx, text)?;
        let oracle = Oracle::new(&body, settings).0;
        Ok(Self { body, oracle })
    }

    /// Takes a copy of the module through `pipeline`, what stands in `builtin.module(..)`.
    pub fn run(&self, registry: &Registry, pipeline: &str) -> Ending {
        self.transform(registry, pipeline).0
    }

    /// As [`Self::run`], with what the passes left.
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

/// Whether the last error is one of the verifier: a pass that fails may leave such IR, but has its own error then.
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

/// Takes `text` through `pipeline`.
pub fn run(registry: &Registry, text: &str, pipeline: &str, settings: Settings) -> Ending {
    let cx = context(registry);
    match Module::new(&cx, text, settings) {
        Ok(module) => module.run(registry, pipeline),
        Err(said) => Ending::Invalid(said),
    }
}

/// With the dialects of `registry`.
pub fn context(registry: &Registry) -> Context {
    rmlir::text::context(registry.dialects.clone())
}

/// The module that `text` is; `Err` says what is wrong with it.
pub fn read<'c>(cx: &'c Context, text: &str) -> Result<Box<Body<'c>>, String> {
    parse_verified(cx, "random.mlir", text).map_err(|said| said.iter().map(ToString::to_string).collect())
}

/// Runs the passes; `Err` is what was said if they fail.
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
    manager.config.watch = watch.map(|watch| watch as Box<dyn Watch>);
    let mut said = String::new();
    let result = manager.run(body, &NamesOnly, &mut TimerStack::disabled(), &mut |what| {
        if let Said::Diagnostic(diagnostic) = what
            && diagnostic.severity == Severity::Error
        {
            said += &format!("{diagnostic}\n");
            diagnostic.notes.iter().for_each(|note| said += &format!("  {}\n", note.message));
        }
    });
    result.map_err(|_| said)
}
