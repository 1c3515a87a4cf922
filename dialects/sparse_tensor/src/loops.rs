//! The parts that loops over one and over several iteration spaces share.

use rmlir::core::asm::{Argument, Assignments, Unresolved};
use rmlir::prelude::*;

use crate::regions::YieldOp;
use crate::types::IterSpaceType;

/// The text before the regions that was parsed.
pub(crate) struct Header {
    /// The arguments of a region: loop-carried values, and coordinates.
    pub args: Vec<Argument>,
    /// The types of the iterators of the spaces.
    pub iterator_types: Vec<Type>,
}

/// The number of levels in a set that an integer can represent.
const MAX_LEVELS: usize = 64;

/// Values that are named, and the set of their indices; the other ones are `_`.
#[derive(Default)]
pub(crate) struct Defined {
    pub values: Vec<Argument>,
    pub set: u64,
}

/// Reports an error at the name of the operation.
fn error(parser: &mut dyn OpAsmParser, message: &str) -> ParseError {
    let pos = parser.name_pos();
    parser.error_at(pos, message)
}

/// Parses `%a, _, %b`, of at most `most` elements, in parentheses or without.
pub(crate) fn parse_defined(parser: &mut dyn OpAsmParser, in_parentheses: bool, most: usize) -> Parsed<Defined> {
    let mut defined = Defined::default();
    let mut n = 0;
    let parsed = parse_elements(parser, in_parentheses, &mut n, &mut defined);
    // Upstream sets bits beyond those of the integer.
    if n > most.min(MAX_LEVELS) {
        return Err(error(parser, "parsed more value than expected."));
    }
    match parsed {
        Ok(()) => Ok(defined),
        Err(_) => Err(error(parser, "expecting SSA value or \"_\" for level coordinates")),
    }
}

fn parse_elements(
    parser: &mut dyn OpAsmParser,
    in_parentheses: bool,
    n: &mut usize,
    defined: &mut Defined,
) -> Parsed<()> {
    if in_parentheses {
        parser.asm().token("(")?;
        if parser.try_token(")") {
            return Ok(());
        }
    }
    loop {
        if !parser.try_token("_") {
            defined.values.push(parser.argument(false, false)?);
            defined.set |= 1u64.checked_shl(*n as u32).unwrap_or(0);
        }
        *n += 1;
        if !parser.try_token(",") {
            break;
        }
    }
    if in_parentheses { parser.asm().token(")") } else { Ok(()) }
}

/// Parses `at(%crd, ..) iter_args(%arg = %init, ..) : types -> types`, where the first types are in parentheses or not,
/// and adds the property `used` and operands for `spaces` and initial values.
pub(crate) fn parse_header(
    parser: &mut dyn OpAsmParser,
    state: &mut OpState,
    used: usize,
    spaces: &[Unresolved],
    in_parentheses: bool,
) -> Parsed<Header> {
    let crds = if parser.try_token("at") { parse_defined(parser, true, usize::MAX)? } else { Defined::default() };
    state.set_prop(used, parser.cx().int_attr(Type::I64, crds.set as i64));
    let has_carried = parser.try_token("iter_args");
    let carried = if has_carried { parser.assignments()? } else { Assignments::default() };
    let space_types = parse_space_types(parser, in_parentheses)?;
    if space_types.len() != spaces.len() {
        return Err(error(parser, "mismatch in number of iteration space operands and iteration space types"));
    }
    let iterator_types = iterator_types(parser.cx(), &space_types);
    if !in_parentheses && iterator_types.contains(&Type::NONE) {
        return Err(error(parser, "expected sparse_tensor.iter_space type for iteration space operands"));
    }
    if has_carried {
        parser.asm().token("->")?;
        state.result_types = parser.asm().type_or_types()?.into();
    }
    for (&space, &ty) in spaces.iter().zip(&space_types) {
        parser.resolve_same(&[space], ty, state)?;
    }
    let types = state.result_types.clone();
    if carried.args.len() != types.len() {
        return Err(error(parser, "mismatch in number of iteration arguments and return values"));
    }
    let mut args = Vec::new();
    for ((arg, &init), &ty) in carried.args.into_iter().zip(&carried.inits).zip(&types) {
        args.push(Argument { ty, ..arg });
        parser.resolve_same(&[init], ty, state)?;
    }
    args.extend(crds.values.into_iter().map(|crd| Argument { ty: Type::INDEX, ..crd }));
    Ok(Header { args, iterator_types })
}

fn parse_space_types(parser: &mut dyn OpAsmParser, in_parentheses: bool) -> Parsed<Vec<Type>> {
    parser.asm().token(":")?;
    if !in_parentheses {
        return parser.asm().type_list();
    }
    parser.asm().token("(")?;
    let types = parser.asm().type_list()?;
    parser.asm().token(")")?;
    Ok(types)
}

