//! `scf.parallel`, `scf.reduce` and `scf.reduce.return`: loops whose iterations are executed in any
//! order, and reductions over them.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;

use crate::flow::{entry_args, expect_terminator, to_parent_without_values, to_region};
use crate::syntax::print_body;

/// A loop nest whose iterations may be executed in any order or concurrently.
///
/// There is a lower bound, an upper bound and a step for each loop. The terminator `scf.reduce` defines how values of
/// the iterations are combined with the initial values to the results.
///
/// ```mlir
/// %sum = scf.parallel (%i) = (%lb) to (%ub) step (%step) init (%zero) -> f32 {
///   %x = "load"(%i) : (index) -> f32
///   scf.reduce(%x : f32) {
///   ^bb0(%a: f32, %b: f32):
///     %c = arith.addf %a, %b : f32
///     scf.reduce.return %c : f32
///   }
/// }
/// ```
#[op(name = "scf.parallel",
     traits(AttrSizedOperandSegments, AutomaticAllocationScope, HasParallelRegion, RecursiveMemoryEffects, SingleBlock),
     interfaces(LoopLike, RegionBranchOp), terminator = "scf.reduce", eval,
     canonicalize, verify = verify, parse = parse, print = print)]
pub struct ParallelOp {
    #[operand]
    lowerBound: Vec<Index>,
    #[operand]
    upperBound: Vec<Index>,
    #[operand]
    step: Vec<Index>,
    #[operand]
    initVals: Vec<AnyType>,
    #[result]
    results: Vec<AnyType>,
    #[region]
    region: SizedRegion1,
}

impl ParallelOp {
    /// The block of the body.
    pub fn body(self, body: &Body) -> BlockId {
        body.entry(self.region(body)).expect("a loop has a body")
    }

    /// The `scf.reduce` at the end of the body.
    pub fn reduce_op(self, body: &Body) -> ReduceOp {
        ReduceOp::from_id(body.last_op(self.body(body)).expect("the body of a `scf.parallel` ends with a reduce"))
    }
}

impl RegionBranchOp for ParallelOp {
    fn successors(&self, _op: OpRef, _from: RegionPoint) -> Vec<RegionSuccessor> {
        vec![to_region(0), to_parent_without_values()]
    }
    fn entry_operands(&self, _op: OpRef, _to: RegionPoint) -> std::ops::Range<usize> {
        0..0
    }
}

impl LoopLike for ParallelOp {
    fn loop_regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        vec![op.region(0)]
    }
    fn induction_vars(&self, op: OpRef) -> Vec<Value> {
        value_ids(entry_args(op, 0))
    }
    fn bounds(&self, op: OpRef) -> Option<LoopBounds> {
        let field = |field| op.operand_field(field).into_iter().map(|value| ValueOrAttr::Value(value.id)).collect();
        Some(LoopBounds { lower: field(0), upper: field(1), step: field(2) })
    }
}

fn verify(op: OpRef) -> Checked {
    let steps = op.values(ParallelOp::step);
    if steps.is_empty() {
        return Err(op.error("needs at least one tuple element for lowerBound, upperBound and step"));
    }
    let constant = |value: &ValueRef| constant_value(op.body, value.id).and_then(|attr| attr.as_i64(op.cx()));
    if steps.iter().filter_map(constant).any(|step| step <= 0) {
        return Err(op.error("constant step operand must be positive"));
    }
    let n_args = entry_args(op, 0).count();
    if n_args != steps.len() {
        return Err(op.error(format!(
            "expects the same number of induction variables: {n_args} as bound and step values: {}",
            steps.len()
        )));
    }
    if entry_args(op, 0).any(|arg| !arg.ty().is_index()) {
        return Err(op.error("expects arguments for the induction variable to be of index type"));
    }
    let message = "expects body to terminate with 'scf.reduce'";
    let reduce = expect_terminator::<ReduceOp>(op, op.region(0), message)?;
    verify_reductions(op, reduce)
}

/// Verifies that there are as many results as initial values and reductions.
fn verify_reductions(op: OpRef, reduce: OpRef) -> Checked {
    let n_results = op.n_results();
    let n_inits = op.operand_range(ParallelOp::INIT_VALS_OPERAND).len();
    for (n, what) in [(reduce.n_regions(), "reductions"), (n_inits, "initial values")] {
        if n_results != n {
            return Err(
                op.error(format!("expects number of results: {n_results} to be the same as number of {what}: {n}"))
            );
        }
    }
    Ok(())
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let args = parser.index_arguments()?;
    parser.asm().token("=")?;
    let n_lower = parse_bounds(parser, state, args.len())?;
    parser.asm().keyword("to")?;
    let n_upper = parse_bounds(parser, state, args.len())?;
    parser.asm().keyword("step")?;
    let n_steps = parse_bounds(parser, state, args.len())?;
    let inits = if parser.try_token("init") { parser.operand_list(Delimiter::Paren)? } else { Vec::new() };
    let types = parser.asm().optional_arrow_types()?;
    parser.parse_region(state, &args)?;
    let sizes = [n_lower, n_upper, n_steps, inits.len()].map(|n| n as i32);
    state.set_attr(parser.cx(), "operandSegmentSizes", parser.cx().i32_array(&sizes));
    parser.attr_dict(state)?;
    let pos = parser.name_pos();
    parser.resolve_each(&inits, &types, pos, state)?;
    state.result_types = types.into();
    Ok(())
}

