//! From the tree of a format and an operation's definition to a program.
//!
//! Plan: 1. each element becomes a step, spacing decided on the way, and is
//! noted as seen; 2. [`super::typing`] settles where types come from; 3. what
//! must occur in a format is checked, in upstream's words.

use rmlir_core::TraitSet;
use rmlir_core::opdef::{Arity, AttrAsm, OpDef, OpFormat};

use super::program::{
    AttrStep, ClauseStep, Custom, GroupStep, Kind, OpProgram, Presence, Range16, Slot, Step, all_operands_slot,
    all_results_slot,
};
use super::spacing::{Spacing, starts_keyword};
use super::syntax::{self, Element, Group, Values};
use super::{custom, kinds, typing, write};

/// Compiles the declarative format of `def`.
pub(super) fn compile(def: &'static OpDef) -> Result<OpProgram, String> {
    let OpFormat::Spec(spec) = def.format else {
        return Err(format!("'{}' has no declarative format", def.name));
    };
    let wrap = |why: String| format!("format of '{}': {why}", def.name);
    let elements = syntax::op_format(spec).map_err(wrap)?;
    let mut compiler = Compiler::new(def);
    compiler.elements(&elements, Place::Top).map_err(wrap)?;
    compiler.finish().map_err(wrap)
}

/// Where an element stands, as far as it matters for reading attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the top, in a clause, or first in a group.
    Top,
    /// In a group after its first element.
    Inside,
}

/// What has been written so far.
pub(super) struct Compiler {
    pub def: &'static OpDef,
    steps: Vec<Step>,
    presences: Vec<Presence>,
    pub customs: Vec<Custom>,
    spacing: Spacing,
    pub seen: Seen,
}

/// Which fields occur in the format.
#[derive(Default)]
pub(super) struct Seen {
    pub props: Vec<usize>,
    pub operands: Vec<usize>,
    pub regions: Vec<usize>,
    pub successors: Vec<usize>,
    /// Slots whose types are written.
    pub types: Vec<Slot>,
    pub all_operands: bool,
    pub all_regions: bool,
    pub all_successors: bool,
    pub attr_dict: bool,
    pub prop_dict: bool,
}

impl Compiler {
    fn new(def: &'static OpDef) -> Self {
        Self {
            def,
            steps: Vec::new(),
            presences: Vec::new(),
            customs: Vec::new(),
            spacing: Spacing::new(),
            seen: Seen::default(),
        }
    }

    fn elements(&mut self, elements: &[Element], place: Place) -> Result<(), String> {
        elements.iter().try_for_each(|element| self.element(element, place))
    }

    fn element(&mut self, element: &Element, place: Place) -> Result<(), String> {
        match element {
            Element::Literal(text) => self.literal(text),
            Element::Space => {
                self.spacing.space();
                self.steps.push(Step { space: true, kind: Kind::Space });
            }
            Element::NoSpace => self.spacing.no_space(),
            Element::Newline => self.steps.push(Step { space: false, kind: Kind::Newline }),
            Element::Variable(name) => return self.variable(name, place, false),
            Element::AttrDict { keyword } => self.dictionary(Kind::AttrDict { keyword: *keyword })?,
            Element::PropDict => self.dictionary(Kind::PropDict)?,
            Element::Type(values) => self.type_of(*values, false)?,
            Element::FunctionalType(inputs, results) => {
                let kind = Kind::FunctionalType(self.written_slot(*inputs)?, self.written_slot(*results)?);
                self.value(kind);
            }
            Element::Qualified(inner) => match &**inner {
                Element::Variable(name) => return self.variable(name, place, true),
                Element::Type(values) => self.type_of(*values, true)?,
                _ => return Err("`qualified` takes an attribute or `type(..)`".into()),
            },
            Element::Operands => {
                unique(!self.seen.all_operands && self.seen.operands.is_empty(), "operands")?;
                self.seen.all_operands = true;
                self.value(Kind::AllOperands);
            }
            Element::Regions => {
                unique(!self.seen.all_regions && self.seen.regions.is_empty(), "regions")?;
                self.seen.all_regions = true;
                self.value(Kind::AllRegions);
            }
            Element::Successors => {
                unique(!self.seen.all_successors && self.seen.successors.is_empty(), "successors")?;
                self.seen.all_successors = true;
                self.value(Kind::AllSuccessors);
            }
            Element::OiList(clauses) => self.oilist(clauses)?,
            Element::Custom { name, args } => {
                let number = custom::compile(self, name, args)?;
                self.value(Kind::Custom(number));
            }
            Element::Group(group) => self.group(group)?,
            Element::Ref(_) | Element::Text(_) | Element::Params | Element::Struct(_) => {
                unreachable!("the grammar of operation formats has none of these at the top")
            }
        }
        Ok(())
    }

