//! `arm_neon.2d.sdot` on rows of matrices as `arm_neon.intr.sdot` on one vector.

use rmlir::prelude::*;
use rmlir_arm_neon::{ArmNeon, Sdot2dOp, SdotOp};
use rmlir_vector::{ShapeCastOp, Vector, VectorType};

/// Convert Arm NEON structured ops to intrinsics.
///
/// The matrices become vectors of one dimension, as the instruction requires.
#[pass(name = "arm-neon-2d-to-intr", title = "ConvertArmNeon2dToIntrPass", depends(ArmNeon, Vector))]
pub fn arm_neon_2d_to_intr(cx: &mut PassCx) -> PassResult {
    cx.apply_greedily(patterns![flatten])
}

#[pattern]
fn flatten(op: Sdot2dOp, rw: &mut Rewriter) -> Match {
    let (a, matrices) = (op.a(rw), [op.b(rw), op.c(rw)]);
    let matrix = VectorType::at(rw, matrices[0]);
    let flat = VectorType::fixed(&[matrix.n_elements()], matrix.element).ty(rw);
    let [b, c] = matrices.map(|matrix| rw.value(ShapeCastOp::build(flat, matrix)));
    rw.replace_with(op, SdotOp::build(a, b, c));
    Match::Yes
}
