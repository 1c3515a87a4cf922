//! Reshapes: views of the elements with another shape.

use rmlir::core::interfaces::{MemoryEffects, ReifyShapes, ViewLike};
use rmlir::core::memref_layout::{
    MemRefParts, Strides, has_identity_layout, saturated_mul, strided_layout, strides_and_offset,
};
use rmlir::core::mixed_index::{
    MixedIndex, mixed, n_dynamic, parse_dynamic_index_list, print_dynamic_index_list, split,
};
use rmlir::core::reassociation::{Group, groups_attr};
use rmlir::core::types::DYNAMIC;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::constraints::{AnyStridedMemRef, ShapeMemRef};

/// A view of a contiguous buffer with a shape that is in another buffer.
///
/// ```mlir
/// %b = memref.reshape %a(%shape) : (memref<4x1xf32>, memref<1xi32>) -> memref<4xf32>
/// ```
#[op(name = "memref.reshape", eval, interfaces(MemoryEffects, ViewLike, AsmNames),
     verify = verify_reshape, format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)")]
pub struct ReshapeOp {
    #[operand]
    source: AnyRankedOrUnrankedMemRef,
    #[operand]
    shape: ShapeMemRef,
    #[result]
    result: AnyRankedOrUnrankedMemRef,
}

/// Expands dimensions: each one into several.
///
/// Each group of the reassociation lists the dimensions of the result into which a dimension of the source is expanded.
///
/// ```mlir
/// %b = memref.expand_shape %a [[0, 1], [2]] output_shape [%n, 32, 4] : memref<?x4xf32> into memref<?x32x4xf32>
/// ```
#[op(name = "memref.expand_shape", eval, traits(Pure), interfaces(ViewLike, AsmNames, ReifyShapes, ValueBounds), fold,
     verify = verify_expand,
     canonicalize,
     custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
     format = "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) \
               attr-dict `:` type($src) `into` type($result)")]
pub struct ExpandShapeOp {
    #[operand]
    src: AnyStridedMemRef,
    #[prop]
    reassociation: IndexListArrayAttr,
    #[operand]
    output_shape: Vec<Index>,
    /// The static sizes of the result.
    #[prop]
    static_output_shape: DenseI64ArrayAttr,
    #[result]
    result: AnyStridedMemRef,
}

/// Collapses groups of contiguous dimensions into one dimension each.
///
/// ```mlir
/// %b = memref.collapse_shape %a [[0, 1], [2]] : memref<?x32x4xf32> into memref<?x4xf32>
/// ```
#[op(name = "memref.collapse_shape", eval, traits(Pure), interfaces(ViewLike, AsmNames, ValueBounds), fold,
     verify = verify_collapse,
     canonicalize,
     format = "$src $reassociation attr-dict `:` type($src) `into` type($result)")]
pub struct CollapseShapeOp {
    #[operand]
    src: AnyStridedMemRef,
    #[prop]
    reassociation: IndexListArrayAttr,
    #[result]
    result: AnyStridedMemRef,
}

impl ExpandShapeOp {
    /// The builder of the operation with a given result type.
    pub fn of(cx: &Context, ty: Type, source: Value, groups: &[Group], shape: &[MixedIndex]) -> Build<Self> {
        let (numbers, values) = split(shape);
        Self::build(ty, source, &values, groups_attr(cx, groups), cx.i64_array(&numbers))
    }

    /// The sizes of the result.
    pub fn mixed_output_shape(self, body: &Body) -> Vec<MixedIndex> {
        let numbers = self.static_output_shape(body);
        mixed(&numbers, &self.output_shape(body))
    }

    /// The groups of the reassociation.
    pub fn groups(self, body: &Body) -> Vec<Group> {
        self.reassociation(body)
    }
}

impl ReifyShapes for ExpandShapeOp<()> {
    fn result_sizes(&self, rw: &mut Rewriter, op: OpId, _index: usize) -> Option<Vec<MixedIndex>> {
        Some(ExpandShapeOp::from_id(op).mixed_output_shape(rw))
    }
}

impl CollapseShapeOp {
    /// The builder of the operation with a given result type.
    pub fn of(cx: &Context, ty: Type, source: Value, groups: &[Group]) -> Build<Self> {
        Self::build(ty, source, groups_attr(cx, groups))
    }

    /// The groups of the reassociation.
    pub fn groups(self, body: &Body) -> Vec<Group> {
        self.reassociation(body)
    }
}

