//! Matrix products whose maps may be explicit, to broadcast or transpose inputs.

use rmlir::affine_maps::AffineMap;
use rmlir::core::interfaces::{ReifyShapes, Speculatable};
use rmlir::prelude::*;

use crate::attrs::{IteratorType, TypeFn};
use crate::computation::Computation;
use crate::named::maps_attr;
use crate::shared::{LoopNest, structured};
use crate::structured::{Loops, Structured, selection};
use crate::syntax::{KEPT_MAPS, cast_of, parse_named, print_named_without};

/// The iterator types and the default maps of a product.
pub(crate) struct Product {
    iterators: &'static [IteratorType],
    /// The loops that the dimensions of each operand iterate over.
    dims: [&'static [i64]; 3],
}

use IteratorType::{Parallel, Reduction};

const MATMUL: Product = Product { iterators: &[Parallel, Parallel, Reduction], dims: [&[0, 2], &[2, 1], &[0, 1]] };
const BATCH_MATMUL: Product =
    Product { iterators: &[Parallel, Parallel, Parallel, Reduction], dims: [&[0, 1, 3], &[0, 3, 2], &[0, 1, 2]] };
const BATCH_REDUCE_MATMUL: Product =
    Product { iterators: &[Reduction, Parallel, Parallel, Reduction], dims: [&[0, 1, 3], &[0, 3, 2], &[1, 2]] };

impl Product {
    fn default_maps(&self) -> Vec<AffineMap> {
        let map = |dims: &&[i64]| selection(self.iterators.len(), dims.iter().copied());
        self.dims.iter().map(map).collect()
    }
}

/// Products of matrices.
#[op_class(traits(AttrSizedOperandSegments), fold = rmlir_memref::fold::skip_casts, parse = parse, print = print)]
struct MatrixProduct {
    #[operand]
    inputs: Vec<AnyType>,
    #[operand]
    outputs: Vec<AnyShaped>,
    /// The indexing maps: from the iteration space to an element of each operand.
    #[prop]
    indexing_maps: Option<AffineMapArrayAttr>,
    /// The cast from elements of inputs to elements of the output.
    #[prop]
    cast: Option<TypeFn>,
    #[result]
    result_tensors: Vec<AnyRankedTensor>,
    #[region]
    region: AnyRegion,
}

/// The product of two matrices, added to the output.
///
/// ```mlir
/// %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
/// ```
#[op(name = "linalg.matmul", classes(LoopNest, MatrixProduct), verify = verify_matmul)]
pub struct MatmulOp;

/// Products of matrices, added to the output.
#[op(name = "linalg.batch_matmul", classes(LoopNest, MatrixProduct), verify = verify_batch_matmul)]
pub struct BatchMatmulOp;

/// The sum of products of matrices, added to the output.
#[op(name = "linalg.batch_reduce_matmul", classes(LoopNest, MatrixProduct), verify = verify_batch_reduce_matmul)]
pub struct BatchReduceMatmulOp;

/// Rows of `Op = product, cast;`, where `cast` is whether the property of that name is used.
macro_rules! products {
    ($($op:ident = $product:expr, $casts:literal;)*) => {$(
        structured! { $op OUTPUTS_OPERAND; }

        impl Structured for $op {
            fn loops(&self, op: OpRef) -> Loops {
                Loops { iterators: $product.iterators.to_vec(), maps: maps(op.get(Self::indexing_maps), self) }
            }
            fn computation(&self, cx: &Context, state: &OpState) -> Option<Computation> {
                let cast = if $casts { cast_of(cx, state) } else { TypeFn::CastSigned };
                Some(Computation::MultiplyAdd(cast))
            }
            fn n_region_args_of(&self, _cx: &Context, _state: &OpState) -> usize {
                3
            }
            fn default_maps(&self) -> Vec<AffineMap> {
                $product.default_maps()
            }
        }
    )*};
}

products! {
    MatmulOp = MATMUL, true;
    BatchMatmulOp = BATCH_MATMUL, true;
    BatchReduceMatmulOp = BATCH_REDUCE_MATMUL, false;
}

/// The indexing maps `given`, or the default maps.
fn maps(given: Option<Vec<&AffineMap>>, structured: &dyn Structured) -> Vec<AffineMap> {
    given.map_or_else(|| structured.default_maps(), |maps| maps.into_iter().cloned().collect())
}

/// Parses ` indexing_maps = [..]` if it is next.
pub(crate) fn parse_maps(parser: &mut dyn OpAsmParser) -> Parsed<Option<Attr>> {
    if !parser.try_token("indexing_maps") {
        return Ok(None);
    }
    parser.asm().token("=")?;
    let pos = parser.pos();
    let maps = parser.parse_attr(None)?;
    let Some(list) = maps.as_array(parser.cx()) else {
        return Err(parser.error_at(pos, "invalid kind of attribute specified"));
    };
    if list.iter().any(|map| map.as_affine_map(parser.cx()).is_none()) {
        return Err(parser.asm().error("element of indexing_maps array is not an affine_map"));
    }
    Ok(Some(maps))
}

/// Prints ` indexing_maps = [..]`.
pub(crate) fn print_maps(printer: &mut dyn AsmPrinter, maps: Attr) {
    printer.text(" indexing_maps = ");
    printer.attr(maps);
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let given = parse_maps(parser)?;
    let def = state.name.def(parser.cx()).expect("the operation that is read is registered");
    let structured = def.interface::<dyn Structured>().expect("products are structured");
    let maps = given.unwrap_or_else(|| maps_attr(parser.cx(), &structured.default_maps()));
    // The slot is the same in all three operations.
    state.set_prop(MatmulOp::INDEXING_MAPS, maps);
    parse_named(parser, state)
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    let structured = op.interface::<dyn Structured>().expect("products are structured");
    let maps = structured.loops(op).maps;
    if maps != structured.default_maps() {
        print_maps(printer, maps_attr(op.cx(), &maps));
    }
    print_named_without(printer, op, &["operandSegmentSizes", KEPT_MAPS, "indexing_maps"]);
}

/// The indexing maps and the default maps of the operation, if they differ.
fn given_maps(op: OpRef) -> Option<(Vec<AffineMap>, Vec<AffineMap>)> {
    let structured = op.interface::<dyn Structured>().expect("products are structured");
    let (maps, defaults) = (structured.loops(op).maps, structured.default_maps());
    (maps != defaults).then_some((maps, defaults))
}

/// Whether all results of `map` are results of `default`.
fn is_subset(map: &AffineMap, default: &AffineMap) -> bool {
    map.results().iter().all(|expr| default.results().contains(expr))
}

fn verify_matmul(op: OpRef) -> Checked {
    let Some((maps, defaults)) = given_maps(op) else { return Ok(()) };
    for (map, default) in maps.iter().zip(&defaults).take(2) {
        if !is_subset(map, default) {
            return Err(op.error("Unexpected dim expression in map result."));
        }
        let is_broadcast = map.n_results() < default.n_results();
        let is_valid =
            map.results().first().is_some_and(|expr| expr.is_function_of_dim(map.n_dims().saturating_sub(1)));
        if is_broadcast && !is_valid {
            return Err(op.error("Invalid broadcast requested, should be (d2)."));
        }
    }
    Ok(())
}

fn verify_batch_matmul(op: OpRef) -> Checked {
    verify_batched(op, &[0, 1, 2])
}

fn verify_batch_reduce_matmul(op: OpRef) -> Checked {
    verify_batched(op, &[1, 2])
}

/// Verifies the maps of batched products; the output has the dimensions `output`.
fn verify_batched(op: OpRef, output: &[u32]) -> Checked {
    let Some((maps, defaults)) = given_maps(op) else { return Ok(()) };
    let [lhs, rhs, out] = &maps[..] else {
        return Err(op.error("Indexing_map attribute must have 3 affine maps."));
    };
    verify_batched_input(op, lhs, &defaults[0], true)?;
    verify_batched_input(op, rhs, &defaults[1], false)?;
    if out.n_results() != output.len() {
        return Err(op.error(format!("expects {} dims, but got ({}).", output.len(), out.n_results())));
    }
    if !out.results().iter().zip(output).all(|(expr, &dim)| expr.is_function_of_dim(dim)) {
        return Err(op.error("Invalid output map result dimension."));
    }
    Ok(())
}

fn verify_batched_input(op: OpRef, map: &AffineMap, default: &AffineMap, is_lhs: bool) -> Checked {
    const BATCH: u32 = 0;
    const M: u32 = 1;
    const N: u32 = 2;
    const K: u32 = 3;
    if !is_subset(map, default) {
        return Err(op.error("Unexpected result dim expression (outside the set of default result dims)."));
    }
    if map.n_results() > 3 {
        return Err(op.error("no. of result dim expressions exceeds 3."));
    }
    let uses = |index: usize, dim: u32| map.results().get(index).is_some_and(|expr| expr.is_function_of_dim(dim));
    if map.n_results() == default.n_results() {
        return if uses(0, BATCH) { Ok(()) } else { Err(op.error("Invalid batch dimension expression.")) };
    }
    let is_valid = match (map.n_results(), is_lhs) {
        (1, _) => uses(0, K),
        (2, true) => (uses(0, BATCH) || uses(0, M)) && uses(1, K),
        (2, false) => (uses(0, BATCH) && uses(1, K)) || (uses(0, K) && uses(1, N)),
        _ => false,
    };
    if is_valid { Ok(()) } else { Err(op.error("Invalid broadcast requested.")) }
}
