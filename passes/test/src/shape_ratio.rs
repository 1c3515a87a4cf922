//! Decomposition of vectors into smaller vectors, and composition of affine maps.

use rmlir::affine_maps::AffineMap;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_vector::{VectorTransferOp, VectorType};

/// Test vectorizer functionality.
///
/// Prints the operations whose result consists of whole vectors of the given shape, with their number in each
/// dimension, or the composition of the maps of `test_affine_map` operations.
#[pass(
    name = "affine-super-vectorizer-test",
    title = "VectorizerTestPass",
    anchor = "func.func",
    summary = "Tests vectorizer standalone functionality."
)]
pub struct ShapeRatioTest {
    /// Specify the HW vector size for vectorization
    vector_shape_ratio: Vec<i64>,
    /// Compose the maps of operations in program order
    compose_maps: bool,
}

impl Pass for ShapeRatioTest {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut text = String::new();
        if !self.vector_shape_ratio.is_empty() {
            self.add_ratios(cx, &mut text);
        }
        if self.compose_maps {
            add_composed_map(cx.body(), &mut text);
        }
        if !text.is_empty() {
            let place = Loc::UNKNOWN.place(cx.cx());
            cx.emit(Diagnostic::remark(place, text));
        }
        Ok(())
    }
}

impl ShapeRatioTest {
    fn add_ratios(&self, cx: &PassCx, text: &mut String) {
        let (body, texts) = (cx.body(), cx.texts());
        body.walk_postorder(body.root(), |op| {
            let view = OpRef::new(body, op);
            let Some(ratio) = ratio_of(view, &self.vector_shape_ratio) else { return };
            let ratio: Vec<String> = ratio.iter().map(i64::to_string).collect();
            text.push_str(&format!("\nmatched: {} with shape ratio: {}", texts.ir(view, true), ratio.join(", ")));
        });
    }
}

/// The composition of the maps of all `test_affine_map` operations, as far as the number of results of one matches the
/// inputs of the next.
fn add_composed_map(body: &Body, text: &mut String) {
    let mut composed: Option<AffineMap> = None;
    body.walk_preorder(body.root(), |op| {
        let view = OpRef::new(body, op);
        let map = view.attr("affine_map").and_then(|map| map.as_affine_map(body));
        let Some(map) = map.filter(|_| view.name_str() == "test_affine_map") else { return };
        composed = Some(match composed.take() {
            Some(inner) if inner.results().len() == map.n_dims() as usize => map.compose(&inner),
            _ => map.clone(),
        });
    });
    if let Some(composed) = composed {
        text.push_str(&format!("\nComposed map: {}", composed.simplify()));
    }
}

/// The number of vectors of `shape` that the only result of `op` consists of, in each dimension.
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
