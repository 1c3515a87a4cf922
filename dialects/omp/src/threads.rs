//! Constructs that create threads, or select the threads that execute a region.

use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

use crate::attrs::{IntLike, PointerLike, ProcBindKind, ReductionModifier};
use crate::clauses::{keyword_of, parse_allocate, parse_keyword, parse_region, print_allocate, print_region};
use crate::loops::WsloopOp;

/// Executes its region by each thread of a team.
///
/// ```mlir
/// omp.parallel num_threads(%n : i32) {
///   omp.terminator
/// }
/// ```
#[op(
    name = "omp.parallel", eval,
    traits(AttrSizedOperandSegments, AutomaticAllocationScope, RecursiveMemoryEffects),
    verify = verify_reductions,
    custom(
        AllocateAndAllocator = (parse_allocate, print_allocate),
        ProcBind = (parse_proc_bind, print_proc_bind),
        PrivateReductionRegion = (parse_region, print_region)
    ),
    format = "oilist(`allocate` `(` custom<AllocateAndAllocator>($allocate_vars, type($allocate_vars), \
              $allocator_vars, type($allocator_vars)) `)` | `if` `(` $if_expr `)` | \
              `num_threads` `(` $num_threads `:` type($num_threads) `)` | \
              `proc_bind` `(` custom<ProcBind>($proc_bind_kind) `)`) \
              custom<PrivateReductionRegion>($region, $private_vars, type($private_vars), \
              $reduction_vars, type($reduction_vars), $private_syms, $reduction_byref, \
              $reduction_syms) attr-dict"
)]
pub struct ParallelOp {
    #[operand]
    allocate_vars: Vec<AnyType>,
    #[operand]
    allocator_vars: Vec<AnyType>,
    #[operand]
    if_expr: Option<I1>,
    #[operand]
    num_threads: Option<IntLike>,
    #[operand]
    private_vars: Vec<AnyType>,
    #[prop]
    private_syms: Option<SymbolRefArrayAttr>,
    #[prop]
    private_needs_barrier: UnitAttr,
    #[prop]
    proc_bind_kind: Option<ProcBindKind>,
    #[prop]
    reduction_mod: Option<ReductionModifier>,
    #[operand]
    reduction_vars: Vec<PointerLike>,
    #[prop]
    reduction_byref: Option<DenseBoolArrayAttr>,
    #[prop]
    reduction_syms: Option<SymbolRefArrayAttr>,
    #[region]
    region: AnyRegion,
}

fn parse_proc_bind(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    args[0] = DirectiveArg::Attr(parse_keyword::<ProcBindKind>(parser)?);
    Ok(true)
}

fn print_proc_bind(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    let kind = op.get(ParallelOp::proc_bind_kind).and_then(keyword_of);
    printer.text(&kind.unwrap_or_default());
}

/// Verifies that each reduction variable has a declaration, and occurs once.
#[verify(WsloopOp)]
pub(crate) fn verify_reductions(op: OpRef) -> Checked {
    let def = op.def().expect("only registered operations are verified");
    let Some(field) = def.operands.iter().position(|field| field.name == "reduction_vars") else { return Ok(()) };
    let variables = op.operand_field(field);
    let symbols = op.attr("reduction_syms").and_then(|attr| attr.as_array(op.cx())).unwrap_or(&[]);
    if !variables.is_empty() && symbols.len() != variables.len() {
        return Err(op.error("expected as many reduction symbol references as reduction variables"));
    }
    if variables.is_empty() && !symbols.is_empty() {
        return Err(op.error("unexpected reduction symbol references"));
    }
    for (index, variable) in variables.iter().enumerate() {
        if variables[..index].contains(variable) {
            return Err(op.error("accumulator variable used more than once"));
        }
    }
    Ok(())
}

/// Terminates a region that yields no values.
#[op(name = "omp.terminator", eval = rmlir::interp::eval::yields, traits(Pure, Terminator), format = "attr-dict")]
pub struct TerminatorOp {}

/// Blocks until all threads of the team have reached the barrier.
#[op(name = "omp.barrier", eval = rmlir::interp::eval::nothing, format = "attr-dict")]
pub struct BarrierOp {}

/// Permits the thread to execute another task.
#[op(name = "omp.taskyield", eval = rmlir::interp::eval::nothing, format = "attr-dict")]
pub struct TaskyieldOp {}

