//! `linalg.reduce`: reduction along dimensions.

use rmlir::core::interfaces::{ReifyShapes, Speculatable};
use rmlir::prelude::*;

use crate::attrs::{IteratorType, SortedDims};
use crate::map::{TensorOrMemref, show_list};
use crate::shared::{LoopNest, structured};
use crate::structured::{Loops, Structured, identity, rank, selection};
use crate::syntax::{
    PayloadOperands, add_tensor_results, build_payload, parse_dims, parse_operands, parse_payload,
    parse_region_with_args, payload_of, print_dims, print_operands, print_payload, print_region_with_args,
};

/// Reduces the inputs along some dimensions.
///
/// A region that holds one operation, on the output and the input, is written
/// as that operation.
///
/// ```mlir
/// %sum = linalg.reduce { arith.addf } ins(%a : tensor<16x32x64xf32>) outs(%b : tensor<16x64xf32>) dimensions = [1]
/// ```
#[op(
    name = "linalg.reduce",
    classes(LoopNest),
    traits(SameVariadicOperandSize),
    interfaces(AsmNames),
    verify = verify_reduce,
    parse = parse,
    print = print
)]
pub struct ReduceOp {
    #[operand]
    inputs: Vec<TensorOrMemref>,
    #[operand]
    inits: Vec<TensorOrMemref>,
    /// The dimensions that are reduced.
    #[prop]
    dimensions: SortedDims,
    #[result]
    results: Vec<AnyTensor>,
    #[region]
    combiner: SizedRegion1,
}

structured! { ReduceOp INITS_OPERAND; }

fn dimensions(op: OpRef) -> Vec<i64> {
    op.get(ReduceOp::dimensions)
}

impl Structured for ReduceOp {
    fn loops(&self, op: OpRef) -> Loops {
        let Some(rank) = op.operands().next().map(rank) else { return Loops::default() };
        let (dims, n_inputs) = (dimensions(op), op.n_operands() / 2);
        let is_reduced = |dim: &i64| dims.contains(dim);
        let iterator = |dim: i64| match is_reduced(&dim) {
            true => IteratorType::Reduction,
            false => IteratorType::Parallel,
        };
        let kept = selection(rank, (0..rank as i64).filter(|dim| !is_reduced(dim)));
        let mut maps = vec![identity(rank); n_inputs];
        maps.resize(op.n_operands(), kept);
        Loops { iterators: (0..rank as i64).map(iterator).collect(), maps }
    }
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let payload = parse_payload(parser)?;
    let operands = parse_operands(parser, state)?;
    add_tensor_results(parser.cx(), state, &operands);
    parse_dims(parser, state, "dimensions", ReduceOp::DIMENSIONS)?;
    parser.attr_dict(state)?;
    match payload {
        Some(payload) => build_payload(parser, state, &payload, PayloadOperands::InitFirst),
        None => parse_region_with_args(parser, state)?,
    }
    Ok(())
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    let payload = payload_of(op, PayloadOperands::InitFirst);
    if let Some(payload) = payload {
        print_payload(printer, payload);
    }
    print_operands(printer, op);
    print_dims(printer, "dimensions", &dimensions(op));
    printer.attr_dict(op, &["dimensions"]);
    if payload.is_none() {
        print_region_with_args(printer, op.region(0));
    }
}

fn verify_reduce(op: OpRef) -> Checked {
    let cx = op.cx();
    let operands: Vec<ValueRef> = op.operands().collect();
    // There are as many inits as inputs; an extra operand is neither.
    let n = operands.len() / 2;
    let (inputs, inits) = (&operands[..n], &operands[n..2 * n]);
    let (Some(&input), Some(&init)) = (inputs.first(), inits.first()) else {
        return Err(op.error("expected at least one input"));
    };
    let shape = |value: ValueRef| value.ty().shape(cx).unwrap_or_default().to_vec();
    for (what, group, first) in [("input", inputs, input), ("output", inits, init)] {
        if let Some(index) = group.iter().position(|&value| shape(value) != shape(first)) {
            return Err(op.error(format!(
                "expects all {what}s to have the same shapes. Shape at {what}-index {index} is not equal to the shape at \
                 {what}-index 0."
            )));
        }
    }
    let (from, to, dims) = (shape(input), shape(init), dimensions(op));
    if dims.iter().any(|&dim| dim < 0 || dim >= from.len() as i64) {
        let last = from.len() as i64 - 1;
        return Err(op.error(format!("dimensions for reduction should be in the range [0, {last}].")));
    }
    let left: Vec<i64> =
        from.iter().enumerate().filter(|(dim, _)| !dims.contains(&(*dim as i64))).map(|(_, &size)| size).collect();
    if left.len() != to.len() {
        return Err(op.error(format!(
            "number of dimensions after reduction {} doesn't match the init rank {}",
            left.len(),
            to.len()
        )));
    }
    if left != to {
        let (left, to) = (show_list(&left), show_list(&to));
        return Err(op.error(format!("init dimensions [{to}] doesn't match input dimensions after reduction [{left}]")));
    }
    verify_args(op, inputs, inits)
}

fn verify_args(op: OpRef, inputs: &[ValueRef], inits: &[ValueRef]) -> Checked {
    let cx = op.cx();
    let args = op.region(0).entry().map_or(Vec::new(), BlockRef::arg_types);
    if args.len() != op.n_operands() {
        return Err(op.error("mismatching number of operands and block arguments"));
    }
    let (first, last) = args.split_at(inputs.len());
    for (what, group, args) in [("input", inputs, first), ("output", inits, last)] {
        for (value, &arg) in group.iter().zip(args) {
            let element = value.ty().element_or_self(cx);
            if element != arg {
                let (element, arg) = (cx.show_type(element), cx.show_type(arg));
                return Err(op.error(format!(
                    "{what} element type '{element}' does not match corresponding block argument type '{arg}'"
                )));
            }
        }
    }
    Ok(())
}
