//! Lists of static and dynamic indices: offsets, sizes and strides.
//!
//! An operation stores such a list in two parts: a property `static_sizes` with one integer for each index, [`DYNAMIC`]
//! where it is a value, and an operand field `sizes` with those values. Operations on slices have three such lists and
//! declare it by [`OffsetSizeAndStrideOp`].

use rmlir_diag::Diagnostic;

use crate::arena::Value;
use crate::asm::{AsmPrinter, OpAsmParser, ParseError, Parsed, Unresolved};
use crate::attrs::Attr;
use crate::body::Body;
use crate::builder::OpState;
use crate::checked::Checked;
use crate::context::Context;
use crate::fold::constant_value;
use crate::opdef::{DirectiveArg, DirectiveField, OpTrait};
use crate::opref::{OpRef, ValueRef};
use crate::types::{DYNAMIC, Type};

/// An index that is an integer or a value (upstream: `OpFoldResult`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MixedIndex {
    /// A static index.
    Static(i64),
    /// A value of type `index`.
    Dynamic(Value),
}

impl MixedIndex {
    /// The static index, or the constant of the value.
    pub fn constant(self, body: &Body) -> Option<i64> {
        match self {
            MixedIndex::Static(number) => Some(number),
            MixedIndex::Dynamic(value) => constant_value(body, value)?.as_i64(body.cx()),
        }
    }

    /// The constant of the value as a static index, itself otherwise.
    pub fn resolved(self, body: &Body) -> MixedIndex {
        self.constant(body).map_or(self, MixedIndex::Static)
    }

    /// The value, if it is one.
    pub fn value(self) -> Option<Value> {
        match self {
            MixedIndex::Static(_) => None,
            MixedIndex::Dynamic(value) => Some(value),
        }
    }

    /// The static index, [`DYNAMIC`] for a value.
    pub fn static_or_dynamic(self) -> i64 {
        match self {
            MixedIndex::Static(number) => number,
            MixedIndex::Dynamic(_) => DYNAMIC,
        }
    }

    /// Returns whether it is static, without folding the value.
    pub fn is_static(self) -> bool {
        matches!(self, MixedIndex::Static(_))
    }

    /// Returns whether it is known to be `number`.
    pub fn is(self, body: &Body, number: i64) -> bool {
        self.constant(body) == Some(number)
    }
}

/// The list with the parts `statics` and `dynamics`; it ends where values are missing.
pub fn mixed(statics: &[i64], dynamics: &[Value]) -> Vec<MixedIndex> {
    let mut dynamics = dynamics.iter();
    let entry = |&number: &i64| match number {
        DYNAMIC => dynamics.next().map(|&value| MixedIndex::Dynamic(value)),
        _ => Some(MixedIndex::Static(number)),
    };
    statics.iter().map_while(entry).collect()
}

/// The two parts of a list: the static indices, and the values of dynamic ones.
///
/// ```
/// use rmlir_core::mixed_index::{MixedIndex, split};
/// let (statics, values) = split(&[MixedIndex::Static(4), MixedIndex::Static(2)]);
/// assert_eq!((statics, values), (vec![4, 2], vec![]));
/// ```
pub fn split(list: &[MixedIndex]) -> (Vec<i64>, Vec<Value>) {
    (statics(list), list.iter().filter_map(|entry| entry.value()).collect())
}

/// The static indices of a list, [`DYNAMIC`] for values.
pub fn statics(list: &[MixedIndex]) -> Vec<i64> {
    list.iter().map(|entry| entry.static_or_dynamic()).collect()
}

/// The constants that may replace values in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constants {
    /// All.
    Any,
    /// Those that are not negative, as offsets and sizes must be.
    NonNegative,
    /// Those that are not zero, as strides must be.
    NonZero,
}

