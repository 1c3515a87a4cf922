//! Conversion of `scf.forall` to `scf.parallel`.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_scf::{ForallOp, ParallelOp, ReduceOp};

/// Convert SCF forall loops to SCF parallel loops.
///
/// Loops with shared outputs cannot be converted: the pass fails.
///
/// ```mlir
/// scf.forall (%i) in (8) {    // scf.parallel (%i) = (%c0) to (%c8) step (%c1)
///   "x"(%i) : (index) -> ()
/// }
/// ```
#[pass(name = "scf-forall-to-parallel", title = "SCFForallToParallelLoop", depends(rmlir_scf::Scf, rmlir_arith::Arith))]
pub fn scf_forall_to_parallel(cx: &mut PassCx) -> PassResult {
    let mut errors = Vec::new();
    convert_all(cx.body_mut(), &mut errors);
    let result = if errors.is_empty() { Ok(()) } else { cx.signal_failure() };
    errors.into_iter().for_each(|error| cx.emit(error));
    result
}

/// Converts inner loops first, including those in nested bodies.
fn convert_all(body: &mut Body, errors: &mut Vec<Diagnostic>) {
    for proxy in body.proxies() {
        if let Some(nested) = body.nested_mut(proxy) {
            convert_all(nested, errors);
        }
        body.sync_proxy(proxy);
    }
    let mut loops = Vec::new();
    body.walk_postorder(body.root(), |op| loops.extend(OpRef::new(body, op).cast::<ForallOp>()));
    let mut rw = Rewriter::new(body);
    for op in loops {
        rw.before(op.id());
        if lower_forall(op, &mut rw) != Match::Yes {
            errors.push(*OpRef::new(&rw, op.id()).error("cannot be converted to 'scf.parallel': it shares tensors"));
        }
    }
}

/// A loop without shared outputs becomes a `scf.parallel`.
#[pattern]
pub fn lower_forall(op: ForallOp, rw: &mut Rewriter) -> Match {
    if !op.outputs(rw).is_empty() {
        return rw.no_match(op, "only fully bufferized scf.forall ops can be lowered to scf.parallel");
    }
    forall_to_parallel(op, rw);
    Match::Yes
}

/// Replaces a loop without shared outputs by a `scf.parallel` at the insertion point.
pub fn forall_to_parallel(op: ForallOp, rw: &mut Rewriter) -> ParallelOp {
    let loc = rw.loc(op.id());
    let [lower, upper, step] = op.bound_values(rw);
    let new = rw.create(ParallelOp::build(&[], &lower, &upper, &step, &[]).at(loc));
    let block = op.body(rw);
    let last = rw.last_op(block).expect("the body has a terminator");
    rw.take_blocks(op.region(rw), new.region(rw));
    rw.at_end(block);
    rw.create(ReduceOp::build(&[]).regions(0).at(rw.loc(last)));
    rw.erase(last);
    if let Some(mapping) = rw.prop(op.id(), ForallOp::MAPPING) {
        rw.set_attr(new, "mapping", mapping);
    }
    rw.replace(op, []);
    new
}
