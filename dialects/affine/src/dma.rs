//! `affine.dma_start` and `affine.dma_wait`: asynchronous transfers between memrefs.
//!
//! Upstream declares these operations without properties: their maps are discardable attributes, and their operands are
//! divided by the numbers of inputs of the maps. This implementation does the same.

use rmlir::affine_maps::AffineMap;
use rmlir::prelude::*;

use crate::check::is_valid_index;
use crate::memory::Access;
use crate::syntax::{MapOfValues, map_attr, parse_map_of_values, print_map_of_values};

/// Starts a transfer from one memref to another, and signals its completion in a third, the *tag*.
///
/// The operands after the three accesses are the number of transferred elements and, if the transfer is strided, the
/// stride and the number of elements per stride.
///
/// ```mlir
/// affine.dma_start %src[%i + 3, %j], %dst[%k], %tag[%c], %n, %stride, %count
///   : memref<40x128xf32, 0>, memref<1024xf32, 1>, memref<2xi32>
/// ```
#[op(name = "affine.dma_start", eval, interfaces(MemoryEffects), fold, verify = verify_start,
     parse = parse_start, print = print_start)]
pub struct DmaStartOp {
    #[operand]
    operands: Vec<AnyType>,
}

/// Waits for the completion of a transfer that was started with this tag.
///
/// Its memory effects are unknown, so it is not moved.
///
/// ```mlir
/// affine.dma_wait %tag[%c], %n : memref<2xi32>
/// ```
#[op(name = "affine.dma_wait", eval = rmlir::interp::eval::nothing, fold, verify = verify_wait,
     parse = parse_wait, print = print_wait)]
pub struct DmaWaitOp {
    #[operand]
    operands: Vec<AnyType>,
}

/// The position of an access: the index of the memref operand, and the map of the operands after it.
struct Place<'a> {
    memref: usize,
    map: &'a AffineMap,
}

impl<'a> Place<'a> {
    fn end(&self) -> usize {
        self.memref + 1 + self.map.n_inputs() as usize
    }

    fn indices(&self, op: OpRef<'a>) -> Vec<ValueRef<'a>> {
        (self.memref + 1..self.end().min(op.n_operands())).map(|index| op.operand(index)).collect()
    }
}

const START_MAPS: [&str; 3] = ["src_map", "dst_map", "tag_map"];
const WAIT_MAPS: [&str; 1] = ["tag_map"];

/// The accesses whose maps are the attributes `names`; `None` if a map is missing.
fn places<'a>(op: OpRef<'a>, names: &[&str]) -> Option<Vec<Place<'a>>> {
    let mut places: Vec<Place> = Vec::new();
    for name in names {
        let map = op.attr(name)?.as_affine_map(op.cx())?;
        places.push(Place { memref: places.last().map_or(0, Place::end), map });
    }
    Some(places)
}

/// The accesses of a transfer or of waiting for it: source, destination and tag, or just the tag.
/// Empty if `op` is another operation.
pub fn transfer_places(op: OpRef) -> Vec<Access> {
    let names: &[&str] = match op.is::<DmaStartOp>() {
        true => &START_MAPS,
        false if op.is::<DmaWaitOp>() => &WAIT_MAPS,
        false => &[],
    };
    let places = places(op, names).unwrap_or_default();
    let access = |place: &Place| Access {
        memref: op.operand(place.memref).id,
        map: place.map.clone(),
        operands: value_ids(place.indices(op)),
    };
    places.iter().map(access).collect()
}

impl MemoryEffects for DmaStartOp<()> {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        let kinds = [EffectKind::Read, EffectKind::Write, EffectKind::Read];
        let places = places(op, &START_MAPS).unwrap_or_default();
        places.iter().zip(kinds).map(|(place, kind)| Effect::on(kind, op.operand(place.memref).id)).collect()
    }
}

fn is_memref(op: OpRef, operand: usize) -> bool {
    operand < op.n_operands() && (AnyMemRef.check)(op.cx(), op.operand(operand).ty())
}

/// Verifies that the indices of an access have type `index`, and are valid dimensions or symbols.
fn check_indices(op: OpRef, place: &Place, what: &str, name: &str) -> Checked {
    for index in place.indices(op) {
        if !index.ty().is_index() {
            return Err(op.error(format!("{what} to {name} must have 'index' type")));
        }
        if !is_valid_index(op, index.id) {
            return Err(op.error(format!("{what} must be a valid dimension or symbol identifier")));
        }
    }
    Ok(())
}

