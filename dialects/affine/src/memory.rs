//! Accesses to memrefs with indices given by affine maps: `affine.load`, `affine.store`, their
//! vector forms, and `affine.prefetch`.
//!
//! In the textual format the map is a list of expressions over the operands: `%m[%i + 1, symbol(%n)]`.

use rmlir::affine_maps::AffineMap;
use rmlir::core::opdef::AttrConstraint;
use rmlir::prelude::*;

use crate::check::{check_dims_and_symbols, is_valid_index};
use crate::syntax::{
    MapOfValues, map_attr, map_prop, parse_colon_memref_type, parse_map_of_values, parse_vector_type,
    print_map_of_values,
};

/// An operation that accesses a memref with indices given by an affine map (upstream: `AffineMapAccessInterface`).
pub trait AffineAccess: Send + Sync {
    /// The index of the memref operand.
    fn memref_operand(&self) -> usize;
    /// The property slot of the map.
    fn map_slot(&self) -> usize;
    /// The index of the stored operand (upstream: `AffineWriteOpInterface`).
    fn stored_operand(&self) -> Option<usize> {
        None
    }
    /// Whether the operation is a load (upstream: `AffineReadOpInterface`).
    fn is_read(&self) -> bool {
        false
    }
}

/// The components of a memory access.
pub struct Access {
    /// The memref.
    pub memref: Value,
    /// The map from the operands to the indices.
    pub map: AffineMap,
    /// The operands of the map.
    pub operands: Vec<Value>,
}

/// The access of `op`, if it is one.
pub fn access_of(op: OpRef) -> Option<Access> {
    let interface = op.interface::<dyn AffineAccess>()?;
    let memref = interface.memref_operand();
    let operands = op.operands().skip(memref + 1).map(|value| value.id).collect();
    Some(Access { memref: op.operand(memref).id, map: map_prop(op, interface.map_slot()).clone(), operands })
}

/// Rows of `Op: memref operand, stored operand, whether it reads, effect on the memref;`.
macro_rules! accesses {
    ($($op:ident: $memref:literal, $stored:expr, $is_read:literal $(, $effect:ident)?;)*) => {$(
        impl AffineAccess for $op {
            fn memref_operand(&self) -> usize {
                $memref
            }
            fn map_slot(&self) -> usize {
                $op::MAP
            }
            fn stored_operand(&self) -> Option<usize> {
                $stored
            }
            fn is_read(&self) -> bool {
                $is_read
            }
        }
        $(impl MemoryEffects for $op {
            fn effects(&self, op: OpRef) -> Vec<Effect> {
                vec![Effect::on(EffectKind::$effect, op.operand($memref).id)]
            }
        })?
    )*};
}

accesses! {
    LoadOp: 0, None, true, Read;
    StoreOp: 1, Some(0), false, Write;
    VectorLoadOp: 0, None, true, Read;
    VectorStoreOp: 1, Some(0), false, Write;
    PrefetchOp: 0, None, false;
}

/// Loads an element of a memref.
///
/// ```mlir
/// %v = affine.load %m[%i + 3, %j + symbol(%n)] : memref<100x100xf32>
/// ```
#[op(name = "affine.load", eval, interfaces(AffineAccess, MemoryEffects), fold,
     canonicalize, verify = verify_load, parse = parse_load, print = print_load)]
pub struct LoadOp {
    #[operand]
    memref: AnyMemRef,
    #[operand]
    indices: Vec<Index>,
    #[prop]
    map: AffineMapAttr,
    #[result]
    result: AnyType,
}

/// Loads a vector of contiguous elements of a memref.
///
/// ```mlir
/// %v = affine.vector_load %m[%i, %j] : memref<100x100xf32>, vector<8xf32>
/// ```
#[op(name = "affine.vector_load", eval, interfaces(AffineAccess, MemoryEffects), canonicalize,
     verify = verify_vector_load, parse = parse_vector_load, print = print_vector_load)]
pub struct VectorLoadOp {
    #[operand]
    memref: AnyMemRef,
    #[operand]
    indices: Vec<Index>,
    #[prop]
    map: AffineMapAttr,
    #[result]
    result: AnyVectorOfNonZeroRank,
}

/// Stores an element of a memref.
///
/// ```mlir
/// affine.store %v, %m[%i + 3, %j + symbol(%n)] : memref<100x100xf32>
/// ```
#[op(name = "affine.store", eval, interfaces(AffineAccess, MemoryEffects), fold,
     canonicalize, verify = verify_store, parse = parse_store, print = print_store)]
pub struct StoreOp {
    #[operand]
    value: AnyType,
    #[operand]
    memref: AnyMemRef,
    #[operand]
    indices: Vec<Index>,
    #[prop]
    map: AffineMapAttr,
}

/// Stores a vector to contiguous elements of a memref.
///
/// ```mlir
/// affine.vector_store %v, %m[%i, %j] : memref<100x100xf32>, vector<8xf32>
/// ```
#[op(name = "affine.vector_store", eval, interfaces(AffineAccess, MemoryEffects),
     canonicalize, verify = verify_vector_store, parse = parse_vector_store,
     print = print_vector_store)]
