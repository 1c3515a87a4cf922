//! Conversion of operations to other types of operands and results, which keeps all else.

use std::sync::Arc;

use rmlir::core::dense;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{
    ConversionConfig, ConversionPatterns, ConversionRewriter, ConversionTarget, TypeConverter, apply_full_conversion,
};

/// Converts the operation of the pass and all nested operations, which must all be legal at the end.
pub(crate) fn convert_fully(cx: &mut PassCx, target: &ConversionTarget, patterns: &ConversionPatterns) -> PassResult {
    let converted = apply_full_conversion(cx.body_mut(), target, patterns, &ConversionConfig::default());
    cx.finish_conversion(converted)
}

/// Replaces `op` by one with `operands`, converted result types and arguments of regions, and converted attributes. The
/// pattern does not match if an attribute is converted to `None`.
pub(crate) fn retype(
    rw: &mut ConversionRewriter,
    op: OpId,
    operands: &[Value],
    convert: impl Fn(&Context, Attr) -> Option<Attr>,
) -> Match {
    let Some(converter) = rw.converter().cloned() else { return Match::No };
    let cx = rw.cx();
    let Some(results) = converter.convert_all(cx, rw.result_types(op)) else {
        return rw.no_match(op, "a result has no converted type");
    };
    let successors: Vec<BlockId> = rw.successors(op).collect();
    let mut state =
        OpState::new(rw.name(op)).at(rw.loc(op)).operands(operands).results(&results).successors(&successors);
    state.no_inference = true;
    for entry in rw.all_attrs(op) {
        let Some(value) = convert(cx, entry.value) else {
            return rw.no_match(op, "an attribute cannot be converted");
        };
        state.set_attr(cx, entry.name.str(cx), value);
    }
    let regions = rw.regions(op).to_vec();
    state.n_new_regions = regions.len();
    let new = rw.create_state(state);
    for (index, &region) in regions.iter().enumerate() {
        let to = rw.region(new, index);
        rw.take_blocks(region, to);
        if rw.entry(to).is_some() && rw.convert_region_types(to, &converter, None).is_none() {
            return rw.no_match(op, "an argument has no converted type");
        }
    }
    let results = rw.results(new).to_vec();
    rw.replace(op, results)
}

/// Whether the signature and the arguments of the body of a function have legal types.
pub(crate) fn is_legal_function(types: &Arc<TypeConverter>, op: OpRef) -> bool {
    let Some(function) = op.interface::<dyn FunctionOp>() else { return true };
    let op = op.resolve();
    types.all_legal(op.cx(), function.argument_types(op))
        && types.all_legal(op.cx(), function.result_types(op))
        && op.regions().all(|region| types.is_legal_region(region))
}

/// The dense elements `values` as elements of type `element`; `None` if `convert` is for one of them.
pub(crate) fn map_elements(
    cx: &Context,
    values: Attr,
    element: Type,
    convert: impl Fn(Attr) -> Option<Attr>,
) -> Option<Attr> {
    let ty = values.ty(cx)?.with_element(cx, element);
    match values.splat_value(cx) {
        Some(value) => dense::splat(cx, ty, convert(value)?),
        None => {
            let elements: Option<Vec<Attr>> = values.dense_elements(cx)?.into_iter().map(convert).collect();
            dense::from_elements(cx, ty, &elements?)
        }
    }
}
