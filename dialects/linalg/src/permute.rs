//! `linalg.transpose` and `linalg.broadcast`: permutation and repetition of elements.

use rmlir::core::interfaces::{ReifyShapes, Speculatable};
use rmlir::prelude::*;

use crate::computation::Computation;
use crate::compute::build_block;
use crate::map::TensorOrMemref;
use crate::shared::{LoopNest, structured};
use crate::structured::{Loops, Structured, identity, rank, selection};
use crate::syntax::{add_tensor_results, parse_dims, parse_operands, print_dims, print_operands};

/// Permutes dimensions: dimension `i` of the output is dimension `permutation[i]` of the input.
///
/// ```mlir
/// %t = linalg.transpose ins(%a : tensor<16x64xf32>) outs(%b : tensor<64x16xf32>) permutation = [1, 0]
/// ```
#[op(
    name = "linalg.transpose",
    classes(LoopNest),
    interfaces(AsmNames),
    fold,
    verify = verify_transpose,
    canonicalize,
    parse = parse_transpose,
    print = print_transpose
)]
pub struct TransposeOp {
    #[operand]
    input: TensorOrMemref,
    #[operand]
    init: TensorOrMemref,
    /// The dimension of the input that is each dimension of the output.
    #[prop]
    permutation: DenseI64ArrayAttr,
    #[result]
    result: Vec<AnyTensor>,
    #[region]
    region: SizedRegion1,
}

/// Repeats the input along added dimensions.
///
/// ```mlir
/// %b = linalg.broadcast ins(%a : tensor<16xf32>) outs(%c : tensor<16x64xf32>) dimensions = [1]
/// ```
#[op(
    name = "linalg.broadcast",
    classes(LoopNest),
    interfaces(AsmNames),
    verify = verify_broadcast,
    canonicalize,
    parse = parse_broadcast,
    print = print_broadcast
)]
pub struct BroadcastOp {
    #[operand]
    input: TensorOrMemref,
    #[operand]
    init: TensorOrMemref,
    /// The dimensions of the output that are added.
    #[prop]
    dimensions: DenseI64ArrayAttr,
    #[result]
    result: Vec<AnyTensor>,
    #[region]
    region: SizedRegion1,
}

structured! {
    TransposeOp INIT_OPERAND;
    BroadcastOp INIT_OPERAND;
}

impl Structured for TransposeOp {
    fn loops(&self, op: OpRef) -> Loops {
        let rank = rank(op.value(Self::init));
        let permutation: Vec<u32> = op.get(Self::permutation).iter().map(|&dim| dim as u32).collect();
        let map = rmlir::affine_maps::AffineMap::permutation(&permutation).and_then(|map| map.inverse_permutation());
        Loops::parallel(rank, vec![map.unwrap_or_else(|| identity(rank)), identity(rank)])
    }
}

impl Structured for BroadcastOp {
    fn loops(&self, op: OpRef) -> Loops {
        let (rank, added) = (rank(op.value(Self::init)), op.get(Self::dimensions));
        let kept = selection(rank, (0..rank as i64).filter(|dim| !added.contains(dim)));
        Loops::parallel(rank, vec![kept, identity(rank)])
    }
}

impl TransposeOp {
    /// Creates a transposition at the insertion point, with its region.
    pub fn create(rw: &mut Rewriter, input: Value, init: Value, permutation: &[i64]) -> TransposeOp {
        let types = result_types(rw, init);
        let permutation = rw.i64_array(permutation);
        let new = rw.create(TransposeOp::build(&types, input, init, permutation));
        add_identity_region(rw, new.id(), new.region(rw), [input, init]);
        new
    }
}

impl BroadcastOp {
    /// Creates a broadcast at the insertion point, with its region.
    pub fn create(rw: &mut Rewriter, input: Value, init: Value, dimensions: &[i64]) -> BroadcastOp {
        let types = result_types(rw, init);
        let dimensions = rw.i64_array(dimensions);
        let new = rw.create(BroadcastOp::build(&types, input, init, dimensions));
        add_identity_region(rw, new.id(), new.region(rw), [input, init]);
        new
    }
}

/// The result types for this init.
fn result_types(body: &Body, init: Value) -> Vec<Type> {
    Some(body.ty(init)).filter(|ty| ty.is_tensor(body)).into_iter().collect()
}

