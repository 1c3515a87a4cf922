//! An elementwise map of a buffer by a function, and its lowering to loops, to which all loop passes apply.
use rmlir::{dialects::{arith::{Arith, ConstantOp}, func::CallOp, memref::{DimOp, LoadOp, MemRef, StoreOp}, scf::{ForOp, Scf}}, prelude::*};

dialect! { pub Buffers = "buffers" { ops: [Map], passes: [toy_map_to_scf] } }

/// Applies a function to each element of one buffer and stores the results to the same positions of another.
///
/// ```mlir
/// buffers.map @f of %from to %to : memref<?xf32>
/// ```
#[op(name = "buffers.map", format = "$function `of` $from `to` $to attr-dict `:` type($from)", types(T = AnyMemRef))]
pub struct Map { #[prop] function: FlatSymbolRefAttr, #[operand] from: T, #[operand] to: T }

#[pattern]
fn map_to_loop(op: Map, rw: &mut Rewriter) -> Match {
    let (loc, from, to) = (rw.loc(op.id()), op.from(rw), op.to(rw));
    let TypeData::MemRef { element, .. } = rw.ty(from).data(rw.cx()) else { return rw.no_match(op, "no buffer") };
    let (element, attrs) = (*element, rw.attr_dict(op.id()));
    let [zero, one] = [0, 1].map(|n| rw.index_attr(n)).map(|n| rw.value(ConstantOp::build(n)));
    let size = rw.value(DimOp::build(from, zero));
    let each = ForOp::create(rw, loc, [zero, size, one], &[]);
    rw.set_attr_dict(each.id(), attrs);
    let (at, end) = (each.induction_var(rw), each.terminator(rw));
    rw.before(end);
    let input = rw.value(LoadOp::build(from, &[at]));
    let call = rw.create(CallOp::build(&[element], &[input], op.function(rw)));
    let output = call.results(rw)[0];
    rw.create(StoreOp::build(output, to, &[at]));
    rw.erase(op)
}

/// Turn buffers.map into loops of scf that call the function
#[pass(name = "toy-map-to-scf", anchor = "func.func", depends(Scf, MemRef, Arith))]
pub fn toy_map_to_scf(cx: &mut PassCx) -> PassResult { cx.apply_greedily(patterns![map_to_loop]) }
