//! Control flow of `tosa`, and scatters, to `scf`.

use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::core::types::DYNAMIC;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir::rewrite::create_or_fold;
use rmlir_arith::{IndexCastOp, constant_index};
use rmlir_scf as scf;
use rmlir_scf::Scf;
use rmlir_tensor::{DimOp, ExtractOp, ExtractSliceOp, InsertSliceOp, Tensor, tensor_type};
use rmlir_tosa::{IfOp, ScatterOp, WhileOp};

/// Lower TOSA to the SCF dialect.
///
/// ```mlir
/// %0 = tosa.cond_if %c : tensor<i1> -> tensor<f32> {
///   tosa.yield %a : tensor<f32>
/// } else {
///   tosa.yield %b : tensor<f32>
/// }
/// // becomes
/// %extracted = tensor.extract %c[] : tensor<i1>
/// %0 = scf.if %extracted -> (tensor<f32>) {
///   scf.yield %a : tensor<f32>
/// } else {
///   scf.yield %b : tensor<f32>
/// }
/// ```
#[pass(name = "tosa-to-scf", title = "TosaToSCFPass", depends(Tensor, Scf))]
pub fn tosa_to_scf(cx: &mut PassCx) -> PassResult {
    let mut target = ConversionTarget::new(cx.cx());
    target.legal_dialects(&["tensor", "scf"]).illegal_ops(&[IfOp::NAME, ScatterOp::NAME, WhileOp::NAME]);
    target.dynamic_unknown(|_| true);
    let mut patterns = ConversionPatterns::new();
    for pattern in [condition::pattern(), scatter::pattern(), repetition::pattern()] {
        patterns.add(ConversionPattern::plain(pattern));
    }
    cx.convert_partially(&target, &patterns)
}

/// The terminator of the only block of `region`.
fn terminator(body: &Body, region: RegionId) -> OpId {
    let last = body.entry(region).and_then(|block| body.last_op(block));
    last.expect("a region of control flow is a block that ends with a yield")
}

#[pattern]
fn condition(op: IfOp, rw: &mut Rewriter) -> Match {
    let condition = rw.value(ExtractOp::build(op.condition(rw), &[]));
    let types: Vec<Type> = rw.result_types(op.id()).collect();
    let inputs = op.input_list(rw).to_vec();
    let new = rw.create(scf::IfOp::build(&types, condition));
    for (from, to) in [(op.then_graph(rw), new.thenRegion(rw)), (op.else_graph(rw), new.elseRegion(rw))] {
        let ends = terminator(rw, from);
        let block = rw.entry(from).expect("a region of control flow has a block");
        let into = rw.create_block(to, &[], &[]);
        rw.merge_blocks(block, into, &inputs);
        yield_in_scf(rw, ends);
    }
    let results = rw.results(new.id()).to_vec();
    rw.replace(op, results)
}

fn yield_in_scf(rw: &mut Rewriter, yielding: OpId) {
    let values: Vec<Value> = rw.operands(yielding).collect();
    let loc = rw.loc(yielding);
    rw.before(yielding);
    rw.create(scf::YieldOp::build(&values).at(loc));
    rw.erase(yielding);
}

#[pattern]
fn repetition(op: WhileOp, rw: &mut Rewriter) -> Match {
    let types: Vec<Type> = rw.result_types(op.id()).collect();
    let inputs = op.input_list(rw).to_vec();
    let new = rw.create(scf::WhileOp::build(&types, &inputs));
    let (before, after) = (new.before(rw), new.after(rw));
    rw.take_blocks(op.cond_graph(rw), before);
    rw.take_blocks(op.body_graph(rw), after);
    let ends = terminator(rw, before);
    let (holds, loc) = (rw.operand(ends, 0), rw.loc(ends));
    let args = rw.entry(before).map_or(Vec::new(), |block| rw.args(block).to_vec());
    rw.before(ends);
    let holds = rw.value(ExtractOp::build(holds, &[]).at(loc));
    rw.create(scf::ConditionOp::build(holds, &args).at(loc));
    rw.erase(ends);
    yield_in_scf(rw, terminator(rw, after));
    let results = rw.results(new.id()).to_vec();
    rw.replace(op, results)
}

/// Loops over batches and rows, which insert one row after the other.
#[pattern]
fn scatter(op: ScatterOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    let (values, indices, input) = (op.values_in(rw), op.indices(rw), op.input(rw));
    if [values, indices, input].iter().any(|&tensor| rw.ty(tensor).shape(rw).is_none()) {
        return rw.no_match(op, "unranked tensors are not supported");
    }
    let [batches, rows, channels] = [0, 1, 2].map(|dim| {
        let dim = constant_index(rw, dim);
        create_or_fold(rw, DimOp::build(input, dim))
    });
    let [zero, one] = [0, 1].map(|value| constant_index(rw, value));
    let element = rw.ty(input).element_or_self(rw);
    let row_type = tensor_type(rw.cx(), &[DYNAMIC; 3], element);
    let row_at = |place: [Value; 3]| SliceLists {
        offsets: place.map(MixedIndex::Dynamic).to_vec(),
        sizes: [one, one, channels].map(MixedIndex::Dynamic).to_vec(),
        strides: [one; 3].map(MixedIndex::Dynamic).to_vec(),
    };
    let outer = scf::ForOp::with_body(rw, loc, [zero, batches, one], &[values], |rw, batch, carried| {
        let inner = scf::ForOp::with_body(rw, loc, [zero, rows, one], carried, |rw, row, carried| {
            let index = rw.value(ExtractOp::build(indices, &[batch, row]));
            let index = rw.value(IndexCastOp::build(Type::INDEX, index));
            let slice = ExtractSliceOp::of(rw.cx(), row_type, input, &row_at([batch, row, zero]));
            let slice = rw.value(slice);
            let (ty, place) = (rw.ty(carried[0]), row_at([batch, index, zero]));
            let inserted = InsertSliceOp::of(rw.cx(), ty, slice, carried[0], &place);
            vec![rw.value(inserted)]
        });
        rw.results(inner.id()).to_vec()
    });
    let results = rw.results(outer.id()).to_vec();
    rw.replace(op, results)
}
