//! The checks for operations with one name, in the order of execution. They are derived from the definition once per
//! context, so that an operation is subject only to the checks that concern it.

use super::rules::{KnownTypes, Number, Numbers, Plan, Rule};
use super::{control, fields, traits};
use crate::checked::Checked;
use crate::context::Context;
use crate::interfaces::{BranchOp, LoopLike, RegionBranchOp, SymbolUser};
use crate::name::OpName;
use crate::opdef::format::{Custom, Kind};
use crate::opdef::{Arity, OpDef, OpFormat, RegionShape, ValueDef};
use crate::opref::OpRef;
use crate::traits::TraitSet as T;

impl Plan {
    /// The plan of operations called `name`.
    #[inline]
    pub fn of(cx: &Context, name: OpName) -> &Self {
        let plan = cx.op_facts(name).plan.get_or_init(|| Box::new(name.def(cx).map_or_else(Self::default, Self::new)));
        plan.downcast_ref().expect("the facts have the plan of the verifier")
    }

    fn new(def: &'static OpDef) -> Self {
        let mut segments: Vec<Rule> = Vec::new();
        segments.extend(def.has(T::ATTR_SIZED_OPERANDS).then_some(fields::check_operand_segments as Rule));
        segments.extend(def.has(T::ATTR_SIZED_RESULTS).then_some(fields::check_result_segments as Rule));
        let mut rules = Rules::default();
        add_fields(&mut rules, def);
        add_traits(&mut rules, def);
        let known_types = (rules.all.len() != rules.not_about_types.len()).then(|| KnownTypes::new(def));
        let mut after: Vec<Rule> = Vec::new();
        if def.has(T::IMPLICIT_TERMINATOR) {
            after.push(traits::implicit_terminator);
        }
        // These two are checked in the order in which the operation lists them.
        for interface in def.interfaces {
            if interface.is::<dyn LoopLike>() {
                after.push(control::check_loop);
            } else if interface.is::<dyn RegionBranchOp>() {
                after.push(control::check_region_branch);
            }
        }
        if def.behavior().verify_regions.is_some() {
            after.push(|op, def| def.behavior().verify_regions.map_or(Ok(()), |verify| verify(op)));
        }
        Self {
            numbers: Numbers::of(def),
            segments,
            before: rules.all,
            before_if_types_fit: rules.not_about_types,
            known_types,
            dynamic_lists: dynamic_lists(def),
            after,
            def: Some(def),
            symbol_user: def.interface::<dyn SymbolUser>(),
        }
    }

    /// Checks `op` before the contents of its regions, when its counts are valid; the operation's own verifier follows.
    #[inline]
    pub fn check_before_regions(&self, op: OpRef) -> Checked {
        let Some(def) = self.def else { return Ok(()) };
        let check = |rules: &[Rule]| rules.iter().try_for_each(|rule| rule(op, def));
        let Some(known_types) = &self.known_types else { return check(&self.before) };
        if known_types.contain(op) {
            return check(&self.before_if_types_fit);
        }
        check(&self.before)?;
        known_types.add(op);
        Ok(())
    }

    /// Checks that the operands, results, regions and successors of `op` can be found by their fields.
    #[inline]
    pub fn check_shape(&self, op: OpRef) -> Checked {
        let Some(def) = self.def else { return Ok(()) };
        self.check_numbers(op)?;
        if self.segments.is_empty() || self.known_types.as_ref().is_some_and(|known| known.contain(op)) {
            return Ok(());
        }
        self.segments.iter().try_for_each(|rule| rule(op, def))
    }

    /// Checks that the numbers of operands, results, regions and successors of `op` agree with its fields.
    #[inline]
    pub fn check_numbers(&self, op: OpRef) -> Checked {
        let Some(def) = self.def else { return Ok(()) };
        if self.numbers.fit(op) { Ok(()) } else { fields::check_numbers(op, def) }
    }

    /// Executes the operation's own verifier, and checks its lists of static and dynamic indices.
    #[inline]
    pub fn check_own(&self, op: OpRef) -> Checked {
        let Some(def) = self.def else { return Ok(()) };
        def.behavior().verify.map_or(Ok(()), |verify| verify(op))?;
        fields::check_dynamic_lists(op, def, &self.dynamic_lists)
    }

    /// Returns whether operations of this name are registered.
    #[inline]
    pub fn is_registered(&self) -> bool {
        self.def.is_some()
    }

    /// Checks `op` after the contents of its regions are verified.
    #[inline]
    pub fn check_after_regions(&self, op: OpRef) -> Checked {
        let Some(def) = self.def else { return Ok(()) };
        self.after.iter().try_for_each(|rule| rule(op, def))
    }
}

/// The operand field and the property slot of each `custom<DynamicIndexList>($values, $numbers)` in the format of
/// `def`.
fn dynamic_lists(def: &OpDef) -> Vec<(usize, usize)> {
    let OpFormat::Spec(format) = def.format else { return Vec::new() };
    let mut lists = Vec::new();
    format.for_each(&mut |element| {
        let Kind::Custom(Custom { name: "DynamicIndexList", args: [values, numbers, ..] }) = element.kind else {
            return;
        };
        let (Kind::Variable(values), Kind::Variable(numbers)) = (values.kind, numbers.kind) else { return };
        let operands = def.operands.iter().position(|field| field.name == values);
        lists.extend(operands.zip(def.prop_index(numbers)));
    });
    lists
}

