//! What there is to check about operations of one name, in the order in which it is checked. It follows from the
//! definition and is worked out once for a context, so that an operation is asked only what concerns it.

use super::{control, fields, structure, traits};
use crate::context::Context;
use crate::interfaces::{BranchOp, Checked, LoopLike, RegionBranchOp, SymbolUser};
use crate::name::OpName;
use crate::opdef::{Arity, OpDef, RegionShape, ValueDef};
use crate::opref::OpRef;
use crate::traits::TraitSet as T;

/// A check of an operation with this definition.
pub(super) type Rule = fn(OpRef, &'static OpDef) -> Checked;

/// See the module. Operations that are not registered have an empty one.
#[derive(Default)]
pub(crate) struct Plan {
    numbers: Numbers,
    /// What is part of `before` and says which operands and results belong to which field.
    segments: Vec<Rule>,
    /// Before what is in the regions.
    before: Vec<Rule>,
    /// After it.
    after: Vec<Rule>,
    /// The check of the symbols that the operation refers to.
    pub symbol_user: Option<&'static dyn SymbolUser>,
}

impl Plan {
    /// For operations called `name`.
    pub fn of(cx: &Context, name: OpName) -> &Self {
        cx.op_name_data(name).plan.get_or_init(|| name.def(cx).map_or_else(Self::default, Self::new))
    }

    fn new(def: &'static OpDef) -> Self {
        let (mut before, mut segments): (Vec<Rule>, Vec<Rule>) = Default::default();
        segments.extend(def.has(T::ATTR_SIZED_OPERANDS).then_some(fields::check_operand_segments as Rule));
        segments.extend(def.has(T::ATTR_SIZED_RESULTS).then_some(fields::check_result_segments as Rule));
        add_fields(&mut before, def);
        add_traits(&mut before, def);
        let mut after: Vec<Rule> = Vec::new();
        if def.has(T::IMPLICIT_TERMINATOR) {
            after.push(traits::implicit_terminator);
        }
        // These two come in the order in which the operation lists them.
        for interface in def.interfaces {
            if interface.is::<&'static dyn LoopLike>() {
                after.push(control::check_loop);
            } else if interface.is::<&'static dyn RegionBranchOp>() {
                after.push(control::check_region_branch);
            }
        }
        if def.verify_regions.is_some() {
            after.push(|op, def| def.verify_regions.map_or(Ok(()), |verify| verify(op)));
        }
        Self { numbers: Numbers::of(def), segments, before, after, symbol_user: def.interface::<dyn SymbolUser>() }
    }

    /// Checks what can be said of `op` before looking into its regions, when its numbers are right; the operation's own
    /// check comes after this.
    pub fn check_before_regions(&self, op: OpRef) -> Checked {
        let Some(def) = op.def() else { return Ok(()) };
        self.before.iter().try_for_each(|rule| rule(op, def))
    }

    /// Checks that the operands, results, regions and successors of `op` can be found by their fields.
    pub fn check_shape(&self, op: OpRef) -> Checked {
        let Some(def) = op.def() else { return Ok(()) };
        self.check_numbers(op)?;
        self.segments.iter().try_for_each(|rule| rule(op, def))
    }

    /// Checks that `op` has as many operands, results, regions and successors as its fields say.
    pub fn check_numbers(&self, op: OpRef) -> Checked {
        let Some(def) = op.def() else { return Ok(()) };
        if self.numbers.fit(op) { Ok(()) } else { fields::check_numbers(op, def) }
    }

    /// Checks what can be said of `op` when all in its regions is right.
    pub fn check_after_regions(&self, op: OpRef) -> Checked {
        let Some(def) = op.def() else { return Ok(()) };
        self.after.iter().try_for_each(|rule| rule(op, def))
    }
}

/// How many of each an operation has, for a quick look.
#[derive(Default)]
struct Numbers {
    operands: Number,
    results: Number,
    regions: Number,
    successors: Number,
}

#[derive(Default)]
struct Number {
    least: usize,
    most: usize,
}

impl Number {
    fn of<T>(fields: &[T], is_one: impl Fn(&T) -> bool) -> Self {
        let least = fields.iter().filter(|field| is_one(field)).count();
        Self { least, most: if least == fields.len() { least } else { usize::MAX } }
    }

    fn fits(&self, n: usize) -> bool {
        self.least <= n && n <= self.most
    }
}

impl Numbers {
    fn of(def: &OpDef) -> Self {
        Self {
            operands: Number::of(def.operands, |field| field.arity == Arity::One),
            results: Number::of(def.results, |field| field.arity == Arity::One),
            regions: Number::of(def.regions, |field| !field.variadic),
            successors: Number::of(def.successors, |field| !field.variadic),
        }
    }

    fn fit(&self, op: OpRef) -> bool {
        self.operands.fits(op.n_operands())
            && self.results.fits(op.n_results())
            && self.regions.fits(op.n_regions())
            && self.successors.fits(op.body.n_successors(op.id))
    }
}

fn add_fields(rules: &mut Vec<Rule>, def: &'static OpDef) {
    let mut need = |needed: bool, rule: Rule| rules.extend(needed.then_some(rule));
    let is_fixed =
        |values: &[ValueDef], sized: T| !def.has(sized) && values.iter().all(|value| value.arity == Arity::One);
    let fixed_operands = is_fixed(def.operands, T::ATTR_SIZED_OPERANDS);
    let fixed_results = is_fixed(def.results, T::ATTR_SIZED_RESULTS);
    let values = || def.operands.iter().chain(def.results);
    need(!def.successors.is_empty(), fields::check_successors);
    need(def.has(T::ATTR_SIZED_OPERANDS), fields::check_operand_segments);
    need(def.has(T::ATTR_SIZED_RESULTS), fields::check_result_segments);
    need(def.has(T::SINGLE_BLOCK), traits::single_block);
    need(!def.props.is_empty(), fields::check_props);
    need(fixed_operands && !def.operands.is_empty(), fields::check_fixed_operands);
    need(!fixed_operands, fields::check_operands);
    need(fixed_results && !def.results.is_empty(), fields::check_fixed_results);
    need(!fixed_results, fields::check_results);
    need(values().any(|field| field.group != 0), fields::check_groups);
    need(values().any(|field| field.derived.is_some()), fields::check_derived);
    need(def.regions.iter().any(|region| region.shape != RegionShape::Any), fields::check_region_shapes);
}

fn add_traits(rules: &mut Vec<Rule>, def: &'static OpDef) {
    let mut need = |needed: bool, rule: Rule| rules.extend(needed.then_some(rule));
    let has_custom = |about_fields| def.custom_traits.iter().any(|custom| custom.is_about_fields() == about_fields);
    need(has_custom(true), structure::check_custom_traits_about_fields);
    need(def.has(T::HAS_PARENT), traits::has_parent);
    need(def.has(T::TERMINATOR), traits::terminator);
    need(def.has(T::NO_REGION_ARGUMENTS), traits::no_region_arguments);
    need(traits::says_of_types(def), traits::check_types);
    need(def.has(T::SYMBOL), traits::symbol);
    need(def.interface::<dyn BranchOp>().is_some(), control::check_branch);
    need(has_custom(false), structure::check_other_custom_traits);
}