/// Replaces values that are constants by static indices; returns whether there were any.
pub fn fold_constants(body: &Body, list: &mut [MixedIndex], wanted: Constants) -> bool {
    let mut changed = false;
    for entry in list.iter_mut().filter(|entry| !entry.is_static()) {
        let Some(number) = entry.constant(body) else { continue };
        let is_wanted = match wanted {
            Constants::Any => true,
            Constants::NonNegative => number >= 0,
            Constants::NonZero => number != 0,
        };
        if is_wanted && number != DYNAMIC {
            *entry = MixedIndex::Static(number);
            changed = true;
        }
    }
    changed
}

/// An operation with lists of offsets, sizes and strides: properties
/// `static_offsets`, `static_sizes`, `static_strides` and operand fields
/// `offsets`, `sizes`, `strides`. List [`OffsetSizeAndStride`] among its custom
/// traits to have them checked.
pub trait OffsetSizeAndStrideOp: Send + Sync {
    /// The expected lengths of the lists.
    fn max_ranks(&self, op: OpRef) -> [usize; 3];
}

/// The three lists of an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SliceLists {
    /// The offsets of the slice, for each dimension.
    pub offsets: Vec<MixedIndex>,
    /// The sizes, in elements.
    pub sizes: Vec<MixedIndex>,
    /// The distance between elements.
    pub strides: Vec<MixedIndex>,
}

impl SliceLists {
    /// The lists of `op`.
    pub fn of(op: OpRef) -> Self {
        let list = |part| {
            let (statics, dynamics) = parts(op, part);
            mixed(&statics, &dynamics)
        };
        Self { offsets: list("offsets"), sizes: list("sizes"), strides: list("strides") }
    }

    /// Replaces values that are constants by static indices; returns whether there were any. As upstream, it stops
    /// after the first list that changes.
    pub fn fold_constants(&mut self, body: &Body) -> bool {
        fold_constants(body, &mut self.offsets, Constants::NonNegative)
            || fold_constants(body, &mut self.sizes, Constants::NonNegative)
            || fold_constants(body, &mut self.strides, Constants::Any)
    }

    /// Checks that the slice is inside a shape, as far as it is static.
    pub fn check_in_bounds(&self, shape: &[i64]) -> Result<(), String> {
        check_in_bounds(shape, &statics(&self.offsets), &statics(&self.sizes), &statics(&self.strides))
    }

    /// Returns whether no static index is invalid: a negative offset or size, a stride of zero.
    pub fn may_be_valid(&self) -> bool {
        let no_negative = |list: &[MixedIndex]| !statics(list).iter().any(|&number| number != DYNAMIC && number < 0);
        no_negative(&self.offsets) && no_negative(&self.sizes) && !statics(&self.strides).contains(&0)
    }
}

/// The static indices and values of list `part` of `op`.
fn parts(op: OpRef, part: &str) -> (Vec<i64>, Vec<Value>) {
    let def = op.def().expect("only registered operations have lists of indices");
    let field = def.operands.iter().position(|operand| operand.name == part);
    let dynamics = field.map_or(Vec::new(), |field| crate::access::operands(op.body, op.id, field));
    let statics = op.attr(&format!("static_{part}")).and_then(|attr| attr.as_int_array(op.cx()));
    (statics.unwrap_or_default(), dynamics)
}

/// Checks that a slice with these static indices is inside `shape`, as far as they are known.
///
/// ```
/// use rmlir_core::mixed_index::check_in_bounds;
/// assert!(check_in_bounds(&[8], &[2], &[3], &[2]).is_ok());
/// assert!(check_in_bounds(&[8], &[4], &[3], &[2]).is_err());
/// ```
pub fn check_in_bounds(shape: &[i64], offsets: &[i64], sizes: &[i64], strides: &[i64]) -> Result<(), String> {
    for (dim, &bound) in shape.iter().enumerate() {
        let (offset, size, stride) = (offsets[dim], sizes[dim], strides[dim]);
        if bound == DYNAMIC || offset == DYNAMIC {
            continue;
        }
        if offset >= bound {
            return Err(format!("offset {dim} is out-of-bounds: {offset} >= {bound}"));
        }
        if size == DYNAMIC || stride == DYNAMIC {
            continue;
        }
        let last = offset.wrapping_add(size.wrapping_sub(1).wrapping_mul(stride));
        if last >= bound {
            return Err(format!("slice along dimension {dim} runs out-of-bounds: {last} >= {bound}"));
        }
    }
    Ok(())
}

