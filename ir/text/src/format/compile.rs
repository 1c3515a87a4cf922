//! From the elements of a format and an operation's definition to a program.
//!
//! Plan: 1. `rmlir_format::check_op` says which field each name is bound to and where types come from; the macros have
//! checked the same, so that it fails for definitions made otherwise only; 2. each element becomes a step, spacing
//! decided on the way.

use rmlir_core::TraitSet;
use rmlir_core::opdef::format::{
    self, Bindings, Clause, Element, FieldKind, FormatError, Group, Kind as ElementKind, OpFields, PropField,
    TypeSource, ValueField, Values,
};
use rmlir_core::opdef::{Arity, AttrAsm, Format, OpDef, OpFormat, PropDef, ValueDef};

use super::program::{
    AttrStep, ClauseStep, Custom, GroupStep, Kind, OpProgram, Presence, Range16, Slot, Step, TypeFrom,
    all_operands_slot, all_results_slot,
};
use super::spacing::{Spacing, starts_keyword};
use super::{kinds, write};

/// What the format of `def` may name.
fn fields(def: &OpDef) -> OpFields<'static> {
    let value = |field: &ValueDef| ValueField {
        name: field.name,
        arity: field.arity,
        group: field.group,
        derived_from: field.derived.map(|derived| derived.from),
        buildable: field.constraint.builds.is_some(),
    };
    let prop = |prop: &PropDef| PropField { name: prop.name, optional: prop.optional };
    OpFields {
        operands: def.operands.iter().map(value).collect(),
        results: def.results.iter().map(value).collect(),
        props: def.props.iter().map(prop).collect(),
        regions: def.regions.iter().map(|region| region.name).collect(),
        successors: def.successors.iter().map(|successor| (successor.name, successor.variadic)).collect(),
        directives: def.behavior().custom_directives.iter().map(|(name, _)| *name).collect(),
        same_operands_and_results: def.has(TraitSet::SAME_OPERANDS_AND_RESULT_TYPE),
        same_operands: def.has(TraitSet::SAME_TYPE_OPERANDS),
        infers: def.behavior().infer.is_some(),
    }
}

/// The format that `text` declares for an operation like `def`, with the checks that the macros make.
pub(super) fn read(def: &OpDef, text: &'static str) -> Result<OpFormat, FormatError> {
    let format = Format::of_op(text)?;
    format::check_op(&format, &fields(def))?;
    Ok(OpFormat::Spec(format))
}

/// Compiles the declarative format of `def`.
pub(super) fn compile(def: &'static OpDef) -> Result<OpProgram, FormatError> {
    let OpFormat::Spec(format) = &def.format else {
        return Err(FormatError::new("", 0, format!("'{}' has no declarative format", def.name)));
    };
    let fields = fields(def);
    let bindings = format::check_op(format, &fields)?;
    let mut compiler = Compiler::new(def, fields);
    compiler.elements(format.elements, Place::Top);
    Ok(compiler.finish(&bindings))
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
    pub fields: OpFields<'static>,
    steps: Vec<Step>,
    presences: Vec<Presence>,
    pub customs: Vec<Custom>,
    spacing: Spacing,
}

impl Compiler {
    fn new(def: &'static OpDef, fields: OpFields<'static>) -> Self {
        let (steps, presences, customs) = Default::default();
        Self { def, fields, steps, presences, customs, spacing: Spacing::new() }
    }

    fn elements(&mut self, elements: &[Element], place: Place) {
        elements.iter().for_each(|element| self.element(element, place));
    }

