//! Structured control flow as branches between blocks.
//!
//! A dialect conversion in which the operations of `scf` that hold regions are
//! illegal. Each pattern splits the block at its operation, moves the blocks of
//! the regions in between, and makes branches of what ended them. Outer
//! operations come first, so an inner one is found in its new place;
//! `scf.forall` takes the way by `scf.parallel`, and that by `scf.for`.

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{
    ConversionConfig, ConversionPattern, ConversionPatterns, ConversionTarget, apply_partial_conversion,
};
use rmlir_arith::{AddIOp, CmpIOp, CmpIPredicate, IndexCastOp};
use rmlir_cf::{BrOp, CondBrOp, SwitchOp};
use rmlir_scf::{ExecuteRegionOp, ForOp, ForallOp, IfOp, IndexSwitchOp, ParallelOp, ReduceOp, WhileOp, YieldOp};

use crate::forall_to_parallel::forall_to_parallel;
use crate::loops::{build_for, split_before};

/// Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG.
///
/// ```mlir
/// scf.if %c {      // cf.cond_br %c, ^bb1, ^bb2
///   "x"() : () -> ()
/// }
/// ```
#[pass(
    name = "convert-scf-to-cf",
    title = "SCFToControlFlowPass",
    summary = "Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG",
    depends(rmlir_cf::Cf, rmlir_arith::Arith)
)]
pub struct ScfToCf {
    /// Experimental performance flag to disallow pattern rollback
    #[option(default = true)]
    allow_pattern_rollback: bool,
}

impl Pass for ScfToCf {
    /// A failed conversion is always rolled back: it costs nothing here.
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let _ = self.allow_pattern_rollback;
        let mut target = ConversionTarget::new(cx.cx());
        target.illegal_ops(&[
            "scf.forall",
            "scf.for",
            "scf.if",
            "scf.index_switch",
            "scf.parallel",
            "scf.while",
            "scf.execute_region",
        ]);
        target.dynamic_unknown(|_| true);
        let config = ConversionConfig::default();
        match apply_partial_conversion(cx.body_mut(), &target, &scf_to_cf_patterns(), &config) {
            Ok(()) => Ok(()),
            Err(failed) => {
                failed.diagnostics.into_iter().for_each(|diagnostic| cx.emit(diagnostic));
                cx.signal_failure()
            }
        }
    }
}

/// The patterns, in the order in which they are tried.
pub fn scf_to_cf_patterns() -> ConversionPatterns {
    let mut patterns = ConversionPatterns::new();
    for pattern in [
        Pattern::of("forall-to-parallel", |op: ForallOp, rw: &mut Rewriter| forall_to_parallel(rw, op)),
        Pattern::of("for-to-cf", lower_for),
        Pattern::of("if-to-cf", lower_if),
        Pattern::of("parallel-to-for", lower_parallel),
        Pattern::of("while-to-cf", lower_while),
        Pattern::of("execute-region-to-cf", lower_execute_region),
        Pattern::of("index-switch-to-cf", lower_index_switch),
    ] {
        patterns.add(ConversionPattern::plain(pattern));
    }
    patterns.add(ConversionPattern::plain(Pattern::of("do-while-to-cf", lower_do_while)).benefit(2));
    patterns
}

/// Gives `branch` the attributes of `op` that belong to the `llvm` dialect,
/// such as hints for loops.
fn keep_llvm_attrs(rw: &mut Rewriter, op: OpId, branch: OpId) {
    let cx = rw.cx();
    let is_llvm = |attr: Attr| match attr.data(cx) {
        AttrData::Dialect { def, .. } => def.dialect() == "llvm",
        _ => false,
    };
    let kept: Vec<NamedAttr> = rw.discardable_attrs(op).iter().copied().filter(|entry| is_llvm(entry.value)).collect();
    for entry in kept {
        rw.set_attr(branch, entry.name.str(cx), entry.value);
    }
}

/// Ends `block` with a branch to `dest` instead of `terminator`, whose operands are passed.
fn branch_on(rw: &mut Rewriter, block: BlockId, terminator: OpId, dest: BlockId) {
    let operands: Vec<Value> = rw.operands(terminator).collect();
    rw.at_end(block);
    rw.create(BrOp::build(&operands, dest));
    rw.erase(terminator);
}

fn last_block(body: &Body, region: RegionId) -> BlockId {
    body.blocks(region).last().expect("the region has a block")
}

fn terminator(body: &Body, block: BlockId) -> OpId {
    body.last_op(block).expect("the block ends with a terminator")
}

