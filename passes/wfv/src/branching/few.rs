//! Scalar code for few active lanes: code whose cost per lane is as high as for all lanes is executed sequentially for
//! the active lanes.
//!
//! The piece is outlined as a scalar function. Before the branch to it, active lanes are counted: if they are few,
//! those that take the branch call the function instead. It has no variants, so the call is scalarized to one call for
//! each of them. Without active lanes nothing is executed.
//!
//! ```text
//! n = number of lanes that take it   if n <= few: these lanes: results = piece(live-ins); branch to the exit
//!                                    else: the original branch
//! ```

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_arith::{CmpIOp, CmpIPredicate, ConstantOp};
use rmlir_cf::BrOp;
use rmlir_func::{CallOp, FuncOp, ReturnOp};
use rmlir_pvec::VoteCountOp;
use rustc_hash::FxHashSet;

use crate::branching::branches::{Branches, Ways, branch, jump};
use crate::branching::pieces::Piece;

/// Lets at most `most` active lanes execute `piece` of `body` sequentially, by an outlined function called `name`,
/// which is created detached in `module`.
pub fn few<'c>(
    module: &mut Body<'c>,
    body: &mut Body<'c>,
    name: &str,
    piece: &Piece,
    most: u64,
    branches: &mut Branches,
) -> OpId {
    let source = &*body;
    let branch_block = branches.block_of(piece);
    let passed = Ways::of(source, branch_block).passed[piece.way].clone();
    let (taken, constants) = taken(source, piece, &passed);
    let function = function(module, source, name, piece, &passed, &taken, &constants);
    let cx = body.cx();
    let region = body.region(body.root(), 0);
    let mut rw = Rewriter::new(body);
    let asked = branches.ask(&mut rw, piece);
    let count = rw.value(VoteCountOp::build(asked.goes));
    let most = rw.value(ConstantOp::build(cx.index_attr(most as i64)));
    let is_few = rw.value(CmpIOp::build(count, most, CmpIPredicate::Ule.attr(cx)));
    let asking = rw.insert_point();
    let one_by_one = rw.create_block(region, &[], &[]);
    let called = rw.create_block(region, &[], &[]);
    let types: Vec<Type> = rw.args(piece.exit).iter().map(|&argument| rw.ty(argument)).collect();
    let types: Vec<Type> =
        types.into_iter().zip(&piece.passed).filter(|(_, common)| common.is_none()).map(|(ty, _)| ty).collect();
    let call = rw.create(CallOp::build(&types, &taken, cx.symbol_ref(cx.ident(name))));
    let mut results = rw.results(call.id()).to_vec().into_iter();
    let brought: Vec<Value> = (piece.passed.iter())
        .map(|common| common.unwrap_or_else(|| results.next().expect("there is a result for each argument")))
        .collect();
    jump(&mut rw, piece.exit, &brought);
    rw.at_end(one_by_one);
    let ways = Ways::of(&rw, asked.otherwise).with(piece.way, called);
    ways.create(&mut rw, asked.bit);
    rw.set_insert_point(asking);
    branch(&mut rw, is_few, one_by_one, asked.otherwise);
    function
}

/// The live-in values of a piece, and the operations that define constants among them.
fn taken(body: &Body, piece: &Piece, passed: &[Value]) -> (Vec<Value>, Vec<OpId>) {
    let inside: FxHashSet<BlockId> = piece.blocks.iter().copied().collect();
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let (mut taken, mut constants) = (Vec::new(), Vec::new());
    let operands = piece.blocks.iter().flat_map(|&block| body.ops(block)).flat_map(|op| body.operands(op));
    for value in passed.iter().copied().chain(operands) {
        let is_inside = body.value_block(value).is_some_and(|block| inside.contains(&block));
        if is_inside || !seen.insert(value) {
            continue;
        }
        match body.defining_op(value).filter(|&op| body.has_trait(op, TraitSet::CONSTANT_LIKE)) {
            Some(op) => constants.push(op),
            None => taken.push(value),
        }
    }
    (taken, constants)
}

/// The piece as a detached function: its results are the successor operands passed to the exit.
fn function<'c>(
    module: &mut Body<'c>,
    source: &Body<'c>,
    name: &str,
    piece: &Piece,
    passed: &[Value],
    taken: &[Value],
    constants: &[OpId],
) -> OpId {
    let cx = module.cx();
    let loc = source.loc(source.last_op(piece.from).expect("blocks end with a terminator"));
    let types: Vec<Type> = taken.iter().map(|&value| source.ty(value)).collect();
    let brought: Vec<Type> = source.args(piece.exit).iter().map(|&argument| source.ty(argument)).collect();
    let is_result: Vec<bool> = piece.passed.iter().map(Option::is_none).collect();
    let results: Vec<Type> = brought.iter().zip(&is_result).filter(|(_, is)| **is).map(|(&ty, _)| ty).collect();
    let build = FuncOp::build(cx.str_attr(name), cx.type_attr(cx.function_type(&types, &results)))
        .prop(FuncOp::SYM_VISIBILITY, cx.str_attr("private"));
    let op = module.create_op(build.at(loc).finish(cx));
    let body = module.nested_mut(op).expect("a function is isolated");
    let region = body.region(body.root(), 0);
    let mut map = CloneMap::default();
    let block = |body: &mut Body<'c>, types: &[Type]| {
        let block = body.create_block(types, &vec![loc; types.len()]);
        body.append_block(region, block);
        block
    };
    let entry = block(body, &types);
    map.values.extend(taken.iter().copied().zip(body.args(entry).to_vec()));
    for &from in &piece.blocks {
        let types: Vec<Type> = source.args(from).iter().map(|&argument| source.ty(argument)).collect();
        let to = block(body, &types);
        map.values.extend(source.args(from).iter().copied().zip(body.args(to).to_vec()));
        map.blocks.insert(from, to);
    }
    let end = block(body, &brought);
    map.blocks.insert(piece.exit, end);
    for &op in constants {
        let copy = body.clone_op_from(source, op, &mut map);
        body.append_op(entry, copy);
    }
    for &from in &piece.blocks {
        for op in source.ops(from) {
            let copy = body.clone_op_from(source, op, &mut map);
            body.append_op(map.block(from), copy);
        }
    }
    let mut rw = Rewriter::new(body);
    rw.set_loc(loc);
    rw.at_end(entry);
    let given: Vec<Value> = passed.iter().map(|&value| map.value(value)).collect();
    rw.create(BrOp::build(&given, map.block(piece.first())));
    rw.at_end(end);
    let given: Vec<Value> =
        rw.args(end).iter().zip(&is_result).filter(|(_, is)| **is).map(|(&value, _)| value).collect();
    rw.create(ReturnOp::build(&given));
    op
}