    fn element(&mut self, element: &Element, place: Place) {
        match element.kind {
            ElementKind::Literal(text) => self.literal(text),
            ElementKind::Space => {
                self.spacing.space();
                self.steps.push(Step { space: true, kind: Kind::Space });
            }
            ElementKind::NoSpace => self.spacing.no_space(),
            ElementKind::Newline => self.steps.push(Step { space: false, kind: Kind::Newline }),
            ElementKind::Variable(name) => self.variable(name, place, false),
            ElementKind::AttrDict { keyword } => self.dictionary(Kind::AttrDict { keyword }),
            ElementKind::PropDict => self.dictionary(Kind::PropDict),
            ElementKind::Type(values) => self.type_of(values, false),
            ElementKind::FunctionalType([inputs, results]) => {
                self.value(Kind::FunctionalType(self.slot(*inputs), self.slot(*results)));
            }
            ElementKind::Qualified(inner) => match inner.kind {
                ElementKind::Variable(name) => self.variable(name, place, true),
                ElementKind::Type(values) => self.type_of(values, true),
                _ => unreachable!("the grammar qualifies variables and types only"),
            },
            ElementKind::Operands => self.value(Kind::AllOperands),
            ElementKind::Regions => self.value(Kind::AllRegions),
            ElementKind::Successors => self.value(Kind::AllSuccessors),
            ElementKind::OiList(clauses) => self.oilist(clauses),
            ElementKind::Custom(directive) => {
                let number = self.custom(directive);
                self.value(Kind::Custom(number));
            }
            ElementKind::Group(group) => self.group(group),
            ElementKind::Ref(_) | ElementKind::Text(_) | ElementKind::Params | ElementKind::Struct(_) => {
                unreachable!("the grammar of operation formats has none of these at the top")
            }
        }
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

    fn dictionary(&mut self, kind: Kind) {
        self.spacing.dictionary();
        self.steps.push(Step { space: false, kind });
    }

    /// The field that a name of the checked format is bound to.
    pub(super) fn field(&self, name: &str) -> FieldKind {
        self.fields.field(name).expect("names of a checked format are those of fields")
    }

    fn variable(&mut self, name: &str, place: Place, qualified: bool) {
        let kind = match self.field(name) {
            FieldKind::Prop(prop) => {
                let optional = place == Place::Top && self.def.props[prop].optional;
                Kind::Attr(AttrStep { prop: prop as u16, optional, qualified })
            }
            FieldKind::Operand(field) => match self.def.operands[field].arity {
                Arity::One => Kind::Operand(field as u16),
                Arity::Optional => Kind::OptionalOperand(field as u16),
                Arity::Variadic => Kind::VariadicOperand(field as u16),
            },
            FieldKind::Region(field) => match self.def.regions[field].variadic {
                false => Kind::Region(field as u16),
                true => Kind::VariadicRegion(field as u16),
            },
            FieldKind::Successor(field) => match self.def.successors[field].variadic {
                false => Kind::Successor(field as u16),
                true => Kind::VariadicSuccessor(field as u16),
            },
        };
        self.value(kind);
    }

    /// `type(values)`; without a dialect's prefix unless `qualified`.
    fn type_of(&mut self, values: Values, qualified: bool) {
        let slot = self.slot(values);
        let kind = match super::program::field(self.def, slot) {
            None => Kind::VariadicType(slot),
            Some(field) => match field.arity {
                Arity::One => Kind::Type(slot, if qualified { None } else { kinds::of_type(field.constraint.summary) }),
                Arity::Optional => Kind::OptionalType(slot),
                Arity::Variadic => Kind::VariadicType(slot),
            },
        };
        self.value(kind);
    }

    pub(super) fn slot(&self, values: Values) -> Slot {
        match values {
            Values::Operands => all_operands_slot(self.def),
            Values::Results => all_results_slot(self.def),
            Values::Field(name) => self.fields.slot(name).expect("types of a checked format are those of values"),
        }
    }

    fn oilist(&mut self, clauses: &[Clause]) {
        let list = self.reserve();
        for Clause { literal, body } in clauses {
            let space = self.spacing.literal(literal);
            let clause = self.reserve();
            let mut presences = Vec::new();
            body.iter().for_each(|element| self.presence(element, &mut presences));
            let present = self.presences(presences);
            let unit = match body {
                [Element { kind: ElementKind::Variable(name), .. }] => self.unit_attr(name),
                _ => None,
            };
            if unit.is_none() {
                self.elements(body, Place::Top);
            }
            let kind = Kind::Clause(ClauseStep { literal, body: self.since(clause), present, unit });
            self.steps[clause] = Step { space, kind };
        }
        self.steps[list] = Step { space: false, kind: Kind::OiList(self.since(list)) };
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

    fn group(&mut self, group: &Group) {
        let first = group.first().expect("a group of a checked format is not empty");
        let mut presences = Vec::new();
        self.presence(group.anchor(), &mut presences);
        let present = self.presences(presences);
        let unit = match group.anchor().kind {
            ElementKind::Variable(name) if group.inverted || group.anchor != first => self.unit_attr(name),
            _ => None,
        };
        let elided = |inverted: bool| (unit.is_some() && group.inverted == inverted).then_some(group.anchor);
        let at = self.reserve();
        let is_step = |element: &&Element| !matches!(element.kind, ElementKind::NoSpace);
        let guard = group.then[..first].iter().filter(is_step).count() as u16;
        self.branch(group.then, elided(false), Some(first));
        let then = self.since(at);
        self.branch(group.otherwise, elided(true), None);
        let otherwise = self.since(at) - then;
        let kind = Kind::Group(GroupStep { then, otherwise, guard, present, inverted: group.inverted, unit });
        self.steps[at] = Step { space: false, kind };
    }

    /// A branch of a group, but the `elided` element.
    fn branch(&mut self, elements: &[Element], elided: Option<usize>, first: Option<usize>) {
        for (index, element) in elements.iter().enumerate() {
            if elided == Some(index) {
                continue;
            }
            let place = if first == Some(index) { Place::Top } else { Place::Inside };
            self.element(element, place);
        }
    }

    /// The conditions under which `element` has something to write.
    fn presence(&self, element: &Element, into: &mut Vec<Presence>) {
        match element.kind {
            ElementKind::Variable(name) => into.extend(self.presence_of(name)),
            ElementKind::Operands => into.push(Presence::Slot(all_operands_slot(self.def))),
            ElementKind::Type(values) | ElementKind::FunctionalType(&[values, _]) => {
                into.push(Presence::Slot(self.slot(values)));
            }
            ElementKind::Qualified(inner) => self.presence(inner, into),
            ElementKind::Custom(custom) => custom.args.iter().for_each(|arg| self.presence(arg, into)),
            ElementKind::Group(group) => {
                group.then.iter().chain(group.otherwise).for_each(|element| self.presence(element, into));
            }
            ElementKind::OiList(clauses) => {
                clauses.iter().flat_map(|clause| clause.body).for_each(|element| self.presence(element, into));
            }
            _ => {}
        }
    }

    fn presence_of(&self, name: &str) -> Option<Presence> {
        match self.fields.field(name) {
            Some(FieldKind::Prop(prop)) => Some(Presence::Attr(prop as u16)),
            Some(FieldKind::Region(region)) => Some(Presence::Region(region as u16)),
            Some(FieldKind::Successor(successor)) => Some(Presence::Successor(successor as u16)),
            Some(FieldKind::Operand(_)) | None => self.fields.slot(name).map(Presence::Slot),
        }
    }

    fn finish(self, bindings: &Bindings) -> OpProgram {
        let def = self.def;
        let all_result_types = bindings.types.contains(&all_results_slot(def));
        let segments = |name, sized, all: bool| def.prop_index(name).filter(|_| def.has(sized) && !all);
        let operand_segments = segments("operandSegmentSizes", TraitSet::ATTR_SIZED_OPERANDS, bindings.all_operands);
        let result_segments = segments("resultSegmentSizes", TraitSet::ATTR_SIZED_RESULTS, all_result_types);
        let never_written: Vec<usize> =
            operand_segments.into_iter().chain(result_segments).chain(bindings.props.iter().copied()).collect();
        let in_dict = |prop: &usize| !never_written.contains(prop) && !bindings.prop_dict;
        let elided = (0..def.props.len()).filter(|prop| !in_dict(prop)).map(|prop| def.props[prop].name).collect();
        let types: Box<[TypeFrom]> =
            bindings.sources.iter().enumerate().map(|(slot, source)| type_from(def, slot as Slot, *source)).collect();
        OpProgram {
            all_operands: bindings.all_operands,
            all_operand_types: bindings.types.contains(&all_operands_slot(def)),
            all_result_types,
            permuted_regions: !bindings.regions.is_sorted(),
            permuted_successors: !bindings.successors.is_sorted(),
            checked: checked(&types, def.operands.len()),
            types,
            infers_results: bindings.infers_results,
            operand_segments,
            result_segments,
            elided,
            ranges: write::fixed_ranges(def),
            unbound: (0..def.props.len()).filter(|prop| !never_written.contains(prop)).collect(),
            steps: self.steps.into(),
            presences: self.presences.into(),
            customs: self.customs.into(),
        }
    }
}

/// Where the types of `slot` come from, with the functions that give them.
fn type_from(def: &'static OpDef, slot: Slot, source: TypeSource) -> TypeFrom {
    let field = super::program::field(def, slot).expect("only slots of fields have a source");
    match source {
        TypeSource::Written => TypeFrom::Written,
        TypeSource::Inferred => TypeFrom::Unknown,
        TypeSource::Built => TypeFrom::Built(field.constraint.builds.expect("a type that is built is the only one")),
        TypeSource::Prop(prop) => TypeFrom::Prop(prop as u16, field.derived),
        TypeSource::Slot { from, derived } => {
            let rule = field.derived.filter(|_| derived);
            match super::program::field(def, from).map(|field| field.arity) {
                Some(Arity::One | Arity::Optional) => TypeFrom::One(from, rule),
                _ => TypeFrom::Each(from, rule),
            }
        }
    }
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