fn missing_map(op: OpRef) -> Box<Diagnostic> {
    op.error("requires an affine map for each memref")
}

fn verify_start(op: OpRef) -> Checked {
    let places = places(op, &START_MAPS).ok_or_else(|| missing_map(op))?;
    for (place, what) in places.iter().zip(["source", "destination", "tag"]) {
        if !is_memref(op, place.memref) {
            return Err(op.error(format!("expected DMA {what} to be of memref type")));
        }
    }
    let n_fixed = places.last().map_or(0, Place::end) + 1;
    if op.n_operands() != n_fixed && op.n_operands() != n_fixed + 2 {
        return Err(op.error("incorrect number of operands"));
    }
    for (place, what) in places.iter().zip(["src index", "dst index", "tag index"]) {
        check_indices(op, place, what, "dma_start")?;
    }
    Ok(())
}

fn verify_wait(op: OpRef) -> Checked {
    let places = places(op, &WAIT_MAPS).ok_or_else(|| missing_map(op))?;
    if !is_memref(op, 0) {
        return Err(op.error("expected DMA tag to be of memref type"));
    }
    if op.n_operands() != places[0].end() + 1 {
        return Err(op.error("incorrect number of operands"));
    }
    check_indices(op, &places[0], "index", "dma_wait")
}

/// Parses `%m[..], ` for each map.
fn parse_places(
    parser: &mut dyn OpAsmParser,
    state: &mut OpState,
    names: &[&str],
) -> Parsed<Vec<(rmlir::core::asm::Unresolved, MapOfValues)>> {
    let mut read = Vec::new();
    for name in names {
        let memref = parser.operand()?;
        let place = parse_map_of_values(parser, Delimiter::Square)?;
        let map = map_attr(parser.cx(), place.map.clone());
        state.set_attr(parser.cx(), name, map);
        parser.asm().token(",")?;
        read.push((memref, place));
    }
    Ok(read)
}

fn parse_start(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let places = parse_places(parser, state, &START_MAPS)?;
    let mut sizes = vec![parser.operand()?];
    if parser.try_token(",") {
        sizes.extend(parser.operand_list(Delimiter::None)?);
    }
    let pos = parser.name_pos();
    if sizes.len() != 1 && sizes.len() != 3 {
        return Err(parser.error_at(pos, "expected two stride related operands"));
    }
    parser.asm().token(":")?;
    let types = parser.asm().type_list()?;
    if types.len() != places.len() {
        return Err(parser.error_at(pos, "expected three types"));
    }
    for ((memref, place), ty) in places.iter().zip(types) {
        parser.resolve_same(&[*memref], ty, state)?;
        parser.resolve_same(&place.operands, Type::INDEX, state)?;
    }
    parser.resolve_same(&sizes, Type::INDEX, state)
}

fn parse_wait(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let places = parse_places(parser, state, &WAIT_MAPS)?;
    let n_elements = parser.operand()?;
    let ty = parser.asm().colon_type()?;
    for (memref, place) in places {
        parser.resolve_same(&[memref], ty, state)?;
        parser.resolve_same(&place.operands, Type::INDEX, state)?;
    }
    parser.resolve_same(&[n_elements], Type::INDEX, state)?;
    if !(AnyMemRef.check)(parser.cx(), ty) {
        let pos = parser.name_pos();
        return Err(parser.error_at(pos, "expected tag to be of memref type"));
    }
    Ok(())
}

/// Prints the accesses, the sizes and the types of the memrefs.
fn print_transfer(printer: &mut dyn AsmPrinter, op: OpRef, names: &[&str]) {
    let places = places(op, names).expect("the maps were checked");
    printer.text(" ");
    for place in &places {
        printer.operand(op.operand(place.memref));
        printer.text("[");
        print_map_of_values(printer, place.map, &place.indices(op));
        printer.text("], ");
    }
    let end = places.last().map_or(0, Place::end);
    printer.operands(op.operands().skip(end));
    printer.text(" : ");
    printer.types(places.iter().map(|place| op.operand(place.memref).ty()));
}

fn print_start(printer: &mut dyn AsmPrinter, op: OpRef) {
    print_transfer(printer, op, &START_MAPS);
}

fn print_wait(printer: &mut dyn AsmPrinter, op: OpRef) {
    print_transfer(printer, op, &WAIT_MAPS);
}
