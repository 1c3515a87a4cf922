//! Types: their structure, and the handle of a type.
//!
//! The builtin types are data shared by all dialects and therefore defined here; a type of a dialect is a [`TypeDef`]
//! plus a list of parameters, each an attribute. [`Type`] is an interned id: equal types have equal ids.

use rmlir_num::FloatKind;

use crate::attrs::Attr;
use crate::context::Context;
pub use crate::handles::Type;
use crate::tables::TypeDef;
pub use crate::tables::{Signedness, TypeData};

/// A dimension whose size is known only at run time.
pub const DYNAMIC: i64 = i64::MIN;

/// The number of positions in a static shape, or the greatest integer if there are more.
pub fn saturated_product(shape: &[i64]) -> i64 {
    shape.iter().copied().fold(1, i64::saturating_mul)
}

impl Type {
    /// `none`
    pub const NONE: Type = Type(0);
    /// `index`
    pub const INDEX: Type = Type(1);
    /// `i1`
    pub const I1: Type = Type(2);
    /// `i8`
    pub const I8: Type = Type(3);
    /// `i16`
    pub const I16: Type = Type(4);
    /// `i32`
    pub const I32: Type = Type(5);
    /// `i64`
    pub const I64: Type = Type(6);
    /// `f16`
    pub const F16: Type = Type(7);
    /// `bf16`
    pub const BF16: Type = Type(8);
    /// `f32`
    pub const F32: Type = Type(9);
    /// `f64`
    pub const F64: Type = Type(10);
}

/// The types whose ids are constants of [`Type`], in id order.
pub(crate) fn fixed_types() -> Vec<TypeData> {
    let int = |width| TypeData::Integer { width, sign: Signedness::Signless };
    let float = TypeData::Float;
    vec![
        TypeData::None,
        TypeData::Index,
        int(1),
        int(8),
        int(16),
        int(32),
        int(64),
        float(FloatKind::F16),
        float(FloatKind::BF16),
        float(FloatKind::F32),
        float(FloatKind::F64),
    ]
}

/// Predicates: integer, float, index and others.
impl Type {
    /// The structure of this type.
    #[inline]
    pub fn data(self, cx: &Context) -> &TypeData {
        cx.type_data(self)
    }

    /// The dense id, for tables indexed by type. The order of ids has no meaning.
    #[inline]
    pub fn id(self) -> u32 {
        self.0
    }

    /// `index`
    #[inline]
    pub fn is_index(self) -> bool {
        self == Type::INDEX
    }

    /// Any integer type, signless or not.
    #[inline]
    pub fn is_integer(self, cx: &Context) -> bool {
        matches!(self.data(cx), TypeData::Integer { .. })
    }

    /// The width of a signless integer type.
    #[inline]
    pub fn signless_width(self, cx: &Context) -> Option<u32> {
        match self.data(cx) {
            TypeData::Integer { width, sign: Signedness::Signless } => Some(*width),
            _ => None,
        }
    }

    /// The width of any integer type.
    #[inline]
    pub fn int_width(self, cx: &Context) -> Option<u32> {
        match self.data(cx) {
            TypeData::Integer { width, .. } => Some(*width),
            _ => None,
        }
    }

