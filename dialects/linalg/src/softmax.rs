//! `linalg.softmax`.

use rmlir::core::interfaces::{Effect, EffectKind};
use rmlir::core::opdef::OpTrait;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

/// Normalizes elements along a dimension: e to the power of each, divided by the sum of those.
///
/// ```mlir
/// %r = linalg.softmax dimension(2) ins(%a : tensor<2x16x32xf32>) outs(%b : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
/// ```
#[op(name = "linalg.softmax", custom_traits(SAME_ELEMENT_TYPE), interfaces(DestinationStyle, MemoryEffects),
     fold = rmlir_memref::fold::skip_casts, verify = verify_softmax, verify_regions,
     format = "attr-dict `dimension` `(` $dimension `)` `ins` `(` $input `:` type($input) `)` \
               `outs` `(` $output `:` type($output) `)` (`->` type($result)^)?")]
pub struct SoftmaxOp {
    #[operand]
    input: AnyShaped,
    #[operand]
    output: AnyShaped,
    /// The dimension along which elements are normalized.
    #[prop]
    dimension: I64Attr,
    #[result]
    result: Vec<AnyRankedTensor>,
}

struct SameElementType;
static SAME_ELEMENT_TYPE: SameElementType = SameElementType;

impl OpTrait for SameElementType {
    fn name(&self) -> &'static str {
        "SameElementType"
    }
    fn is_about_fields(&self) -> bool {
        true
    }
    fn verify(&self, op: OpRef) -> Checked {
        if op.value(SoftmaxOp::input).ty().element(op.cx()) == op.value(SoftmaxOp::output).ty().element(op.cx()) {
            return Ok(());
        }
        Err(op.error("failed to verify that input and output have same element type"))
    }
}

impl DestinationStyle for SoftmaxOp<()> {
    fn inits(&self, op: OpRef) -> std::ops::Range<usize> {
        op.operand_range(SoftmaxOp::OUTPUT_OPERAND)
    }
}

impl MemoryEffects for SoftmaxOp<()> {
    /// Memref inputs are read; a memref output is read and written.
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        let is_buffer = |index: usize| (AnyMemRef.check)(op.cx(), op.operand(index).ty());
        let mut effects = Vec::new();
        for (index, kind) in [(0, EffectKind::Read), (1, EffectKind::Read), (1, EffectKind::Write)] {
            if is_buffer(index) {
                effects.push(Effect::on(kind, op.operand(index).id));
            }
        }
        effects
    }
}

/// Whether the shapes are equal where both are static.
pub(crate) fn are_compatible(left: &[i64], right: &[i64]) -> bool {
    let agree = |(&left, &right): (&i64, &i64)| left == DYNAMIC || right == DYNAMIC || left == right;
    left.len() == right.len() && left.iter().zip(right).all(agree)
}

fn verify_softmax(op: OpRef) -> Checked {
    let [input, output] = [0, 1].map(|index| op.operand(index).ty().shape(op.cx()).unwrap_or_default());
    if !are_compatible(input, output) {
        return Err(op.error("incompatible output shape"));
    }
    let dimension = op.get(SoftmaxOp::dimension);
    if dimension < 0 || dimension >= input.len() as i64 {
        return Err(op.error("incorrect dimension specified"));
    }
    Ok(())
}
