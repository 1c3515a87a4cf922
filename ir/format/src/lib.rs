//! The language of declarative assembly formats: its syntax, and the rules for a format.
//!
//! The macros parse a format when a definition is compiled, check it, and put the [`Format`] into the definition:
//! nothing is parsed at run time. In reading order: `syntax` parses a text to [`Element`]s by the grammar in
//! `format.pest`; [`OpFields`] has the names that a format may use; [`check_op`] resolves names and returns the field
//! that each is bound to, `typing` the sources of types; [`check_params`] is the same for parameters of types and
//! attributes.
//!
//! This crate does not depend on the IR, since macros cannot.

// The parser of a grammar that is compiled without `std` refers to this crate.
extern crate alloc;

mod bindings;
mod element;
mod error;
mod fields;
mod op;
mod params;
mod syntax;
mod typing;

pub use self::bindings::{Bindings, TypeSource};
pub use self::element::{Clause, Custom, Element, Group, Kind, Values};
pub use self::error::FormatError;
pub use self::fields::{Arity, FieldKind, OpFields, ParamField, PropField, Slot, ValueField};
pub use self::op::check_op;
pub use self::params::check_params;

/// A declarative format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// The text in the declaration.
    pub text: &'static str,
    /// The elements.
    pub elements: &'static [Element],
}

impl Format {
    /// Parses the format of an operation. Its elements have static lifetime, as definitions do.
    pub fn of_op(text: &'static str) -> Result<Self, FormatError> {
        syntax::op_format(text).map(|elements| Self { text, elements })
    }

    /// Parses the format of a type's or an attribute's parameters, with static lifetime as in [`Format::of_op`].
    pub fn of_params(text: &'static str) -> Result<Self, FormatError> {
        syntax::param_format(text).map(|elements| Self { text, elements })
    }

    /// Calls `visit` for each element, including those of groups and clauses, in the order of the text.
    pub fn for_each(&self, visit: &mut dyn FnMut(&'static Element)) {
        for_each(self.elements, visit);
    }

    /// An error about `$name` at or after `element`.
    pub(crate) fn error_at_name(&self, element: &Element, name: &str, message: String) -> FormatError {
        let start = element.at as usize;
        let offset = self.text[start..].find(&format!("${name}")).unwrap_or(0);
        FormatError::new(self.text, start + offset, message)
    }

    /// An error about `element`.
    pub(crate) fn error_at(&self, element: &Element, message: impl Into<String>) -> FormatError {
        FormatError::new(self.text, element.at as usize, message)
    }
}

fn for_each(elements: &'static [Element], visit: &mut dyn FnMut(&'static Element)) {
    for element in elements {
        visit(element);
        match element.kind {
            Kind::Group(group) => {
                for_each(group.then, visit);
                for_each(group.otherwise, visit);
            }
            Kind::OiList(clauses) => clauses.iter().for_each(|clause| for_each(clause.body, visit)),
            _ => {}
        }
    }
}
