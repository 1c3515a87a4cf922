//! How elements are combined, what iterators do, what is printed between elements.

use std::borrow::Cow;

use rmlir::core::opdef::{AttrAsm, AttrConstraint};
use rmlir::prelude::*;

/// How elements are combined by contractions, reductions and scans.
#[attr(
    name = "vector.kind",
    called = "::mlir::vector::CombiningKind",
    summary = "Kind of combining function for contractions and reductions"
)]
pub enum CombiningKind {
    /// The sum.
    Add = 0,
    /// The product.
    Mul = 1,
    /// The lesser of unsigned integers.
    #[case("minui")]
    MinUI = 2,
    /// The lesser of signed integers.
    #[case("minsi")]
    MinSI = 3,
    /// The lesser of floats; a number rather than NaN.
    #[case("minnumf")]
    MinNumF = 4,
    /// The greater of unsigned integers.
    #[case("maxui")]
    MaxUI = 5,
    /// The greater of signed integers.
    #[case("maxsi")]
    MaxSI = 6,
    /// The greater of floats; a number rather than NaN.
    #[case("maxnumf")]
    MaxNumF = 7,
    /// The bits that both have.
    And = 8,
    /// The bits that one has.
    Or = 9,
    /// The bits that only one has.
    Xor = 10,
    /// The greater of floats; NaN if one is.
    #[case("maximumf")]
    MaximumF = 12,
    /// The lesser of floats; NaN if one is.
    #[case("minimumf")]
    MinimumF = 11,
}

impl CombiningKind {
    /// Whether elements of this type can be combined so.
    pub fn supports(self, cx: &Context, element: Type) -> bool {
        use CombiningKind::*;
        let is_integer = element.is_index() || element.is_integer(cx);
        let is_float = element.float_kind(cx).is_some();
        match self {
            Add | Mul => is_integer || is_float,
            MinUI | MinSI | MaxUI | MaxSI | And | Or | Xor => is_integer,
            MinNumF | MaxNumF | MinimumF | MaximumF => is_float,
        }
    }

    /// The keyword.
    pub fn keyword(self) -> Cow<'static, str> {
        use rmlir::core::params::EnumAttr;
        Self::ENUM.keyword(self.value()).expect("a kind has a keyword")
    }

    /// The kind that property `slot` of `op` says.
    pub(crate) fn of(op: OpRef, slot: usize) -> Option<Self> {
        Self::from_attr(op.cx(), op.prop(slot)?)
    }
}

/// A [`CombiningKind`] that the operation's own verifier checks, in words of
/// its own.
pub(crate) static OWN_KIND: AttrConstraint =
    AttrConstraint { check: |_, _| true, asm: AttrAsm::Any, ..AttrConstraint::new("", is_kind) };

fn is_kind(cx: &Context, attr: Attr) -> bool {
    CombiningKind::from_attr(cx, attr).is_some()
}

/// The default way to combine.
pub(crate) fn add(cx: &Context) -> Attr {
    CombiningKind::Add.attr(cx)
}

/// What a dimension of an iteration space is.
#[attr(name = "vector.iterator_type", called = "::mlir::vector::IteratorType", summary = "Iterator type")]
pub enum IteratorType {
    /// Each point has a result of its own.
    Parallel,
    /// Points are combined.
    Reduction,
}

/// What is printed by itself.
#[attr(
    name = "vector.punctuation",
    called = "::mlir::vector::PrintPunctuation",
    summary = "Punctuation for separating vectors or vector elements"
)]
pub enum PrintPunctuation {
    /// Nothing.
    #[case("no_punctuation")]
    NoPunctuation,
    /// The end of the line.
    #[case("newline")]
    NewLine,
    /// A comma.
    Comma,
    /// An opening parenthesis.
    Open,
    /// A closing parenthesis.
    Close,
}

/// The default punctuation.
pub(crate) fn newline(cx: &Context) -> Attr {
    PrintPunctuation::NewLine.attr(cx)
}
