//! `#[op_class]`: fields, traits and a format that several operations share, and `classes(..)` of `#[op]`.
//!
//! ```text
//! #[op_class(traits(Pure), format = "$lhs `,` $rhs attr-dict `:` type($result)")]
//! struct Binary { #[operand] lhs: T, #[operand] rhs: T, #[result] result: T }
//!
//! /// Adds.
//! #[op(name = "toy.add", classes(Binary), traits(Commutative))]
//! pub struct Add;
//! ```
//! The class becomes a macro that writes the declaration with its own keys as `inherited(..)` and its fields before the
//! operation's; the operation calls it:
//! ```text
//! macro_rules! Binary {
//!     ({ $($keys:tt)* } [$($item:tt)*] { $($fields:tt)* }) => {
//!         #[::rmlir::op($($keys)*, inherited(traits(Pure), format = ".."))]
//!         $($item)* { #[operand] lhs: T, #[operand] rhs: T, #[result] result: T, $($fields)* }
//!     };
//! }
//! Binary! { { name = "toy.add", traits(Commutative) } [#[doc = " Adds."] pub struct Add] {} }
//! ```

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Error, Fields, ItemStruct, Meta, Path, Result, Token, Visibility};

use crate::keys::take_docs;
use crate::op::keys::Keys;

/// `#[op_class(..)]`
pub fn expand(args: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let item: ItemStruct = syn::parse2(item)?;
    let mut keys = Keys::default();
    syn::meta::parser(|meta| keys.read(&meta)).parse2(args.clone())?;
    if let Some(name) = &keys.name {
        return Err(Error::new_spanned(name, "a class has no name of an operation"));
    }
    let (doc, _) = take_docs(item.attrs);
    let (name, fields) = (&item.ident, named(&item.fields)?);
    let fields = fields.iter();
    let (export, vis) = match item.vis {
        Visibility::Public(_) => (quote!(#[macro_export]), quote!(pub)),
        _ => (quote!(), quote!(pub(crate))),
    };
    Ok(quote! {
        #[doc = #doc]
        #[allow(unused_macros)]
        #export
        macro_rules! #name {
            ({ $($keys:tt)* } [$($item:tt)*] { $($fields:tt)* }) => {
                #[::rmlir::op($($keys)*, inherited(#args))]
                $($item)* { #(#fields,)* $($fields)* }
            };
        }
        #[allow(unused_imports)]
        #vis use #name;
    })
}

/// The fields of a class or an operation, by name.
fn named(fields: &Fields) -> Result<Vec<&syn::Field>> {
    match fields {
        Fields::Unnamed(_) => Err(Error::new_spanned(fields, "the fields of an operation have names")),
        _ => Ok(fields.iter().collect()),
    }
}

/// The call of the last of the `classes(..)` among the keys, which writes the declaration with the others.
pub fn call(args: &TokenStream, item: &TokenStream) -> Result<Option<TokenStream>> {
    let metas = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(args.clone());
    // Errors of the keys are reported where they are read.
    let Ok(metas) = metas else { return Ok(None) };
    let (classes, keys): (Vec<Meta>, Vec<Meta>) = metas.into_iter().partition(|meta| meta.path().is_ident("classes"));
    let Some(list) = classes.first() else { return Ok(None) };
    if let Some(second) = classes.get(1) {
        return Err(Error::new_spanned(second, "this key is given twice"));
    }
    let paths = list.require_list()?.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)?;
    let mut paths: Vec<Path> = paths.into_iter().collect();
    let Some(last) = paths.pop() else { return Err(Error::new_spanned(list, "name a class, or drop the key")) };
    let rest = (!paths.is_empty()).then(|| quote!(classes(#(#paths),*),));
    let item: ItemStruct = syn::parse2(item.clone())?;
    let ItemStruct { attrs, vis, ident, fields, .. } = &item;
    let fields = named(fields)?;
    let fields = fields.iter();
    Ok(Some(quote! {
        #last! { { #rest #(#keys),* } [#(#attrs)* #vis struct #ident] { #(#fields),* } }
    }))
}
