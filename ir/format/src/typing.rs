//! The sources of the types of operands and results that are not in a format. The order of precedence is upstream's: a
//! rule that derives the type, the same type as another field, a buildable type, inference.

use crate::bindings::{Bindings, TypeSource};
use crate::fields::{Arity, OpFields, Slot};

/// Finds the source of every type, or returns the message about a type that has none.
pub(crate) fn settle(fields: &OpFields, bindings: &mut Bindings) -> Result<(), String> {
    let n_operands = fields.operands.len();
    let n_fields = n_operands + fields.results.len();
    let written = &bindings.types;
    let all_operand_types = written.contains(&fields.all_operands());
    let all_result_types = written.contains(&fields.all_results());
    let no_result_types = !(n_operands..n_fields).any(|slot| written.contains(&(slot as Slot)));
    let may_infer = !fields.results.is_empty() && !all_result_types && no_result_types;
    let mut infers_results = may_infer && fields.infers;
    let mut sources = Vec::with_capacity(n_fields);
    for slot in 0..n_fields {
        let is_operand = slot < n_operands;
        let is_written = if is_operand { all_operand_types } else { all_result_types };
        let found = if is_written { Some(TypeSource::Written) } else { source(fields, bindings, slot as Slot) };
        match found {
            None if !is_operand && may_infer && can_infer(fields) => infers_results = true,
            None if is_operand || !infers_results => return Err(no_type(fields, slot)),
            _ => {}
        }
        sources.push(found.unwrap_or(TypeSource::Inferred));
    }
    if infers_results {
        sources[n_operands..].fill(TypeSource::Inferred);
    }
    (bindings.sources, bindings.infers_results) = (sources, infers_results);
    Ok(())
}

/// Whether the result types are inferred from the operands, by the rules of `rmlir_core::infer`.
fn can_infer(fields: &OpFields) -> bool {
    let in_group = |group: u8| group != 0 && fields.operands.iter().any(|operand| operand.group == group);
    fields.infers
        || (fields.same_operands_and_results && !fields.operands.is_empty())
        || fields.results.iter().all(|result| {
            result.arity == Arity::One && (result.buildable || result.derived_from.is_some() || in_group(result.group))
        })
}

fn no_type(fields: &OpFields, slot: usize) -> String {
    let name = fields.value(slot as Slot).map_or("", |field| field.name);
    let n_operands = fields.operands.len();
    let (what, index) = if slot < n_operands { ("operand", slot) } else { ("result", slot - n_operands) };
    format!("type of {what} #{index}, named '{name}', is not buildable and a buildable type cannot be inferred")
}

fn source(fields: &OpFields, bindings: &Bindings, slot: Slot) -> Option<TypeSource> {
    let field = fields.value(slot).expect("only slots of fields are settled");
    let Some(from) = field.derived_from.filter(|_| !bindings.types.contains(&slot)) else {
        return direct(fields, bindings, slot);
    };
    let is_known = |from: &Slot| *from != slot && direct(fields, bindings, *from).is_some();
    if let Some(from) = fields.slot(from).filter(is_known) {
        return Some(TypeSource::Slot { from, derived: true });
    }
    let prop = fields.props.iter().position(|prop| prop.name == from);
    match prop.filter(|prop| bindings.props.contains(prop)) {
        Some(prop) => Some(TypeSource::Prop(prop)),
        None => direct(fields, bindings, slot),
    }
}

/// The source of the types of `slot` if no rule derives them. The slot that it refers to is in the format, so sources
/// are never circular.
fn direct(fields: &OpFields, bindings: &Bindings, slot: Slot) -> Option<TypeSource> {
    let is_written = |slot: &Slot| bindings.types.contains(slot);
    if is_written(&slot) {
        return Some(TypeSource::Written);
    }
    let field = fields.value(slot).expect("only slots of fields are settled");
    // The last one of a group has precedence, as upstream.
    let in_group = |&other: &Slot| fields.value(other).is_some_and(|other| other.group == field.group);
    let group = (0..fields.all_operands()).rev().filter(|_| field.group != 0).filter(in_group).find(is_written);
    if let Some(from) = group.or_else(|| same_type(fields, slot)?.find(is_written)) {
        return Some(TypeSource::Slot { from, derived: false });
    }
    let is_result = usize::from(slot) >= fields.operands.len();
    let is_list = field.arity != Arity::One && (is_result || bindings.all_operands);
    (field.buildable && !is_list).then_some(TypeSource::Built)
}

/// The slots that have the type of `slot` by a trait, in order of preference.
fn same_type(fields: &OpFields, slot: Slot) -> Option<std::ops::Range<Slot>> {
    let n_operands = fields.operands.len() as Slot;
    if fields.same_operands_and_results {
        Some(0..fields.all_operands())
    } else if fields.same_operands && slot < n_operands {
        Some(0..n_operands)
    } else {
        None
    }
}
