//! Attributes: compile-time data of operations, and the handle of an attribute.
//!
//! [`Attr`] is an interned id: equal attributes have equal ids. The builtin attributes are defined here; an attribute
//! of a dialect is an [`AttrDef`] plus parameters that are attributes themselves.

use rmlir_affine_maps::{AffineMap, IntegerSet};
use rmlir_num::{ApFloat, ApInt};

use crate::context::Context;
use crate::dialect::AttrDef;
pub use crate::handles::{Attr, NamedAttr};
use crate::loc::Loc;
use crate::name::{Ident, SymbolRef};
use crate::types::Type;

/// The structure of an attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // The fields carry the names of the language reference.
pub enum AttrData {
    /// `unit`
    Unit,
    /// `1 : i32`, `true`, `4 : index`
    Integer { value: ApInt, ty: Type },
    /// `1.0 : f32`
    Float { value: ApFloat, ty: Type },
    /// `"text"`, `"text" : !ty`; a plain string has type `none`
    String { value: Box<[u8]>, ty: Type },
    /// `[a, b]`
    Array(Box<[Attr]>),
    /// `{a = 1 : i32}`, sorted by name
    Dictionary(Box<[NamedAttr]>),
    /// A type as an attribute
    Type(Type),
    /// `@root::@nested`
    SymbolRef { root: Ident, nested: Box<[Ident]> },
    /// `affine_map<..>`
    AffineMap(AffineMap),
    /// `affine_set<..>`
    IntegerSet(IntegerSet),
    /// `dense<..> : ty` of integers, floats or complex elements: little-endian, each rounded up to bytes (complex:
    /// real, imaginary); one element only when `splat`
    Dense { ty: Type, splat: bool, data: Box<[u8]> },
    /// `dense<"a"> : ty` of strings; one element only when all are equal
    DenseStrings { ty: Type, values: Box<[Ident]> },
    /// `array<i32: 1, 2>`: little-endian elements, each rounded up to bytes
    DenseArray { element: Type, data: Box<[u8]> },
    /// `dense_resource<key> : ty`
    DenseResource { ty: Type, key: Ident },
    /// `sparse<indices, values> : ty`
    Sparse { ty: Type, indices: Attr, values: Attr },
    /// `strided<[..], offset: ..>`
    Strided { offset: i64, strides: Box<[i64]> },
    /// `distinct[id]<attr>`
    Distinct { id: u32, inner: Attr },
    /// `loc(..)` as an attribute
    Loc(Loc),
    /// `#dialect<text>` of a dialect that is not registered
    Opaque { dialect: Ident, text: Box<str>, ty: Type },
    /// A registered dialect's attribute
    Dialect { def: &'static AttrDef, params: Box<[Attr]> },
}

impl Attr {
    /// The representation of an absent optional attribute in property and parameter slots; it is no data and is never
    /// printed.
    pub const ABSENT: Attr = Attr(0);
    /// `unit`
    pub const UNIT: Attr = Attr(1);
    /// `{}`
    pub const EMPTY_DICT: Attr = Attr(2);
    /// `false`
    pub const FALSE: Attr = Attr(3);
    /// `true`
    pub const TRUE: Attr = Attr(4);
    /// `[]`
    pub const EMPTY_ARRAY: Attr = Attr(5);
}

/// The attributes whose ids are constants of [`Attr`], in id order.
pub(crate) fn fixed_attrs() -> Vec<AttrData> {
    let bool = |value| AttrData::Integer { value: ApInt::new(1, value), ty: Type::I1 };
    vec![
        // Attr::ABSENT: a value that the parser cannot produce.
        AttrData::Distinct { id: u32::MAX, inner: Attr::ABSENT },
        AttrData::Unit,
        AttrData::Dictionary(Box::default()),
        bool(0),
        bool(1),
        AttrData::Array(Box::default()),
    ]
}

/// Views: the parts of an attribute of the requested class, or `None`.
impl Attr {
    /// The structure of this attribute.
    #[inline]
    pub fn data(self, cx: &Context) -> &AttrData {
        cx.attr_data(self)
    }

    /// The dense id, for tables indexed by attribute. The order of ids has no meaning.
    #[inline]
    pub fn id(self) -> u32 {
        self.0
    }

    /// `None` for [`Attr::ABSENT`].
    #[inline]
    pub fn present(self) -> Option<Attr> {
        (self != Attr::ABSENT).then_some(self)
    }

    /// Returns whether this is [`Attr::ABSENT`].
    #[inline]
    pub fn is_absent(self) -> bool {
        self == Attr::ABSENT
    }

    /// Value and type of an integer attribute.
    #[inline]
    pub fn as_integer(self, cx: &Context) -> Option<(&ApInt, Type)> {
        match self.data(cx) {
            AttrData::Integer { value, ty } => Some((value, *ty)),
            _ => None,
        }
    }

    /// The sign-extended value of an integer attribute if it is representable in `i64`.
    #[inline]
    pub fn as_i64(self, cx: &Context) -> Option<i64> {
        self.as_integer(cx).and_then(|(value, _)| value.sext_value())
    }

    /// The value of a boolean (`i1`) attribute.
    #[inline]
    pub fn as_bool(self, cx: &Context) -> Option<bool> {
        match self.data(cx) {
            AttrData::Integer { value, ty } if *ty == Type::I1 => Some(!value.is_zero()),
            _ => None,
        }
    }

