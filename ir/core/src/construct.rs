//! Construction of common types and attributes.

use rmlir_num::{ApFloat, ApInt, FloatKind};

use crate::attr_key::{AttrKey, le_bytes};
use crate::attrs::{Attr, AttrData, NamedAttr};
use crate::context::Context;
use crate::name::SymbolRef;
use crate::types::{Signedness, Type, TypeData};

/// Shorthands for common types.
impl Context {
    /// `iN`
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry, Type};
    /// let cx = Context::new(DialectRegistry::default());
    /// assert_eq!(cx.int_type(32), Type::I32);
    /// assert_eq!(cx.int_type(7).int_width(&cx), Some(7));
    /// ```
    #[inline]
    pub fn int_type(&self, width: u32) -> Type {
        self.ty(TypeData::Integer { width, sign: Signedness::Signless })
    }

    /// `f32` and the other float types.
    #[inline]
    pub fn float_type(&self, kind: FloatKind) -> Type {
        self.ty(TypeData::Float(kind))
    }

    /// `(inputs) -> results`
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry, Type};
    /// let cx = Context::new(DialectRegistry::default());
    /// let ty = cx.function_type(&[Type::I32, Type::F32], &[Type::INDEX]);
    /// assert_eq!(ty.function(&cx), Some((&[Type::I32, Type::F32][..], &[Type::INDEX][..])));
    /// ```
    #[inline]
    pub fn function_type(&self, inputs: &[Type], results: &[Type]) -> Type {
        self.ty(TypeData::Function { inputs: inputs.into(), results: results.into() })
    }

    /// `vector<shape x element>` with no scalable dimension.
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry, Type};
    /// let cx = Context::new(DialectRegistry::default());
    /// let ty = cx.vector_type(&[4, 8], Type::F32);
    /// assert_eq!((ty.n_elements(&cx), ty.element(&cx)), (Some(32), Some(Type::F32)));
    /// ```
    pub fn vector_type(&self, shape: &[i64], element: Type) -> Type {
        self.ty(TypeData::Vector { shape: shape.into(), scalable: vec![false; shape.len()].into(), element })
    }
}

/// Shorthands for common attributes.
impl Context {
    /// The attribute with the parts `key`.
    fn attr_of(&self, key: AttrKey) -> Attr {
        Attr(self.attrs.intern_ref(&key, || key.to_data()))
    }

