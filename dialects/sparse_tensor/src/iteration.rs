//! Iteration spaces of sparse tensors, and loops over one.

use rmlir::core::asm::Argument;
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

use crate::buffers::check_inferred;
use crate::loops::{
    Header, check_carried, check_crds, check_numbers, crds, n_crds, parse_header, print_crds, print_region,
    yielded_values,
};
use crate::tensor::SparseTensor;
use crate::types::{AnySparseTensor, IterSpaceType, IteratorType, LevelAttr, LevelSetAttr, parse_range, range_text};

/// The elements of consecutive levels of a sparse tensor; of all levels but the first ones, those at a position in the
/// levels before.
///
/// ```mlir
/// %0 = sparse_tensor.extract_iteration_space %t at %it lvls = 1
///   : tensor<4x8xf32, #csr>, !sparse_tensor.iterator<#csr, lvls = 0> -> !sparse_tensor.iter_space<#csr, lvls = 1>
/// ```
#[op(name = "sparse_tensor.extract_iteration_space", traits(Pure), custom(LevelRange = (parse_levels, print_levels)),
     infer = infer_space, verify = verify_space, verify_regions = verify_inferred,
     format = "$tensor (`at` $parentIter^)? `lvls` `=` custom<LevelRange>($loLvl, $hiLvl) attr-dict `:` type($tensor) \
               (`,` type($parentIter)^)? `->` qualified(type($extractedSpace))")]
pub struct ExtractIterSpaceOp {
    #[operand]
    tensor: AnySparseTensor,
    #[operand]
    parentIter: Option<IteratorType>,
    #[prop]
    loLvl: LevelAttr,
    #[prop]
    hiLvl: LevelAttr,
    #[result]
    extractedSpace: IterSpaceType,
}

fn parse_levels(parser: &mut dyn OpAsmParser, _: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let range = parse_range(parser.asm())?;
    for (arg, level) in args.iter_mut().zip(range) {
        *arg = DirectiveArg::Attr(parser.cx().int_attr(Type::INDEX, level));
    }
    Ok(true)
}

fn print_levels(printer: &mut dyn AsmPrinter, op: OpRef, _: &[DirectiveField]) {
    printer.text(&range_text(op.get(ExtractIterSpaceOp::loLvl), op.get(ExtractIterSpaceOp::hiLvl)));
}

/// The type of the space for a tensor of type `tensor`.
fn space_type(cx: &Context, tensor: Type, [lo, hi]: [i64; 2]) -> Option<Type> {
    Some(IterSpaceType::get(cx, SparseTensor::of(cx, tensor).encoding?, lo, hi).ty())
}

fn infer_space(cx: &Context, state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String> {
    let level = |slot: usize| state.props.get(slot).and_then(|level| level.as_i64(cx)).unwrap_or(0);
    let range = [level(ExtractIterSpaceOp::LO_LVL), level(ExtractIterSpaceOp::HI_LVL)];
    let space = space_type(cx, operands[0], range);
    space.map(|space| vec![space]).ok_or_else(|| "the tensor is not sparse".to_owned())
}

fn verify_space(op: OpRef) -> Checked {
    let cx = op.cx();
    let (lo, hi) = (op.get(ExtractIterSpaceOp::loLvl) as u64, op.get(ExtractIterSpaceOp::hiLvl) as u64);
    if lo >= hi {
        return Err(op.error("expected smaller level low than level high"));
    }
    let parent = op.values(ExtractIterSpaceOp::parentIter).first().and_then(|it| IteratorType::from_type(cx, it.ty()));
    if parent.is_some() == (lo == 0) {
        return Err(op.error("parent iterator should be specified iff level lower bound equals 0"));
    }
    let space = IterSpaceType::from_type(cx, op.result(0).ty());
    let (Some(parent), Some(space)) = (parent, space) else { return Ok(()) };
    if parent.encoding(cx) != space.encoding(cx) {
        return Err(op.error("mismatch in parent iterator encoding and iteration space encoding."));
    }
    if space.lo_lvl(cx) != parent.hi_lvl(cx) {
        let message = "parent iterator should be used to extract an iteration space from a consecutive level.";
        return Err(op.error(message));
    }
    Ok(())
}

fn verify_inferred(op: OpRef) -> Checked {
    let range = [op.get(ExtractIterSpaceOp::loLvl), op.get(ExtractIterSpaceOp::hiLvl)];
    space_type(op.cx(), op.operand(0).ty(), range).map_or(Ok(()), |space| check_inferred(op, space))
}

/// The stored value at a position in the last level.
///
/// ```mlir
/// %0 = sparse_tensor.extract_value %t at %it : tensor<?x?xf32, #csr>, !sparse_tensor.iterator<#csr, lvls = 1>
/// ```
#[op(name = "sparse_tensor.extract_value", traits(Pure), verify = verify_value,
     format = "$tensor `at` $iterator attr-dict `:` type($tensor) `,` qualified(type($iterator))")]
