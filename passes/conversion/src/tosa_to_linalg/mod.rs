//! Operations of `tosa` to `linalg.generic` and other operations on tensors.
//!
//! `generic` builds loop nests; `elementwise` has the operations on elements, with `broadcast` for operands of size 1,
//! `scalar` for what is computed and `cast` for conversions; `reduce` and `argmax` the reductions, `rescale` the scaling
//! of integers, `movement` the operations that move elements.
//!
//! Deviation: tensors of unsigned integers are not converted.

mod argmax;
mod broadcast;
mod cast;
mod elementwise;
pub(crate) mod generic;
mod movement;
mod range;
mod reduce;
mod rescale;
mod scalar;

use rmlir::core::fold::constant_value;
use rmlir::core::pattern::{Pattern, PatternRoot};
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir_tosa as tosa;

/// Lower TOSA to LinAlg on tensors.
///
/// Operations that other passes lower remain: control flow, constants, and those of `tosa-to-tensor`.
///
/// ```mlir
/// %0 = tosa.abs %t : (tensor<4xf32>) -> tensor<4xf32>
/// // becomes
/// %1 = tensor.empty() : tensor<4xf32>
/// %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
///     ins(%t : tensor<4xf32>) outs(%1 : tensor<4xf32>) {
/// ^bb0(%in: f32, %out: f32):
///   %2 = math.absf %in : f32
///   linalg.yield %2 : f32
/// } -> tensor<4xf32>
/// ```
#[pass(
    name = "tosa-to-linalg",
    title = "TosaToLinalg",
    schedule = is_function,
    depends(
        rmlir_arith::Arith, rmlir_linalg::Linalg, rmlir_math::Math, rmlir_index::Index, rmlir_tensor::Tensor, rmlir_scf::Scf
    )
)]
#[allow(dead_code)] // The options are those of the pipeline that upstream builds around the pass.
pub struct TosaToLinalg {
    /// Disable tosa decompositions pass.
    #[option(default = false)]
    disable_tosa_decompositions: bool,
    /// Always perform the reduce constant optimization.
    #[option(default = false)]
    aggressive_reduce_constant: bool,
}

impl Pass for TosaToLinalg {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut target = ConversionTarget::new(cx.cx());
        target.legal_dialects(&["linalg", "tensor", "scf"]).illegal_dialects(&["tosa"]).legal_ops(LEGAL);
        target.dynamic_unknown(|_| true);
        cx.convert_partially(&target, &patterns())
    }
}

/// Whether the operation is a function.
pub(crate) fn is_function(def: &OpDef) -> bool {
    def.interface::<dyn FunctionOp>().is_some()
}

/// The operations that remain.
const LEGAL: &[&str] = &[
    tosa::ApplyScaleOp::NAME,
    tosa::IfOp::NAME,
    tosa::ConstOp::NAME,
    tosa::ConstShapeOp::NAME,
    tosa::WhileOp::NAME,
    tosa::ConcatOp::NAME,
    tosa::SliceOp::NAME,
    tosa::ReshapeOp::NAME,
    tosa::PadOp::NAME,
];

/// The patterns of all operations.
pub fn patterns() -> ConversionPatterns {
    let mut patterns = ConversionPatterns::new();
    for name in elementwise::OPS {
        patterns.add(ConversionPattern::plain(Pattern::rooted(
            PatternRoot::Op(name),
            "pointwise",
            elementwise::to_generic,
        )));
    }
    for name in reduce::OPS {
        patterns.add(ConversionPattern::plain(Pattern::rooted(PatternRoot::Op(name), "reduce", reduce::to_reduce)));
    }
    let others = [
        movement::identity::pattern(),
        movement::reverse::pattern(),
        movement::tile::pattern(),
        movement::gather::pattern(),
        movement::table::pattern(),
        argmax::argmax::pattern(),
        rescale::rescale::pattern(),
    ];
    others.into_iter().for_each(|pattern| {
        patterns.add(ConversionPattern::plain(pattern));
    });
    patterns
}

/// The constant zero point of a tensor; `None` if it is no constant, or a float that is not zero.
pub(crate) fn zero_point(body: &Body, value: Value) -> Option<i64> {
    let first = *constant_value(body, value)?.dense_elements(body)?.first()?;
    match first.as_float(body) {
        Some((number, _)) => number.is_zero().then_some(0),
        None => first.as_i64(body),
    }
}
