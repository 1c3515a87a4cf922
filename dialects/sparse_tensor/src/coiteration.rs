//! Loops over several iteration spaces.

use rmlir::core::asm::Argument;
use rmlir::prelude::*;

use crate::loops::{
    Header, check_carried, check_crds, check_numbers, crds, levels_of, n_crds, parse_defined, parse_header, print_crds,
    print_defined, print_region,
};
use crate::types::{IterSpaceType, LevelSetArrayAttr, LevelSetAttr};

/// A loop over the coordinates of several iteration spaces.
///
/// The first region is executed whose set of spaces is that of the spaces with an element at the coordinates. A region
/// has as arguments the loop-carried values, the coordinates that are used, and the positions in its spaces.
///
/// ```mlir
/// %r = sparse_tensor.coiterate (%a, %b) at(%i) iter_args(%before = %zero)
///   : (!sparse_tensor.iter_space<#csr, lvls = 0>, !sparse_tensor.iter_space<#coo, lvls = 0>) -> index
/// case %it, _ {
///   sparse_tensor.yield %before : index
/// }
/// case %it_a, %it_b {
///   sparse_tensor.yield %i : index
/// }
/// ```
#[op(
    name = "sparse_tensor.coiterate",
    traits(AttrSizedOperandSegments, RecursiveMemoryEffects, SingleBlock),
    terminator = "sparse_tensor.yield",
    verify = verify_coiterate,
    verify_regions = verify_cases,
    parse = parse_coiterate,
    print = print_coiterate
)]
pub struct CoIterateOp {
    #[operand]
    iterSpaces: Vec<IterSpaceType>,
    #[operand]
    initArgs: Vec<AnyType>,
    #[prop]
    crdUsedLvls: LevelSetAttr,
    #[prop]
    cases: LevelSetArrayAttr,
    #[result]
    results: Vec<AnyType>,
    #[region]
    caseRegions: Vec<SizedRegion1>,
}

/// The set of spaces of each region.
fn cases(op: OpRef) -> Vec<i64> {
    let cases = op.prop(CoIterateOp::CASES).and_then(|cases| cases.as_array(op.cx())).unwrap_or_default();
    cases.iter().map(|case| case.as_i64(op.cx()).unwrap_or(0)).collect()
}

/// The number of levels of the first space.
fn rank(op: OpRef) -> u64 {
    let first = op.values(CoIterateOp::iterSpaces).first().map(|first| first.ty());
    let space = first.and_then(|ty| IterSpaceType::from_type(op.cx(), ty));
    space.map_or(0, |space| space.rank(op.cx()))
}

/// The arguments of a region.
fn args_of<'a>(region: RegionRef<'a>) -> Vec<ValueRef<'a>> {
    region.entry().map_or_else(Vec::new, |entry| entry.args().collect())
}

fn verify_coiterate(op: OpRef) -> Checked {
    let n_inits = op.values(CoIterateOp::initArgs).len();
    let Some(space) = op.values(CoIterateOp::iterSpaces).first().map(|first| first.ty()) else {
        return Err(op.error("expected at least one iteration space"));
    };
    check_numbers(op, n_inits, op.get(CoIterateOp::crdUsedLvls), space)
}

/// Verifies the regions. Deviation: cases or arguments that differ from those needed are errors, where upstream crashes or
/// prints another program.
fn verify_cases(op: OpRef) -> Checked {
    let (cases, inits) = (cases(op), op.values(CoIterateOp::initArgs));
    let n_crds = n_crds(op.get(CoIterateOp::crdUsedLvls));
    let n_spaces = op.values(CoIterateOp::iterSpaces).len();
    for (index, region) in op.regions().enumerate() {
        let args = args_of(region);
        let case = cases.get(index).copied().unwrap_or(0);
        let is_of_spaces = u64::from(i64::BITS - case.leading_zeros()) <= n_spaces as u64;
        if !is_of_spaces || args.len() != inits.len() + n_crds + self::n_crds(case) {
            return Err(op.error("mismatch in number of basic block args and defined values"));
        }
        let (carried, rest) = args.split_at(inits.len());
        check_carried(op, &inits, carried, region, Some(index))?;
        check_crds(op, &rest[..n_crds])?;
        check_iterators(op, &rest[n_crds..], case)?;
    }
    let mut distinct = cases.clone();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() != op.n_regions() || cases.len() != op.n_regions() {
        return Err(op.error("contains duplicated cases."));
    }
    Ok(())
}