impl Number {
    #[inline]
    fn of<T>(fields: &[T], is_one: impl Fn(&T) -> bool) -> Self {
        let least = fields.iter().filter(|field| is_one(field)).count();
        Self { least, most: if least == fields.len() { least } else { usize::MAX }, step: 1 }
    }

    /// The valid numbers of values, which several variadic fields share equally unless they are `sized`.
    fn of_values(fields: &[ValueDef], sized: bool) -> Self {
        let of_each = Self::of(fields, |field| field.arity == Arity::One);
        let n_variadic = fields.len() - of_each.least;
        Self { step: if sized { 1 } else { n_variadic.max(1) }, ..of_each }
    }

    #[inline]
    fn fits(&self, n: usize) -> bool {
        self.least <= n && n <= self.most && (self.step <= 1 || (n - self.least).is_multiple_of(self.step))
    }
}

impl Numbers {
    fn of(def: &OpDef) -> Self {
        Self {
            operands: Number::of_values(def.operands, def.has(T::ATTR_SIZED_OPERANDS)),
            results: Number::of_values(def.results, def.has(T::ATTR_SIZED_RESULTS)),
            regions: Number::of(def.regions, |field| !field.variadic),
            successors: Number::of(def.successors, |field| !field.variadic),
        }
    }

    #[inline]
    fn fit(&self, op: OpRef) -> bool {
        self.operands.fits(op.n_operands())
            && self.results.fits(op.n_results())
            && self.regions.fits(op.n_regions())
            && self.successors.fits(op.body.n_successors(op.id))
    }
}

/// The rules of an operation before its regions, in order.
#[derive(Default)]
struct Rules {
    all: Vec<Rule>,
    /// Those that do not depend on the operation's types and segment sizes alone.
    not_about_types: Vec<Rule>,
}

impl Rules {
    fn need(&mut self, needed: bool, rule: Rule) {
        self.all.extend(needed.then_some(rule));
        self.not_about_types.extend(needed.then_some(rule));
    }

    /// Adds a rule that depends only on the data in [`KnownTypes`].
    fn need_of_types(&mut self, needed: bool, rule: Rule) {
        self.all.extend(needed.then_some(rule));
    }
}

fn add_fields(rules: &mut Rules, def: &'static OpDef) {
    let is_fixed =
        |values: &[ValueDef], sized: T| !def.has(sized) && values.iter().all(|value| value.arity == Arity::One);
    let fixed_operands = is_fixed(def.operands, T::ATTR_SIZED_OPERANDS);
    let fixed_results = is_fixed(def.results, T::ATTR_SIZED_RESULTS);
    let values = || def.operands.iter().chain(def.results);
    let derived = || values().filter_map(|field| field.derived);
    let follow_from_values = derived().all(|derived| values().any(|field| field.name == derived.from));
    rules.need(!def.successors.is_empty(), fields::check_successors);
    rules.need_of_types(def.has(T::ATTR_SIZED_OPERANDS), fields::check_operand_segments);
    rules.need_of_types(def.has(T::ATTR_SIZED_RESULTS), fields::check_result_segments);
    rules.need(def.has(T::SINGLE_BLOCK), traits::single_block);
    rules.need(!def.props.is_empty(), fields::check_props);
    rules.need_of_types(fixed_operands && !def.operands.is_empty(), fields::check_fixed_operands);
    rules.need_of_types(!fixed_operands, fields::check_operands);
    rules.need_of_types(fixed_results && !def.results.is_empty(), fields::check_fixed_results);
    rules.need_of_types(!fixed_results, fields::check_results);
    rules.need_of_types(values().any(|field| field.group != 0), fields::check_groups);
    match follow_from_values {
        true => rules.need_of_types(derived().next().is_some(), fields::check_derived),
        false => rules.need(true, fields::check_derived),
    }
    rules.need(def.regions.iter().any(|region| region.shape != RegionShape::Any), fields::check_region_shapes);
}

fn add_traits(rules: &mut Rules, def: &'static OpDef) {
    let has_custom =
        |about_fields| def.behavior().custom_traits.iter().any(|custom| custom.is_about_fields() == about_fields);
    rules.need(has_custom(true), traits::check_custom_traits_about_fields);
    rules.need(def.has(T::HAS_PARENT), traits::has_parent);
    rules.need(def.has(T::TERMINATOR), traits::terminator);
    rules.need(def.has(T::NO_REGION_ARGUMENTS), traits::no_region_arguments);
    rules.need_of_types(traits::says_of_types(def), traits::check_types);
    rules.need(def.has(T::SYMBOL), traits::symbol);
    rules.need(def.interface::<dyn BranchOp>().is_some(), control::check_branch);
    rules.need(has_custom(false), traits::check_other_custom_traits);
}
