//! `#[fold(..)]` and its kin, `canonicalize!`: functions as implementations of the traits of `rmlir::core::behavior`.
//!
//! ```text
//! #[fold(AddIOp, SubIOp)]
//! fn sum(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold { .. }
//!
//! canonicalize! { AddIOp: merge, drop_zero; SubIOp: merge }
//! ```
//! keeps the function and adds for each operation, with the paths shortened:
//! ```text
//! impl Folder for AddIOp {
//!     fn fold(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold { sum(cx, consts) }
//! }
//! impl Canonicalizer for AddIOp {
//!     fn add_patterns(set: &mut PatternSet) { set.add(<merge>::pattern()); set.add(<drop_zero>::pattern()); }
//! }
//! ```

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Error, Ident, ItemFn, Path, Result, Token};

use crate::op::keys::Slot;

/// A trait of one method.
pub struct Behavior {
    /// The attribute of `#[op]`, and the method.
    method: &'static str,
    /// The trait's path below `rmlir`.
    module: &'static str,
    name: &'static str,
}

const fn of(method: &'static str, module: &'static str, name: &'static str) -> Behavior {
    Behavior { method, module, name }
}

pub const FOLD: Behavior = of("fold", "core", "Folder");
pub const VERIFY: Behavior = of("verify", "core", "Verifier");
pub const VERIFY_REGIONS: Behavior = of("verify_regions", "core", "RegionVerifier");
pub const INFER: Behavior = of("infer", "core", "TypeInference");
pub const EVAL: Behavior = of("eval", "interp", "Evaluator");

impl Behavior {
    pub fn method(&self) -> Ident {
        Ident::new(self.method, Span::call_site())
    }

    /// The function that the definition of `op` refers to.
    pub fn function(&self, op: &Ident, slot: &Slot) -> TokenStream {
        match slot {
            Slot::Function(function) => quote!(#function),
            Slot::Trait(span) => self.of_op(quote!(#op), *span),
        }
    }

    /// The method of the implementation for `op`.
    fn of_op(&self, op: TokenStream, span: Span) -> TokenStream {
        let (path, method) = (self.path(), self.method());
        quote_spanned!(span=> <#op as #path>::#method)
    }

    fn path(&self) -> TokenStream {
        let (module, name) = (Ident::new(self.module, Span::call_site()), Ident::new(self.name, Span::call_site()));
        quote!(::rmlir::#module::#name)
    }

    /// The parameters of the method, and their names.
    fn parameters(&self) -> (TokenStream, TokenStream) {
        match self.method {
            "fold" => (
                quote!(
                    cx: &mut ::rmlir::core::FoldCx,
                    consts: &[::core::option::Option<::rmlir::core::Attr>]
                ),
                quote!(cx, consts),
            ),
            "infer" => (
                quote!(
                    cx: &::rmlir::core::Context,
                    state: &::rmlir::core::OpState,
                    operands: &[::rmlir::core::Type]
                ),
                quote!(cx, state, operands),
            ),
            "eval" => {
                (quote!(op: ::rmlir::core::OpRef<'a>, emit: &mut ::rmlir::interp::emit::Emit<'a, '_>), quote!(op, emit))
            }
            _ => (quote!(op: ::rmlir::core::OpRef), quote!(op)),
        }
    }

    fn result(&self) -> TokenStream {
        match self.method {
            "fold" => quote!(::rmlir::core::Fold),
            "infer" => {
                quote!(::core::result::Result<::std::vec::Vec<::rmlir::core::Type>, ::std::string::String>)
            }
            "eval" => quote!(::rmlir::interp::emit::Emitted),
            _ => quote!(::core::result::Result<(), ::std::boxed::Box<::rmlir::diag::Diagnostic>>),
        }
    }

    /// `#[fold(Op, ..)]`: the function, and an implementation for each operation.
    pub fn expand(&self, args: TokenStream, item: TokenStream) -> Result<TokenStream> {
        let ops = Punctuated::<Path, Token![,]>::parse_terminated.parse2(args)?;
        let item: ItemFn = syn::parse2(item)?;
        if ops.is_empty() {
            let message = format!("name the operations: `#[{}(SomeOp)]`", self.method);
            return Err(Error::new_spanned(&item.sig, message));
        }
        let (path, method, function) = (self.path(), self.method(), &item.sig.ident);
        let ((parameters, arguments), result) = (self.parameters(), self.result());
        let lifetime = (self.method == "eval").then(|| quote!(<'a>));
        let implementations = ops.iter().map(|op| {
            quote_spanned! {op.span()=>
                impl #path for #op {
                    fn #method #lifetime (#parameters) -> #result {
                        #function(#arguments)
                    }
                }
            }
        });
        Ok(quote!(#item #(#implementations)*))
    }
}

/// The method `method` of the trait `name` of the core for `op`.
pub fn trait_function(op: &Ident, name: &'static str, method: &'static str, span: Span) -> TokenStream {
    of(method, "core", name).of_op(quote!(#op), span)
}

/// A function that adds `patterns` to a set.
pub fn adds(patterns: &[Path]) -> TokenStream {
    quote!(|set: &mut ::rmlir::core::PatternSet| { #(set.add(<#patterns>::pattern());)* })
}

/// `Op, ..: pattern, ..`
struct Patterns {
    ops: Vec<Path>,
    patterns: Vec<Path>,
}

impl Parse for Patterns {
    fn parse(input: ParseStream) -> Result<Self> {
        let ops = Punctuated::<Path, Token![,]>::parse_separated_nonempty(input)?;
        input.parse::<Token![:]>()?;
        let patterns = Punctuated::<Path, Token![,]>::parse_separated_nonempty(input)?;
        Ok(Self { ops: ops.into_iter().collect(), patterns: patterns.into_iter().collect() })
    }
}

/// `canonicalize!`
pub fn canonicalize(input: TokenStream) -> Result<TokenStream> {
    let rows = Punctuated::<Patterns, Token![;]>::parse_terminated.parse2(input)?;
    let implementations = rows.iter().flat_map(|Patterns { ops, patterns }| {
        ops.iter().map(move |op| {
            quote! {
                impl ::rmlir::core::Canonicalizer for #op {
                    fn add_patterns(set: &mut ::rmlir::core::PatternSet) {
                        #(set.add(<#patterns>::pattern());)*
                    }
                }
            }
        })
    });
    Ok(quote!(#(#implementations)*))
}
