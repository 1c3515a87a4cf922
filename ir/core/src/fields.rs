//! Which operands and results belong to which field of a definition.

use std::ops::Range;

use crate::arena::OpId;
use crate::attrs::Attr;
use crate::body::Body;
use crate::context::Context;
use crate::opdef::{Arity, OpDef, ValueDef};
use crate::traits::TraitSet;

/// The places of operand field `field` of `op`.
///
/// # Panics
/// If `op` is not registered or its operands do not fit its definition.
pub fn operand_range(body: &Body, op: OpId, field: usize) -> Range<usize> {
    let def = body.def(op).expect("only a registered operation has fields");
    if let [_] | [ValueDef { arity: Arity::One, .. }, ..] = def.operands
        && field == 0
    {
        return 0..if def.operands[0].arity == Arity::One { 1 } else { body.n_operands(op) };
    }
    let sized = def.has(TraitSet::ATTR_SIZED_OPERANDS);
    let segments = sized.then(|| segment_sizes(body, body.props(op), def, "operandSegmentSizes"));
    range(def.operands, segments, body.n_operands(op), field)
}

/// The places of result field `field` of `op`.
///
/// # Panics
/// As [`operand_range`].
pub fn result_range(body: &Body, op: OpId, field: usize) -> Range<usize> {
    let def = body.def(op).expect("only a registered operation has fields");
    let sized = def.has(TraitSet::ATTR_SIZED_RESULTS);
    let segments = sized.then(|| segment_sizes(body, body.props(op), def, "resultSegmentSizes"));
    range(def.results, segments, body.n_results(op), field)
}

/// The places of the successors of field `field`.
pub fn successor_range(body: &Body, op: OpId, field: usize) -> Range<usize> {
    let def = body.def(op).expect("only a registered operation has fields");
    let n_fixed = def.successors.iter().filter(|successor| !successor.variadic).count();
    let length = |variadic: bool| if variadic { body.n_successors(op) - n_fixed } else { 1 };
    let start = def.successors[..field].iter().map(|successor| length(successor.variadic)).sum();
    start..start + length(def.successors[field].variadic)
}

/// The sizes in the property `name`, as far as it is well-formed.
pub fn segment_sizes(cx: &Context, props: &[Attr], def: &OpDef, name: &str) -> Vec<usize> {
    let slot = def.prop_index(name).and_then(|index| props.get(index));
    let sizes = slot.and_then(|attr| attr.as_int_array(cx)).unwrap_or_default();
    sizes.into_iter().map(|size| usize::try_from(size).unwrap_or(0)).collect()
}

fn range(fields: &[ValueDef], segments: Option<Vec<usize>>, n_values: usize, field: usize) -> Range<usize> {
    if let Some(sizes) = segments {
        let start = sizes[..field].iter().sum();
        return start..start + sizes[field];
    }
    let n_variable = fields.iter().filter(|field| field.arity != Arity::One).count();
    let n_fixed = fields.len() - n_variable;
    // Several variable fields without segment sizes share the rest evenly
    // (upstream: SameVariadicOperandSize).
    let each = if n_variable == 0 { 0 } else { n_values.saturating_sub(n_fixed) / n_variable };
    let length = |arity: Arity| if arity == Arity::One { 1 } else { each };
    let start = fields[..field].iter().map(|field| length(field.arity)).sum();
    start..start + length(fields[field].arity)
}
