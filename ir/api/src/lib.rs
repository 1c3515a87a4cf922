//! The interface of dialects and passes, re-exported from one crate.
//!
//! Inside the workspace this crate is imported as `rmlir`; outside, the crate `rmlir` re-exports it. Declarations
//! expand to paths below `::rmlir`, so they are the same in both.

pub use rmlir_affine_maps as affine_maps;
pub use rmlir_analysis as analysis;
pub use rmlir_core as core;
pub use rmlir_diag as diag;
pub use rmlir_interp as interp;
pub use rmlir_macros::*;
pub use rmlir_num as num;
pub use rmlir_pass as pass;
pub use rmlir_rewrite as rewrite;
pub use rmlir_text as text;

/// The items that nearly every dialect and pass uses.
pub mod prelude {
    pub use rmlir_core::asm::{AsmParser, AsmPrinter, Delimiter, OpAsmParser, ParseError, Parsed, RegionPrint};
    pub use rmlir_core::constraints::*;
    pub use rmlir_core::interfaces::*;
    pub use rmlir_core::opdef::{AttrConstraint, OpDef, OpTrait, TypeConstraint};
    pub use rmlir_core::pattern::PatternRoot;
    pub use rmlir_core::symbol::SymbolScope;
    pub use rmlir_core::*;
    pub use rmlir_diag::Diagnostic;
    pub use rmlir_macros::*;
    pub use rmlir_num::{ApFloat, ApInt, FloatKind};
    pub use rmlir_pass::{Pass, PassCx, PassResult};
}

/// The examples of the macros are compiled here: what the tests of a procedural macro depend on is built a second time.
#[cfg(doctest)]
mod examples {
    #[doc = include_str!("../../macros/docs/op.md")]
    struct Op;
    #[doc = include_str!("../../macros/docs/op_class.md")]
    struct OpClass;
    #[doc = include_str!("../../macros/docs/fold.md")]
    struct Fold;
    #[doc = include_str!("../../macros/docs/canonicalize.md")]
    struct Canonicalize;
    #[doc = include_str!("../../macros/docs/ty.md")]
    struct Ty;
    #[doc = include_str!("../../macros/docs/attr.md")]
    struct Attr;
    #[doc = include_str!("../../macros/docs/pass.md")]
    struct Pass;
    #[doc = include_str!("../../macros/docs/dialect.md")]
    struct Dialect;
}
