//! Inlining: calls become copies of what they call.
//!
//! Plan: 1. `scope` takes down once which callables there are, and what their
//! names mean; 2. the components of the call graph are visited callees first;
//! 3. in each, callables are optimized by a pipeline, then the calls in them
//! are inlined (`driver`, which calls `call` for each one), until nothing is
//! inlined any more or the iterations are used up; 4. callables that `uses`
//! says nothing refers to any more are erased.
//!
//! Deviation: a callable that has its last call inlined is copied like any
//! other and erased at the end, where upstream moves what is in it.

mod call;
mod driver;
mod scope;
mod uses;

use rmlir::pass::{Pass, PassCx, PassList, PassResult, Pipeline};
use rmlir::prelude::*;

use self::driver::Inliner;
use crate::canonicalize::Canonicalize;

/// Inline function calls.
///
/// Dialects decide what may be inlined and where. Calls between callables that
/// call each other stay.
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

/// What the options come to.
struct Config {
    pipeline: Pipeline,
    op_pipelines: Vec<Pipeline>,
    max_iterations: u32,
    threshold: u32,
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

impl Config {
    /// The pipeline for callables called `name`.
    fn pipeline_for(&self, name: &str) -> &Pipeline {
        let own = self.op_pipelines.iter().find(|pipeline| !pipeline.is_empty() && pipeline.anchor() == Some(name));
        own.unwrap_or(&self.pipeline)
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
