//! Lowering of `vector.multi_reduction`: reduction dimensions are moved to the start or end, all of them are collapsed
//! to one, then a chain of arithmetic or several `vector.reduction`s are created.

use rmlir::pass::{EnumCase, OptionKind, OptionType, OptionValue, Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_vector::place::{TOO_MANY_PARTS, unrolled_rows};
use rmlir_vector::*;

use crate::make::{broadcast, combine, extract, insert, masked, shape_cast, transpose, zero};
use crate::maskable::{Lowered, maskable};

/// The dimensions that are reduced after reordering.
#[attr(int = 32)]
pub enum MultiReductionLowering {
    /// The first dimension: elements of other dimensions are reduced in parallel.
    #[case("innerparallel")]
    InnerParallel,
    /// The last dimension, by `vector.reduction`.
    #[case("innerreduction")]
    InnerReduction,
}

impl OptionType for MultiReductionLowering {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "inner-parallel", doc: "Lower multi_reduction into outer-reduction and inner-parallel ops." },
        EnumCase { name: "inner-reduction", doc: "Lower multi_reduction into outer-parallel and inner-reduction ops." },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        value.case(&[Self::InnerParallel, Self::InnerReduction])
    }
}

/// Lower 'vector.multi_reduction' operations.
///
/// ```mlir
/// %0 = vector.multi_reduction <add>, %v, %acc [0] : vector<2x4xf32> to vector<4xf32>
/// // becomes
/// %1 = vector.extract %v[0] : vector<4xf32> from vector<2x4xf32>
/// %2 = arith.addf %1, %acc : vector<4xf32>
/// %3 = vector.extract %v[1] : vector<4xf32> from vector<2x4xf32>
/// %0 = arith.addf %3, %2 : vector<4xf32>
/// ```
#[pass(
    name = "lower-vector-multi-reduction",
    title = "LowerVectorMultiReduction",
    summary = "Lower 'vector.multi_reduction' operations",
    anchor = "func.func",
    depends(Vector)
)]
pub struct LowerVectorMultiReduction {
    /// Select the strategy to control how multi_reduction is lowered.
    #[option(default = "inner-parallel")]
    lowering_strategy: MultiReductionLowering,
}

impl Pass for LowerVectorMultiReduction {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        cx.apply_greedily(patterns(self.lowering_strategy, 1))
    }
}

/// The patterns for reductions of several dimensions.
pub fn patterns(lowering: MultiReductionLowering, benefit: u16) -> PatternSet {
    let mut set = PatternSet::new();
    set.add(maskable("InnerOuterDimReductionConversion", benefit, move |op, mask, rw| reorder(op, mask, rw, lowering)));
    set.add(maskable("ReduceMultiDimReductionRank", benefit, move |op, mask, rw| flatten(op, mask, rw, lowering)));
    set.add(maskable("OneDimMultiReductionToTwoDim", benefit, add_dim));
    match lowering {
        MultiReductionLowering::InnerReduction => {
            set.add(maskable("TwoDimMultiReductionToReduction", benefit, to_reductions));
        }
        MultiReductionLowering::InnerParallel => {
            set.add(maskable("TwoDimMultiReductionToElementWise", benefit, to_arithmetic));
        }
    }
    set
}

/// The parameters of a reduction.
struct Parts {
    kind: CombiningKind,
    source: Value,
    acc: Value,
    vector: VectorType,
    /// The reduction dimensions, in order.
    reduced: Vec<usize>,
    /// The parallel dimensions.
    parallel: Vec<usize>,
    mask: Option<Value>,
}

impl Parts {
    fn of(body: &Body, op: MultiDimReductionOp, mask: Option<MaskOp>) -> Self {
        let vector = VectorType::at(body, op.source(body));
        let dims = op.reduction_dims(body);
        let (reduced, parallel) = (0..vector.rank()).partition(|&dim| dims.contains(&(dim as i64)));
        Self {
            kind: op.kind(body),
            source: op.source(body),
            acc: op.acc(body),
            vector,
            reduced,
            parallel,
            mask: mask.map(|mask| mask.mask(body)),
        }
    }

