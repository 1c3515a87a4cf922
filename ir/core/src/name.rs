//! Names: interned identifiers, references to symbols, and operation names.

pub use crate::handles::{Ident, OpName};

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

/// A reference to a symbol: `@root::@nested::..`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SymbolRef<'c> {
    /// The name in the symbol table where the reference is resolved.
    pub root: Ident,
    /// The names in the tables that are found successively.
    pub nested: &'c [Ident],
}

impl SymbolRef<'_> {
    /// The root, if there are no nested names.
    #[inline]
    pub fn flat(self) -> Option<Ident> {
        self.nested.is_empty().then_some(self.root)
    }

    /// The name of the symbol in its own table: the last one.
    #[inline]
    pub fn leaf(self) -> Ident {
        *self.nested.last().unwrap_or(&self.root)
    }
}

impl From<Ident> for SymbolRef<'_> {
    /// A flat reference.
    fn from(root: Ident) -> Self {
        Self { root, nested: &[] }
    }
}

/// The data of an [`OpName`].
pub struct OpNameData {
    /// The full name, such as `arith.addi`.
    pub text: Box<str>,
    /// The index of the first dot; 0 if there is none.
    pub(crate) dialect_len: usize,
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
