//! The mapping from the fields of a definition to operands, results and successors.

use std::ops::Range;

use crate::arena::{OpId, Value};
use crate::attrs::{Attr, AttrData};
use crate::body::Body;
use crate::context::Context;
use crate::opdef::{Arity, OpDef, ValueDef};
use crate::opref::{OpRef, ValueRef};
use crate::traits::TraitSet;
use crate::types::Type;

impl<'a> OpRef<'a> {
    /// The positions of operand field `field`, an index into the definition's list.
    #[inline]
    pub fn operand_range(self, field: usize) -> Range<usize> {
        operand_range(self.body, self.id, field)
    }

    /// The operands of field `field`.
    pub fn operand_field(self, field: usize) -> Vec<ValueRef<'a>> {
        self.operand_range(field).map(|index| self.operand(index)).collect()
    }

    /// The positions of result field `field`, an index into the definition's list.
    #[inline]
    pub fn result_range(self, field: usize) -> Range<usize> {
        result_range(self.body, self.id, field)
    }
}

/// The positions of operand field `field` of `op`.
///
/// # Panics
/// If `op` is not registered or its operands do not conform to its definition.
pub fn operand_range(body: &Body, op: OpId, field: usize) -> Range<usize> {
    let def = body.def(op).expect("only a registered operation has fields");
    if let [_] | [ValueDef { arity: Arity::One, .. }, ..] = def.operands
        && field == 0
    {
        return 0..if def.operands[0].arity == Arity::One { 1 } else { body.n_operands(op) };
    }
    if def.has(TraitSet::ATTR_SIZED_OPERANDS) {
        return segment(body, body.props(op), def, "operandSegmentSizes", field);
    }
    range(def.operands, body.n_operands(op), field)
}

/// The positions of result field `field` of `op`.
///
/// # Panics
/// As [`operand_range`].
pub fn result_range(body: &Body, op: OpId, field: usize) -> Range<usize> {
    let def = body.def(op).expect("only a registered operation has fields");
    if def.has(TraitSet::ATTR_SIZED_RESULTS) {
        return segment(body, body.props(op), def, "resultSegmentSizes", field);
    }
    range(def.results, body.n_results(op), field)
}

/// The positions of the successors of field `field`.
pub fn successor_range(body: &Body, op: OpId, field: usize) -> Range<usize> {
    let def = body.def(op).expect("only a registered operation has fields");
    let n_fixed = def.successors.iter().filter(|successor| !successor.variadic).count();
    let length = |variadic: bool| if variadic { body.n_successors(op) - n_fixed } else { 1 };
    let start = def.successors[..field].iter().map(|successor| length(successor.variadic)).sum();
    start..start + length(def.successors[field].variadic)
}

/// The sizes in the property `name`, up to the first malformed one.
pub fn segment_sizes(cx: &Context, props: &[Attr], def: &OpDef, name: &str) -> Vec<usize> {
    let slot = def.prop_index(name).and_then(|index| props.get(index));
    let sizes = slot.and_then(|attr| attr.as_int_array(cx)).unwrap_or_default();
    sizes.into_iter().map(|size| usize::try_from(size).unwrap_or(0)).collect()
}

/// The positions of field `field` according to the property `name`; empty if that is malformed.
fn segment(cx: &Context, props: &[Attr], def: &OpDef, name: &str, field: usize) -> Range<usize> {
    let slot = def.prop_index(name).and_then(|index| props.get(index));
    let Some(AttrData::DenseArray { element: Type::I32, data }) = slot.map(|attr| attr.data(cx)) else { return 0..0 };
    let size = |bytes: &[u8]| i32::from_le_bytes(bytes.try_into().expect("the elements have four bytes")) as usize;
    let sizes = data.chunks_exact(size_of::<i32>());
    let start = sizes.clone().take(field).map(size).sum();
    start..start + sizes.clone().nth(field).map_or(0, size)
}

/// Replaces the operands at `place` of `op`, which are all the operands of one field, by `with` and updates
/// `operandSegmentSizes`. Of several empty fields at that position, it selects the one followed by `n_later` of them.
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

fn range(fields: &[ValueDef], n_values: usize, field: usize) -> Range<usize> {
    let n_variable = fields.iter().filter(|field| field.arity != Arity::One).count();
    let n_fixed = fields.len() - n_variable;
    // Several variable fields without segment sizes share the rest evenly
    // (upstream: SameVariadicOperandSize).
    let each = n_values.saturating_sub(n_fixed).checked_div(n_variable).unwrap_or(0);
    let length = |arity: Arity| if arity == Arity::One { 1 } else { each };
    let start = fields[..field].iter().map(|field| length(field.arity)).sum();
    start..start + length(fields[field].arity)
}
