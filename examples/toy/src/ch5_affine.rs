//! Chapter 5: partial lowering to affine loops.
//!
//! You learn dialect conversion: a target says what is legal, patterns replace the rest. Tensors become buffers, and
//! operations on them loops of the dialect `affine`, to which the passes of rmlir apply, such as fusion. `toy.print` is
//! left as it is, with a buffer for its operand; chapter 6 lowers it.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::dialects::affine::{Affine, ForOp, LoadOp, StoreOp};
use rmlir::dialects::arith::{self, Arith};
use rmlir::dialects::func::{self, Func};
use rmlir::dialects::memref::{AllocOp, DeallocOp, MemRef};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPatterns, ConversionRewriter, ConversionTarget};

use crate::ch2_dialect::{AddOp, ConstantOp, FuncOp, MulOp, PrintOp, ReshapeOp, ReturnOp, SubOp, TransposeOp};

/// Lower tensors to buffers and affine loops
///
/// The only function must be `main`: others are inlined before.
#[pass(name = "convert-toy-to-affine", anchor = "builtin.module", depends(Affine, Arith, Func, MemRef))]
pub struct ConvertToAffine {}

impl Pass for ConvertToAffine {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut target = ConversionTarget::new(cx.cx());
        target.legal_dialects(&["affine", "arith", "func", "memref"]).illegal_dialects(&["toy"]);
        target.dynamic_op(PrintOp::DEF.name, |op| op.operand(0).ty().is_memref(op.cx()));
        let mut patterns = ConversionPatterns::new();
        patterns
            .on(FuncOp::DEF.name, "func", None, |rw, op, _| convert_main(rw, op))
            .on(ReturnOp::DEF.name, "return", None, |rw, op, _| {
                rw.replace_with(op, func::ReturnOp::build(&[]));
                Match::Yes
            })
            .on(PrintOp::DEF.name, "print", None, |rw, op, operands| {
                rw.modifying(op);
                rw.set_operands(op, operands);
                rw.modified(op);
                Match::Yes
            })
            .on(ConstantOp::DEF.name, "constant", None, |rw, op, _| rw.with(|rw| store_constant(rw, op)))
            .on(AddOp::DEF.name, "add", None, |rw, op, operands| elementwise(rw, op, operands, arith::AddFOp::build))
            .on(SubOp::DEF.name, "sub", None, |rw, op, operands| elementwise(rw, op, operands, arith::SubFOp::build))
            .on(MulOp::DEF.name, "mul", None, |rw, op, operands| elementwise(rw, op, operands, arith::MulFOp::build))
            .on(TransposeOp::DEF.name, "transpose", None, |rw, op, operands| {
                rw.with(|rw| {
                    for_each_element(rw, op, |rw, indices| {
                        let reversed: Vec<Value> = indices.iter().rev().copied().collect();
                        load(rw, operands[0], &reversed)
                    })
                })
            })
            .on(ReshapeOp::DEF.name, "reshape", None, |rw, op, operands| rw.with(|rw| reshape(rw, op, operands[0])));
        cx.convert_partially(&target, &patterns)
    }
}

/// The function becomes one of the dialect `func`, with the same body.
fn convert_main(rw: &mut ConversionRewriter, op: OpId) -> Match {
    let view = OpRef::root(rw);
    let (inputs, results) = rmlir::core::function::types_of(view, FuncOp::FUNCTION_TYPE);
    if view.symbol_name().is_none_or(|name| name.str(rw.cx()) != "main") || !inputs.is_empty() || !results.is_empty() {
        return rw.no_match(op, "it is not 'main' without arguments and results");
    }
    // The first properties of both are the same.
    let mut props = view.props().to_vec();
    props.resize(func::FuncOp::DEF.props.len(), Attr::ABSENT);
    rw.become_op(rw.cx().op_name_of(func::FuncOp::DEF), &props);
    Match::Yes
}

/// The map without inputs to constants.
fn constants(indices: &[i64]) -> AffineMap {
    AffineMap::new(0, 0, indices.iter().map(|&index| AffineExpr::constant(index)).collect::<Vec<_>>())
}

fn map_attr(cx: &Context, map: AffineMap) -> Attr {
    cx.attr(AttrData::AffineMap(map))
}

/// Loads an element.
pub fn load(rw: &mut Rewriter, buffer: Value, indices: &[Value]) -> Value {
    let map = map_attr(rw, AffineMap::identity(indices.len() as u32));
    rw.value(LoadOp::build(Type::F64, buffer, indices, map))
}

