//! Combining kinds, iterator types, and punctuation of printed values.

use std::borrow::Cow;

use rmlir::core::opdef::{AttrAsm, AttrConstraint};
use rmlir::prelude::*;

/// The combining operation of contractions, reductions and scans.
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
    /// The minimum of unsigned integers.
    #[case("minui")]
    MinUI = 2,
    /// The minimum of signed integers.
    #[case("minsi")]
    MinSI = 3,
    /// The minimum of floats; NaN only if both are NaN.
    #[case("minnumf")]
    MinNumF = 4,
    /// The maximum of unsigned integers.
    #[case("maxui")]
    MaxUI = 5,
    /// The maximum of signed integers.
    #[case("maxsi")]
    MaxSI = 6,
    /// The maximum of floats; NaN only if both are NaN.
    #[case("maxnumf")]
    MaxNumF = 7,
    /// Bitwise and.
    And = 8,
    /// Bitwise or.
    Or = 9,
    /// Bitwise exclusive or.
    Xor = 10,
    /// The maximum of floats; NaN if one is NaN.
    #[case("maximumf")]
    MaximumF = 12,
    /// The minimum of floats; NaN if one is NaN.
    #[case("minimumf")]
    MinimumF = 11,
}

impl CombiningKind {
    /// Whether elements of this type can be combined by this operation.
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

    /// The combining kind in property `slot` of `op`.
    pub(crate) fn of(op: OpRef, slot: usize) -> Option<Self> {
        Self::from_attr(op.cx(), op.prop(slot)?)
    }
}

/// A [`CombiningKind`] that the operation's own verifier checks, with its own messages.
#[allow(non_upper_case_globals)] // As for the constraints of the core.
pub(crate) static OwnKind: AttrConstraint =
    AttrConstraint { check: |_, _| true, asm: AttrAsm::Any, ..AttrConstraint::new("", is_kind) };
/// The type of attributes that satisfy it.
pub(crate) type OwnKind = CombiningKind;

fn is_kind(cx: &Context, attr: Attr) -> bool {
    CombiningKind::from_attr(cx, attr).is_some()
}

/// The default combining kind.
pub(crate) fn add(cx: &Context) -> Attr {
    CombiningKind::Add.attr(cx)
}

/// The type of a dimension of an iteration space.
#[attr(name = "vector.iterator_type", called = "::mlir::vector::IteratorType", summary = "Iterator type")]
pub enum IteratorType {
    /// Points along the dimension have separate results.
    Parallel,
    /// Points along the dimension are reduced.
    Reduction,
}

/// The punctuation that is printed after a value.
#[attr(
    name = "vector.punctuation",
    called = "::mlir::vector::PrintPunctuation",
    summary = "Punctuation for separating vectors or vector elements"
)]
pub enum PrintPunctuation {
    /// No punctuation.
    #[case("no_punctuation")]
    NoPunctuation,
    /// A newline.
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
