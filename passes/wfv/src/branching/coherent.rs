//! Coherent copies: a copy of a piece for the case that all lanes take its branch. If all lanes of the function are
//! active, the copy needs no masks, and the other successor of the branch is omitted.
//!
//! ```text
//! all = whether all lanes take it   if all: a copy of the piece; branch to the exit
//!                                   else: the original branch
//! ```

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_pvec::VoteAllOp;

use crate::branching::branches::{Branches, Ways, branch, jump};
use crate::branching::pieces::Piece;

/// Adds a copy of `piece` to `body` that is executed only if all active lanes at the branch take it.
pub fn coherent(body: &mut Body, piece: &Piece, branches: &mut Branches) {
    let region = body.region(body.root(), 0);
    let mut rw = Rewriter::new(body);
    let asked = branches.ask(&mut rw, piece);
    let all = rw.value(VoteAllOp::build(asked.goes));
    let asking = rw.insert_point();
    let mut map = CloneMap::default();
    for &from in &piece.blocks {
        let types: Vec<Type> = rw.args(from).iter().map(|&argument| rw.ty(argument)).collect();
        let locs: Vec<Loc> = (0..types.len()).map(|at| rw.arg_loc(from, at)).collect();
        let to = rw.create_block(region, &types, &locs);
        map.values.extend(rw.args(from).to_vec().into_iter().zip(rw.args(to).to_vec()));
        map.blocks.insert(from, to);
    }
    for &from in &piece.blocks {
        rw.at_end(map.block(from));
        for op in rw.ops(from).collect::<Vec<OpId>>() {
            rw.clone_op(op, &mut map);
        }
    }
    // The branch reaches it through a block of its own, which forwards the successor operands of the branch.
    let way = rw.create_block(region, &[], &[]);
    let passed = Ways::of(&rw, asked.otherwise).passed[piece.way].clone();
    jump(&mut rw, map.block(piece.first()), &passed);
    rw.set_insert_point(asking);
    branch(&mut rw, all, way, asked.otherwise);
}
