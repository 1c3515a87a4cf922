//! Facts of LLVM 22 about AMD GPUs: work item ids that are uniform in a wave, functions that one work item executes
//! alone, and the registers that inline assembly writes to.
//!
//! A work group has three dimensions; waves partition it in row-major order, the first dimension fastest. So
//! where the length of the first dimension is a power of two, or there are no other dimensions, each wave covers
//! a part of one row or whole rows.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;

use super::intrinsics::name_of;
use crate::ops::aggregate::ExtractValueOp;
use crate::ops::arith::{AndOp, ShlOp};
use crate::ops::call::{CallIntrinsicOp, InlineAsmOp};
use crate::ops::func::LLVMFuncOp;

/// The function that contains `op`.
fn function_of(op: OpRef) -> Option<OpRef> {
    Some(OpRef::root(op.body)).filter(|root| root.is::<LLVMFuncOp>())
}

/// The work group size of `function` in each dimension, if it is specified.
fn group_size(function: OpRef) -> Option<[i64; 3]> {
    let sizes = function.get(LLVMFuncOp::reqd_work_group_size)?;
    Some(<[i32; 3]>::try_from(sizes).ok()?.map(i64::from))
}

/// The maximum size of a work group of `function`, by its attribute `amdgpu-flat-work-group-size="min,max"`.
fn most_items(function: OpRef) -> Option<u64> {
    let cx = function.cx();
    let passed = function.get(LLVMFuncOp::passthrough)?.iter();
    let text = passed.filter_map(|attr| match attr.as_array(cx) {
        Some([name, value]) if name.as_str(cx) == Some("amdgpu-flat-work-group-size") => value.as_str(cx),
        _ => None,
    });
    text.last()?.split_once(',')?.1.trim().parse().ok()
}

/// Whether the work group size of `function` is one.
pub fn runs_alone(function: OpRef) -> bool {
    match group_size(function) {
        Some(sizes) => sizes.iter().all(|&size| size == 1),
        None => most_items(function) == Some(1),
    }
}

/// The logarithm of the wave size of `function`.
fn log_of_wave(function: OpRef) -> u32 {
    let cx = function.cx();
    let features = function.get(LLVMFuncOp::target_features);
    let features = features.and_then(|features| features.features(cx).as_array(cx)).unwrap_or_default();
    let has = |name: &str| features.iter().any(|feature| feature.as_str(cx) == Some(name));
    let processor = function.get(LLVMFuncOp::target_cpu).unwrap_or_default();
    // From GFX10 on, the wave size is 32 unless features specify otherwise.
    let is_late = ["gfx10", "gfx11", "gfx12"].iter().any(|start| processor.starts_with(start));
    match has("+wavefrontsize32") || (is_late && !has("+wavefrontsize64")) {
        true => 5,
        false => 6,
    }
}

/// Whether each wave of `function` covers a part of one row, or whole rows.
fn has_even_rows(function: OpRef) -> bool {
    group_size(function).is_some_and(|[x, y, z]| (y <= 1 && z <= 1) || is_power_of_two(x))
}

/// Whether each wave of `function` is within one row.
fn has_one_row_a_wave(function: OpRef) -> bool {
    let is_long = |x: i64| is_power_of_two(x) && x >= 1 << log_of_wave(function);
    group_size(function).is_some_and(|[x, y, z]| (y <= 1 && z <= 1) || is_long(x))
}

fn is_power_of_two(size: i64) -> bool {
    size > 0 && size.count_ones() == 1
}

/// Whether `op` reads the work item id of a dimension in which it is uniform in a wave.
pub fn is_uniform_id(op: OpRef) -> bool {
    let dimension = match name_of(op) {
        "llvm.amdgcn.workitem.id.y" => 1,
        "llvm.amdgcn.workitem.id.z" => 2,
        _ => return false,
    };
    function_of(op).is_some_and(|function| {
        has_one_row_a_wave(function) || group_size(function).is_some_and(|sizes| sizes[dimension] == 1)
    })
}

/// Whether `op`, a right shift or an and, keeps only those bits of a work item id of the first
/// dimension that are uniform in a wave.
pub fn is_number_of_wave(op: OpRef) -> bool {
    let Some(function) = function_of(op).filter(|&function| has_even_rows(function)) else { return false };
    let is_id = |at: usize| {
        let by = op.operand(at).defining_op();
        by.is_some_and(|by| by.is::<CallIntrinsicOp>() && name_of(by) == "llvm.amdgcn.workitem.id.x")
    };
    let n_cleared = match op.is::<AndOp>() {
        true if is_id(0) => zeros_at_end(op.value(AndOp::rhs)),
        true if is_id(1) => zeros_at_end(op.value(AndOp::lhs)),
        false if is_id(0) => constant(op.operand(1)).unwrap_or(0),
        _ => 0,
    };
    n_cleared >= u64::from(log_of_wave(function))
}

fn constant(value: ValueRef) -> Option<u64> {
    constant_value(value.body, value.id)?.as_integer(value.body.cx())?.0.zext_value()
}

/// The number of trailing bits of `value` that are known to be zero, for constants and left shifts by a constant.
fn zeros_at_end(value: ValueRef) -> u64 {
    match (constant(value), value.defining_op()) {
        (Some(constant), _) => u64::from(constant.trailing_zeros()),
        (None, Some(shift)) if shift.is::<ShlOp>() => constant(shift.value(ShlOp::rhs)).unwrap_or(0),
        _ => 0,
    }
}

/// Whether `op` extracts a uniform member of a divergent structure: the result of inline assembly in a scalar register,
/// or the mask of work items of a control flow intrinsic.
pub fn is_uniform_member(op: OpRef) -> bool {
    let Some(by) = op.value(ExtractValueOp::container).defining_op() else { return false };
    let position = op.get(ExtractValueOp::position);
    let [member] = position[..] else { return false };
    match () {
        () if by.is::<InlineAsmOp>() => is_scalar_asm(by, Some(member as usize)),
        () if by.is::<CallIntrinsicOp>() => {
            let is_branch = ["llvm.amdgcn.if.", "llvm.amdgcn.else."].iter().any(|start| name_of(by).starts_with(start));
            is_branch && !name_of(by).starts_with("llvm.amdgcn.if.break") && member == 1
        }
        () => false,
    }
}

/// Whether all outputs of inline assembly, or output `output`, are in scalar registers.
pub fn is_scalar_asm(op: OpRef, output: Option<usize>) -> bool {
    let constraints = op.get(InlineAsmOp::constraints);
    let mut outputs = constraints.split(',').filter_map(|constraint| constraint.strip_prefix('='));
    match output {
        Some(number) => outputs.nth(number).is_some_and(is_scalar_constraint),
        None => outputs.all(is_scalar_constraint),
    }
}

/// Names of scalar registers that start like those of vector registers.
const SCALAR_NAMES: &[&str] = &["vcc"];

/// Whether the constraint of an output, without the leading `=`, is a scalar register: any register of the class, or
/// one by its name in braces.
fn is_scalar_constraint(constraint: &str) -> bool {
    let constraint = constraint.trim_start_matches(['&', '*']);
    match constraint.strip_prefix('{') {
        None => matches!(constraint, "s" | "r"),
        Some(name) => SCALAR_NAMES.iter().any(|scalar| name.starts_with(scalar)) || !name.starts_with(['v', 'a']),
    }
}
