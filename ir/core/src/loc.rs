//! Source locations of operations.
//!
//! A location has 32 bits: either a byte offset into the sources of the context (line and column are computed only for
//! printing), or an interned structure. Parsing text therefore stores no data per location.

use rmlir_diag::{Place, Pos, Span};

use crate::attrs::{Attr, AttrData};
use crate::context::Context;
pub use crate::handles::{Loc, LocData};

const INTERNED: u32 = 1 << 31;

/// The number of callers printed in a diagnostic.
const MAX_CALLERS: usize = 10;

impl Loc {
    /// `loc(unknown)`
    pub const UNKNOWN: Loc = Loc(INTERNED);

    /// The location of byte `pos` of the context's sources.
    #[inline]
    pub fn at(pos: u32) -> Loc {
        assert!(pos < INTERNED, "sources are smaller than 2 GiB in all");
        Loc(pos)
    }

    #[inline]
    pub(crate) fn interned(id: u32) -> Loc {
        Loc(id | INTERNED)
    }

    /// The dense id of a location that is not a byte offset, for tables. The order of ids has no meaning.
    #[inline]
    pub fn interned_id(self) -> Option<u32> {
        (self.0 & INTERNED != 0).then_some(self.0 & !INTERNED)
    }

    /// The byte offset, for a location that is one.
    #[inline]
    pub fn pos(self) -> Option<u32> {
        (self.0 & INTERNED == 0).then_some(self.0)
    }

    /// The structure; a byte offset is resolved to file, line and column.
    pub fn data(self, cx: &Context) -> LocData {
        if let Some(pos) = self.pos() {
            let (file, at) = cx.sources().locate(Pos(pos)).expect("a position lies in one of the sources");
            let file = cx.ident(file.name());
            return LocData::FileLineCol { file, line: at.line, col: at.col, end_line: at.line, end_col: at.col };
        }
        cx.loc_data(self.0 & !INTERNED).clone()
    }

    /// The structure, unless it is a byte offset.
    #[inline]
    pub fn interned_data(self, cx: &Context) -> Option<&LocData> {
        self.interned_id().map(|id| cx.loc_data(id))
    }

    /// The location that `attr` is, if it is one.
    pub fn from_attr(cx: &Context, attr: Attr) -> Option<Loc> {
        match attr.data(cx) {
            AttrData::Loc(loc) => Some(*loc),
            AttrData::Dialect { def, .. } if def.is_location => Some(cx.loc(LocData::Dialect(attr))),
            _ => None,
        }
    }

    /// The attribute that holds this location: a location attribute of a dialect is returned itself.
    #[inline]
    pub fn attr(self, cx: &Context) -> Attr {
        self.dialect_attr(cx).unwrap_or_else(|| cx.attr(AttrData::Loc(self)))
    }

    /// The attribute that this location is, if it is a dialect's own.
    #[inline]
    pub fn dialect_attr(self, cx: &Context) -> Option<Attr> {
        match self.interned_data(cx)? {
            LocData::Dialect(attr) => Some(*attr),
            _ => None,
        }
    }

    /// The callers of an inlined location, innermost first, as printed in diagnostics.
    pub fn callers(self, cx: &Context) -> Vec<Place> {
        let mut callers = Vec::new();
        let mut at = self;
        while let Some(caller) = at.caller(cx).filter(|_| callers.len() < MAX_CALLERS) {
            callers.push(caller.place(cx));
            at = caller;
        }
        callers
    }

    /// The caller of the first call site this location has at its top.
    fn caller(self, cx: &Context) -> Option<Loc> {
        let data = if self.pos().is_some() { return None } else { cx.loc_data(self.0 & !INTERNED) };
        match data {
            LocData::CallSite { caller, .. } => Some(*caller),
            LocData::Name { child, .. } => child.caller(cx),
            LocData::Fused { locs, .. } => locs.iter().find_map(|loc| loc.caller(cx)),
            LocData::Unknown | LocData::FileLineCol { .. } | LocData::Dialect(_) => None,
        }
    }

    /// The location of a diagnostic: the first file position in it.
    pub fn place(self, cx: &Context) -> Place {
        if let Some(pos) = self.pos() {
            return Place::Span(Span::at(Pos(pos)));
        }
        match cx.loc_data(self.0 & !INTERNED) {
            LocData::Unknown | LocData::Dialect(_) => Place::Unknown,
            LocData::FileLineCol { file, line, col, .. } => Place::line_col(file.str(cx), *line, *col),
            LocData::Name { child, .. } => child.place(cx),
            LocData::CallSite { callee, .. } => callee.place(cx),
            LocData::Fused { locs, .. } => {
                locs.iter().map(|loc| loc.place(cx)).find(|place| *place != Place::Unknown).unwrap_or(Place::Unknown)
            }
        }
    }
}
