//! Handles of a dialect's own types and attributes, and their parameters as
//! Rust values.

use rmlir_num::ApInt;

use crate::asm::{AsmParser, AsmPrinter, Delimiter, Parsed};
use crate::attrs::{Attr, AttrData};
use crate::constraints::{AnyAttr, BoolAttr, I32Attr, I64Attr, StrAttr, TypeAttr};
use crate::context::Context;
use crate::dialect::{AttrDef, AttrSyntax, TypeDef};
use crate::opdef::{AttrAsm, AttrConstraint, EnumDef, Interface};
use crate::types::{Type, TypeData};

/// A handle of a type that a dialect declares with `#[ty]`.
pub trait DialectType: Copy + 'static {
    /// The definition.
    const DEF: &'static TypeDef;
    /// The full name, which the definition has too. A constant cannot read it there.
    const NAME: &'static str;
    /// The handle of `ty`, if it is this type.
    fn from_type(cx: &Context, ty: Type) -> Option<Self>;
    /// The plain handle.
    fn ty(self) -> Type;
}

/// A Rust type for an attribute of a dialect's own that `#[attr]` declares: a
/// handle, or an enumeration.
pub trait DialectAttr: Copy + 'static {
    /// The definition.
    const DEF: &'static AttrDef;
    /// The full name, which the definition has too. A constant cannot read it there.
    const NAME: &'static str;
    /// The value of `attr`, if it is this attribute.
    fn from_attr(cx: &Context, attr: Attr) -> Option<Self>;
    /// The attribute.
    fn attr(self, cx: &Context) -> Attr;
}

/// A Rust value that is stored as a parameter.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a type or attribute",
    note = "parameters are `Type`, `Attr`, `bool`, `i32`, `i64`, `&str`, what `#[attr]` declares, or a `Vec` or \
            `Option` of these"
)]
pub trait Param<'c>: Sized {
    /// The constraint on the stored attribute, and its syntax in formats.
    const CONSTRAINT: &'static AttrConstraint;
    /// Whether the parameter may be absent.
    const OPTIONAL: bool = false;
    /// The attribute that is stored.
    fn store(self, cx: &'c Context) -> Attr;
    /// The value of a stored attribute; `None` if the attribute does not satisfy the constraint.
    fn load(cx: &'c Context, attr: Attr) -> Option<Self>;
}

/// An enumeration of keywords that `#[attr]` declares.
pub trait EnumAttr: Copy + 'static {
    /// Keywords and values.
    const ENUM: &'static EnumDef;
    /// The width of the integers that values are stored as.
    const WIDTH: u32;
    /// The case, or set of bits, of this value.
    fn from_value(value: u64) -> Option<Self>;
    /// The value.
    fn value(self) -> u64;
}

/// The integer attribute that stores `case`.
pub fn store_enum<E: EnumAttr>(cx: &Context, case: E) -> Attr {
    cx.apint_attr(cx.int_type(E::WIDTH), ApInt::new(E::WIDTH, case.value()))
}

/// The case that an integer attribute stores.
pub fn load_enum<E: EnumAttr>(cx: &Context, attr: Attr) -> Option<E> {
    let (value, ty) = attr.as_integer(cx)?;
    let value = value.zext_value()?;
    (ty.signless_width(cx) == Some(E::WIDTH)).then(|| E::from_value(value)).flatten()
}

/// An enumeration is stored as an integer and written as a keyword.
impl<'c, E: EnumAttr> Param<'c> for E {
    const CONSTRAINT: &'static AttrConstraint = &AttrConstraint {
        asm: AttrAsm::IntEnum(E::ENUM, E::WIDTH),
        ..AttrConstraint::new("enumeration case", |cx, attr| load_enum::<E>(cx, attr).is_some())
    };
    fn store(self, cx: &'c Context) -> Attr {
        store_enum(cx, self)
    }
    fn load(cx: &'c Context, attr: Attr) -> Option<Self> {
        load_enum(cx, attr)
    }
}

/// Parameter `index` of a dialect's type or attribute.
///
/// # Panics
/// If it does not satisfy its constraint, which its creation has verified.
pub fn load<'c, P: Param<'c>>(cx: &'c Context, params: &[Attr], index: usize) -> P {
    P::load(cx, params[index]).expect("a parameter satisfies its constraint")
}

/// The parameters of `ty`, if `def` declares it.
pub fn of_type<'c>(cx: &'c Context, ty: Type, def: &'static TypeDef) -> Option<&'c [Attr]> {
    ty.dialect_type(cx).filter(|(found, _)| std::ptr::eq(*found, def)).map(|(_, params)| params)
}

/// The parameters of `attr`, if `def` declares it.
pub fn of_attr<'c>(cx: &'c Context, attr: Attr, def: &'static AttrDef) -> Option<&'c [Attr]> {
    attr.dialect_attr(cx).filter(|(found, _)| std::ptr::eq(*found, def)).map(|(_, params)| params)
}