fn verify_reshape(op: OpRef) -> Checked {
    let cx = op.cx();
    let (source, result) = (op.value(ReshapeOp::source).ty(), op.result(0).ty());
    if source.element(cx) != result.element(cx) {
        return Err(op.error("element types of source and destination memref types should be the same"));
    }
    if source.shape(cx).is_some() && !has_identity_layout(cx, source) {
        return Err(op.error("source memref type should have identity affine map"));
    }
    let Some(shape) = result.shape(cx) else { return Ok(()) };
    if !has_identity_layout(cx, result) {
        return Err(op.error("result memref type should have identity affine map"));
    }
    match op.value(ReshapeOp::shape).ty().shape(cx) {
        Some([DYNAMIC]) => {
            Err(op.error("cannot use shape operand with dynamic length to reshape to statically-ranked memref type"))
        }
        Some([length]) if *length == shape.len() as i64 => Ok(()),
        _ => Err(op.error("length of shape operand differs from the result's memref rank")),
    }
}

/// The type of a strided memref after dimensions were expanded to `shape`.
pub fn expanded_type(cx: &Context, source: Type, shape: &[i64], groups: &[Group]) -> Option<Type> {
    let parts = MemRefParts::of(cx, source)?;
    if has_identity_layout(cx, source) {
        return Some(parts.with(cx, shape, None));
    }
    let Strides { offset, strides } = strides_and_offset(cx, source)?;
    // The stride of a source dimension is that of the last dimension of its group.
    let mut expanded = vec![1; shape.len()];
    let mut dim = shape.len();
    for (group, &stride) in groups.iter().zip(&strides).rev() {
        let mut stride = stride;
        for _ in group {
            dim = dim.checked_sub(1)?;
            expanded[dim] = stride;
            stride = saturated_mul(stride, shape[dim]);
        }
    }
    Some(parts.with(cx, shape, Some(strided_layout(cx, offset, &expanded))))
}

/// The type of a strided memref after the dimensions of each group were
/// collapsed; `None` if they are known not to be contiguous.
pub fn collapsed_type(cx: &Context, source: Type, groups: &[Group]) -> Option<Type> {
    let parts = MemRefParts::of(cx, source)?;
    let product = |group: &Group| {
        group.iter().try_fold(1, |product, &dim| Some(saturated_mul(product, *parts.shape.get(dim as usize)?)))
    };
    let shape: Vec<i64> = groups.iter().map(product).collect::<Option<_>>()?;
    if has_identity_layout(cx, source) {
        return Some(parts.with(cx, &shape, None));
    }
    let layout = collapsed_layout(cx, source, groups, false)?;
    Some(parts.with(cx, &shape, Some(layout)))
}

/// The layout after collapsing. With `strict`, dimensions have to be known to be contiguous; otherwise it
/// is sufficient that they may be.
pub fn collapsed_layout(cx: &Context, source: Type, groups: &[Group], strict: bool) -> Option<Attr> {
    let shape = source.shape(cx)?;
    let Strides { offset, strides } = strides_and_offset(cx, source)?;
    let collapsed: Vec<i64> = groups.iter().map(|group| collapsed_stride(shape, &strides, group)).collect();
    for (group, &stride) in groups.iter().zip(&collapsed) {
        let mut stride = stride;
        for &dim in group.iter().skip(1).rev() {
            let dim = dim as usize;
            stride = saturated_mul(stride, shape[dim]);
            let before = dim - 1;
            // The strides of dimensions of size 1 are irrelevant.
            if shape[before] == 1 {
                continue;
            }
            let is_known = stride != DYNAMIC && strides[before] != DYNAMIC;
            if (strict && !is_known) || (is_known && stride != strides[before]) {
                return None;
            }
        }
    }
    Some(strided_layout(cx, offset, &collapsed))
}

/// The stride of the last dimension of a group that is not of size 1.
fn collapsed_stride(shape: &[i64], strides: &[i64], group: &[i64]) -> i64 {
    let mut rest = group;
    while let [before @ .., last] = rest
        && shape[*last as usize] == 1
        && !before.is_empty()
    {
        rest = before;
    }
    match rest {
        [] => DYNAMIC,
        [.., last] if shape[*last as usize] != DYNAMIC || rest.len() == 1 => strides[*last as usize],
        // The size of the dimension may be 1 at run time.
        _ => DYNAMIC,
    }
}

