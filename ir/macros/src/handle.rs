//! `#[ty]`, and `#[attr]` on structs: a type or attribute with parameters.
//!
//! ```text
//! /// A box.
//! #[ty(name = "toy.box", format = "`<` $element `,` $label `>`")]
//! pub struct BoxType { pub element: Type, pub label: &str }
//! ```
//! expands to, with the paths shortened:
//! ```text
//! /// A box.
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! pub struct BoxType { ty: Type }
//!
//! pub static BoxType: TypeConstraint =
//!     TypeConstraint::new("A box", |cx, ty| of_type(cx, ty, <BoxType as DialectType>::DEF).is_some());
//!
//! impl DialectType for BoxType {
//!     const DEF: &'static TypeDef = {
//!         static DEF: TypeDef = {
//!             let mut def = TypeDef::new("toy.box", "A box.");
//!             def.params = &[ParamDef {
//!                 name: "element", constraint: <Type as Param<'static>>::CONSTRAINT, optional: <..>::OPTIONAL,
//!             }, ..];
//!             def.format = ParamsFormat::Spec(Format { text: "`<` $element `,` $label `>`", elements: &[..] });
//!             def
//!         };
//!         &DEF
//!     };
//!     const NAME: &'static str = "toy.box";
//!     fn from_type(cx: &Context, ty: Type) -> Option<Self> { .. }
//!     fn ty(self) -> Type { self.ty }
//! }
//! impl From<BoxType> for Type { .. }
//!
//! impl BoxType {
//!     pub fn get<'c>(cx: &'c Context, element: Type, label: &'c str) -> Self { .. }
//!     pub fn element<'c>(self, cx: &'c Context) -> Type { load(cx, self.params(cx), 0) }
//!     pub fn label<'c>(self, cx: &'c Context) -> &'c str { load(cx, self.params(cx), 1) }
//!     fn params(self, cx: &Context) -> &[Attr] { .. }
//! }
//! ```
//! The struct has braces so that the constraint, a value, can have its name: `#[operand] input: BoxType` refers to the
//! constraint.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::meta::ParseNestedMeta;
use syn::{Error, Expr, Field, Fields, Ident, ItemStruct, Lifetime, LitStr, Path, Result, Type};

use crate::format::{self, Expanded};
use crate::keys::{doc_or, extend, set, take_docs, unknown};
use crate::names::{self, plain};

/// The kind of the declaration: the two differ in names only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Type,
    Attr,
}

/// The keys of `#[ty(..)]` and `#[attr(..)]`.
#[derive(Default)]
pub struct Keys {
    pub name: Option<LitStr>,
    pub summary: Option<LitStr>,
    pub format: Option<LitStr>,
    parse: Option<Expr>,
    print: Option<Expr>,
    verify: Option<Expr>,
    typed: Option<Expr>,
    location: bool,
    interfaces: Vec<Path>,
}

impl Keys {
    pub fn read(&mut self, kind: Kind, meta: &ParseNestedMeta) -> Result<()> {
        let key = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
        match key.as_str() {
            "name" => set(&mut self.name, meta),
            "summary" => set(&mut self.summary, meta),
            "format" => set(&mut self.format, meta),
            "parse" => set(&mut self.parse, meta),
            "print" => set(&mut self.print, meta),
            "verify" => set(&mut self.verify, meta),
            "typed" if kind == Kind::Attr => set(&mut self.typed, meta),
            "location" if kind == Kind::Attr => {
                self.location = true;
                Ok(())
            }
            "interfaces" => extend(&mut self.interfaces, meta),
            _ if kind == Kind::Type => {
                Err(unknown(meta, "name, summary, format, parse, print, verify, interfaces(..)"))
            }
            _ => Err(unknown(
                meta,
                "name, summary, format; on structs parse, print, verify, interfaces(..), typed, location; on enums int, bits, called",
            )),
        }
    }