pub struct VectorStoreOp {
    #[operand]
    value: AnyVectorOfNonZeroRank,
    #[operand]
    memref: AnyMemRef,
    #[operand]
    indices: Vec<Index>,
    #[prop]
    map: AffineMapAttr,
}

#[allow(non_upper_case_globals)] // As for the constraints of the core.
static Locality: AttrConstraint = I32Attr
    .refined("32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3", |cx, attr| {
        (I32Attr.check)(cx, attr) && attr.as_i64(cx).is_some_and(|hint| (0..=3).contains(&hint))
    });
/// The type of attributes that satisfy it.
type Locality = I32Attr;

/// A hint that an element of a memref will be accessed soon.
///
/// Locality is from 0, no reuse expected, to 3, keep it in the cache.
///
/// ```mlir
/// affine.prefetch %m[%i, %j + 5], read, locality<3>, data : memref<400x400xi32>
/// ```
#[op(name = "affine.prefetch", eval, interfaces(AffineAccess), fold,
     canonicalize, verify = verify_prefetch, parse = parse_prefetch,
     print = print_prefetch)]
pub struct PrefetchOp {
    #[operand]
    memref: AnyMemRef,
    #[operand]
    indices: Vec<Index>,
    /// Whether it is a prefetch for a store.
    #[prop]
    isWrite: BoolAttr,
    #[prop]
    localityHint: Locality,
    /// Whether it is a prefetch into the data cache, or else the instruction cache.
    #[prop]
    isDataCache: BoolAttr,
    #[prop]
    map: AffineMapAttr,
}

/// Verifies all accesses except prefetches.
fn check_access(op: OpRef, memref: usize, map: &AffineMap) -> Checked {
    let rank = op.operand(memref).ty().shape(op.cx()).map_or(0, <[i64]>::len);
    if map.n_results() != rank {
        return Err(op.error("affine map num results must equal memref rank"));
    }
    if map.n_inputs() as usize != op.n_operands() - memref - 1 {
        return Err(op.error("expects as many subscripts as affine map inputs"));
    }
    check_dims_and_symbols(op, op.operands().skip(memref + 1), map.n_dims() as usize)
}

fn element_type(op: OpRef, memref: usize) -> Type {
    op.operand(memref).ty().element_or_self(op.cx())
}

fn verify_load(op: OpRef) -> Checked {
    if op.result(0).ty() != element_type(op, 0) {
        return Err(op.error("result type must match element type of memref"));
    }
    check_access(op, 0, op.get(LoadOp::map))
}

fn verify_store(op: OpRef) -> Checked {
    if op.value(StoreOp::value).ty() != element_type(op, 1) {
        return Err(op.error("value to store must have the same type as memref element type"));
    }
    check_access(op, 1, op.get(StoreOp::map))
}

fn check_vector(op: OpRef, memref: usize, vector: Type) -> Checked {
    if vector.element_or_self(op.cx()) != element_type(op, memref) {
        return Err(op.error("requires memref and vector types of the same elemental type"));
    }
    Ok(())
}

fn verify_vector_load(op: OpRef) -> Checked {
    check_access(op, 0, op.get(VectorLoadOp::map))?;
    check_vector(op, 0, op.result(0).ty())
}

fn verify_vector_store(op: OpRef) -> Checked {
    check_access(op, 1, op.get(VectorStoreOp::map))?;
    check_vector(op, 1, op.value(VectorStoreOp::value).ty())
}

fn verify_prefetch(op: OpRef) -> Checked {
    let map = op.get(PrefetchOp::map);
    let rank = op.value(PrefetchOp::memref).ty().shape(op.cx()).map_or(0, <[i64]>::len);
    if map.n_results() != rank {
        return Err(op.error("affine.prefetch affine map num results must equal memref rank"));
    }
    if map.n_inputs() as usize + 1 != op.n_operands() {
        return Err(op.error("too few operands"));
    }
    if op.operands().skip(1).any(|index| !is_valid_index(op, index.id)) {
        return Err(op.error("index must be a valid dimension or symbol identifier"));
    }
    Ok(())
}

/// Parses `%m[..]`; returns the memref and sets the map.
fn parse_place(
    parser: &mut dyn OpAsmParser,
    state: &mut OpState,
    slot: usize,
) -> Parsed<(rmlir::core::asm::Unresolved, MapOfValues)> {
    let memref = parser.operand()?;
    let place = parse_map_of_values(parser, Delimiter::Square)?;
    let map = map_attr(parser.cx(), place.map.clone());
    state.set_prop(slot, map);
    Ok((memref, place))
}

fn parse_load(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let (memref, place) = parse_place(parser, state, LoadOp::MAP)?;
    parser.attr_dict(state)?;
    let ty = parse_colon_memref_type(parser)?;
    parser.resolve_same(&[memref], ty, state)?;
    parser.resolve_same(&place.operands, Type::INDEX, state)?;
    state.result_types.push(ty.element_or_self(parser.cx()));
    Ok(())
}