/// A region that only the primary thread of the team executes.
#[op(name = "omp.master", eval, format = "$region attr-dict")]
pub struct MasterOp {
    #[region]
    region: AnyRegion,
}

/// A region that one thread at a time executes.
#[op(name = "omp.critical", eval, format = "(`(` $name^ `)`)? $region attr-dict")]
pub struct CriticalOp {
    #[prop]
    name: Option<FlatSymbolRefAttr>,
    #[region]
    region: AnyRegion,
}

/// A region that one thread of the team executes.
#[op(
    name = "omp.single", eval,
    traits(AttrSizedOperandSegments),
    custom(
        AllocateAndAllocator = (parse_allocate, print_allocate),
        CopyPrivate = (parse_copyprivate, print_copyprivate),
        PrivateRegion = (parse_region, print_region)
    ),
    format = "oilist(`allocate` `(` custom<AllocateAndAllocator>($allocate_vars, type($allocate_vars), \
              $allocator_vars, type($allocator_vars)) `)` | \
              `copyprivate` `(` custom<CopyPrivate>($copyprivate_vars, type($copyprivate_vars), $copyprivate_syms) `)` | \
              `nowait` $nowait) \
              custom<PrivateRegion>($region, $private_vars, type($private_vars), $private_syms) attr-dict"
)]
pub struct SingleOp {
    #[operand]
    allocate_vars: Vec<AnyType>,
    #[operand]
    allocator_vars: Vec<AnyType>,
    #[operand]
    copyprivate_vars: Vec<PointerLike>,
    #[prop]
    copyprivate_syms: Option<SymbolRefArrayAttr>,
    #[prop]
    nowait: UnitAttr,
    #[operand]
    private_vars: Vec<AnyType>,
    #[prop]
    private_syms: Option<SymbolRefArrayAttr>,
    #[prop]
    private_needs_barrier: UnitAttr,
    #[region]
    region: AnyRegion,
}

/// Parses `%variable -> @function : type, ..`.
fn parse_copyprivate(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let (mut variables, mut types, mut symbols) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        variables.push(parser.operand()?);
        parser.asm().token("->")?;
        let symbol = parser.asm().symbol_name()?;
        symbols.push(parser.cx().symbol_ref(symbol));
        types.push(parser.asm().colon_type()?);
        if !parser.try_token(",") {
            break;
        }
    }
    args[0] = DirectiveArg::Operands(variables);
    args[1] = DirectiveArg::Types(types);
    args[2] = DirectiveArg::Attr(parser.cx().array_attr(&symbols));
    Ok(true)
}

fn print_copyprivate(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    let symbols = op.get(SingleOp::copyprivate_syms).unwrap_or_default();
    let pairs = op.values(SingleOp::copyprivate_vars).into_iter().zip(symbols);
    for (index, (variable, symbol)) in pairs.enumerate() {
        printer.text(if index > 0 { ", " } else { "" });
        printer.operand(variable);
        printer.text(" -> ");
        printer.attr(op.cx().symbol_ref(symbol));
        printer.text(" : ");
        printer.ty(variable.ty());
    }
}

/// Contains sections, each of which one thread of the team executes.
#[op(
    name = "omp.sections", eval,
    traits(AttrSizedOperandSegments),
    verify = verify_reductions,
    custom(
        AllocateAndAllocator = (parse_allocate, print_allocate),
        PrivateReductionRegion = (parse_region, print_region)
    ),
    format = "oilist(`allocate` `(` custom<AllocateAndAllocator>($allocate_vars, type($allocate_vars), \
              $allocator_vars, type($allocator_vars)) `)` | `nowait` $nowait) \
              custom<PrivateReductionRegion>($region, $private_vars, type($private_vars), \
              $reduction_vars, type($reduction_vars), $private_syms, $reduction_byref, \
              $reduction_syms) attr-dict"
)]
pub struct SectionsOp {
    #[operand]
    allocate_vars: Vec<AnyType>,
    #[operand]
    allocator_vars: Vec<AnyType>,
    #[prop]
    nowait: UnitAttr,
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
    #[region]
    region: SizedRegion1,
}

/// A section in `omp.sections`.
#[op(name = "omp.section", eval, traits(HasParent), parents("omp.sections"), format = "$region attr-dict")]
pub struct SectionOp {
    #[region]
    region: AnyRegion,
}
