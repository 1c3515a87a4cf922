//! The rules of the traits.

use smallvec::SmallVec;

use super::rules::Rule;
use crate::checked::Checked;
use crate::context::Context;
use crate::opdef::OpDef;
use crate::opref::OpRef;
use crate::symbol::Visibility;
use crate::traits::TraitSet as T;
use crate::types::{DYNAMIC, Type, TypeData};

/// The traits on types, with their rules.
const TYPE_RULES: [(T, Rule); 8] = [
    (T::SAME_OPERANDS_AND_RESULT_TYPE, same_operands_and_result_type),
    (T::SAME_TYPE_OPERANDS, same_type_operands),
    (T::SAME_OPERANDS_ELEMENT_TYPE, same_operands_element_type),
    (T::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE, same_operands_and_result_element_type),
    (T::SAME_OPERANDS_SHAPE, same_operands_shape),
    (T::SAME_OPERANDS_AND_RESULT_SHAPE, same_operands_and_result_shape),
    (T::SAME_OPERANDS_AND_RESULT_RANK, same_rank),
    (T::ELEMENTWISE, elementwise),
];

/// Returns whether `def` has a trait on types.
pub(super) fn says_of_types(def: &OpDef) -> bool {
    TYPE_RULES.iter().any(|&(wanted, _)| def.has(wanted))
}

/// The traits on types. All of them require equal types or properties, so they hold if all types are equal.
pub(super) fn check_types(op: OpRef, def: &'static OpDef) -> Checked {
    if all_types_are_one(op) {
        return Ok(());
    }
    let mut wanted = TYPE_RULES.iter().filter(|&&(wanted, _)| def.has(wanted));
    wanted.try_for_each(|(_, rule)| rule(op, def))
}

/// Returns whether there are operands and results, all of the same type.
fn all_types_are_one(op: OpRef) -> bool {
    let mut results = op.results().map(|value| value.ty());
    let Some(ty) = results.next() else { return false };
    op.n_operands() != 0 && results.all(|other| other == ty) && op.operands().all(|value| value.ty() == ty)
}

pub(super) fn has_parent(op: OpRef, def: &'static OpDef) -> Checked {
    let parent = op.parent().map(OpRef::name_str);
    if parent.is_some_and(|parent| def.parents.contains(&parent)) {
        return Ok(());
    }
    let one_of = if def.parents.len() > 1 { "to be one of " } else { "" };
    Err(op.error(format!("expects parent op {one_of}'{}'", def.parents.join(", "))))
}

/// The rule of single-block regions, which is checked before those on fields.
pub(super) fn single_block(op: OpRef, def: &'static OpDef) -> Checked {
    for (index, region) in op.regions().enumerate() {
        let Some(entry) = region.entry() else { continue };
        if !region.has_one_block() {
            return Err(op.error(format!("expects region #{index} to have 0 or 1 blocks")));
        }
        if !def.has(T::NO_TERMINATOR) && entry.first_op().is_none() {
            return Err(op.error("expects a non-empty block"));
        }
    }
    Ok(())
}

pub(super) fn implicit_terminator(op: OpRef, def: &'static OpDef) -> Checked {
    for region in op.regions() {
        let Some(last) = region.entry().and_then(|entry| entry.last_op()) else { continue };
        if last.name_str() == def.terminator {
            continue;
        }
        let (wanted, found) = (def.terminator, last.name_str());
        let error = op.error(format!("expects regions to end with '{wanted}', found '{found}'"));
        let note = format!("in custom textual format, the absence of terminator implies '{wanted}'");
        return Err(Box::new(error.note(op.loc().place(op.cx()), note)));
    }
    Ok(())
}

pub(super) fn terminator(op: OpRef, _: &'static OpDef) -> Checked {
    match op.block().and_then(|block| block.last_op()) {
        Some(last) if last.id == op.id => Ok(()),
        _ => Err(op.error("must be the last operation in the parent block")),
    }
}

pub(super) fn no_region_arguments(op: OpRef, _: &'static OpDef) -> Checked {
    for (index, region) in op.regions().enumerate() {
        if region.entry().is_some_and(|entry| entry.args().len() != 0) {
            let which = if op.n_regions() > 1 { format!("region #{index}") } else { "region".to_owned() };
            return Err(op.error(format!("{which} should have no arguments")));
        }
    }
    Ok(())
}

