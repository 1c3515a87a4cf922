//! Lowers structured control flow to branches between blocks.
//!
//! Each operation is replaced by a subgraph with one entry and one exit: the block of the operation is split before it,
//! the blocks of its regions are inlined in between, and their terminators become branches. Outer operations are
//! lowered first. Multi-dimensional loops become nests of `scf.for` on the way.
//!
//! Files: `loops`, `choices`, `parallel`: the patterns; `split` the split of a block before an operation.

mod choices;
mod loops;
mod parallel;
mod split;

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir_cf::Cf;
use rmlir_scf as scf;
use rmlir_scf_passes::forall_to_parallel::lower_forall;

use self::split::ONE_BLOCK;

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
/// Operations in a region that allows a single block, as in `affine.for` and in the module, cannot be lowered before
/// it: the pass fails, and names the operation.
#[pass(name = "convert-scf-to-cf", title = "SCFToControlFlowPass", depends(Cf))]
pub struct ScfToCf {
    /// Experimental performance flag to disallow pattern rollback.
    #[option(default = true)]
    allow_pattern_rollback: bool,
}

/// The illegal operations.
const ILLEGAL: [&str; 7] = [
    scf::ForallOp::NAME,
    scf::ForOp::NAME,
    scf::IfOp::NAME,
    scf::IndexSwitchOp::NAME,
    scf::ParallelOp::NAME,
    scf::WhileOp::NAME,
    scf::ExecuteRegionOp::NAME,
];

/// The patterns that lower structured control flow to branches.
pub fn scf_to_cf_patterns() -> ConversionPatterns {
    let mut patterns = ConversionPatterns::new();
    let set = patterns![
        lower_forall,
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
        // The patterns are never rolled back, so the option has no effect.
        let _ = self.allow_pattern_rollback;
        let mut target = ConversionTarget::new(cx.cx());
        target.illegal_ops(&ILLEGAL).dynamic_unknown(|_| true);
        let converted = cx.try_to_convert(&target, &scf_to_cf_patterns());
        if converted.is_err() {
            report_single_blocks(cx);
        }
        cx.finish_conversion(converted)
    }
}

/// Reports the operations that a failed conversion did not lower because their regions allow one block only.
fn report_single_blocks(cx: &mut PassCx) {
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut bodies = vec![cx.body()];
    while let Some(body) = bodies.pop() {
        bodies.extend(body.proxies().into_iter().filter_map(|proxy| body.nested(proxy)));
        let is_lowered = |op: OpId| ILLEGAL.contains(&OpRef::new(body, op).name_str());
        for op in body.ops_under(body.root()) {
            if is_lowered(op) && !OpRef::new(body, op).may_split_block() && body.find_ancestor(op, is_lowered).is_none()
            {
                found.push(*OpRef::new(body, op).error(ONE_BLOCK));
            }
        }
    }
    found.into_iter().for_each(|error| cx.emit(error));
}
