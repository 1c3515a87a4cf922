//! Checks the format of an operation: names exist, every field is bound once, groups can be parsed.

use rmlir_base::words::near_name;

use crate::bindings::Bindings;
use crate::error::FormatError;
use crate::fields::{Arity, FieldKind, OpFields, Slot};
use crate::{Custom, Element, Format, Group, Kind, Values, typing};

type Checked<T> = Result<T, FormatError>;

/// The fields of `fields` that the format binds, or its first error, with upstream's wording.
pub fn check_op(format: &Format, fields: &OpFields) -> Result<Bindings, FormatError> {
    let mut checker = Checker { format, fields, bindings: Bindings::default() };
    checker.elements(format.elements)?;
    let mut bindings = checker.bindings;
    let at_end = |message: String| FormatError::new(format.text, format.text.trim_end().len(), message);
    if let Some(missing) = bindings.missing(fields) {
        return Err(at_end(missing));
    }
    typing::settle(fields, &mut bindings).map_err(at_end)?;
    Ok(bindings)
}

struct Checker<'a> {
    format: &'a Format,
    fields: &'a OpFields<'a>,
    bindings: Bindings,
}

impl Checker<'_> {
    fn elements(&mut self, elements: &[Element]) -> Checked<()> {
        elements.iter().try_for_each(|element| self.element(element))
    }

    fn element(&mut self, element: &Element) -> Checked<()> {
        let bindings = &mut self.bindings;
        match element.kind {
            Kind::Literal(_) | Kind::Space | Kind::NoSpace | Kind::Newline => Ok(()),
            Kind::Variable(name) => self.variable(element, name),
            Kind::AttrDict { .. } => self.once(element, |bindings| &mut bindings.attr_dict, "attr-dict"),
            Kind::PropDict => self.once(element, |bindings| &mut bindings.prop_dict, "prop-dict"),
            Kind::Type(values) => self.types(element, values),
            Kind::FunctionalType(types) => types.iter().try_for_each(|values| self.types(element, *values)),
            Kind::Qualified(inner) => self.element(inner),
            Kind::Operands => {
                let free = !std::mem::replace(&mut bindings.all_operands, true) && bindings.operands.is_empty();
                self.unique(element, free, "operands")
            }
            Kind::Regions => {
                let free = !std::mem::replace(&mut bindings.all_regions, true) && bindings.regions.is_empty();
                self.unique(element, free, "regions")
            }
            Kind::Successors => {
                let free = !std::mem::replace(&mut bindings.all_successors, true) && bindings.successors.is_empty();
                self.unique(element, free, "successors")
            }
            Kind::OiList(clauses) => clauses.iter().try_for_each(|clause| self.elements(clause.body)),
            Kind::Custom(custom) => self.custom(element, custom),
            Kind::Group(group) => self.group(element, group),
            Kind::Ref(_) | Kind::Text(_) | Kind::Params | Kind::Struct(_) => {
                unreachable!("the grammar of operation formats has none of these at the top")
            }
        }
    }

    fn once(&mut self, element: &Element, flag: fn(&mut Bindings) -> &mut bool, name: &str) -> Checked<()> {
        match std::mem::replace(flag(&mut self.bindings), true) {
            false => Ok(()),
            true => Err(self.format.error_at(element, format!("'{name}' directive has already been seen"))),
        }
    }

    fn unique(&self, element: &Element, free: bool, directive: &str) -> Checked<()> {
        let message = || format!("'{directive}' directive creates overlap in format");
        if free { Ok(()) } else { Err(self.format.error_at(element, message())) }
    }

    fn variable(&mut self, element: &Element, name: &str) -> Checked<()> {
        let Some(field) = self.fields.field(name) else {
            if self.fields.results.iter().any(|result| result.name == name) {
                let message = format!("result '{name}' can only be used as a child to a 'type' directive");
                return Err(self.format.error_at(element, message));
            }
            let message = format!("`${name}` refers to no attribute, operand, region, result or successor");
            return Err(self.unknown(element, name, message, self.fields.names()));
        };
        let bound = self.bindings.bind(self.fields, field);
        bound.map_err(|message| self.format.error_at(element, message))
    }

    /// An error about `$name`, with the most similar name.
    fn unknown<'a>(
        &self,
        element: &Element,
        name: &str,
        message: String,
        known: impl IntoIterator<Item = &'a str>,
    ) -> FormatError {
        let near = near_name(name, known).map(|near| format!("; did you mean `${near}`?")).unwrap_or_default();
        self.format.error_at_name(element, name, message + &near)
    }

    /// Binds the types of `values`.
    fn types(&mut self, element: &Element, values: Values) -> Checked<()> {
        let slot = self.slot(element, values)?;
        if self.bindings.types.contains(&slot) {
            let name = match values {
                Values::Field(name) => format!("'{name}'"),
                Values::Operands => "'operands'".into(),
                Values::Results => "'results'".into(),
            };
            return Err(self.format.error_at(element, format!("'type' of {name} is already bound")));
        }
        self.bindings.types.push(slot);
        Ok(())
    }

    fn slot(&self, element: &Element, values: Values) -> Checked<Slot> {
        match values {
            Values::Operands => Ok(self.fields.all_operands()),
            Values::Results => Ok(self.fields.all_results()),
            Values::Field(name) => self.fields.slot(name).ok_or_else(|| {
                let message = format!("`${name}` in a 'type' directive is neither an operand nor a result");
                self.unknown(element, name, message, self.fields.values().map(|field| field.name))
            }),
        }
    }

    fn custom(&mut self, element: &Element, custom: &Custom) -> Checked<()> {
        let Custom { name, args } = custom;
        let known = &self.fields.directives;
        if !known.contains(name) {
            let near = near_name(name, known.iter().copied());
            let near = near.map(|near| format!("; did you mean `custom<{near}>`?")).unwrap_or_default();
            let message = format!("there is no function for `custom<{name}>`{near}");
            return Err(self.format.error_at(element, message));
        }
        args.iter().try_for_each(|arg| match arg.kind {
            Kind::Text(_) => Ok(()),
            Kind::Ref(inner) => self.reference(inner),
            // An attribute that a directive parses into the attribute dictionary may be parsed by more than one.
            Kind::AttrDict { .. } => {
                self.bindings.attr_dict = true;
                Ok(())
            }
            Kind::Type(Values::Operands | Values::Results) => Err(self.of_one_field(arg)),
            _ => self.element(arg),
        })
    }

    /// Checks the argument of `ref(..)`, which exists and is bound elsewhere.
    fn reference(&self, element: &Element) -> Checked<()> {
        match element.kind {
            Kind::Type(Values::Operands | Values::Results) => Err(self.of_one_field(element)),
            Kind::Type(values) => self.slot(element, values).map(|_| ()),
            Kind::Variable(name) if self.fields.field(name).is_none() => {
                let message = format!("`${name}` refers to no attribute, operand, region or successor");
                Err(self.unknown(element, name, message, self.fields.names()))
            }
            _ => Ok(()),
        }
    }

    fn of_one_field(&self, element: &Element) -> FormatError {
        self.format.error_at(element, "only variables and types may be used as parameters to a custom directive")
    }

    fn group(&mut self, element: &Element, group: &Group) -> Checked<()> {
        let first = group.first().ok_or_else(|| self.format.error_at(element, "an optional group is empty"))?;
        self.elements(group.then)?;
        self.elements(group.otherwise)?;
        if !self.is_present_or_absent(group.anchor()) {
            let message = "only an attribute, operand, result type, region or successor can be an anchor";
            return Err(self.format.error_at(group.anchor(), message));
        }
        if !self.can_open_group(&group.then[first]) {
            let message = "an optional group must start with a literal, an optional attribute or operand, a region or a directive";
            return Err(self.format.error_at(&group.then[first], message));
        }
        Ok(())
    }

    /// Whether `element` refers to an optional part of an operation.
    fn is_present_or_absent(&self, element: &Element) -> bool {
        let any = |elements: &[Element]| elements.iter().any(|element| self.is_present_or_absent(element));
        match element.kind {
            Kind::Variable(name) => self.fields.field(name).is_some() || self.fields.slot(name).is_some(),
            Kind::Operands | Kind::Type(_) | Kind::FunctionalType(_) => true,
            Kind::Qualified(inner) => self.is_present_or_absent(inner),
            Kind::Custom(custom) => any(custom.args),
            Kind::Group(group) => any(group.then) || any(group.otherwise),
            Kind::OiList(clauses) => clauses.iter().any(|clause| any(clause.body)),
            _ => false,
        }
    }

    /// Whether parsing `element` decides if a group that starts with it is present.
    fn can_open_group(&self, element: &Element) -> bool {
        match element.kind {
            Kind::Literal(_) | Kind::Operands | Kind::Regions | Kind::Successors | Kind::Custom(_) => true,
            Kind::Variable(name) => match self.fields.field(name) {
                Some(FieldKind::Prop(prop)) => self.fields.props[prop].optional,
                Some(FieldKind::Operand(operand)) => self.fields.operands[operand].arity != Arity::One,
                Some(FieldKind::Region(_)) => true,
                Some(FieldKind::Successor(successor)) => self.fields.successors[successor].1,
                None => false,
            },
            Kind::Type(Values::Field(name)) => {
                let slot = self.fields.slot(name);
                slot.and_then(|slot| self.fields.value(slot)).is_some_and(|field| field.arity == Arity::Optional)
            }
            Kind::Qualified(inner) => self.can_open_group(inner),
            _ => false,
        }
    }
}
