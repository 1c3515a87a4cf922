//! The launch of a region: a kernel that is not outlined yet.
//!
//! The region's arguments are the ids of block and thread, the sizes of grid and block, then, if there are clusters,
//! the id of the cluster and the number of clusters, then the attributions.

use rmlir::core::asm::{Argument, Unresolved};
use rmlir::core::loc::Loc;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::attributions;
use crate::types::AsyncTokenType;

/// Launches a region on a grid of blocks of threads.
///
/// ```mlir
/// gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
///            threads(%tx, %ty, %tz) in (%sx = %m, %sy = %m, %sz = %m) {
///   gpu.terminator
/// }
/// ```
#[op(
    name = "gpu.launch",
    traits(AffineScope, AttrSizedOperandSegments, AutomaticAllocationScope, RecursiveMemoryEffects),
    interfaces(InferIntRange, ValueBounds),
    verify = verify_launch,
    verify_regions = verify_body,
    parse = parse,
    print = print
)]
pub struct LaunchOp {
    #[operand]
    asyncDependencies: Vec<AsyncTokenType>,
    #[operand]
    gridSizeX: Index,
    #[operand]
    gridSizeY: Index,
    #[operand]
    gridSizeZ: Index,
    #[operand]
    blockSizeX: Index,
    #[operand]
    blockSizeY: Index,
    #[operand]
    blockSizeZ: Index,
    #[operand]
    clusterSizeX: Option<Index>,
    #[operand]
    clusterSizeY: Option<Index>,
    #[operand]
    clusterSizeZ: Option<Index>,
    #[operand]
    dynamicSharedMemorySize: Option<I32>,
    #[prop]
    module: Option<FlatSymbolRefAttr>,
    #[prop]
    function: Option<FlatSymbolRefAttr>,
    #[result]
    asyncToken: Option<AsyncTokenType>,
    #[region]
    body: AnyRegion,
}

/// Terminates the region of a launch.
#[op(name = "gpu.terminator", traits(HasParent, Pure, Terminator), parents("gpu.launch"), format = "attr-dict")]
pub struct TerminatorOp {}

/// A clause of the launch's syntax: `keyword(%id, ..) in (%size = %operand, ..)`.
pub(crate) struct Part {
    keyword: &'static str,
    /// The first of the three arguments that are ids, and of those that are sizes.
    pub ids: usize,
    pub sizes: usize,
    /// The operand field of the first size.
    pub operand: usize,
}

pub(crate) const CLUSTERS: Part =
    Part { keyword: "clusters", ids: 12, sizes: 15, operand: LaunchOp::CLUSTER_SIZE_X_OPERAND };
pub(crate) const BLOCKS: Part = Part { keyword: "blocks", ids: 0, sizes: 6, operand: LaunchOp::GRID_SIZE_X_OPERAND };
pub(crate) const THREADS: Part = Part { keyword: "threads", ids: 3, sizes: 9, operand: LaunchOp::BLOCK_SIZE_X_OPERAND };

/// The number of arguments that are ids and sizes, without and with clusters.
const N_ARGS: usize = 12;
const N_ARGS_WITH_CLUSTERS: usize = 18;

fn has_clusters(op: OpRef) -> bool {
    let fields = LaunchOp::CLUSTER_SIZE_X_OPERAND..=LaunchOp::CLUSTER_SIZE_Z_OPERAND;
    fields.into_iter().all(|field| !op.operand_range(field).is_empty())
}

