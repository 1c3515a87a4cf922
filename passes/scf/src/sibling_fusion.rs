//! Fusion of two sibling `scf.for`, or two `scf.forall`, with the same bounds, of which the user asserts that they are
//! independent.

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_scf::{ForOp, ForallOp, YieldOp};

/// Whether both loops have the same bounds, step and kind of comparison.
pub fn fit(body: &Body, first: ForOp, second: ForOp) -> bool {
    let bounds = |op: ForOp| (op.lowerBound(body), op.upperBound(body), op.step(body), op.unsignedCmp(body));
    bounds(first) == bounds(second)
}

/// Fuses both loops, after `source`: the body of `target` comes first, as do its results.
pub fn fuse(rw: &mut Rewriter, target: ForOp, source: ForOp) -> ForOp {
    let both = [target, source];
    let inits: Vec<Value> = both.iter().flat_map(|op| op.initArgs(rw)).collect();
    let bounds = [source.lowerBound(rw), source.upperBound(rw), source.step(rw)];
    let loc = rw.loc(source.id());
    rw.after(source.id());
    let fused = ForOp::create(rw, loc, bounds, &inits);
    if source.unsignedCmp(rw) {
        rw.set_prop(fused, ForOp::UNSIGNED_CMP, Attr::UNIT);
    }
    let (block, variable) = (fused.body(rw), fused.induction_var(rw));
    let mut args = fused.iter_args(rw).into_iter();
    let mut map = CloneMap::default();
    for op in both {
        map.values.insert(op.induction_var(rw), variable);
        for arg in op.iter_args(rw) {
            map.values.insert(arg, args.next().expect("there is a variable for each of both loops"));
        }
    }
    match rw.last_op(block) {
        Some(end) => rw.before(end),
        None => rw.at_end(block),
    }
    for op in both {
        let end = op.terminator(rw);
        let inside: Vec<OpId> = rw.ops(op.body(rw)).filter(|&inner| inner != end).collect();
        for inner in inside {
            rw.clone_op(inner, &mut map);
        }
    }
    let ends = both.map(|op| op.terminator(rw));
    let yielded: Vec<Value> = ends.iter().flat_map(|&end| rw.operands(end)).map(|value| map.value(value)).collect();
    if !yielded.is_empty() {
        rw.create(YieldOp::build(&yielded).at(loc));
    }
    let mut results = rw.results(fused.id()).to_vec();
    let of_source = results.split_off(rw.n_results(target.id()));
    rw.replace(target, results);
    rw.replace(source, of_source);
    fused
}

/// Whether both loops have the same bounds and the same mapping.
pub fn fit_foralls(body: &Body, first: ForallOp, second: ForallOp) -> bool {
    let facts = |op: ForallOp| {
        let bounds = ForallOp::mixed_bounds(OpRef::new(body, op.id()));
        (bounds.lower, bounds.upper, bounds.step, op.mapping(body))
    };
    facts(first) == facts(second)
}

/// Like [`fuse`], for `scf.forall`.
pub fn fuse_foralls(rw: &mut Rewriter, target: ForallOp, source: ForallOp) -> ForallOp {
    let both = [target, source];
    let outputs: Vec<Value> = both.iter().flat_map(|op| op.outputs(rw)).collect();
    let (loc, mapping) = (rw.loc(source.id()), source.mapping(rw));
    let bounds = ForallOp::mixed_bounds(OpRef::new(rw, source.id()));
    rw.after(source.id());
    let fused = ForallOp::create(rw, loc, &bounds, &outputs, mapping);
    let (block, fused_end) = (fused.body(rw), fused.terminator(rw));
    let rank = bounds.lower.len();
    let args = rw.args(block).to_vec();
    let (variables, shared) = args.split_at(rank);
    let mut shared = shared.iter().copied();
    let mut map = CloneMap::default();
    rw.before(fused_end);
    for op in both {
        let (body, end) = (op.body(rw), op.terminator(rw));
        let old = rw.args(body).to_vec();
        map.values.extend(old.iter().copied().zip(variables.iter().copied()));
        map.values.extend(old[rank..].iter().copied().zip(&mut shared));
        let inside: Vec<OpId> = rw.ops(body).filter(|&inner| inner != end).collect();
        inside.into_iter().for_each(|inner| _ = rw.clone_op(inner, &mut map));
    }
    let gathered = rw.entry(rw.region(fused_end, 0)).expect("the end of a new loop has a block");
    rw.at_end(gathered);
    for op in both {
        let end = op.terminator(rw);
        let inside: Vec<OpId> = rw.entry(rw.region(end, 0)).map_or(Vec::new(), |block| rw.ops(block).collect());
        inside.into_iter().for_each(|inner| _ = rw.clone_op(inner, &mut map));
    }
    let mut results = rw.results(fused.id()).to_vec();
    let of_source = results.split_off(rw.n_results(target.id()));
    rw.replace(target, results);
    rw.replace(source, of_source);
    fused
}
