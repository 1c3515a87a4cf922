//! `#[pass]`: declares a function, or a struct of options, as a pass.
//!
//! ```text
//! /// Unroll loops.
//! #[pass(name = "toy-unroll", anchor = "func.func")]
//! pub struct Unroll { /** How often. */ #[option(default = 4)] factor: u32 }
//! ```
//! keeps the struct, for which `Pass` is implemented by hand, and adds, with the
//! paths shortened:
//! ```text
//! impl Unroll {
//!     pub const DEF: &'static PassDef = {
//!         static DEF: PassDef = {
//!             let mut def = PassDef::new("toy-unroll", "Unroll", "Unroll loops", |values| {
//!                 let pass = Unroll { factor: values.get("factor") };
//!                 Ok(Box::new(pass))
//!             });
//!             def.doc = "Unroll loops.";
//!             def.anchor = Some("func.func");
//!             def.options = &[OptionDef {
//!                 name: "factor", doc: "How often", kind: <u32 as OptionType>::KIND, default: Some("4"),
//!             }];
//!             def
//!         };
//!         &DEF
//!     };
//! }
//! ```
//! A function `expand` becomes the pass `Box::new(expand)`, and `DEF` belongs to a type `expand` of the same name, as
//! for patterns.

use proc_macro2::TokenStream;
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Error, Expr, Field, Ident, Item, ItemFn, ItemStruct, Lit, LitStr, Path, Result, Token};

use crate::keys::{extend, set, summary, take_docs, unknown};
use crate::names::plain;

#[derive(Default)]
struct Keys {
    name: Option<LitStr>,
    title: Option<LitStr>,
    summary: Option<LitStr>,
    anchor: Option<LitStr>,
    schedule: Option<Expr>,
    depends: Vec<Path>,
    stats: Vec<Stat>,
    check: Option<Expr>,
}

impl Keys {
    fn read(&mut self, meta: &ParseNestedMeta) -> Result<()> {
        let key = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
        match key.as_str() {
            "name" => set(&mut self.name, meta),
            "title" => set(&mut self.title, meta),
            "summary" => set(&mut self.summary, meta),
            "anchor" => set(&mut self.anchor, meta),
            "schedule" => set(&mut self.schedule, meta),
            "depends" => extend(&mut self.depends, meta),
            "stats" => extend(&mut self.stats, meta),
            "check" => set(&mut self.check, meta),
            _ => Err(unknown(meta, "name, title, summary, anchor, schedule, depends(..), stats(..), check")),
        }
    }
}

/// `"name" = "description"`
struct Stat {
    name: LitStr,
    doc: LitStr,
}

impl Parse for Stat {
    fn parse(input: ParseStream) -> Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Self { name, doc: input.parse()? })
    }
}

pub fn expand(args: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let mut keys = Keys::default();
    syn::meta::parser(|meta| keys.read(&meta)).parse2(args)?;
    match syn::parse2(item)? {
        Item::Fn(item) => expand_fn(keys, item),
        Item::Struct(item) => expand_struct(keys, item),
        other => Err(Error::new_spanned(other, "a pass is declared by a function or a struct")),
    }
}