    /// The order of dimensions that `lowering` needs.
    fn order(&self, lowering: MultiReductionLowering) -> Vec<usize> {
        match lowering {
            MultiReductionLowering::InnerReduction => [&self.parallel[..], &self.reduced].concat(),
            MultiReductionLowering::InnerParallel => [&self.reduced[..], &self.parallel].concat(),
        }
    }

    /// Whether the dimensions are in that order.
    fn is_in_order(&self, lowering: MultiReductionLowering) -> bool {
        self.order(lowering).iter().enumerate().all(|(place, &dim)| place == dim)
    }
}

/// Creates a reduction of `source` along `dims`, under `mask` if there is one.
fn reduce(
    rw: &mut Rewriter,
    kind: CombiningKind,
    (source, acc): (Value, Value),
    dims: &[i64],
    mask: Option<Value>,
) -> Value {
    let (kind, dims) = (kind.attr(rw.cx()), rw.i64_array(dims));
    let new = rw.create(MultiDimReductionOp::build(source, acc, kind, dims)).id();
    let outer = masked(rw, new, mask);
    rw.result(outer, 0)
}

/// Transposes the operand so that reduction dimensions are first or last.
fn reorder(
    op: MultiDimReductionOp,
    mask: Option<MaskOp>,
    rw: &mut Rewriter,
    lowering: MultiReductionLowering,
) -> Lowered {
    let parts = Parts::of(rw, op, mask);
    if parts.parallel.is_empty() || parts.is_in_order(lowering) {
        return Err("the dimensions are in order");
    }
    let order: Vec<i64> = parts.order(lowering).into_iter().map(|dim| dim as i64).collect();
    let mask = parts.mask.map(|mask| transpose(rw, mask, &order));
    let source = transpose(rw, parts.source, &order);
    let n_reduced = parts.reduced.len() as i64;
    let first = match lowering {
        MultiReductionLowering::InnerReduction => parts.vector.rank() as i64 - n_reduced,
        MultiReductionLowering::InnerParallel => 0,
    };
    let dims: Vec<i64> = (first..first + n_reduced).collect();
    Ok(Some(reduce(rw, parts.kind, (source, parts.acc), &dims, mask)))
}

/// Collapses all reduction dimensions to one, and all others to one.
fn flatten(
    op: MultiDimReductionOp,
    mask: Option<MaskOp>,
    rw: &mut Rewriter,
    lowering: MultiReductionLowering,
) -> Lowered {
    let parts = Parts::of(rw, op, mask);
    let vector = &parts.vector;
    if vector.rank() < 2 || vector.scalable.iter().filter(|&&scalable| scalable).count() > 1 {
        return Err("there are no dimensions to make one");
    }
    if vector.rank() == 2 && parts.reduced.len() == 1 {
        return Err("each dimension is of its kind");
    }
    if !parts.is_in_order(lowering) {
        return Err("the dimensions are not in order");
    }
    let product = |dims: &[usize]| dims.iter().map(|&dim| vector.shape[dim]).product::<i64>();
    let is_scalable = |dims: &[usize]| dims.iter().any(|&dim| vector.scalable[dim]);
    let mut groups: Vec<(&[usize], bool)> = Vec::new();
    if !parts.parallel.is_empty() {
        groups.push((&parts.parallel, false));
    }
    if !parts.reduced.is_empty() {
        groups.push((&parts.reduced, true));
    }
    if lowering == MultiReductionLowering::InnerParallel {
        groups.reverse();
    }
    let flat = VectorType {
        shape: groups.iter().map(|(dims, _)| product(dims)).collect(),
        scalable: groups.iter().map(|(dims, _)| is_scalable(dims)).collect(),
        element: vector.element,
    };
    let dims: Vec<i64> = (0..groups.len()).filter(|&place| groups[place].1).map(|place| place as i64).collect();
    let mask = parts.mask.map(|mask| {
        let ty = flat.mask(rw);
        shape_cast(rw, ty, mask)
    });
    let source = shape_cast(rw, flat.ty(rw), parts.source);
    let mut acc = parts.acc;
    if !parts.parallel.is_empty() {
        let flat_acc = VectorType {
            shape: vec![product(&parts.parallel)],
            scalable: vec![is_scalable(&parts.parallel)],
            element: vector.element,
        };
        acc = shape_cast(rw, flat_acc.ty(rw), acc);
    }
    let result = reduce(rw, parts.kind, (source, acc), &dims, mask);
    if parts.parallel.is_empty() {
        return Ok(Some(result));
    }
    let ty = rw.ty(op.dest(rw));
    Ok(Some(shape_cast(rw, ty, result)))
}

