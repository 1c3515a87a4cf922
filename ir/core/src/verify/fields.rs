//! Verification of the fields of a definition: counts, presence, constraints, equal types.

use smallvec::SmallVec;

use crate::attrs::Attr;
use crate::checked::Checked;
use crate::mixed_index::n_dynamic;
use crate::opdef::{Arity, OpDef, RegionShape, ValueDef};
use crate::opref::{OpRef, ValueRef};
use crate::traits::TraitSet;
use crate::types::{Type, TypeData};

/// Checks that the numbers of regions, results, successors and operands agree with the definition.
pub(super) fn check_numbers(op: OpRef, def: &'static OpDef) -> Checked {
    check_regions_number(op, def)?;
    check_results_number(op, def)?;
    check_successors_number(op, def)?;
    check_operands_number(op, def)
}

fn n_fixed(fields: &[ValueDef]) -> (usize, bool) {
    let fixed = fields.iter().filter(|field| field.arity == Arity::One).count();
    (fixed, fixed != fields.len())
}

fn check_regions_number(op: OpRef, def: &OpDef) -> Checked {
    let n = op.n_regions();
    let fixed = def.regions.iter().filter(|region| !region.variadic).count();
    let variadic = fixed != def.regions.len();
    match (fixed, variadic) {
        (0, false) if n != 0 => Err(op.error("requires zero regions")),
        (1, false) if n != 1 => Err(op.error("requires one region")),
        (_, false) if n != fixed => Err(op.error(format!("expected {fixed} regions"))),
        (_, true) if n < fixed => Err(op.error(format!("expected {fixed} or more regions"))),
        _ => Ok(()),
    }
}

fn check_results_number(op: OpRef, def: &OpDef) -> Checked {
    let n = op.n_results();
    match n_fixed(def.results) {
        (0, false) if n != 0 => Err(op.error("requires zero results")),
        (1, false) if n != 1 => Err(op.error("requires one result")),
        (fixed, false) if n != fixed => Err(op.error(format!("expected {fixed} results"))),
        (fixed, true) if n < fixed => Err(op.error(format!("expected {fixed} or more results"))),
        (_, true) if !def.has(TraitSet::ATTR_SIZED_RESULTS) => check_equal_shares(op, def.results, "result", n),
        _ => Ok(()),
    }
}

fn check_operands_number(op: OpRef, def: &OpDef) -> Checked {
    let n = op.n_operands();
    match n_fixed(def.operands) {
        (0, false) if n != 0 => Err(op.error("requires zero operands")),
        (1, false) if n != 1 => Err(op.error("requires a single operand")),
        (fixed, false) if n != fixed => Err(op.error(format!("expected {fixed} operands, but found {n}"))),
        (fixed, true) if n < fixed => Err(op.error(format!("expected {fixed} or more operands, but found {n}"))),
        (_, true) if !def.has(TraitSet::ATTR_SIZED_OPERANDS) => check_equal_shares(op, def.operands, "operand", n),
        _ => Ok(()),
    }
}

fn check_successors_number(op: OpRef, def: &OpDef) -> Checked {
    let n = op.successors().len();
    let fixed = def.successors.iter().filter(|successor| !successor.variadic).count();
    let variadic = fixed != def.successors.len();
    let plural = if fixed == 1 { "" } else { "s" };
    if !variadic && n != fixed {
        return Err(op.error(format!("requires {fixed} successor{plural} but found {n}")));
    }
    if variadic && n < fixed {
        return Err(op.error(format!("requires at least {fixed} successors but found {n}")));
    }
    Ok(())
}

/// Checks that successors are in the same region as the operation.
pub(super) fn check_successors(op: OpRef, _: &'static OpDef) -> Checked {
    let region = op.block().and_then(|block| block.region());
    if op.successors().any(|successor| successor.region() != region) {
        return Err(op.plain_error("reference to block defined in another region"));
    }
    Ok(())
}

