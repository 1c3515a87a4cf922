//! Reshapes: tensors with the same elements and another shape.

use rmlir::core::interfaces::ReifyShapes;
use rmlir::core::memref_layout::saturated_mul;
use rmlir::core::mixed_index::{
    MixedIndex, mixed, n_dynamic, parse_dynamic_index_list, print_dynamic_index_list, split,
};
use rmlir::core::reassociation::{Group, groups_attr};
use rmlir::core::types::DYNAMIC;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::types::{ShapeTensor, TensorParts};

/// A tensor with the elements of another one, and a shape that is in a third tensor.
///
/// ```mlir
/// %b = tensor.reshape %a(%shape) : (tensor<4x1xf32>, tensor<1xi32>) -> tensor<4xf32>
/// ```
#[op(name = "tensor.reshape", eval, traits(Pure), interfaces(AsmNames), verify = verify_reshape,
     fold,
     format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)")]
pub struct ReshapeOp {
    #[operand]
    source: AnyTensor,
    #[operand]
    shape: ShapeTensor,
    #[result]
    result: AnyTensor,
}

/// Expands dimensions: each one into several.
///
/// Each group of the reassociation lists the dimensions of the result into which a dimension of the source is expanded.
///
/// ```mlir
/// %b = tensor.expand_shape %a [[0, 1], [2]] output_shape [%n, 32, 4] : tensor<?x4xf32> into tensor<?x32x4xf32>
/// ```
#[op(name = "tensor.expand_shape", eval, traits(Pure), interfaces(AsmNames, ReifyShapes, ValueBounds), verify = verify_expand,
     fold,
     canonicalize,
     custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
     format = "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) \
               attr-dict `:` type($src) `into` type($result)")]
pub struct ExpandShapeOp {
    #[operand]
    src: AnyTensor,
    #[prop]
    reassociation: IndexListArrayAttr,
    #[operand]
    output_shape: Vec<Index>,
    /// The static sizes of the result.
    #[prop]
    static_output_shape: DenseI64ArrayAttr,
    #[result]
    result: AnyTensor,
}

/// Collapses groups of neighbouring dimensions into one dimension each.
///
/// ```mlir
/// %b = tensor.collapse_shape %a [[0, 1], [2]] : tensor<?x32x4xf32> into tensor<?x4xf32>
/// ```
#[op(name = "tensor.collapse_shape", eval, traits(Pure), interfaces(AsmNames, ReifyShapes, ValueBounds), verify = verify_collapse,
     fold,
     canonicalize,
     format = "$src $reassociation attr-dict `:` type($src) `into` type($result)")]
