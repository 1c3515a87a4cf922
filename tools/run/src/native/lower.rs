//! The lowering to `llvm` from all dialects that support it.

use rmlir::core::Body;
use rmlir::diag::{Diagnostic, Place};
use rmlir::pass::pipeline::parse;
use rmlir::pass::{PassManager, RunConfig};
use rmlir_opt::Registry;

/// The loop passes. Cheap passes that improve the code come first; each later step creates operations for those after
/// it.
const LOOPS: &str = "cse,loop-invariant-code-motion,\
    convert-linalg-to-loops,lower-affine,inline{default-pipeline=cse inlining-threshold=10},\
    func.func(lower-vector-multi-reduction),convert-vector-to-scf,\
    loop-invariant-code-motion,infer-noalias-arguments,scf-for-scalar-promotion";

/// Assigns parallel loops to one thread where several do not pay off.
const WEIGH: &str = "scf-weigh-parallel-loops";

/// The same, but all outermost loops are run by several threads.
const ALWAYS: &str = "scf-weigh-parallel-loops{min-work=0}";

/// Parallel loops are run by teams of threads. Stack scopes without allocations are removed.
const TEAMS: &str = "canonicalize,\
    convert-scf-to-openmp,openmp-guided-loops,canonicalize,loop-invariant-code-motion";

/// The passes to `llvm`. Canonicalization comes last: on `cf` it does not always terminate (nor does upstream's), and
/// Cranelift simplifies the code anyway. The minima and maxima that `arith-expand` expands do not distinguish the
/// zeros: it only expands operations that have no counterpart in `llvm`.
const TO_LLVM: &str = "scf-for-to-do-while,convert-scf-to-cf,\
    expand-realloc,memref-expand,expand-strided-metadata,lower-affine,convert-arith-to-llvm,arith-expand,\
    convert-math-to-llvm,convert-math-to-libm,convert-vector-to-llvm,\
    finalize-memref-to-llvm,convert-arith-to-llvm,convert-index-to-llvm,convert-ub-to-llvm,\
    convert-func-to-llvm,convert-cf-to-llvm";

/// The last passes.
const END: &str = "reconcile-unrealized-casts,canonicalize,cse";

/// Conversion of the types of OpenMP operations; and, once these use parts of descriptors instead of descriptors, of
/// the operations to calls.
const TEAMS_TO_LLVM: &str =
    "convert-openmp-to-llvm,reconcile-unrealized-casts,canonicalize,cse,convert-openmp-to-runtime";

/// The threads that run parallel loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Threads {
    /// The current thread, one iteration after the other.
    #[default]
    One,
    /// A team of this many threads, where that pays off.
    Team(u32),
    /// A team wherever there are iterations, for tests.
    Always(u32),
}

impl Threads {
    /// The passes that lower a module.
    pub fn passes(self) -> String {
        match self {
            Threads::One => format!("builtin.module({LOOPS},{TO_LLVM},{END})"),
            Threads::Team(_) => format!("builtin.module({LOOPS},{WEIGH},{TEAMS},{TO_LLVM},{TEAMS_TO_LLVM},{END})"),
            Threads::Always(_) => format!("builtin.module({LOOPS},{ALWAYS},{TEAMS},{TO_LLVM},{TEAMS_TO_LLVM},{END})"),
        }
    }

    /// The number of threads of a team, if there are any.
    pub fn n(self) -> Option<u32> {
        match self {
            Threads::One => None,
            Threads::Team(n) | Threads::Always(n) => Some(n),
        }
    }
}

/// Runs these passes on the module.
pub fn lower(body: &mut Body, threads: Threads) -> Result<(), Vec<Diagnostic>> {
    let plain = |message: String| vec![Diagnostic::error(Place::Unknown, message)];
    let pipeline = parse(&threads.passes(), &Registry::everything().passes).map_err(|error| plain(error.message))?;
    let config = RunConfig { verify_each: cfg!(debug_assertions), ..RunConfig::default() };
    let mut manager = PassManager { pipeline, config };
    manager.run_for_diagnostics(body).map(drop).map_err(|diagnostics| match diagnostics.is_empty() {
        true => plain("the module cannot be lowered to the llvm dialect".to_owned()),
        false => diagnostics,
    })
}
