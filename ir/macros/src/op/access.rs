//! Accessors and field indices.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::decl::Decl;
use super::fields::{Named, PropField, RegionField, SuccessorField, ValueField};
use crate::keys::doc_or;
use crate::names::screaming;
use crate::shape::Arity;

pub fn expand(decl: &Decl) -> TokenStream {
    let fields = &decl.fields;
    let isolated = decl.keys.has_trait("IsolatedFromAbove");
    let operands = values("operand", &fields.operands);
    let results = values("result", &fields.results);
    let props = fields.props.iter().enumerate().map(|(slot, field)| prop(slot, field));
    let regions = fields.regions.iter().enumerate().map(|(index, field)| region(index, field, isolated));
    let successors = fields.successors.iter().enumerate().map(|(index, field)| {
        let is_fixed = fields.successors[..index].iter().all(|before| !before.variadic);
        successor(index, field, is_fixed)
    });
    quote!(#operands #results #(#props)* #(#regions)* #(#successors)*)
}

/// A public constant `FIELD` or `FIELD_SUFFIX`: the field's index.
fn number(named: &Named, suffix: &str, number: usize, what: &str) -> TokenStream {
    let ident = format_ident!("{}{suffix}", screaming(&named.ident), span = named.ident.span());
    let doc = format!("The number of {what} `{}`.", named.name);
    quote!(#[doc = #doc] pub const #ident: usize = #number;)
}

fn method(named: &Named, what: &str, result: TokenStream, body: TokenStream) -> TokenStream {
    let ident = &named.ident;
    let doc = doc_or(&named.doc, format!("The {what} `{}`.", named.name));
    quote! {
        #[doc = #doc]
        pub fn #ident(self, body: &::rmlir::core::Body) -> #result {
            #body
        }
    }
}

/// The accessors of operands and results. As long as all fields before are single values, the index of a value is that
/// of its field.
fn values(what: &str, fields: &[ValueField]) -> TokenStream {
    let (one, optional, variadic) =
        (format_ident!("{what}"), format_ident!("optional_{what}"), format_ident!("{what}s"));
    let suffix = format!("_{}", what.to_uppercase());
    let mut all = quote!();
    let mut is_fixed = true;
    for (field, ValueField { named, arity, .. }) in fields.iter().enumerate() {
        let number = number(named, &suffix, field, &format!("the {what} field"));
        let value = quote!(::rmlir::core::Value);
        let access = |function: &Ident| quote!(::rmlir::core::access::#function(body, self.0, #field));
        let method = match arity {
            Arity::One if is_fixed => method(named, what, value, quote!(body.#one(self.0, #field))),
            Arity::One => method(named, what, value, access(&one)),
            Arity::Optional => method(named, what, quote!(::core::option::Option<#value>), access(&optional)),
            Arity::Variadic => method(named, &format!("{what}s"), quote!(::std::vec::Vec<#value>), access(&variadic)),
        };
        is_fixed &= *arity == Arity::One;
        all.extend(quote!(#number #method));
    }
    all
}

fn prop(slot: usize, field: &PropField) -> TokenStream {
    let PropField { named, constraint, default, optional, unit } = field;
    let value = quote_spanned!(constraint.span()=> <#constraint as ::rmlir::core::props::PropType>::Rust<'c>);
    let (result, access) = match (default, optional, unit) {
        (_, _, true) => (quote!(bool), quote!(body.prop(self.0, #slot).is_some())),
        (Some(default), ..) => {
            (value, quote!(::rmlir::core::access::prop_or::<#constraint>(body, self.0, #slot, #default)))
        }
        (None, true, _) => {
            let access = quote!(::rmlir::core::access::optional_prop::<#constraint>(body, self.0, #slot));
            (quote!(::core::option::Option<#value>), access)
        }
        (None, false, _) => (value, quote!(::rmlir::core::access::prop::<#constraint>(body, self.0, #slot))),
    };
    let (ident, doc) = (&named.ident, doc_or(&named.doc, format!("The attribute `{}`.", named.name)));
    let method = quote! {
        #[doc = #doc]
        pub fn #ident<'c>(self, body: &::rmlir::core::Body<'c>) -> #result {
            #access
        }
    };
    let number = number(named, "", slot, "the property slot");
    quote!(#number #method)
}

/// The accessor of a region. Regions of an isolated operation are in a body of their own, so the accessor returns
/// views, which refer to their body.
fn region(index: usize, field: &RegionField, isolated: bool) -> TokenStream {
    let RegionField { named, variadic, .. } = field;
    let number = number(named, "_REGION", index, "the region field");
    let id = quote!(::rmlir::core::RegionId);
    let method = match (isolated, variadic) {
        (false, false) => method(named, "region", id, quote!(body.region(self.0, #index))),
        (false, true) => {
            let access = quote!(::rmlir::core::access::regions(body, self.0, #index));
            method(named, "regions", quote!(::std::vec::Vec<#id>), access)
        }
        (true, _) => isolated_region(index, named, *variadic),
    };
    quote!(#number #method)
}

fn isolated_region(index: usize, named: &Named, variadic: bool) -> TokenStream {
    let ident = &named.ident;
    let doc = doc_or(&named.doc, format!("The region `{}`, in the body of this operation.", named.name));
    let view = quote!(::rmlir::core::RegionRef<'a>);
    let (function, result) = match variadic {
        false => (format_ident!("isolated_region"), view),
        true => (format_ident!("isolated_regions"), quote!(::std::vec::Vec<#view>)),
    };
    quote! {
        #[doc = #doc]
        pub fn #ident<'a>(self, body: &'a ::rmlir::core::Body<'a>) -> #result {
            ::rmlir::core::access::#function(body, self.0, #index)
        }
    }
}

fn successor(index: usize, field: &SuccessorField, is_fixed: bool) -> TokenStream {
    let SuccessorField { named, variadic } = field;
    let number = number(named, "_SUCCESSOR", index, "the successor field");
    let id = quote!(::rmlir::core::BlockId);
    let method = match (variadic, is_fixed) {
        (false, true) => method(named, "successor", id, quote!(body.successor(self.0, #index))),
        (false, false) => {
            method(named, "successor", id, quote!(::rmlir::core::access::successor(body, self.0, #index)))
        }
        (true, _) => {
            let access = quote!(::rmlir::core::access::successors(body, self.0, #index));
            method(named, "successors", quote!(::std::vec::Vec<#id>), access)
        }
    };
    quote!(#number #method)
}
