//! Uniformity of intrinsics in LLVM 22, by name.

use rmlir::analysis::uniformity::Nature;
use rmlir::prelude::*;

use crate::ops::call::CallIntrinsicOp;

/// Prefixes of the names of intrinsics, without `llvm.`, and the uniformity of their results; the first row that
/// matches applies. The rows are the results of LLVM 22's `opt` for calls with uniform arguments.
const INTRINSICS: &[(&str, Nature)] = &[
    ("amdgcn.if.break", Nature::Uniform),
    ("amdgcn.ds.load.tr", Nature::Divergent),
    ("amdgcn.ds.ordered.", Nature::Divergent),
    ("amdgcn.ds.read.tr", Nature::Divergent),
    ("amdgcn.ds.swizzle", Nature::Divergent),
    ("amdgcn.dead.", Nature::Divergent),
    ("amdgcn.else.", Nature::Divergent),
    ("amdgcn.flat.atomic.fmax.num.", Nature::Divergent),
    ("amdgcn.flat.atomic.fmin.num.", Nature::Divergent),
    ("amdgcn.global.atomic.fmax.num.", Nature::Divergent),
    ("amdgcn.global.atomic.fmin.num.", Nature::Divergent),
    ("amdgcn.global.load.tr", Nature::Divergent),
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

/// The uniformity of the results of intrinsic `name`, if it is in the table.
pub fn nature(name: &str) -> Option<Nature> {
    let name = name.trim_start_matches("llvm.");
    INTRINSICS.iter().find(|(start, _)| name.starts_with(start)).map(|&(_, nature)| nature)
}

/// The name of the intrinsic that `op` calls.
pub fn name_of(op: OpRef<'_>) -> &str {
    op.get(CallIntrinsicOp::intrin)
}