    /// Value and type of a float attribute.
    #[inline]
    pub fn as_float(self, cx: &Context) -> Option<(&ApFloat, Type)> {
        match self.data(cx) {
            AttrData::Float { value, ty } => Some((value, *ty)),
            _ => None,
        }
    }

    /// The text of a string attribute, if it is UTF-8.
    #[inline]
    pub fn as_str(self, cx: &Context) -> Option<&str> {
        self.as_bytes(cx).and_then(|bytes| std::str::from_utf8(bytes).ok())
    }

    /// The bytes of a string attribute.
    #[inline]
    pub fn as_bytes(self, cx: &Context) -> Option<&[u8]> {
        match self.data(cx) {
            AttrData::String { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The elements of an array attribute.
    #[inline]
    pub fn as_array(self, cx: &Context) -> Option<&[Attr]> {
        match self.data(cx) {
            AttrData::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The entries of a dictionary attribute, sorted by name.
    #[inline]
    pub fn as_dict(self, cx: &Context) -> Option<&[NamedAttr]> {
        match self.data(cx) {
            AttrData::Dictionary(entries) => Some(entries),
            _ => None,
        }
    }

    /// The entry `name` of a dictionary attribute.
    ///
    /// ```
    /// use rmlir_core::{Attr, Context, DialectRegistry, NamedAttr};
    /// let cx = Context::new(DialectRegistry::default());
    /// let name = cx.ident("a");
    /// let dict = cx.dict(vec![NamedAttr { name, value: Attr::UNIT }]);
    /// assert_eq!(dict.dict_get(&cx, name), Some(Attr::UNIT));
    /// assert_eq!(dict.dict_get(&cx, cx.ident("b")), None);
    /// ```
    #[inline]
    pub fn dict_get(self, cx: &Context, name: Ident) -> Option<Attr> {
        self.as_dict(cx)?.iter().find(|entry| entry.name == name).map(|entry| entry.value)
    }

    /// The type inside a type attribute.
    #[inline]
    pub fn as_type(self, cx: &Context) -> Option<Type> {
        match self.data(cx) {
            AttrData::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// The names of a symbol reference.
    #[inline]
    pub fn as_symbol_ref(self, cx: &Context) -> Option<SymbolRef<'_>> {
        match self.data(cx) {
            AttrData::SymbolRef { root, nested } => Some(SymbolRef { root: *root, nested }),
            _ => None,
        }
    }

    /// The name of a flat (un-nested) symbol reference.
    #[inline]
    pub fn as_flat_symbol(self, cx: &Context) -> Option<Ident> {
        self.as_symbol_ref(cx)?.flat()
    }

    /// The map of an affine map attribute.
    #[inline]
    pub fn as_affine_map(self, cx: &Context) -> Option<&AffineMap> {
        match self.data(cx) {
            AttrData::AffineMap(map) => Some(map),
            _ => None,
        }
    }

    /// The set of an integer set attribute.
    #[inline]
    pub fn as_integer_set(self, cx: &Context) -> Option<&IntegerSet> {
        match self.data(cx) {
            AttrData::IntegerSet(set) => Some(set),
            _ => None,
        }
    }

    /// The elements of `array<i64: ..>` (or of any integer element type up to
    /// 64 bits), sign-extended.
    pub fn as_int_array(self, cx: &Context) -> Option<Vec<i64>> {
        let AttrData::DenseArray { element, data } = self.data(cx) else { return None };
        let width = element.int_or_index_width(cx)?;
        let bytes = width.div_ceil(8) as usize;
        let read = |chunk: &[u8]| {
            let mut padded = [if width > 1 && chunk[bytes - 1] >= 0x80 { 0xff } else { 0 }; 8];
            padded[..bytes].copy_from_slice(chunk);
            i64::from_le_bytes(padded)
        };
        (1..=8).contains(&bytes).then(|| data.chunks_exact(bytes).map(read).collect())
    }

    /// Definition and parameters of a registered dialect's attribute.
    #[inline]
    pub fn dialect_attr(self, cx: &Context) -> Option<(&'static AttrDef, &[Attr])> {
        match self.data(cx) {
            AttrData::Dialect { def, params } => Some((def, params)),
            _ => None,
        }
    }

    /// As [`Self::ty`], where a plain string counts as typed: its type is `none`.
    #[inline]
    pub fn ty_or_none(self, cx: &Context) -> Option<Type> {
        match self.data(cx) {
            AttrData::String { ty, .. } => Some(*ty),
            _ => self.ty(cx),
        }
    }

    /// The type that a typed attribute has (integers, floats, elements ...).
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry, Type};
    /// let cx = Context::new(DialectRegistry::default());
    /// assert_eq!(cx.i64_attr(1).ty(&cx), Some(Type::I64));
    /// assert_eq!(cx.array_attr(&[]).ty(&cx), None);
    /// ```
    pub fn ty(self, cx: &Context) -> Option<Type> {
        match self.data(cx) {
            AttrData::Integer { ty, .. }
            | AttrData::Float { ty, .. }
            | AttrData::Dense { ty, .. }
            | AttrData::DenseStrings { ty, .. }
            | AttrData::DenseResource { ty, .. }
            | AttrData::Sparse { ty, .. } => Some(*ty),
            AttrData::String { ty, .. } | AttrData::Opaque { ty, .. } => (*ty != Type::NONE).then_some(*ty),
            AttrData::Dialect { def, params } => def.typed.and_then(|typed| typed(cx, params)),
            _ => None,
        }
    }
}
