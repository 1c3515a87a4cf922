//! Making loops: what several passes here share.

use rmlir::prelude::*;
use rmlir_scf::{ForOp, YieldOp};

/// Splits the block of `op` before it. Gives the two parts.
pub fn split_before(rw: &mut Rewriter, op: OpId) -> (BlockId, BlockId) {
    let block = rw.block_of(op).expect("a structured operation stands in a block");
    let rest = rw.split_block(block, Some(op));
    (block, rest)
}

/// A loop from `lower` to `upper` by `step` at the insertion point, which stays
/// there. The body is empty, or yields nothing where nothing is carried.
pub fn build_for(rw: &mut Rewriter, loc: Loc, [lower, upper, step]: [Value; 3], carried: &[Value]) -> ForOp {
    let types: Vec<Type> = carried.iter().map(|&value| rw.ty(value)).collect();
    let op = rw.create(ForOp::build(&types, lower, upper, step, carried).at(loc));
    let mut arg_types = vec![rw.ty(lower)];
    arg_types.extend(types);
    let mut locs = vec![loc];
    locs.extend(carried.iter().map(|&value| rw.value_loc(value)));
    let point = rw.insert_point();
    let region = op.region(rw);
    rw.create_block(region, &arg_types, &locs);
    if carried.is_empty() {
        rw.create(YieldOp::build(&[]).at(loc));
    }
    rw.set_insert_point(point);
    op
}
