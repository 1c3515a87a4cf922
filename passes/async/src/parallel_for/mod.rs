//! Parallel loops in blocks that are executed concurrently.
//!
//! Plan, for each loop without reductions: 1. its iterations, linearized over all dimensions, are split into blocks, a
//! few for each thread; 2. a function computes one block: it computes the coordinates of the first and last iteration
//! and executes a nest of sequential loops between; 3. the blocks are dispatched, by the calling thread one after the
//! other or by a function that splits a range of blocks and dispatches one half to another thread; 4. the calling
//! thread computes the first block and awaits the others.
//!
//! If inner loops have small constant trip counts, there is a second function for blocks of whole inner loops, whose
//! bounds are constants.
//!
//! Files: `blocks` steps 1 and 4, `compute` step 2, `dispatch` step 3; `options` the options, `functions` the created
//! functions.

mod blocks;
mod compute;
mod dispatch;
mod functions;
mod options;

use rmlir::core::symbol::SymbolTable;
use rmlir::pass::PassFailed;
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig, apply_patterns_greedily};
use rmlir_arith::Arith;
use rmlir_async::Async;
use rmlir_func::Func;
use rmlir_scf::{ParallelOp, Scf};
use rustc_hash::FxHashSet;

use self::functions::Functions;
use self::options::Wanted;

/// Convert scf.parallel operations to multiple async compute ops executed concurrently for non-overlapping iteration ranges.
///
/// ```mlir
/// scf.parallel (%i) = (%a) to (%b) step (%s) { .. }
/// // becomes, with as many blocks as there are threads to keep busy
/// scf.for %block = %c1 to %n_blocks step %c1 {
///   %token = async.execute {
///     func.call @parallel_compute_fn(%block, %block_size, ..) : (index, index, ..) -> ()
///     async.yield
///   }
///   %rank = async.add_to_group %token, %group : !async.token
/// }
/// func.call @parallel_compute_fn(%c0, %block_size, ..) : (index, index, ..) -> ()
/// async.await_all %group
/// ```
#[pass(
    name = "async-parallel-for",
    title = "AsyncParallelForPass",
    anchor = "builtin.module",
    depends(Arith, Async, Func, Scf)
)]
pub struct AsyncParallelFor {
    /// Dispatch async compute tasks using recursive work splitting. If `false` async compute tasks will be launched using
    /// simple for loop in the caller thread.
    #[option(default = true)]
    async_dispatch: bool,
    /// The number of available workers to execute async operations. If `-1` the value will be retrieved from the runtime.
    #[option(default = 8)]
    num_workers: i32,
    /// The minimum task size for sharding parallel operation.
    #[option(default = 1000)]
    min_task_size: i32,
}

impl Pass for AsyncParallelFor {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let wanted = Wanted {
            halving: self.async_dispatch,
            n_threads: i64::from(self.num_workers),
            min_block_size: i64::from(self.min_task_size),
        };
        divide_in(cx.body_mut(), wanted)
    }
}

/// Splits the loops in the module at the root, and in the created functions.
fn divide_in(module: &mut Body, wanted: Wanted) -> PassResult {
    let mut functions = Functions { names: SymbolTable::new(module), made: Vec::new() };
    let mut seen = FxHashSet::default();
    loop {
        let new: Vec<OpId> = module.proxies().into_iter().filter(|&op| seen.insert(op)).collect();
        if new.is_empty() {
            return Ok(());
        }
        for op in new {
            let mut body = module.detach(op);
            let divided = if OpRef::root(&body).has(TraitSet::SYMBOL_TABLE) {
                divide_in(&mut body, wanted)
            } else {
                divide_in_function(&mut body, wanted, &mut functions)
            };
            module.attach(op, body);
            functions.append_to(module);
            divided?;
        }
    }
}

/// Splits the loops in `body`, after constant bounds were folded.
fn divide_in_function<'c>(body: &mut Body<'c>, wanted: Wanted, functions: &mut Functions<'c>) -> PassResult {
    simplify(body)?;
    let mut loops = Vec::new();
    body.walk_preorder(body.root(), |op| loops.extend(OpRef::new(body, op).cast::<ParallelOp>()));
    // Nested loops are moved into the compute function.
    for op in loops {
        if body.contains_op(op.id()) && body.n_results(op.id()) == 0 {
            blocks::divide(&mut Rewriter::new(body), op, wanted, functions);
        }
    }
    simplify(body)
}

fn simplify(body: &mut Body) -> PassResult {
    let patterns = FrozenPatterns::new(body.cx(), PatternSet::default());
    let result = apply_patterns_greedily(body, &patterns, &GreedyConfig::default(), None);
    result.map(|_| ()).map_err(|_| PassFailed(None))
}
