//! `scf.forall` as `scf.parallel`.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_arith::ConstantOp;
use rmlir_scf::{ForallOp, ParallelOp, ReduceOp};

/// Convert SCF forall loops to SCF parallel loops.
#[pass(
    name = "scf-forall-to-parallel",
    title = "SCFForallToParallelLoop",
    summary = "Convert SCF forall loops to SCF parallel loops",
    depends(rmlir_scf::Scf, rmlir_arith::Arith)
)]
pub fn scf_forall_to_parallel(cx: &mut PassCx) -> PassResult {
    if convert_all(cx.body_mut()) { Ok(()) } else { cx.signal_failure() }
}

/// Converts inner loops first, nested bodies included. False if one cannot be.
fn convert_all(body: &mut Body) -> bool {
    let mut converted = true;
    for proxy in body.proxies() {
        converted &= body.nested_mut(proxy).is_none_or(convert_all);
    }
    let mut loops = Vec::new();
    body.walk_postorder(body.root(), |op| loops.extend(OpRef::new(body, op).cast::<ForallOp>()));
    let mut rw = Rewriter::new(body);
    for op in loops {
        rw.before(op.id());
        converted &= forall_to_parallel(&mut rw, op) == Match::Yes;
    }
    converted
}

/// The values of bounds, those that are known made constants.
fn as_values(rw: &mut Rewriter, bounds: Vec<ValueOrAttr>, loc: Loc) -> Vec<Value> {
    let as_value = |bound| match bound {
        ValueOrAttr::Value(value) => value,
        ValueOrAttr::Attr(attr) => rw.value(ConstantOp::build(attr).at(loc)),
    };
    bounds.into_iter().map(as_value).collect()
}

/// Makes a `scf.parallel` of `op`, which may not share tensors.
pub fn forall_to_parallel(rw: &mut Rewriter, op: ForallOp) -> Match {
    if !op.outputs(rw).is_empty() {
        return rw.no_match(op, "tensors are shared by the iterations");
    }
    let loc = rw.loc(op.id());
    rw.before(op.id());
    let bounds = ForallOp::mixed_bounds(OpRef::new(rw, op.id()));
    let lower = as_values(rw, bounds.lower, loc);
    let upper = as_values(rw, bounds.upper, loc);
    let step = as_values(rw, bounds.step, loc);
    let new = rw.create(ParallelOp::build(&[], &lower, &upper, &step, &[]).at(loc));
    let (from, to) = (op.region(rw), new.region(rw));
    rw.take_blocks(from, to);
    let body = new.body(rw);
    let last = rw.last_op(body).expect("the body of a `scf.forall` ends with a terminator");
    rw.at_end(body);
    let last_loc = rw.loc(last);
    rw.create(ReduceOp::build(&[]).at(last_loc));
    rw.erase(last);
    if let Some(mapping) = op.mapping(rw) {
        rw.set_attr(new.id(), "mapping", mapping);
    }
    rw.replace(op, [])
}
