//! `#[pattern]` and `patterns!`: functions as rewrite patterns.
//!
//! ```text
//! #[pattern(benefit = 2, operand_of = ConstantOp)]
//! fn scale_by_one(op: Scale, rw: &mut Rewriter) -> Match { .. }
//! ```
//! keeps the function and adds a type of the same name, which `canonicalize(..)` and `patterns!` refer to (functions
//! and types have separate namespaces in Rust); with the paths shortened:
//! ```text
//! #[allow(non_camel_case_types)]
//! struct scale_by_one {}
//! impl scale_by_one {
//!     fn pattern() -> Pattern {
//!         Pattern::of("scale_by_one", scale_by_one).benefit(2).operand_of(ConstantOp::DEF.name)
//!     }
//! }
//! ```

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Error, Ident, ItemFn, LitInt, Path, Result, Token};

use crate::keys::{set, unknown};
use crate::names::plain;

pub fn expand(args: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let mut benefit: Option<LitInt> = None;
    let mut operand_of: Option<Path> = None;
    let read = syn::meta::parser(|meta| match meta.path.get_ident().map(plain).as_deref() {
        Some("benefit") => set(&mut benefit, &meta),
        Some("operand_of") => set(&mut operand_of, &meta),
        _ => Err(unknown(&meta, "benefit, operand_of")),
    });
    read.parse2(args)?;
    let item: ItemFn = syn::parse2(item)?;
    let signature = &item.sig;
    if signature.inputs.len() != 2 || !signature.generics.params.is_empty() {
        let message = "a pattern is a `fn(op: SomeOp, rw: &mut Rewriter) -> Match`; `OpId` stands for any operation";
        return Err(Error::new_spanned(signature, message));
    }
    let (vis, ident) = (&item.vis, &signature.ident);
    let name = plain(ident);
    let doc = format!("The pattern [`{name}`](fn@{name}).");
    let benefit = benefit.map(|benefit| quote!(.benefit(#benefit)));
    let operand_of = operand_of.map(|op| quote!(.operand_of(<#op as ::rmlir::core::builder::Op>::DEF.name)));
    let ident: &Ident = ident;
    Ok(quote! {
        #item

        #[doc = #doc]
        #[allow(non_camel_case_types)]
        #vis struct #ident {}

        impl #ident {
            #[doc = #doc]
            #[allow(dead_code)]
            #vis fn pattern() -> ::rmlir::core::Pattern {
                ::rmlir::core::Pattern::of(#name, #ident) #benefit #operand_of
            }
        }
    })
}

/// `patterns![a, b]`: a `PatternSet` of these.
pub fn set_of(input: TokenStream) -> Result<TokenStream> {
    let paths = Punctuated::<Path, Token![,]>::parse_terminated.parse2(input)?;
    let paths = paths.iter();
    Ok(quote! {{
        #[allow(unused_mut)]
        let mut set = ::rmlir::core::PatternSet::new();
        #(set.add(<#paths>::pattern());)*
        set
    }})
}
