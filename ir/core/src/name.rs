//! Interned names: identifiers and operation names.

use std::sync::OnceLock;

use crate::attrs::Attr;
use crate::context::Context;
use crate::opdef::{OpDef, PropDef};
use crate::verify::Plan;

/// An interned identifier: attribute names, symbol names, dialect names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ident(pub(crate) u32);

impl Ident {
    /// The text.
    #[inline]
    pub fn str(self, cx: &Context) -> &str {
        cx.ident_str(self)
    }
}

macro_rules! fixed_idents {
    ($($name:ident = $id:literal $text:literal;)*) => {
        impl Ident {
            $(#[doc = concat!("`", $text, "`")] pub const $name: Ident = Ident($id);)*
        }
        /// The identifiers whose ids are constants of [`Ident`], in id order.
        pub(crate) const FIXED_IDENTS: &[&str] = &[$($text),*];
    };
}

fixed_idents! {
    EMPTY = 0 "";
    SYM_NAME = 1 "sym_name";
    SYM_VISIBILITY = 2 "sym_visibility";
    VALUE = 3 "value";
    FUNCTION_TYPE = 4 "function_type";
    BUILTIN = 5 "builtin";
    OPERAND_SEGMENTS = 6 "operandSegmentSizes";
    RESULT_SEGMENTS = 7 "resultSegmentSizes";
    CALLEE = 8 "callee";
    ARG_ATTRS = 9 "arg_attrs";
    RES_ATTRS = 10 "res_attrs";
}

/// An interned operation name. Those of registered operations come first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OpName(pub(crate) u32);

/// The data of an [`OpName`].
pub struct OpNameData {
    /// The full name, such as `arith.addi`.
    pub text: Box<str>,
    /// The index of the first dot; 0 if there is none.
    dialect_len: usize,
}

/// Facts derived from the definition of a registered operation, in one context. Each is computed on first use.
#[derive(Default)]
pub(crate) struct OpFacts {
    /// See [`OpName::default_props`].
    default_props: OnceLock<Box<[Attr]>>,
    /// See [`OpName::initial_props`].
    initial_props: OnceLock<Box<[Attr]>>,
    /// The checks of the verifier.
    pub plan: OnceLock<Plan>,
}

impl OpNameData {
    pub(crate) fn new(text: &str) -> Self {
        Self { text: text.into(), dialect_len: text.find('.').unwrap_or(0) }
    }
}

impl PartialEq for OpNameData {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}
impl Eq for OpNameData {}
impl std::hash::Hash for OpNameData {
    #[inline]
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.text.as_ref().hash(state);
    }
}
impl hashbrown::Equivalent<OpNameData> for OpNameKey<'_> {
    #[inline]
    fn equivalent(&self, key: &OpNameData) -> bool {
        self.0 == key.text.as_ref()
    }
}

/// Look-up key of [`OpNameData`].
#[derive(Hash)]
pub(crate) struct OpNameKey<'a>(pub &'a str);

impl OpName {
    /// The dense id, for tables indexed by name. The order of ids has no meaning.
    #[inline]
    pub fn id(self) -> u32 {
        self.0
    }

    /// The full name, such as `arith.addi`.
    #[inline]
    pub fn str(self, cx: &Context) -> &str {
        &cx.op_name_data(self).text
    }

    /// The definition of a registered operation.
    #[inline]
    pub fn def(self, cx: &Context) -> Option<&'static OpDef> {
        cx.op_def_of(self)
    }

    /// The defaults of a registered operation's properties, absent where there is none, and where the property is
    /// optional. Computed once.
    #[inline]
    pub fn default_props(self, cx: &Context) -> &[Attr] {
        cx.op_facts(self).default_props.get_or_init(|| {
            let filled_in = |prop: &PropDef| prop.default.filter(|_| !prop.optional);
            let default = |prop: &PropDef| filled_in(prop).map_or(Attr::ABSENT, |make| make(cx));
            self.def(cx).map_or(&[][..], |def| def.props).iter().map(default).collect()
        })
    }

    /// The initial properties of a registered operation: the defaults, but absent where a property is optional as well,
    /// so that its default is only implied.
    #[inline]
    pub(crate) fn initial_props(self, cx: &Context) -> &[Attr] {
        cx.op_facts(self).initial_props.get_or_init(|| {
            let props = self.def(cx).map_or(&[][..], |def| def.props);
            let initial = |(prop, &default): (&PropDef, &Attr)| if prop.optional { Attr::ABSENT } else { default };
            props.iter().zip(self.default_props(cx)).map(initial).collect()
        })
    }

    /// The part before the first dot; empty if there is none.
    #[inline]
    pub fn dialect(self, cx: &Context) -> &str {
        let data = cx.op_name_data(self);
        &data.text[..data.dialect_len]
    }
}