fn add_identity_region(rw: &mut Rewriter, op: OpId, region: RegionId, operands: [Value; 2]) {
    let point = rw.insert_point();
    let loc = rw.loc(op);
    fill_identity(rw, region, &operands, loc);
    rw.set_insert_point(point);
}

/// Builds a region that yields the element of the first operand.
fn fill_identity(rw: &mut Rewriter, region: RegionId, operands: &[Value], loc: Loc) {
    let arg = |&operand: &Value| (rw.ty(operand).element_or_self(rw), rw.value_loc(operand));
    let args: Vec<(Type, Loc)> = operands.iter().map(arg).collect();
    rw.set_loc(loc);
    // Building fails only for an operation without operands, which is invalid in any case.
    let _ = build_block(rw, region, &args, Computation::Identity);
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState, name: &str, slot: usize) -> Parsed<()> {
    let operands = parse_operands(parser, state)?;
    add_tensor_results(parser.cx(), state, &operands);
    parse_dims(parser, state, name, slot)?;
    parser.attr_dict(state)?;
    let (values, loc) = (state.operands.clone(), Loc::at(parser.name_pos()));
    parser.build_region(state, &mut |rw, region| fill_identity(rw, region, &values, loc));
    Ok(())
}

fn parse_transpose(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    parse(parser, state, "permutation", TransposeOp::PERMUTATION)
}

fn parse_broadcast(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    parse(parser, state, "dimensions", BroadcastOp::DIMENSIONS)
}

fn print_transpose(printer: &mut dyn AsmPrinter, op: OpRef) {
    print_operands(printer, op);
    print_dims(printer, "permutation", &op.get(TransposeOp::permutation));
    printer.attr_dict(op, &["permutation"]);
}

fn print_broadcast(printer: &mut dyn AsmPrinter, op: OpRef) {
    print_operands(printer, op);
    print_dims(printer, "dimensions", &op.get(BroadcastOp::dimensions));
    printer.attr_dict(op, &["dimensions"]);
}

fn shapes(op: OpRef) -> [Vec<i64>; 2] {
    [0, 1].map(|index| op.operand(index).ty().shape(op.cx()).unwrap_or_default().to_vec())
}

fn verify_transpose(op: OpRef) -> Checked {
    let permutation = op.get(TransposeOp::permutation);
    let mut sorted = permutation.clone();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..permutation.len() as i64) {
        return Err(op.error("permutation is not valid"));
    }
    let [input, init] = shapes(op);
    if input.len() != init.len() {
        return Err(op.error(format!("input rank {} does not match init rank {}", input.len(), init.len())));
    }
    if input.len() != permutation.len() {
        return Err(op.error(format!(
            "size of permutation {} does not match the argument rank {}",
            permutation.len(),
            input.len()
        )));
    }
    for (dim, (&from, &found)) in permutation.iter().zip(&init).enumerate() {
        let wanted = input[from as usize];
        if found != wanted {
            return Err(op.error(format!(
                "dim(result, {dim}) = {found} doesn't match dim(input, permutation[{dim}]) = {wanted}"
            )));
        }
    }
    Ok(())
}

fn verify_broadcast(op: OpRef) -> Checked {
    let added = op.get(BroadcastOp::dimensions);
    let [input, init] = shapes(op);
    let rank = init.len();
    if input.len() + added.len() != rank {
        return Err(op.error(format!(
            "input rank plus added dimensions does not match init rank. input rank: {}, dimensions size: {}, init rank: \
             {rank}",
            input.len(),
            added.len()
        )));
    }
    if let Some((index, dim)) = added.iter().enumerate().find(|(_, dim)| **dim < 0 || **dim >= rank as i64) {
        return Err(op.error(format!(
            "dimension {index} is out of range. expected range: [0, {}], got: {dim}",
            rank as i64 - 1
        )));
    }
    if added.iter().enumerate().any(|(index, dim)| added[..index].contains(dim)) {
        return Err(op.error("dimensions should not contain duplicates"));
    }
    let kept = (0..rank).filter(|&dim| !added.contains(&(dim as i64)));
    for (index, dim) in kept.enumerate() {
        if input[index] != init[dim] {
            return Err(op.error(format!(
                "input dim {index} should match init dim {dim}. input: {}, init: {}",
                input[index], init[dim]
            )));
        }
    }
    Ok(())
}
