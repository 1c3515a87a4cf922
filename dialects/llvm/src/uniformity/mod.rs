//! What threads have in common: functions by their calling convention, intrinsics by their names, loads by where they
//! read.
//!
//! For AMD's and NVIDIA's processors the answers are those of LLVM 22. For other targets what nothing is known about is
//! divergent.

use rmlir::analysis::uniformity::source::default_nature;
use rmlir::analysis::uniformity::{InferUniformity, Nature, Target};
use rmlir::prelude::*;

use crate::attrs::enums::CConv;
use crate::ops::call::CallIntrinsicOp;
use crate::ops::constant::{PoisonOp, UndefOp};
use crate::ops::func::LLVMFuncOp;
use crate::ops::memory::LoadOp;
use crate::types::PointerType;

/// Starts of names of intrinsics, without `llvm.`, and what they give; the first row that fits counts. What LLVM 22's `opt`
/// says of calls with uniform arguments.
const INTRINSICS: &[(&str, Nature)] = &[
    ("amdgcn.if.break", Nature::Uniform),
    ("amdgcn.ds.ordered.", Nature::Divergent),
    ("amdgcn.ds.read.tr", Nature::Divergent),
    ("amdgcn.ds.swizzle", Nature::Divergent),
    ("amdgcn.dead.", Nature::Divergent),
    ("amdgcn.else.", Nature::Divergent),
    ("amdgcn.flat.atomic.fmax.num.", Nature::Divergent),
    ("amdgcn.flat.atomic.fmin.num.", Nature::Divergent),
    ("amdgcn.global.atomic.fmax.num.", Nature::Divergent),
    ("amdgcn.global.atomic.fmin.num.", Nature::Divergent),
    ("amdgcn.global.load.tr.", Nature::Divergent),
    ("amdgcn.if.", Nature::Divergent),
    ("amdgcn.image.atomic.", Nature::Divergent),
    ("amdgcn.interp.mov", Nature::Divergent),
    ("amdgcn.interp.p1", Nature::Divergent),
    ("amdgcn.interp.p2", Nature::Divergent),
    ("amdgcn.inverse.ballot", Nature::Divergent),
    ("amdgcn.lds.direct.load", Nature::Divergent),
    ("amdgcn.lds.param.load", Nature::Divergent),
    ("amdgcn.live.mask", Nature::Divergent),
    ("amdgcn.loop.", Nature::Divergent),
    ("amdgcn.mbcnt.", Nature::Divergent),
    ("amdgcn.mfma.", Nature::Divergent),
    ("amdgcn.mov.dpp", Nature::Divergent),
    ("amdgcn.permlane.bcast", Nature::Divergent),
    ("amdgcn.permlane.down", Nature::Divergent),
    ("amdgcn.permlane.idx.gen", Nature::Divergent),
    ("amdgcn.permlane.up", Nature::Divergent),
    ("amdgcn.permlane.xor", Nature::Divergent),
    ("amdgcn.permlane16", Nature::Divergent),
    ("amdgcn.permlane32.swap", Nature::Divergent),
    ("amdgcn.permlanex16", Nature::Divergent),
    ("amdgcn.ps.live", Nature::Divergent),
    ("amdgcn.raw.buffer.atomic.", Nature::Divergent),
    ("amdgcn.raw.ptr.buffer.atomic.", Nature::Divergent),
    ("amdgcn.smfmac.", Nature::Divergent),
    ("amdgcn.struct.buffer.atomic.", Nature::Divergent),
    ("amdgcn.struct.ptr.buffer.atomic.", Nature::Divergent),
    ("amdgcn.swmmac.", Nature::Divergent),
    ("amdgcn.update.dpp", Nature::Divergent),
    ("amdgcn.wmma.", Nature::Divergent),
    ("amdgcn.workitem.id.", Nature::Divergent),
    ("amdgcn.writelane", Nature::Divergent),
    ("amdgcn.ballot", Nature::Uniform),
    ("amdgcn.fcmp", Nature::Uniform),
    ("amdgcn.icmp", Nature::Uniform),
    ("amdgcn.readfirstlane", Nature::Uniform),
    ("amdgcn.readlane", Nature::Uniform),
    ("amdgcn.ds.append", Nature::Timed),
    ("amdgcn.ds.consume", Nature::Timed),
    ("amdgcn.s.getreg", Nature::Timed),
    ("amdgcn.s.memrealtime", Nature::Timed),
    ("amdgcn.s.memtime", Nature::Timed),
    ("amdgcn.wave.id", Nature::Computed),
    ("amdgcn.workgroup.id.", Nature::Computed),
    ("nvvm.read.ptx.sreg.laneid", Nature::Divergent),
    ("nvvm.read.ptx.sreg.lanemask.", Nature::Divergent),
    ("nvvm.read.ptx.sreg.tid.", Nature::Divergent),
    ("nvvm.read.ptx.sreg.clock", Nature::Timed),
    ("nvvm.read.ptx.sreg.globaltimer", Nature::Timed),
    ("nvvm.read.ptx.sreg.", Nature::Computed),
];

impl InferUniformity for CallIntrinsicOp {
    fn result_nature(&self, op: OpRef, result: usize, target: Target) -> Nature {
        if target == Target::Nvptx {
            // LLVM takes all calls for sources there, those of intrinsics as well.
            return Nature::Divergent;
        }
        let name = op.prop(CallIntrinsicOp::INTRIN).and_then(|name| name.as_str(op.cx())).unwrap_or_default();
        let name = name.trim_start_matches("llvm.");
        match INTRINSICS.iter().find(|(start, _)| name.starts_with(start)) {
            Some(&(_, nature)) => nature,
            None if target == Target::Generic => default_nature(op, result, target),
            None => Nature::Computed,
        }
    }
}

/// The address spaces that LLVM's targets call generic and private: what is there may be each thread's own.
const OWN_SPACES: [i64; 2] = [0, 5];

impl InferUniformity for LoadOp {
    fn result_nature(&self, op: OpRef, result: usize, target: Target) -> Nature {
        let space = PointerType::from_type(op.cx(), op.operand(0).ty()).map(|ty| ty.address_space(op.cx()));
        match target != Target::Generic && space.is_some_and(|space| OWN_SPACES.contains(&space)) {
            true => Nature::Divergent,
            false => default_nature(op, result, target),
        }
    }
}

impl InferUniformity for LLVMFuncOp {
    /// The arguments of kernels are uniform, and on AMD's processors those passed in scalar registers.
    fn argument_nature(&self, op: OpRef, argument: usize, target: Target) -> Nature {
        let cx = op.cx();
        let convention = op.prop(LLVMFuncOp::C_CONV).and_then(|attr| CConv::from_attr(cx, attr));
        let is_kernel = matches!(convention, Some(CConv::AMDGPUKERNEL | CConv::PTXKernel | CConv::SPIRKERNEL));
        let is_scalar = || {
            let attrs = op.prop(LLVMFuncOp::ARG_ATTRS).and_then(|attrs| attrs.as_array(cx)?.get(argument).copied());
            target == Target::Amdgcn && attrs.is_some_and(|attrs| attrs.dict_get(cx, cx.ident("llvm.inreg")).is_some())
        };
        let is_uniform = is_kernel || op.attr("gpu.kernel").is_some() || is_scalar();
        if is_uniform { Nature::Computed } else { Nature::Divergent }
    }
}

/// Rows of operations that give any value.
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
