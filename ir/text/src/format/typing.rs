//! Where the types of operands and results come from when a format does not
//! write them. The order of precedence is upstream's: a rule that derives the
//! type, the same type as another field, one possible type, inference.

use rmlir_core::TraitSet;
use rmlir_core::infer;
use rmlir_core::opdef::{Arity, DerivedType, OpDef, ValueDef};

use super::compile::Seen;
use super::program::{Slot, TypeFrom, all_operands_slot, all_results_slot};

/// The outcome.
pub(super) struct Typing {
    pub types: Box<[TypeFrom]>,
    pub checked: Box<[Slot]>,
    pub infers_results: bool,
}

/// The slot of the operand or result `name`.
pub(super) fn slot_named(def: &OpDef, name: &str) -> Option<Slot> {
    let fields = def.operands.iter().chain(def.results);
    fields.into_iter().position(|field| field.name == name).map(|slot| slot as Slot)
}

/// The field of `slot`, `None` for `operands` and `results`.
pub(super) fn field(def: &OpDef, slot: Slot) -> Option<&'static ValueDef> {
    let slot = usize::from(slot);
    def.operands.get(slot).or_else(|| def.results.get(slot - def.operands.len()))
}

/// Finds the source of every type, or says which has none.
pub(super) fn settle(def: &'static OpDef, seen: &Seen) -> Result<Typing, String> {
    let n_operands = def.operands.len();
    let n_fields = n_operands + def.results.len();
    let all_operand_types = seen.types.contains(&all_operands_slot(def));
    let all_result_types = seen.types.contains(&all_results_slot(def));
    let no_result_types = !(n_operands..n_fields).any(|slot| seen.types.contains(&(slot as Slot)));
    let may_infer = !def.results.is_empty() && !all_result_types && no_result_types;
    let mut infers_results = may_infer && def.infer.is_some();
    let mut types = Vec::with_capacity(n_fields);
    for slot in 0..n_fields {
        let is_operand = slot < n_operands;
        let written = if is_operand { all_operand_types } else { all_result_types };
        let from = if written { TypeFrom::Written } else { source(def, seen, slot as Slot) };
        match from {
            TypeFrom::Unknown if !is_operand && may_infer && infer::can_infer(def) => infers_results = true,
            TypeFrom::Unknown if is_operand || !infers_results => return Err(no_type(def, slot)),
            _ => {}
        }
        types.push(from);
    }
    if infers_results {
        types[n_operands..].fill(TypeFrom::Unknown);
    }
    let checked = checked(&types, n_operands);
    Ok(Typing { types: types.into(), checked, infers_results })
}

fn no_type(def: &OpDef, slot: usize) -> String {
    let name = field(def, slot as Slot).map_or("", |field| field.name);
    let n_operands = def.operands.len();
    let (what, index) = if slot < n_operands { ("operand", slot) } else { ("result", slot - n_operands) };
    format!("type of {what} #{index}, named '{name}', is not buildable and a buildable type cannot be inferred")
}

/// The slots that types are derived from, in the order results, operands.
/// Those of types that are just the same are not checked (upstream: of
/// `TypesMatchWith`, not of `AllTypesMatch`); the words tell which they are.
fn checked(types: &[TypeFrom], n_operands: usize) -> Box<[Slot]> {
    let mut slots = Vec::new();
    for from in types[n_operands..].iter().chain(&types[..n_operands]) {
        let (TypeFrom::One(slot, Some(rule)) | TypeFrom::Each(slot, Some(rule))) = *from else { continue };
        if !slots.contains(&slot) && !rule.summary.starts_with("all of {") {
            slots.push(slot);
        }
    }
    slots.into()
}

fn source(def: &'static OpDef, seen: &Seen, slot: Slot) -> TypeFrom {
    let field = field(def, slot).expect("only slots of fields are settled");
    let Some(derived) = field.derived.filter(|_| !seen.types.contains(&slot)) else {
        return direct(def, seen, slot);
    };
    let known = |from: &Slot| *from != slot && !matches!(direct(def, seen, *from), TypeFrom::Unknown);
    if let Some(from) = slot_named(def, derived.from).filter(known) {
        return from_slot(def, from, Some(derived));
    }
    match def.prop_index(derived.from).filter(|prop| seen.props.contains(prop)) {
        Some(prop) => TypeFrom::Prop(prop as u16, Some(derived)),
        None => direct(def, seen, slot),
    }
}

/// The source of the types of `slot` when no rule derives them. What it refers
/// to is written, so that sources are never circular.
fn direct(def: &'static OpDef, seen: &Seen, slot: Slot) -> TypeFrom {
    let written = |slot: &Slot| seen.types.contains(slot);
    if written(&slot) {
        return TypeFrom::Written;
    }
    let field = field(def, slot).expect("only slots of fields are settled");
    // The last of a group wins, as upstream.
    let in_group = |&other: &Slot| self::field(def, other).is_some_and(|other| other.group == field.group);
    let group = (0..all_operands_slot(def)).rev().filter(|_| field.group != 0).filter(in_group).find(written);
    if let Some(from) = group.or_else(|| same_type(def, slot).into_iter().flatten().find(written)) {
        return from_slot(def, from, None);
    }
    let is_result = usize::from(slot) >= def.operands.len();
    match field.constraint.builds {
        Some(_) if field.arity != Arity::One && (is_result || seen.all_operands) => TypeFrom::Unknown,
        Some(builds) => TypeFrom::Built(builds),
        None => TypeFrom::Unknown,
    }
}

fn from_slot(def: &OpDef, from: Slot, rule: Option<&'static DerivedType>) -> TypeFrom {
    match field(def, from).map(|field| field.arity) {
        Some(Arity::One | Arity::Optional) => TypeFrom::One(from, rule),
        _ => TypeFrom::Each(from, rule),
    }
}

/// The slots that a trait says have the type of `slot`, in order of preference.
fn same_type(def: &OpDef, slot: Slot) -> Option<impl Iterator<Item = Slot>> {
    let n_operands = def.operands.len() as Slot;
    if def.has(TraitSet::SAME_OPERANDS_AND_RESULT_TYPE) {
        Some(0..all_operands_slot(def))
    } else if def.has(TraitSet::SAME_TYPE_OPERANDS) && slot < n_operands {
        Some(0..n_operands)
    } else {
        None
    }
}
