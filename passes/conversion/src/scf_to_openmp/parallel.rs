//! Conversion of one loop, whose inner loops are converted.

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_llvm::ops::constant::ConstantOp;
use rmlir_llvm::ops::memory::{AllocaOp, LoadOp, StoreOp};
use rmlir_llvm::types::PointerType;
use rmlir_memref::{AllocaScopeOp, AllocaScopeReturnOp};
use rmlir_omp::{LoopNestOp, ParallelOp as Team, TerminatorOp, WsloopOp, YieldOp};
use rmlir_scf::{ParallelOp, ReduceOp};

use super::declare::{Table, Wanted};
use super::reduction::{Reduction, recognize};

/// Converts `op`, unless it has an unsupported reduction.
pub(super) fn convert<'c>(op: ParallelOp, body: &mut Body<'c>, table: Option<&mut Table<'_, 'c>>, n_threads: u32) {
    let Some(symbols) = declare_reductions(body, op.reduce_op(body), table) else { return };
    let mut rw = Rewriter::new(body);
    rw.before(op.id());
    rw.set_loc(rw.loc(op.id()));
    let inits = op.initVals(&rw);
    let variables = allocate(&mut rw, &inits);
    let arguments = reduce_in_memory(&mut rw, op, variables.len());
    rw.before(op.id());
    let number = rw.int_type(32);
    let n_threads = (n_threads > 0).then(|| {
        let value = rw.int_attr(number, n_threads.into());
        rw.value(ConstantOp::build(number, value))
    });
    make_team(&mut rw, op, Reduced { variables: &variables, symbols: &symbols, arguments: &arguments }, n_threads);
    rw.before(op.id());
    let types: Vec<Type> = rw.result_types(op.id()).collect();
    let results: Vec<Value> =
        variables.iter().zip(types).map(|(&variable, ty)| rw.value(LoadOp::build(ty, variable))).collect();
    rw.replace(op, results);
}

/// Declares the reductions of `reduce` and returns their symbols. `None` if one of them is not supported.
fn declare_reductions<'c>(body: &Body<'c>, reduce: ReduceOp, table: Option<&mut Table<'_, 'c>>) -> Option<Vec<Attr>> {
    let regions = reduce.reductions(body);
    let known = |(index, &region): (usize, &RegionId)| {
        let ty = body.ty(body.operand(reduce.id(), index));
        recognize(body, body.entry(region)?, ty)
    };
    let reductions = regions.iter().enumerate().map(known).collect::<Option<Vec<Reduction>>>()?;
    if reductions.is_empty() {
        return Some(Vec::new());
    }
    let table = table?;
    let wanted = |(index, reduction)| {
        let value = body.operand(reduce.id(), index);
        let locs = (body.loc(reduce.id()), body.value_loc(value));
        Wanted { source: body, region: regions[index], ty: body.ty(value), reduction, locs }
    };
    Some(reductions.iter().enumerate().map(|reduction| table.declare(&wanted(reduction))).collect())
}

/// Allocates memory for each value and stores it. The allocation is executed with the loop, so the stack has to be
/// restored.
fn allocate(rw: &mut Rewriter, values: &[Value]) -> Vec<Value> {
    let pointer = PointerType::get(rw.cx(), 0).ty();
    let one = rw.int_attr(Type::I64, 1);
    let one = rw.value(ConstantOp::build(Type::I64, one));
    let store = |&value: &Value| {
        let ty = rw.type_attr(rw.ty(value));
        let place = rw.value(AllocaOp::build(pointer, one, ty));
        rw.create(StoreOp::build(value, place));
        place
    };
    values.iter().map(store).collect()
}

