//! Lowering of structured control flow to branches, on a copy.

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionConfig, ConversionTarget, apply_partial_conversion};
use rmlir_conversion::lower_affine::lower_affine_patterns;
use rmlir_conversion::scf_to_cf::scf_to_cf_patterns;
use rmlir_scf as scf;

/// The operations that are lowered.
const STRUCTURED: [&str; 7] = [
    scf::ForallOp::NAME,
    scf::ForOp::NAME,
    scf::IfOp::NAME,
    scf::IndexSwitchOp::NAME,
    scf::ParallelOp::NAME,
    scf::WhileOp::NAME,
    scf::ExecuteRegionOp::NAME,
];

/// A copy of the function in `body` with `affine` and `scf` operations lowered to branches; operations that cannot be
/// lowered remain.
pub fn lowered<'c>(body: &Body<'c>) -> Box<Body<'c>> {
    let mut copy = body.clone_body();
    let config = ConversionConfig::default();
    let is_of = |op: OpRef, dialect: &str| op.name_str().starts_with(dialect);
    let mut has = [false; 2];
    body.walk_preorder(body.root(), |op| {
        let op = OpRef::new(body, op);
        has[0] |= is_of(op, "affine.");
        has[1] |= is_of(op, "scf.");
    });
    if has[0] {
        let mut target = ConversionTarget::new(body.cx());
        target.legal_dialects(&["arith", "memref", "scf", "vector"]);
        _ = apply_partial_conversion(&mut copy, &target, &lower_affine_patterns(), &config);
    }
    if has[0] || has[1] {
        let mut target = ConversionTarget::new(body.cx());
        target.illegal_ops(&STRUCTURED).dynamic_unknown(|_| true);
        _ = apply_partial_conversion(&mut copy, &target, &scf_to_cf_patterns(), &config);
    }
    copy
}