pub struct ExtractValOp {
    #[operand]
    tensor: AnySparseTensor,
    #[operand]
    iterator: IteratorType,
    #[result(derive(from = "tensor", with = element_of, summary = "result type matches element type of tensor"))]
    result: AnyType,
}

fn element_of(cx: &Context, ty: Type) -> Option<Type> {
    ty.element(cx)
}

fn verify_value(op: OpRef) -> Checked {
    let (cx, tensor) = (op.cx(), SparseTensor::of_value(op.operand(0)));
    let Some(iterator) = IteratorType::from_type(cx, op.operand(1).ty()) else { return Ok(()) };
    if tensor.encoding != Some(iterator.encoding(cx)) {
        return Err(op.error("mismatch in tensor encoding and iterator encoding."));
    }
    if tensor.level_rank() as u64 != iterator.hi_lvl(cx) as u64 {
        return Err(op.error("must use last-level iterator to extract values. "));
    }
    Ok(())
}

/// A loop over the elements of an iteration space.
///
/// The region has as arguments the loop-carried values, the coordinates that are used, and the position.
///
/// ```mlir
/// %sum = sparse_tensor.iterate %it in %space at(%i, _) iter_args(%before = %zero)
///   : !sparse_tensor.iter_space<#csr, lvls = 0 to 2> -> index {
///   %next = arith.addi %before, %i : index
///   sparse_tensor.yield %next : index
/// }
/// ```
#[op(
    name = "sparse_tensor.iterate",
    traits(RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock),
    interfaces(LoopLike, RegionBranchOp),
    terminator = "sparse_tensor.yield",
    canonicalize,
    verify = verify_iterate,
    parse = parse_iterate,
    print = print_iterate
)]
pub struct IterateOp {
    #[operand]
    iterSpace: IterSpaceType,
    #[operand]
    initArgs: Vec<AnyType>,
    #[prop]
    crdUsedLvls: LevelSetAttr,
    #[result]
    results: Vec<AnyType>,
    #[region]
    region: SizedRegion1,
}

/// The arguments of the body.
fn body_args(op: OpRef<'_>) -> Vec<ValueRef<'_>> {
    op.region(0).entry().map_or_else(Vec::new, |entry| entry.args().collect())
}

/// The number of loop-carried values: of arguments without those for coordinates and the position.
fn n_carried(op: OpRef) -> usize {
    body_args(op).len().saturating_sub(1 + n_crds(op.get(IterateOp::crdUsedLvls)))
}

/// The index of the first argument for a coordinate.
pub(crate) fn first_crd(op: OpRef) -> usize {
    n_carried(op)
}

fn carried_args(op: OpRef) -> Vec<Value> {
    value_ids(body_args(op).into_iter().take(n_carried(op)))
}

impl LoopLike for IterateOp<()> {
    fn loop_regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        vec![op.region(0)]
    }
    fn inits(&self, op: OpRef) -> std::ops::Range<usize> {
        1..op.n_operands()
    }
    fn region_iter_args(&self, op: OpRef) -> Vec<Value> {
        carried_args(op)
    }
    fn yielded_values(&self, op: OpRef) -> Vec<Value> {
        value_ids(yielded_values(op.region(0)))
    }
    fn loop_results(&self, op: OpRef) -> Option<Vec<Value>> {
        Some(value_ids(op.results()))
    }
}