    /// The width of an integer, or of `index` as stored in attributes: 64.
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry, Type};
    /// let cx = Context::new(DialectRegistry::default());
    /// assert_eq!(Type::INDEX.int_or_index_width(&cx), Some(64));
    /// assert_eq!(Type::F32.int_or_index_width(&cx), None);
    /// ```
    #[inline]
    pub fn int_or_index_width(self, cx: &Context) -> Option<u32> {
        if self.is_index() { Some(64) } else { self.int_width(cx) }
    }

    /// The format of a float type.
    #[inline]
    pub fn float_kind(self, cx: &Context) -> Option<FloatKind> {
        match self.data(cx) {
            TypeData::Float(kind) => Some(*kind),
            _ => None,
        }
    }

    /// The width in bits of an integer or float type.
    #[inline]
    pub fn int_or_float_width(self, cx: &Context) -> Option<u32> {
        self.int_width(cx).or_else(|| self.float_kind(cx).map(|kind| kind.width()))
    }

    /// Vector, tensor or memref, ranked or not.
    #[inline]
    pub fn is_shaped(self, cx: &Context) -> bool {
        self.element(cx).is_some()
    }

    /// `vector<..>`
    pub fn is_vector(self, cx: &Context) -> bool {
        matches!(self.data(cx), TypeData::Vector { .. })
    }

    /// A ranked or unranked tensor.
    #[inline]
    pub fn is_tensor(self, cx: &Context) -> bool {
        matches!(self.data(cx), TypeData::RankedTensor { .. } | TypeData::UnrankedTensor { .. })
    }

    /// A ranked or unranked memref.
    #[inline]
    pub fn is_memref(self, cx: &Context) -> bool {
        matches!(self.data(cx), TypeData::MemRef { .. } | TypeData::UnrankedMemRef { .. })
    }

    /// The element type of a shaped type.
    pub fn element(self, cx: &Context) -> Option<Type> {
        match self.data(cx) {
            TypeData::Vector { element, .. }
            | TypeData::RankedTensor { element, .. }
            | TypeData::UnrankedTensor { element }
            | TypeData::MemRef { element, .. }
            | TypeData::UnrankedMemRef { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// The element type of a shaped type, or the type itself.
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry, Type};
    /// let cx = Context::new(DialectRegistry::default());
    /// assert_eq!(cx.vector_type(&[4], Type::F32).element_or_self(&cx), Type::F32);
    /// assert_eq!(Type::I1.element_or_self(&cx), Type::I1);
    /// ```
    #[inline]
    pub fn element_or_self(self, cx: &Context) -> Type {
        self.element(cx).unwrap_or(self)
    }

    /// The shape of a ranked shaped type; [`DYNAMIC`] marks unknown sizes.
    pub fn shape(self, cx: &Context) -> Option<&[i64]> {
        match self.data(cx) {
            TypeData::Vector { shape, .. } | TypeData::RankedTensor { shape, .. } | TypeData::MemRef { shape, .. } => {
                Some(shape)
            }
            _ => None,
        }
    }

    /// The shape, if it is ranked and every dimension is static (scalable vector dimensions count as static here, as
    /// they do upstream).
    #[inline]
    pub fn static_shape(self, cx: &Context) -> Option<&[i64]> {
        self.shape(cx).filter(|shape| !shape.contains(&DYNAMIC))
    }

    /// The number of elements of a statically shaped type.
    #[inline]
    pub fn n_elements(self, cx: &Context) -> Option<i64> {
        self.static_shape(cx)?.iter().try_fold(1i64, |product, &size| product.checked_mul(size))
    }

    /// Inputs and results of a function type.
    #[inline]
    pub fn function(self, cx: &Context) -> Option<(&[Type], &[Type])> {
        match self.data(cx) {
            TypeData::Function { inputs, results } => Some((inputs, results)),
            _ => None,
        }
    }

    /// The same shaped type with another element type; for a non-shaped type the element type itself.
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry, Type};
    /// let cx = Context::new(DialectRegistry::default());
    /// let mask = cx.vector_type(&[4], Type::F32).with_element(&cx, Type::I1);
    /// assert_eq!(mask, cx.vector_type(&[4], Type::I1));
    /// ```
    pub fn with_element(self, cx: &Context, element: Type) -> Type {
        let data = match self.data(cx).clone() {
            TypeData::Vector { shape, scalable, .. } => TypeData::Vector { shape, scalable, element },
            TypeData::RankedTensor { shape, encoding, .. } => TypeData::RankedTensor { shape, element, encoding },
            TypeData::UnrankedTensor { .. } => TypeData::UnrankedTensor { element },
            TypeData::MemRef { shape, layout, space, .. } => TypeData::MemRef { shape, element, layout, space },
            TypeData::UnrankedMemRef { space, .. } => TypeData::UnrankedMemRef { element, space },
            _ => return element,
        };
        cx.ty(data)
    }

    /// The definition and parameters of a registered dialect's type.
    #[inline]
    pub fn dialect_type(self, cx: &Context) -> Option<(&'static TypeDef, &[Attr])> {
        match self.data(cx) {
            TypeData::Dialect { def, params } => Some((def, params)),
            _ => None,
        }
    }
}
