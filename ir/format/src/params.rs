//! Checks the format of the parameters of a type or attribute.

use rmlir_base::words::near_name;

use crate::error::FormatError;
use crate::fields::ParamField;
use crate::{Element, Format, Group, Kind};

type Checked<T> = Result<T, FormatError>;

/// Checks that the format binds each of `params` once, with upstream's wording of errors.
pub fn check_params(format: &Format, params: &[ParamField]) -> Result<(), FormatError> {
    let mut checker = Checker { format, params, seen: Vec::new() };
    checker.elements(format.elements)?;
    match (0..params.len()).find(|index| !checker.seen.contains(index) && !params[*index].optional) {
        Some(missing) => {
            let message = format!("format is missing reference to parameter: {}", params[missing].name);
            Err(FormatError::new(format.text, format.text.trim_end().len(), message))
        }
        None => Ok(()),
    }
}

struct Checker<'a> {
    format: &'a Format,
    params: &'a [ParamField<'a>],
    seen: Vec<usize>,
}

impl Checker<'_> {
    fn elements(&mut self, elements: &[Element]) -> Checked<()> {
        elements.iter().try_for_each(|element| self.element(element))
    }

    fn element(&mut self, element: &Element) -> Checked<()> {
        match element.kind {
            Kind::Variable(name) => self.bind(element, name),
            Kind::Qualified(inner) => match inner.kind {
                Kind::Variable(_) => self.element(inner),
                _ => Err(self.format.error_at(inner, "`qualified` takes a parameter")),
            },
            Kind::Params => self.all(element),
            Kind::Struct([]) => self.all(element),
            Kind::Struct(names) => names.iter().try_for_each(|name| self.bind(element, name)),
            Kind::Group(group) => self.group(element, group),
            _ => Ok(()),
        }
    }

    fn all(&mut self, element: &Element) -> Checked<()> {
        let params = self.params;
        params.iter().try_for_each(|param| self.bind(element, param.name))
    }

    fn bind(&mut self, element: &Element, name: &str) -> Checked<()> {
        let Some(index) = self.index(name) else {
            let near = near_name(name, self.params.iter().map(|param| param.name));
            let near = near.map(|near| format!("; did you mean `${near}`?")).unwrap_or_default();
            return Err(self.format.error_at_name(element, name, format!("no parameter named '{name}'{near}")));
        };
        if self.seen.contains(&index) {
            return Err(self.format.error_at_name(element, name, format!("duplicate parameter '{name}'")));
        }
        self.seen.push(index);
        Ok(())
    }

    fn group(&mut self, element: &Element, group: &Group) -> Checked<()> {
        if group.first().is_none() {
            return Err(self.format.error_at(element, "an optional group is empty"));
        }
        self.elements(group.then)?;
        self.elements(group.otherwise)?;
        let is_optional = |name: &&str| self.index(name).is_some_and(|index| self.params[index].optional);
        let can_anchor = match group.anchor().kind {
            Kind::Params | Kind::Struct([]) => {
                !self.params.is_empty() && self.params.iter().all(|param| param.optional)
            }
            Kind::Struct(names) => names.iter().all(&is_optional),
            Kind::Variable(name) => is_optional(&name),
            _ => false,
        };
        let message = "an anchor is an optional parameter, or `params` or `struct` of such";
        if can_anchor { Ok(()) } else { Err(self.format.error_at(group.anchor(), message)) }
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|param| param.name == name)
    }
}
