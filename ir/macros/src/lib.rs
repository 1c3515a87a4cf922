//! The declaration macros: op, op_class, ty, attr, pattern, pass, dialect; what operations do: fold, verify, infer, eval,
//! canonicalize.
//!
//! Each macro expands a declaration to rows of the static tables in `rmlir::core`, and to short calls of ordinary
//! functions there. There is one file per macro; each opens with an example of its expansion. All paths in expansions
//! start with `::rmlir`, the name by which users of this crate import the facade.

mod attr;
mod behavior;
mod class;
mod dialect;
mod format;
mod handle;
mod keys;
mod names;
mod op;
mod pass;
mod pattern;
mod shape;
mod ty;

use proc_macro::TokenStream;

fn tokens(expanded: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    expanded.unwrap_or_else(|error| error.to_compile_error()).into()
}

#[doc = include_str!("../docs/op.md")]
#[proc_macro_attribute]
pub fn op(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(op::expand(args.into(), item.into()))
}

#[doc = include_str!("../docs/op_class.md")]
#[proc_macro_attribute]
pub fn op_class(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(class::expand(args.into(), item.into()))
}

#[doc = include_str!("../docs/fold.md")]
#[proc_macro_attribute]
pub fn fold(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(behavior::FOLD.expand(args.into(), item.into()))
}

/// Implements `Verifier` for the given operations by a `fn(OpRef) -> Result<(), Box<Diagnostic>>`.
#[proc_macro_attribute]
pub fn verify(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(behavior::VERIFY.expand(args.into(), item.into()))
}

/// Implements `RegionVerifier` for the given operations by a `fn(OpRef) -> Result<(), Box<Diagnostic>>`.
#[proc_macro_attribute]
pub fn verify_regions(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(behavior::VERIFY_REGIONS.expand(args.into(), item.into()))
}

/// Implements `TypeInference` for the given operations by a
/// `fn(&Context, &OpState, &[Type]) -> Result<Vec<Type>, String>`.
#[proc_macro_attribute]
pub fn infer(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(behavior::INFER.expand(args.into(), item.into()))
}

/// Implements `Evaluator` for the given operations by a `fn(OpRef, &mut Emit) -> Emitted`.
#[proc_macro_attribute]
pub fn eval(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(behavior::EVAL.expand(args.into(), item.into()))
}

#[doc = include_str!("../docs/canonicalize.md")]
#[proc_macro]
pub fn canonicalize(input: TokenStream) -> TokenStream {
    tokens(behavior::canonicalize(input.into()))
}

#[doc = include_str!("../docs/ty.md")]
#[proc_macro_attribute]
pub fn ty(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(ty::expand(args.into(), item.into()))
}

#[doc = include_str!("../docs/attr.md")]
#[proc_macro_attribute]
pub fn attr(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(attr::expand(args.into(), item.into()))
}

/// Declares a function `fn(op: SomeOp, rw: &mut Rewriter) -> Match` as a rewrite pattern rooted at that operation, for
/// `canonicalize(..)` of [`op`](macro@op) and for [`patterns!`]. A function with a parameter of type `OpId` is a
/// pattern for every operation. `#[pattern(benefit = 2)]` has precedence over patterns of a smaller benefit; the
/// default is 1. `#[pattern(operand_of = ConstantOp)]` restricts the pattern to operations with an operand that this
/// operation defines; it is not tried elsewhere.
#[proc_macro_attribute]
pub fn pattern(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(pattern::expand(args.into(), item.into()))
}

/// A `PatternSet` of [`pattern`](macro@pattern) functions: `patterns![a, b::c]`.
#[proc_macro]
pub fn patterns(input: TokenStream) -> TokenStream {
    tokens(pattern::set_of(input.into()))
}

#[doc = include_str!("../docs/pass.md")]
#[proc_macro_attribute]
pub fn pass(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(pass::expand(args.into(), item.into()))
}

#[doc = include_str!("../docs/dialect.md")]
#[proc_macro]
pub fn dialect(input: TokenStream) -> TokenStream {
    tokens(dialect::expand(input.into()))
}
