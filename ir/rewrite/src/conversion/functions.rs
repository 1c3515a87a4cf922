//! Conversion of function signatures.

use std::sync::Arc;

use rmlir_core::interfaces::FunctionOp;
use rmlir_core::pattern::PatternRoot;
use rmlir_core::{Match, OpRef, Type};

use super::patterns::ConversionPattern;
use super::rewriter::ConversionRewriter;
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
    let entry = rw.regions(root).first().and_then(|&region| rw.entry(region));
    if let Some(entry) = entry {
        let mut of_block = signature.clone();
        // A function may have more arguments than its type; they are kept.
        let extra: Vec<Type> = rw.args(entry)[inputs.len()..].iter().map(|&arg| rw.ty(arg)).collect();
        of_block.keep_extra(&extra);
        rw.apply_signature_conversion(entry, &of_block, Some(converter));
    }
    rw.set_prop(root, function.type_prop(), ty);
    Match::Yes
}
