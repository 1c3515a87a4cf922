//! Handles of interned data, and what consists of handles only.
//!
//! A handle is an id: equal data has equal handles. The structure behind it is in `types`, `attrs` and `name`, together
//! with the functions of each handle; those of locations are in `loc`.

/// An interned type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Type(pub(crate) u32);

/// An interned attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Attr(pub(crate) u32);

/// A name with its attribute: an entry of a dictionary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NamedAttr {
    /// The key.
    pub name: Ident,
    /// The value.
    pub value: Attr,
}

/// A location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Loc(pub(crate) u32);

/// The structure of a location.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // The fields carry the names of the language reference.
pub enum LocData {
    /// `loc(unknown)`
    Unknown,
    /// `loc("file":line:col)` or `loc("file":line:col to end_line:end_col)`
    FileLineCol { file: Ident, line: u32, col: u32, end_line: u32, end_col: u32 },
    /// `loc("name"(child))`
    Name { name: Ident, child: Loc },
    /// `loc(callsite(callee at caller))`
    CallSite { callee: Loc, caller: Loc },
    /// `loc(fused<metadata>[..])`
    Fused { locs: Box<[Loc]>, metadata: Option<Attr> },
    /// `loc(#dialect.attr<..>)`: an attribute whose definition declares that it is a location
    Dialect(Attr),
}

/// An interned identifier: attribute names, symbol names, dialect names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ident(pub(crate) u32);

/// An interned operation name. Those of registered operations come first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OpName(pub(crate) u32);
