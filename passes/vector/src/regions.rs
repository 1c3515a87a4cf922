//! Creation of loops and conditions with their bodies.
//!
//! The body is created before the surrounding operation is inserted: upstream's builders notify drivers in this order,
//! which they reverse.

use rmlir::prelude::*;
use rmlir_scf::{ForOp, IfOp, YieldOp};

/// Creates an operation from `state`, then calls `fill` to create its regions.
fn with_regions(rw: &mut Rewriter, mut state: OpState, fill: impl FnOnce(&mut Rewriter, OpId)) -> OpId {
    state.loc.get_or_insert(rw.default_loc());
    let op = rw.body_mut().create_op(state);
    let point = rw.insert_point();
    fill(rw, op);
    rw.set_insert_point(point);
    rw.insert(op);
    op
}

/// Creates a loop whose body is created by `body` from the induction variable and the loop-carried values; `body`
/// returns the yielded values.
pub fn build_for(
    rw: &mut Rewriter,
    [lower, upper, step]: [Value; 3],
    inits: &[Value],
    body: impl FnOnce(&mut Rewriter, Value, &[Value]) -> Vec<Value>,
) -> ForOp {
    let mut types: Vec<Type> = inits.iter().map(|&init| rw.ty(init)).collect();
    let mut locs: Vec<Loc> = inits.iter().map(|&init| rw.value_loc(init)).collect();
    let state = ForOp::build(&types, lower, upper, step, inits).finish(rw.cx());
    types.insert(0, rw.ty(lower));
    locs.insert(0, rw.default_loc());
    let op = with_regions(rw, state, |rw, op| {
        let block = rw.create_block(rw.region(op, 0), &types, &locs);
        let args = rw.args(block).to_vec();
        let next = body(rw, args[0], &args[1..]);
        rw.create(YieldOp::build(&next));
    });
    ForOp::from_id(op)
}

/// Creates the operations of a region, and returns the yielded values.
pub(crate) type Fill<'a> = &'a mut dyn FnMut(&mut Rewriter) -> Vec<Value>;

/// Creates a condition whose regions are created by `then` and `otherwise`, with results of these types.
pub fn build_if(
    rw: &mut Rewriter,
    condition: Value,
    types: &[Type],
    then: impl FnOnce(&mut Rewriter) -> Vec<Value>,
    otherwise: Option<Fill>,
) -> IfOp {
    let state = IfOp::build(types, condition).finish(rw.cx());
    let op = with_regions(rw, state, |rw, op| {
        rw.create_block(rw.region(op, 0), &[], &[]);
        let values = then(rw);
        rw.create(YieldOp::build(&values));
        if let Some(otherwise) = otherwise {
            rw.create_block(rw.region(op, 1), &[], &[]);
            let values = otherwise(rw);
            rw.create(YieldOp::build(&values));
        }
    });
    IfOp::from_id(op)
}
