//! Syntax that several operations share: maps followed by lists of operands, and maps over operands.

use rmlir::affine_maps::{AffineMap, IntegerSet};
use rmlir::core::asm::Unresolved;
use rmlir::prelude::*;

/// The number of dimension operands that were parsed, and all operands.
pub(crate) struct DimsAndSymbols {
    pub n_dims: usize,
    pub operands: Vec<Unresolved>,
}

/// Parses `(%d, ..)[%s, ..]`; the symbols are optional.
pub(crate) fn parse_dims_and_symbols(parser: &mut dyn OpAsmParser) -> Parsed<DimsAndSymbols> {
    let mut operands = parser.operand_list(Delimiter::Paren)?;
    let n_dims = operands.len();
    operands.extend(parser.operand_list(Delimiter::OptionalSquare)?);
    Ok(DimsAndSymbols { n_dims, operands })
}

/// Parses `(%d, ..)[%s, ..]` and adds the operands. Returns the numbers of dimensions and of all operands.
pub(crate) fn parse_index_operands(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<(usize, usize)> {
    let read = parse_dims_and_symbols(parser)?;
    parser.resolve_same(&read.operands, Type::INDEX, state)?;
    Ok((read.n_dims, read.operands.len()))
}

/// Prints `(%d, ..)[%s, ..]`.
pub(crate) fn print_dims_and_symbols(printer: &mut dyn AsmPrinter, operands: &[ValueRef], n_dims: usize) {
    let (dims, symbols) = operands.split_at(n_dims.min(operands.len()));
    printer.text("(");
    printer.operands(dims.iter().copied());
    printer.text(")");
    if !symbols.is_empty() {
        printer.text("[");
        printer.operands(symbols.iter().copied());
        printer.text("]");
    }
}

/// Parses an attribute that `view` accepts; returns both.
pub(crate) fn parse_attr_as<T>(
    parser: &mut dyn OpAsmParser,
    view: impl Fn(&Context, Attr) -> Option<T>,
) -> Parsed<(Attr, T)> {
    let pos = parser.pos();
    let attr = parser.parse_attr(None)?;
    match view(parser.cx(), attr) {
        Some(viewed) => Ok((attr, viewed)),
        None => Err(parser.error_at(pos, "invalid kind of attribute specified")),
    }
}

/// Parses `affine_map<..>`.
pub(crate) fn parse_map_attr(parser: &mut dyn OpAsmParser) -> Parsed<(Attr, AffineMap)> {
    parse_attr_as(parser, |cx, attr| attr.as_affine_map(cx).cloned())
}

/// A map over operands, written as `[%i + 1, symbol(%n)]`.
pub(crate) struct MapOfValues {
    pub map: AffineMap,
    pub operands: Vec<Unresolved>,
}

/// Parses a map over operands between brackets.
pub(crate) fn parse_map_of_values(parser: &mut dyn OpAsmParser, delimiter: Delimiter) -> Parsed<MapOfValues> {
    let (exprs, mut operands, symbols) = parser.parse_affine_of_ssa(delimiter)?;
    let map = AffineMap::new(operands.len() as u32, symbols.len() as u32, exprs);
    operands.extend(symbols);
    Ok(MapOfValues { map, operands })
}

/// Prints the results of `map` over its operands.
pub(crate) fn print_map_of_values(printer: &mut dyn AsmPrinter, map: &AffineMap, operands: &[ValueRef]) {
    let (dims, symbols) = operands.split_at((map.n_dims() as usize).min(operands.len()));
    for (index, expr) in map.results().iter().enumerate() {
        if index > 0 {
            printer.text(", ");
        }
        printer.affine_expr(expr, dims, symbols);
    }
}

/// Parses a type that `wanted` accepts and `name` describes; another one is an error at `pos`.
fn parse_type_as(parser: &mut dyn OpAsmParser, pos: u32, name: &str, wanted: fn(&TypeData) -> bool) -> Parsed<Type> {
    let ty = parser.parse_type()?;
    if wanted(ty.data(parser.cx())) {
        return Ok(ty);
    }
    let found = parser.cx().show_type(ty);
    let message = format!("invalid kind of type specified: expected {name}, but found '{found}'");
    Err(parser.error_at(pos, &message))
}

/// Parses `:` and a ranked memref type. Another type is an error at the colon, as in upstream.
pub(crate) fn parse_colon_memref_type(parser: &mut dyn OpAsmParser) -> Parsed<Type> {
    let pos = parser.pos();
    parser.asm().token(":")?;
    parse_type_as(parser, pos, "builtin.memref", |data| matches!(data, TypeData::MemRef { .. }))
}

/// Parses a vector type.
pub(crate) fn parse_vector_type(parser: &mut dyn OpAsmParser) -> Parsed<Type> {
    let pos = parser.pos();
    parse_type_as(parser, pos, "builtin.vector", |data| matches!(data, TypeData::Vector { .. }))
}

/// Parses the type `index`.
pub(crate) fn parse_index_type(parser: &mut dyn OpAsmParser) -> Parsed<Type> {
    let pos = parser.pos();
    parse_type_as(parser, pos, "builtin.index", |data| matches!(data, TypeData::Index))
}

/// Prints a region without its arguments, which are printed elsewhere.
pub(crate) fn print_body(printer: &mut dyn AsmPrinter, region: RegionRef, terminators: bool) {
    printer.region(region, RegionPrint { entry_args: false, terminators, empty_block: false });
}

/// The affine map in property slot `slot`.
pub(crate) fn map_prop<'a>(op: OpRef<'a>, slot: usize) -> &'a AffineMap {
    let attr = op.prop(slot).expect("required properties were checked");
    attr.as_affine_map(op.cx()).expect("the kind of properties was checked")
}

/// `affine_map<..>` as an attribute.
pub(crate) fn map_attr(cx: &Context, map: AffineMap) -> Attr {
    cx.attr(AttrData::AffineMap(map))
}

/// `affine_set<..>` as an attribute.
pub(crate) fn set_attr(cx: &Context, set: IntegerSet) -> Attr {
    cx.attr(AttrData::IntegerSet(set))
}
