//! From all dialects that have a way there to `llvm`.

use rmlir::core::Body;
use rmlir::diag::{Diagnostic, Place};
use rmlir::pass::instrument::timing::TimerStack;
use rmlir::pass::pipeline::parse;
use rmlir::pass::said::{NamesOnly, Said};
use rmlir::pass::{PassManager, RunConfig};
use rmlir_top::Registry;

/// The passes on loops. What is cheap and makes faster code comes first; each step below makes operations for those after
/// it.
const LOOPS: &str = "cse,loop-invariant-code-motion,\
    convert-linalg-to-loops,lower-affine,inline{default-pipeline=cse inlining-threshold=10},\
    func.func(lower-vector-multi-reduction),convert-vector-to-scf,\
    loop-invariant-code-motion,infer-noalias-arguments,scf-for-scalar-promotion";

/// Parallel loops run by teams of threads, where that pays. Scopes of the stack go where nothing is allocated in them.
const TEAMS: &str = "scf-weigh-parallel-loops,canonicalize,\
    convert-scf-to-openmp,openmp-guided-loops,canonicalize,loop-invariant-code-motion";

/// The passes to `llvm`. Canonicalization comes last: what it does to `cf` does not always end (nor does upstream's), and
/// the code of Cranelift is simplified anyway. What `arith-expand` makes of minima and maxima takes either zero for the
/// other: it only gets what has no operation in `llvm`.
const TO_LLVM: &str = "scf-for-to-do-while,convert-scf-to-cf,\
    expand-realloc,memref-expand,expand-strided-metadata,lower-affine,convert-arith-to-llvm,arith-expand,\
    convert-math-to-llvm,convert-math-to-libm,convert-vector-to-llvm,\
    finalize-memref-to-llvm,convert-arith-to-llvm,convert-index-to-llvm,convert-ub-to-llvm,\
    convert-func-to-llvm,convert-cf-to-llvm";

/// The last passes.
const END: &str = "reconcile-unrealized-casts,canonicalize,cse";

/// Types of OpenMP's constructs; and, when they use parts of descriptors and no descriptors, the constructs as calls.
const TEAMS_TO_LLVM: &str =
    "convert-openmp-to-llvm,reconcile-unrealized-casts,canonicalize,cse,convert-openmp-to-runtime";

/// Who runs parallel loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Threads {
    /// The thread that comes there, one iteration after the other.
    #[default]
    One,
    /// A team of so many threads, where that pays.
    Team(u32),
}

impl Threads {
    /// The passes that lower a module.
    pub fn passes(self) -> String {
        match self {
            Threads::One => format!("builtin.module({LOOPS},{TO_LLVM},{END})"),
            Threads::Team(_) => format!("builtin.module({LOOPS},{TEAMS},{TO_LLVM},{TEAMS_TO_LLVM},{END})"),
        }
    }
}

/// Runs these passes on the module.
pub fn lower(body: &mut Body, threads: Threads) -> Result<(), Vec<Diagnostic>> {
    let plain = |message: String| vec![Diagnostic::error(Place::Unknown, message)];
    let pipeline = parse(&threads.passes(), &Registry::everything().passes).map_err(|error| plain(error.message))?;
    let config = RunConfig { verify_each: cfg!(debug_assertions), ..RunConfig::default() };
    let mut manager = PassManager { pipeline, config };
    let mut said = Vec::new();
    let result = manager.run(body, &NamesOnly, &mut TimerStack::disabled(), &mut |what| {
        if let Said::Diagnostic(diagnostic) = what {
            said.push(diagnostic);
        }
    });
    match result {
        Ok(()) => Ok(()),
        Err(_) if said.is_empty() => Err(plain("the module cannot be lowered to the llvm dialect".to_owned())),
        Err(_) => Err(said),
    }
}
