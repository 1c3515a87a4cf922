//! Properties that many operations share, and their default values.
#![allow(non_upper_case_globals)] // The names are upstream's.

use rmlir::core::constraints::each;
use rmlir::core::dialect::AttrSyntax;
use rmlir::core::opdef::{AttrAsm, AttrConstraint, Interface};
use rmlir::core::params::store_enum;
use rmlir::prelude::*;

use crate::attrs::debug::DIGlobalVariableExpressionAttr;
use crate::attrs::enums::*;
use crate::attrs::memory::{AccessGroupAttr, AliasScopeAttr, TBAATagAttr};
use crate::types::FunctionType;

/// Rows of `/// doc`, `name = attribute;`.
macro_rules! defaults {
    ($($name:ident = $value:expr;)*) => {$(
        pub(crate) fn $name(cx: &Context) -> Attr {
            $value.attr(cx)
        }
    )*};
}

defaults! {
    no_fastmath = FastmathFlags::None;
    ccc = CConv::C;
    external = Linkage::External;
    no_tail_call = TailCallKind::None;
    not_atomic = AtomicOrdering::NotAtomic;
    default_visibility = Visibility::Default;
    no_unnamed_addr = UnnamedAddr::None;
    no_overflow = OverflowBits(0);
}

/// A set of [`IntegerOverflowFlags`] as a property stores it.
pub(crate) struct OverflowBits(pub i32);

impl OverflowBits {
    fn attr(self, cx: &Context) -> Attr {
        cx.i32_attr(self.0)
    }
}

pub(crate) fn zero_i32(cx: &Context) -> Attr {
    cx.i32_attr(0)
}

/// The overflows that make the result poison: stored as an `i32`, written `<nsw, nuw>`.
pub static OverflowFlags: AttrConstraint = AttrConstraint {
    asm: AttrAsm::Custom(Interface::of(&&AttrSyntax { parse: parse_overflow, print: print_overflow })),
    ..AttrConstraint::new("LLVM integer overflow flags", |cx, attr| {
        attr.as_i64(cx).is_some_and(|value| (0..4).contains(&value)) && attr.ty(cx) == Some(Type::I32)
    })
};
/// The type of attributes that satisfy it.
pub type OverflowFlags = IntegerOverflowFlags;

fn parse_overflow(parser: &mut dyn AsmParser) -> Parsed<Attr> {
    let mut bits = 0;
    parser.list(Delimiter::LessGreater, |parser| {
        let pos = parser.pos();
        let keyword = parser.any_keyword()?.str(parser.cx());
        match IntegerOverflowFlags::ENUM.value(keyword) {
            Some(bit) => bits |= bit as i32,
            None => {
                let text = "expected keyword for LLVM integer overflow flags";
                return Err(parser.error_at(pos, text));
            }
        }
        Ok(())
    })?;
    Ok(parser.cx().i32_attr(bits))
}

fn print_overflow(printer: &mut dyn AsmPrinter, attr: Attr) {
    let bits = attr.as_i64(printer.cx()).unwrap_or(0) as u64;
    let text = IntegerOverflowFlags::ENUM.keyword(bits).unwrap_or_default();
    printer.text(&format!("<{text}>"));
}

/// Rows of `/// doc`, `Name = "summary", attribute;`: arrays of one attribute.
macro_rules! arrays {
    ($($(#[$doc:meta])* $name:ident = $summary:literal, $of:path;)*) => {$(
        $(#[$doc])*
        pub static $name: AttrConstraint = AttrConstraint {
            asm: AttrAsm::Typed(|_| Type::NONE),
            kind: |cx, attr| attr.as_array(cx).is_some(),
            ..AttrConstraint::new($summary, |cx, attr| each(cx, attr, &$of))
        };
        /// The type of attributes that satisfy it.
        pub type $name = ArrayAttr;
    )*};
}

arrays! {
    /// The access groups of an access.
    AccessGroups = "LLVM dialect access group metadata array", AccessGroupAttr;
    /// The alias scopes of an access, or those that it does not alias.
    AliasScopes = "LLVM dialect alias scope array", AliasScopeAttr;
    /// The TBAA tags of an access.
    TbaaTags = "LLVM dialect TBAA tag metadata array", TBAATagAttr;
    /// The debug information of the variables in a global.
    DebugExpressions = "an array of variable expressions", DIGlobalVariableExpressionAttr;
}

/// The type of a function.
pub static LlvmFunctionType: AttrConstraint = AttrConstraint {
    asm: AttrAsm::Type,
    kind: |cx, attr| attr.as_type(cx).is_some(),
    ..AttrConstraint::new("type attribute of LLVM function type", |cx, attr| {
        attr.as_type(cx).is_some_and(|ty| FunctionType::from_type(cx, ty).is_some())
    })
};
/// The type of attributes that satisfy it.
pub type LlvmFunctionType = TypeAttr;

/// A non-negative `i32`.
pub static NonNegativeI32: AttrConstraint = I32Attr
    .refined("32-bit signless integer attribute whose value is non-negative", |cx, attr| {
        attr.ty(cx) == Some(Type::I32) && attr.as_i64(cx).is_some_and(|value| value >= 0)
    });
/// The type of attributes that satisfy it.
pub type NonNegativeI32 = I32Attr;

/// The attribute of the case `case`, for properties stored as integers.
pub(crate) fn case<E: EnumAttr>(cx: &Context, case: E) -> Attr {
    store_enum(cx, case)
}
