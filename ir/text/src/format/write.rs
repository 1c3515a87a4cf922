//! Runs a program over a printer.

use std::ops::Range;

use rmlir_core::asm::{AsmPrinter, RegionPrint};
use rmlir_core::opdef::{Arity, OpDef, ValueDef};
use rmlir_core::opref::RegionRef;
use rmlir_core::{OpRef, TraitSet, Type, fields};
use smallvec::SmallVec;

use super::program::{
    AttrStep, GroupStep, Kind, OpProgram, Presence, Range16, Slot, Step, all_operands_slot, all_results_slot,
};
use super::write_attr;

struct Writer<'a, 'p> {
    def: &'static OpDef,
    program: &'a OpProgram,
    printer: &'a mut (dyn AsmPrinter + 'p),
    op: OpRef<'a>,
    /// The places of each field's values, for all slots.
    ranges: &'a [Range<u32>],
}

/// Writes the custom form of `op` after its name.
pub(super) fn write(def: &'static OpDef, program: &OpProgram, printer: &mut dyn AsmPrinter, op: OpRef) {
    let made;
    let fits = op.n_operands() == def.operands.len() && op.n_results() == def.results.len();
    let ranges = match &program.ranges {
        Some(ranges) if fits => ranges,
        _ => {
            made = ranges(def, op);
            &made[..]
        }
    };
    Writer { def, program, printer, op, ranges }.steps(&program.steps);
}

/// The ranges of an operation all of whose fields stand for one value.
pub(super) fn fixed_ranges(def: &OpDef) -> Option<Box<[Range<u32>]>> {
    let is_one = |field: &ValueDef| field.arity == Arity::One;
    let is_sized = def.has(TraitSet::ATTR_SIZED_OPERANDS) || def.has(TraitSet::ATTR_SIZED_RESULTS);
    if is_sized || !def.operands.iter().chain(def.results).all(is_one) {
        return None;
    }
    let (n_operands, n_results) = (def.operands.len() as u32, def.results.len() as u32);
    let ones = (0..n_operands).chain(0..n_results).map(|index| index..index + 1);
    Some(ones.chain([0..n_operands, 0..n_results]).collect())
}

fn ranges(def: &OpDef, op: OpRef) -> SmallVec<[Range<u32>; 6]> {
    let mut all = SmallVec::new();
    let (n_operands, n_results) = (op.n_operands() as u32, op.n_results() as u32);
    let sizes = |name, sized| def.has(sized).then(|| fields::segment_sizes(op.body.cx(), op.props(), def, name));
    let operand_sizes = sizes("operandSegmentSizes", TraitSet::ATTR_SIZED_OPERANDS);
    let result_sizes = sizes("resultSegmentSizes", TraitSet::ATTR_SIZED_RESULTS);
    field_ranges(def.operands, operand_sizes, n_operands, &mut all);
    field_ranges(def.results, result_sizes, n_results, &mut all);
    all.push(0..n_operands);
    all.push(0..n_results);
    all
}

/// Adds the ranges of `fields`; an operation that does not fit its definition
/// gets ranges that are too short but not out of bounds.
fn field_ranges(fields: &[ValueDef], sizes: Option<Vec<usize>>, n: u32, all: &mut SmallVec<[Range<u32>; 6]>) {
    let n_variable = fields.iter().filter(|field| field.arity != Arity::One).count() as u32;
    let n_fixed = fields.len() as u32 - n_variable;
    let each = n.saturating_sub(n_fixed).checked_div(n_variable).unwrap_or(0);
    let mut start = 0;
    for (index, field) in fields.iter().enumerate() {
        let size = match &sizes {
            Some(sizes) => sizes.get(index).copied().unwrap_or(0) as u32,
            None if field.arity == Arity::One => 1,
            None => each,
        };
        let end = (start + size).min(n);
        all.push(start..end);
        start = end;
    }
}