/// The types of the iterators of spaces; `none` for other types, which the verifier refuses.
fn iterator_types(cx: &Context, spaces: &[Type]) -> Vec<Type> {
    let iterator = |&ty| IterSpaceType::from_type(cx, ty).map_or(Type::NONE, |space| space.iterator(cx).ty());
    spaces.iter().map(iterator).collect()
}

/// The number of levels in a set.
pub(crate) fn n_crds(set: i64) -> usize {
    set.count_ones() as usize
}

/// The levels in a set.
pub(crate) fn levels_of(set: i64) -> impl Iterator<Item = u32> {
    (0..i64::BITS).filter(move |level| set >> level & 1 == 1)
}

/// The arguments for coordinates, after those for loop-carried values.
pub(crate) fn crds<'a, 'v>(args: &'a [ValueRef<'v>], n_carried: usize, used: i64) -> &'a [ValueRef<'v>] {
    let rest = args.get(n_carried..).unwrap_or_default();
    &rest[..n_crds(used).min(rest.len())]
}

/// Prints ` at(%crd, _)`, or nothing if no coordinate is used.
pub(crate) fn print_crds(printer: &mut dyn AsmPrinter, rank: u64, crds: &[ValueRef], used: i64) {
    if used != 0 {
        printer.text(" at(");
        print_defined(printer, rank, crds, used);
        printer.text(")");
    }
}

/// Prints `%a, _, %b` for the indices below `n`.
pub(crate) fn print_defined(printer: &mut dyn AsmPrinter, n: u64, values: &[ValueRef], set: i64) {
    let mut values = values.iter();
    // A set has no greater indices.
    for index in 0..n.min(MAX_LEVELS as u64) {
        if index > 0 {
            printer.text(", ");
        }
        let is_defined = set >> index & 1 == 1;
        match if is_defined { values.next() } else { None } {
            Some(&value) => printer.operand(value),
            None => printer.text("_"),
        }
    }
}

/// Prints a region without the arguments of its block.
pub(crate) fn print_region(printer: &mut dyn AsmPrinter, region: RegionRef, terminators: bool) {
    printer.region(region, RegionPrint { entry_args: false, terminators, empty_block: false });
}

/// The values that a region yields.
pub(crate) fn yielded_values<'a>(region: RegionRef<'a>) -> Vec<ValueRef<'a>> {
    let last = region.entry().and_then(BlockRef::last_op).filter(|last| last.is::<YieldOp>());
    last.map_or_else(Vec::new, |last| last.operands().collect())
}

/// Verifies the numbers of loop-carried values and of used coordinates, for a space of type `space`.
pub(crate) fn check_numbers(op: OpRef, n_inits: usize, used: i64, space: Type) -> Checked {
    let cx = op.cx();
    if n_inits != op.n_results() {
        return Err(op.error("mismatch in number of loop-carried values and defined values"));
    }
    let n_levels = u64::from(i64::BITS - used.leading_zeros());
    if IterSpaceType::from_type(cx, space).is_some_and(|space| n_levels > space.rank(cx)) {
        return Err(op.error("required out-of-bound coordinates"));
    }
    Ok(())
}

/// Verifies that arguments for coordinates are indices, as the custom form has no types for them.
pub(crate) fn check_crds(op: OpRef, crds: &[ValueRef]) -> Checked {
    match crds.iter().find(|crd| !crd.ty().is_index()) {
        Some(crd) => {
            let found = op.cx().show_type(crd.ty());
            Err(op.error(format!("expected coordinates of type 'index', but got '{found}'")))
        }
        None => Ok(()),
    }
}

/// Verifies the types of loop-carried values in `region`; `index` is the number of the region in messages.
pub(crate) fn check_carried(
    op: OpRef,
    inits: &[ValueRef],
    args: &[ValueRef],
    region: RegionRef,
    index: Option<usize>,
) -> Checked {
    let yielded = yielded_values(region);
    let on = index.map_or_else(String::new, |index| format!(" on {index}th region"));
    let n = op.n_results();
    if [inits.len(), args.len(), yielded.len()].iter().any(|&found| found != n) {
        let dot = if index.is_some() { "" } else { "." };
        return Err(op.error(format!("number mismatch between iter args and results{on}{dot}")));
    }
    for (at, result) in op.results().enumerate() {
        let parts = [("iter operand", inits[at]), ("iter region arg", args[at]), ("yield value", yielded[at])];
        if let Some((what, _)) = parts.iter().find(|(_, value)| value.ty() != result.ty()) {
            return Err(op.error(format!("types mismatch between {at}th {what} and defined value{on}")));
        }
    }
    Ok(())
}
