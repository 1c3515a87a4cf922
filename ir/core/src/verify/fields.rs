//! The fields of a definition: numbers, presence, constraints, agreement.

use super::structure::quoted;
use crate::fields::segment_sizes;
use crate::interfaces::Checked;
use crate::opdef::{Arity, OpDef, RegionShape, ValueDef};
use crate::opref::OpRef;
use crate::traits::TraitSet;
use crate::types::{Type, TypeData};

pub(super) fn check(op: OpRef, def: &'static OpDef) -> Checked {
    check_regions_number(op, def)?;
    check_results_number(op, def)?;
    check_successors_number(op, def)?;
    check_operands_number(op, def)?;
    if def.has(TraitSet::ATTR_SIZED_OPERANDS) {
        check_segments(op, def, "operandSegmentSizes", "operand", op.n_operands())?;
    }
    if def.has(TraitSet::ATTR_SIZED_RESULTS) {
        check_segments(op, def, "resultSegmentSizes", "result", op.n_results())?;
    }
    if def.has(TraitSet::SINGLE_BLOCK) {
        super::traits::single_block(op, def)?;
    }
    check_props(op, def)?;
    check_values(op, def, Side::Operand)?;
    check_values(op, def, Side::Result)?;
    check_groups(op, def)?;
    check_derived(op, def)?;
    check_region_shapes(op, def)
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
    let region = op.block().and_then(|block| block.region());
    if op.successors().any(|successor| successor.region() != region) {
        return Err(op.plain_error("reference to block defined in another region"));
    }
    Ok(())
}

fn check_segments(op: OpRef, def: &OpDef, name: &str, what: &str, n: usize) -> Checked {
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

fn is_i32_array(op: OpRef, attr: crate::attrs::Attr) -> bool {
    matches!(attr.data(op.cx()), crate::attrs::AttrData::DenseArray { element, .. } if *element == Type::I32)
}

fn check_props(op: OpRef, def: &OpDef) -> Checked {
    for (index, prop) in def.props.iter().enumerate() {
        if op.prop(index).is_none() && !prop.optional && prop.default.is_none() {
            return Err(op.error(format!("requires attribute '{}'", prop.name)));
        }
    }
    for (index, prop) in def.props.iter().enumerate() {
        let Some(value) = op.prop(index) else { continue };
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

fn check_values(op: OpRef, def: &OpDef, side: Side) -> Checked {
    let (what, fields, sizes_name, sized) = match side {
        Side::Operand => ("operand", def.operands, "operandSegmentSizes", TraitSet::ATTR_SIZED_OPERANDS),
        Side::Result => ("result", def.results, "resultSegmentSizes", TraitSet::ATTR_SIZED_RESULTS),
    };
    let types = |index: usize| match side {
        Side::Operand => op.operand(index).ty(),
        Side::Result => op.result(index).ty(),
    };
    let n = if side == Side::Operand { op.n_operands() } else { op.n_results() };
    let sizes = def.has(sized).then(|| segment_sizes(op.cx(), op.props(), def, sizes_name));
    let (fixed, _) = n_fixed(fields);
    let n_variable = fields.len() - fixed;
    let mut start = 0;
    for (field, declared) in fields.iter().enumerate() {
        let length = match (&sizes, declared.arity) {
            (Some(sizes), _) => sizes[field],
            (None, Arity::One) => 1,
            (None, _) => (n - fixed) / n_variable,
        };
        if declared.arity == Arity::Optional && length > 1 {
            return Err(
                op.error(format!("{what} group starting at #{start} requires 0 or 1 element, but found {length}"))
            );
        }
        if sizes.is_some() && declared.arity == Arity::One && length != 1 {
            return Err(op.error(format!("{what} group starting at #{start} requires 1 element, but found {length}")));
        }
        for index in start..start + length {
            let ty = types(index);
            if !(declared.constraint.check)(op.cx(), ty) {
                let variadic = if declared.arity == Arity::Variadic { "variadic of " } else { "" };
                let summary = declared.constraint.summary;
                let got = quoted(op, ty);
                return Err(op.error(format!("{what} #{index} must be {variadic}{summary}, but got {got}")));
            }
        }
        start += length;
    }
    Ok(())
}

fn check_region_shapes(op: OpRef, def: &OpDef) -> Checked {
    for (index, region) in op.regions().enumerate() {
        let declared = def.regions.get(index).or(def.regions.last());
        let Some(declared) = declared else { continue };
        let (fits, words) = match declared.shape {
            RegionShape::Any => (true, ""),
            RegionShape::SizedOne => (region.has_one_block(), "region with 1 blocks"),
            RegionShape::AtLeastOne => (!region.is_empty(), "region with at least 1 blocks"),
            RegionShape::AtMostOne => (region.is_empty() || region.has_one_block(), "region with at most 1 blocks"),
        };
        if !fits {
            let name = declared.name;
            return Err(op.error(format!("region #{index} ('{name}') failed to verify constraint: {words}")));
        }
    }
    Ok(())
}

/// Fields of one group must all have the same type.
fn check_groups(op: OpRef, def: &OpDef) -> Checked {
    let groups = def.operands.iter().chain(def.results).map(|field| field.group).max().unwrap_or(0);
    for group in 1..=groups {
        let mut names = Vec::new();
        let mut types: Vec<Type> = Vec::new();
        for (field, declared) in def.operands.iter().enumerate().filter(|(_, declared)| declared.group == group) {
            names.push(declared.name);
            types.extend(op.operand_range(field).map(|index| op.operand(index).ty()));
        }
        for (field, declared) in def.results.iter().enumerate().filter(|(_, declared)| declared.group == group) {
            names.push(declared.name);
            types.extend(op.result_range(field).map(|index| op.result(index).ty()));
        }
        if types.windows(2).any(|pair| pair[0] != pair[1]) {
            let names = names.join(", ");
            return Err(op.error(format!("failed to verify that all of {{{names}}} have same type")));
        }
    }
    Ok(())
}

/// Types that follow from other fields' types. Those of a variadic field
/// follow as a tuple.
fn check_derived(op: OpRef, def: &OpDef) -> Checked {
    let types_of = |name: &str| -> Vec<Type> {
        if let Some(field) = def.operands.iter().position(|field| field.name == name) {
            return op.operand_range(field).map(|index| op.operand(index).ty()).collect();
        }
        if let Some(field) = def.results.iter().position(|field| field.name == name) {
            return op.result_range(field).map(|index| op.result(index).ty()).collect();
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
