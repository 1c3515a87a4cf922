//! `#[attr]`: on a struct as in `handle`; on an enum, keywords.
//!
//! With `name` an enum is an attribute of the dialect:
//! ```text
//! /// How exact.
//! #[attr(name = "toy.mode")]
//! pub enum Mode { Fast, #[case("really-exact")] Exact }
//! ```
//! expands to, with the paths shortened:
//! ```text
//! /// How exact.
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! pub enum Mode { Fast, Exact }
//!
//! impl EnumAttr for Mode {
//!     const ENUM: &'static EnumDef = {
//!         static ENUM: EnumDef =
//!             EnumDef { name: "Mode", cases: &[("fast", 0), ("really-exact", 1)], bits: None };
//!         &ENUM
//!     };
//!     const WIDTH: u32 = 32;
//!     fn from_value(value: u64) -> Option<Self> { match value { 0 => Some(Self::Fast), .. } }
//!     fn value(self) -> u64 { match self { Self::Fast => 0, .. } }
//! }
//! impl DialectAttr for Mode { const DEF: &'static AttrDef = ..; .. }
//!
//! pub static Mode: AttrConstraint = AttrConstraint { asm: AttrAsm::Stripped(<Mode as DialectAttr>::DEF), .. };
//! ```
//! With `int = 64` it is stored as an `i64` instead, and formats write the
//! keyword alone: `Mode` gets inherent `attr` and `from_attr` in place of the
//! `DialectAttr`, and the constraint has `AttrAsm::IntEnum(Mode::ENUM, 64)`.
//!
//! With `bits = "|"` values are sets: instead of an enum there is a
//! `struct Mode { bits: u64 }` with a constant for each case.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::Parser;
use syn::{Error, Expr, ExprLit, Ident, Item, ItemEnum, Lit, LitInt, LitStr, Result, Variant, Visibility, parse_quote};

use crate::format;
use crate::handle::{self, Keys, Kind, prop_type};
use crate::keys::{full_name, set, take_docs};
use crate::names::{self, plain, snake};

/// The keys that only enums have.
#[derive(Default)]
struct EnumKeys {
    int: Option<LitInt>,
    bits: Option<LitStr>,
    called: Option<LitStr>,
}

pub fn expand(args: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let item: Item = syn::parse2(item)?;
    let (mut keys, mut of_enum) = (Keys::default(), EnumKeys::default());
    let is_enum = matches!(item, Item::Enum(_));
    let read = syn::meta::parser(|meta| {
        let key = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
        match key.as_str() {
            "int" if is_enum => set(&mut of_enum.int, &meta),
            "bits" if is_enum => set(&mut of_enum.bits, &meta),
            "called" if is_enum => set(&mut of_enum.called, &meta),
            _ => keys.read(Kind::Attr, &meta),
        }
    });
    read.parse2(args)?;
    match item {
        Item::Struct(item) => {
            let name = full_name(keys.name.take(), &item.ident)?;
            handle::expand(Kind::Attr, keys, name, item)
        }
        Item::Enum(item) => expand_enum(keys, of_enum, item),
        other => Err(Error::new_spanned(other, "an attribute is declared by a struct or an enum")),
    }
}

/// A case of an enumeration.
struct Case {
    ident: Ident,
    keyword: String,
    value: u64,
    doc: String,
}