/// Verifies that `iterators` are those of the spaces in `case`.
fn check_iterators(op: OpRef, iterators: &[ValueRef], case: i64) -> Checked {
    let (cx, spaces) = (op.cx(), op.values(CoIterateOp::iterSpaces));
    for (iterator, space) in iterators.iter().zip(levels_of(case)) {
        let space = spaces.get(space as usize).and_then(|space| IterSpaceType::from_type(cx, space.ty()));
        if space.map(|space| space.iterator(cx).ty()) != Some(iterator.ty()) {
            return Err(op.error("mismatch in iterator and iteration space type"));
        }
    }
    Ok(())
}

fn parse_coiterate(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let spaces = parser.operand_list(Delimiter::Paren)?;
    let header = parse_header(parser, state, CoIterateOp::CRD_USED_LVLS, &spaces, true)?;
    let sizes = [spaces.len() as i32, state.result_types.len() as i32];
    let sizes = parser.cx().i32_array(&sizes);
    state.set_prop(CoIterateOp::OPERAND_SEGMENT_SIZES, sizes);
    let mut cases = Vec::new();
    while parser.try_token("case") {
        cases.push(parse_case(parser, state, &header, spaces.len())?);
    }
    let cases: Vec<Attr> = cases.into_iter().map(|case| parser.cx().int_attr(Type::I64, case)).collect();
    let cases = parser.cx().array_attr(&cases);
    state.set_prop(CoIterateOp::CASES, cases);
    parser.attr_dict(state)
}

/// Parses `%it, _ { .. }` and returns the set of spaces.
fn parse_case(parser: &mut dyn OpAsmParser, state: &mut OpState, header: &Header, n_spaces: usize) -> Parsed<i64> {
    let defined = parse_defined(parser, false, n_spaces)?;
    let mut args = header.args.clone();
    args.extend(defined.values.into_iter().zip(levels_of(defined.set as i64)).map(|(value, space)| {
        let ty = header.iterator_types[space as usize];
        Argument { ty, ..value }
    }));
    parser.parse_region(state, &args)?;
    Ok(defined.set as i64)
}

fn print_coiterate(printer: &mut dyn AsmPrinter, op: OpRef) {
    let (spaces, inits) = (op.values(CoIterateOp::iterSpaces), op.values(CoIterateOp::initArgs));
    let (used, cases, n_spaces) = (op.get(CoIterateOp::crdUsedLvls), cases(op), spaces.len() as u64);
    let first_args = op.regions().next().map_or_else(Vec::new, args_of);
    printer.text(" (");
    printer.operands(spaces.iter().copied());
    printer.text(")");
    print_crds(printer, rank(op), crds(&first_args, inits.len(), used), used);
    let types: Vec<Type> = inits.iter().map(|init| init.ty()).collect();
    printer.assignments(" iter_args", first_args, inits.into_iter());
    printer.text(" : (");
    printer.types(spaces.iter().map(|space| space.ty()));
    printer.text(")");
    printer.optional_arrow_types(&types);
    for (index, region) in op.regions().enumerate() {
        let (args, case) = (args_of(region), cases.get(index).copied().unwrap_or(0));
        let iterators = &args[args.len() - self::n_crds(case).min(args.len())..];
        printer.newline();
        printer.text("case ");
        print_defined(printer, n_spaces, iterators, case);
        printer.text(" ");
        print_region(printer, region, !types.is_empty());
    }
}