/// Checks that `operandSegmentSizes` is present and consistent.
pub(super) fn check_operand_segments(op: OpRef, def: &'static OpDef) -> Checked {
    check_segments(op, def, "operandSegmentSizes", "operand", op.n_operands())
}

/// Checks that `resultSegmentSizes` is present and consistent.
pub(super) fn check_result_segments(op: OpRef, def: &'static OpDef) -> Checked {
    check_segments(op, def, "resultSegmentSizes", "result", op.n_results())
}

fn check_segments(op: OpRef, def: &OpDef, name: &str, what: &str, n: usize) -> Checked {
    let sizes = check_segment_sizes(op, def, name, what, n)?;
    let fields = if what == "operand" { def.operands } else { def.results };
    if sizes.len() != fields.len() {
        return Err(op.error(format!(
            "'{name}' attribute for specifying {what} segments must have {} elements, but got {}",
            fields.len(),
            sizes.len()
        )));
    }
    Ok(())
}

/// Checks the sizes in property `name`, whose sum must be `n`.
fn check_segment_sizes(
    op: OpRef,
    def: &OpDef,
    name: &str,
    what: &str,
    n: usize,
) -> Result<Vec<i64>, Box<rmlir_diag::Diagnostic>> {
    let attr = def.prop_index(name).and_then(|index| op.prop(index));
    let sizes = attr.filter(|attr| is_i32_array(op, *attr)).and_then(|attr| attr.as_int_array(op.cx()));
    let Some(sizes) = sizes else {
        return Err(op.error(format!("requires dense i32 array attribute '{name}'")));
    };
    if sizes.iter().any(|&size| size < 0) {
        return Err(op.error(format!("'{name}' attribute cannot have negative elements")));
    }
    let total: i64 = sizes.iter().sum();
    if total != n as i64 {
        return Err(op.error(format!(
            "{what} count ({n}) does not match with the total size ({total}) specified in attribute '{name}'"
        )));
    }
    Ok(sizes)
}

/// Checks that property `sizes` divides the operands of field `operands` into `n_segments` segments, as the property of
/// a variadic of variadics does.
pub fn check_nested_segments(op: OpRef, operands: usize, sizes: usize, n_segments: usize) -> Checked {
    let def = op.def().expect("only a registered operation has fields");
    let (name, what) = (def.props[sizes].name, def.operands[operands].name);
    let n_found = check_segment_sizes(op, def, name, what, op.operand_range(operands).len())?.len();
    if n_found != n_segments {
        return Err(op.error(format!("expected '{name}' to have {n_segments} elements, but got {n_found}")));
    }
    Ok(())
}

/// Checks that variadic fields without segment sizes can have equal numbers of values.
fn check_equal_shares(op: OpRef, fields: &[ValueDef], what: &str, n: usize) -> Checked {
    let n_variadic = fields.iter().filter(|field| field.arity != Arity::One).count();
    let n_shared = n - (fields.len() - n_variadic);
    if n_variadic > 1 && !n_shared.is_multiple_of(n_variadic) {
        return Err(op.error(format!(
            "expected its {n_variadic} variadic {what} groups to have the same size, but got {n_shared} {what}s for them"
        )));
    }
    Ok(())
}

/// Checks that each `custom<DynamicIndexList>` of the syntax has an operand for each dynamic entry.
pub(super) fn check_dynamic_lists(op: OpRef, def: &OpDef, lists: &[(usize, usize)]) -> Checked {
    for &(operands, statics) in lists {
        let numbers = op.prop(statics).and_then(|attr| attr.as_int_array(op.cx())).unwrap_or_default();
        let (n, n_dynamic) = (op.operand_range(operands).len(), n_dynamic(&numbers));
        if n != n_dynamic {
            let (operands, statics) = (def.operands[operands].name, def.props[statics].name);
            return Err(op.error(format!(
                "expected the number of '{operands}' to match the number of dynamic entries in '{statics}' ({n} vs \
                 {n_dynamic})"
            )));
        }
    }
    Ok(())
}

