//! Fusion of a product and a sum to one operation.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_arith::{AddFOp, FastMathFlags, MulFOp};
use rmlir_math::FmaOp;

/// Uplift arith ops to math.fma.
///
/// A sum of a product becomes one operation if both have the flag `contract`.
///
/// ```mlir
/// %0 = arith.mulf %a, %b fastmath<contract> : f32
/// %1 = arith.addf %0, %c fastmath<contract> : f32
/// // becomes
/// %1 = math.fma %a, %b, %c fastmath<contract> : f32
/// ```
#[pass(name = "math-uplift-to-fma", title = "MathUpliftToFMA", depends(rmlir_math::Math))]
pub fn math_uplift_to_fma(cx: &mut PassCx) -> PassResult {
    cx.apply_greedily(patterns![uplift_to_fma])
}

#[pattern]
fn uplift_to_fma(op: AddFOp, rw: &mut Rewriter) -> Match {
    let sum_flags = op.fastmath(rw);
    if !sum_flags.contains(FastMathFlags::AllowContract) {
        return rw.no_match(op, "addf op is not suitable for fma");
    }
    let (lhs, rhs) = (op.lhs(rw), op.rhs(rw));
    let product = |value| OpRef::new(rw, rw.defining_op(value)?).cast::<MulFOp>();
    let (product, other) = match (product(lhs), product(rhs)) {
        (Some(product), _) => (product, rhs),
        (None, Some(product)) => (product, lhs),
        (None, None) => return rw.no_match(op, "no mulf op"),
    };
    let product_flags = product.fastmath(rw);
    if !product_flags.contains(FastMathFlags::AllowContract) {
        return rw.no_match(product, "mulf op is not suitable for fma");
    }
    let both = sum_flags.intersection(product_flags);
    let fma = FmaOp::build(product.lhs(rw), product.rhs(rw), other).prop(FmaOp::FASTMATH, both);
    rw.replace_with(op, fma);
    Match::Yes
}