/// Adds a leading dimension of size 1 to a single dimension.
fn add_dim(op: MultiDimReductionOp, mask: Option<MaskOp>, rw: &mut Rewriter) -> Lowered {
    let parts = Parts::of(rw, op, mask);
    if parts.vector.rank() != 1 {
        return Err("there are several dimensions");
    }
    let wide = VectorType {
        shape: vec![1, parts.vector.shape[0]],
        scalable: vec![false, parts.vector.scalable[0]],
        element: parts.vector.element,
    };
    let acc_type = VectorType::fixed(&[1], parts.vector.element).ty(rw);
    let source = shape_cast(rw, wide.ty(rw), parts.source);
    let acc = broadcast(rw, acc_type, parts.acc);
    let mask = parts.mask.map(|mask| {
        let ty = wide.mask(rw);
        shape_cast(rw, ty, mask)
    });
    let result = reduce(rw, parts.kind, (source, acc), &[1], mask);
    Ok(Some(extract(rw, result, &[0])))
}

/// Combines rows one after the other.
fn to_arithmetic(op: MultiDimReductionOp, mask: Option<MaskOp>, rw: &mut Rewriter) -> Lowered {
    let parts = Parts::of(rw, op, mask);
    if parts.vector.rank() != 2 || parts.reduced != [0] {
        return Err("not of two dimensions of which the first is reduced");
    }
    let rows = unrolled_rows(&parts.vector.shape).ok_or(TOO_MANY_PARTS)?;
    let mut result = parts.acc;
    for at in rows {
        let row = extract(rw, parts.source, &[at]);
        let mask = parts.mask.map(|mask| extract(rw, mask, &[at]));
        result = combine(rw, parts.kind, row, result, None, mask);
    }
    Ok(Some(result))
}

/// Reduces each row.
fn to_reductions(op: MultiDimReductionOp, mask: Option<MaskOp>, rw: &mut Rewriter) -> Lowered {
    let parts = Parts::of(rw, op, mask);
    if parts.vector.rank() != 2 || parts.reduced != [1] {
        return Err("not of two dimensions of which the last is reduced");
    }
    let rows = unrolled_rows(&parts.vector.shape).ok_or(TOO_MANY_PARTS)?;
    let mut result = zero(rw, rw.ty(op.dest(rw)));
    for at in rows {
        let row = extract(rw, parts.source, &[at]);
        let acc = extract(rw, parts.acc, &[at]);
        let reduced =
            rw.create(ReductionOp::build(parts.vector.element, row, Some(acc), parts.kind.attr(rw.cx()))).id();
        let outer = match parts.mask {
            Some(mask) => {
                let mask = extract(rw, mask, &[at]);
                masked(rw, reduced, Some(mask))
            }
            None => reduced,
        };
        let value = rw.result(outer, 0);
        result = insert(rw, value, result, &[at]);
    }
    Ok(Some(result))
}
