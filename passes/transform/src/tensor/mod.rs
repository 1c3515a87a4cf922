//! Transform operations on tensors: [`mod@concat`] lowers concatenations to insertions, [`constants`] folds constants,
//! [`transfers`] folds slices into vector transfers, [`merge_slices`] merges slices of slices, [`bubble_slices`] moves
//! slices over reshapes, [`fold_tensor_subset_ops`] is a pass that combines some of these; casts of values at function calls are here.

pub mod bubble_slices;
pub mod concat;
pub mod constants;
pub mod fold_tensor_subset_ops;
pub mod merge_slices;
pub mod transfers;

use std::any::Any;

use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;
use rmlir_tensor::{CastOp, are_cast_compatible, preserves_static_information};
use rmlir_transform::descriptor::Materialization;
use rmlir_transform::{PatternDescriptor, TransformState, TypeConverterBuilder};

/// The operations.
pub(crate) const OPS: &[&OpDef] = &[
    ApplyBubbleUpExtractSlicePatternsOp::DEF,
    ApplyDecomposeTensorConcatPatternsOp::DEF,
    ApplyFoldTensorSubsetOpsIntoVectorTransfersPatternsOp::DEF,
    ApplyMergeConsecutiveInsertExtractSlicePatternsOp::DEF,
    ApplyRewriteTensorOpsAsConstantPatternsOp::DEF,
    TypeConversionCastShapeDynamicDimsOp::DEF,
];

/// Slices of reshaped tensors as reshapes of slices.
#[op(
    name = "transform.apply_patterns.tensor.bubble_up_extract_slice",
    interfaces(PatternDescriptor),
    format = "attr-dict"
)]
pub struct ApplyBubbleUpExtractSlicePatternsOp {}

impl PatternDescriptor for ApplyBubbleUpExtractSlicePatternsOp<()> {
    fn populate(&self, _op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        patterns.extend(bubble_slices::patterns());
    }
}

/// Merges slices of slices, and insertions into insertions.
#[op(
    name = "transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice",
    interfaces(PatternDescriptor),
    format = "attr-dict"
)]
pub struct ApplyMergeConsecutiveInsertExtractSlicePatternsOp {}

impl PatternDescriptor for ApplyMergeConsecutiveInsertExtractSlicePatternsOp<()> {
    fn populate(&self, _op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        patterns.extend(merge_slices::patterns());
    }
}

/// `tensor.concat` as insertions into an empty tensor.
#[op(name = "transform.apply_patterns.tensor.decompose_concat", interfaces(PatternDescriptor), format = "attr-dict")]
pub struct ApplyDecomposeTensorConcatPatternsOp {}

impl PatternDescriptor for ApplyDecomposeTensorConcatPatternsOp<()> {
    fn populate(&self, _op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        patterns.extend(concat::patterns());
    }
}

/// Folds slices of tensors into vector transfers.
#[op(
    name = "transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers",
    interfaces(PatternDescriptor),
    format = "attr-dict"
)]
pub struct ApplyFoldTensorSubsetOpsIntoVectorTransfersPatternsOp {}

impl PatternDescriptor for ApplyFoldTensorSubsetOpsIntoVectorTransfersPatternsOp<()> {
    fn populate(&self, _op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        patterns.extend(transfers::patterns());
    }
}

/// Folds tensors with constant elements to constants; if `aggressive`, also where the constant operand has other uses.
#[op(
    name = "transform.apply_patterns.tensor.rewrite_as_constant",
    interfaces(PatternDescriptor),
    format = "(`aggressive` $aggressive^)? attr-dict"
)]
pub struct ApplyRewriteTensorOpsAsConstantPatternsOp {
    #[prop]
    aggressive: UnitAttr,
}

impl PatternDescriptor for ApplyRewriteTensorOpsAsConstantPatternsOp<()> {
    fn populate(&self, op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        patterns.extend(constants::patterns(op.get(ApplyRewriteTensorOpsAsConstantPatternsOp::aggressive)));
    }
}

/// Casts of tensors to types with more or fewer static sizes; values are cast to argument types only if no static
/// information is lost, unless that is ignored.
#[op(
    name = "transform.type_conversion.tensor.cast_shape_dynamic_dims",
    interfaces(TypeConverterBuilder),
    format = "(`ignore_dynamic_info` $ignore_dynamic_info^)? attr-dict"
)]
pub struct TypeConversionCastShapeDynamicDimsOp {
    #[prop]
    ignore_dynamic_info: UnitAttr,
}

impl TypeConverterBuilder for TypeConversionCastShapeDynamicDimsOp<()> {
    fn build(&self, op: OpRef) -> Result<Box<dyn Any>, Box<Diagnostic>> {
        Err(op.error("only casts values, and converts no types"))
    }

    fn materialize(
        &self,
        op: OpRef,
        rw: &mut Rewriter,
        value: Value,
        ty: Type,
        kind: Materialization,
    ) -> Option<Value> {
        let from = rw.ty(value);
        let may_lose =
            kind == Materialization::Target || op.get(TypeConversionCastShapeDynamicDimsOp::ignore_dynamic_info);
        if !may_lose && !preserves_static_information(rw, ty, from) || !are_cast_compatible(rw, from, ty) {
            return None;
        }
        Some(rw.value(CastOp::build(ty, value)))
    }
}