impl RegionBranchOp for IterateOp<()> {
    fn successors(&self, op: OpRef, _from: RegionPoint) -> Vec<RegionSuccessor> {
        vec![
            RegionSuccessor { target: RegionPoint::Region(0), inputs: carried_args(op) },
            RegionSuccessor { target: RegionPoint::Parent, inputs: value_ids(op.results()) },
        ]
    }
    fn entry_operands(&self, op: OpRef, _to: RegionPoint) -> std::ops::Range<usize> {
        1..op.n_operands()
    }
}

/// The body is verified before its operations, so that the control flow is that of loop-carried values which agree.
fn verify_iterate(op: OpRef) -> Checked {
    let space = op.operand(0).ty();
    check_numbers(op, op.n_operands() - 1, op.get(IterateOp::crdUsedLvls), space)?;
    verify_body(op)
}

fn verify_body(op: OpRef) -> Checked {
    let (cx, args) = (op.cx(), body_args(op));
    let space = IterSpaceType::from_type(cx, op.operand(0).ty());
    let iterator = args.last().map(|last| last.ty());
    if iterator != space.map(|space| space.iterator(cx).ty()) {
        return Err(op.error("mismatch in iterator and iteration space type"));
    }
    let n_carried = n_carried(op);
    // A body with too few arguments is refused too, where upstream crashes.
    if n_carried != op.n_results() || args.len() != n_carried + n_crds(op.get(IterateOp::crdUsedLvls)) + 1 {
        return Err(op.error("mismatch in number of basic block args and defined values"));
    }
    let inits: Vec<ValueRef> = op.operands().skip(1).collect();
    check_carried(op, &inits, &args[..n_carried], op.region(0), None)?;
    check_crds(op, &args[n_carried..args.len() - 1])
}

fn parse_iterate(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let mut iterators = Vec::new();
    if let Some(name) = parser.try_argument_name()? {
        iterators.push(name);
        while parser.try_token(",") {
            iterators.push(parser.argument(false, false)?.name);
        }
    }
    parser.asm().keyword("in")?;
    let spaces = parser.operand_list(Delimiter::None)?;
    if iterators.len() != spaces.len() {
        return Err(error(parser, "mismatch in number of sparse iterators and sparse spaces"));
    }
    let header = parse_header(parser, state, IterateOp::CRD_USED_LVLS, &spaces, false)?;
    let [iterator] = iterators[..] else {
        return Err(error(parser, "expected only one iterator/iteration space"));
    };
    let Header { mut args, iterator_types, .. } = header;
    args.push(Argument { name: iterator, ty: iterator_types[0], attrs: Attr::EMPTY_DICT, loc: Loc::at(iterator.pos) });
    parser.parse_region(state, &args)?;
    parser.attr_dict(state)
}

fn error(parser: &mut dyn OpAsmParser, message: &str) -> ParseError {
    let pos = parser.name_pos();
    parser.error_at(pos, message)
}

fn print_iterate(printer: &mut dyn AsmPrinter, op: OpRef) {
    let (args, n_carried, used) = (body_args(op), n_carried(op), op.get(IterateOp::crdUsedLvls));
    printer.text(" ");
    printer.operands(args.last().copied());
    printer.text(" in ");
    printer.operand(op.operand(0));
    let rank = IterSpaceType::from_type(op.cx(), op.operand(0).ty()).map_or(0, |space| space.rank(op.cx()));
    print_crds(printer, rank, crds(&args, n_carried, used), used);
    let inits: Vec<ValueRef> = op.operands().skip(1).collect();
    let types: Vec<Type> = inits.iter().map(|init| init.ty()).collect();
    printer.assignments(" iter_args", args.iter().copied(), inits.into_iter());
    printer.text(" : ");
    printer.ty(op.operand(0).ty());
    printer.text(" ");
    printer.optional_arrow_types(&types);
    printer.text(" ");
    print_region(printer, op.region(0), !types.is_empty());
}
