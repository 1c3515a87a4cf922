//! Making loops and conditions together with what is in them.
//!
//! What is inside is made before the operation around it is inserted: drivers
//! are told in this order by upstream's builders, and work in the reverse.

use rmlir::prelude::*;
use rmlir_scf::{ForOp, IfOp, YieldOp};

/// Makes an operation from `state`, then calls `fill` to make its regions.
fn with_regions(rw: &mut Rewriter, mut state: OpState, fill: impl FnOnce(&mut Rewriter, OpId)) -> OpId {
    state.loc.get_or_insert(rw.default_loc());
    let op = rw.body_mut().create_op(state);
    let point = rw.insert_point();
    fill(rw, op);
    rw.set_insert_point(point);
    rw.insert(op);
    op
}

/// A loop whose body is what `body` makes of the induction variable and the
/// loop-carried variables, and gives what they are next.
pub(crate) fn build_for(
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

/// Makes what is in a region, and gives what it yields.
pub(crate) type Fill<'a> = &'a mut dyn FnMut(&mut Rewriter) -> Vec<Value>;

/// A condition whose regions are what `then` and `otherwise` make, and give
/// results of these types.
pub(crate) fn build_if(
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
