//! Uniformity: functions by their calling convention, intrinsics by their names, loads by their address space.
//!
//! For AMD and NVIDIA GPUs the results are those of LLVM 22: [`intrinsics`] has its table of intrinsics, [`amdgpu`] its
//! rules about AMD's work groups and registers. For other targets everything without a rule is divergent.

mod amdgpu;
mod intrinsics;

use rmlir::analysis::uniformity::source::default_nature;
use rmlir::analysis::uniformity::{InferUniformity, Nature, Target};
use rmlir::prelude::*;

use crate::attrs::enums::CConv;
use crate::ops::aggregate::ExtractValueOp;
use crate::ops::arith::{AShrOp, AndOp, LShrOp};
use crate::ops::call::{CallIntrinsicOp, CallOp, InlineAsmOp, NO_DIVERGENCE_SOURCE};
use crate::ops::constant::{PoisonOp, UndefOp};
use crate::ops::func::LLVMFuncOp;
use crate::ops::invoke::InvokeOp;
use crate::ops::memory::LoadOp;
use crate::types::PointerType;

impl InferUniformity for CallIntrinsicOp {
    fn result_nature(&self, op: OpRef, result: usize, target: Target) -> Nature {
        if target == Target::Nvptx {
            // LLVM treats all calls as sources of divergence there, including those of intrinsics.
            return Nature::Divergent;
        }
        if target == Target::Amdgcn && amdgpu::is_uniform_id(op) {
            return Nature::Computed;
        }
        match intrinsics::nature(intrinsics::name_of(op)) {
            Some(nature) => nature,
            None if target == Target::Generic => default_nature(op, result, target),
            None => Nature::Computed,
        }
    }
}

/// Rows of operations that call functions.
macro_rules! calls {
    ($($op:ident),*) => {$(
        impl InferUniformity for $op {
            fn result_nature(&self, op: OpRef, result: usize, target: Target) -> Nature {
                match op.attr(NO_DIVERGENCE_SOURCE).is_some() {
                    true => Nature::NoSource,
                    false => default_nature(op, result, target),
                }
            }
        }
    )*};
}

calls!(CallOp, InvokeOp);

impl InferUniformity for InlineAsmOp {
    /// On AMD GPUs the output registers determine the uniformity.
    fn result_nature(&self, op: OpRef, _result: usize, target: Target) -> Nature {
        match target == Target::Amdgcn && amdgpu::is_scalar_asm(op, None) {
            true => Nature::Uniform,
            false => Nature::Divergent,
        }
    }
}

impl InferUniformity for ExtractValueOp {
    fn result_nature(&self, op: OpRef, result: usize, target: Target) -> Nature {
        match target == Target::Amdgcn && amdgpu::is_uniform_member(op) {
            true => Nature::Uniform,
            false => default_nature(op, result, target),
        }
    }
}

/// Rows of operations that may extract the uniform bits of a work item id.
macro_rules! parts_of_ids {
    ($($op:ident),*) => {$(
        impl InferUniformity for $op {
            fn result_nature(&self, op: OpRef, result: usize, target: Target) -> Nature {
                match target == Target::Amdgcn && amdgpu::is_number_of_wave(op) {
                    true => Nature::Uniform,
                    false => default_nature(op, result, target),
                }
            }
        }
    )*};
}

parts_of_ids!(LShrOp, AShrOp, AndOp);

/// The address spaces that LLVM's targets call generic and private: memory in them may be private to a thread.
const OWN_SPACES: [i64; 2] = [0, 5];

impl InferUniformity for LoadOp {
    fn result_nature(&self, op: OpRef, result: usize, target: Target) -> Nature {
        let space = PointerType::from_type(op.cx(), op.value(Self::addr).ty()).map(|ty| ty.address_space(op.cx()));
        match target != Target::Generic && space.is_some_and(|space| OWN_SPACES.contains(&space)) {
            true => Nature::Divergent,
            false => default_nature(op, result, target),
        }
    }
}

/// Conventions of AMD's shaders, whose arguments in memory are addressed by scalar registers.
const SHADERS: [CConv; 8] = [
    CConv::AMDGPUVS,
    CConv::AMDGPUGS,
    CConv::AMDGPUPS,
    CConv::AMDGPUCS,
    CConv::AMDGPUHS,
    CConv::AMDGPULS,
    CConv::AMDGPUES,
    CConv::AMDGPUGfx,
];

impl InferUniformity for LLVMFuncOp {
    /// The arguments of kernels are uniform, and on AMD's processors those passed in scalar registers.
    fn argument_nature(&self, op: OpRef, argument: usize, target: Target) -> Nature {
        let cx = op.cx();
        let convention = op.get(LLVMFuncOp::CConv);
        let is_kernel = matches!(convention, CConv::AMDGPUKERNEL | CConv::PTXKernel | CConv::SPIRKERNEL);
        let attrs = op.get(LLVMFuncOp::arg_attrs).and_then(|attrs| attrs.get(argument).copied()).unwrap_or_default();
        let has = |name: &str| attrs.iter().any(|attr| attr.name.str(cx) == name);
        let is_shader = SHADERS.contains(&convention);
        let is_scalar = target == Target::Amdgcn && (has("llvm.inreg") || (is_shader && has("llvm.byval")));
        let is_uniform = is_kernel || op.attr("gpu.kernel").is_some() || is_scalar;
        if is_uniform { Nature::Computed } else { Nature::Divergent }
    }

    fn runs_alone(&self, op: OpRef, target: Target) -> bool {
        target == Target::Amdgcn && amdgpu::runs_alone(op)
    }
}

/// Rows of operations whose result is undefined.
macro_rules! undefined {
    ($($op:ident),*) => {$(
        impl InferUniformity for $op {
            fn is_undefined(&self, _op: OpRef) -> bool {
                true
            }
        }
    )*};
}

undefined!(UndefOp, PoisonOp);
