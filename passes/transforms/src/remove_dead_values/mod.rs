//! Removal of dead values, across functions and regions.
//!
//! Plan: 1. `rmlir::analysis` computes the live values in reachable code; 2. `find` visits all operations and lists the
//! removals, without changing anything; 3. `clean` removes arguments and results of private functions, block arguments,
//! and operations. Dead values that are forwarded into regions become poison, which 4. the canonicalization of the
//! operations with these regions removes.

mod clean;
mod find;

use rmlir::analysis::dataflow::constants::find_reachable;
use rmlir::analysis::dataflow::liveness::Liveness;
use rmlir::analysis::program::Program;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig, apply_ops_greedily};

use crate::canonicalize::all_patterns;

/// Remove dead values.
///
/// Arguments and results of private functions that no call needs, block arguments, dead values that loops and branches
/// carry, and operations without side effects whose results are dead are removed, even in cycles.
///
/// ```mlir
/// func.func private @second(%a: i32, %b: i32) -> i32 {    // %a goes,
///   return %b : i32
/// }
/// func.func @caller(%x: i32, %y: i32) -> i32 {
///   %0 = call @second(%x, %y) : (i32, i32) -> i32         // here too
///   return %0 : i32
/// }
/// ```
#[pass(name = "remove-dead-values", title = "RemoveDeadValues", depends(rmlir_ub::Ub))]
pub struct RemoveDeadValues {
    /// Canonicalize region branch ops
    #[option(default = true)]
    canonicalize: bool,
}

impl Pass for RemoveDeadValues {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let (plan, paths) = {
            let program = Program::new(cx.body()).surrounded(!cx.ancestors().is_empty());
            let reachable = find_reachable(&program);
            let liveness = Liveness::new(&program, &|block| reachable.is_executable(block));
            (find::Finder::new(&program, liveness).find(), clean::paths(&program))
        };
        clean::Cleaner::new(cx.body_mut(), paths).clean(plan);
        if self.canonicalize {
            canonicalize(cx)?;
        }
        Ok(())
    }
}

/// Canonicalizes all region branch operations.
fn canonicalize(cx: &mut PassCx) -> PassResult {
    let patterns = all_patterns(cx);
    let is_spread = n_bodies_with_branches(cx.body()) > 1;
    if !canonicalize_body(cx.body_mut(), &patterns.0, is_spread) {
        let error = cx.op().plain_error("greedy pattern rewrite failed to converge");
        return Err(error.into());
    }
    Ok(())
}

fn n_bodies_with_branches(body: &Body) -> usize {
    let nested = body.proxies().into_iter().map(|proxy| body.nested(proxy).expect("a proxy has a body"));
    nested.map(n_bodies_with_branches).sum::<usize>() + usize::from(!region_branches(body).is_empty())
}

/// The region branch operations of `body`, inner before outer.
fn region_branches(body: &Body) -> Vec<OpId> {
    let mut ops = Vec::new();
    body.walk_postorder(body.root(), |op| {
        let is_branch = body.interface::<dyn RegionBranchOp>(op).is_some();
        if is_branch && body.block_of(op).is_some() {
            ops.push(op);
        }
    });
    ops
}

/// With `everywhere`, the operations around the region branch operations are visited too: the smallest region that
/// contains all of them is outside of this body.
fn canonicalize_body(body: &mut Body, patterns: &FrozenPatterns, everywhere: bool) -> bool {
    let mut converged = true;
    for proxy in body.proxies() {
        let nested = body.nested_mut(proxy).expect("a proxy has a body");
        converged &= canonicalize_body(nested, patterns, everywhere);
        body.sync_proxy(proxy);
    }
    let ops = region_branches(body);
    let scope = body.regions(body.root()).first().copied().filter(|_| everywhere);
    let config = GreedyConfig { scope, ..GreedyConfig::default() };
    converged & apply_ops_greedily(body, &ops, patterns, &config, None).is_ok()
}