/// The first block of the region becomes the one that compares and goes on or
/// leaves: it has the induction variable and the carried values as arguments.
fn lower_for(op: ForOp, rw: &mut Rewriter) -> Match {
    let (before, end) = split_before(rw, op.id());
    let region = op.region(rw);
    let condition = op.body(rw);
    let first = rw.first_op(condition);
    let body = rw.split_block(condition, first);
    let last = last_block(rw, region);
    rw.inline_region_before(region, end);

    let induction_var = rw.arg(condition, 0);
    let yielded = terminator(rw, last);
    rw.at_end(last);
    let stepped = rw.value(AddIOp::build(induction_var, op.step(rw)));
    let mut passed = vec![stepped];
    passed.extend(rw.operands(yielded));
    let latch = rw.create(BrOp::build(&passed, condition));
    keep_llvm_attrs(rw, op.id(), latch.id());
    rw.erase(yielded);

    rw.at_end(before);
    let mut passed = vec![op.lowerBound(rw)];
    passed.extend(op.initArgs(rw));
    rw.create(BrOp::build(&passed, condition));

    rw.at_end(condition);
    let predicate = if op.unsignedCmp(rw) { CmpIPredicate::Ult } else { CmpIPredicate::Slt };
    let predicate = predicate.attr(rw);
    let goes_on = rw.value(CmpIOp::build(induction_var, op.upperBound(rw), predicate));
    rw.create(CondBrOp::build(goes_on, &[], &[], body, end));
    let results = rw.args(condition)[1..].to_vec();
    rw.replace(op, results)
}

/// Results become the arguments of a block of their own before the rest.
fn lower_if(op: IfOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    let (before, rest) = split_before(rw, op.id());
    let types: Vec<Type> = rw.result_types(op.id()).collect();
    let next = if types.is_empty() {
        rest
    } else {
        let block = rw.create_block_before(rest, &types, &vec![loc; types.len()]);
        rw.create(BrOp::build(&[], rest));
        block
    };
    let then_block = op.then_block(rw);
    let else_block = op.else_block(rw);
    for region in [op.thenRegion(rw), op.elseRegion(rw)] {
        if rw.entry(region).is_some() {
            let last = last_block(rw, region);
            let yielded = terminator(rw, last);
            branch_on(rw, last, yielded, next);
            rw.inline_region_before(region, next);
        }
    }
    rw.at_end(before);
    let condition = op.condition(rw);
    rw.create(CondBrOp::build(condition, &[], &[], then_block, else_block.unwrap_or(next)));
    let results = if types.is_empty() { Vec::new() } else { rw.args(next).to_vec() };
    rw.replace(op, results)
}

fn lower_execute_region(op: ExecuteRegionOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    let (before, rest) = split_before(rw, op.id());
    let region = op.region(rw);
    let entry = rw.entry(region).expect("the region has a block");
    rw.at_end(before);
    rw.create(BrOp::build(&[], entry));
    for block in rw.blocks(region).collect::<Vec<_>>() {
        let last = terminator(rw, block);
        if OpRef::new(rw, last).is::<YieldOp>() {
            branch_on(rw, block, last, rest);
        }
    }
    rw.inline_region_before(region, rest);
    let types: Vec<Type> = rw.result_types(op.id()).collect();
    let results: Vec<Value> = types.into_iter().map(|ty| rw.add_arg(rest, ty, loc)).collect();
    rw.replace(op, results)
}

/// Makes a nest of loops, the carried values being those that are reduced.
fn lower_parallel(op: ParallelOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    let body = op.body(rw);
    let Some(reduce) = OpRef::new(rw, terminator(rw, body)).cast::<ReduceOp>() else { return Match::No };
    let (lower, upper, step) = (op.lowerBound(rw), op.upperBound(rw), op.step(rw));
    let mut carried = op.initVals(rw);
    let mut induction_vars = Vec::new();
    let mut results = None;
    for ((lower, upper), step) in lower.into_iter().zip(upper).zip(step) {
        let inner = build_for(rw, loc, [lower, upper, step], &carried);
        induction_vars.push(inner.induction_var(rw));
        carried = inner.iter_args(rw);
        let values = rw.results(inner.id()).to_vec();
        if results.is_some() && !values.is_empty() {
            let block = rw.insert_block().expect("the loop is in a block");
            rw.at_end(block);
            rw.create(YieldOp::build(&values).at(loc));
        }
        results.get_or_insert(values);
        let block = inner.body(rw);
        rw.at_start(block);
    }
    let yielded = inline_reductions(rw, reduce, &carried);
    let inner = rw.insert_block().expect("the body of the innermost loop");
    match rw.last_op(inner) {
        None => rw.merge_blocks(body, inner, &induction_vars),
        Some(last) => rw.inline_block_before(body, last, &induction_vars),
    }
    if !yielded.is_empty() {
        rw.at_end(inner);
        rw.create(YieldOp::build(&yielded).at(loc));
    }
    rw.replace(op, results.unwrap_or_default())
}