fn is_i32_array(op: OpRef, attr: crate::attrs::Attr) -> bool {
    matches!(attr.data(op.cx()), crate::attrs::AttrData::DenseArray { element, .. } if *element == Type::I32)
}

/// Checks that required properties are present, and that all satisfy their constraints. Defaults need no check.
pub(super) fn check_props(op: OpRef, def: &'static OpDef) -> Checked {
    let props = op.props();
    let defaults = op.name().default_props(op.cx());
    // Most operations have default properties only.
    if props == defaults && def.props.iter().all(|prop| prop.optional || prop.default.is_some()) {
        return Ok(());
    }
    let value = |index: usize| props.get(index).copied().and_then(Attr::present);
    for (index, prop) in def.props.iter().enumerate() {
        if value(index).is_none() && !prop.optional && prop.default.is_none() {
            return Err(op.error(format!("requires attribute '{}'", prop.name)));
        }
    }
    for (index, prop) in def.props.iter().enumerate() {
        let Some(value) = value(index).filter(|value| *value != defaults[index]) else { continue };
        if !(prop.constraint.check)(op.cx(), value) {
            return Err(op.error(format!(
                "attribute '{}' failed to satisfy constraint: {}",
                prop.name, prop.constraint.summary
            )));
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Operand,
    Result,
}

/// Checks the operands if all fields are non-variadic.
pub(super) fn check_fixed_operands(op: OpRef, def: &'static OpDef) -> Checked {
    check_fixed(op, "operand", def.operands, op.operands())
}

/// Checks the results if all fields are non-variadic.
pub(super) fn check_fixed_results(op: OpRef, def: &'static OpDef) -> Checked {
    check_fixed(op, "result", def.results, op.results())
}

fn check_fixed<'a>(
    op: OpRef<'a>,
    what: &str,
    fields: &[ValueDef],
    values: impl Iterator<Item = ValueRef<'a>>,
) -> Checked {
    for (index, (field, value)) in fields.iter().zip(values).enumerate() {
        check_type(op, what, index, field, value.ty())?;
    }
    Ok(())
}

fn check_type(op: OpRef, what: &str, index: usize, field: &ValueDef, ty: Type) -> Checked {
    if (field.constraint.check)(op.cx(), ty) {
        return Ok(());
    }
    let variadic = if field.arity == Arity::Variadic { "variadic of " } else { "" };
    let (summary, got) = (field.constraint.summary, quoted(op, ty));
    Err(op.error(format!("{what} #{index} must be {variadic}{summary}, but got {got}")))
}

/// Checks the operands of fields of any arity.
pub(super) fn check_operands(op: OpRef, def: &'static OpDef) -> Checked {
    check_values(op, def, Side::Operand)
}

/// Checks the results of fields of any arity.
pub(super) fn check_results(op: OpRef, def: &'static OpDef) -> Checked {
    check_values(op, def, Side::Result)
}

fn check_values(op: OpRef, def: &'static OpDef, side: Side) -> Checked {
    let (what, fields) = match side {
        Side::Operand => ("operand", def.operands),
        Side::Result => ("result", def.results),
    };
    let is_sized = def.has(match side {
        Side::Operand => TraitSet::ATTR_SIZED_OPERANDS,
        Side::Result => TraitSet::ATTR_SIZED_RESULTS,
    });
    for (number, field) in fields.iter().enumerate() {
        let range = match side {
            Side::Operand => op.operand_range(number),
            Side::Result => op.result_range(number),
        };
        let (start, length) = (range.start, range.len());
        if field.arity == Arity::Optional && length > 1 {
            return Err(
                op.error(format!("{what} group starting at #{start} requires 0 or 1 element, but found {length}"))
            );
        }
        if is_sized && field.arity == Arity::One && length != 1 {
            return Err(op.error(format!("{what} group starting at #{start} requires 1 element, but found {length}")));
        }
        for index in range {
            let ty = match side {
                Side::Operand => op.operand(index).ty(),
                Side::Result => op.result(index).ty(),
            };
            check_type(op, what, index, field, ty)?;
        }
    }
    Ok(())
}

/// Checks that regions have a valid number of blocks.
pub(super) fn check_region_shapes(op: OpRef, def: &'static OpDef) -> Checked {
    for (index, region) in op.regions().enumerate() {
        let declared = def.regions.get(index).or(def.regions.last());
        let Some(declared) = declared else { continue };
        let (fits, words) = match declared.shape {
            RegionShape::Any => (true, ""),
            RegionShape::Sized(1) => (region.has_one_block(), "1 blocks"),
            RegionShape::Sized(n) => (region.blocks().count() == n as usize, &*format!("{n} blocks")),
            RegionShape::AtLeastOne => (!region.is_empty(), "at least 1 blocks"),
            RegionShape::AtMostOne => (region.is_empty() || region.has_one_block(), "at most 1 blocks"),
        };
        if !fits {
            let name = if declared.name.is_empty() { String::new() } else { format!(" ('{}')", declared.name) };
            return Err(op.error(format!("region #{index}{name} failed to verify constraint: region with {words}")));
        }
    }
    Ok(())
}

/// Checks that fields of one group have the same type.
pub(super) fn check_groups(op: OpRef, def: &'static OpDef) -> Checked {
    let fields = || def.operands.iter().chain(def.results).enumerate();
    let groups = fields().map(|(_, field)| field.group).max().unwrap_or(0);
    for group in 1..=groups {
        let in_group = || fields().filter(move |(_, field)| field.group == group);
        let mut types = in_group().flat_map(|(number, _)| types_of(op, def, number));
        let first = types.next();
        if types.any(|ty| Some(ty) != first) {
            let names: Vec<&str> = in_group().map(|(_, field)| field.name).collect();
            let names = names.join(", ");
            return Err(op.error(format!("failed to verify that all of {{{names}}} have same type")));
        }
    }
    Ok(())
}

/// The types of field `number`, where results are numbered after operands.
fn types_of<'a>(op: OpRef<'a>, def: &OpDef, number: usize) -> impl Iterator<Item = Type> + use<'a> {
    let result = number.checked_sub(def.operands.len());
    let range = match result {
        None => op.operand_range(number),
        Some(field) => op.result_range(field),
    };
    range.map(move |index| if result.is_some() { op.result(index).ty() } else { op.operand(index).ty() })
}