/// The trait that checks the lists of an [`OffsetSizeAndStrideOp`].
pub struct OffsetSizeAndStride;

impl OpTrait for OffsetSizeAndStride {
    fn name(&self) -> &'static str {
        "OffsetSizeAndStrideOpInterface"
    }

    fn verify(&self, op: OpRef) -> Result<(), Box<Diagnostic>> {
        let Some(interface) = op.interface::<dyn OffsetSizeAndStrideOp>() else { return Ok(()) };
        let [offsets, sizes, strides] = ["offsets", "sizes", "strides"].map(|part| parts(op, part));
        for (part, (statics, dynamics)) in [("sizes", &sizes), ("strides", &strides), ("offsets", &offsets)] {
            let (n, wanted) = (dynamics.len(), n_dynamic(statics));
            if n != wanted {
                return Err(op.plain_error(format!(
                    "expected the number of '{part}' to match the number of dynamic entries in 'static_{part}' ({n} vs \
                     {wanted})"
                )));
            }
        }
        let ranks = interface.max_ranks(op);
        let lengths = [offsets.0.len(), sizes.0.len(), strides.0.len()];
        let is_single_offset = lengths[0] == 1 && ranks[0] == 1;
        if !is_single_offset {
            check_lengths(op, ("offsets", lengths[0]), ("sizes", lengths[1]))?;
        }
        check_sizes_and_strides(op, lengths)?;
        let lists = [("offset", &offsets), ("size", &sizes), ("stride", &strides)];
        for ((name, (statics, dynamics)), rank) in lists.into_iter().zip(ranks) {
            verify_list(op, name, rank, statics, dynamics.len())?;
        }
        for (part, (statics, _)) in [("offsets", &offsets), ("sizes", &sizes)] {
            if let Some(number) = statics.iter().find(|&&number| number != DYNAMIC && number < 0) {
                return Err(op.plain_error(format!("expected {part} to be non-negative, but got {number}")));
            }
        }
        Ok(())
    }
}

fn check_lengths(op: OpRef, (left, n_left): (&str, usize), (right, n_right): (&str, usize)) -> Checked {
    if n_left == n_right {
        return Ok(());
    }
    Err(op.plain_error(format!(
        "expected mixed {left} rank to match mixed {right} rank ({n_left} vs {n_right}) so the rank of the result type \
         is well-formed."
    )))
}

fn check_sizes_and_strides(op: OpRef, [_, sizes, strides]: [usize; 3]) -> Checked {
    check_lengths(op, ("sizes", sizes), ("strides", strides))
}

/// The number of entries that are [`DYNAMIC`].
pub fn n_dynamic(statics: &[i64]) -> usize {
    statics.iter().filter(|&&number| number == DYNAMIC).count()
}

/// Verifies that a list called `name` has `rank` entries, and a value for each dynamic one (upstream:
/// `verifyListOfOperandsOrIntegers`).
pub fn verify_list(op: OpRef, name: &str, rank: usize, statics: &[i64], n_values: usize) -> Checked {
    if statics.len() != rank {
        return Err(op.plain_error(format!("expected {rank} {name} values, got {}", statics.len())));
    }
    let wanted = n_dynamic(statics);
    if n_values != wanted {
        return Err(op.plain_error(format!("expected {wanted} dynamic {name} values")));
    }
    Ok(())
}