/// Parses `(%a, ..)`, one index for each loop.
fn parse_bounds(parser: &mut dyn OpAsmParser, state: &mut OpState, n_loops: usize) -> Parsed<usize> {
    let pos = parser.pos();
    let bounds = parser.operand_list(Delimiter::Paren)?;
    if bounds.len() != n_loops {
        return Err(parser.error_at(pos, &format!("expected {n_loops} operands")));
    }
    parser.resolve_same(&bounds, Type::INDEX, state)?;
    Ok(bounds.len())
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" (");
    printer.operands(entry_args(op, 0));
    for (word, field) in [(") = (", 0), (") to (", 1), (") step (", 2)] {
        printer.text(word);
        printer.operands(op.operand_field(field));
    }
    printer.text(")");
    let inits = op.values(ParallelOp::initVals);
    if !inits.is_empty() {
        printer.text(" init (");
        printer.operands(inits);
        printer.text(")");
    }
    let types: Vec<Type> = op.results().map(ValueRef::ty).collect();
    printer.optional_arrow_types(&types);
    printer.text(" ");
    print_body(printer, op.region(0), true);
    printer.attr_dict(op, &["operandSegmentSizes"]);
}

/// Terminates the body of a `scf.parallel` and reduces values.
///
/// There is a region for each value, which combines two values to one. The order of the reduction is unspecified.
#[op(name = "scf.reduce", traits(RecursiveMemoryEffects, Terminator), parents("scf.parallel"),
     interfaces(RegionBranchTerminator), eval, verify_regions = verify_reduce,
     format = "(`(` $operands^ `:` type($operands) `)`)? $reductions attr-dict")]
pub struct ReduceOp {
    #[operand]
    operands: Vec<AnyType>,
    #[region]
    reductions: Vec<SizedRegion1>,
}

impl RegionBranchTerminator for ReduceOp {
    /// No values are forwarded to the next iteration.
    fn successor_operands(&self, _op: OpRef, _to: RegionPoint) -> std::ops::Range<usize> {
        0..0
    }
}

fn verify_reduce(op: OpRef) -> Checked {
    let (n_regions, n_operands) = (op.n_regions(), op.n_operands());
    if n_regions != n_operands {
        return Err(op.error(format!(
            "expects number of reduction regions: {n_regions} to be the same as number of reduction operands: \
             {n_operands}"
        )));
    }
    for (index, (region, operand)) in op.regions().zip(op.operands()).enumerate() {
        let Some(last) = region.entry().and_then(BlockRef::last_op) else {
            return Err(op.error(format!("{index}-th reduction has an empty body")));
        };
        let types: Vec<Type> = entry_args(op, index).map(ValueRef::ty).collect();
        if types != [operand.ty(); 2] {
            let ty = op.cx().show_type(operand.ty());
            return Err(
                op.error(format!("expected two block arguments with type '{ty}' in the {index}-th reduction region"))
            );
        }
        if !last.is::<ReduceReturnOp>() {
            return Err(op.error("reduction bodies must be terminated with an 'scf.reduce.return' op"));
        }
    }
    verify_reduced_types(op)
}

/// Verifies that the values have the types of the loop's results. The loop verifies their number.
fn verify_reduced_types(op: OpRef) -> Checked {
    let parallel = op.parent().expect("an 'scf.reduce' is in an 'scf.parallel'");
    let n_inits = parallel.operand_range(ParallelOp::INIT_VALS_OPERAND).len();
    if parallel.n_results() != op.n_operands() || parallel.n_results() != n_inits {
        return Ok(());
    }
    for (index, (result, operand)) in parallel.results().zip(op.operands()).enumerate() {
        if result.ty() != operand.ty() {
            let (result, operand) = (op.cx().show_type(result.ty()), op.cx().show_type(operand.ty()));
            return Err(op.error(format!(
                "expects type of {index}-th reduction operand: '{operand}' to be the same as the {index}-th result \
                 type: '{result}'"
            )));
        }
    }
    Ok(())
}

/// Terminates a region of `scf.reduce` and yields the combined value.
#[op(name = "scf.reduce.return", traits(Pure, Terminator), parents("scf.reduce"), eval = rmlir::interp::eval::yields, verify = verify_return,
     format = "$result attr-dict `:` type($result)")]
pub struct ReduceReturnOp {
    #[operand]
    result: AnyType,
}

fn verify_return(op: OpRef) -> Checked {
    let Some(arg) = op.block().and_then(|block| block.args().next()) else { return Ok(()) };
    if arg.ty() != op.value(ReduceReturnOp::result).ty() {
        let ty = op.cx().show_type(arg.ty());
        return Err(op.error(format!("must have type '{ty}' (the type of the reduction inputs)")));
    }
    Ok(())
}