fn n_config_args(op: OpRef) -> usize {
    if has_clusters(op) { N_ARGS_WITH_CLUSTERS } else { N_ARGS }
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let token = AsyncTokenType::get(parser.cx()).ty();
    let pos = parser.pos();
    let is_async = parser.try_token("async");
    if is_async && parser.n_result_names() == 0 {
        return Err(parser.error_at(pos, "needs to be named when marked 'async'"));
    }
    let dependencies = parser.operand_list(Delimiter::OptionalSquare)?;
    parser.resolve_same(&dependencies, token, state)?;
    if parser.n_result_names() > 0 {
        if !is_async {
            let pos = parser.name_pos();
            return Err(parser.error_at(pos, "gpu.launch requires 'async' keyword to return a value"));
        }
        state.result_types.push(token);
    }
    let mut names = vec![None; N_ARGS_WITH_CLUSTERS];
    let has_clusters = parser.try_token(CLUSTERS.keyword);
    let clusters = if has_clusters { parse_part(parser, &CLUSTERS, &mut names)? } else { Vec::new() };
    parser.asm().keyword(BLOCKS.keyword)?;
    let blocks = parse_part(parser, &BLOCKS, &mut names)?;
    parser.asm().keyword(THREADS.keyword)?;
    let threads = parse_part(parser, &THREADS, &mut names)?;
    parser.resolve_same(&[blocks, threads, clusters].concat(), Type::INDEX, state)?;
    let has_memory = parser.try_token("dynamic_shared_memory_size");
    if has_memory {
        let size = parser.operand()?;
        parser.resolve_same(&[size], Type::I32, state)?;
    }
    for (keyword, slot) in [("module", LaunchOp::MODULE), ("function", LaunchOp::FUNCTION)] {
        parse_symbol(parser, state, keyword, slot)?;
    }
    let named = |name: Unresolved| Argument { name, ty: Type::INDEX, attrs: Attr::EMPTY_DICT, loc: Loc::at(name.pos) };
    let mut args: Vec<Argument> = names.into_iter().flatten().map(named).collect();
    let workgroup = attributions::parse(parser, "workgroup", false)?;
    let cx = parser.cx();
    state.set_attr(cx, attributions::N_WORKGROUP, cx.i64_attr(workgroup.len() as i64));
    args.extend(workgroup);
    args.extend(attributions::parse(parser, "private", false)?);
    parser.parse_region(state, &args)?;
    parser.attr_dict(state)?;
    let n_clusters = i32::from(has_clusters);
    let mut segments = vec![dependencies.len() as i32, 1, 1, 1, 1, 1, 1];
    segments.extend([n_clusters, n_clusters, n_clusters, i32::from(has_memory)]);
    state.set_prop(LaunchOp::OPERAND_SEGMENT_SIZES, parser.cx().i32_array(&segments));
    Ok(())
}

/// Parses the clause `part` after its keyword; returns the sizes that are operands.
fn parse_part(parser: &mut dyn OpAsmParser, part: &Part, names: &mut [Option<Unresolved>]) -> Parsed<Vec<Unresolved>> {
    let mut ids = Vec::new();
    parser.asm().token("(")?;
    if !parser.try_token(")") {
        loop {
            ids.push(argument_name(parser)?);
            if !parser.try_token(",") {
                break;
            }
        }
        parser.asm().token(")")?;
    }
    parser.asm().keyword("in")?;
    parser.asm().token("(")?;
    if ids.len() != 3 {
        let (pos, keyword) = (parser.name_pos(), part.keyword);
        return Err(parser.error_at(pos, &format!("{keyword} expects 3 arguments, but got {}", ids.len())));
    }
    let mut operands = Vec::new();
    for (index, id) in ids.into_iter().enumerate() {
        if index > 0 {
            parser.asm().token(",")?;
        }
        names[part.ids + index] = Some(id);
        names[part.sizes + index] = Some(argument_name(parser)?);
        parser.asm().token("=")?;
        operands.push(parser.operand()?);
    }
    parser.asm().token(")")?;
    Ok(operands)
}

fn argument_name(parser: &mut dyn OpAsmParser) -> Parsed<Unresolved> {
    match parser.try_argument_name()? {
        Some(name) => Ok(name),
        None => Err(parser.expected("SSA operand")),
    }
}

