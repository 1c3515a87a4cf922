//! Application of patterns, greedily and as a conversion: the operations whose regions list patterns.

use std::any::Any;

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{
    ConversionConfig, ConversionPatterns, ConversionTarget, apply_full_conversion, apply_full_conversion_to,
    apply_partial_conversion, apply_partial_conversion_to,
};
use rmlir::rewrite::patterns::canonicalization_set;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig, apply_ops_greedily, apply_patterns_greedily};
use rmlir_transform::effects::{OnPayload, changes_payload, effects};
use rmlir_transform::{
    Applied, ConversionPatternDescriptor, Failure, PatternDescriptor, PayloadOp, Results, TransformHandle, TransformOp,
    TransformState, TypeConverterBuilder, handle_effects,
};

use crate::cleanup::eliminate_common;

handle_effects! {
    changes_payload => ApplyPatternsOp;
    conversion_effects => ApplyConversionPatternsOp;
}

/// The handle is consumed unless it is preserved.
fn conversion_effects(op: OpRef) -> Vec<Effect> {
    let keeps = op.get(ApplyConversionPatternsOp::preserve_handles);
    effects(op, |_| !keeps, OnPayload::Modifies)
}

/// Applies patterns greedily to the operations in an operation, not to itself.
///
/// ```mlir
/// transform.apply_patterns to %function {
///   transform.apply_patterns.canonicalization
/// } : !transform.any_op
/// ```
#[op(
    name = "transform.apply_patterns",
    traits(GraphRegion, NoTerminator, SingleBlock),
    interfaces(MemoryEffects, TransformOp),
    verify_regions = verify_apply_patterns,
    format = "`to` $target $patterns attr-dict `:` type($target)"
)]
pub struct ApplyPatternsOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    apply_cse: UnitAttr,
    #[prop(default = any_number)]
    max_iterations: I64Attr,
    #[prop(default = any_number)]
    max_num_rewrites: I64Attr,
    #[region]
    patterns: AtMostOneBlock,
}

fn any_number(cx: &Context) -> Attr {
    cx.i64_attr(-1)
}

/// The operations in region `index` of `op`.
fn inside<'a>(op: OpRef<'a>, index: usize) -> impl Iterator<Item = OpRef<'a>> {
    op.region(index).entry().into_iter().flat_map(|block| block.ops())
}

fn verify_apply_patterns(op: OpRef) -> Checked {
    match inside(op, 0).find(|inner| inner.interface::<dyn PatternDescriptor>().is_none()) {
        None => Ok(()),
        Some(other) => {
            let error = op.error("expected children ops to implement PatternDescriptorOpInterface");
            Err(Box::new(error.note(other.loc().place(op.cx()), "op without interface")))
        }
    }
}

impl TransformOp for ApplyPatternsOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, _results: &mut Results) -> Applied {
        let limit = |slot: usize| {
            let number = op.prop(slot).and_then(|attr| attr.as_i64(op.cx())).unwrap_or(-1);
            usize::try_from(number).ok()
        };
        let config = GreedyConfig {
            max_iterations: limit(ApplyPatternsOp::MAX_ITERATIONS),
            max_rewrites: limit(ApplyPatternsOp::MAX_NUM_REWRITES),
            ..GreedyConfig::default()
        };
        let mut patterns = PatternSet::new();
        for inner in inside(op, 0) {
            let descriptor = inner.interface::<dyn PatternDescriptor>();
            let descriptor = descriptor.expect("a verified operation stands for patterns");
            descriptor.populate(inner, state, &mut patterns);
        }
        let patterns = FrozenPatterns::new(op.cx(), patterns);
        let with_cse = op.get(ApplyPatternsOp::apply_cse);
        for target in state.ops(op.value(ApplyPatternsOp::target)) {
            state.check_separate(op, &target)?;
            apply_to(op, state, &target, (&patterns, &config), with_cse)?;
        }
        Ok(())
    }

    fn keeps_handles(&self) -> bool {
        true
    }
}

