//! Constructs of OpenMP as calls of the runtime.
//!
//! Plan: for each function, inner constructs first, 1. worksharing loops, and constructs that a subset of the threads
//! executes, become blocks with calls around them; 2. regions that a team executes are outlined; 3. unused declarations
//! are erased.
//!
//! Before: all other operations are of `llvm`. After: there are no operations of `omp`.

use rmlir::core::symbol::SymbolTable;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_llvm::Llvm;
use rmlir_llvm::ops::func::LLVMFuncOp;
use rmlir_omp::{CriticalDeclareOp, DeclareReductionOp, LoopNestOp, ParallelOp, TerminatorOp, WsloopOp, YieldOp};

use super::runtime::Runtime;
use super::team::unsupported;
use super::{exclusive, outline, share};

/// Convert OpenMP constructs to calls of LLVM's OpenMP runtime.
///
/// A region that a team of threads executes is outlined to a function, whose address is passed to the runtime; a
/// worksharing loop calls the runtime for the iterations of its thread. All other operations must be of `llvm` already,
/// and `convert-openmp-to-llvm` converts the types. Upstream does the same during translation to LLVM IR.
///
/// ```mlir
/// llvm.func @f() {
///   omp.parallel { .. omp.terminator }
///   llvm.return
/// }
/// // becomes
/// llvm.func internal @f..omp_par(%thread: !llvm.ptr, %zero: !llvm.ptr, %packed: !llvm.ptr) { .. }
/// llvm.func @f() {
///   ..
///   llvm.call @__kmpc_fork_call(%place, %one, %function, %packed) vararg(..) : (..) -> ()
///   llvm.return
/// }
/// ```
#[pass(
    name = "convert-openmp-to-runtime",
    title = "ConvertOpenMPToRuntimePass",
    anchor = "builtin.module",
    depends(Llvm)
)]
pub struct ConvertOpenMpToRuntime;

impl Pass for ConvertOpenMpToRuntime {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        match lower_constructs(cx.body_mut()) {
            Ok(()) => Ok(()),
            Err(diagnostic) => {
                cx.emit(*diagnostic);
                cx.signal_failure()
            }
        }
    }
}

/// Whether the module at the root of `body` contains operations of `omp`.
pub fn has_constructs(body: &Body) -> bool {
    let mut found = false;
    body.walk_postorder(body.root(), |op| {
        found |= is_construct(body, op) || body.nested(op).is_some_and(has_constructs);
    });
    found
}

fn is_construct(body: &Body, op: OpId) -> bool {
    body.name(op).dialect(body.cx()) == "omp"
}

/// Lowers all constructs of the module at the root of `body`, and of nested modules.
pub fn lower_constructs(body: &mut Body) -> Checked {
    let mut names = Runtime::names(body);
    for op in body.proxies() {
        let view = OpRef::new(body, op);
        let (is_function, is_table) = (view.is::<LLVMFuncOp>(), view.has(TraitSet::SYMBOL_TABLE));
        if is_table {
            body.nested_mut(op).map_or(Ok(()), lower_constructs)?;
        } else if is_function && body.nested(op).is_some_and(has_constructs) {
            names = lower_function(body, op, names)?;
        }
    }
    let is_unused = |op: &OpId| {
        let op = OpRef::new(body, *op);
        op.is::<DeclareReductionOp>() || op.is::<CriticalDeclareOp>()
    };
    let blocks: Vec<BlockId> = body.regions(body.root()).iter().flat_map(|&region| body.blocks(region)).collect();
    let unused: Vec<OpId> =
        blocks.into_iter().flat_map(|block| body.ops(block).filter(is_unused).collect::<Vec<_>>()).collect();
    let mut rw = Rewriter::new(body);
    for op in unused {
        rw.erase(op);
    }
    Ok(())
}

/// Lowers the constructs of function `op`. `names` are the symbols of `module`, which are returned with the new ones.
fn lower_function<'c>(module: &mut Body<'c>, op: OpId, names: SymbolTable) -> Result<SymbolTable, Box<Diagnostic>> {
    let mut body = module.detach(op);
    let mut runtime = Runtime::new(module, op, names);
    let lowered = lower_body(&mut body, &mut runtime);
    let names = runtime.into_names();
    module.attach(op, body);
    lowered.map(|()| names)
}

fn lower_body<'c>(body: &mut Body<'c>, runtime: &mut Runtime<'_, 'c>) -> Checked {
    let independent = outline::independent_teams(body);
    let mut constructs = Vec::new();
    body.walk_postorder(body.root(), |op| {
        if is_construct(body, op) {
            constructs.push(op);
        }
    });
    for op in constructs {
        let view = OpRef::new(body, op);
        // Terminators, and the loops in a worksharing loop, are lowered with their parents.
        if !is_shared_out(view) && (view.is::<TerminatorOp>() || view.is::<YieldOp>() || view.is::<LoopNestOp>()) {
            continue;
        }
        check_place(view)?;
        let mut rw = Rewriter::new(body);
        if let Some(op) = OpRef::new(&rw, op).cast::<WsloopOp>() {
            share::lower(&mut rw, runtime, op)?;
        } else if let Some(team) = OpRef::new(&rw, op).cast::<ParallelOp>() {
            outline::lower(&mut rw, runtime, team, independent.contains(&op))?;
        } else if !exclusive::lower(&mut rw, runtime, op)? {
            return Err(unsupported(OpRef::new(&rw, op), "the construct"));
        }
    }
    Ok(())
}

/// Whether `op` is a loop nest outside of worksharing loops.
fn is_shared_out(op: OpRef) -> bool {
    op.is::<LoopNestOp>() && !op.parent().is_some_and(|parent| parent.is::<WsloopOp>())
}

/// A construct becomes blocks, so it must be in a region that allows several blocks.
fn check_place(op: OpRef) -> Checked {
    let around = op.parent().map_or("", |around| around.name_str());
    if around.starts_with("omp.") || around == LLVMFuncOp::DEF.name {
        return Ok(());
    }
    Err(op.error(format!("cannot be lowered inside of '{around}': it has to be converted to 'llvm' before")))
}