/// The type that `def` declares, with these parameters.
pub fn make_type(cx: &Context, def: &'static TypeDef, params: impl Into<Box<[Attr]>>) -> Type {
    cx.ty(TypeData::Dialect { def, params: params.into() })
}

/// The attribute that `def` declares, with these parameters.
pub fn make_attr(cx: &Context, def: &'static AttrDef, params: impl Into<Box<[Attr]>>) -> Attr {
    cx.attr(AttrData::Dialect { def, params: params.into() })
}

/// Rows of `Rust type, constraint, to the attribute, from the attribute;`.
macro_rules! params {
    ($($ty:ty, $constraint:path, |$value:ident, $cx:ident| $store:expr, |$attr:ident| $load:expr;)*) => {$(
        impl<'c> Param<'c> for $ty {
            const CONSTRAINT: &'static AttrConstraint = &$constraint;
            fn store(self, $cx: &'c Context) -> Attr {
                let $value = self;
                $store
            }
            fn load($cx: &'c Context, $attr: Attr) -> Option<Self> {
                $load
            }
        }
    )*};
}

params! {
    Attr, AnyAttr, |attr, _cx| attr, |attr| Some(attr);
    Type, TypeAttr, |ty, cx| cx.type_attr(ty), |attr| attr.as_type(cx);
    bool, BoolAttr, |value, cx| cx.bool_attr(value), |attr| attr.as_bool(cx);
    i32, I32Attr, |value, cx| cx.i32_attr(value), |attr| attr.as_i64(cx)?.try_into().ok();
    i64, I64Attr, |value, cx| cx.i64_attr(value), |attr| attr.as_i64(cx);
    &'c str, StrAttr, |text, cx| cx.str_attr(text), |attr| attr.as_str(cx);
    Vec<i64>, I64_LIST, |values, cx| cx.i64_array(&values), |attr| attr.as_int_array(cx);
    Vec<Type>, TYPE_LIST, |types, cx| cx.array_attr(&types.iter().map(|&ty| cx.type_attr(ty)).collect::<Vec<_>>()),
        |attr| attr.as_array(cx)?.iter().map(|element| element.as_type(cx)).collect();
    Vec<Attr>, ATTR_LIST, |attrs, cx| cx.array_attr(&attrs), |attr| attr.as_array(cx).map(<[Attr]>::to_vec);
}

impl<'c, P: Param<'c>> Param<'c> for Option<P> {
    const CONSTRAINT: &'static AttrConstraint = P::CONSTRAINT;
    const OPTIONAL: bool = true;
    fn store(self, cx: &'c Context) -> Attr {
        self.map_or(Attr::ABSENT, |value| value.store(cx))
    }
    fn load(cx: &'c Context, attr: Attr) -> Option<Self> {
        if attr.is_absent() { Some(None) } else { P::load(cx, attr).map(Some) }
    }
}

static I64_LIST: AttrConstraint = AttrConstraint {
    asm: AttrAsm::Custom(Interface::of(&&AttrSyntax {
        parse: |parser| {
            let mut values = Vec::new();
            parser.list(Delimiter::None, |parser| {
                values.push(parser.integer()?);
                Ok(())
            })?;
            Ok(parser.cx().i64_array(&values))
        },
        print: |printer, list| {
            let values = list.as_int_array(printer.cx()).unwrap_or_default();
            separated(printer, &values, |printer, value| printer.text(&value.to_string()));
        },
    })),
    ..AttrConstraint::new("list of integers", |cx, attr| attr.as_int_array(cx).is_some())
};

static TYPE_LIST: AttrConstraint = AttrConstraint {
    asm: AttrAsm::Custom(Interface::of(&&AttrSyntax {
        parse: |parser| {
            let types = parser.type_list()?;
            let cx = parser.cx();
            Ok(cx.array_attr(&types.into_iter().map(|ty| cx.type_attr(ty)).collect::<Vec<_>>()))
        },
        print: print_list,
    })),
    ..AttrConstraint::new("list of types", |cx, attr| crate::constraints::each(cx, attr, &TypeAttr))
};

static ATTR_LIST: AttrConstraint = AttrConstraint {
    asm: AttrAsm::Custom(Interface::of(&&AttrSyntax { parse: parse_list, print: print_list })),
    ..AttrConstraint::new("list of attributes", |cx, attr| attr.as_array(cx).is_some())
};

fn parse_list(parser: &mut dyn AsmParser) -> Parsed<Attr> {
    let mut attrs = Vec::new();
    parser.list(Delimiter::None, |parser| {
        attrs.push(parser.parse_attr(None)?);
        Ok(())
    })?;
    Ok(parser.cx().array_attr(&attrs))
}

fn print_list(printer: &mut dyn AsmPrinter, list: Attr) {
    let elements = list.as_array(printer.cx()).unwrap_or_default().to_vec();
    separated(printer, &elements, |printer, element| printer.attr(*element));
}

fn separated<T>(printer: &mut dyn AsmPrinter, elements: &[T], print: impl Fn(&mut dyn AsmPrinter, &T)) {
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            printer.text(", ");
        }
        print(printer, element);
    }
}
