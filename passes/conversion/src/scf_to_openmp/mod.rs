//! Conversion of parallel loops to OpenMP worksharing loops in a team of threads.
//!
//! Inner loops are converted first. A reduced value is kept in memory: the loop of the team reduces it, by a
//! declaration next to the function that defines the reduction, and it is loaded after the loop.
//!
//! Files: `reduction` the supported reductions, `declare` their declarations, `parallel` the loops.

mod declare;
mod parallel;
mod reduction;

use rmlir::pass::output::with_operation;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_scf::{ParallelOp, ReduceOp, ReduceReturnOp};

use self::declare::Table;

/// Convert SCF parallel loop to OpenMP parallel + workshare constructs.
///
/// ```mlir
/// scf.parallel (%i) = (%a) to (%b) step (%s) {
///   "f"(%i) : (index) -> ()
/// }
/// // becomes
/// omp.parallel {
///   omp.wsloop {
///     omp.loop_nest (%i) : index = (%a) to (%b) step (%s) {
///       memref.alloca_scope {
///         "f"(%i) : (index) -> ()
///       }
///       omp.yield
///     }
///   }
///   omp.terminator
/// }
/// ```
#[pass(
    name = "convert-scf-to-openmp",
    title = "ConvertSCFToOpenMPPass",
    anchor = "builtin.module",
    depends(rmlir_memref::MemRef, rmlir_llvm::Llvm, rmlir_omp::Omp)
)]
pub struct ScfToOpenMp {
    /// Number of threads to use.
    #[option(default = 0)]
    num_threads: u32,
}

impl Pass for ScfToOpenMp {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        convert_body(cx.body_mut(), None, self.num_threads);
        match unconverted(cx.body()) {
            None => Ok(()),
            Some(op) => {
                let error = with_operation(cx.texts(), op, *op.plain_error("unconverted operation found"));
                cx.emit(error);
                cx.signal_failure()
            }
        }
    }
}

/// Converts the loops of `body` and of nested bodies. `table` is the symbol table for their reductions, unless that is
/// `body` itself.
fn convert_body<'c>(body: &mut Body<'c>, mut table: Option<&mut Table<'_, 'c>>, n_threads: u32) {
    let is_table = OpRef::root(body).has(TraitSet::SYMBOL_TABLE);
    let mut ops = Vec::new();
    body.walk_postorder(body.root(), |op| ops.push(op));
    for op in ops {
        if body.nested(op).is_some() {
            let names = is_table.then(|| Table::names(body));
            let mut nested = body.detach(op);
            match names {
                Some(names) => {
                    let mut own = Table::new(body, op, names);
                    convert_body(&mut nested, Some(&mut own), n_threads);
                }
                None => convert_body(&mut nested, table.as_deref_mut(), n_threads),
            }
            body.attach(op, nested);
        } else if let Some(op) = OpRef::new(body, op).cast::<ParallelOp>() {
            parallel::convert(op, body, table.as_deref_mut(), n_threads);
        }
    }
}

/// The first illegal operation, inner ones first.
fn unconverted<'a>(body: &'a Body) -> Option<OpRef<'a>> {
    let mut found = None;
    body.walk_postorder(body.root(), |op| {
        if found.is_none() {
            let op = OpRef::new(body, op);
            let is_left = op.is::<ParallelOp>() || op.is::<ReduceOp>() || op.is::<ReduceReturnOp>();
            found = if is_left { Some(op) } else { body.nested(op.id).and_then(unconverted) };
        }
    });
    found
}
