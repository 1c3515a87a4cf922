//! Which operands and results belong to which field of a definition.

use std::ops::Range;

use crate::arena::{OpId, Value};
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

/// Puts `with` in the place of the operands `place` of `op`, which are all the
/// operands of one field, and corrects `operandSegmentSizes`. Of several empty
/// fields at that place it is the one with `n_later` of them after it.
pub fn replace_operands(body: &mut Body, op: OpId, place: Range<usize>, n_later: usize, with: &[Value]) {
    let mut operands: Vec<Value> = body.operands(op).collect();
    operands.splice(place.clone(), with.iter().copied());
    let sized = body.def(op).filter(|def| def.has(TraitSet::ATTR_SIZED_OPERANDS));
    if let Some(slot) = sized.and_then(|def| def.prop_index("operandSegmentSizes")) {
        let sizes = body.prop(op, slot).and_then(|sizes| sizes.as_int_array(body.cx())).unwrap_or_default();
        let mut sizes: Vec<i32> = sizes.into_iter().map(|size| size as i32).collect();
        let mut start = 0;
        let mut alike = Vec::new();
        for (field, &size) in sizes.iter().enumerate() {
            let end = start + size as usize;
            if (start..end) == place {
                alike.push(field);
            }
            start = end;
        }
        let field = alike.len().checked_sub(1 + n_later).and_then(|index| alike.get(index));
        sizes[*field.expect("the operands passed to a successor are one field")] = with.len() as i32;
        let sizes = body.cx().i32_array(&sizes);
        body.set_prop(op, slot, sizes);
    }
    body.set_operands(op, &operands);
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
    let each = n_values.saturating_sub(n_fixed).checked_div(n_variable).unwrap_or(0);
    let length = |arity: Arity| if arity == Arity::One { 1 } else { each };
    let start = fields[..field].iter().map(|field| length(field.arity)).sum();
    start..start + length(fields[field].arity)
}
