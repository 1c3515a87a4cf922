//! Loops, and the distribution of their iterations over threads.

use rmlir::core::asm::Argument;
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

use crate::attrs::{IntLike, PointerLike, ReductionModifier, ScheduleKind, ScheduleModifier};
use crate::clauses::{keyword_of, parse_allocate, parse_keyword, parse_region, print_allocate, print_region};

/// Distributes the iterations of the nested loop nest over the threads of the team.
///
/// ```mlir
/// omp.wsloop schedule(static) {
///   omp.loop_nest (%i) : index = (%a) to (%b) step (%s) {
///     omp.yield
///   }
/// }
/// ```
#[op(
    name = "omp.wsloop", eval,
    traits(AttrSizedOperandSegments, NoTerminator, RecursiveMemoryEffects, SingleBlock),
    verify,
    custom(
        AllocateAndAllocator = (parse_allocate, print_allocate),
        LinearClause = (parse_linear, print_linear),
        ScheduleClause = (parse_schedule, print_schedule),
        PrivateReductionRegion = (parse_region, print_region)
    ),
    format = "oilist(`allocate` `(` custom<AllocateAndAllocator>($allocate_vars, type($allocate_vars), \
              $allocator_vars, type($allocator_vars)) `)` | \
              `linear` `(` custom<LinearClause>($linear_vars, type($linear_vars), $linear_step_vars) `)` | \
              `nowait` $nowait | `ordered` `(` $ordered `)` | \
              `schedule` `(` custom<ScheduleClause>($schedule_kind, $schedule_mod, $schedule_simd, $schedule_chunk, \
              type($schedule_chunk)) `)`) \
              custom<PrivateReductionRegion>($region, $private_vars, type($private_vars), \
              $reduction_vars, type($reduction_vars), $private_syms, $reduction_byref, \
              $reduction_syms) attr-dict"
)]
pub struct WsloopOp {
    #[operand]
    allocate_vars: Vec<AnyType>,
    #[operand]
    allocator_vars: Vec<AnyType>,
    #[operand]
    linear_vars: Vec<AnyType>,
    #[operand]
    linear_step_vars: Vec<I32>,
    #[prop]
    nowait: UnitAttr,
    #[prop]
    ordered: Option<I64Attr>,
    #[operand]
    private_vars: Vec<AnyType>,
    #[prop]
    private_syms: Option<SymbolRefArrayAttr>,
    #[prop]
    private_needs_barrier: UnitAttr,
    #[prop]
    reduction_mod: Option<ReductionModifier>,
    #[operand]
    reduction_vars: Vec<PointerLike>,
    #[prop]
    reduction_byref: Option<DenseBoolArrayAttr>,
    #[prop]
    reduction_syms: Option<SymbolRefArrayAttr>,
    #[prop]
    schedule_kind: Option<ScheduleKind>,
    #[operand]
    schedule_chunk: Option<AnyType>,
    #[prop]
    schedule_mod: Option<ScheduleModifier>,
    #[prop]
    schedule_simd: UnitAttr,
    #[region]
    region: AnyRegion,
}

/// Parses `%variable = %step : type, ..`.
fn parse_linear(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let (mut variables, mut types, mut steps) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        variables.push(parser.operand()?);
        parser.asm().token("=")?;
        steps.push(parser.operand()?);
        types.push(parser.asm().colon_type()?);
        if !parser.try_token(",") {
            break;
        }
    }
    args[0] = DirectiveArg::Operands(variables);
    args[1] = DirectiveArg::Types(types);
    args[2] = DirectiveArg::Operands(steps);
    Ok(true)
}

fn print_linear(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    let steps = op.values(WsloopOp::linear_step_vars);
    let pairs = op.values(WsloopOp::linear_vars).into_iter().zip(steps);
    for (index, (variable, step)) in pairs.enumerate() {
        printer.text(if index > 0 { ", " } else { "" });
        printer.operand(variable);
        printer.text(" = ");
        printer.operand(step);
        printer.text(" : ");
        printer.ty(variable.ty());
    }
}

/// Parses `kind = %chunk : type, modifier, simd`.
fn parse_schedule(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    args[0] = DirectiveArg::Attr(parse_keyword::<ScheduleKind>(parser)?);
    if parser.try_token("=") {
        args[3] = DirectiveArg::Operands(vec![parser.operand()?]);
        args[4] = DirectiveArg::Types(vec![parser.asm().colon_type()?]);
    }
    while parser.try_token(",") {
        if parser.try_token("simd") {
            args[2] = DirectiveArg::Attr(Attr::UNIT);
        } else {
            args[1] = DirectiveArg::Attr(parse_keyword::<ScheduleModifier>(parser)?);
        }
    }
    Ok(true)
}

fn print_schedule(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    let kind = op.get(WsloopOp::schedule_kind).and_then(keyword_of);
    printer.text(&kind.unwrap_or_default());
    if let Some(&chunk) = op.values(WsloopOp::schedule_chunk).first() {
        printer.text(" = ");
        printer.operand(chunk);
        printer.text(" : ");
        printer.ty(chunk.ty());
    }
    if let Some(modifier) = op.get(WsloopOp::schedule_mod).and_then(keyword_of) {
        printer.text(&format!(", {modifier}"));
    }
    printer.text(if op.get(WsloopOp::schedule_simd) { ", simd" } else { "" });
}