    /// The assignments to a definition's fields.
    fn assignments(&self, kind: Kind, ident: &Ident, params: &[Param]) -> Result<TokenStream> {
        let format = match (&self.format, &self.parse, &self.print) {
            (Some(text), None, None) => {
                let types = params.iter().map(|param| with_lifetime(&param.ty, "'static")).collect::<Vec<_>>();
                let names = params.iter().map(|param| plain(&param.ident));
                let params = names.zip(&types).map(|(name, ty)| format::Param { name, ty });
                let Expanded { format, assertions } = format::of_params(text, &params.collect::<Vec<_>>())?;
                quote!(#assertions def.format = ::rmlir::core::dialect::ParamsFormat::Spec(#format);)
            }
            (None, Some(parse), Some(print)) => quote! {
                def.format = ::rmlir::core::dialect::ParamsFormat::Custom(::rmlir::core::opdef::Interface::of(
                    &&::rmlir::core::dialect::ParamsSyntax { parse: #parse, print: #print },
                ));
            },
            (None, None, None) if params.is_empty() => quote!(),
            _ => {
                let message = "parameters need either a `format`, or `parse` and `print`";
                return Err(Error::new(ident.span(), message));
            }
        };
        let verify = self.verify.as_ref().map(|check| quote!(def.verify = ::core::option::Option::Some(&#check);));
        let typed = self.typed.as_ref().map(|typed| quote!(def.typed = ::core::option::Option::Some(#typed);));
        let location = self.location.then(|| quote!(def.is_location = true;));
        let interfaces = self.interfaces(kind, ident);
        Ok(quote!(#format #verify #typed #location #interfaces))
    }

    fn interfaces(&self, kind: Kind, ident: &Ident) -> TokenStream {
        if self.interfaces.is_empty() {
            return quote!();
        }
        let ((_, field), any) = (kind.data(), kind.any());
        let objects = self.interfaces.iter().map(|path| {
            let object = quote!(&(&#ident { #field: #any } as &'static dyn #path));
            quote!(#object as &(dyn ::core::any::Any + ::core::marker::Send + ::core::marker::Sync))
        });
        quote!(def.interfaces = &[#(#objects),*];)
    }
}

/// The summary of the constraint: the given one, else that of the documentation.
pub fn summary(given: &Option<LitStr>, doc: &str, ident: &Ident) -> String {
    given.as_ref().map_or_else(|| doc_or(&crate::keys::summary(doc), plain(ident)), LitStr::value)
}

pub fn expand(kind: Kind, keys: Keys, name: LitStr, item: ItemStruct) -> Result<TokenStream> {
    let ItemStruct { vis, ident, attrs, fields, .. } = item;
    let (doc, attrs) = take_docs(attrs);
    let summary = summary(&keys.summary, &doc, &ident);
    let params = read_params(fields)?;
    let table = table(kind, &name, &doc, &params, keys.assignments(kind, &ident, &params)?);
    let constraint = constraint(kind, &ident, &summary, !params.is_empty());
    let constraint_doc = format!("The constraint: {summary}.");
    let handle = handle(kind, &ident, &table);
    let methods = methods(kind, &ident, &params);
    let taken = names::taken(&name, &ident);
    let (data, field) = kind.data();
    Ok(quote! {
        #[doc = #doc]
        #(#attrs)*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #vis struct #ident {
            #field: #data,
        }

        #[doc = #constraint_doc]
        #[allow(non_upper_case_globals)]
        #vis static #constraint

        #handle

        impl ::core::convert::From<#ident> for #data {
            fn from(handle: #ident) -> Self {
                handle.#field
            }
        }

        #[allow(dead_code, non_snake_case)]
        impl #ident {
            #methods
            #taken
        }
    })
}

impl Kind {
    /// `Type` or `Attr`, and the field of the handle that stores it.
    fn data(self) -> (TokenStream, Ident) {
        match self {
            Kind::Type => (quote!(::rmlir::core::Type), Ident::new("ty", Span::call_site())),
            Kind::Attr => (quote!(::rmlir::core::Attr), Ident::new("attr", Span::call_site())),
        }
    }

    /// A handle for calls of interface methods, which have the type or attribute as an argument.
    fn any(self) -> TokenStream {
        match self {
            Kind::Type => quote!(::rmlir::core::Type::NONE),
            Kind::Attr => quote!(::rmlir::core::Attr::ABSENT),
        }
    }

    fn def(self) -> TokenStream {
        match self {
            Kind::Type => quote!(::rmlir::core::dialect::TypeDef),
            Kind::Attr => quote!(::rmlir::core::dialect::AttrDef),
        }
    }

    fn handle(self) -> TokenStream {
        match self {
            Kind::Type => quote!(::rmlir::core::DialectType),
            Kind::Attr => quote!(::rmlir::core::DialectAttr),
        }
    }

    /// The library function `stem_type` or `stem_attr`.
    fn function(self, stem: &str) -> TokenStream {
        let name = format_ident!("{stem}_{}", if self == Kind::Type { "type" } else { "attr" });
        quote!(::rmlir::core::params::#name)
    }
}

/// A parameter.
struct Param {
    ident: Ident,
    doc: String,
    /// The Rust type, with `'c` for elided lifetimes.
    ty: Type,
    constraint: Option<Path>,
}

fn read_params(fields: Fields) -> Result<Vec<Param>> {
    if let Fields::Unnamed(_) = fields {
        return Err(Error::new_spanned(fields, "parameters have names"));
    }
    fields.into_iter().map(read_param).collect()
}

fn read_param(field: Field) -> Result<Param> {
    let (doc, attrs) = take_docs(field.attrs);
    let mut constraint = None;
    for attr in attrs {
        if !attr.path().is_ident("param") {
            return Err(Error::new_spanned(attr, "only `#[param(constraint = ..)]` is allowed here"));
        }
        attr.parse_nested_meta(|meta| match meta.path.is_ident("constraint") {
            true => set(&mut constraint, &meta),
            false => Err(unknown(&meta, "constraint")),
        })?;
    }
    let mut ty = field.ty;
    name_lifetimes(&mut ty, "'c");
    Ok(Param { ident: field.ident.expect("only named fields are read"), doc, ty, constraint })
}

/// `ty` with the lifetime `lifetime` for all references.
fn with_lifetime(ty: &Type, lifetime: &str) -> Type {
    let mut ty = ty.clone();
    name_lifetimes(&mut ty, lifetime);
    ty
}

/// Sets the lifetime of references to `lifetime`.
fn name_lifetimes(ty: &mut Type, lifetime: &str) {
    match ty {
        Type::Group(group) => name_lifetimes(&mut group.elem, lifetime),
        Type::Reference(reference) => reference.lifetime = Some(Lifetime::new(lifetime, Span::call_site())),
        Type::Path(path) => {
            for segment in &mut path.path.segments {
                let syn::PathArguments::AngleBracketed(args) = &mut segment.arguments else { continue };
                for arg in &mut args.args {
                    if let syn::GenericArgument::Type(inner) = arg {
                        name_lifetimes(inner, lifetime);
                    }
                }
            }
        }
        _ => {}
    }
}

fn table(kind: Kind, name: &LitStr, doc: &str, params: &[Param], rest: TokenStream) -> TokenStream {
    let rows = params.iter().map(|Param { ident, ty, constraint, .. }| {
        let name = plain(ident);
        let ty = with_lifetime(ty, "'static");
        let param = quote!(<#ty as ::rmlir::core::params::Param<'static>>);
        let constraint = constraint.as_ref().map_or_else(|| quote!(#param::CONSTRAINT), |path| quote!(&#path));
        quote! {
            ::rmlir::core::dialect::ParamDef { name: #name, constraint: #constraint, optional: #param::OPTIONAL }
        }
    });
    let params = (!params.is_empty()).then(|| quote!(def.params = &[#(#rows),*];));
    let def = kind.def();
    quote! {
        const DEF: &'static #def = {
            static DEF: #def = {
                #[allow(unused_mut)]
                let mut def = #def::new(#name, #doc);
                #params
                #rest
                def
            };
            &DEF
        };
        const NAME: &'static str = #name;
    }
}

/// The constraint of a handle. A type without parameters is buildable.
fn constraint(kind: Kind, ident: &Ident, summary: &str, has_params: bool) -> TokenStream {
    let (handle, of) = (kind.handle(), kind.function("of"));
    let check = quote!(|cx, it| #of(cx, it, <#ident as #handle>::DEF).is_some());
    match kind {
        Kind::Type if has_params => quote! {
            #ident: ::rmlir::core::opdef::TypeConstraint = ::rmlir::core::opdef::TypeConstraint::new(#summary, #check);
        },
        Kind::Type => quote! {
            #ident: ::rmlir::core::opdef::TypeConstraint = ::rmlir::core::opdef::TypeConstraint {
                builds: ::core::option::Option::Some(|cx| ::rmlir::core::DialectType::ty(#ident::get(cx))),
                ..::rmlir::core::opdef::TypeConstraint::new(#summary, #check)
            };
        },
        Kind::Attr => quote! {
            #ident: ::rmlir::core::opdef::AttrConstraint = ::rmlir::core::opdef::AttrConstraint {
                asm: ::rmlir::core::opdef::AttrAsm::Stripped(<#ident as #handle>::DEF),
                ..::rmlir::core::opdef::AttrConstraint::new(#summary, #check)
            };
        },
    }
}

fn handle(kind: Kind, ident: &Ident, table: &TokenStream) -> TokenStream {
    let (handle, of) = (kind.handle(), kind.function("of"));
    let option = quote!(::core::option::Option<Self>);
    let methods = match kind {
        Kind::Type => quote! {
            fn from_type(cx: &::rmlir::core::Context, ty: ::rmlir::core::Type) -> #option {
                #of(cx, ty, Self::DEF).map(|_| Self { ty })
            }
            fn ty(self) -> ::rmlir::core::Type {
                self.ty
            }
        },
        Kind::Attr => quote! {
            fn from_attr(cx: &::rmlir::core::Context, attr: ::rmlir::core::Attr) -> #option {
                #of(cx, attr, Self::DEF).map(|_| Self { attr })
            }
            fn attr(self, _cx: &::rmlir::core::Context) -> ::rmlir::core::Attr {
                self.attr
            }
        },
    };
    let param = (kind == Kind::Attr).then(|| {
        let load = quote!(<Self as ::rmlir::core::DialectAttr>::from_attr(cx, attr));
        let prop = prop_type(ident, &load, &quote!(::rmlir::core::props::PropValue::Attr(self.attr)));
        let param = param_of_dialect_attr(ident);
        quote!(#param #prop)
    });
    quote! {
        impl #handle for #ident {
            #table
            #methods
        }
        #param
    }
}

fn methods(kind: Kind, ident: &Ident, params: &[Param]) -> TokenStream {
    let (data, field) = kind.data();
    let (make, of, handle) = (kind.function("make"), kind.function("of"), kind.handle());
    let declared = params.iter().map(|Param { ident, ty, .. }| quote!(#ident: #ty));
    let stored = params.iter().map(|Param { ident, .. }| quote!(::rmlir::core::params::Param::store(#ident, cx)));
    let get_doc = format!("The `{}` with these parameters.", plain(ident));
    let accessors = params.iter().enumerate().map(|(index, Param { ident, doc, ty, .. })| {
        let doc = doc_or(doc, format!("The parameter `{}`.", plain(ident)));
        quote! {
            #[doc = #doc]
            pub fn #ident<'c>(self, cx: &'c ::rmlir::core::Context) -> #ty {
                ::rmlir::core::params::load(cx, self.params(cx), #index)
            }
        }
    });
    let plain_handle = (kind == Kind::Attr).then(|| {
        quote! {
            /// The handle as a plain attribute or type.
            pub fn attr(self) -> #data {
                self.#field
            }
        }
    });
    quote! {
        #[doc = #get_doc]
        #[allow(clippy::too_many_arguments)]
        pub fn get<'c>(cx: &'c ::rmlir::core::Context, #(#declared),*) -> Self {
            Self { #field: #make(cx, <Self as #handle>::DEF, [#(#stored),*]) }
        }
        #plain_handle
        #(#accessors)*
        fn params(self, cx: &::rmlir::core::Context) -> &[::rmlir::core::Attr] {
            #of(cx, self.#field, <Self as #handle>::DEF).expect("a handle is of its kind")
        }
    }
}

/// The Rust type of properties of an attribute is the handle or enumeration itself; `value` is its `PropValue`.
pub fn prop_type(ident: &Ident, load: &TokenStream, value: &TokenStream) -> TokenStream {
    quote! {
        impl ::rmlir::core::props::PropType for #ident {
            type Rust<'c> = Self;
            fn load(cx: &::rmlir::core::Context, attr: ::rmlir::core::Attr) -> ::core::option::Option<Self> {
                #load
            }
        }
        impl ::rmlir::core::props::IntoProp<#ident> for #ident {
            fn into_prop(self) -> ::rmlir::core::props::PropValue {
                #value
            }
        }
        impl ::core::convert::From<#ident> for ::rmlir::core::props::PropValue {
            fn from(value: #ident) -> Self {
                ::rmlir::core::props::IntoProp::<#ident>::into_prop(value)
            }
        }
    }
}

/// The implementation of `Param` for the handle of a dialect's attribute.
fn param_of_dialect_attr(ident: &Ident) -> TokenStream {
    quote! {
        impl<'c> ::rmlir::core::params::Param<'c> for #ident {
            const CONSTRAINT: &'static ::rmlir::core::opdef::AttrConstraint = &#ident;
            fn store(self, cx: &'c ::rmlir::core::Context) -> ::rmlir::core::Attr {
                ::rmlir::core::DialectAttr::attr(self, cx)
            }
            fn load(cx: &'c ::rmlir::core::Context, attr: ::rmlir::core::Attr) -> ::core::option::Option<Self> {
                <Self as ::rmlir::core::DialectAttr>::from_attr(cx, attr)
            }
        }
    }
}