impl<'a> Writer<'a, '_> {
    fn range(&self, slot: Slot) -> Range<usize> {
        let range = &self.ranges[usize::from(slot)];
        range.start as usize..range.end as usize
    }

    fn is_operand(&self, slot: Slot) -> bool {
        usize::from(slot) < self.def.operands.len() || slot == all_operands_slot(self.def)
    }

    fn steps(&mut self, steps: &[Step]) {
        let mut rest = steps;
        while let Some((step, after)) = rest.split_first() {
            rest = match step.kind {
                Kind::Group(group) => {
                    let (then, after) = after.split_at(group.then.into());
                    let (otherwise, after) = after.split_at(group.otherwise.into());
                    self.group(group, then, otherwise);
                    after
                }
                Kind::OiList(_) => after,
                Kind::Clause(clause) => {
                    let (body, after) = after.split_at(clause.body.into());
                    if self.any_present(clause.present) {
                        self.literal(step.space, clause.literal);
                        self.steps(body);
                    }
                    after
                }
                _ => {
                    self.step(step);
                    after
                }
            };
        }
    }

    fn group(&mut self, group: GroupStep, then: &[Step], otherwise: &[Step]) {
        let taken = self.any_present(group.present) != group.inverted;
        self.steps(if taken { then } else { otherwise });
    }

    fn any_present(&self, range: Range16) -> bool {
        let presences = &self.program.presences[range.start.into()..range.end.into()];
        presences.iter().any(|presence| self.is_present(*presence))
    }

    fn is_present(&self, presence: Presence) -> bool {
        match presence {
            Presence::Slot(slot) => !self.range(slot).is_empty(),
            Presence::Attr(prop) => self.op.prop(prop.into()).is_some() && !self.has_default(prop.into()),
            Presence::Region(field) => self
                .region_field(field)
                .first()
                .is_some_and(|region| self.def.regions[usize::from(field)].variadic || !region.is_empty()),
            Presence::Successor(field) => !fields::successor_range(self.op.body, self.op.id, field.into()).is_empty(),
        }
    }

    fn literal(&mut self, space: bool, text: &str) {
        if space {
            self.printer.text(" ");
        }
        self.printer.text(text);
    }

    fn step(&mut self, step: &Step) {
        if step.space {
            self.printer.text(" ");
        }
        match step.kind {
            Kind::Keyword(text) | Kind::Punctuation(text) => self.printer.text(text),
            Kind::Space => {}
            Kind::Newline => self.printer.newline(),
            Kind::Operand(field) | Kind::OptionalOperand(field) | Kind::VariadicOperand(field) => {
                self.operands(field);
            }
            Kind::AllOperands => self.operands(all_operands_slot(self.def)),
            Kind::Attr(attr) => self.attribute(attr),
            Kind::Region(field) | Kind::VariadicRegion(field) => {
                let regions = self.region_field(field);
                self.regions(&regions);
            }
            Kind::AllRegions => {
                let regions: SmallVec<[RegionRef; 2]> = self.op.regions().collect();
                self.regions(&regions);
            }
            Kind::Successor(field) | Kind::VariadicSuccessor(field) => {
                let range = fields::successor_range(self.op.body, self.op.id, field.into());
                self.successors(range);
            }
            Kind::AllSuccessors => self.successors(0..self.op.successors().len()),
            Kind::Type(slot, _) | Kind::OptionalType(slot) | Kind::VariadicType(slot) => self.types(slot),
            Kind::FunctionalType(inputs, results) => self.functional_type(inputs, results),
            Kind::AttrDict { keyword } => self.attr_dict(keyword),
            Kind::PropDict => self.prop_dict(),
            Kind::Custom(number) => {
                let custom = &self.program.customs[usize::from(number)];
                (custom.directive.print)(self.printer, self.op, &custom.fields);
            }
            Kind::Group(_) | Kind::OiList(_) | Kind::Clause(_) => unreachable!("these are written with their steps"),
        }
    }

    fn operands(&mut self, slot: Slot) {
        for (count, index) in self.range(slot).enumerate() {
            if count > 0 {
                self.printer.text(", ");
            }
            self.printer.operand(self.op.operand(index));
        }
    }

    fn type_at(&self, slot: Slot, index: usize) -> Type {
        if self.is_operand(slot) { self.op.operand(index).ty() } else { self.op.result(index).ty() }
    }

    fn types(&mut self, slot: Slot) {
        for (count, index) in self.range(slot).enumerate() {
            if count > 0 {
                self.printer.text(", ");
            }
            let ty = self.type_at(slot, index);
            self.printer.ty(ty);
        }
    }

    fn functional_type(&mut self, inputs: Slot, results: Slot) {
        debug_assert!(results != all_operands_slot(self.def) && inputs != all_results_slot(self.def));
        self.printer.text("(");
        self.types(inputs);
        self.printer.text(") -> ");
        let results: SmallVec<[Type; 4]> = self.range(results).map(|index| self.type_at(results, index)).collect();
        self.printer.arrow_types(&results);
    }

    fn attribute(&mut self, step: AttrStep) {
        let constraint = self.def.props[usize::from(step.prop)].constraint;
        if let Some(attr) = self.op.prop(step.prop.into()) {
            write_attr::write(self.printer, constraint, attr, step.qualified);
        }
    }

    fn region_field(&self, field: u16) -> SmallVec<[RegionRef<'a>; 2]> {
        let n_fixed = self.def.regions.iter().filter(|region| !region.variadic).count();
        let rest = self.op.n_regions().saturating_sub(n_fixed);
        let length = |variadic: bool| if variadic { rest } else { 1 };
        let start = self.def.regions[..field.into()].iter().map(|region| length(region.variadic)).sum();
        self.op.regions().skip(start).take(length(self.def.regions[usize::from(field)].variadic)).collect()
    }

    fn regions(&mut self, regions: &[RegionRef]) {
        for (count, &region) in regions.iter().enumerate() {
            if count > 0 {
                self.printer.text(", ");
            }
            let terminators = !self.def.has(TraitSet::IMPLICIT_TERMINATOR) || says_something(region);
            self.printer.region(region, RegionPrint { terminators, ..RegionPrint::default() });
        }
    }

    fn successors(&mut self, range: Range<usize>) {
        let n = range.len();
        for (count, block) in self.op.successors().skip(range.start).take(n).enumerate() {
            if count > 0 {
                self.printer.text(", ");
            }
            self.printer.successor(block);
        }
    }

    /// Whether property `prop`, which is present, is what stands for an absent one.
    fn has_default(&self, prop: usize) -> bool {
        let value = self.op.prop(prop);
        let declared = &self.def.props[prop];
        match declared.default {
            Some(default) if declared.optional => value == Some(default(self.op.cx())),
            _ => value == self.op.name().default_props(self.op.cx())[prop].present(),
        }
    }

    fn attr_dict(&mut self, keyword: bool) {
        let op = self.op;
        let is_silent = |&prop: &usize| op.prop(prop).is_none() || self.has_default(prop);
        let program = self.program;
        let silent: SmallVec<[usize; 4]> = program.unbound.iter().copied().filter(is_silent).collect();
        let all_silent = silent.len() == program.unbound.len();
        if all_silent && op.discardable_attrs().is_empty() {
            return;
        }
        let mut elided: SmallVec<[&str; 8]> = program.elided.iter().copied().collect();
        elided.extend(silent.into_iter().map(|prop| self.def.props[prop].name));
        match keyword {
            true => self.printer.attr_dict_with_keyword(op, &elided),
            false => self.printer.attr_dict(op, &elided),
        }
    }

    fn prop_dict(&mut self) {
        let op = self.op;
        let value = |&prop: &usize| op.prop(prop).map(|value| (self.def.props[prop].name, value));
        let mut entries: Vec<_> = self.program.unbound.iter().filter_map(value).collect();
        entries.sort_by_key(|(name, _)| *name);
        if entries.is_empty() {
            return;
        }
        self.printer.text(" <");
        let name = |(name, value)| rmlir_core::NamedAttr { name: op.cx().ident(name), value };
        let entries: Vec<_> = entries.into_iter().map(name).collect();
        self.printer.named_attrs(&entries);
        self.printer.text(">");
    }
}

/// Whether the terminator of the region's entry has to be written.
fn says_something(region: RegionRef) -> bool {
    let Some(terminator) = region.entry().and_then(|entry| entry.terminator()) else { return true };
    terminator.n_operands() != 0
        || terminator.n_results() != 0
        || !terminator.discardable_attrs().is_empty()
        || terminator.props().iter().any(|prop| prop.present().is_some())
}
