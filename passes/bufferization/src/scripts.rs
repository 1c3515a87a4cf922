//! Transform operations for bufferization.

use rmlir::core::dialect::{Dialect, DialectExtension};
use rmlir::core::opdef::{OpDef, TypeConstraint};
use rmlir::prelude::*;
use rmlir_bufferization::AllocTensorOp;
use rmlir_bufferization::bufferizable::{Layout, Options};
use rmlir_tensor::EmptyOp;
use rmlir_transform::effects::replaces_payload;
use rmlir_transform::{
    Applied, Failure, OperationType, PayloadOp, Results, TransformHandle, TransformOp, TransformState, handle_effects,
};

use crate::one_shot::{bufferize, default_options};

handle_effects! {
    replaces_payload => EmptyTensorToAllocTensorOp, OneShotBufferizeOp;
}

/// The extension of the transform dialect.
pub const EXTENSIONS: &[&DialectExtension] = &[&DialectExtension {
    dialect: rmlir_transform::Transform::DEF,
    ops: OPS,
    depends: &[rmlir_bufferization::Bufferization::DEF, rmlir_memref::MemRef::DEF],
}];

const OPS: &[&OpDef] = &[EmptyTensorToAllocTensorOp::DEF, OneShotBufferizeOp::DEF];

/// The layout of buffers at the boundaries of functions.
#[attr(int = 32)]
pub enum LayoutMapOption {
    /// The layout that follows from the body.
    #[case("InferLayoutMap")]
    InferLayoutMap = 0,
    /// The identity layout.
    #[case("IdentityLayoutMap")]
    IdentityLayoutMap = 1,
    /// A layout with dynamic strides and offset.
    #[case("FullyDynamicLayoutMap")]
    FullyDynamicLayoutMap = 2,
}

/// Bufferizes modules and functions.
///
/// ```mlir
/// %new = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %module
///     {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
/// ```
#[op(
    name = "transform.bufferization.one_shot_bufferize",
    interfaces(MemoryEffects, TransformOp),
    verify = verify_one_shot,
    format = "(`layout` `{` $function_boundary_type_conversion^ `}`)? $target attr-dict `:` \
              functional-type($target, results)"
)]
pub struct OneShotBufferizeOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    function_boundary_type_conversion: Option<LayoutMapOption>,
    #[prop(default = no)]
    allow_return_allocs_from_loops: BoolAttr,
    #[prop(default = no)]
    allow_unknown_ops: BoolAttr,
    #[prop(default = no)]
    bufferize_function_boundaries: BoolAttr,
    #[prop(default = no)]
    dump_alias_sets: BoolAttr,
    #[prop(default = no)]
    test_analysis_only: BoolAttr,
    #[prop(default = no)]
    print_conflicts: BoolAttr,
    #[prop(default = yes)]
    check_parallel_regions: BoolAttr,
    #[prop(default = memref_copy)]
    memcpy_op: StrAttr,
    #[result]
    transformed: TransformHandle,
}

fn no(_cx: &Context) -> Attr {
    Attr::FALSE
}

fn yes(_cx: &Context) -> Attr {
    Attr::TRUE
}

const MEMREF_COPY: &str = "memref.copy";
const LINALG_COPY: &str = "linalg.copy";

fn memref_copy(cx: &Context) -> Attr {
    cx.str_attr(MEMREF_COPY)
}

fn copy_name(op: OpRef<'_>) -> &str {
    op.get(OneShotBufferizeOp::memcpy_op)
}

fn verify_one_shot(op: OpRef) -> Checked {
    if ![MEMREF_COPY, LINALG_COPY].contains(&copy_name(op)) {
        return Err(op.error("unsupported memcpy op"));
    }
    let only_analyzes = op.get(OneShotBufferizeOp::test_analysis_only);
    for (is_set, name) in [
        (op.get(OneShotBufferizeOp::print_conflicts), "print_conflicts"),
        (op.get(OneShotBufferizeOp::dump_alias_sets), "dump_alias_sets"),
    ] {
        if is_set && !only_analyzes {
            return Err(op.error(format!("'{name}' requires 'test_analysis_only'")));
        }
    }
    Ok(())
}