/// The shape of the result of `op`, if it is known.
fn shape_of(rw: &Rewriter, op: OpId) -> Option<Vec<i64>> {
    rw.ty(rw.result(op, 0)).static_shape(rw).map(<[i64]>::to_vec)
}

/// Creates a buffer for the result of `op`, which lives as long as the block, and leaves the insertion point at `op`.
fn allocate(rw: &mut Rewriter, op: OpId, shape: &[i64]) -> Value {
    let block = rw.block_of(op).expect("a converted operation is in a block");
    let ty = TypeData::MemRef { shape: shape.into(), element: Type::F64, layout: None, space: None };
    let ty = rw.cx().ty(ty);
    rw.at_start(block);
    let buffer = rw.value(AllocOp::build(ty, &[], &[]));
    rw.before(rw.last_op(block).expect("the block has a terminator"));
    rw.create(DeallocOp::build(buffer));
    rw.before(op);
    buffer
}

/// Creates a loop for each size, from the outermost to the innermost. The insertion point moves into the innermost one.
/// Returns the induction variables.
pub fn loops(rw: &mut Rewriter, loc: Loc, shape: &[i64]) -> Vec<Value> {
    let mut indices = Vec::new();
    for &size in shape {
        let [lower, upper] = [0, size].map(|bound| (AffineMap::constant(bound), Vec::new()));
        let nested = ForOp::create(rw, loc, &lower, &upper, 1, &[]);
        indices.push(nested.induction_var(rw));
        rw.before(nested.terminator(rw));
    }
    indices
}

/// Replaces `op` by a buffer whose elements `compute` creates, from the indices.
fn for_each_element(rw: &mut Rewriter, op: OpId, compute: impl Fn(&mut Rewriter, &[Value]) -> Value) -> Match {
    let Some(shape) = shape_of(rw, op) else { return rw.no_match(op, "the shape of the result is not known") };
    let buffer = allocate(rw, op, &shape);
    let indices = loops(rw, rw.loc(op), &shape);
    let element = compute(rw, &indices);
    let map = map_attr(rw, AffineMap::identity(indices.len() as u32));
    rw.create(StoreOp::build(element, buffer, &indices, map));
    rw.before(op);
    rw.replace(op, [buffer])
}

fn elementwise<T: Op>(
    rw: &mut ConversionRewriter,
    op: OpId,
    operands: &[Value],
    build: fn(Value, Value) -> Build<T>,
) -> Match {
    rw.with(|rw| {
        for_each_element(rw, op, |rw, indices| {
            let [lhs, rhs] = [operands[0], operands[1]].map(|operand| load(rw, operand, indices));
            rw.value(build(lhs, rhs))
        })
    })
}

/// Stores the elements one by one.
fn store_constant(rw: &mut Rewriter, op: OpId) -> Match {
    let elements = ConstantOp::from_id(op).value(rw).dense_elements(rw).expect("a constant has elements");
    let shape = shape_of(rw, op).expect("the type of a constant has a shape");
    let buffer = allocate(rw, op, &shape);
    for (position, element) in elements.into_iter().enumerate() {
        let element = rw.value(arith::ConstantOp::build(element));
        let map = map_attr(rw, constants(&indices_of(position as i64, &shape)));
        rw.create(StoreOp::build(element, buffer, &[], map));
    }
    rw.replace(op, [buffer])
}

/// The indices of the element at `position` in row-major order.
fn indices_of(mut position: i64, shape: &[i64]) -> Vec<i64> {
    let mut indices = Vec::new();
    for size in shape.iter().rev() {
        indices.insert(0, position % size);
        position /= size;
    }
    indices
}

/// An element of the result has the same position in row-major order as that of the input.
fn reshape(rw: &mut Rewriter, op: OpId, input: Value) -> Match {
    let from = rw.ty(input).shape(rw).unwrap_or_default().to_vec();
    let to = shape_of(rw, op).expect("the verifier has checked the type");
    let mut position = AffineExpr::constant(0);
    for (dim, &size) in to.iter().enumerate() {
        position = position * size + AffineExpr::dim(dim as u32);
    }
    let mut indices = Vec::new();
    for &size in from.iter().rev() {
        indices.insert(0, position.clone() % size);
        position = position.floor_div(size);
    }
    let map = map_attr(rw, AffineMap::new(to.len() as u32, 0, indices));
    for_each_element(rw, op, |rw, indices| rw.value(LoadOp::build(Type::F64, input, indices, map)))
}
