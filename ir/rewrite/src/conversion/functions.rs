//! Conversion of the types of values that pass between functions and between blocks.

use std::sync::Arc;

use rmlir_core::builder::OpState;
use rmlir_core::interfaces::{BranchOp, CallOp, FunctionOp};
use rmlir_core::opdef::OpDef;
use rmlir_core::pattern::PatternRoot;
use rmlir_core::traits::TraitSet;
use rmlir_core::{Match, OpId, OpRef, Type, Value};

use super::session::{ConversionPattern, ConversionPatterns, ConversionRewriter};
use super::target::ConversionTarget;
use super::types::TypeConverter;

/// A pattern that converts the type and the entry arguments of functions
/// called `name`.
pub fn function_signature_pattern(name: &'static str, converter: &Arc<TypeConverter>) -> ConversionPattern {
    let types = converter.clone();
    ConversionPattern::one_to_many(name, "FunctionOpInterfaceSignatureConversion", move |rw, _, _| {
        convert_function_signature(rw, &types)
    })
    .converter(converter)
}

/// The same for all functions.
pub fn any_function_signature_pattern(converter: &Arc<TypeConverter>) -> ConversionPattern {
    let pattern = function_signature_pattern("", converter);
    pattern.rooted(PatternRoot::Where(|def| def.interface::<dyn FunctionOp>().is_some()))
}

/// Converts the type and the entry arguments of the root, a function.
pub fn convert_function_signature(rw: &mut ConversionRewriter, converter: &Arc<TypeConverter>) -> Match {
    let root = rw.root();
    let op = OpRef::root(rw);
    let Some(function) = op.interface::<dyn FunctionOp>() else { return Match::No };
    let (inputs, results) = (function.argument_types(op), function.result_types(op));
    let Some(signature) = converter.signature(rw.cx(), &inputs) else { return Match::No };
    let Some(results) = converter.convert_all(rw.cx(), results) else { return Match::No };
    let ty = function.with_types(op, signature.types(), &results);
    let region = rw.regions(root).first().copied();
    if let Some((region, entry)) = region.and_then(|region| Some((region, rw.entry(region)?))) {
        let mut of_block = signature.clone();
        // A function may have more arguments than its type; they are kept.
        let extra: Vec<Type> = rw.args(entry)[inputs.len()..].iter().map(|&arg| rw.ty(arg)).collect();
        of_block.keep_extra(&extra);
        if rw.convert_region_types(region, converter, Some(&of_block)).is_none() {
            return rw.no_match(root, "an argument of a block has no converted type");
        }
    }
    rw.set_prop(root, function.type_prop(), ty);
    Match::Yes
}

/// Converts the types of functions, calls, returns and branches: adds the patterns to `patterns`, and makes these
/// operations legal in `target` once their types are. A value may become several.
///
/// ```
/// use std::sync::Arc;
///
/// use rmlir_core::{Context, DialectRegistry, Type};
/// use rmlir_rewrite::conversion::{
///     ConversionPatterns, ConversionTarget, Converted, TypeConverter, convert_function_types,
/// };
/// let cx = Context::new(DialectRegistry::default());
/// let mut types = TypeConverter::new();
/// types.rule(|_, _, ty| Some(Converted::To(ty)));
/// types.rule(|_, _, ty| (ty == Type::INDEX).then_some(Converted::To(Type::I64)));
/// let (mut target, mut patterns) = (ConversionTarget::new(&cx), ConversionPatterns::new());
/// convert_function_types(&mut target, &mut patterns, &Arc::new(types));
/// assert_eq!(patterns.patterns.len(), 4);
/// ```
pub fn convert_function_types(
    target: &mut ConversionTarget,
    patterns: &mut ConversionPatterns,
    types: &Arc<TypeConverter>,
) {
    patterns.add(any_function_signature_pattern(types));
    let mut add = |name, root, apply: fn(&mut ConversionRewriter, OpId, &[Vec<Value>]) -> Match| {
        patterns.add(ConversionPattern::one_to_many("", name, apply).rooted(PatternRoot::Where(root)).converter(types));
    };
    add("convert_call", is_call, convert_call);
    add("convert_return", is_return, convert_return);
    add("convert_branch", is_branch, convert_branch);
    let defs: Vec<&OpDef> = target.cx().dialects().iter().flat_map(|dialect| dialect.ops.iter().copied()).collect();
    for def in defs {
        let types = types.clone();
        if def.interface::<dyn FunctionOp>().is_some() {
            target.dynamic_op(def.name, move |op| is_legal_function(&types, op));
        } else if is_call(def) {
            target.dynamic_op(def.name, move |op| types.is_legal_op(op));
        } else if is_return(def) || is_branch(def) {
            target.dynamic_op(def.name, move |op| is_legal_terminator(&types, op));
        }
    }
}