fn parse_vector_load(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let (memref, place) = parse_place(parser, state, VectorLoadOp::MAP)?;
    parser.attr_dict(state)?;
    let ty = parse_colon_memref_type(parser)?;
    parser.asm().token(",")?;
    let vector = parse_vector_type(parser)?;
    parser.resolve_same(&[memref], ty, state)?;
    parser.resolve_same(&place.operands, Type::INDEX, state)?;
    state.result_types.push(vector);
    Ok(())
}

fn parse_store(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let value = parser.operand()?;
    parser.asm().token(",")?;
    let (memref, place) = parse_place(parser, state, StoreOp::MAP)?;
    parser.attr_dict(state)?;
    let ty = parse_colon_memref_type(parser)?;
    let element = ty.element_or_self(parser.cx());
    parser.resolve_same(&[value], element, state)?;
    parser.resolve_same(&[memref], ty, state)?;
    parser.resolve_same(&place.operands, Type::INDEX, state)
}

fn parse_vector_store(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let value = parser.operand()?;
    parser.asm().token(",")?;
    let (memref, place) = parse_place(parser, state, VectorStoreOp::MAP)?;
    parser.attr_dict(state)?;
    let ty = parse_colon_memref_type(parser)?;
    parser.asm().token(",")?;
    let vector = parse_vector_type(parser)?;
    parser.resolve_same(&[value], vector, state)?;
    parser.resolve_same(&[memref], ty, state)?;
    parser.resolve_same(&place.operands, Type::INDEX, state)
}

fn parse_prefetch(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let (memref, place) = parse_place(parser, state, PrefetchOp::MAP)?;
    parser.asm().token(",")?;
    let access = parser.asm().any_keyword()?;
    parser.asm().token(",")?;
    parser.asm().keyword("locality")?;
    parser.asm().token("<")?;
    let pos = parser.pos();
    let hint = parser.parse_attr(Some(Type::I32))?;
    if hint.as_integer(parser.cx()).is_none() {
        return Err(parser.error_at(pos, "invalid kind of attribute specified"));
    }
    state.set_prop(PrefetchOp::LOCALITY_HINT, hint);
    parser.asm().token(">")?;
    parser.asm().token(",")?;
    let cache = parser.asm().any_keyword()?;
    parser.attr_dict(state)?;
    let ty = parse_colon_memref_type(parser)?;
    parser.resolve_same(&[memref], ty, state)?;
    parser.resolve_same(&place.operands, Type::INDEX, state)?;
    let flags = [
        (PrefetchOp::IS_WRITE, access, ["write", "read"], "rw specifier has to be 'read' or 'write'"),
        (PrefetchOp::IS_DATA_CACHE, cache, ["data", "instr"], "cache type has to be 'data' or 'instr'"),
    ];
    for (slot, word, [on, off], message) in flags {
        let word = word.str(parser.cx());
        if word != on && word != off {
            let pos = parser.name_pos();
            return Err(parser.error_at(pos, message));
        }
        state.set_prop(slot, parser.cx().bool_attr(word == on));
    }
    Ok(())
}

/// Prints `%m[..]`.
fn print_place(printer: &mut dyn AsmPrinter, op: OpRef, memref: usize, slot: usize) {
    printer.operand(op.operand(memref));
    printer.text("[");
    let operands: Vec<ValueRef> = op.operands().skip(memref + 1).collect();
    print_map_of_values(printer, map_prop(op, slot), &operands);
    printer.text("]");
}

fn print_load(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    print_place(printer, op, 0, LoadOp::MAP);
    printer.attr_dict(op, &["map"]);
    printer.text(" : ");
    printer.ty(op.value(LoadOp::memref).ty());
}

fn print_vector_load(printer: &mut dyn AsmPrinter, op: OpRef) {
    print_load(printer, op);
    printer.text(", ");
    printer.ty(op.result(0).ty());
}

fn print_store(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.value(StoreOp::value));
    printer.text(", ");
    print_place(printer, op, 1, StoreOp::MAP);
    printer.attr_dict(op, &["map"]);
    printer.text(" : ");
    printer.ty(op.value(StoreOp::memref).ty());
}

fn print_vector_store(printer: &mut dyn AsmPrinter, op: OpRef) {
    print_store(printer, op);
    printer.text(", ");
    printer.ty(op.value(VectorStoreOp::value).ty());
}

fn print_prefetch(printer: &mut dyn AsmPrinter, op: OpRef) {
    let flag = |slot: usize| op.prop(slot).and_then(|attr| attr.as_bool(op.cx())) == Some(true);
    printer.text(" ");
    print_place(printer, op, 0, PrefetchOp::MAP);
    printer.text(if flag(PrefetchOp::IS_WRITE) { ", write, locality<" } else { ", read, locality<" });
    let hint = op.get(PrefetchOp::localityHint);
    printer.text(&hint.to_string());
    printer.text(if flag(PrefetchOp::IS_DATA_CACHE) { ">, data" } else { ">, instr" });
    printer.attr_dict(op, &["map", "localityHint", "isDataCache", "isWrite"]);
    printer.text(" : ");
    printer.ty(op.value(PrefetchOp::memref).ty());
}
