//! Which symbols want an alias, and under what name.

use std::borrow::Cow;

use rmlir_core::dialect::DialectDef;
use rmlir_core::{Attr, AttrData, Context, Type, TypeData};

use super::Symbol;
use crate::print::text::sanitize;

/// Tuples with more elements than this get an alias.
const MAX_PLAIN_TUPLE: usize = 16;

/// Asks the dialects.
pub(super) struct Suggestions<'a> {
    cx: &'a Context,
    /// By name: the order in which they are asked.
    dialects: Vec<&'static DialectDef>,
}

impl<'a> Suggestions<'a> {
    pub fn new(cx: &'a Context) -> Self {
        let mut dialects = cx.dialects().to_vec();
        dialects.sort_by_key(|dialect| dialect.name);
        Self { cx, dialects }
    }

    /// Whether any type or attribute of the context wants an alias. Locations are left out: they all do.
    pub fn has_any(&self) -> bool {
        self.cx.types().any(|(ty, _)| !is_plain_type(self.cx, ty) && self.of_type(ty).is_some())
            || self.cx.attrs().any(|(attr, _)| match Symbol::of_attr(self.cx, attr) {
                Symbol::Attr(attr) => !is_plain_attr(self.cx, attr) && self.of_attr(attr).is_some(),
                _ => true,
            })
    }

    /// The name that `symbol` wants, without sigil.
    pub fn of(&self, symbol: Symbol) -> Option<Cow<'static, str>> {
        let wanted = match symbol {
            Symbol::Type(ty) => self.of_type(ty),
            Symbol::Attr(attr) => self.of_attr(attr),
            Symbol::Loc(_) => return Some(Cow::Borrowed("loc")),
        };
        let wanted = wanted.filter(|name| !name.is_empty())?;
        Some(Cow::Owned(sanitize(&wanted, "$_-").into_owned()))
    }

    /// A dialect is asked about its own types, and all are asked about builtin ones, whose own name yields to theirs.
    fn of_type(&self, ty: Type) -> Option<String> {
        let cx = self.cx;
        match ty.data(cx) {
            TypeData::Dialect { def, .. } => cx.dialect(def.dialect())?.hooks.type_alias(cx, ty),
            TypeData::Tuple(types) => {
                let own = || (types.len() > MAX_PLAIN_TUPLE).then(|| "tuple".to_owned());
                self.first(|dialect| dialect.hooks.type_alias(cx, ty)).or_else(own)
            }
            _ => self.first(|dialect| dialect.hooks.type_alias(cx, ty)),
        }
    }

    fn of_attr(&self, attr: Attr) -> Option<String> {
        let cx = self.cx;
        let own = match attr.data(cx) {
            AttrData::Dialect { def, .. } if def.is_location => return Some("loc".to_owned()),
            AttrData::Dialect { def, .. } => return cx.dialect(def.dialect())?.hooks.attr_alias(cx, attr),
            AttrData::AffineMap(_) => Some("map"),
            AttrData::IntegerSet(_) => Some("set"),
            AttrData::Distinct { inner, .. } if *inner != Attr::UNIT => Some("distinct"),
            _ => None,
        };
        self.first(|dialect| dialect.hooks.attr_alias(cx, attr)).or_else(|| own.map(str::to_owned))
    }

    fn first(&self, ask: impl FnMut(&&'static DialectDef) -> Option<String>) -> Option<String> {
        self.dialects.iter().find_map(ask)
    }
}

/// Types without an alias and without anything inside that could have one: nobody is asked about them.
pub(super) fn is_plain_type(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::Integer { .. } | TypeData::Index | TypeData::Float(_) | TypeData::None)
}

/// As [`is_plain_type`], for attributes. Upstream neither looks at the type after these.
pub(super) fn is_plain_attr(cx: &Context, attr: Attr) -> bool {
    attr.is_absent()
        || matches!(
            attr.data(cx),
            AttrData::Unit | AttrData::Integer { .. } | AttrData::Float { .. } | AttrData::DenseArray { .. }
        )
}
