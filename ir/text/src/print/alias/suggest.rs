//! The symbols that request an alias, and the requested names.

use std::borrow::Cow;

use rmlir_core::dialect::DialectDef;
use rmlir_core::{Attr, AttrData, Context, Type, TypeData};

use super::symbol::Symbol;
use crate::print::text::sanitize;

/// Tuples with more elements than this get an alias.
const MAX_PLAIN_TUPLE: usize = 16;

/// The suggestions of the dialects.
pub(super) struct Suggestions<'a> {
    cx: &'a Context,
    /// Sorted by name: the order in which they are queried.
    dialects: Vec<&'static DialectDef>,
}

impl<'a> Suggestions<'a> {
    pub fn new(cx: &'a Context) -> Self {
        let mut dialects = cx.dialects().to_vec();
        dialects.sort_by_key(|dialect| dialect.name);
        Self { cx, dialects }
    }

    /// Returns whether any type or attribute of the context requests an alias. Locations are excluded: they all do.
    pub fn has_any(&self) -> bool {
        self.cx.types().any(|(ty, _)| !is_plain_type(self.cx, ty) && self.of_type(ty).is_some())
            || self.cx.attrs().any(|(attr, _)| match Symbol::of_attr(self.cx, attr) {
                Symbol::Attr(attr) => !is_plain_attr(self.cx, attr) && self.of_attr(attr).is_some(),
                _ => true,
            })
    }

    /// The name that `symbol` requests, without sigil.
    pub fn of(&self, symbol: Symbol) -> Option<Cow<'static, str>> {
        let wanted = match symbol {
            Symbol::Type(ty) => self.of_type(ty),
            Symbol::Attr(attr) => self.of_attr(attr),
            Symbol::Loc(_) => return Some(Cow::Borrowed("loc")),
        };
        let wanted = wanted.filter(|name| !name.is_empty())?;
        Some(Cow::Owned(sanitize(&wanted, "$_-").into_owned()))
    }

    /// A dialect is queried for its own types, and all are queried for builtin ones, whose own name has lower
    /// precedence.
    fn of_type(&self, ty: Type) -> Option<String> {
        let cx = self.cx;
        match ty.data(cx) {
            TypeData::Dialect { def, .. } => cx.dialect(def.dialect())?.hooks().type_alias(cx, ty),
            TypeData::Tuple(types) => {
                let own = || (types.len() > MAX_PLAIN_TUPLE).then(|| "tuple".to_owned());
                self.first(|dialect| dialect.hooks().type_alias(cx, ty)).or_else(own)
            }
            _ => self.first(|dialect| dialect.hooks().type_alias(cx, ty)),
        }
    }

    fn of_attr(&self, attr: Attr) -> Option<String> {
        let cx = self.cx;
        let own = match attr.data(cx) {
            AttrData::Dialect { def, .. } if def.is_location => return Some("loc".to_owned()),
            AttrData::Dialect { def, .. } => return cx.dialect(def.dialect())?.hooks().attr_alias(cx, attr),
            AttrData::AffineMap(_) => Some("map"),
            AttrData::IntegerSet(_) => Some("set"),
            AttrData::Distinct { inner, .. } if *inner != Attr::UNIT => Some("distinct"),
            _ => None,
        };
        self.first(|dialect| dialect.hooks().attr_alias(cx, attr)).or_else(|| own.map(str::to_owned))
    }

    fn first(&self, ask: impl FnMut(&&'static DialectDef) -> Option<String>) -> Option<String> {
        self.dialects.iter().find_map(ask)
    }
}

/// Returns whether a type has no alias and contains none: dialects are not queried for it.
pub(super) fn is_plain_type(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::Integer { .. } | TypeData::Index | TypeData::Float(_) | TypeData::None)
}

/// As [`is_plain_type`], for attributes. Upstream does not visit the type after these either.
pub(super) fn is_plain_attr(cx: &Context, attr: Attr) -> bool {
    attr.is_absent()
        || matches!(
            attr.data(cx),
            AttrData::Unit | AttrData::Integer { .. } | AttrData::Float { .. } | AttrData::DenseArray { .. }
        )
}
