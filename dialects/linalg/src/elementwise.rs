//! `linalg.elementwise`: an elementwise operation whose function is a property.

use rmlir::core::interfaces::{ReifyShapes, Speculatable};
use rmlir::prelude::*;

use crate::attrs::{BinaryFn, ElementwiseKind, TernaryFn, UnaryFn};
use crate::computation::Computation;
use crate::matmul::print_maps;
use crate::named::maps_attr;
use crate::shared::{LoopNest, structured};
use crate::structured::{Loops, Structured, identity, inits, rank};
use crate::syntax::{print_named_without, read_named};

/// Applies a function to the elements of the inputs.
///
/// Optional maps permute or broadcast dimensions of inputs.
///
/// ```mlir
/// %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>)
///   -> tensor<4x8xf32>
/// ```
#[op(
    name = "linalg.elementwise",
    classes(LoopNest),
    traits(AttrSizedOperandSegments),
    fold = rmlir_memref::fold::skip_casts,
    parse = parse,
    print = print
)]
pub struct ElementwiseOp {
    #[operand]
    inputs: Vec<AnyType>,
    #[operand]
    outputs: Vec<AnyShaped>,
    /// The function.
    #[prop]
    kind: ElementwiseKind,
    /// The indexing maps: from the iteration space to an element of each operand.
    #[prop]
    indexing_maps: Option<AffineMapArrayAttr>,
    #[result]
    result_tensors: Vec<AnyRankedTensor>,
    #[region]
    region: AnyRegion,
}

structured! { ElementwiseOp OUTPUTS_OPERAND; }

impl ElementwiseKind {
    /// The computation, and the number of its inputs.
    pub fn computation(self) -> (Computation, usize) {
        let keyword = ElementwiseKind::ENUM.keyword(self.value()).unwrap_or_default();
        let value = |of: &rmlir::core::opdef::EnumDef| of.value(&keyword);
        if let Some(function) = value(UnaryFn::ENUM).and_then(UnaryFn::from_value) {
            return (Computation::Unary(function), 1);
        }
        match value(BinaryFn::ENUM).and_then(BinaryFn::from_value) {
            Some(function) => (Computation::Binary(function), 2),
            None => (Computation::Ternary(TernaryFn::Select), 3),
        }
    }
}

fn kind_of(cx: &Context, state: &OpState) -> Option<ElementwiseKind> {
    ElementwiseKind::from_attr(cx, *state.props.get(ElementwiseOp::KIND)?)
}

impl Structured for ElementwiseOp {
    fn loops(&self, op: OpRef) -> Loops {
        let rank = op.operands().nth(inits(op).start).map_or(0, rank);
        Loops::parallel(rank, op.get(ElementwiseOp::indexing_maps).into_iter().flatten().cloned().collect())
    }
    fn computation(&self, cx: &Context, state: &OpState) -> Option<Computation> {
        kind_of(cx, state).map(|kind| kind.computation().0)
    }
    fn n_region_args_of(&self, cx: &Context, state: &OpState) -> usize {
        kind_of(cx, state).map_or(0, |kind| kind.computation().1 + 1)
    }
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    parser.asm().keyword("kind")?;
    parser.asm().token("=")?;
    let kind = parser.parse_attr(None)?;
    if ElementwiseKind::from_attr(parser.cx(), kind).is_none() {
        return Err(parser.asm().error("expected ElementwiseKind attribute"));
    }
    state.set_prop(ElementwiseOp::KIND, kind);
    let mut maps = Vec::new();
    if parser.try_token("indexing_maps") {
        parser.asm().token("=")?;
        parser.asm().list(Delimiter::Square, |parser| {
            let map = parser.parse_attr(None)?;
            if map.as_affine_map(parser.cx()).is_none() {
                return Err(parser.error("expected affine map attribute"));
            }
            maps.push(map);
            Ok(())
        })?;
    }
    let operands = read_named(parser, state)?;
    if maps.is_empty() {
        let rank = operands.all().last().and_then(|ty| ty.shape(parser.cx())).map(<[i64]>::len);
        let Some(rank) = rank else { return Err(parser.asm().error("return type needs to be shaped type")) };
        let maps = maps_attr(parser.cx(), &vec![identity(rank); state.operands.len()]);
        state.set_prop(ElementwiseOp::INDEXING_MAPS, maps);
    } else {
        state.set_prop(ElementwiseOp::INDEXING_MAPS, parser.cx().array_attr(&maps));
    }
    Ok(())
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" kind=");
    printer.attr(op.get(ElementwiseOp::kind).attr(op.cx()));
    let loops = ElementwiseOp::from_id(op.id).loops(op);
    if loops.maps != vec![identity(loops.iterators.len()); op.n_operands()] {
        print_maps(printer, maps_attr(op.cx(), &loops.maps));
    }
    print_named_without(printer, op, &["operandSegmentSizes", "kind", "indexing_maps"]);
}
