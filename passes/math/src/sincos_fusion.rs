//! Fusion of sine and cosine of one angle to one operation.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_math::{CosOp, SinOp, SincosOp};

/// Fuse sin and cos operations.
///
/// Both have to be in one block and to have the same fast-math flags.
///
/// ```mlir
/// %s = math.sin %x : f32
/// %c = math.cos %x : f32
/// // becomes
/// %s, %c = math.sincos %x : f32
/// ```
#[pass(name = "math-sincos-fusion", title = "MathSincosFusionPass", depends(rmlir_math::Math))]
pub fn math_sincos_fusion(cx: &mut PassCx) -> PassResult {
    cx.apply_greedily(patterns![fuse_sine_and_cosine])
}

#[pattern]
fn fuse_sine_and_cosine(sine: SinOp, rw: &mut Rewriter) -> Match {
    let (operand, flags) = (sine.operand(rw), sine.fastmath(rw));
    let Some(block) = rw.block_of(sine.id()) else { return Match::No };
    let mut cosines = rw.ops(block).filter_map(|op| OpRef::new(rw, op).cast::<CosOp>());
    let Some(cosine) = cosines.find(|op| op.operand(rw) == operand && op.fastmath(rw) == flags) else {
        return Match::No;
    };
    drop(cosines);
    let is_first = rw.is_before_in_block(sine.id(), cosine.id());
    rw.before(if is_first { sine.id() } else { cosine.id() });
    let ty = rw.ty(sine.result(rw));
    let both = rw.create(SincosOp::build(operand).results(&[ty, ty]).prop(SincosOp::FASTMATH, flags));
    let (sin, cos) = (both.sin(rw), both.cos(rw));
    rw.replace(sine, [sin]);
    rw.replace(cosine, [cos])
}
