//! Inlining: calls are replaced by clones of their callees.
//!
//! Plan: 1. `scope` records the callables and the resolution of their symbols once; 2. the components of the call
//! graph are visited callees first; 3. in each, callables are optimized by a pipeline, then the calls in them are
//! inlined (`driver`, which calls `call` for each one), until no call is inlined or the maximum number of iterations
//! is reached; 4. callables that are unreferenced according to `uses` are erased. `config` has the resolved options.
//!
//! Deviation: a callable whose last call is inlined is cloned like any other and erased at the end, whereas upstream
//! moves its blocks.

pub mod call;
mod config;
mod driver;
mod scope;
mod uses;

use rmlir::pass::{Pass, PassCx, PassList, PassResult, Pipeline};
use rmlir::prelude::*;

use self::config::Config;
use self::driver::Inliner;
use crate::canonicalize::Canonicalize;

/// Inline function calls.
///
/// Dialects decide which operations may be inlined and where. Calls between mutually recursive callables are not
/// inlined.
///
/// ```mlir
/// func.func private @one() -> i32 {
///   %one = arith.constant 1 : i32
///   return %one : i32
/// }
/// func.func @caller() -> i32 {
///   %0 = func.call @one() : () -> i32    // is the constant
///   return %0 : i32
/// }
/// ```
#[pass(name = "inline", title = "Inliner")]
pub struct Inline {
    /// The optimizer pipeline used for callables that do not have a dedicated optimizer pipeline in opPipelineList
    #[option(default = "canonicalize")]
    default_pipeline: PassList,
    /// If the ratio between the number of the operations in the callee and the number of the operations in the caller exceeds this value (in percentage), then the callee is not inlined even if it is legal to inline it
    #[option(default = 4294967295)]
    inlining_threshold: u32,
    /// Maximum number of iterations when inlining within an SCC
    #[option(default = 4)]
    max_iterations: u32,
    /// Callable operation specific optimizer pipelines (in the form of `dialect.op(pipeline)`)
    op_pipelines: Vec<Pipeline>,
}

impl Inline {
    fn config(&self) -> Config {
        let pipeline = self.default_pipeline.pipeline.clone().unwrap_or_else(|| {
            let mut pipeline = Pipeline::any();
            pipeline.add_default(Canonicalize::DEF).expect("the canonicalizer runs anywhere");
            pipeline
        });
        Config {
            pipeline,
            op_pipelines: self.op_pipelines.clone(),
            max_iterations: self.max_iterations,
            threshold: self.inlining_threshold,
        }
    }
}

impl Pass for Inline {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        if !cx.op().has(TraitSet::SYMBOL_TABLE) {
            let op = cx.op().id;
            return cx.fail(op, " was scheduled to run under the inliner, but does not define a symbol table");
        }
        let clock = cx.analysis_clock();
        let inliner = clock.measure(|| Inliner::new(cx, self.config()));
        cx.record_analysis("CallGraph", &clock);
        inliner.run(cx)
    }
}
