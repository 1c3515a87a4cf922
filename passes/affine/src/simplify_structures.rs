//! Simplification of maps and sets in attributes.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::FrozenPatterns;
use rmlir::rewrite::greedy::{GreedyConfig, Strictness, apply_ops_greedily};
use rmlir_affine::{ApplyOp, ForOp, IfOp};

/// Simplify affine expressions in maps/sets and normalize memrefs.
///
/// Maps and sets of all operations are simplified one by one; then loops, conditions and `affine.apply` operations are
/// folded and canonicalized.
///
/// ```mlir
/// affine.for %i = 0 to affine_map<(d0) -> (d0 * 4 floordiv 4)>(%n) { .. }
/// // becomes
/// affine.for %i = 0 to %n { .. }
/// ```
#[pass(name = "affine-simplify-structures", title = "SimplifyAffineStructures", anchor = "func.func")]
pub fn affine_simplify_structures(cx: &mut PassCx) -> PassResult {
    let mut set = PatternSet::new();
    for def in [ApplyOp::DEF, ForOp::DEF, IfOp::DEF] {
        if let Some(add) = def.behavior().canonicalize {
            add(&mut set);
        }
    }
    let patterns = FrozenPatterns::new(cx.cx(), set);
    let ops = simplify_attributes(cx.body_mut());
    let config = GreedyConfig { strictness: Strictness::ExistingAndNewOps, ..GreedyConfig::default() };
    // Not reaching a fixed point is no failure.
    let _ = apply_ops_greedily(cx.body_mut(), &ops, &patterns, &config, None);
    Ok(())
}

/// Simplifies the maps and sets of all operations; returns the operations to canonicalize.
fn simplify_attributes(body: &mut Body) -> Vec<OpId> {
    let (mut all, mut wanted) = (Vec::new(), Vec::new());
    body.walk_postorder(body.root(), |op| all.push(op));
    let mut rw = Rewriter::new(body);
    for op in all {
        for entry in rw.all_attrs(op) {
            if let Some(simpler) = simplified(&rw, entry.value) {
                let name = entry.name.str(rw.cx()).to_owned();
                rw.set_attr(op, &name, simpler);
            }
        }
        let view = OpRef::new(&rw, op);
        if view.is::<ForOp>() || view.is::<IfOp>() || view.is::<ApplyOp>() {
            wanted.push(op);
        }
    }
    wanted
}

/// The simplified map or set; `None` if nothing changes, or the attribute is neither.
fn simplified(cx: &Context, attr: Attr) -> Option<Attr> {
    let data = if let Some(map) = attr.as_affine_map(cx) {
        AttrData::AffineMap(map.simplify())
    } else {
        AttrData::IntegerSet(attr.as_integer_set(cx)?.simplify())
    };
    Some(cx.attr(data)).filter(|&simpler| simpler != attr)
}
