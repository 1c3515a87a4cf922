//! What can have an alias.

use rmlir_core::{Attr, AttrData, Context, Loc, Type};

/// A symbol that can have an alias. A location as an attribute is a location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::print) enum Symbol {
    Type(Type),
    Attr(Attr),
    Loc(Loc),
}

impl Symbol {
    pub fn of_attr(cx: &Context, attr: Attr) -> Symbol {
        match attr.data(cx) {
            AttrData::Loc(loc) => Symbol::Loc(*loc),
            _ => Symbol::Attr(attr),
        }
    }

    /// A location of a dialect is the attribute.
    pub fn of_loc(cx: &Context, loc: Loc) -> Symbol {
        loc.dialect_attr(cx).map_or(Symbol::Loc(loc), Symbol::Attr)
    }
}
