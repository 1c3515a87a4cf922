//! What vectors consist of whole smaller vectors, and of how many.

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_vector::{VectorTransferOp, VectorType};

/// Test vectorizer functionality.
///
/// Says which operations give a vector that consists of whole vectors of the shape given, and how many those are in each
/// dimension.
#[pass(
    name = "affine-super-vectorizer-test",
    title = "VectorizerTestPass",
    anchor = "func.func",
    summary = "Tests vectorizer standalone functionality."
)]
pub struct ShapeRatioTest {
    /// Specify the HW vector size for vectorization
    vector_shape_ratio: Vec<i64>,
}

impl Pass for ShapeRatioTest {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        if self.vector_shape_ratio.is_empty() {
            return Ok(());
        }
        let mut text = String::new();
        let (body, texts) = (cx.body(), cx.texts());
        body.walk_postorder(body.root(), |op| {
            let view = OpRef::new(body, op);
            let Some(ratio) = ratio_of(view, &self.vector_shape_ratio) else { return };
            let ratio: Vec<String> = ratio.iter().map(i64::to_string).collect();
            text.push_str(&format!("\nmatched: {} with shape ratio: {}", texts.ir(view, true), ratio.join(", ")));
        });
        if !text.is_empty() {
            let place = Loc::UNKNOWN.place(cx.cx());
            cx.emit(Diagnostic::remark(place, text));
        }
        Ok(())
    }
}

/// How many vectors of `shape` the only result of `op` consists of, in each dimension.
fn ratio_of(op: OpRef, shape: &[i64]) -> Option<Vec<i64>> {
    let mut results = op.results();
    let (result, None) = (results.next()?, results.next()) else { return None };
    let vector = match op.interface::<dyn VectorTransferOp>() {
        Some(interface) => interface.transfer(op).vector_type,
        None => result.ty(),
    };
    let vector = VectorType::of(op.cx(), vector)?.shape;
    let n_leading = vector.len().checked_sub(shape.len())?;
    let (leading, trailing) = vector.split_at(n_leading);
    let ratios = trailing.iter().zip(shape).map(|(&size, &part)| (part > 0 && size % part == 0).then(|| size / part));
    let ratios: Option<Vec<i64>> = ratios.collect();
    Some([leading, &ratios?].concat())
}
