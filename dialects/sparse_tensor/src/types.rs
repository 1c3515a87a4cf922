//! Types of metadata, iteration spaces and iterators, and constraints on tensors and buffers.
#![allow(non_upper_case_globals)] // Constraints are named like types.

use rmlir::core::asm::ParseError;
use rmlir::core::memref_layout::is_strided;
use rmlir::prelude::*;

use crate::encoding::EncodingAttr;
use crate::tensor::{is_slice, is_sparse};

/// The metadata of a sparse tensor's storage.
///
/// The encoding is reduced to what determines the buffers.
#[ty(name = "sparse_tensor.storage_specifier", summary = "metadata", parse = parse_specifier, print = print_specifier)]
pub struct StorageSpecifierType {
    /// The encoding.
    pub encoding: EncodingAttr,
}

/// The elements of consecutive levels of a sparse tensor.
///
/// ```mlir
/// !sparse_tensor.iter_space<#csr, lvls = 0 to 2>
/// ```
#[ty(name = "sparse_tensor.iter_space", summary = "sparse iteration space", parse = parse_space, print = print_levels)]
pub struct IterSpaceType {
    /// The encoding of the tensor.
    pub encoding: EncodingAttr,
    /// The first level.
    pub lo_lvl: i64,
    /// The level after the last one.
    pub hi_lvl: i64,
}

/// A position in an iteration space.
///
/// ```mlir
/// !sparse_tensor.iterator<#csr, lvls = 1>
/// ```
#[ty(name = "sparse_tensor.iterator", summary = "sparse iterator", parse = parse_iterator, print = print_levels)]
pub struct IteratorType {
    /// The encoding of the tensor.
    pub encoding: EncodingAttr,
    /// The first level.
    pub lo_lvl: i64,
    /// The level after the last one.
    pub hi_lvl: i64,
}

impl IterSpaceType {
    /// The type of its iterators.
    pub fn iterator(self, cx: &Context) -> IteratorType {
        IteratorType::get(cx, self.encoding(cx), self.lo_lvl(cx), self.hi_lvl(cx))
    }

    /// The number of levels.
    pub fn rank(self, cx: &Context) -> u64 {
        self.hi_lvl(cx).wrapping_sub(self.lo_lvl(cx)) as u64
    }
}

/// `<#encoding>`
fn parse_specifier(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let encoding = parse_encoding(parser, "StorageSpecifier")?;
    parser.token(">")?;
    let cx = parser.cx();
    let encoding = EncodingAttr::from_attr(cx, encoding).map_or(encoding, |encoding| encoding.storage(cx).attr());
    Ok(vec![encoding])
}

fn print_specifier(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    printer.text("<");
    params.iter().for_each(|&param| printer.attr(param));
    printer.text(">");
}

fn parse_space(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parse_levels(parser, "IterSpace")
}

fn parse_iterator(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parse_levels(parser, "Iterator")
}

/// `<#encoding, lvls = lo to hi>`
fn parse_levels(parser: &mut dyn AsmParser, of: &str) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let encoding = parse_encoding(parser, of)?;
    parser.token(",")?;
    parser.keyword("lvls")?;
    parser.token("=")?;
    let [lo, hi] = parse_range(parser)?.map(|level| parser.cx().i64_attr(level));
    parser.token(">")?;
    Ok(vec![encoding, lo, hi])
}

/// Parses the encoding of type `of`.
fn parse_encoding(parser: &mut dyn AsmParser, of: &str) -> Parsed<Attr> {
    let pos = parser.pos();
    let parsed = parser.parse_stripped_attr(EncodingAttr::DEF, None).and_then(|attr| {
        let is_encoding = EncodingAttr::from_attr(parser.cx(), attr).is_some();
        if is_encoding { Ok(attr) } else { Err(parser.error_at(pos, "invalid kind of attribute specified")) }
    });
    parsed.map_err(|_| {
        parser.error(format!(
            "failed to parse SparseTensor_{of} parameter 'encoding' which is to be a \
             `::mlir::sparse_tensor::SparseTensorEncodingAttr`"
        ))
    })
}

/// Parses `lo to hi`, or `lo` for one level.
pub(crate) fn parse_range(parser: &mut dyn AsmParser) -> Parsed<[i64; 2]> {
    let lo = parse_level(parser)?;
    let hi = if parser.try_token("to") { parse_level(parser)? } else { lo.wrapping_add(1) };
    if lo < hi {
        return Ok([lo as i64, hi as i64]);
    }
    let pos = parser.mnemonic_pos();
    Err(parser.error_at(pos, "expect larger level upper bound than lower bound"))
}