/// The maximum number of alternations of patterns and common subexpression elimination.
const MAX_TURNS: usize = 50;

/// Applies patterns, alternating with common subexpression elimination, to a fixed point.
fn apply_to(
    op: OpRef,
    state: &mut TransformState,
    target: &PayloadOp,
    (patterns, config): (&FrozenPatterns, &GreedyConfig),
    with_cse: bool,
) -> Applied {
    for _ in 0..MAX_TURNS {
        let path = state.path_inside(target);
        let is_isolated = state.op(target).has(TraitSet::ISOLATED_FROM_ABOVE);
        let converged = state.drive(&path, |body, listener| {
            if is_isolated {
                return apply_patterns_greedily(body, patterns, config, Some(listener)).is_ok();
            }
            let mut ops = Vec::new();
            body.walk_postorder(target.op, |inner| ops.push(inner));
            ops.retain(|&inner| inner != target.op);
            apply_ops_greedily(body, &ops, patterns, config, Some(listener)).is_ok()
        });
        if !converged {
            let message = "greedy pattern application failed";
            return Err(Failure::silenceable(state.op(target), message));
        }
        if !with_cse || !eliminate_common(state, target) {
            return Ok(());
        }
    }
    Err(Failure::definite(op, "fixpoint iteration did not converge"))
}

/// All patterns of `canonicalize`.
#[op(name = "transform.apply_patterns.canonicalization", interfaces(PatternDescriptor), format = "attr-dict")]
pub struct ApplyCanonicalizationPatternsOp {}

impl PatternDescriptor for ApplyCanonicalizationPatternsOp<()> {
    fn populate(&self, op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        patterns.extend(canonicalization_set(op.cx()));
    }
}

/// Converts an operation and all operations in it to a conversion target.
///
/// ```mlir
/// transform.apply_conversion_patterns to %function {
///   transform.apply_conversion_patterns.func.func_to_llvm
/// } with type_converter {
///   transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
/// } {legal_dialects = ["llvm"]} : !transform.any_op
/// ```
#[op(
    name = "transform.apply_conversion_patterns",
    traits(GraphRegion, NoTerminator, SingleBlock),
    interfaces(MemoryEffects, TransformOp),
    verify_regions = verify_conversion,
    format = "`to` $target $patterns (`with` `type_converter` $default_type_converter_region^)? attr-dict `:` \
              type($target)"
)]
pub struct ApplyConversionPatternsOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    legal_ops: Option<StrArrayAttr>,
    #[prop]
    illegal_ops: Option<StrArrayAttr>,
    #[prop]
    legal_dialects: Option<StrArrayAttr>,
    #[prop]
    illegal_dialects: Option<StrArrayAttr>,
    #[prop]
    partial_conversion: UnitAttr,
    #[prop]
    preserve_handles: UnitAttr,
    #[region]
    patterns: AtMostOneBlock,
    #[region]
    default_type_converter_region: Vec<AtMostOneBlock>,
}

fn verify_conversion(op: OpRef) -> Checked {
    if op.n_regions() != 1 && op.n_regions() != 2 {
        return Err(op.error("expected 1 or 2 regions"));
    }
    let without = |interface: &str, role: &str, other: OpRef| {
        let error = op.error(format!("expected {role} to implement {interface}"));
        Err(Box::new(error.note(other.loc().place(op.cx()), "op without interface")))
    };
    if let Some(other) = inside(op, 0).find(|inner| inner.interface::<dyn ConversionPatternDescriptor>().is_none()) {
        return without("ConversionPatternDescriptorOpInterface", "pattern children ops", other);
    }
    if op.n_regions() == 1 {
        return Ok(());
    }
    let mut converters = inside(op, 1);
    let (Some(converter), None) = (converters.next(), converters.next()) else {
        return Err(op.error("expected exactly one op in default type converter region"));
    };
    let Some(builder) = converter.interface::<dyn TypeConverterBuilder>() else {
        return without("TypeConverterBuilderOpInterface", "default converter child op", converter);
    };
    for inner in inside(op, 0) {
        let wanted =
            inner.interface::<dyn ConversionPatternDescriptor>().and_then(|descriptor| descriptor.converter_type());
        if let Some(wanted) = wanted.filter(|&wanted| wanted != builder.converter_type()) {
            return Err(inner.error(format!("expected {wanted}")));
        }
    }
    Ok(())
}

