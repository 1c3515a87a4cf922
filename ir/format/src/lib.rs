//! The language of declarative formats: its syntax, and what must hold of a format.
//!
//! The macros read a format when a definition is compiled, check it, and put the [`Format`] into the definition: nothing
//! is parsed when a program runs. In reading order: `syntax` makes [`Element`]s of a text by the grammar in
//! `format.pest`; [`OpFields`] is what a format may name; [`check_op`] looks names up and says which field each is bound
//! to, `typing` where types come from; [`check_params`] is the same for parameters of types and attributes.
//!
//! This crate knows no IR, since macros cannot depend on it.

// The parser of a grammar that is built without `std` names this crate.
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
    /// As it is written in the declaration.
    pub text: &'static str,
    /// What it consists of.
    pub elements: &'static [Element],
}

impl Format {
    /// Reads the format of an operation. What is read lives as long as the program, as definitions do.
    pub fn of_op(text: &'static str) -> Result<Self, FormatError> {
        syntax::op_format(text).map(|elements| Self { text, elements })
    }

    /// Reads the format of a type's or an attribute's parameters, with the lifetime of [`Format::of_op`].
    pub fn of_params(text: &'static str) -> Result<Self, FormatError> {
        syntax::param_format(text).map(|elements| Self { text, elements })
    }

    /// Calls `visit` for each element, those of groups and clauses included, in the order of the text.
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

/// An element of a format. There are thousands, so that what takes more than two words is behind a reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Element {
    /// The offset of its first byte in the text.
    pub at: u32,
    /// What it is.
    pub kind: Kind,
}

/// What an element of a format is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A keyword or punctuation.
    Literal(&'static str),
    /// `` ` ` ``
    Space,
    /// ` `` `: no space here.
    NoSpace,
    /// `` `\n` ``
    Newline,
    /// `$name`
    Variable(&'static str),
    /// `attr-dict`, or with the keyword.
    AttrDict {
        /// Whether the keyword `attributes` comes first.
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

/// A clause of `oilist(..)`: a literal and what follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The literal.
    pub literal: &'static str,
    /// What follows it.
    pub body: &'static [Element],
}

/// An optional group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// What is there when the anchor is present (or absent, if the anchor is in `otherwise`).
    pub then: &'static [Element],
    /// What is there else.
    pub otherwise: &'static [Element],
    /// Whether the anchor is in `otherwise`.
    pub inverted: bool,
    /// The position of the anchor in its branch.
    pub anchor: usize,
}

impl Group {
    /// The element that decides whether the group is there.
    pub fn anchor(&self) -> &'static Element {
        if self.inverted { &self.otherwise[self.anchor] } else { &self.then[self.anchor] }
    }

    /// The position in `then` of its first element that is not white space.
    pub fn first(&self) -> Option<usize> {
        self.then.iter().position(|element| !element.kind.is_space())
    }
}

/// Values whose types are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// `$name`
    Field(&'static str),
    /// `operands`
    Operands,
    /// `results`
    Results,
}
