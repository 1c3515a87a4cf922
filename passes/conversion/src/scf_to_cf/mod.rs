//! Structured control flow becomes branches between blocks.
//!
//! Each operation is replaced by a piece of control flow graph with one entry
//! and one exit: the block that holds it is split before it, its regions' blocks
//! go in between, and their terminators become branches. Outer operations come
//! first. Loops over several dimensions become nests of `scf.for` on the way.
//!
//! Files: `loops`, `choices`, `parallel`: the patterns.

mod choices;
mod loops;
pub(crate) mod parallel;

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir_cf::Cf;

/// Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG.
///
/// ```mlir
/// scf.if %c {
///   "f"() : () -> ()
/// }
/// // becomes
///   cf.cond_br %c, ^bb1, ^bb2
/// ^bb1:
///   "f"() : () -> ()
///   cf.br ^bb2
/// ^bb2:
/// ```
///
/// What is in an operation that takes a single block, as `affine.for` does, has to be lowered after it: the pass fails
/// otherwise, with what the verifier says of the blocks.
#[pass(name = "convert-scf-to-cf", title = "SCFToControlFlowPass", depends(Cf))]
pub struct ScfToCf {
    /// Experimental performance flag to disallow pattern rollback
    #[option(default = true)]
    allow_pattern_rollback: bool,
}

/// What may not remain.
const ILLEGAL: [&str; 7] =
    ["scf.forall", "scf.for", "scf.if", "scf.index_switch", "scf.parallel", "scf.while", "scf.execute_region"];

/// The patterns that make branches of structured control flow.
pub fn scf_to_cf_patterns() -> ConversionPatterns {
    let mut patterns = ConversionPatterns::new();
    let set = patterns![
        parallel::lower_forall,
        loops::lower_for,
        choices::lower_if,
        parallel::lower_parallel,
        loops::lower_while,
        choices::lower_execute_region,
        choices::lower_index_switch,
        loops::lower_do_while,
    ];
    set.patterns.into_iter().for_each(|pattern| _ = patterns.add(ConversionPattern::plain(pattern)));
    patterns
}

impl Pass for ScfToCf {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        // What patterns here do is never taken back, so the option changes nothing.
        let _ = self.allow_pattern_rollback;
        let mut target = ConversionTarget::new(cx.cx());
        target.illegal_ops(&ILLEGAL).dynamic_unknown(|_| true);
        cx.convert_partially(&target, &scf_to_cf_patterns())
    }
}

/// Splits the block of `op` before it: the block that ends there, and the one
/// that goes on with `op`.
fn split_before(rw: &mut Rewriter, op: OpId) -> (BlockId, BlockId) {
    let before = rw.block_of(op).expect("a matched operation stands in a block");
    let after = rw.split_block(before, Some(op));
    (before, after)
}