/// A loop nest whose bounds are computed before it is entered.
#[op(
    name = "omp.loop_nest", eval,
    traits(RecursiveMemoryEffects),
    verify = verify_loop_nest,
    parse = parse_loop_nest,
    print = print_loop_nest
)]
pub struct LoopNestOp {
    #[prop]
    collapse_num_loops: Option<I64Attr>,
    /// Lower bounds, upper bounds, steps: one of each per loop.
    #[operand]
    bounds: Vec<IntLike>,
    #[prop]
    loop_inclusive: UnitAttr,
    #[prop]
    tile_sizes: Option<DenseI64ArrayAttr>,
    #[region]
    region: AnyRegion,
}

fn parse_loop_nest(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let mut ivs: Vec<Argument> = Vec::new();
    parser.asm().token("(")?;
    loop {
        ivs.push(parser.argument(false, false)?);
        if !parser.try_token(",") {
            break;
        }
    }
    parser.asm().token(")")?;
    let ty = parser.asm().colon_type()?;
    ivs.iter_mut().for_each(|iv| iv.ty = ty);
    parser.asm().token("=")?;
    let mut bounds = parser.operand_list(Delimiter::Paren)?;
    parser.asm().keyword("to")?;
    bounds.extend(parser.operand_list(Delimiter::Paren)?);
    if parser.try_token("inclusive") {
        state.set_prop(LoopNestOp::LOOP_INCLUSIVE, Attr::UNIT);
    }
    parser.asm().keyword("step")?;
    bounds.extend(parser.operand_list(Delimiter::Paren)?);
    if parser.try_token("collapse") {
        let n = parse_numbers(parser)?;
        if let Some(&n) = n.first().filter(|&&n| n > 1) {
            state.set_prop(LoopNestOp::COLLAPSE_NUM_LOOPS, parser.cx().i64_attr(n));
        }
    }
    if parser.try_token("tiles") {
        let sizes = parse_numbers(parser)?;
        state.set_prop(LoopNestOp::TILE_SIZES, parser.cx().i64_array(&sizes));
    }
    parser.parse_region(state, &ivs)?;
    parser.resolve_same(&bounds, ty, state)?;
    parser.attr_dict(state)
}

fn parse_numbers(parser: &mut dyn OpAsmParser) -> Parsed<Vec<i64>> {
    let mut numbers = Vec::new();
    parser.asm().list(Delimiter::Paren, |parser| {
        numbers.push(parser.integer()?);
        Ok(())
    })?;
    Ok(numbers)
}

fn print_loop_nest(printer: &mut dyn AsmPrinter, op: OpRef) {
    let args: Vec<ValueRef> = op.region(0).entry().into_iter().flat_map(|entry| entry.args()).collect();
    let bounds: Vec<ValueRef> = op.operands().collect();
    let n = bounds.len() / 3;
    printer.text(" (");
    printer.operands(args.iter().copied());
    printer.text(") : ");
    printer.ty(args.first().map_or(Type::INDEX, |arg| arg.ty()));
    printer.text(" = (");
    printer.operands(bounds[..n].iter().copied());
    printer.text(") to (");
    printer.operands(bounds[n..2 * n].iter().copied());
    printer.text(if op.get(LoopNestOp::loop_inclusive) { ") inclusive step (" } else { ") step (" });
    printer.operands(bounds[2 * n..].iter().copied());
    printer.text(") ");
    let n_collapsed = op.get(LoopNestOp::collapse_num_loops);
    if let Some(n) = n_collapsed.filter(|&n| n > 1) {
        printer.text(&format!("collapse({n}) "));
    }
    if let Some(sizes) = op.get(LoopNestOp::tile_sizes) {
        let sizes: Vec<String> = sizes.iter().map(i64::to_string).collect();
        printer.text(&format!("tiles({}) ", sizes.join(", ")));
    }
    printer.region(op.region(0), RegionPrint { entry_args: false, ..RegionPrint::default() });
}

fn verify_loop_nest(op: OpRef) -> Checked {
    if op.n_operands() == 0 {
        return Err(op.error("must represent at least one loop"));
    }
    let n_args = op.region(0).entry().map_or(0, |entry| entry.args().len());
    if op.n_operands() != 3 * n_args {
        return Err(op.error("number of range arguments and IVs do not match"));
    }
    let Some(entry) = op.region(0).entry() else { return Ok(()) };
    for (bound, arg) in op.operands().zip(entry.args()) {
        if bound.ty() != arg.ty() {
            return Err(op.error("range argument type does not match corresponding IV type"));
        }
    }
    Ok(())
}

/// Terminates an iteration, or yields the value of a declaration's region.
#[op(
    name = "omp.yield", eval = rmlir::interp::eval::yields,
    traits(HasParent, Pure, ReturnLike, Terminator),
    parents("omp.atomic.update", "omp.declare_reduction", "omp.loop_nest", "omp.private"),
    format = "(`(` $results^ `:` type($results) `)`)? attr-dict"
)]
pub struct YieldOp {
    #[operand]
    results: Vec<AnyType>,
}
