//! The Rust types of the attributes that the standard constraints allow: for each static a type of the same name.

use std::marker::PhantomData;

use rmlir_affine_maps::{AffineMap, IntegerSet};
use rmlir_num::ApInt;

use crate::attrs::{Attr, NamedAttr};
use crate::context::Context;
use crate::loc::Loc;
use crate::name::{Ident, SymbolRef};
use crate::props::{IntoProp, PropType, PropValue};
use crate::reassociation::{groups_attr, groups_of};
use crate::types::{Signedness, Type, TypeData};

/// Rows of `Names: [Rust type, from the attribute, types => to the property];`.
macro_rules! values {
    ($($($name:ident)*: $row:tt;)*) => {$($( values!(@ $name $row); )*)*};
    (@ $name:ident [$ty:ty, |$cx:ident, $attr:ident| $load:expr $(, $($from:ty)|+ => |$value:ident| $store:expr)?]) => {
        #[doc = concat!("The type of attributes that satisfy [`", stringify!($name), "`](static@super::", stringify!($name), ").")]
        pub enum $name {}
        impl PropType for $name {
            type Rust<'c> = $ty;
            fn load($cx: &Context, $attr: Attr) -> Option<Self::Rust<'_>> {
                $load
            }
        }
        $($(
            impl IntoProp<$name> for $from {
                fn into_prop(self) -> PropValue {
                    let $value = self;
                    $store
                }
            }
        )+)?
    };
}

// Attributes without a more precise Rust type.
values! {
    AnyAttr MemRefLayoutAttrInterface
    ElementsAttr DenseElementsAttr AnyIntElementsAttr IndexElementsAttr AnyI32ElementsAttr AnyI64ElementsAttr
    I32ElementsAttr I64ElementsAttr F64ElementsAttr StringElementsAttr: [Attr, |_cx, attr| Some(attr)];
}
pub use self::APIntAttr as IntegerAttr;

values! {
    TypedAttrInterface: [Attr, |_cx, attr| Some(attr), i64 | i32 | bool => |value| value.into()];
    UnitAttr: [bool, |_cx, attr| Some(attr == Attr::UNIT)];
    BoolAttr AnyI1Attr I1Attr SI1Attr UI1Attr: [bool, |cx, attr| attr.as_bool(cx), bool => |value| value.into()];
    F32Attr: [f32, |cx, attr| Some(attr.as_float(cx)?.0.to_f64() as f32)];
    F64Attr: [f64, |cx, attr| Some(attr.as_float(cx)?.0.to_f64())];
}

/// Rows of `Rust type: Name = sign and width of attributes, ...;`.
macro_rules! integers {
    ($($rust:ty: $($name:ident = $sign:ident $width:literal),*;)*) => { values! {$($(
        $name: [$rust, |cx, attr| bits(cx, attr).map(|value| value as $rust),
            $rust => |value| integer(Signedness::$sign, $width, value as i64)];
    )*)*} };
}

integers! {
    i8: AnyI8Attr = Signless 8, I8Attr = Signless 8, SI8Attr = Signed 8;
    i16: AnyI16Attr = Signless 16, I16Attr = Signless 16, SI16Attr = Signed 16;
    i32: AnyI32Attr = Signless 32, I32Attr = Signless 32, SI32Attr = Signed 32;
    i64: AnyI64Attr = Signless 64, I64Attr = Signless 64, SI64Attr = Signed 64;
    u8: UI8Attr = Unsigned 8;
    u16: UI16Attr = Unsigned 16;
    u32: UI32Attr = Unsigned 32;
    u64: UI64Attr = Unsigned 64;
}

values! {
    IndexAttr: [i64, |cx, attr| bits(cx, attr), i64 => |value| PropValue::Int(Type::INDEX, value)];
}

