//! `linalg.generic`: a structured operation with explicit maps, iterator types and region.

use rmlir::core::interfaces::{ReifyShapes, Speculatable};
use rmlir::prelude::*;

use crate::attrs::{IteratorType, IteratorTypeArray};
use crate::shared::{LoopNest, structured};
use crate::structured::{Loops, Structured};
use crate::syntax::{parse_operands, print_operands, print_results};

/// A loop nest with explicit indexing maps whose region computes the elements of the outputs.
///
/// `indexing_maps` has a map for each operand, from the iteration space to an element of it; `iterator_types` has the
/// type of each loop. The arguments of the region are the elements of all operands; it yields those of the outputs.
///
/// ```mlir
/// %r = linalg.generic {
///        indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
///        iterator_types = ["parallel", "reduction"]}
///      ins(%a : tensor<?x?xf32>) outs(%b : tensor<?xf32>) {
/// ^bb0(%x: f32, %sum: f32):
///   %next = arith.addf %sum, %x : f32
///   linalg.yield %next : f32
/// } -> tensor<?xf32>
/// ```
#[op(
    name = "linalg.generic",
    classes(LoopNest),
    traits(AttrSizedOperandSegments),
    interfaces(AsmNames),
    fold = rmlir_memref::fold::skip_casts,
    canonicalize,
    parse = parse,
    print = print
)]
pub struct GenericOp {
    #[operand]
    inputs: Vec<AnyType>,
    #[operand]
    outputs: Vec<AnyShaped>,
    /// The indexing maps: from the iteration space to an element of each operand.
    #[prop]
    indexing_maps: AffineMapArrayAttr,
    /// The iterator type of each loop.
    #[prop]
    iterator_types: IteratorTypeArray,
    /// A documentation string.
    #[prop]
    doc: Option<StrAttr>,
    /// The name of an equivalent library function.
    #[prop]
    library_call: Option<StrAttr>,
    #[result]
    result_tensors: Vec<AnyRankedTensor>,
    #[region]
    region: AnyRegion,
}

/// The properties that are printed before the operands.
const TRAIT_PROPS: [(usize, &str); 4] = [
    (GenericOp::DOC, "doc"),
    (GenericOp::INDEXING_MAPS, "indexing_maps"),
    (GenericOp::ITERATOR_TYPES, "iterator_types"),
    (GenericOp::LIBRARY_CALL, "library_call"),
];

structured! { GenericOp OUTPUTS_OPERAND; }

impl Structured for GenericOp {
    fn loops(&self, op: OpRef) -> Loops {
        Loops {
            iterators: op.get(GenericOp::iterator_types),
            maps: op.get(GenericOp::indexing_maps).into_iter().cloned().collect(),
        }
    }
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let pos = parser.pos();
    let dict = parser.parse_attr(None)?;
    let Some(entries) = dict.as_dict(parser.cx()) else {
        return Err(parser.error_at(pos, "invalid kind of attribute specified"));
    };
    for entry in entries.iter().copied() {
        let name = entry.name.str(parser.cx()).to_owned();
        state.set_attr(parser.cx(), &name, entry.value);
    }
    parse_iterator_types(parser, state, pos)?;
    parse_operands(parser, state)?;
    if parser.try_token("attrs") {
        parser.asm().token("=")?;
        parser.attr_dict(state)?;
    }
    parser.parse_full_region(state, &[])?;
    state.result_types = parser.asm().optional_arrow_types()?.into();
    state.no_inference = true;
    Ok(())
}

/// Parses iterator types, which the textual format spells as strings.
fn parse_iterator_types(parser: &mut dyn OpAsmParser, state: &mut OpState, pos: u32) -> Parsed<()> {
    let cx = parser.cx();
    let list = state.props.get(GenericOp::ITERATOR_TYPES).and_then(|list| list.as_array(cx));
    let Some(list) = list.map(<[Attr]>::to_vec) else {
        return Err(parser.error_at(pos, "expected \"iterator_types\" array attribute"));
    };
    let mut iterators = Vec::new();
    for &iterator in &list {
        let Some(name) = iterator.as_str(cx) else { continue };
        match IteratorType::ENUM.value(name) {
            Some(value) => iterators.extend(IteratorType::from_value(value).map(|iterator| iterator.attr(cx))),
            None => {
                let message = format!("unexpected iterator_type ({name})");
                return Err(parser.asm().error(message));
            }
        }
    }
    state.set_prop(GenericOp::ITERATOR_TYPES, cx.array_attr(&iterators));
    Ok(())
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    let cx = op.cx();
    let mut entries = Vec::new();
    for (slot, name) in TRAIT_PROPS {
        let Some(mut value) = op.prop(slot) else { continue };
        if slot == GenericOp::ITERATOR_TYPES {
            let name = |iterator: &IteratorType| {
                cx.str_attr(IteratorType::ENUM.keyword(iterator.value()).as_deref().unwrap_or(""))
            };
            let names: Vec<Attr> = GenericOp::from_id(op.id).loops(op).iterators.iter().map(name).collect();
            value = cx.array_attr(&names);
        }
        entries.push(NamedAttr { name: cx.ident(name), value });
    }
    printer.text(" ");
    printer.attr(cx.dict(entries));
    print_operands(printer, op);
    if !op.discardable_attrs().is_empty() {
        printer.text(" attrs = ");
        printer.attr_dict(op, &["doc", "indexing_maps", "iterator_types", "library_call", "operandSegmentSizes"]);
    }
    if !op.region(0).is_empty() {
        printer.text(" ");
        printer.region(op.region(0), RegionPrint::default());
    }
    print_results(printer, op);
}