/// The mask of the dimensions of `original`, all of size 1, that are dropped in `reduced`; `None` if `reduced` is not a
/// rank reduction of `original`. With `match_dynamic`, a dynamic size matches any size but 1.
pub fn rank_reduction_mask(original: &[i64], reduced: &[i64], match_dynamic: bool) -> Option<Vec<bool>> {
    let mut left = reduced.iter().copied().peekable();
    let mut dropped = Vec::with_capacity(original.len());
    for &size in original {
        let is_same =
            left.next_if(|&next| size == next || (match_dynamic && size != 1 && (next == DYNAMIC || size == DYNAMIC)));
        if is_same.is_none() && size != 1 {
            return None;
        }
        dropped.push(is_same.is_none());
    }
    left.peek().is_none().then_some(dropped)
}

/// The reason why a type is not a rank reduction of another one (upstream: `SliceVerificationResult`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SliceMismatch {
    /// It has more dimensions.
    RankTooLarge,
    /// Sizes differ.
    Size,
    /// Element types differ.
    ElementType,
    /// Memory spaces differ.
    MemorySpace,
    /// Layouts differ.
    Layout,
}

/// Checks that the ranked shaped type `reduced` is `original` with dimensions of size 1 dropped.
pub fn check_rank_reduced(cx: &Context, original: Type, reduced: Type) -> Result<(), SliceMismatch> {
    if original == reduced {
        return Ok(());
    }
    let shape = |ty: Type| ty.shape(cx).unwrap_or_default();
    if shape(reduced).len() > shape(original).len() {
        return Err(SliceMismatch::RankTooLarge);
    }
    if rank_reduction_mask(shape(original), shape(reduced), false).is_none() {
        return Err(SliceMismatch::Size);
    }
    if original.element(cx) != reduced.element(cx) {
        return Err(SliceMismatch::ElementType);
    }
    Ok(())
}

/// Square brackets, the delimiters of most lists.
pub const SQUARE: [&str; 2] = ["[", "]"];
/// Parentheses.
pub const ROUND: [&str; 2] = ["(", ")"];

/// Parses `[1, %a, 2]` for `custom<DynamicIndexList>($values, $numbers)`, with `type($values)` as a third argument
/// `[1, %a : index]`.
pub fn parse_dynamic_index_list(
    parser: &mut dyn OpAsmParser,
    _state: &mut OpState,
    args: &mut [DirectiveArg],
) -> Parsed<bool> {
    let with_types = matches!(args.get(2), Some(DirectiveArg::Types(_)));
    let list = parse_index_list(parser, SQUARE, with_types)?;
    let cx = parser.cx();
    args[1] = DirectiveArg::Attr(cx.i64_array(&list.numbers));
    args[0] = DirectiveArg::Operands(list.values);
    match args.get_mut(2) {
        Some(DirectiveArg::Types(types)) => *types = list.types,
        Some(flags @ DirectiveArg::Attr(_)) => *flags = DirectiveArg::Attr(bool_array(parser.cx(), &list.scalable)),
        _ => {}
    }
    Ok(true)
}

fn bool_array(cx: &Context, flags: &[bool]) -> Attr {
    let flags: Vec<i64> = flags.iter().map(|&flag| flag.into()).collect();
    cx.int_array(Type::I1, &flags)
}

/// A list as it was parsed: `numbers` has an entry for each index, [`DYNAMIC`] for the next of `values`.
#[derive(Clone, Default, Debug)]
pub struct IndexList {
    /// The values.
    pub values: Vec<Unresolved>,
    /// The types of the values, if they were requested.
    pub types: Vec<Type>,
    /// The static indices.
    pub numbers: Vec<i64>,
    /// By index: whether it was written in brackets of its own.
    pub scalable: Vec<bool>,
}

