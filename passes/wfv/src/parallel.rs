//! Marked `scf.parallel` loops: lanes are turns of the last dimension, whose elements usually follow each other.
//!
//! A loop of several dimensions becomes one of all but the last around one of the last, which has the mark. Rounds of
//! that one stay parallel.

use rmlir::prelude::*;
use rmlir_scf::{ParallelOp, ReduceOp};

use crate::declined::Declined;
use crate::loops::MARK;

/// Leaves marks at loops of one dimension only.
pub fn split_marked(body: &mut Body) -> Result<(), Declined> {
    let mut marked = Vec::new();
    body.walk_postorder(body.root(), |op| {
        if body.attr(op, MARK).is_some() {
            marked.extend(OpRef::new(body, op).cast::<ParallelOp>());
        }
    });
    for op in marked {
        if OpRef::new(body, op.id()).n_results() > 0 {
            return Err(Declined::at(body, op.id(), "combines what its turns give: turns depend on one another"));
        }
        if op.lowerBound(body).len() > 1 {
            split(&mut Rewriter::new(body), op);
        }
    }
    Ok(())
}

/// Puts the last dimension of `op` into a loop of its own.
fn split(rw: &mut Rewriter, op: ParallelOp) {
    let bounds = [op.lowerBound(rw), op.upperBound(rw), op.step(rw)];
    let n_outer = bounds[0].len() - 1;
    let loc = rw.loc(op.id());
    rw.before(op.id());
    rw.set_loc(loc);
    let outer = bounds.each_ref().map(|bound| bound[..n_outer].to_vec());
    let around = parallel(rw, &outer);
    let place = rw.insert_point();
    let block = around.body(rw);
    let last = rw.last_op(block).expect("the body of a loop ends with a terminator");
    rw.before(last);
    let inner = bounds.each_ref().map(|bound| bound[n_outer..].to_vec());
    let new = rw.create(ParallelOp::build(&[], &inner[0], &inner[1], &inner[2], &[]));
    let old_block = op.body(rw);
    rw.take_blocks(op.region(rw), new.region(rw));
    for dim in 0..n_outer {
        let (old, outer) = (rw.arg(old_block, dim), rw.arg(block, dim));
        rw.replace_all_uses(old, outer);
    }
    for dim in (0..n_outer).rev() {
        rw.erase_arg(old_block, dim);
    }
    if let Some(mark) = rw.attr(op.id(), MARK) {
        rw.set_attr(new, MARK, mark);
    }
    rw.set_insert_point(place);
    rw.erase(op.id());
}

/// An empty parallel loop from `[lower, upper, step]`, at the insertion point, which comes after it then.
pub(crate) fn parallel(rw: &mut Rewriter, [lower, upper, step]: &[Vec<Value>; 3]) -> ParallelOp {
    let new = rw.create(ParallelOp::build(&[], lower, upper, step, &[]));
    let (around, loc) = (rw.insert_point(), rw.default_loc());
    let region = new.region(rw);
    let block = rw.create_block(region, &vec![Type::INDEX; lower.len()], &vec![loc; lower.len()]);
    rw.at_end(block);
    rw.create(ReduceOp::build(&[]).regions(0));
    rw.set_insert_point(around);
    new
}
