//! Elementwise operations on tensors to `linalg.generic`.

use rmlir::affine_maps::AffineMap;
use rmlir::core::attrs::AttrData;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::pattern::{Pattern, PatternRoot};
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir_linalg::{GenericOp, IteratorType, Linalg, YieldOp};
use rmlir_memref::MemRef;
use rmlir_tensor::{EmptyOp, mixed_sizes};

/// Convert ElementwiseMappable ops to linalg.
///
/// Operands that are no tensors are passed to each element. A result is computed in place of the first operand of its
/// type, otherwise in a new tensor of the sizes of the first tensor among the operands.
///
/// ```mlir
/// %0 = math.exp %t : tensor<?xf32>
/// // becomes
/// %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
///     ins(%t : tensor<?xf32>) outs(%t : tensor<?xf32>) {
/// ^bb0(%in: f32, %out: f32):
///   %1 = math.exp %in : f32
///   linalg.yield %1 : f32
/// } -> tensor<?xf32>
/// ```
#[pass(name = "convert-elementwise-to-linalg", title = "ConvertElementwiseToLinalgPass", depends(Linalg, MemRef))]
pub fn convert_elementwise_to_linalg(cx: &mut PassCx) -> PassResult {
    let mut target = ConversionTarget::new(cx.cx());
    target.dynamic_unknown(|op| !is_elementwise_on_tensors(op));
    let root = PatternRoot::Where(|def| def.has(TraitSet::ELEMENTWISE_MAPPABLE));
    let mut patterns = ConversionPatterns::new();
    patterns.add(ConversionPattern::plain(Pattern::rooted(root, "elementwise_to_generic", to_generic)));
    cx.convert_partially(&target, &patterns)
}

fn is_ranked(cx: &Context, ty: Type) -> bool {
    ty.is_tensor(cx) && ty.shape(cx).is_some()
}

fn is_elementwise_on_tensors(op: OpRef) -> bool {
    op.has(TraitSet::ELEMENTWISE_MAPPABLE) && op.operands().any(|operand| is_ranked(op.cx(), operand.ty()))
}

fn to_generic(rw: &mut Rewriter, op: OpId) -> Match {
    let operands: Vec<Value> = rw.operands(op).collect();
    let first = operands.iter().copied().find(|&operand| is_ranked(rw, rw.ty(operand)));
    let Some(first) = first else { return rw.no_match(op, "no operand is a ranked tensor") };
    let types: Vec<Type> = rw.result_types(op).collect();
    if !types.iter().all(|&ty| is_ranked(rw, ty)) {
        return rw.no_match(op, "a result is no ranked tensor");
    }
    let rank = rw.ty(first).shape(rw).map_or(0, <[i64]>::len) as u32;
    let outputs: Vec<Value> = types.iter().map(|&ty| output(rw, &operands, first, ty)).collect();
    let map = |&operand: &Value| match rw.ty(operand).is_tensor(rw) {
        true => AffineMap::identity(rank),
        false => AffineMap::new(rank, 0, []),
    };
    let maps: Vec<Attr> =
        operands.iter().chain(&outputs).map(|operand| rw.cx().attr(AttrData::AffineMap(map(operand)))).collect();
    let iterators = vec![IteratorType::Parallel.attr(rw); rank as usize];
    let (maps, iterators) = (rw.array_attr(&maps), rw.array_attr(&iterators));
    let generic = rw.create(GenericOp::build(&types, &operands, &outputs, maps, iterators));
    let results = generic.result_tensors(rw).to_vec();
    add_body(rw, op, generic, &[operands, outputs].concat());
    rw.replace(op, results)
}

/// The tensor that a result of type `ty` is computed in.
fn output(rw: &mut Rewriter, operands: &[Value], sizes_of: Value, ty: Type) -> Value {
    if let Some(&same) = operands.iter().find(|&&operand| rw.ty(operand) == ty) {
        return same;
    }
    let sizes: Vec<Value> = mixed_sizes(rw, sizes_of).into_iter().filter_map(MixedIndex::value).collect();
    rw.value(EmptyOp::build(ty, &sizes))
}

/// Computes `op` on the elements of `values`.
fn add_body(rw: &mut Rewriter, op: OpId, generic: GenericOp, values: &[Value]) {
    let types: Vec<Type> = values.iter().map(|&value| rw.ty(value).element_or_self(rw)).collect();
    let locs = vec![rw.loc(op); values.len()];
    let block = rw.create_block(generic.region(rw), &types, &locs);
    let args = rw.args(block)[..rw.n_operands(op)].to_vec();
    let results: Vec<Type> = rw.result_types(op).map(|ty| ty.element_or_self(rw)).collect();
    let mut state = OpState::new(rw.name(op)).operands(&args).results(&results).at(rw.loc(op));
    for entry in rw.all_attrs(op) {
        state.set_attr(rw.cx(), entry.name.str(rw.cx()), entry.value);
    }
    let scalar = rw.create_state(state);
    let computed = rw.results(scalar).to_vec();
    rw.create(YieldOp::build(&computed));
    rw.before(op);
}