pub(super) fn symbol(op: OpRef, def: &'static OpDef) -> Checked {
    let optional = def.interface::<dyn crate::interfaces::SymbolOp>().is_some_and(|symbol| symbol.is_optional());
    let name = op.attr("sym_name");
    if name.is_none() && optional {
        return Ok(());
    }
    let Some(bytes) = name.and_then(|name| name.as_bytes(op.cx())) else {
        return Err(op.error("requires string attribute 'sym_name'"));
    };
    if bytes.is_empty() || std::str::from_utf8(bytes).is_err() {
        return Err(op.error("attribute 'sym_name' must be a name in UTF-8 that is not empty"));
    }
    symbol_visibility(op)?;
    let declares = def.interface::<dyn crate::interfaces::SymbolOp>().is_some_and(|symbol| symbol.is_declaration(op));
    if declares && crate::symbol::visibility(op) == Visibility::Public {
        return Err(op.error("symbol declaration cannot have public visibility"));
    }
    if op.parent().and_then(OpRef::def).is_some_and(|parent| !parent.has(T::SYMBOL_TABLE)) {
        return Err(op.error("symbol's parent must have the SymbolTable trait"));
    }
    Ok(())
}

fn symbol_visibility(op: OpRef) -> Checked {
    let Some(visibility) = op.attr("sym_visibility") else { return Ok(()) };
    let Some(text) = visibility.as_str(op.cx()) else {
        let got = op.cx().show_attr(visibility);
        let words = "requires visibility attribute 'sym_visibility' to be a string attribute, but got";
        return Err(op.error(format!("{words} {got}")));
    };
    if !["public", "private", "nested"].contains(&text) {
        let words = "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got";
        return Err(op.error(format!("{words} \"{text}\"")));
    }
    Ok(())
}

/// A list of types, usually short.
type Types = SmallVec<[Type; 6]>;

fn types(op: OpRef) -> (Types, Types) {
    (op.operands().map(|value| value.ty()).collect(), op.results().map(|value| value.ty()).collect())
}

fn element(op: OpRef, ty: Type) -> Type {
    ty.element_or_self(op.cx())
}

fn same_operands_and_result_type(op: OpRef, _: &'static OpDef) -> Checked {
    let (operands, results) = types(op);
    at_least_one(op, &operands, "operands")?;
    let first = results[0];
    let differs =
        |ty: Type| ty != first && (element(op, ty) != element(op, first) || !compatible_shapes(op.cx(), &[ty, first]));
    if results.iter().skip(1).chain(&operands).any(|&ty| differs(ty)) {
        return Err(op.error("requires the same type for all operands and results"));
    }
    Ok(())
}

fn at_least_one(op: OpRef, types: &[Type], what: &str) -> Checked {
    if !types.is_empty() {
        return Ok(());
    }
    Err(op.error(format!("expected 1 or more {what}, but found 0")))
}

fn same_type_operands(op: OpRef, _: &'static OpDef) -> Checked {
    let (operands, _) = types(op);
    if operands.windows(2).any(|pair| pair[0] != pair[1]) {
        return Err(op.error("requires all operands to have the same type"));
    }
    Ok(())
}

fn same_operands_element_type(op: OpRef, _: &'static OpDef) -> Checked {
    let (operands, _) = types(op);
    at_least_one(op, &operands, "operands")?;
    if operands.iter().any(|&ty| element(op, ty) != element(op, operands[0])) {
        return Err(op.error("requires the same element type for all operands"));
    }
    Ok(())
}

fn same_operands_and_result_element_type(op: OpRef, _: &'static OpDef) -> Checked {
    let (operands, results) = types(op);
    at_least_one(op, &operands, "operands")?;
    let Some(&first) = results.first() else { return Ok(()) };
    if results.iter().chain(&operands).any(|&ty| element(op, ty) != element(op, first)) {
        return Err(op.error("requires the same element type for all operands and results"));
    }
    Ok(())
}

fn same_operands_shape(op: OpRef, _: &'static OpDef) -> Checked {
    let (operands, _) = types(op);
    at_least_one(op, &operands, "operands")?;
    if !compatible_shapes(op.cx(), &operands) {
        return Err(op.error("requires the same shape for all operands"));
    }
    Ok(())
}

