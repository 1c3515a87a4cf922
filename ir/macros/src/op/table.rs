//! The static definition.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, Result};

use super::decl::Decl;
use super::fields::{Derive, Fields, PropField, RegionField, SuccessorField, ValueField};
use super::keys::{Canonicalize, Directive, Keys};
use crate::format::{self, Expanded};
use crate::{behavior, shape};

/// The value of the static: `OpDef::new` and an assignment for each part of the declaration; then the assertions of the
/// format.
pub fn expand(decl: &Decl) -> Result<(TokenStream, TokenStream)> {
    let Decl { ident, name, doc, keys, fields } = decl;
    let lists = [
        list("operands", fields.operands.iter().map(value)),
        list("results", fields.results.iter().map(value)),
        list("props", fields.props.iter().map(prop)),
        list("regions", fields.regions.iter().map(region)),
        list("successors", fields.successors.iter().map(successor)),
        list("parents", keys.parents.iter().map(|parent| quote!(#parent))),
        interfaces(ident, keys),
    ];
    let traits = traits(keys);
    let terminator = keys.terminator.as_ref().map(|name| quote!(def.terminator = #name;));
    let Expanded { format, assertions } = format(keys, fields)?;
    let behavior = behavior(ident, keys);
    let table = quote! {{
        let mut def = ::rmlir::core::opdef::OpDef::new(#name, #doc);
        #(#lists)*
        def.traits = #traits;
        #terminator
        #format
        #behavior
        def
    }};
    Ok((table, assertions))
}

/// The functions of the operation, as a static of their own.
fn behavior(ident: &syn::Ident, keys: &Keys) -> TokenStream {
    let lists = [
        field("custom_traits", keys.custom_traits.iter().map(|custom| quote!(&#custom))),
        field("custom_directives", keys.custom.iter().map(Directive::table)),
    ];
    let functions = [
        (&behavior::FOLD, &keys.fold),
        (&behavior::INFER, &keys.infer),
        (&behavior::VERIFY, &keys.verify),
        (&behavior::VERIFY_REGIONS, &keys.verify_regions),
    ];
    let functions = functions.into_iter().filter_map(|(behavior, slot)| {
        let function = behavior.function(ident, slot.as_ref()?);
        let name = behavior.method();
        Some(quote!(#name = ::core::option::Option::Some(#function)))
    });
    let parts: Vec<TokenStream> =
        lists.into_iter().flatten().chain(functions).chain(canonicalize(ident, keys)).collect();
    if parts.is_empty() {
        return quote!();
    }
    quote! {
        static BEHAVIOR: ::rmlir::core::opdef::OpBehavior = {
            let mut behavior = ::rmlir::core::opdef::OpBehavior::NONE;
            #(behavior.#parts;)*
            behavior
        };
        def.behavior = ::core::option::Option::Some(::rmlir::core::opdef::Interface::of(&&BEHAVIOR));
    }
}

/// The assignment to the list `slot` of the functions, unless it is empty.
fn field(slot: &str, elements: impl Iterator<Item = TokenStream>) -> Option<TokenStream> {
    let slot = syn::Ident::new(slot, proc_macro2::Span::call_site());
    let elements: Vec<TokenStream> = elements.collect();
    (!elements.is_empty()).then(|| quote!(#slot = &[#(#elements),*]))
}

fn list(slot: &str, elements: impl Iterator<Item = TokenStream>) -> TokenStream {
    let slot = syn::Ident::new(slot, proc_macro2::Span::call_site());
    let elements: Vec<TokenStream> = elements.collect();
    if elements.is_empty() { quote!() } else { quote!(def.#slot = &[#(#elements),*];) }
}

fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

/// A reference to a static, with the span of `path` for errors about its type.
fn reference(path: &syn::Path) -> TokenStream {
    quote_spanned!(path.span()=> &#path)
}

fn value(field: &ValueField) -> TokenStream {
    let ValueField { named, arity, constraint, group, derive, .. } = field;
    let name = &named.name;
    let arity = shape::arity(*arity);
    let derived = option(derive.as_ref().map(|Derive { from, with, summary }| {
        quote!(&::rmlir::core::opdef::DerivedType { from: #from, derive: #with, summary: #summary })
    }));
    let constraint = reference(constraint);
    quote! {
        ::rmlir::core::opdef::ValueDef {
            name: #name, arity: #arity, constraint: #constraint, group: #group, derived: #derived,
        }
    }
}

fn prop(field: &PropField) -> TokenStream {
    let PropField { named, constraint, optional, default, .. } = field;
    let name = &named.name;
    let default = option(default.as_ref().map(|function| quote!(#function)));
    let constraint = reference(constraint);
    quote! {
        ::rmlir::core::opdef::PropDef {
            name: #name, constraint: #constraint, optional: #optional, default: #default,
        }
    }
}

fn region(field: &RegionField) -> TokenStream {
    let RegionField { named, variadic, shape } = field;
    let name = &named.name;
    quote! {
        ::rmlir::core::opdef::RegionDef {
            name: #name, variadic: #variadic, shape: ::rmlir::core::opdef::RegionShape::#shape,
        }
    }
}

fn successor(field: &SuccessorField) -> TokenStream {
    let SuccessorField { named, variadic } = field;
    let name = &named.name;
    quote!(::rmlir::core::opdef::SuccessorDef { name: #name, variadic: #variadic })
}

/// The traits. A name is resolved in `rmlir::core::traits::spelled`, so that an unknown one is reported at its
/// location, with similar names.
fn traits(keys: &Keys) -> TokenStream {
    let spelled = keys.traits.iter().map(|name| quote_spanned!(name.span()=> ::rmlir::core::traits::spelled::#name));
    let has_parent = (!keys.parents.is_empty()).then(|| quote!(::rmlir::core::TraitSet::HAS_PARENT));
    let terminator = keys.terminator.as_ref().map(|_| quote!(::rmlir::core::TraitSet::IMPLICIT_TERMINATOR));
    let all = spelled.chain(has_parent).chain(terminator);
    quote!(::rmlir::core::TraitSet::NONE #(.union(#all))*)
}

/// Each interface as the trait object that `OpDef::interface` returns: the operation's type, without an operation.
fn interfaces(ident: &syn::Ident, keys: &Keys) -> TokenStream {
    if keys.interfaces.is_empty() && keys.eval.is_none() {
        return quote!();
    }
    let of = quote!(::rmlir::core::opdef::Interface::of);
    let eval = keys.eval.as_ref().map(|slot| {
        let function = behavior::EVAL.function(ident, slot);
        quote! {
            #of(&(&::rmlir::interp::EvalBy(#function) as &'static dyn ::rmlir::interp::Eval))
        }
    });
    let objects = keys.interfaces.iter().map(|path| {
        quote_spanned! {path.span()=>
            #of(&(&#ident(()) as &'static dyn #path))
        }
    });
    let objects = objects.chain(eval);
    quote!(def.interfaces = &[#(#objects),*];)
}

fn format(keys: &Keys, fields: &Fields) -> Result<Expanded> {
    let (format, assertions) = match (&keys.format, &keys.parse, &keys.print) {
        (Some(text), ..) => {
            let Expanded { format, assertions } = format::of_op(text, keys, fields)?;
            (quote!(Spec(#format)), assertions)
        }
        (None, Some(parse), Some(print)) => {
            let syntax = quote!(&&::rmlir::core::opdef::OpSyntax { parse: #parse, print: #print });
            (quote!(Custom(::rmlir::core::opdef::Interface::of(#syntax))), quote!())
        }
        (None, Some(lonely), None) | (None, None, Some(lonely)) => {
            return Err(Error::new_spanned(lonely, "`parse` and `print` go together"));
        }
        (None, None, None) => return Ok(Expanded { format: quote!(), assertions: quote!() }),
    };
    Ok(Expanded { format: quote!(def.format = ::rmlir::core::opdef::OpFormat::#format;), assertions })
}

fn canonicalize(ident: &syn::Ident, keys: &Keys) -> Option<TokenStream> {
    let function = match keys.canonicalize.as_ref()? {
        Canonicalize::Trait(span) => behavior::trait_function(ident, "Canonicalizer", "add_patterns", *span),
        Canonicalize::Patterns(patterns) => behavior::adds(patterns),
    };
    Some(quote!(canonicalize = ::core::option::Option::Some(#function)))
}