fn expand_fn(keys: Keys, item: ItemFn) -> Result<TokenStream> {
    let (vis, ident) = (&item.vis, &item.sig.ident);
    if item.sig.inputs.len() != 1 {
        return Err(Error::new_spanned(&item.sig, "a pass is a `fn(cx: &mut PassCx) -> PassResult`"));
    }
    if let Some(check) = keys.check {
        return Err(Error::new_spanned(check, "a function has no options to check"));
    }
    let (doc, _) = take_docs(item.attrs.clone());
    let create = quote!(::core::result::Result::Ok(::std::boxed::Box::new(#ident)));
    let constant = constant(&keys, ident, &doc, quote!(|_| #create), quote!())?;
    let link = format!("The pass [`{0}`](fn@{0}).", plain(ident));
    Ok(quote! {
        #item

        #[doc = #link]
        #[allow(non_camel_case_types)]
        #vis struct #ident {}

        impl #ident {
            #constant
        }
    })
}

fn expand_struct(keys: Keys, mut item: ItemStruct) -> Result<TokenStream> {
    if let syn::Fields::Unnamed(fields) = &item.fields {
        return Err(Error::new_spanned(fields, "options have names"));
    }
    let (doc, _) = take_docs(item.attrs.clone());
    let options = item.fields.iter_mut().map(read_option).collect::<Result<Vec<_>>>()?;
    let ident = item.ident.clone();
    let fields = options.iter().map(|Choice { ident, name, .. }| quote!(#ident: values.get(#name)));
    let check = keys.check.as_ref().map(|check| {
        quote! {
            let check: fn(&#ident) -> ::core::result::Result<(), ::std::string::String> = #check;
            check(&pass)?;
        }
    });
    let values = if options.is_empty() { quote!(_values) } else { quote!(values) };
    let create = quote! {
        |#values| {
            let pass = #ident { #(#fields),* };
            #check
            ::core::result::Result::Ok(::std::boxed::Box::new(pass))
        }
    };
    let rows = options.iter().map(Choice::table);
    let table = (!options.is_empty()).then(|| quote!(def.options = &[#(#rows),*];));
    let constant = constant(&keys, &ident, &doc, create, quote!(#table))?;
    Ok(quote! {
        #item

        impl #ident {
            #constant
        }
    })
}

/// An option.
struct Choice {
    ident: Ident,
    name: String,
    doc: String,
    ty: syn::Type,
    default: Option<String>,
}

/// Parses the option that `field` declares, and removes `#[option]` from it.
fn read_option(field: &mut Field) -> Result<Choice> {
    let ident = field.ident.clone().expect("only named fields are read");
    let (doc, attrs) = take_docs(field.attrs.clone());
    let (mut name, mut default): (Option<LitStr>, Option<Lit>) = (None, None);
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("option")) {
        attr.parse_nested_meta(|meta| match meta.path.get_ident().map(Ident::to_string).as_deref() {
            Some("name") => set(&mut name, &meta),
            Some("default") => set(&mut default, &meta),
            _ => Err(unknown(&meta, "name, default")),
        })?;
    }
    field.attrs.retain(|attr| !attr.path().is_ident("option"));
    let name = name.map_or_else(|| plain(&ident).replace('_', "-"), |name| name.value());
    let default = default.map(|default| text(&default)).transpose()?;
    Ok(Choice { ident, name, doc: summary(&doc), ty: field.ty.clone(), default })
}

/// The text of a literal in a pipeline.
fn text(literal: &Lit) -> Result<String> {
    match literal {
        Lit::Str(text) => Ok(text.value()),
        Lit::Int(int) => Ok(int.base10_digits().to_owned()),
        Lit::Float(float) => Ok(float.base10_digits().to_owned()),
        Lit::Bool(bool) => Ok(bool.value.to_string()),
        _ => Err(Error::new_spanned(literal, "a default is a number, `true`, `false` or a string")),
    }
}

impl Choice {
    fn table(&self) -> TokenStream {
        let Self { name, doc, ty, default, .. } = self;
        let default = match default {
            Some(default) => quote!(::core::option::Option::Some(#default)),
            None => quote!(::core::option::Option::None),
        };
        quote! {
            ::rmlir::pass::OptionDef {
                name: #name, doc: #doc, kind: <#ty as ::rmlir::pass::OptionType>::KIND, default: #default,
            }
        }
    }
}

/// The constant `DEF`.
fn constant(keys: &Keys, ident: &Ident, doc: &str, create: TokenStream, options: TokenStream) -> Result<TokenStream> {
    let Keys { name, title, summary: given, anchor, schedule, depends, stats, .. } = keys;
    let Some(name) = name else {
        return Err(Error::new(ident.span(), "the key `name = \"pass-name\"` is missing"));
    };
    let title = title.as_ref().map_or_else(|| camel(&plain(ident)), LitStr::value);
    let summary = given.as_ref().map_or_else(|| summary(doc), LitStr::value);
    if summary.is_empty() {
        return Err(Error::new(ident.span(), "a pass has a doc comment: its first paragraph is shown by `--help`"));
    }
    let anchor = anchor.as_ref().map(|anchor| quote!(def.anchor = ::core::option::Option::Some(#anchor);));
    let schedule = schedule.as_ref().map(|check| quote!(def.schedule = ::core::option::Option::Some(#check);));
    let depends =
        (!depends.is_empty()).then(|| quote!(def.depends = &[#(<#depends as ::rmlir::core::Dialect>::DEF),*];));
    let rows = stats.iter().map(|Stat { name, doc }| quote!(::rmlir::pass::StatDef { name: #name, doc: #doc }));
    let stats = (!stats.is_empty()).then(|| quote!(def.stats = &[#(#rows),*];));
    Ok(quote! {
        /// The declaration.
        #[allow(dead_code)]
        pub const DEF: &'static ::rmlir::pass::PassDef = {
            static DEF: ::rmlir::pass::PassDef = {
                let mut def = ::rmlir::pass::PassDef::new(#name, #title, #summary, #create);
                def.doc = #doc;
                #anchor
                #schedule
                #depends
                #options
                #stats
                def
            };
            &DEF
        };
    })
}

/// `expand_scale` as `ExpandScale`.
fn camel(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    name.split('_').map(capital).collect()
}
