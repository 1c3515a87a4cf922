//! `linalg.contract`: tensor contraction along any dimensions.

use rmlir::affine_maps::AffineMap;
use rmlir::core::interfaces::{ReifyShapes, Speculatable};
use rmlir::prelude::*;

use crate::attrs::{IteratorType, TypeFn};
use crate::computation::Computation;
use crate::matmul::{parse_maps, print_maps};
use crate::named::maps_attr;
use crate::shared::{LoopNest, structured};
use crate::structured::{Loops, Structured};
use crate::syntax::{cast_of, parse_named, print_named_without};

/// Contracts the inputs: sums products of their elements along the dimensions that the output does not have.
///
/// ```mlir
/// %d = linalg.contract
///     indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
///                      affine_map<(m, n, k) -> (m, n)>]
///     ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
/// ```
#[op(
    name = "linalg.contract",
    classes(LoopNest),
    traits(AttrSizedOperandSegments),
    fold = rmlir_memref::fold::skip_casts,
    verify = verify_contract,
    parse = parse,
    print = print
)]
pub struct ContractOp {
    #[operand]
    inputs: Vec<AnyType>,
    #[operand]
    outputs: Vec<AnyShaped>,
    /// The indexing maps: from the iteration space to an element of each operand.
    #[prop]
    indexing_maps: AffineMapArrayAttr,
    /// The cast from elements of inputs to elements of the output.
    #[prop]
    cast: Option<TypeFn>,
    #[result]
    result_tensors: Vec<AnyShaped>,
    #[region]
    combiner: SizedRegion1,
}

structured! { ContractOp OUTPUTS_OPERAND; }

impl Structured for ContractOp {
    /// A loop whose induction variable occurs in the map of the output is parallel.
    fn loops(&self, op: OpRef) -> Loops {
        let maps: Vec<AffineMap> = op.get(ContractOp::indexing_maps).into_iter().cloned().collect();
        let Some(output) = maps.last() else { return Loops::default() };
        let iterator = |dim| match output.is_function_of_dim(dim) {
            true => IteratorType::Parallel,
            false => IteratorType::Reduction,
        };
        Loops { iterators: (0..output.n_dims()).map(iterator).collect(), maps }
    }
    fn computation(&self, cx: &Context, state: &OpState) -> Option<Computation> {
        Some(Computation::MultiplyAdd(cast_of(cx, state)))
    }
    fn n_region_args_of(&self, _cx: &Context, _state: &OpState) -> usize {
        3
    }
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let Some(maps) = parse_maps(parser)? else {
        return Err(parser.asm().error("expected 'indexing_maps' attribute"));
    };
    state.set_prop(ContractOp::INDEXING_MAPS, maps);
    parse_named(parser, state)
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    let maps = ContractOp::from_id(op.id).loops(op).maps;
    print_maps(printer, maps_attr(op.cx(), &maps));
    print_named_without(printer, op, &["indexing_maps", "operandSegmentSizes"]);
}

fn verify_contract(op: OpRef) -> Checked {
    let maps = op.get(ContractOp::indexing_maps);
    let Some(n_loops) = maps.first().map(|map| map.n_dims()) else { return Ok(()) };
    let mut n_uses = vec![(0, 0); n_loops as usize];
    for (index, (map, operand)) in maps.iter().zip(op.operands()).take(3).enumerate() {
        if !map.is_projected_permutation() {
            return Err(op.plain_error("provided affine_map is not a projected permutation"));
        }
        match operand.ty().shape(op.cx()) {
            Some(shape) if shape.len() != map.n_results() => {
                return Err(op.plain_error("ranks of shaped operand and results of corresponding affine_map differ"));
            }
            None if map.n_results() != 0 => {
                return Err(op.plain_error("affine_map specifies shaped access while operand has non-shaped type"));
            }
            _ => {}
        }
        if map.n_dims() != n_loops {
            return Err(op.plain_error("iteration spaces of provided affine_maps differ"));
        }
        for dim in map.results().iter().filter_map(|expr| expr.as_dim()) {
            let (n_in, n_out) = &mut n_uses[dim as usize];
            *(if index < 2 { n_in } else { n_out }) += 1;
        }
    }
    for (dim, uses) in n_uses.iter().enumerate() {
        match uses {
            (0, 0) => {
                return Err(
                    op.plain_error(format!("iteration space dim at index {dim} not used to access any operand"))
                );
            }
            (1, n_out) if *n_out != 1 => {
                return Err(op.plain_error(format!(
                    "iteration space dim at index {dim} is neither a contracting dim nor of parallel iteration type"
                )));
            }
            _ => {}
        }
    }
    if !n_uses.contains(&(2, 0)) {
        return Err(op.plain_error("'indexing_maps' do not specify a contracting dimension"));
    }
    Ok(())
}