/// Puts the reductions before `reduce`, which goes. Gives the reduced values.
fn inline_reductions(rw: &mut Rewriter, reduce: ReduceOp, carried: &[Value]) -> Vec<Value> {
    let operands = reduce.operands(rw);
    let regions = rw.regions(reduce.id()).to_vec();
    let mut reduced = Vec::new();
    for ((region, operand), &carried) in regions.into_iter().zip(operands).zip(carried) {
        let block = rw.entry(region).expect("a reduction has a block");
        let last = terminator(rw, block);
        reduced.push(rw.operand(last, 0));
        rw.erase(last);
        rw.inline_block_before(block, reduce.id(), &[carried, operand]);
    }
    rw.erase(reduce);
    reduced
}

fn lower_while(op: WhileOp, rw: &mut Rewriter) -> Match {
    let (start, rest) = split_before(rw, op.id());
    let (before, after) = (op.before_block(rw), op.after_block(rw));
    let (condition, yielded) = (op.condition_op(rw), op.yield_op(rw));
    let (before_region, after_region) = (op.before(rw), op.after(rw));
    rw.inline_region_before(after_region, rest);
    rw.inline_region_before(before_region, after);

    rw.at_end(start);
    let inits = op.inits(rw);
    rw.create(BrOp::build(&inits, before));

    rw.at_end(before);
    let args = condition.args(rw);
    let goes_on = condition.condition(rw);
    let loc = rw.loc(condition.id());
    rw.create(CondBrOp::build(goes_on, &args, &[], after, rest).at(loc));
    rw.erase(condition);

    rw.at_end(after);
    let values: Vec<Value> = rw.operands(yielded.id()).collect();
    let loc = rw.loc(yielded.id());
    let latch = rw.create(BrOp::build(&values, before).at(loc));
    rw.erase(yielded);
    keep_llvm_attrs(rw, op.id(), latch.id());
    rw.replace(op, args)
}

/// Where the second region only passes its arguments on, it is left out.
fn lower_do_while(op: WhileOp, rw: &mut Rewriter) -> Match {
    let after = op.after_block(rw);
    if rw.ops(after).count() != 1 {
        return rw.no_match(op, "the second region does something");
    }
    let passed = rw.operands(op.yield_op(rw).id());
    if !passed.eq(rw.args(after).iter().copied()) {
        return rw.no_match(op, "the second region does not pass its arguments on as they are");
    }
    let (start, rest) = split_before(rw, op.id());
    let before = op.before_block(rw);
    let condition = op.condition_op(rw);
    let before_region = op.before(rw);
    rw.inline_region_before(before_region, rest);

    rw.at_end(start);
    let inits = op.inits(rw);
    rw.create(BrOp::build(&inits, before));

    rw.at_end(before);
    let args = condition.args(rw);
    let goes_on = condition.condition(rw);
    let loc = rw.loc(condition.id());
    let latch = rw.create(CondBrOp::build(goes_on, &args, &[], before, rest).at(loc));
    keep_llvm_attrs(rw, op.id(), latch.id());
    rw.replace(op, args);
    rw.erase(condition)
}

/// The cases are cut to 32 bits, as upstream does it.
fn lower_index_switch(op: IndexSwitchOp, rw: &mut Rewriter) -> Match {
    let cx = rw.cx();
    let loc = rw.loc(op.id());
    let (before, rest) = split_before(rw, op.id());
    let types: Vec<Type> = rw.result_types(op.id()).collect();
    let results: Vec<Value> = types.into_iter().map(|ty| rw.add_arg(rest, ty, loc)).collect();
    let cases = IndexSwitchOp::case_values(OpRef::new(rw, op.id()));
    let regions = rw.regions(op.id()).to_vec();
    let blocks: Vec<BlockId> = regions.iter().filter_map(|&region| rw.entry(region)).collect();
    // The default region stands first, and its block goes last.
    let order: Vec<RegionId> = regions[1..].iter().chain(&regions[..1]).copied().collect();
    for region in order {
        let block = rw.entry(region).expect("each region has a block");
        let yielded = terminator(rw, block);
        let values: Vec<Value> = rw.operands(yielded).collect();
        let loc = rw.loc(yielded);
        rw.before(yielded);
        rw.create(BrOp::build(&values, rest).at(loc));
        rw.erase(yielded);
        rw.inline_region_before(region, rest);
    }
    rw.at_end(before);
    let index = op.arg(rw);
    let flag = rw.value(IndexCastOp::build(Type::I32, index).at(loc));
    let segments = cx.i32_array(&vec![0; cases.len()]);
    let mut switch = SwitchOp::build(flag, &[], &[], segments, blocks[0], &blocks[1..]).at(loc);
    if !cases.is_empty() {
        let values: Vec<Attr> = cases.iter().map(|&case| cx.int_attr(Type::I32, i64::from(case as i32))).collect();
        let ty = cx.vector_type(&[cases.len() as i64], Type::I32);
        let values = rmlir::core::dense::from_elements(cx, ty, &values).expect("one element per case");
        switch = switch.prop(SwitchOp::CASE_VALUES, values);
    }
    rw.create(switch);
    rw.replace(op, results)
}
