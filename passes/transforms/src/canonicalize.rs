//! The canonicalizer: every canonicalization pattern and every folder, greedily.
//!
//! The driver of `ir/rewrite` does the work, nested bodies included. The patterns are collected once for a context. Not
//! reaching a fixed point is an error only if the option for tests is set.

use std::sync::Arc;

use rmlir::pass::{EnumCase, OptionKind, OptionType, OptionValue, Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::patterns::canonicalization_set;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig, SimplifyRegions, canonicalization_patterns};

/// Canonicalize operations.
///
/// Applies the canonicalization patterns and folders of all dialects until a fixed point or a limit is reached.
/// Unreachable blocks and dead code are erased as well.
///
/// ```mlir
/// func.func @plus_zero(%a: i32) -> i32 {
///   %zero = arith.constant 0 : i32
///   %0 = arith.addi %a, %zero : i32    // is %a
///   return %0 : i32
/// }
/// ```
#[pass(name = "canonicalize", title = "Canonicalizer")]
pub struct Canonicalize {
    /// Labels of patterns that should be filtered out during application
    disable_patterns: Vec<String>,
    /// Labels of patterns that should be used during application, all other patterns are filtered out
    enable_patterns: Vec<String>,
    /// Max. iterations between applying patterns / simplifying regions
    #[option(default = 10)]
    max_iterations: i64,
    /// Max. number of pattern rewrites within an iteration
    #[option(default = "-1")]
    max_num_rewrites: i64,
    /// Perform control flow optimizations to the region tree
    #[option(default = "normal")]
    region_simplify: RegionSimplify,
    /// Test only: Fail pass on non-convergence to detect cyclic pattern
    test_convergence: bool,
    /// Seed the worklist in general top-down order
    #[option(default = true)]
    top_down: bool,
}

/// The option `region-simplify`.
#[derive(Clone, Copy)]
struct RegionSimplify(SimplifyRegions);

impl OptionType for RegionSimplify {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "disabled", doc: "Don't run any control-flow simplification." },
        EnumCase { name: "normal", doc: "Perform simple control-flow simplifications (e.g. dead args elimination)." },
        EnumCase { name: "aggressive", doc: "Perform aggressive control-flow simplification (e.g. block merging)." },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        let levels = [SimplifyRegions::Disabled, SimplifyRegions::Normal, SimplifyRegions::Aggressive];
        value.case(&levels).map(RegionSimplify)
    }
}

/// All canonicalization patterns of a context.
pub(crate) struct AllPatterns(pub FrozenPatterns);

/// All canonicalization patterns of `cx`, collected once.
pub(crate) fn all_patterns(cx: &Context) -> Arc<AllPatterns> {
    cx.memo(|cx| AllPatterns(canonicalization_patterns(cx)))
}

impl Canonicalize {
    fn patterns(&self, cx: &Context) -> Arc<AllPatterns> {
        if self.disable_patterns.is_empty() && self.enable_patterns.is_empty() {
            return all_patterns(cx);
        }
        let set = canonicalization_set(cx);
        Arc::new(AllPatterns(FrozenPatterns::filtered(cx, set, &self.disable_patterns, &self.enable_patterns)))
    }

    fn config(&self) -> GreedyConfig {
        // A negative integer means no limit.
        GreedyConfig {
            top_down: self.top_down,
            simplify_regions: self.region_simplify.0,
            max_iterations: self.max_iterations.try_into().ok(),
            max_rewrites: self.max_num_rewrites.try_into().ok(),
            ..GreedyConfig::default()
        }
    }
}

impl Pass for Canonicalize {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let patterns = self.patterns(cx);
        let result = cx.apply_patterns(&patterns.0, &self.config());
        if self.test_convergence && result.is_err() { cx.signal_failure() } else { Ok(()) }
    }
}