impl TransformOp for OneShotBufferizeOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        if copy_name(op) == LINALG_COPY {
            return Err(Failure::definite(op, "copies by 'linalg.copy' are not supported"));
        }
        let layout = op.get(Self::function_boundary_type_conversion).map(|layout| match layout {
            LayoutMapOption::InferLayoutMap => Layout::Infer,
            LayoutMapOption::IdentityLayoutMap => Layout::Identity,
            LayoutMapOption::FullyDynamicLayoutMap => Layout::FullyDynamic,
        });
        let has_boundaries = op.get(Self::bufferize_function_boundaries);
        let targets = state.ops(op.value(Self::target));
        for target in &targets {
            let view = state.op(target);
            let is_module = view.name_str() == "builtin.module";
            if !is_module && view.interface::<dyn FunctionOp>().is_none() {
                return Err(Failure::silenceable(op, "expected module or function target"));
            }
            if has_boundaries && !is_module {
                return Err(Failure::silenceable(op, "expected module target"));
            }
            let defaults = default_options();
            let options = Options {
                boundary_layout: layout.unwrap_or(defaults.boundary_layout),
                function_boundaries: has_boundaries,
                allow_return_allocs_from_loops: op.get(Self::allow_return_allocs_from_loops),
                allow_unknown_ops: op.get(Self::allow_unknown_ops),
                check_parallel_regions: op.get(Self::check_parallel_regions),
                test_analysis_only: op.get(Self::test_analysis_only),
                print_conflicts: op.get(Self::print_conflicts),
                dump_alias_sets: op.get(Self::dump_alias_sets),
                ..defaults
            };
            let path = state.path_inside(target);
            let bufferized = state.drive(&path, |body, _| bufferize(body, options));
            state.forget_missing();
            if let Err(said) = bufferized {
                said.into_iter().for_each(|error| state.say(*error));
                return Err(Failure::silenceable(op, "bufferization failed"));
            }
        }
        results.set(0, targets);
        Ok(())
    }
}

fn is_handle_to(cx: &Context, ty: Type, name: &str) -> bool {
    OperationType::from_type(cx, ty).is_some_and(|ty| ty.operation_name(cx) == name)
}

/// A handle to `tensor.empty`.
#[allow(non_upper_case_globals)] // Constraints are named like types.
static EmptyHandle: TypeConstraint = TypeConstraint::new("Transform IR handle to tensor.empty operations", |cx, ty| {
    is_handle_to(cx, ty, "tensor.empty")
});

/// A handle to `bufferization.alloc_tensor`.
#[allow(non_upper_case_globals)]
static AllocTensorHandle: TypeConstraint =
    TypeConstraint::new("Transform IR handle to bufferization.alloc_tensor operations", |cx, ty| {
        is_handle_to(cx, ty, "bufferization.alloc_tensor")
    });

/// Replaces each `tensor.empty` by a `bufferization.alloc_tensor`.
#[op(
    name = "transform.bufferization.empty_tensor_to_alloc_tensor",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` functional-type(operands, results)"
)]
pub struct EmptyTensorToAllocTensorOp {
    #[operand]
    target: EmptyHandle,
    #[result]
    transformed: AllocTensorHandle,
}

impl TransformOp for EmptyTensorToAllocTensorOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let mut made = Vec::new();
        for target in state.ops(op.value(Self::target)) {
            let Some(empty) = state.op(&target).cast::<EmptyOp>() else {
                let failure = Failure::silenceable(op, "transform applied to the wrong op kind");
                return Err(failure.note(state.op(&target), "when applied to this op"));
            };
            let new = state.rewrite(&target.path, |rw| {
                let (ty, sizes) = (rw.ty(empty.result(rw)), empty.dynamicSizes(rw));
                rw.replace_with(empty, AllocTensorOp::build(ty, &sizes, None, None)).id()
            });
            made.push(PayloadOp { path: target.path, op: new });
        }
        results.set(0, made);
        Ok(())
    }
}