fn expand_enum(mut keys: Keys, of_enum: EnumKeys, item: ItemEnum) -> Result<TokenStream> {
    let ItemEnum { vis, ident, attrs, variants, .. } = item;
    let (doc, attrs) = take_docs(attrs);
    let is_bits = of_enum.bits.is_some();
    let cases = read_cases(variants.into_iter(), is_bits)?;
    let called = of_enum.called.as_ref().map_or_else(|| plain(&ident), LitStr::value);
    let width = of_enum.int.as_ref().map_or(Ok(32), LitInt::base10_parse::<u32>)?;
    let bits = match &of_enum.bits {
        Some(separator) => quote!(::core::option::Option::Some(#separator)),
        None => quote!(::core::option::Option::None),
    };
    let rows = cases.iter().map(|Case { keyword, value, .. }| quote!((#keyword, #value)));
    let table = quote!(::rmlir::core::opdef::EnumDef { name: #called, cases: &[#(#rows),*], bits: #bits });
    let (item, conversions) = match is_bits {
        true => (bits_item(&vis, &ident, &cases), bits_conversions(&cases)),
        false => (enum_item(&vis, &ident, &cases), enum_conversions(&cases)),
    };
    let form = match (&of_enum.int, keys.name.take()) {
        (Some(_), None) => int_form(&vis, &ident, int_summary(&keys, &cases, width)),
        (None, name) => {
            let name = full_name(name, &ident)?;
            dialect_form(&vis, &ident, &name, &doc, &keys)?
        }
        (Some(int), Some(_)) => {
            return Err(Error::new(int.span(), "an enumeration has either a `name` or is stored as an `int`"));
        }
    };
    Ok(quote! {
        #[doc = #doc]
        #(#attrs)*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #item

        impl ::rmlir::core::EnumAttr for #ident {
            const ENUM: &'static ::rmlir::core::opdef::EnumDef = {
                static ENUM: ::rmlir::core::opdef::EnumDef = #table;
                &ENUM
            };
            const WIDTH: u32 = #width;
            #conversions
        }

        #form
    })
}

/// The values of cases: each is the previous one plus one; those of bit sets are powers of two.
fn read_cases(variants: impl Iterator<Item = Variant>, is_bits: bool) -> Result<Vec<Case>> {
    let mut cases: Vec<Case> = Vec::new();
    for variant in variants {
        if !variant.fields.is_empty() {
            return Err(Error::new_spanned(variant.fields, "a case is a keyword and has no fields"));
        }
        let next = match cases.last().map(|case| case.value) {
            None => u64::from(is_bits),
            Some(0) => 1,
            Some(last) if is_bits => last << 1,
            Some(last) => last + 1,
        };
        let value = variant.discriminant.map_or(Ok(next), |(_, value)| literal(&value))?;
        let (doc, attrs) = take_docs(variant.attrs);
        let mut keyword = snake(&plain(&variant.ident));
        for attr in attrs {
            if !attr.path().is_ident("case") {
                return Err(Error::new_spanned(attr, "only `#[case(\"keyword\")]` is allowed here"));
            }
            keyword = attr.parse_args::<LitStr>()?.value();
        }
        cases.push(Case { ident: variant.ident, keyword, value, doc });
    }
    Ok(cases)
}

fn literal(value: &Expr) -> Result<u64> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => int.base10_parse(),
        _ => Err(Error::new_spanned(value, "the value of a case is an integer literal")),
    }
}

fn case_doc(case: &Case) -> String {
    crate::keys::doc_or(&case.doc, format!("`{}`", case.keyword))
}

fn enum_item(vis: &Visibility, ident: &Ident, cases: &[Case]) -> TokenStream {
    let (docs, cases) = (cases.iter().map(case_doc), cases.iter().map(|case| &case.ident));
    quote!(#vis enum #ident { #(#[doc = #docs] #cases),* })
}

fn enum_conversions(cases: &[Case]) -> TokenStream {
    let idents = cases.iter().map(|case| &case.ident);
    let values = cases.iter().map(|case| case.value);
    let (idents_again, values_again) = (idents.clone(), values.clone());
    quote! {
        fn from_value(value: u64) -> ::core::option::Option<Self> {
            match value {
                #(#values => ::core::option::Option::Some(Self::#idents),)*
                _ => ::core::option::Option::None,
            }
        }
        fn value(self) -> u64 {
            match self {
                #(Self::#idents_again => #values_again,)*
            }
        }
    }
}

fn bits_item(vis: &Visibility, ident: &Ident, cases: &[Case]) -> TokenStream {
    let docs = cases.iter().map(case_doc);
    let names = cases.iter().map(|case| &case.ident);
    let values = cases.iter().map(|case| case.value);
    quote! {
        #vis struct #ident {
            bits: u64,
        }

        #[allow(dead_code, non_upper_case_globals)]
        impl #ident {
            #(#[doc = #docs] pub const #names: Self = Self { bits: #values };)*

            /// Whether all bits of `other` are in this set.
            pub const fn contains(self, other: Self) -> bool {
                self.bits & other.bits == other.bits
            }

            /// The union of both sets.
            pub const fn union(self, other: Self) -> Self {
                Self { bits: self.bits | other.bits }
            }

            /// The intersection of both sets.
            pub const fn intersection(self, other: Self) -> Self {
                Self { bits: self.bits & other.bits }
            }
        }
    }
}

fn bits_conversions(cases: &[Case]) -> TokenStream {
    let all = cases.iter().fold(0, |all, case| all | case.value);
    quote! {
        fn from_value(value: u64) -> ::core::option::Option<Self> {
            (value & !#all == 0).then_some(Self { bits: value })
        }
        fn value(self) -> u64 {
            self.bits
        }
    }
}

/// Upstream's summary of an enumeration that is stored as an integer.
fn int_summary(keys: &Keys, cases: &[Case], width: u32) -> String {
    let values: Vec<String> = cases.iter().map(|case| case.value.to_string()).collect();
    let words = format!("allowed {width}-bit signless integer cases: {}", values.join(", "));
    keys.summary.as_ref().map_or(words, LitStr::value)
}

fn constraint(vis: &Visibility, ident: &Ident, summary: &str, asm: TokenStream, check: TokenStream) -> TokenStream {
    let doc = format!("The constraint: {summary}.");
    quote! {
        #[doc = #doc]
        #[allow(non_upper_case_globals)]
        #vis static #ident: ::rmlir::core::opdef::AttrConstraint = ::rmlir::core::opdef::AttrConstraint {
            asm: ::rmlir::core::opdef::AttrAsm::#asm,
            ..::rmlir::core::opdef::AttrConstraint::new(#summary, |cx, attr| #check)
        };
    }
}

fn int_form(vis: &Visibility, ident: &Ident, summary: String) -> TokenStream {
    let asm = quote!(IntEnum(<#ident as ::rmlir::core::EnumAttr>::ENUM, <#ident as ::rmlir::core::EnumAttr>::WIDTH));
    let constraint = constraint(vis, ident, &summary, asm, quote!(#ident::from_attr(cx, attr).is_some()));
    let prop = prop_type_of_enum(ident, &quote!(Self::from_attr(cx, attr)), &quote!(case.attr(cx)));
    quote! {
        #constraint
        #prop

        #[allow(dead_code)]
        impl #ident {
            /// The case that an integer attribute stores.
            pub fn from_attr(cx: &::rmlir::core::Context, attr: ::rmlir::core::Attr) -> ::core::option::Option<Self> {
                ::rmlir::core::params::load_enum(cx, attr)
            }

            /// The integer attribute.
            pub fn attr(self, cx: &::rmlir::core::Context) -> ::rmlir::core::Attr {
                ::rmlir::core::params::store_enum(cx, self)
            }
        }
    }
}

fn dialect_form(vis: &Visibility, ident: &Ident, name: &LitStr, doc: &str, keys: &Keys) -> Result<TokenStream> {
    let format = keys.format.clone().unwrap_or_else(|| LitStr::new("`<` $value `>`", ident.span()));
    let value = format::Param { name: "value".to_owned(), ty: &parse_quote!(i64) };
    let format = format::of_params(&format, &[value])?.format;
    let taken = names::taken(name, ident);
    let summary = handle::summary(&keys.summary, doc, ident);
    let asm = quote!(Stripped(<#ident as ::rmlir::core::DialectAttr>::DEF));
    let check = quote!(<#ident as ::rmlir::core::DialectAttr>::from_attr(cx, attr).is_some());
    let constraint = constraint(vis, ident, &summary, asm, check);
    let load = quote!(<Self as ::rmlir::core::DialectAttr>::from_attr(cx, attr));
    let prop = prop_type_of_enum(ident, &load, &quote!(::rmlir::core::DialectAttr::attr(case, cx)));
    Ok(quote! {
        #constraint
        #prop

        impl #ident {
            #taken
        }

        impl ::rmlir::core::DialectAttr for #ident {
            const DEF: &'static ::rmlir::core::dialect::AttrDef = {
                static DEF: ::rmlir::core::dialect::AttrDef = {
                    let mut def = ::rmlir::core::dialect::AttrDef::new(#name, #doc);
                    def.params = &[::rmlir::core::dialect::ParamDef {
                        name: "value",
                        constraint: <#ident as ::rmlir::core::params::Param<'static>>::CONSTRAINT,
                        optional: false,
                    }];
                    def.format = ::rmlir::core::dialect::ParamsFormat::Spec(#format);
                    def
                };
                &DEF
            };
            const NAME: &'static str = #name;
            fn from_attr(cx: &::rmlir::core::Context, attr: ::rmlir::core::Attr) -> ::core::option::Option<Self> {
                let params = ::rmlir::core::params::of_attr(cx, attr, Self::DEF)?;
                ::rmlir::core::params::load_enum(cx, params[0])
            }
            fn attr(self, cx: &::rmlir::core::Context) -> ::rmlir::core::Attr {
                ::rmlir::core::params::make_attr(cx, Self::DEF, [::rmlir::core::params::store_enum(cx, self)])
            }
        }
    })
}

/// As [`prop_type`], for an enumeration; `store` is the attribute of `case`.
fn prop_type_of_enum(ident: &Ident, load: &TokenStream, store: &TokenStream) -> TokenStream {
    let value = quote! {
        ::rmlir::core::props::PropValue::Enum(
            |cx, value| {
                let case = <Self as ::rmlir::core::EnumAttr>::from_value(value).expect("the value is that of a case");
                #store
            },
            <Self as ::rmlir::core::EnumAttr>::value(self),
        )
    };
    prop_type(ident, load, &value)
}
