//! Properties as Rust values.
//!
//! A constraint on attributes is a static. The type of the same name implements [`PropType`]: the type that accessors
//! return. Builders accept what is [`IntoProp`] of the constraint: a value of that type, or a plain attribute. A builder
//! has no context, so that a [`PropValue`] holds the value until the operation is created.

use std::fmt;
use std::rc::Rc;

use rmlir_affine_maps::{AffineMap, IntegerSet};

use crate::attrs::{Attr, AttrData};
use crate::context::Context;
use crate::name::{Ident, SymbolRef};
use crate::types::Type;

/// The Rust type of the attributes that a constraint allows.
#[diagnostic::on_unimplemented(
    message = "the constraint `{Self}` has no Rust type",
    note = "an alias stands beside the static of a refined constraint: `pub type {Self} = I64Attr;`"
)]
pub trait PropType {
    /// The type that accessors return.
    type Rust<'c>;
    /// The value of `attr`; `None` if the attribute does not satisfy the constraint.
    fn load(cx: &Context, attr: Attr) -> Option<Self::Rust<'_>>;
}

/// A value that attributes of the constraint `P` are made from.
#[diagnostic::on_unimplemented(
    message = "a property of constraint `{P}` cannot be set from `{Self}`",
    note = "a property is set from the Rust type of its constraint, or from an `Attr`"
)]
pub trait IntoProp<P: ?Sized> {
    /// The value.
    fn into_prop(self) -> PropValue;
}

impl<P: ?Sized> IntoProp<P> for Attr {
    fn into_prop(self) -> PropValue {
        PropValue::Attr(self)
    }
}

/// The value of a property of an operation that is about to be created.
#[derive(Clone)]
pub enum PropValue {
    /// An attribute.
    Attr(Attr),
    /// An integer of a type.
    Int(Type, i64),
    /// A type.
    Type(Type),
    /// A flat symbol reference.
    Symbol(Ident),
    /// The value of an enumeration, and the function that makes its attribute.
    Enum(fn(&Context, u64) -> Attr, u64),
    /// An attribute that is made from a value.
    Make(Rc<dyn Fn(&Context) -> Attr>),
}

impl PropValue {
    /// The attribute that `make` makes.
    pub fn make(make: impl Fn(&Context) -> Attr + 'static) -> Self {
        Self::Make(Rc::new(make))
    }

    /// The attribute.
    pub fn attr(self, cx: &Context) -> Attr {
        match self {
            Self::Attr(attr) => attr,
            Self::Int(ty, value) => cx.int_attr(ty, value),
            Self::Type(ty) => cx.type_attr(ty),
            Self::Symbol(name) => cx.symbol_ref(name),
            Self::Enum(make, value) => make(cx, value),
            Self::Make(make) => make(cx),
        }
    }
}

impl fmt::Debug for PropValue {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Attr(attr) => attr.fmt(f),
            Self::Int(ty, value) => write!(f, "{value} : {ty:?}"),
            Self::Type(ty) => ty.fmt(f),
            Self::Symbol(name) => write!(f, "@{name:?}"),
            Self::Enum(_, value) => write!(f, "case {value}"),
            Self::Make(_) => f.write_str(".."),
        }
    }
}

impl From<Attr> for PropValue {
    fn from(attr: Attr) -> Self {
        Self::Attr(attr)
    }
}

impl From<bool> for PropValue {
    fn from(value: bool) -> Self {
        Self::Attr(if value { Attr::TRUE } else { Attr::FALSE })
    }
}

impl From<i64> for PropValue {
    fn from(value: i64) -> Self {
        Self::Int(Type::I64, value)
    }
}

impl From<i32> for PropValue {
    fn from(value: i32) -> Self {
        Self::Int(Type::I32, value.into())
    }
}

impl From<&str> for PropValue {
    fn from(text: &str) -> Self {
        let text: Box<str> = text.into();
        Self::make(move |cx| cx.str_attr(&text))
    }
}

impl From<Type> for PropValue {
    fn from(ty: Type) -> Self {
        Self::Type(ty)
    }
}

impl<T: Into<PropValue>> From<Option<T>> for PropValue {
    /// An absent property for `None`.
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Attr(Attr::ABSENT), Into::into)
    }
}

/// Rows of `types => attribute of the values`.
macro_rules! lists {
    ($($element:ty => |$cx:ident, $values:ident| $make:expr;)*) => {$(
        impl From<&[$element]> for PropValue {
            fn from(values: &[$element]) -> Self {
                Self::from(values.to_vec())
            }
        }
        impl From<Vec<$element>> for PropValue {
            fn from($values: Vec<$element>) -> Self {
                Self::make(move |$cx| $make)
            }
        }
    )*};
}

lists! {
    i64 => |cx, values| cx.i64_array(&values);
    i32 => |cx, values| cx.i32_array(&values);
    Attr => |cx, values| cx.array_attr(&values);
}

impl From<&AffineMap> for PropValue {
    fn from(map: &AffineMap) -> Self {
        let map = map.clone();
        Self::make(move |cx| cx.attr(AttrData::AffineMap(map.clone())))
    }
}

impl From<&IntegerSet> for PropValue {
    fn from(set: &IntegerSet) -> Self {
        let set = set.clone();
        Self::make(move |cx| cx.attr(AttrData::IntegerSet(set.clone())))
    }
}

impl From<SymbolRef<'_>> for PropValue {
    fn from(SymbolRef { root, nested }: SymbolRef) -> Self {
        let nested: Box<[Ident]> = nested.into();
        Self::make(move |cx| cx.symbol_ref(SymbolRef { root, nested: &nested }))
    }
}

impl From<Ident> for PropValue {
    /// A flat symbol reference.
    fn from(name: Ident) -> Self {
        Self::Symbol(name)
    }
}
