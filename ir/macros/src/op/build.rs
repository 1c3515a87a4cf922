//! The builder: `build(result types, operands, required attributes, successors)`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;

use super::decl::Decl;
use super::fields::{Fields, ValueField};
use super::keys::Keys;
use crate::names::plain;
use crate::shape::Arity;

pub fn expand(decl: &Decl) -> TokenStream {
    let fields = &decl.fields;
    let mut params = Vec::new();
    let mut calls = Vec::new();
    if !can_infer(fields, &decl.keys) {
        for ValueField { named, arity, .. } in &fields.results {
            let ident = format_ident!("{}_type", plain(&named.ident), span = named.ident.span());
            let (ty, slice) = by_arity(*arity, &ident, quote_spanned!(ident.span()=> ::rmlir::core::Type));
            params.push(quote_spanned!(ident.span()=> #ident: #ty));
            calls.push(quote!(results(#slice)));
        }
    }
    for ValueField { named, arity, .. } in &fields.operands {
        let ident = &named.ident;
        let (ty, slice) = by_arity(*arity, ident, quote_spanned!(ident.span()=> ::rmlir::core::Value));
        params.push(quote_spanned!(ident.span()=> #ident: #ty));
        calls.push(quote!(operands(#slice)));
    }
    for (slot, prop) in fields.props.iter().enumerate() {
        let ident = &prop.named.ident;
        let is_segments = prop.named.name.ends_with("SegmentSizes");
        if !prop.optional && prop.default.is_none() && !is_segments {
            let constraint = &prop.constraint;
            params.push(quote_spanned!(ident.span()=> #ident: impl ::rmlir::core::props::IntoProp<#constraint>));
            calls.push(quote!(prop(#slot, ::rmlir::core::props::IntoProp::<#constraint>::into_prop(#ident))));
        }
    }
    for successor in &fields.successors {
        let ident = &successor.named.ident;
        let arity = if successor.variadic { Arity::Variadic } else { Arity::One };
        let (ty, slice) = by_arity(arity, ident, quote_spanned!(ident.span()=> ::rmlir::core::BlockId));
        params.push(quote_spanned!(ident.span()=> #ident: #ty));
        calls.push(quote!(successors(#slice)));
    }
    let doc = format!("A `{}` about to be created.", decl.name.value());
    // An error about the arguments points at the fields.
    let build = Ident::new("build", decl.ident.span());
    quote! {
        #[doc = #doc]
        #[allow(clippy::too_many_arguments)]
        pub fn #build(#(#params),*) -> ::rmlir::core::Build<Self> {
            ::rmlir::core::Build::new() #(.#calls)*
        }
    }
}

/// The type of a parameter, and the slice of its values.
fn by_arity(arity: Arity, ident: &syn::Ident, of: TokenStream) -> (TokenStream, TokenStream) {
    match arity {
        Arity::One => (of, quote!(&[#ident])),
        Arity::Optional => (quote_spanned!(ident.span()=> ::core::option::Option<#of>), quote!(#ident.as_slice())),
        Arity::Variadic => (quote_spanned!(ident.span()=> &[#of]), quote!(#ident)),
    }
}

/// Whether the result types are inferred, by the rules of `rmlir::core::infer`; if not all are, all are parameters.
fn can_infer(fields: &Fields, keys: &Keys) -> bool {
    let in_group = |group: u8| group != 0 && fields.operands.iter().any(|operand| operand.group == group);
    let follows = |result: &ValueField| {
        result.arity == Arity::One && (result.fixed || result.derive.is_some() || in_group(result.group))
    };
    keys.infer.is_some()
        || (keys.has_trait("SameOperandsAndResultType") && !fields.operands.is_empty())
        || fields.results.iter().all(follows)
}