    /// An integer attribute of an integer type or `index`; the value wraps.
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry, Type};
    /// let cx = Context::new(DialectRegistry::default());
    /// let attr = cx.int_attr(Type::I8, 255);
    /// assert_eq!(attr.as_i64(&cx), Some(-1));
    /// ```
    #[inline]
    pub fn int_attr(&self, ty: Type, value: i64) -> Attr {
        let width = ty.int_or_index_width(self).expect("an integer attribute has an integer or index type");
        self.attr(AttrData::Integer { value: ApInt::from_i64(width, value), ty })
    }

    /// An integer attribute from an exact value.
    #[inline]
    pub fn apint_attr(&self, ty: Type, value: ApInt) -> Attr {
        self.attr(AttrData::Integer { value, ty })
    }

    /// A float attribute from an exact value.
    #[inline]
    pub fn float_attr(&self, ty: Type, value: ApFloat) -> Attr {
        self.attr(AttrData::Float { value, ty })
    }

    /// `true` or `false`
    #[inline]
    pub fn bool_attr(&self, value: bool) -> Attr {
        if value { Attr::TRUE } else { Attr::FALSE }
    }

    /// `value : index`
    #[inline]
    pub fn index_attr(&self, value: i64) -> Attr {
        self.int_attr(Type::INDEX, value)
    }

    /// `value : i64`
    #[inline]
    pub fn i64_attr(&self, value: i64) -> Attr {
        self.int_attr(Type::I64, value)
    }

    /// `value : i32`
    #[inline]
    pub fn i32_attr(&self, value: i32) -> Attr {
        self.int_attr(Type::I32, value.into())
    }

    /// `"text"`
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry};
    /// let cx = Context::new(DialectRegistry::default());
    /// assert_eq!(cx.str_attr("text").as_str(&cx), Some("text"));
    /// ```
    #[inline]
    pub fn str_attr(&self, text: &str) -> Attr {
        self.attr_of(AttrKey::String { value: text.as_bytes(), ty: Type::NONE })
    }

    /// A type as an attribute.
    #[inline]
    pub fn type_attr(&self, ty: Type) -> Attr {
        self.attr(AttrData::Type(ty))
    }

    /// `@name`, `@root::@nested`
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry};
    /// let cx = Context::new(DialectRegistry::default());
    /// let name = cx.ident("f");
    /// assert_eq!(cx.symbol_ref(name).as_flat_symbol(&cx), Some(name));
    /// ```
    #[inline]
    pub fn symbol_ref<'s>(&self, symbol: impl Into<SymbolRef<'s>>) -> Attr {
        let SymbolRef { root, nested } = symbol.into();
        self.attr(AttrData::SymbolRef { root, nested: nested.into() })
    }

    /// `[a, b]`
    ///
    /// ```
    /// use rmlir_core::{Attr, Context, DialectRegistry};
    /// let cx = Context::new(DialectRegistry::default());
    /// let list = cx.array_attr(&[Attr::TRUE, Attr::UNIT]);
    /// assert_eq!(list.as_array(&cx), Some(&[Attr::TRUE, Attr::UNIT][..]));
    /// ```
    #[inline]
    pub fn array_attr(&self, elements: &[Attr]) -> Attr {
        self.attr(AttrData::Array(elements.into()))
    }

    /// `{..}`: sorts the entries by name; a name must not occur twice.
    ///
    /// ```
    /// use rmlir_core::{Attr, Context, DialectRegistry, NamedAttr};
    /// let cx = Context::new(DialectRegistry::default());
    /// let [a, b] = ["a", "b"].map(|name| NamedAttr { name: cx.ident(name), value: Attr::UNIT });
    /// assert_eq!(cx.dict(vec![b, a]).as_dict(&cx), Some(&[a, b][..]));
    /// ```
    pub fn dict(&self, mut entries: Vec<NamedAttr>) -> Attr {
        if entries.is_empty() {
            return Attr::EMPTY_DICT;
        }
        entries.sort_by(|a, b| self.ident_str(a.name).cmp(self.ident_str(b.name)));
        debug_assert!(entries.windows(2).all(|pair| pair[0].name != pair[1].name), "dictionary names are distinct");
        self.attr(AttrData::Dictionary(entries.into()))
    }

    /// `array<element: values>` of an integer type of up to 64 bits; values wrap.
    pub fn int_array(&self, element: Type, values: &[i64]) -> Attr {
        let width = element.int_or_index_width(self).expect("an integer array has an integer element type");
        let data = le_bytes(values.iter().copied(), width.div_ceil(8) as usize);
        self.attr_of(AttrKey::DenseArray { element, data: &data })
    }

    /// `array<i32: values>`
    pub fn i32_array(&self, values: &[i32]) -> Attr {
        let data = le_bytes(values.iter().map(|&value| value.into()), size_of::<i32>());
        self.attr_of(AttrKey::DenseArray { element: Type::I32, data: &data })
    }

    /// `array<i64: values>`
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry};
    /// let cx = Context::new(DialectRegistry::default());
    /// assert_eq!(cx.i64_array(&[1, -2]).as_int_array(&cx), Some(vec![1, -2]));
    /// ```
    #[inline]
    pub fn i64_array(&self, values: &[i64]) -> Attr {
        self.int_array(Type::I64, values)
    }

    /// The zero of an integer, index or float type, or of a vector or tensor of them.
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry, Type};
    /// let cx = Context::new(DialectRegistry::default());
    /// let vector = cx.vector_type(&[4], Type::I32);
    /// let zero = cx.zero_attr(vector).unwrap();
    /// assert_eq!(zero.splat_value(&cx), Some(cx.i32_attr(0)));
    /// assert_eq!(cx.zero_attr(Type::NONE), None);
    /// ```
    #[inline]
    pub fn zero_attr(&self, ty: Type) -> Option<Attr> {
        self.uniform_attr(ty, |cx, scalar| match scalar.float_kind(cx) {
            Some(kind) => Some(cx.float_attr(scalar, ApFloat::from_f64(kind, 0.0).value)),
            None => scalar.int_or_index_width(cx).map(|_| cx.int_attr(scalar, 0)),
        })
    }

    /// The one of an integer, index or float type, or of a vector or tensor of them.
    #[inline]
    pub fn one_attr(&self, ty: Type) -> Option<Attr> {
        self.uniform_attr(ty, |cx, scalar| match scalar.float_kind(cx) {
            Some(kind) => Some(cx.float_attr(scalar, ApFloat::from_f64(kind, 1.0).value)),
            None => scalar.int_or_index_width(cx).map(|_| cx.int_attr(scalar, 1)),
        })
    }

    #[inline]
    fn uniform_attr(&self, ty: Type, scalar: impl Fn(&Self, Type) -> Option<Attr>) -> Option<Attr> {
        match ty.element(self) {
            None => scalar(self, ty),
            Some(element) => crate::dense::splat(self, ty, scalar(self, element)?),
        }
    }

    /// A fresh `distinct[n]<inner>`, different from every other.
    #[inline]
    pub fn new_distinct(&self, inner: Attr) -> Attr {
        let id = self.next_distinct.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.attr(AttrData::Distinct { id, inner })
    }
}