fn same_operands_and_result_shape(op: OpRef, _: &'static OpDef) -> Checked {
    let (mut all, results) = types(op);
    at_least_one(op, &all, "operands")?;
    all.extend(results);
    if !compatible_shapes(op.cx(), &all) {
        return Err(op.error("requires the same shape for all operands and results"));
    }
    Ok(())
}

fn same_rank(op: OpRef, _: &'static OpDef) -> Checked {
    let (operands, results) = types(op);
    let ranks =
        |types: &[Type]| -> Vec<usize> { types.iter().filter_map(|ty| ty.shape(op.cx()).map(<[i64]>::len)).collect() };
    let (operands, results) = (ranks(&operands), ranks(&results));
    let Some(&rank) = operands.first().or(results.first()) else { return Ok(()) };
    if operands.iter().any(|&other| other != rank) {
        return Err(op.error("operands don't have matching ranks"));
    }
    if results.iter().any(|&other| other != rank) {
        return Err(op.error("result type has different rank than operands"));
    }
    Ok(())
}

fn elementwise(op: OpRef, _: &'static OpDef) -> Checked {
    let mappable = |ty: &Type| ty.is_vector(op.cx()) || ty.is_tensor(op.cx());
    let (operands, results) = types(op);
    let n_results = results.len();
    let operands: Types = operands.into_iter().filter(mappable).collect();
    let results: Types = results.into_iter().filter(mappable).collect();
    match (operands.is_empty(), results.is_empty()) {
        (true, true) => return Ok(()),
        (true, false) => {
            return Err(op.error("if a result is non-scalar, then at least one operand must be non-scalar"));
        }
        (false, true) => {
            let text = "if an operand is non-scalar, then there must be at least one non-scalar result";
            return Err(op.error(text));
        }
        (false, false) => {}
    }
    if results.len() != n_results {
        return Err(op.error("if an operand is non-scalar, then all results must be non-scalar"));
    }
    let all: Types = operands.into_iter().chain(results).collect();
    let kind = |ty: &Type| std::mem::discriminant(ty.data(op.cx()));
    if all.iter().any(|ty| kind(ty) != kind(&all[0])) || !compatible_shapes(op.cx(), &all) {
        return Err(op.error("all non-scalar operands/results must have the same shape and base type"));
    }
    Ok(())
}

/// Returns whether all shaped types among `types` could have the same shape at run time, and either all or none are
/// shaped.
pub fn compatible_shapes(cx: &Context, types: &[Type]) -> bool {
    let n_shaped = types.iter().filter(|ty| ty.is_shaped(cx)).count();
    if n_shaped == 0 {
        return true;
    }
    if n_shaped != types.len() {
        return false;
    }
    let scalable = |ty: &Type| match ty.data(cx) {
        TypeData::Vector { scalable, .. } => Some(scalable.clone()),
        _ => None,
    };
    let vectors: Vec<_> = types.iter().filter_map(scalable).collect();
    if vectors.windows(2).any(|pair| pair[0] != pair[1]) {
        return false;
    }
    let shapes: Vec<&[i64]> = types.iter().filter_map(|ty| ty.shape(cx)).collect();
    let Some(first) = shapes.first() else { return true };
    if shapes.iter().any(|shape| shape.len() != first.len()) {
        return false;
    }
    (0..first.len()).all(|dim| {
        let mut known = shapes.iter().map(|shape| shape[dim]).filter(|&size| size != DYNAMIC);
        known.next().is_none_or(|size| known.all(|other| other == size))
    })
}

/// Checks the custom traits that are checked together with the fields.
pub(super) fn check_custom_traits_about_fields(op: OpRef, def: &'static OpDef) -> Checked {
    check_custom_traits(op, def, true)
}

/// Checks the other custom traits.
pub(super) fn check_other_custom_traits(op: OpRef, def: &'static OpDef) -> Checked {
    check_custom_traits(op, def, false)
}

fn check_custom_traits(op: OpRef, def: &OpDef, about_fields: bool) -> Checked {
    let mut wanted = def.behavior().custom_traits.iter().filter(|custom| custom.is_about_fields() == about_fields);
    wanted.try_for_each(|custom| custom.verify(op))
}