pub struct CollapseShapeOp {
    #[operand]
    src: AnyTensor,
    #[prop]
    reassociation: IndexListArrayAttr,
    #[result]
    result: AnyTensor,
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

/// The type of a tensor after the dimensions of each group were collapsed, without an encoding.
pub fn collapsed_type(cx: &Context, source: Type, groups: &[Group]) -> Option<Type> {
    let parts = TensorParts::of(cx, source)?;
    let size = |group: &Group| {
        group.iter().try_fold(1, |size, &dim| Some(saturated_mul(size, *parts.shape.get(dim as usize)?)))
    };
    let shape: Vec<i64> = groups.iter().map(size).collect::<Option<_>>()?;
    Some(crate::types::tensor_type(cx, &shape, parts.element))
}

fn verify_reshape(op: OpRef) -> Checked {
    let cx = op.cx();
    let (source, result) = (op.value(ReshapeOp::source).ty(), op.result(0).ty());
    if source.element(cx) != result.element(cx) {
        return Err(op.error("element types of source and destination tensor types should be the same"));
    }
    let Some(shape) = result.shape(cx) else { return Ok(()) };
    if let (Some(from), Some(to)) = (source.static_shape(cx), result.static_shape(cx)) {
        let n_elements = |shape: &[i64]| shape.iter().fold(1_i64, |n, &size| n.wrapping_mul(size));
        if n_elements(from) != n_elements(to) {
            return Err(op.error("source and destination tensor should have the same number of elements"));
        }
    }
    match TensorParts::of_value(op.value(ReshapeOp::shape)).shape {
        [DYNAMIC] => {
            Err(op.error("cannot use shape operand with dynamic length to reshape to statically-ranked tensor type"))
        }
        [length] if *length == shape.len() as i64 => Ok(()),
        _ => Err(op.error("length of shape operand differs from the result's tensor rank")),
    }
}

fn verify_expand(op: OpRef) -> Checked {
    let cx = op.cx();
    let expand = ExpandShapeOp::from_id(op.id);
    let (source, result) = (op.value(ExpandShapeOp::src).ty(), op.result(0).ty());
    let shape = result.shape(cx).unwrap_or_default();
    let numbers = expand.static_output_shape(op.body);
    if numbers.len() != shape.len() {
        return Err(op.error(format!(
            "expected number of static shape dims to be equal to the output rank ({}) but found {} inputs instead",
            shape.len(),
            numbers.len()
        )));
    }
    let (n_values, wanted) = (expand.output_shape(op.body).len(), n_dynamic(&numbers));
    if n_values != wanted {
        return Err(op.error(format!(
            "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has {wanted} \
             dynamic dims while output_shape has {n_values} values"
        )));
    }
    let wrong = shape.iter().zip(&numbers).position(|(&size, &number)| size != DYNAMIC && size != number);
    if let Some(at) = wrong {
        return Err(op.error(format!("invalid output shape provided at pos {at}")));
    }
    verify_reassociation(op, result, source, &expand.groups(op.body))
}

fn verify_collapse(op: OpRef) -> Checked {
    let groups = CollapseShapeOp::from_id(op.id).groups(op.body);
    if groups.iter().any(Vec::is_empty) {
        return Err(op.error("reassociation indices must not be empty"));
    }
    verify_reassociation(op, op.value(CollapseShapeOp::src).ty(), op.result(0).ty(), &groups)
}

/// Verifies that `groups` collapse `expanded` to `collapsed`.
fn verify_reassociation(op: OpRef, expanded: Type, collapsed: Type, groups: &[Group]) -> Checked {
    let cx = op.cx();
    let (shown_expanded, shown_collapsed) = (cx.show_type(expanded), cx.show_type(collapsed));
    let (large, small) = (expanded.shape(cx).unwrap_or_default(), collapsed.shape(cx));
    let Some(small) = small.filter(|small| small.len() <= large.len()) else {
        return Err(op.error(format!(
            "expected the expanded type, '{shown_expanded}' to have a higher (or same) rank than the collapsed type, \
             '{shown_collapsed}'."
        )));
    };
    if small.len() != groups.len() {
        return Err(op.error(format!(
            "expected collapsed rank ({}) to equal the number of reassociation maps ({}).",
            small.len(),
            groups.len()
        )));
    }
    verify_groups(op, large.len(), groups)?;
    verify_sizes(op, small, large, groups)?;
    let wanted = collapsed_type(cx, expanded, groups).expect("the groups were checked");
    let without_encoding = TensorParts::of(cx, collapsed).map(|parts| TensorParts { encoding: None, ..parts });
    if without_encoding.map(|parts| parts.with_shape(cx, parts.shape)) != Some(wanted) {
        let wanted = cx.show_type(wanted);
        return Err(op.error(format!("expected collapsed type to be '{wanted}', but got '{shown_collapsed}'")));
    }
    Ok(())
}

/// Verifies that groups list `rank` dimensions in order.
fn verify_groups(op: OpRef, rank: usize, groups: &[Group]) -> Checked {
    let Some(last_group) = groups.len().checked_sub(1) else { return Ok(()) };
    let n_dims = groups.iter().flatten().max().map_or(0, |last| last.saturating_add(1));
    if n_dims != rank as i64 {
        return Err(op.error(format!(
            "expected reassociation map #0 to have size equal to the expanded rank ({rank}), but it is  {n_dims}."
        )));
    }
    let invalid =
        |index: usize| Err(op.error(format!("expected reassociation map #{index} to be valid and contiguous.")));
    let mut next = 0;
    for (index, group) in groups.iter().enumerate() {
        for &dim in group {
            if dim != next {
                return invalid(index);
            }
            next += 1;
        }
    }
    if next != n_dims { invalid(last_group) } else { Ok(()) }
}

/// Verifies that the product of each group's sizes is the collapsed size.
fn verify_sizes(op: OpRef, collapsed: &[i64], expanded: &[i64], groups: &[Group]) -> Checked {
    let mut start = 0;
    for (index, (group, &size)) in groups.iter().zip(collapsed).enumerate() {
        let sizes = &expanded[start..start + group.len()];
        start += group.len();
        if sizes.contains(&DYNAMIC) {
            if size == DYNAMIC {
                continue;
            }
            return Err(op.error(format!(
                "expected dimension {index} of collapsed type to be dynamic since one or more of the corresponding \
                 dimensions in the expanded type is dynamic"
            )));
        }
        let product = sizes.iter().fold(1_i64, |product, &size| product.wrapping_mul(size));
        if size != product {
            return Err(
                op.error(format!("expected dimension {index} of collapsed type to be static value of {product}"))
            );
        }
    }
    Ok(())
}