/// Reduces in `n` variables, which become arguments of the body of `op`, and erases its reduction operation.
fn reduce_in_memory(rw: &mut Rewriter, op: ParallelOp, n: usize) -> Vec<Value> {
    let (loc, body, reduce) = (rw.default_loc(), op.body(rw), op.reduce_op(rw));
    let pointer = PointerType::get(rw.cx(), 0).ty();
    let regions = reduce.reductions(rw);
    let mut arguments = Vec::new();
    rw.before(reduce.id());
    for (index, &region) in regions.iter().enumerate().take(n) {
        let argument = rw.add_arg(body, pointer, loc);
        let value = rw.operand(reduce.id(), index);
        let before = rw.value(LoadOp::build(rw.ty(value), argument).at(rw.loc(reduce.id())));
        let block = rw.entry(region).expect("a reduction has a block");
        let mut map = CloneMap::default();
        map.values.extend(rw.args(block).to_vec().into_iter().zip([before, value]));
        let ops: Vec<OpId> = rw.ops(block).collect();
        let (&last, ops) = ops.split_last().expect("a reduction ends with its value");
        ops.iter().for_each(|&op| _ = rw.clone_op(op, &mut map));
        let reduced = map.value(rw.operand(last, 0));
        rw.create(StoreOp::build(reduced, argument).at(loc));
        arguments.push(argument);
    }
    rw.erase(reduce);
    arguments
}

/// The reductions of a loop: the memory, the declarations, and the arguments for the memory in the body of the loop.
struct Reduced<'a> {
    variables: &'a [Value],
    symbols: &'a [Attr],
    arguments: &'a [Value],
}

/// Creates a team of threads that share the iterations of `op`.
fn make_team(rw: &mut Rewriter, op: ParallelOp, reduced: Reduced, n_threads: Option<Value>) {
    let (cx, loc) = (rw.cx(), rw.default_loc());
    let team = rw.create(Team::build(&[], &[], None, n_threads, &[], &[]));
    let region = team.region(rw);
    rw.create_block(region, &[], &[]);

    let mut share = WsloopOp::build(&[], &[], &[], &[], &[], reduced.variables, None);
    if !reduced.variables.is_empty() {
        let by_value = cx.int_array(Type::I1, &vec![0; reduced.variables.len()]);
        share = share.prop(WsloopOp::REDUCTION_SYMS, cx.array_attr(reduced.symbols));
        share = share.prop(WsloopOp::REDUCTION_BYREF, by_value);
    }
    let share = rw.create(share);
    rw.create(TerminatorOp::build());
    let types: Vec<Type> = reduced.variables.iter().map(|&variable| rw.ty(variable)).collect();
    let block = rw.create_block(share.region(rw), &types, &vec![loc; types.len()]);
    let private = rw.args(block).to_vec();

    let bounds = [op.lowerBound(rw), op.upperBound(rw), op.step(rw)].concat();
    let n_loops = bounds.len() / 3;
    let nest = LoopNestOp::build(&bounds).prop(LoopNestOp::COLLAPSE_NUM_LOOPS, cx.i64_attr(n_loops as i64));
    let nest = rw.create(nest);
    rw.take_blocks(op.region(rw), nest.region(rw));
    let entry = rw.entry(nest.region(rw)).expect("a loop has a body");
    for (&argument, &value) in reduced.arguments.iter().zip(&private) {
        rw.replace_all_uses(argument, value);
    }
    for _ in reduced.arguments {
        rw.erase_arg(entry, n_loops);
    }
    scope(rw, entry);
}

/// Moves the operations of `block` into an allocation scope, so that stack memory of iterations is freed.
fn scope(rw: &mut Rewriter, block: BlockId) {
    let first = rw.first_op(block);
    let inside = rw.split_block(block, first);
    rw.at_end(block);
    let scope = rw.create(AllocaScopeOp::build(&[]));
    rw.create(YieldOp::build(&[]));
    let target = rw.create_block(scope.bodyRegion(rw), &[], &[]);
    rw.merge_blocks(inside, target, &[]);
    rw.at_end(target);
    rw.create(AllocaScopeReturnOp::build(&[]));
}