impl TransformOp for ApplyConversionPatternsOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, _results: &mut Results) -> Applied {
        let cx = op.cx();
        let converter = default_converter(op)?;
        let mut target = ConversionTarget::new(cx);
        let names = |slot: usize| -> Vec<&str> {
            let array = op.prop(slot).and_then(|attr| attr.as_array(cx)).unwrap_or(&[]);
            array.iter().filter_map(|name| name.as_str(cx)).collect()
        };
        target.legal_ops(&names(ApplyConversionPatternsOp::LEGAL_OPS));
        target.illegal_ops(&names(ApplyConversionPatternsOp::ILLEGAL_OPS));
        target.legal_dialects(&names(ApplyConversionPatternsOp::LEGAL_DIALECTS));
        target.illegal_dialects(&names(ApplyConversionPatternsOp::ILLEGAL_DIALECTS));
        let mut patterns = ConversionPatterns::new();
        for inner in inside(op, 0) {
            let Some(converter) = &converter else {
                let message = "pattern descriptor does not specify type converter and apply_conversion_patterns op has \
                               no default type converter";
                return Err(Failure::definite(op, message).note(inner, "pattern descriptor op"));
            };
            let descriptor = inner.interface::<dyn ConversionPatternDescriptor>();
            let descriptor = descriptor.expect("a verified operation stands for conversion patterns");
            descriptor.populate(inner, &**converter, &mut patterns, &mut target).map_err(Failure::Definite)?;
        }
        let is_partial = op.get(ApplyConversionPatternsOp::partial_conversion);
        for payload in state.ops(op.value(ApplyConversionPatternsOp::target)) {
            state.check_separate(op, &payload)?;
            convert(op, state, &payload, (&target, &patterns), is_partial)?;
        }
        Ok(())
    }

    fn keeps_handles(&self) -> bool {
        true
    }
}

fn default_converter(op: OpRef) -> Result<Option<Box<dyn Any>>, Failure> {
    if op.n_regions() == 1 {
        return Ok(None);
    }
    let builder_op = inside(op, 1).next().expect("a verified region has an operation");
    let builder = builder_op.interface::<dyn TypeConverterBuilder>().expect("a verified region has a builder");
    builder.build(builder_op).map(Some).map_err(Failure::Definite)
}

/// Converts `payload`; diagnostics of patterns and of the conversion are emitted.
fn convert(
    op: OpRef,
    state: &mut TransformState,
    payload: &PayloadOp,
    (target, patterns): (&ConversionTarget, &ConversionPatterns),
    is_partial: bool,
) -> Applied {
    let config = ConversionConfig::default();
    let converted = state.drive(&payload.path, |body, _| match (body.root() == payload.op, is_partial) {
        (true, true) => apply_partial_conversion(body, target, patterns, &config),
        (true, false) => apply_full_conversion(body, target, patterns, &config),
        (false, true) => apply_partial_conversion_to(body, &[payload.op], target, patterns, &config),
        (false, false) => apply_full_conversion_to(body, &[payload.op], target, patterns, &config),
    });
    state.forget_missing();
    let is_converted = converted.is_ok();
    let reports = converted.unwrap_or_else(|failed| failed.diagnostics);
    reports.into_iter().for_each(|diagnostic| state.say(diagnostic));
    if is_converted {
        return Ok(());
    }
    let failure = Failure::silenceable(op, "dialect conversion failed");
    Err(failure.note(state.op(payload), "target op"))
}