/// Parses a level, an unsigned integer; a negative one is wrapped.
fn parse_level(parser: &mut dyn AsmParser) -> Parsed<u64> {
    let pos = parser.pos();
    let too_large = |parser: &mut dyn AsmParser| -> ParseError { parser.error_at(pos, "integer value too large") };
    match parser.try_integer()? {
        None => Err(parser.error("expected integer value")),
        Some(level) => match (level.sext_value(), level.zext_value()) {
            (Some(level), _) => Ok(level as u64),
            (None, Some(level)) => Ok(level),
            (None, None) => Err(too_large(parser)),
        },
    }
}

fn print_levels(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let &[encoding, lo, hi] = params else { return };
    let [lo, hi] = [lo, hi].map(|level| level.as_i64(printer.cx()).unwrap_or(0));
    printer.text("<");
    printer.stripped_attr(encoding);
    printer.text(&format!(", lvls = {}>", range_text(lo, hi)));
}

/// `lo to hi`, or `lo` for one level.
pub(crate) fn range_text(lo: i64, hi: i64) -> String {
    let (lo, hi) = (lo as u64, hi as u64);
    if lo.wrapping_add(1) == hi { lo.to_string() } else { format!("{lo} to {hi}") }
}

/// A sparse tensor.
pub static AnySparseTensor: TypeConstraint = TypeConstraint::new("sparse tensor of any type values", is_sparse);

/// A slice of a sparse tensor.
pub static AnySparseTensorSlice: TypeConstraint =
    TypeConstraint::new("sparse tensor slice of any type values", is_slice);

/// A tensor of positions or coordinates.
pub static LevelTensor: TypeConstraint =
    TypeConstraint::new("ranked tensor of signless integer or index values", |cx, ty| {
        (AnyRankedTensor.check)(cx, ty) && is_tensor_of(cx, ty, AnySignlessIntegerOrIndex.check)
    });

/// An integer, or a tensor of one integer without dimensions.
pub static IndexingScalarLike: TypeConstraint =
    TypeConstraint::new("signless integer or index or 0D tensor of signless integer or index values", |cx, ty| {
        let is_integer = AnySignlessIntegerOrIndex.check;
        is_integer(cx, ty) || ty.shape(cx).is_some_and(<[i64]>::is_empty) && is_tensor_of(cx, ty, is_integer)
    });

/// A strided memref of rank 1.
pub static AnyStridedMemRefOfRank1: TypeConstraint =
    TypeConstraint::new("strided memref of any type values of rank 1", is_vector_like);

/// A strided memref of rank 1, by the name of the constraint on its elements.
pub static MemRef1D: TypeConstraint = TypeConstraint::new("1D memref of any type values", is_vector_like);

/// A memref of booleans.
pub static BoolMemRef1D: TypeConstraint =
    TypeConstraint::new("1D memref of 1-bit signless integer values", |cx, ty| is_vector_of(cx, ty, I1.check));

/// A memref of indices.
pub static IndexMemRef1D: TypeConstraint =
    TypeConstraint::new("1D memref of index values", |cx, ty| is_vector_of(cx, ty, Index.check));

/// A memref of integers that can be sorted.
pub static IntegerMemRef1D: TypeConstraint = TypeConstraint::new("1D memref of integer or index values", |cx, ty| {
    is_vector_of(cx, ty, |cx, ty| ty.is_integer(cx) || ty.is_index())
});

fn is_vector_like(cx: &Context, ty: Type) -> bool {
    is_strided(cx, ty) && ty.shape(cx).is_some_and(|shape| shape.len() == 1)
}

fn is_vector_of(cx: &Context, ty: Type, check: TypeCheck) -> bool {
    is_vector_like(cx, ty) && ty.element(cx).is_some_and(|element| check(cx, element))
}

/// The index of a level.
pub static LevelAttr: AttrConstraint = IndexAttr.refined("level attribute", |cx, attr| (IndexAttr.check)(cx, attr));
/// The type of attributes that satisfy it.
pub type LevelAttr = IndexAttr;

/// The index of a dimension.
pub static DimensionAttr: AttrConstraint =
    IndexAttr.refined("dimension attribute", |cx, attr| (IndexAttr.check)(cx, attr));
/// The type of attributes that satisfy it.
pub type DimensionAttr = IndexAttr;

/// A set of levels, as the bits of an integer.
pub static LevelSetAttr: AttrConstraint = I64Attr.refined("LevelSet attribute", |cx, attr| (I64Attr.check)(cx, attr));
/// The type of attributes that satisfy it.
pub type LevelSetAttr = I64Attr;

/// A list of sets of levels.
pub static LevelSetArrayAttr: AttrConstraint =
    I64ArrayAttr.refined("I64BitSet array attribute", |cx, attr| (I64ArrayAttr.check)(cx, attr));
/// The type of attributes that satisfy it.
pub type LevelSetArrayAttr = I64ArrayAttr;