fn verify_expand(op: OpRef) -> Checked {
    let cx = op.cx();
    let (source, result) = (op.value(ExpandShapeOp::src).ty(), op.result(0).ty());
    let (from, to) = (source.shape(cx).unwrap_or_default(), result.shape(cx).unwrap_or_default());
    if from.len() > to.len() {
        let (from, to) = (from.len(), to.len());
        return Err(
            op.error(format!("has source rank {from} and result rank {to}. This is not an expansion ({from} > {to})."))
        );
    }
    let groups = ExpandShapeOp::from_id(op.id).groups(op.body);
    verify_groups(op, from, to, &groups)?;
    let Some(expected) = expanded_type(cx, source, to, &groups) else {
        return Err(op.error("invalid source layout map"));
    };
    if expected != result {
        let (expected, result) = (cx.show_type(expected), cx.show_type(result));
        return Err(op.error(format!("expected expanded type to be '{expected}' but found '{result}'")));
    }
    verify_output_shape(op, to)
}

fn verify_output_shape(op: OpRef, shape: &[i64]) -> Checked {
    let expand = ExpandShapeOp::from_id(op.id);
    let numbers = expand.static_output_shape(op.body);
    let n_values = expand.output_shape(op.body).len();
    let rank = shape.len();
    if numbers.len() != rank {
        let n = numbers.len();
        return Err(op.error(format!(
            "expected number of static shape bounds to be equal to the output rank ({rank}) but found {n} inputs instead"
        )));
    }
    let n_dynamic_entries = n_dynamic(&numbers);
    if n_values != n_dynamic_entries {
        return Err(op.error(format!(
            "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has \
             {n_dynamic_entries} dynamic dims while output_shape has {n_values} values"
        )));
    }
    let wrong = shape.iter().zip(&numbers).position(|(&size, &number)| size != DYNAMIC && size != number);
    match wrong {
        Some(at) => Err(op.error(format!("invalid output shape provided at pos {at}"))),
        None => Ok(()),
    }
}

fn verify_collapse(op: OpRef) -> Checked {
    let cx = op.cx();
    let (source, result) = (op.value(CollapseShapeOp::src).ty(), op.result(0).ty());
    let (from, to) = (source.shape(cx).unwrap_or_default(), result.shape(cx).unwrap_or_default());
    if from.len() < to.len() {
        let (from, to) = (from.len(), to.len());
        return Err(
            op.error(format!("has source rank {from} and result rank {to}. This is not a collapse ({from} < {to})."))
        );
    }
    let groups = CollapseShapeOp::from_id(op.id).groups(op.body);
    verify_groups(op, to, from, &groups)?;
    let parts = MemRefParts::of(cx, source).expect("the operand was checked");
    let layout = if has_identity_layout(cx, source) {
        None
    } else {
        let layout = collapsed_layout(cx, source, &groups, false);
        Some(layout.ok_or_else(|| op.error("invalid source layout map or collapsing non-contiguous dims"))?)
    };
    let expected = parts.with(cx, to, layout);
    if expected != result {
        let (expected, result) = (cx.show_type(expected), cx.show_type(result));
        return Err(op.error(format!("expected collapsed type to be '{expected}' but found '{result}'")));
    }
    Ok(())
}

/// Verifies that groups list all dimensions of `expanded` in order, one group for each dimension of `collapsed`, and
/// that sizes are consistent.
fn verify_groups(op: OpRef, collapsed: &[i64], expanded: &[i64], groups: &[Group]) -> Checked {
    if collapsed.len() != groups.len() {
        return Err(op.error(format!(
            "invalid number of reassociation groups: found {}, expected {}",
            groups.len(),
            collapsed.len()
        )));
    }
    let mut next = 0;
    for (index, (group, &size)) in groups.iter().zip(collapsed).enumerate() {
        let mut product = 1;
        for &dim in group {
            if dim != next {
                return Err(op.error("reassociation indices must be contiguous"));
            }
            next += 1;
            let Some(&size) = expanded.get(dim as usize) else {
                return Err(op.error(format!("reassociation index {dim} is out of bounds")));
            };
            product = saturated_mul(product, size);
        }
        let is_dynamic = group.iter().any(|&dim| expanded[dim as usize] == DYNAMIC);
        if (size == DYNAMIC) != is_dynamic {
            return Err(op.error(format!(
                "collapsed dim ({index}) must be dynamic if and only if reassociation group is dynamic"
            )));
        }
        if !is_dynamic && product != size {
            return Err(
                op.error(format!("collapsed dim size ({size}) must equal reassociation group size ({product})"))
            );
        }
    }
    if collapsed.is_empty() {
        if expanded.iter().any(|&size| size != 1) {
            return Err(op.error("rank 0 memrefs can only be extended/collapsed with/from ones"));
        }
    } else if next != expanded.len() as i64 {
        return Err(op.error(format!(
            "expanded rank ({}) inconsistent with number of reassociation indices ({next})",
            expanded.len()
        )));
    }
    Ok(())
}