/// Reads `[1, %a, 2]` in `brackets`, with `: type` after each value if `with_types`.
pub fn parse_index_list(parser: &mut dyn OpAsmParser, brackets: [&str; 2], with_types: bool) -> Parsed<IndexList> {
    let mut list = IndexList::default();
    match read_list(parser, brackets, with_types, &mut list) {
        Ok(()) => Ok(list),
        Err(_) => {
            let pos = parser.name_pos();
            Err(parser.error_at(pos, "expected SSA value or integer"))
        }
    }
}

fn read_list(
    parser: &mut dyn OpAsmParser,
    [open, close]: [&str; 2],
    with_types: bool,
    list: &mut IndexList,
) -> Parsed<()> {
    const WHERE: &str = "dynamic index list";
    parser.token_in(open, WHERE)?;
    if parser.try_token(close) {
        return Ok(());
    }
    read_entry(parser, with_types, list)?;
    while parser.try_token(",") {
        read_entry(parser, with_types, list)?;
    }
    parser.token_in(close, WHERE)
}

/// An entry in brackets is scalable; the operation decides whether that is valid.
fn read_entry(parser: &mut dyn OpAsmParser, with_types: bool, list: &mut IndexList) -> Parsed<()> {
    let value = parser.try_operand()?;
    let is_scalable = parser.try_token("[");
    list.scalable.push(is_scalable);
    match value {
        Some(value) => {
            list.values.push(value);
            list.numbers.push(DYNAMIC);
            if with_types {
                list.types.push(parser.asm().colon_type()?);
            }
        }
        None => list.numbers.push(parser.asm().integer()?),
    }
    if is_scalable && !parser.try_token("]") { Err(ParseError) } else { Ok(()) }
}

/// Prints the syntax of [`parse_dynamic_index_list`].
pub fn print_dynamic_index_list(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]) {
    let (Some(DirectiveField::Operand(field)), Some(DirectiveField::Prop(slot))) = (args.first(), args.get(1)) else {
        return;
    };
    let numbers = op.prop(*slot).and_then(|attr| attr.as_int_array(op.cx())).unwrap_or_default();
    let scalable = match args.get(2) {
        Some(DirectiveField::Prop(slot)) => op.prop(*slot).and_then(|attr| attr.as_int_array(op.cx())),
        _ => None,
    };
    let with_types = matches!(args.get(2), Some(DirectiveField::OperandType(_)));
    let list = PrintedIndexList { numbers: &numbers, scalable: scalable.as_deref().unwrap_or_default(), with_types };
    list.print(printer, SQUARE, op.operand_field(*field));
}

/// The data of a list to print.
#[derive(Clone, Copy, Default)]
pub struct PrintedIndexList<'a> {
    /// One for each index, [`DYNAMIC`] for a value.
    pub numbers: &'a [i64],
    /// Not 0 for indices printed in brackets of their own; may be shorter.
    pub scalable: &'a [i64],
    /// Whether the types of values are written.
    pub with_types: bool,
}

impl PrintedIndexList<'_> {
    /// Prints the syntax of [`parse_index_list`].
    pub fn print<'b>(
        &self,
        printer: &mut dyn AsmPrinter,
        [open, close]: [&str; 2],
        values: impl IntoIterator<Item = ValueRef<'b>>,
    ) {
        let mut values = values.into_iter();
        printer.text(open);
        for (index, &number) in self.numbers.iter().enumerate() {
            let is_scalable = self.scalable.get(index).is_some_and(|&flag| flag != 0);
            printer.text(if index > 0 { ", " } else { "" });
            printer.text(if is_scalable { "[" } else { "" });
            match number {
                DYNAMIC => values.next().into_iter().for_each(|value| self.print_value(printer, value)),
                number => printer.text(&number.to_string()),
            }
            printer.text(if is_scalable { "]" } else { "" });
        }
        printer.text(close);
    }

    fn print_value(&self, printer: &mut dyn AsmPrinter, value: ValueRef) {
        printer.operand(value);
        if self.with_types {
            printer.text(" : ");
            printer.ty(value.ty());
        }
    }
}
