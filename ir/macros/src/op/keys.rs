//! The keys of `#[op(..)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, Ident, LitStr, Path, Result, Token};

use crate::keys::{extend, set, unknown};

const KNOWN: &str = "name, traits(..), custom_traits(..), interfaces(..), types(T = ..), parents(..), terminator, fold, \
                     eval, infer, verify, verify_regions, canonicalize(..), canonicalize_with, format, parse, print, \
                     custom(..)";

#[derive(Default)]
pub struct Keys {
    pub name: Option<LitStr>,
    pub traits: Vec<Ident>,
    pub custom_traits: Vec<Path>,
    pub interfaces: Vec<Path>,
    pub types: Vec<TypeName>,
    pub parents: Vec<LitStr>,
    pub terminator: Option<LitStr>,
    pub fold: Option<Expr>,
    pub eval: Option<Expr>,
    pub infer: Option<Expr>,
    pub verify: Option<Expr>,
    pub verify_regions: Option<Expr>,
    pub canonicalize: Vec<Path>,
    pub canonicalize_with: Option<Expr>,
    pub format: Option<LitStr>,
    pub parse: Option<Expr>,
    pub print: Option<Expr>,
    pub custom: Vec<Directive>,
}

impl Keys {
    pub fn read(&mut self, meta: &ParseNestedMeta) -> Result<()> {
        let key = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
        match key.as_str() {
            "name" => set(&mut self.name, meta),
            "traits" => extend(&mut self.traits, meta),
            "custom_traits" => extend(&mut self.custom_traits, meta),
            "interfaces" => extend(&mut self.interfaces, meta),
            "types" => extend(&mut self.types, meta),
            "parents" => extend(&mut self.parents, meta),
            "terminator" => set(&mut self.terminator, meta),
            "fold" => set(&mut self.fold, meta),
            "eval" => set(&mut self.eval, meta),
            "infer" => set(&mut self.infer, meta),
            "verify" => set(&mut self.verify, meta),
            "verify_regions" => set(&mut self.verify_regions, meta),
            "canonicalize" => extend(&mut self.canonicalize, meta),
            "canonicalize_with" => set(&mut self.canonicalize_with, meta),
            "format" => set(&mut self.format, meta),
            "parse" => set(&mut self.parse, meta),
            "print" => set(&mut self.print, meta),
            "custom" => extend(&mut self.custom, meta),
            _ => Err(unknown(meta, KNOWN)),
        }?;
        if self.parse.is_some() && self.format.is_some() {
            return Err(meta.error("the syntax is either `format` or `parse` and `print`"));
        }
        Ok(())
    }

    pub fn has_trait(&self, name: &str) -> bool {
        self.traits.iter().any(|known| known == name)
    }
}

/// `T = Constraint`
pub struct TypeName {
    pub name: Ident,
    pub constraint: Path,
}

impl Parse for TypeName {
    fn parse(input: ParseStream) -> Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Self { name, constraint: input.parse()? })
    }
}

/// `Name = (parse, print)`: the functions behind `custom<Name>(..)` in a format.
pub struct Directive {
    pub name: Ident,
    parse: Expr,
    print: Expr,
}

impl Parse for Directive {
    fn parse(input: ParseStream) -> Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        let content;
        syn::parenthesized!(content in input);
        let parse = content.parse()?;
        content.parse::<Token![,]>()?;
        Ok(Self { name, parse, print: content.parse()? })
    }
}

impl Directive {
    pub fn table(&self) -> TokenStream {
        let Self { name, parse, print } = self;
        let name = name.to_string();
        quote!((#name, ::rmlir::core::opdef::CustomDirective { parse: #parse, print: #print }))
    }
}
