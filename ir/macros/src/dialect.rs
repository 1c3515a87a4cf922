//! `dialect!`: the table of a dialect.
//!
//! ```text
//! dialect! {
//!     /// A toy.
//!     pub Toy = "toy" {
//!         types: [BoxType], attrs: [Mode], ops: [Scale, Scope], passes: [expand], depends: [Arith], hooks: ToyHooks,
//!     }
//! }
//! ```
//! expands to, with the paths shortened:
//! ```text
//! /// A toy.
//! #[derive(Clone, Copy, Debug)]
//! pub struct Toy;
//! impl Dialect for Toy {
//!     const DEF: &'static DialectDef = &DialectDef {
//!         name: "toy",
//!         doc: "A toy.",
//!         ops: &[<Scale as Op>::DEF, <Scope as Op>::DEF],
//!         types: &[<BoxType as DialectType>::DEF],
//!         attrs: &[<Mode as DialectAttr>::DEF],
//!         depends: &[<Arith as Dialect>::DEF],
//!         hooks: Interface::of(&(&ToyHooks as &dyn DialectHooks)),
//!     };
//!     const PASSES: &'static [&'static (dyn Any + Send + Sync)] = &[&expand::DEF];
//! }
//! const _: () = { .. }; // No two operations have the same name: see `distinct_names`.
//! ```

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, Ident, LitStr, Path, Result, Token, Visibility};

use crate::keys::take_docs;

struct Decl {
    attrs: Vec<Attribute>,
    vis: Visibility,
    ident: Ident,
    name: LitStr,
    types: Vec<Path>,
    attributes: Vec<Path>,
    ops: Vec<Path>,
    passes: Vec<Path>,
    depends: Vec<Path>,
    hooks: Option<Expr>,
}

impl Parse for Decl {
    fn parse(input: ParseStream) -> Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let ident = input.parse()?;
        input.parse::<Token![=]>()?;
        let name = input.parse()?;
        let (types, attributes, ops, passes, depends) = Default::default();
        let mut decl = Self { attrs, vis, ident, name, types, attributes, ops, passes, depends, hooks: None };
        let content;
        syn::braced!(content in input);
        while !content.is_empty() {
            decl.read_key(&content)?;
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        Ok(decl)
    }
}

impl Decl {
    fn read_key(&mut self, input: ParseStream) -> Result<()> {
        let key: Ident = input.parse()?;
        input.parse::<Token![:]>()?;
        let list = match key.to_string().as_str() {
            "types" => &mut self.types,
            "attrs" => &mut self.attributes,
            "ops" => &mut self.ops,
            "passes" => &mut self.passes,
            "depends" => &mut self.depends,
            "hooks" => {
                self.hooks = Some(input.parse()?);
                return Ok(());
            }
            _ => {
                return Err(Error::new(
                    key.span(),
                    "unknown key; the keys are: types, attrs, ops, passes, depends, hooks",
                ));
            }
        };
        if !list.is_empty() {
            return Err(Error::new(key.span(), format!("'{key}' is said twice")));
        }
        let content;
        syn::bracketed!(content in input);
        list.extend(Punctuated::<Path, Token![,]>::parse_terminated(&content)?);
        Ok(())
    }
}

pub fn expand(input: TokenStream) -> Result<TokenStream> {
    let Decl { attrs, vis, ident, name, types, attributes, ops, passes, depends, hooks } = syn::parse2(input)?;
    let (doc, attrs) = take_docs(attrs);
    let distinct = [
        distinct_names(&quote!(::rmlir::core::Op), &ops),
        distinct_names(&quote!(::rmlir::core::params::DialectType), &types),
        distinct_names(&quote!(::rmlir::core::params::DialectAttr), &attributes),
    ];
    let hooks = match hooks {
        None => quote!(::rmlir::core::dialect::NoHooks::INTERFACE),
        Some(hooks) => quote! {
            ::rmlir::core::opdef::Interface::of(&(&#hooks as &'static dyn ::rmlir::core::dialect::DialectHooks))
        },
    };
    let passes = (!passes.is_empty()).then(|| {
        quote! {
            const PASSES: &'static [&'static (dyn ::core::any::Any + ::core::marker::Send + ::core::marker::Sync)] =
                &[#(&<#passes>::DEF),*];
        }
    });
    Ok(quote! {
        #[doc = #doc]
        #(#attrs)*
        #[derive(Clone, Copy, Debug)]
        #vis struct #ident;

        impl ::rmlir::core::Dialect for #ident {
            const DEF: &'static ::rmlir::core::dialect::DialectDef = &::rmlir::core::dialect::DialectDef {
                name: #name,
                doc: #doc,
                ops: &[#(<#ops as ::rmlir::core::Op>::DEF),*],
                types: &[#(<#types as ::rmlir::core::params::DialectType>::DEF),*],
                attrs: &[#(<#attributes as ::rmlir::core::params::DialectAttr>::DEF),*],
                depends: &[#(<#depends as ::rmlir::core::Dialect>::DEF),*],
                hooks: #hooks,
            };
            #passes
        }

        #(#distinct)*
    })
}

/// Asserts that no two of `items` have the same name; an error points at the second, with a note at its name.
fn distinct_names(of: &TokenStream, items: &[Path]) -> TokenStream {
    if items.len() < 2 {
        return quote!();
    }
    let idents = items.iter().map(|path| quote!(#path).to_string().replace(' ', ""));
    let arms = items.iter().enumerate().map(|(number, path)| {
        // The span of the error is the path, with a note at the name that the path declares.
        let span = path.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
        quote_spanned!(span=> #number => <#path>::name_is_taken(IDENTS[first]),)
    });
    quote! {
        const _: () = {
            const IDENTS: &[&str] = &[#(#idents),*];
            const NAMES: &[&str] = &[#(<#items as #of>::NAME),*];
            if let ::core::option::Option::Some((first, second)) = ::rmlir::core::dialect::duplicate_name(NAMES) {
                match second {
                    #(#arms)*
                    _ => {}
                }
            }
        };
    }
}
