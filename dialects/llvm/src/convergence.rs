//! Convergence control: three intrinsics define tokens, and operand bundles pass them to calls.
//!
//! ```mlir
//! %t = llvm.call_intrinsic "llvm.experimental.convergence.entry"() : () -> !llvm.token
//! llvm.call @f() ["convergencectrl"(%t : !llvm.token)] : () -> ()
//! ```

use rmlir::analysis::uniformity::convergence::{Convergence, Role};
use rmlir::prelude::*;

use crate::ops::call::{CallIntrinsicOp, CallOp};
use crate::ops::func::LLVMFuncOp;

/// Prefixes of the names of intrinsics, without `llvm.`, that communicate between threads, and the role of each.
const INTRINSICS: &[(&str, Role)] = &[
    ("experimental.convergence.entry", Role::Entry),
    ("experimental.convergence.anchor", Role::Anchor),
    ("experimental.convergence.loop", Role::Loop),
    ("amdgcn.ballot", Role::Convergent),
    ("amdgcn.ds.bpermute", Role::Convergent),
    ("amdgcn.readfirstlane", Role::Convergent),
    ("amdgcn.readlane", Role::Convergent),
    ("amdgcn.s.barrier", Role::Convergent),
    ("amdgcn.wave.barrier", Role::Convergent),
    ("nvvm.bar", Role::Convergent),
    ("nvvm.match.", Role::Convergent),
    ("nvvm.redux.", Role::Convergent),
    ("nvvm.shfl.", Role::Convergent),
    ("nvvm.vote.", Role::Convergent),
];

/// The tag of the operand bundle that holds the token.
const TAG: &str = "convergencectrl";

/// The token in the operand bundles of `op`; property `sizes` divides the second operand group into bundles.
fn bundled_token(op: OpRef, sizes: usize, tags: usize) -> Result<Option<Value>, &'static str> {
    let cx = op.cx();
    let tags = op.prop(tags).and_then(|tags| tags.as_array(cx)).unwrap_or_default();
    let sizes = op.prop(sizes).and_then(|sizes| sizes.as_int_array(cx)).unwrap_or_default();
    let mut start = op.operand_range(1).start;
    let mut found = None;
    for (tag, size) in tags.iter().zip(sizes) {
        if tag.as_str(cx) == Some(TAG) {
            if size != 1 {
                return Err("needs one token in its bundle 'convergencectrl'");
            }
            if found.replace(op.operand(start).id).is_some() {
                return Err("has two bundles 'convergencectrl'");
            }
        }
        start += size as usize;
    }
    Ok(found)
}

impl Convergence for CallIntrinsicOp<()> {
    fn role(&self, op: OpRef) -> Role {
        let name = op.get(CallIntrinsicOp::intrin);
        let name = name.trim_start_matches("llvm.");
        INTRINSICS.iter().find(|(start, _)| name.starts_with(start)).map_or(Role::None, |&(_, role)| role)
    }

    fn token(&self, op: OpRef) -> Result<Option<Value>, &'static str> {
        bundled_token(op, CallIntrinsicOp::OP_BUNDLE_SIZES, CallIntrinsicOp::OP_BUNDLE_TAGS)
    }
}

impl Convergence for CallOp<()> {
    /// A call is convergent if its attribute is set or a bundle passes a token; the callee is not looked up.
    fn role(&self, op: OpRef) -> Role {
        let is_convergent = op.get(CallOp::convergent) || !matches!(self.token(op), Ok(None));
        if is_convergent { Role::Convergent } else { Role::None }
    }

    fn token(&self, op: OpRef) -> Result<Option<Value>, &'static str> {
        bundled_token(op, CallOp::OP_BUNDLE_SIZES, CallOp::OP_BUNDLE_TAGS)
    }
}

impl Convergence for LLVMFuncOp<()> {
    fn role(&self, op: OpRef) -> Role {
        if op.get(LLVMFuncOp::convergent) { Role::Convergent } else { Role::None }
    }
}
