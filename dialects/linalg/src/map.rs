//! `linalg.map`: an elementwise operation with an explicit region.

use rmlir::core::interfaces::{ReifyShapes, Speculatable};
use rmlir::core::opdef::TypeConstraint;
use rmlir::prelude::*;

use crate::shared::{LoopNest, structured};
use crate::structured::{Loops, Structured, identity, inits, rank};
use crate::syntax::{
    PayloadOperands, add_tensor_results, build_payload, parse_operands, parse_payload, parse_region_with_args,
    payload_of, print_operands, print_payload, print_region_with_args,
};

/// A ranked tensor or memref.
#[allow(non_upper_case_globals)] // The name is upstream's.
pub static TensorOrMemref: TypeConstraint =
    TypeConstraint::new("memref of any type values or ranked tensor of any type values", |cx, ty| {
        (AnyMemRef.check)(cx, ty) || (AnyRankedTensor.check)(cx, ty)
    });

/// Computes each element of the output from those of the inputs with the same indices.
///
/// A region that holds one operation on the elements is written as that
/// operation.
///
/// ```mlir
/// %sum = linalg.map { arith.addf } ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%c : tensor<64xf32>)
/// ```
#[op(
    name = "linalg.map",
    classes(LoopNest),
    interfaces(AsmNames),
    verify = verify_map,
    parse = parse,
    print = print
)]
pub struct MapOp {
    #[operand]
    inputs: Vec<TensorOrMemref>,
    #[operand]
    init: TensorOrMemref,
    #[result]
    result: Vec<AnyTensor>,
    #[region]
    mapper: SizedRegion1,
}

structured! { MapOp INIT_OPERAND; }

impl Structured for MapOp<()> {
    fn loops(&self, op: OpRef) -> Loops {
        let rank = rank(op.operand(inits(op).start));
        Loops::parallel(rank, vec![identity(rank); op.n_operands()])
    }
    fn may_read_inits(&self) -> bool {
        false
    }
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let payload = parse_payload(parser)?;
    let operands = parse_operands(parser, state)?;
    add_tensor_results(parser.cx(), state, &operands);
    parser.attr_dict(state)?;
    match payload {
        None => parse_region_with_args(parser, state)?,
        Some(_) if state.operands.is_empty() => parser.add_empty_region(state),
        Some(payload) => build_payload(parser, state, &payload, PayloadOperands::Inputs),
    }
    Ok(())
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    let payload = payload_of(op, PayloadOperands::Inputs);
    if let Some(payload) = payload {
        print_payload(printer, payload);
    }
    print_operands(printer, op);
    printer.attr_dict(op, &[]);
    if payload.is_none() {
        print_region_with_args(printer, op.region(0));
    }
}

fn verify_map(op: OpRef) -> Checked {
    let cx = op.cx();
    let args = op.region(0).entry().map_or(Vec::new(), BlockRef::arg_types);
    let inputs: Vec<ValueRef> = op.operands().take(inits(op).start).collect();
    if op.n_operands() != args.len() {
        return Err(op.error(format!(
            "expects number of operands to match the arity of mapper, but got: {} and {}",
            op.n_operands(),
            args.len()
        )));
    }
    for (input, &arg) in inputs.iter().zip(&args) {
        let element = input.ty().element_or_self(cx);
        if element != arg {
            let (element, arg) = (cx.show_type(element), cx.show_type(arg));
            return Err(op.error(format!("expected element type of input '{element}' to match bbArg type '{arg}'")));
        }
    }
    let shape = |value: ValueRef| value.ty().shape(cx).unwrap_or_default().to_vec();
    let output = shape(op.operand(inputs.len()));
    if let Some(&input) = inputs.iter().find(|input| shape(**input) != output) {
        let (input, output) = (show_list(&shape(input)), show_list(&output));
        return Err(op.error(format!("expected shape of input ({input}) to match shape of output ({output})")));
    }
    Ok(())
}

/// Formats integers, separated by commas.
pub(crate) fn show_list(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}