/// Checks types that are derived from other fields' types. Those of a variadic field are derived as a tuple.
pub(super) fn check_derived(op: OpRef, def: &'static OpDef) -> Checked {
    let types_of = |name: &str| -> SmallVec<[Type; 4]> {
        if let Some(number) = def.operands.iter().chain(def.results).position(|field| field.name == name) {
            return types_of(op, def, number).collect();
        }
        let prop = def.prop_index(name).and_then(|index| op.prop(index));
        prop.and_then(|attr| attr.ty_or_none(op.cx())).into_iter().collect()
    };
    for declared in def.operands.iter().chain(def.results) {
        let Some(derived) = declared.derived else { continue };
        let Some(&from) = types_of(derived.from).first() else { continue };
        let own = types_of(declared.name);
        let wanted = (derived.derive)(op.cx(), from);
        let fits = match wanted.map(|ty| ty.data(op.cx())) {
            Some(TypeData::Tuple(types)) if declared.arity == Arity::Variadic => own[..] == types[..],
            _ => own.first().is_none_or(|&own| wanted == Some(own)),
        };
        if !fits {
            return Err(op.error(format!("failed to verify that {}", derived.summary)));
        }
    }
    Ok(())
}

/// The text of a type in diagnostics.
pub(super) fn quoted(op: OpRef, ty: Type) -> String {
    format!("'{}'", op.cx().show_type(ty))
}