    fn literal(&mut self, text: &'static str) {
        let space = self.spacing.literal(text);
        let kind = if starts_keyword(text) { Kind::Keyword(text) } else { Kind::Punctuation(text) };
        self.steps.push(Step { space, kind });
    }

    fn value(&mut self, kind: Kind) {
        let space = self.spacing.value();
        self.steps.push(Step { space, kind });
    }

    fn dictionary(&mut self, kind: Kind) -> Result<(), String> {
        let seen = match kind {
            Kind::PropDict => &mut self.seen.prop_dict,
            _ => &mut self.seen.attr_dict,
        };
        if std::mem::replace(seen, true) {
            return Err("'attr-dict' directive has already been seen".into());
        }
        self.spacing.dictionary();
        self.steps.push(Step { space: false, kind });
        Ok(())
    }

    fn variable(&mut self, name: &str, place: Place, qualified: bool) -> Result<(), String> {
        if let Some(prop) = self.def.prop_index(name) {
            self.bind_attr(prop)?;
            let optional = place == Place::Top && self.def.props[prop].optional;
            self.value(Kind::Attr(AttrStep { prop: prop as u16, optional, qualified }));
        } else if let Some(field) = self.def.operands.iter().position(|operand| operand.name == name) {
            self.bind_operand(field)?;
            let number = field as u16;
            self.value(match self.def.operands[field].arity {
                Arity::One => Kind::Operand(number),
                Arity::Optional => Kind::OptionalOperand(number),
                Arity::Variadic => Kind::VariadicOperand(number),
            });
        } else if let Some(field) = self.def.regions.iter().position(|region| region.name == name) {
            self.bind_region(field)?;
            let variadic = self.def.regions[field].variadic;
            let number = field as u16;
            self.value(if variadic { Kind::VariadicRegion(number) } else { Kind::Region(number) });
        } else if let Some(field) = self.def.successors.iter().position(|successor| successor.name == name) {
            self.bind_successor(field)?;
            let variadic = self.def.successors[field].variadic;
            let number = field as u16;
            self.value(if variadic { Kind::VariadicSuccessor(number) } else { Kind::Successor(number) });
        } else if self.def.results.iter().any(|result| result.name == name) {
            return Err(format!("result '{name}' can only be used as a child to a 'type' directive"));
        } else {
            return Err(format!("`${name}` refers to no attribute, operand, region, result or successor"));
        }
        Ok(())
    }

    pub(super) fn bind_attr(&mut self, prop: usize) -> Result<(), String> {
        bind(&mut self.seen.props, prop, true, "attribute", self.def.props[prop].name)
    }

    pub(super) fn bind_operand(&mut self, field: usize) -> Result<(), String> {
        let free = !self.seen.all_operands;
        bind(&mut self.seen.operands, field, free, "operand", self.def.operands[field].name)
    }

    pub(super) fn bind_region(&mut self, field: usize) -> Result<(), String> {
        let free = !self.seen.all_regions;
        bind(&mut self.seen.regions, field, free, "region", self.def.regions[field].name)
    }

    pub(super) fn bind_successor(&mut self, field: usize) -> Result<(), String> {
        let free = !self.seen.all_successors;
        bind(&mut self.seen.successors, field, free, "successor", self.def.successors[field].name)
    }

    /// `type(values)`; without a dialect's prefix unless `qualified`.
    fn type_of(&mut self, values: Values, qualified: bool) -> Result<(), String> {
        let slot = self.written_slot(values)?;
        let kind = match typing::field(self.def, slot) {
            None => Kind::VariadicType(slot),
            Some(field) => match field.arity {
                Arity::One => Kind::Type(slot, if qualified { None } else { kinds::of_type(field.constraint.summary) }),
                Arity::Optional => Kind::OptionalType(slot),
                Arity::Variadic => Kind::VariadicType(slot),
            },
        };
        self.value(kind);
        Ok(())
    }

    /// The slot of `values`, whose types the format writes.
    pub(super) fn written_slot(&mut self, values: Values) -> Result<Slot, String> {
        let slot = self.slot(values)?;
        if self.seen.types.contains(&slot) {
            return Err(format!("the types of {values:?} are already bound"));
        }
        self.seen.types.push(slot);
        Ok(slot)
    }

    pub(super) fn slot(&self, values: Values) -> Result<Slot, String> {
        match values {
            Values::Operands => Ok(all_operands_slot(self.def)),
            Values::Results => Ok(all_results_slot(self.def)),
            Values::Field(name) => typing::slot_named(self.def, name)
                .ok_or_else(|| format!("`${name}` in a 'type' directive is neither an operand nor a result")),
        }
    }