/// Parses `keyword(@name)` if it is next.
fn parse_symbol(parser: &mut dyn OpAsmParser, state: &mut OpState, keyword: &str, slot: usize) -> Parsed<()> {
    if !parser.try_token(keyword) {
        return Ok(());
    }
    parser.asm().token("(")?;
    let name = parser.asm().symbol_name()?;
    state.set_prop(slot, parser.cx().symbol_ref(name));
    parser.asm().token(")")
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    if op.n_results() > 0 {
        printer.text(" async");
        let dependencies = op.values(LaunchOp::asyncDependencies);
        if !dependencies.is_empty() {
            printer.text(" [");
            printer.operands(dependencies);
            printer.text("]");
        }
    }
    let args: Vec<ValueRef> = op.region(0).entry().into_iter().flat_map(|entry| entry.args()).collect();
    let clusters = has_clusters(op).then_some(&CLUSTERS);
    for part in clusters.into_iter().chain([&BLOCKS, &THREADS]) {
        print_part(printer, op, part, &args);
    }
    if let Some(&size) = op.values(LaunchOp::dynamicSharedMemorySize).first() {
        printer.text(" dynamic_shared_memory_size ");
        printer.operand(size);
    }
    for (keyword, slot) in [("module", LaunchOp::MODULE), ("function", LaunchOp::FUNCTION)] {
        if let Some(name) = op.prop(slot).and_then(|attr| attr.as_flat_symbol(op.cx())) {
            printer.text(&format!(" {keyword}("));
            printer.symbol_name(name.str(op.cx()));
            printer.text(")");
        }
    }
    let (workgroup, private) = attributions::split(op, n_config_args(op));
    attributions::print(printer, "workgroup", &workgroup, None);
    attributions::print(printer, "private", &private, None);
    printer.text(" ");
    printer.region(op.region(0), RegionPrint { entry_args: false, ..RegionPrint::default() });
    printer.attr_dict(op, &["operandSegmentSizes", attributions::N_WORKGROUP, "module", "function"]);
}

fn print_part(printer: &mut dyn AsmPrinter, op: OpRef, part: &Part, args: &[ValueRef]) {
    printer.text(&format!(" {}(", part.keyword));
    printer.operands(args[part.ids..part.ids + 3].iter().copied());
    printer.text(") in (");
    for index in 0..3 {
        printer.text(if index > 0 { ", " } else { "" });
        printer.operand(args[part.sizes + index]);
        printer.text(" = ");
        printer.operand(op.operand(op.operand_range(part.operand + index).start));
    }
    printer.text(")");
}

fn verify_launch(op: OpRef) -> Checked {
    let fields = LaunchOp::CLUSTER_SIZE_X_OPERAND..=LaunchOp::CLUSTER_SIZE_Z_OPERAND;
    let has_any = fields.into_iter().any(|field| !op.operand_range(field).is_empty());
    if has_any && !has_clusters(op) {
        return Err(op.error("cluster size must be all present"));
    }
    if op.n_results() == 0 && !op.operand_range(LaunchOp::ASYNC_DEPENDENCIES_OPERAND).is_empty() {
        return Err(op.error("expected an async token as result, since it has async dependencies"));
    }
    Ok(())
}

/// Verifies the arguments of the region, and its terminators.
fn verify_body(op: OpRef) -> Checked {
    let body = op.region(0);
    let Some(entry) = body.entry() else { return Err(op.error("body region is empty")) };
    let n_wanted = n_config_args(op) + attributions::n_workgroup(op);
    let n_given = entry.args().len();
    if n_given < n_wanted {
        return Err(op.error(format!("expected at least {n_wanted} region arguments, but got {n_given}")));
    }
    let mut config = entry.args().take(n_config_args(op)).enumerate();
    if let Some((index, arg)) = config.find(|(_, arg)| !arg.ty().is_index()) {
        let found = op.cx().show_type(arg.ty());
        return Err(op.error(format!("expected region argument #{index} to be 'index', but got '{found}'")));
    }
    attributions::verify(op, n_config_args(op))?;
    for end in body.blocks().filter_map(|block| block.last_op()) {
        if end.successors().len() == 0 && !end.is::<TerminatorOp>() {
            let error = end.plain_error("expected 'gpu.terminator' or a terminator with successors");
            return Err(Box::new(error.note(op.loc().place(op.cx()), "in 'gpu.launch' body region")));
        }
    }
    Ok(())
}
