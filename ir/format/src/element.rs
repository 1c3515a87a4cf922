//! The elements of a format.

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