    fn oilist(&mut self, clauses: &[(&'static str, Vec<Element>)]) -> Result<(), String> {
        let list = self.reserve();
        for (literal, body) in clauses {
            let space = self.spacing.literal(literal);
            let clause = self.reserve();
            let mut presences = Vec::new();
            body.iter().try_for_each(|element| self.presence(element, &mut presences))?;
            let present = self.presences(presences);
            let unit = match &body[..] {
                [Element::Variable(name)] => self.unit_attr(name),
                _ => None,
            };
            match unit {
                Some(prop) => self.bind_attr(prop.into())?,
                None => self.elements(body, Place::Top)?,
            }
            let kind = Kind::Clause(ClauseStep { literal, body: self.since(clause), present, unit });
            self.steps[clause] = Step { space, kind };
        }
        self.steps[list] = Step { space: false, kind: Kind::OiList(self.since(list)) };
        Ok(())
    }

    /// A place for a step that is known only after those it contains.
    fn reserve(&mut self) -> usize {
        self.steps.push(Step { space: false, kind: Kind::OiList(0) });
        self.steps.len() - 1
    }

    /// The number of steps after step `index`.
    fn since(&self, index: usize) -> u16 {
        (self.steps.len() - index - 1) as u16
    }

    fn presences(&mut self, presences: Vec<Presence>) -> Range16 {
        let start = self.presences.len() as u16;
        self.presences.extend(presences);
        Range16 { start, end: self.presences.len() as u16 }
    }

    /// The property slot of `name`, if that is a unit attribute.
    fn unit_attr(&self, name: &str) -> Option<u16> {
        let prop = self.def.prop_index(name)?;
        matches!(self.def.props[prop].constraint.asm, AttrAsm::Unit).then_some(prop as u16)
    }

    fn group(&mut self, group: &Group) -> Result<(), String> {
        let anchor = if group.inverted { &group.otherwise[group.anchor] } else { &group.then[group.anchor] };
        let first = group.then.iter().position(|element| !is_space(element)).ok_or("an optional group is empty")?;
        let mut presences = Vec::new();
        self.presence(anchor, &mut presences)?;
        if presences.is_empty() {
            return Err("only an attribute, operand, result type, region or successor can be an anchor".into());
        }
        let present = self.presences(presences);
        let unit = match anchor {
            Element::Variable(name) if group.inverted || group.anchor != first => self.unit_attr(name),
            _ => None,
        };
        if let Some(prop) = unit {
            self.bind_attr(prop.into())?;
        }
        let elided = |inverted: bool| (unit.is_some() && group.inverted == inverted).then_some(group.anchor);
        let at = self.reserve();
        let guard = group.then[..first].iter().filter(|element| !matches!(element, Element::NoSpace)).count() as u16;
        self.branch(&group.then, elided(false), Some(first))?;
        let then = self.since(at);
        self.check_guard(at + 1 + usize::from(guard))?;
        self.branch(&group.otherwise, elided(true), None)?;
        let otherwise = self.since(at) - then;
        let kind = Kind::Group(GroupStep { then, otherwise, guard, present, inverted: group.inverted, unit });
        self.steps[at] = Step { space: false, kind };
        Ok(())
    }

    /// A branch of a group, but the `elided` element.
    fn branch(&mut self, elements: &[Element], elided: Option<usize>, first: Option<usize>) -> Result<(), String> {
        for (index, element) in elements.iter().enumerate() {
            if elided == Some(index) {
                continue;
            }
            let place = if first == Some(index) { Place::Top } else { Place::Inside };
            self.element(element, place)?;
        }
        Ok(())
    }

    /// Whether the step can decide if a group is there.
    fn check_guard(&self, index: usize) -> Result<(), String> {
        let fits = match self.steps[index].kind {
            Kind::Attr(step) => step.optional,
            Kind::Keyword(_)
            | Kind::Punctuation(_)
            | Kind::OptionalOperand(_)
            | Kind::VariadicOperand(_)
            | Kind::AllOperands
            | Kind::Region(_)
            | Kind::VariadicRegion(_)
            | Kind::VariadicSuccessor(_)
            | Kind::AllSuccessors
            | Kind::AllRegions
            | Kind::OptionalType(_)
            | Kind::Custom(_) => true,
            _ => false,
        };
        let why =
            "an optional group must start with a literal, an optional attribute or operand, a region or a directive";
        if fits { Ok(()) } else { Err(why.into()) }
    }

    /// The conditions under which `element` has something to write.
    fn presence(&self, element: &Element, into: &mut Vec<Presence>) -> Result<(), String> {
        match element {
            Element::Variable(name) => into.extend(self.presence_of(name)),
            Element::Operands => into.push(Presence::Slot(all_operands_slot(self.def))),
            Element::Type(values) | Element::FunctionalType(values, _) => {
                into.push(Presence::Slot(self.slot(*values)?))
            }
            Element::Qualified(inner) => self.presence(inner, into)?,
            Element::Custom { args, .. } => args.iter().try_for_each(|arg| self.presence(arg, into))?,
            Element::Group(group) => {
                group.then.iter().chain(&group.otherwise).try_for_each(|element| self.presence(element, into))?;
            }
            Element::OiList(clauses) => {
                clauses.iter().flat_map(|(_, body)| body).try_for_each(|element| self.presence(element, into))?;
            }
            _ => {}
        }
        Ok(())
    }

    fn presence_of(&self, name: &str) -> Option<Presence> {
        let def = self.def;
        if let Some(prop) = def.prop_index(name) {
            return Some(Presence::Attr(prop as u16));
        }
        if let Some(slot) = typing::slot_named(def, name) {
            return Some(Presence::Slot(slot));
        }
        if let Some(region) = def.regions.iter().position(|region| region.name == name) {
            return Some(Presence::Region(region as u16));
        }
        let successor = def.successors.iter().position(|successor| successor.name == name)?;
        Some(Presence::Successor(successor as u16))
    }

    fn finish(self) -> Result<OpProgram, String> {
        let def = self.def;
        let seen = &self.seen;
        if !seen.attr_dict {
            return Err("'attr-dict' directive not found in custom assembly format".into());
        }
        let operands = def.operands.iter().map(|operand| operand.name);
        let regions = def.regions.iter().map(|region| region.name);
        let successors = def.successors.iter().map(|successor| successor.name);
        check_all("operand", operands, &seen.operands, seen.all_operands)?;
        check_all("region", regions, &seen.regions, seen.all_regions)?;
        check_all("successor", successors, &seen.successors, seen.all_successors)?;

        let typing = typing::settle(def, seen)?;
        let all_result_types = seen.types.contains(&all_results_slot(def));
        let segments = |name, sized, all: bool| match def.prop_index(name) {
            _ if !def.has(sized) || all => Ok(None),
            Some(prop) => Ok(Some(prop)),
            None => Err(format!("the property '{name}' is missing")),
        };
        let operand_segments = segments("operandSegmentSizes", TraitSet::ATTR_SIZED_OPERANDS, seen.all_operands)?;
        let result_segments = segments("resultSegmentSizes", TraitSet::ATTR_SIZED_RESULTS, all_result_types)?;
        let never_written: Vec<usize> =
            operand_segments.into_iter().chain(result_segments).chain(seen.props.iter().copied()).collect();
        let in_dict = |prop: &usize| !never_written.contains(prop) && !seen.prop_dict;
        let elided = (0..def.props.len()).filter(|prop| !in_dict(prop)).map(|prop| def.props[prop].name).collect();
        Ok(OpProgram {
            all_operands: seen.all_operands,
            all_operand_types: seen.types.contains(&all_operands_slot(def)),
            all_result_types,
            permuted_regions: !seen.regions.is_sorted(),
            permuted_successors: !seen.successors.is_sorted(),
            types: typing.types,
            checked: typing.checked,
            infers_results: typing.infers_results,
            operand_segments,
            result_segments,
            elided,
            ranges: write::fixed_ranges(def),
            unbound: (0..def.props.len()).filter(|prop| !never_written.contains(prop)).collect(),
            steps: self.steps.into(),
            presences: self.presences.into(),
            customs: self.customs.into(),
        })
    }
}

fn is_space(element: &Element) -> bool {
    matches!(element, Element::Space | Element::NoSpace | Element::Newline)
}

fn unique(ok: bool, directive: &str) -> Result<(), String> {
    if ok { Ok(()) } else { Err(format!("'{directive}' directive creates overlap in format")) }
}

fn bind(seen: &mut Vec<usize>, field: usize, free: bool, what: &str, name: &str) -> Result<(), String> {
    if !free || seen.contains(&field) {
        return Err(format!("{what} '{name}' is already bound"));
    }
    seen.push(field);
    Ok(())
}

fn check_all<'a>(what: &str, names: impl Iterator<Item = &'a str>, seen: &[usize], all: bool) -> Result<(), String> {
    for (index, name) in names.enumerate() {
        if !all && !seen.contains(&index) {
            return Err(format!("{what} #{index}, named '{name}', not found"));
        }
    }
    Ok(())
}
