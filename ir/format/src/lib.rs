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
mod error;
mod fields;
mod op;
mod params;
mod syntax;
mod typing;

pub use self::bindings::Bindings;
pub use self::error::FormatError;
pub use self::fields::{Arity, FieldKind, OpFields, ParamField, PropField, Slot, ValueField};
pub use self::op::check_op;
pub use self::params::check_params;
pub use self::typing::TypeSource;

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

/// An element of a format. There are thousands, so a part of more than two words is behind a reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Element {
    /// The offset of its first byte in the text.
    pub at: u32,
    /// The kind of the element.
    pub kind: Kind,
}

/// The kind of an element of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A keyword or punctuation.
    Literal(&'static str),
    /// `` ` ` ``
    Space,
    /// ` `` `: no space.
    NoSpace,
    /// `` `\n` ``
    Newline,
    /// `$name`
    Variable(&'static str),
    /// `attr-dict`, or with the keyword.
    AttrDict {
        /// Whether it starts with the keyword `attributes`.
        keyword: bool,
    },
    /// `prop-dict`
    PropDict,
    /// `type(..)`
    Type(Values),
    /// `functional-type(.., ..)`
    FunctionalType(&'static [Values; 2]),
    /// `qualified(..)`
    Qualified(&'static Element),
    /// `operands`
    Operands,
    /// `regions`
    Regions,
    /// `successors`
    Successors,
    /// `oilist(..)`
    OiList(&'static [Clause]),
    /// `custom<name>(..)`
    Custom(&'static Custom),
    /// `ref(..)`, in a custom directive only.
    Ref(&'static Element),
    /// `"text"`, in a custom directive only.
    Text(&'static str),
    /// `( then ) : ( otherwise ) ?`
    Group(&'static Group),
    /// `params`
    Params,
    /// `struct(..)`; of all parameters if the list is empty.
    Struct(&'static [&'static str]),
}

impl Kind {
    /// Whether it is white space, or the absence of it.
    pub fn is_space(&self) -> bool {
        matches!(self, Kind::Space | Kind::NoSpace | Kind::Newline)
    }
}

/// `custom<name>(..)`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Custom {
    /// The name of the directive.
    pub name: &'static str,
    /// Its arguments.
    pub args: &'static [Element],
}

/// A clause of `oilist(..)`: a literal and the elements after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The literal.
    pub literal: &'static str,
    /// The elements after the literal.
    pub body: &'static [Element],
}

/// An optional group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The elements if the anchor is present (or absent, if the anchor is in `otherwise`).
    pub then: &'static [Element],
    /// The elements in the other case.
    pub otherwise: &'static [Element],
    /// Whether the anchor is in `otherwise`.
    pub inverted: bool,
    /// The position of the anchor in its branch.
    pub anchor: usize,
}

impl Group {
    /// The element that decides whether the group is present.
    pub fn anchor(&self) -> &'static Element {
        if self.inverted { &self.otherwise[self.anchor] } else { &self.then[self.anchor] }
    }

    /// The position in `then` of its first element that is not white space.
    pub fn first(&self) -> Option<usize> {
        self.then.iter().position(|element| !element.kind.is_space())
    }
}

/// Values whose types are in the format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// `$name`
    Field(&'static str),
    /// `operands`
    Operands,
    /// `results`
    Results,
}