fn is_call(def: &OpDef) -> bool {
    def.interface::<dyn CallOp>().is_some()
}

fn is_return(def: &OpDef) -> bool {
    def.has(TraitSet::RETURN_LIKE)
}

fn is_branch(def: &OpDef) -> bool {
    def.interface::<dyn BranchOp>().is_some()
}

fn is_legal_function(types: &TypeConverter, op: OpRef) -> bool {
    let Some(function) = op.interface::<dyn FunctionOp>() else { return true };
    let op = op.resolve();
    types.all_legal(op.cx(), function.argument_types(op))
        && types.all_legal(op.cx(), function.result_types(op))
        && op.regions().all(|region| types.is_legal_region(region))
}

/// Whether what a branch forwards, or what a function returns, has legal types. The end of another region is legal: it is
/// converted with the operation around it.
fn is_legal_terminator(types: &TypeConverter, op: OpRef) -> bool {
    if let Some(branch) = op.interface::<dyn BranchOp>() {
        let forwarded = |index| branch.successor_operands(op, index).forwarded;
        let mut operands = (0..op.successors().len()).flat_map(forwarded);
        return operands.all(|index| types.is_legal(op.cx(), op.operand(index).ty()));
    }
    !returns_from_function(op) || types.is_legal_op(op)
}

fn returns_from_function(op: OpRef) -> bool {
    op.parent().is_some_and(|parent| parent.interface::<dyn FunctionOp>().is_some())
}

fn convert_call(rw: &mut ConversionRewriter, op: OpId, operands: &[Vec<Value>]) -> Match {
    let is_sized = rw.has_trait(op, TraitSet::ATTR_SIZED_OPERANDS);
    if is_sized && operands.iter().any(|values| values.len() != 1) {
        return rw.no_match(op, "the operands are in groups");
    }
    let Some(converter) = rw.converter().cloned() else { return Match::No };
    let of_results: Option<Vec<_>> = rw.result_types(op).map(|ty| converter.convert_to_many(rw.cx(), ty)).collect();
    let Some(of_results) = of_results else { return rw.no_match(op, "a result has no converted type") };
    let mut state = OpState::new(rw.name(op)).operands(&operands.concat()).results(&of_results.concat()).at(rw.loc(op));
    state.no_inference = true;
    for entry in rw.all_attrs(op) {
        state.set_attr(rw.cx(), entry.name.str(rw.cx()), entry.value);
    }
    let new = rw.create_state(state);
    let mut results = rw.results(new).to_vec().into_iter();
    let replacements = of_results.iter().map(|types| results.by_ref().take(types.len()).collect()).collect();
    rw.replace_by_many(op, replacements)
}

fn convert_return(rw: &mut ConversionRewriter, op: OpId, operands: &[Vec<Value>]) -> Match {
    if !returns_from_function(OpRef::new(rw, op)) {
        return rw.no_match(op, "it ends no function");
    }
    rw.set_operands(op, &operands.concat());
    Match::Yes
}

fn convert_branch(rw: &mut ConversionRewriter, op: OpId, operands: &[Vec<Value>]) -> Match {
    let view = OpRef::new(rw, op);
    let Some(branch) = view.interface::<dyn BranchOp>() else { return Match::No };
    let n_successors = view.successors().len();
    rw.modifying(op);
    // From the last, so that the positions of those before stay as they are.
    for index in (0..n_successors).rev() {
        let place = branch.successor_operands(OpRef::new(rw, op), index).forwarded;
        branch.set_successor_operands(rw.body_mut(), op, index, &operands[place].concat());
    }
    rw.modified(op);
    Match::Yes
}