values! {
    StrAttr SymbolNameAttr: [&'c str, |cx, attr| text(cx, attr), &str => |text| text.into()];
    TypeAttr FunctionTypeAttr: [Type, |cx, attr| attr.as_type(cx), Type => |ty| ty.into()];
    FlatSymbolRefAttr: [Ident, |cx, attr| attr.as_flat_symbol(cx), Ident => |name| name.into()];
    SymbolRefAttr: [SymbolRef<'c>, |cx, attr| attr.as_symbol_ref(cx), Ident | SymbolRef<'_> => |symbol| symbol.into()];
    LocationAttr: [Loc, |cx, attr| Loc::from_attr(cx, attr)];
    APIntAttr: [&'c ApInt, |cx, attr| Some(attr.as_integer(cx)?.0)];
    AffineMapAttr: [&'c AffineMap, |cx, attr| attr.as_affine_map(cx), &AffineMap => |map| map.into()];
    IntegerSetAttr: [&'c IntegerSet, |cx, attr| attr.as_integer_set(cx), &IntegerSet => |set| set.into()];
    DictionaryAttr: [&'c [NamedAttr], |cx, attr| attr.as_dict(cx)];
}

values! {
    ArrayAttr: [&'c [Attr], |cx, attr| attr.as_array(cx), &[Attr] => |list| list.into()];
    IndexListArrayAttr: [Vec<Vec<i64>>, |cx, attr| Some(groups_of(cx, attr)),
        &[Vec<i64>] | Vec<Vec<i64>> => |groups| { let groups = groups.to_vec(); PropValue::make(move |cx| groups_attr(cx, &groups)) }];
}

/// The type of arrays of attributes that satisfy `P`.
pub struct ArrayOf<P>(PhantomData<P>);

impl<P: PropType> PropType for ArrayOf<P> {
    type Rust<'c> = Vec<P::Rust<'c>>;
    fn load(cx: &Context, attr: Attr) -> Option<Self::Rust<'_>> {
        attr.as_array(cx)?.iter().map(|&element| P::load(cx, element)).collect()
    }
}

impl<P, E: IntoProp<P> + Clone> IntoProp<ArrayOf<P>> for &[E] {
    fn into_prop(self) -> PropValue {
        self.to_vec().into_prop()
    }
}

impl<P, E: IntoProp<P>> IntoProp<ArrayOf<P>> for Vec<E> {
    fn into_prop(self) -> PropValue {
        let values: Vec<PropValue> = self.into_iter().map(E::into_prop).collect();
        PropValue::make(move |cx| {
            let elements: Vec<Attr> = values.iter().map(|value| value.clone().attr(cx)).collect();
            cx.array_attr(&elements)
        })
    }
}

/// Rows of `Name = Element`: arrays of attributes that satisfy a constraint.
macro_rules! arrays {
    ($($name:ident = $element:ident;)*) => {$(
        #[doc = concat!("The type of attributes that satisfy [`", stringify!($name), "`](static@super::", stringify!($name), ").")]
        pub type $name = ArrayOf<$element>;
    )*};
}

arrays! {
    LocationArrayAttr = LocationAttr;
    AffineMapArrayAttr = AffineMapAttr;
    BoolArrayAttr = BoolAttr;
    I32ArrayAttr = I32Attr;
    I64ArrayAttr = I64Attr;
    F32ArrayAttr = F32Attr;
    F64ArrayAttr = F64Attr;
    StrArrayAttr = StrAttr;
    TypeArrayAttr = TypeAttr;
    DictArrayAttr = DictionaryAttr;
    SymbolRefArrayAttr = SymbolRefAttr;
    FlatSymbolRefArrayAttr = FlatSymbolRefAttr;
}

values! {
    DenseBoolArrayAttr: [Vec<bool>, |cx, attr| dense(cx, attr, |value| Some(value != 0))];
    DenseI8ArrayAttr: [Vec<i8>, |cx, attr| dense(cx, attr, |value| value.try_into().ok())];
    DenseI16ArrayAttr: [Vec<i16>, |cx, attr| dense(cx, attr, |value| value.try_into().ok())];
    DenseI32ArrayAttr: [Vec<i32>, |cx, attr| dense(cx, attr, |value| value.try_into().ok()),
        &[i32] | Vec<i32> => |values| values.into()];
    DenseI64ArrayAttr: [Vec<i64>, |cx, attr| attr.as_int_array(cx),
        &[i64] | Vec<i64> => |values| values.into()];
    DenseF32ArrayAttr DenseF64ArrayAttr: [Attr, |_cx, attr| Some(attr)];
}

/// The bits of an integer, sign-extended.
fn bits(cx: &Context, attr: Attr) -> Option<i64> {
    attr.as_integer(cx)?.0.sext_value()
}

fn integer(sign: Signedness, width: u32, value: i64) -> PropValue {
    match (sign, width) {
        (Signedness::Signless, 32) => PropValue::Int(Type::I32, value),
        (Signedness::Signless, 64) => PropValue::Int(Type::I64, value),
        _ => PropValue::make(move |cx| cx.int_attr(cx.ty(TypeData::Integer { width, sign }), value)),
    }
}

/// The text of a string attribute; bytes that are not UTF-8 are replaced.
fn text(cx: &Context, attr: Attr) -> Option<&str> {
    let bytes = attr.as_bytes(cx)?;
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(_) => cx.str_attr(&String::from_utf8_lossy(bytes)).as_str(cx),
    }
}

fn dense<T>(cx: &Context, attr: Attr, element: impl Fn(i64) -> Option<T>) -> Option<Vec<T>> {
    attr.as_int_array(cx)?.into_iter().map(element).collect()
}
