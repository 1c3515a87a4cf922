//! Emulation of operations on float types that a target lacks, in a wider type.
//!
//! Operands are extended before each operation and results are truncated after it, so that every step is rounded as in
//! the narrow type.

use std::sync::Arc;

use rmlir::core::pattern::PatternRoot;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{
    ConversionPattern, ConversionPatterns, ConversionRewriter, ConversionTarget, TypeConverter,
};
use rmlir_arith as arith;
use rmlir_arith::{ExtFOp, FastMathFlags, TruncFOp};
use rmlir_vector as vector;

use crate::maker::with_element;

/// Emulate operations on unsupported floats with extf/truncf.
///
/// Conversions, constants and selects are kept, as are operations that only move values.
///
/// ```mlir
/// %x = arith.addf %a, %b : bf16     // with source-types=bf16 target-type=f32:
/// // becomes
/// %0 = arith.extf %a fastmath<contract> : bf16 to f32
/// %1 = arith.extf %b fastmath<contract> : bf16 to f32
/// %2 = arith.addf %0, %1 : f32
/// %x = arith.truncf %2 fastmath<contract> : f32 to bf16
/// ```
#[pass(name = "arith-emulate-unsupported-floats", title = "ArithEmulateUnsupportedFloats", depends(rmlir_arith::Arith))]
pub struct ArithEmulateUnsupportedFloats {
    /// MLIR types without arithmetic support on a given target.
    source_types: Vec<String>,
    /// MLIR type to convert the unsupported source types to.
    #[option(default = "f32")]
    target_type: String,
}

/// Operations that are legal with any type.
const LEGAL: [&str; 6] = [
    arith::BitcastOp::NAME,
    ExtFOp::NAME,
    TruncFOp::NAME,
    arith::ConstantOp::NAME,
    arith::SelectOp::NAME,
    vector::BroadcastOp::NAME,
];

/// Vector operations that compute.
const VECTOR: [&str; 6] = [
    vector::ContractionOp::NAME,
    vector::ReductionOp::NAME,
    vector::MultiDimReductionOp::NAME,
    vector::FMAOp::NAME,
    vector::OuterProductOp::NAME,
    vector::ScanOp::NAME,
];

impl Pass for ArithEmulateUnsupportedFloats {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let (sources, target) = self.types(cx)?;
        let lacks = move |_: &Context, ty| sources.contains(&ty);
        let converter = Arc::new(widening_converter(lacks, target));
        let mut patterns = ConversionPatterns::new();
        let emulate = ConversionPattern::new("", "compute_wider", compute_wider);
        patterns.add(emulate.rooted(PatternRoot::Any).converter(&converter));
        let target = legal_target(cx.cx(), &converter);
        cx.convert_partially(&target, &patterns)
    }
}

impl ArithEmulateUnsupportedFloats {
    /// The types to emulate, and the type that replaces them.
    fn types(&self, cx: &mut PassCx) -> Result<(Vec<Type>, Type), rmlir::pass::PassFailed> {
        let known = |name: &str| FloatKind::from_name(name).map(|kind| cx.float_type(kind));
        let unknown =
            |what: &str, name: &str| format!("could not map {what} type '{name}' to a known floating-point type");
        let fail = |message: String| Diagnostic::error(Loc::UNKNOWN.place(cx.cx()), message);
        let target = known(&self.target_type).ok_or_else(|| fail(unknown("target", &self.target_type)))?;
        let mut sources = Vec::new();
        for name in &self.source_types {
            sources.push(known(name).ok_or_else(|| fail(unknown("source", name)))?);
        }
        if sources.contains(&target) {
            return Err(fail("target type cannot be an unsupported source type".to_owned()).into());
        }
        Ok((sources, target))
    }
}

/// Converts float types for which `lacks` is true, and types with such elements, to `target`, and extends values.
pub fn widening_converter(
    lacks: impl Fn(&Context, Type) -> bool + Send + Sync + 'static,
    target: Type,
) -> TypeConverter {
    let mut converter = TypeConverter::new();
    converter.rule(move |_, cx, ty| {
        let is_source = lacks(cx, ty.element_or_self(cx));
        Some(rmlir::rewrite::conversion::Converted::To(if is_source { with_element(cx, ty, target) } else { ty }))
    });
    converter.target_materialization(|rw, types, inputs, loc, _| match (types, inputs) {
        (&[ty], &[input]) => {
            let contract = FastMathFlags::AllowContract.attr(rw.cx());
            vec![rw.value(ExtFOp::build(ty, input).prop(ExtFOp::FASTMATH, contract).at(loc))]
        }
        _ => Vec::new(),
    });
    converter
}

fn legal_target<'c>(cx: &'c Context, converter: &Arc<TypeConverter>) -> ConversionTarget<'c> {
    let mut target = ConversionTarget::new(cx);
    target.dynamic_unknown(|_| true);
    let types = converter.clone();
    target.dynamic_dialect("arith", move |op| types.is_legal_op(op));
    for name in VECTOR {
        let types = converter.clone();
        target.dynamic_op(name, move |op| types.is_legal_op(op));
    }
    target.legal_ops(&LEGAL);
    target
}

/// Clones `op` on converted types and truncates its results.
pub fn compute_wider(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    let Some(converter) = rw.converter().cloned() else { return Match::No };
    let view = OpRef::new(rw, op);
    if converter.is_legal_op(view) || view.n_regions() != 0 {
        return rw.no_match(op, "it is legal, or has regions");
    }
    let old_types: Vec<Type> = rw.result_types(op).collect();
    let Some(types) = converter.convert_all(rw.cx(), old_types.iter().copied()) else {
        return rw.no_match(op, "a result type cannot be converted");
    };
    let successors: Vec<BlockId> = rw.successors(op).collect();
    let mut state = OpState::new(rw.name(op)).operands(operands).results(&types).successors(&successors);
    state.no_inference = true;
    state.loc = Some(rw.loc(op));
    state.props = rw.props(op).into();
    state.attrs = rw.discardable_attrs(op).to_vec();
    let wide = rw.create_state(state);
    let mut results = Vec::new();
    for (index, (&old, &new)) in old_types.iter().zip(&types).enumerate() {
        let result = rw.result(wide, index);
        results.push(if old == new {
            result
        } else {
            let contract = FastMathFlags::AllowContract.attr(rw.cx());
            let loc = rw.loc(op);
            rw.value(TruncFOp::build(old, result).prop(TruncFOp::FASTMATH, contract).at(loc))
        });
    }
    rw.replace(op, results)
}
