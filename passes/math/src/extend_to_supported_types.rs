//! Extension of functions of floats that a target lacks to a wider type.

use std::sync::Arc;

use rmlir::core::pattern::PatternRoot;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir_arith as arith;
use rmlir_arith_passes::emulate_unsupported_floats::{compute_wider, widening_converter};
use rmlir_math as math;

/// Legalize floating-point math ops on low-precision floats.
///
/// Around each operation operands are extended and results are truncated.
///
/// ```mlir
/// %y = math.exp %x : f16
/// // becomes
/// %0 = arith.extf %x fastmath<contract> : f16 to f32
/// %1 = math.exp %0 : f32
/// %y = arith.truncf %1 fastmath<contract> : f32 to f16
/// ```
#[pass(
    name = "math-extend-to-supported-types",
    title = "MathExtendToSupportedTypes",
    depends(rmlir_arith::Arith, rmlir_math::Math)
)]
pub struct MathExtendToSupportedTypes {
    /// MLIR types with arithmetic support on a given target (f64 and f32 are implicitly supported).
    extra_types: Vec<String>,
    /// MLIR type to convert the unsupported source types to.
    #[option(default = "f32")]
    target_type: String,
}

impl Pass for MathExtendToSupportedTypes {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let (supported, wide) = match self.types(cx.cx()) {
            Ok(types) => types,
            Err(why) => {
                cx.emit(Diagnostic::error(Loc::UNKNOWN.place(cx.cx()), why));
                return cx.signal_failure();
            }
        };
        let lacks = move |cx: &Context, ty: Type| ty.float_kind(cx).is_some() && !supported.contains(&ty);
        let converter = Arc::new(widening_converter(lacks, wide));
        let mut target = ConversionTarget::new(cx.cx());
        let types = converter.clone();
        target.dynamic_unknown(move |op| op.name().dialect(op.cx()) != "math" || types.is_legal_op(op));
        target.legal_ops(&[math::FmaOp::NAME, arith::ExtFOp::NAME, arith::TruncFOp::NAME]);
        let mut patterns = ConversionPatterns::new();
        let widen = ConversionPattern::new("", "compute_wider", compute_wider);
        patterns.add(widen.rooted(PatternRoot::Any).converter(&converter));
        cx.convert_partially(&target, &patterns)
    }
}

impl MathExtendToSupportedTypes {
    /// The legal types, and the type in which others are computed.
    fn types(&self, cx: &Context) -> Result<(Vec<Type>, Type), String> {
        let find = |what: &str, name: &String| {
            let kind = FloatKind::from_name(name);
            let unknown = || format!("could not map {what} type '{name}' to a known floating-point type");
            kind.map(|kind| cx.float_type(kind)).ok_or_else(unknown)
        };
        let target = find("target", &self.target_type)?;
        let mut supported = vec![Type::F64, Type::F32];
        for name in &self.extra_types {
            supported.push(find("source", name)?);
        }
        Ok((supported, target))
    }
}
