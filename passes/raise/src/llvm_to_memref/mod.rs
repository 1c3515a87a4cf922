//! Loads and stores through pointers become accesses to memrefs, loops in sequence together.
//!
//! Steps, for each run of operations with loops (`run`): 1. every access is a base, a pointer from before the loop, and an offset, a
//! polynomial in induction variables and parameters (`access`, `expression`, `polynomial`); 2. the offsets from a base
//! give the shape of the memory behind it, and subscripts (`layout`); 3. what the new form assumes is checked before
//! the loop, unless it is known: subscripts are less than sizes (`range`, `number`), and different bases do not point
//! to the same memory (`tbaa`, `check`); 4. the accesses are rewritten, and if there are checks the original loop is
//! executed where they fail (`rewrite`).

pub(crate) mod access;
pub(crate) mod check;
mod layout;
mod program;
mod range;
pub(crate) mod rewrite;
mod run;
mod tbaa;

use rmlir::pass::remark::Remark;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;

use self::check::Plan;
use self::program::Program;
use self::run::Run;
use crate::number::Condition;

/// Raise accesses of the LLVM dialect in loops to memref.
///
/// In nests of `scf.for` loops, loads and stores whose addresses are computed from pointers that are known before the
/// nests become accesses to memrefs, whose shapes are recovered from the strides of the subscripts. Nests that follow
/// each other are raised together. They are duplicated if it must be checked when the program is executed that
/// subscripts stay within these shapes, or that two pointers do not point to the same memory. Loops are left unchanged,
/// with a remark, if an address or the effects of an operation are unknown; the loops in them are tried next.
///
/// ```mlir
/// scf.for %i = %c0 to %n step %c1 {
///   %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
///   %x = llvm.load %p : !llvm.ptr -> f32
///   ...
/// }
/// // becomes
/// %m = builtin.unrealized_conversion_cast %descriptor : !llvm.struct<..> to memref<?xf32>
/// scf.for %i = %c0 to %n step %c1 {
///   %x = memref.load %m[%i] : memref<?xf32>
///   ...
/// }
/// ```
#[pass(
    name = "raise-llvm-to-memref",
    anchor = "func.func",
    depends(rmlir_llvm::Llvm, rmlir_memref::MemRef, rmlir_arith::Arith, rmlir_scf::Scf)
)]
pub fn raise_llvm_to_memref(cx: &mut PassCx) -> PassResult {
    let program = Program::around(cx.ancestors());
    let root = cx.body().root();
    let mut waiting = Run { ops: vec![root] }.parts(cx.body());
    while let Some(run) = waiting.pop() {
        match Plan::of(cx.body_mut(), &program, run.clone()) {
            Ok(Some(plan)) => {
                let is_checked = matches!(plan.condition, Condition::Value(_));
                let loc = cx.body().loc(plan.run.first());
                cx.remark(Remark::passed(loc, "raise").text("accesses to memrefs").arg("Checked", is_checked));
                rewrite::raise(&mut cx.rewriter(), plan);
            }
            Ok(None) => {}
            Err((op, reason)) => {
                if run.ops.len() == 1 {
                    cx.missed(op, "raise", reason);
                }
                waiting.extend(run.parts(cx.body()));
            }
        }
    }
    Ok(())
}
