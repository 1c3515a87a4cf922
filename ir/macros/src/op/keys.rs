//! The keys of `#[op(..)]`.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::parse::{Parse, ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Expr, Ident, LitStr, Path, Result, Token};

use crate::keys::{extend, once, set, unknown};

const KNOWN: &str = "name, classes(..), traits(..), custom_traits(..), interfaces(..), types(T = ..), parents(..), \
                     terminator, fold, eval, infer, verify, verify_regions, canonicalize(..), format, parse, print, \
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
    pub fold: Option<Slot>,
    pub eval: Option<Slot>,
    pub infer: Option<Slot>,
    pub verify: Option<Slot>,
    pub verify_regions: Option<Slot>,
    pub canonicalize: Option<Canonicalize>,
    pub format: Option<LitStr>,
    pub parse: Option<Expr>,
    pub print: Option<Expr>,
    pub custom: Vec<Directive>,
    /// The keys of each class.
    inherited: Vec<Keys>,
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
            "fold" => slot(&mut self.fold, meta),
            "eval" => slot(&mut self.eval, meta),
            "infer" => slot(&mut self.infer, meta),
            "verify" => slot(&mut self.verify, meta),
            "verify_regions" => slot(&mut self.verify_regions, meta),
            "canonicalize" => self.canonicalize(meta),
            "format" => set(&mut self.format, meta),
            "parse" => set(&mut self.parse, meta),
            "print" => set(&mut self.print, meta),
            "custom" => extend(&mut self.custom, meta),
            "inherited" => self.read_inherited(meta),
            _ => Err(unknown(meta, KNOWN)),
        }?;
        if self.parse.is_some() && self.format.is_some() {
            return Err(meta.error("the syntax is either `format` or `parse` and `print`"));
        }
        Ok(())
    }

    fn read_inherited(&mut self, meta: &ParseNestedMeta) -> Result<()> {
        let content;
        syn::parenthesized!(content in meta.input);
        let mut keys = Keys::default();
        syn::meta::parser(|meta| keys.read(&meta)).parse2(content.parse()?)?;
        self.inherited.push(keys);
        Ok(())
    }

    /// Adds the keys of the classes: those of the operation have precedence, lists are joined.
    pub fn inherit(&mut self) {
        for class in std::mem::take(&mut self.inherited) {
            let has_syntax = self.format.is_some() || self.parse.is_some();
            prepend(&mut self.traits, class.traits);
            prepend(&mut self.custom_traits, class.custom_traits);
            prepend(&mut self.interfaces, class.interfaces);
            prepend(&mut self.types, class.types);
            prepend(&mut self.parents, class.parents);
            prepend(&mut self.custom, class.custom);
            default(&mut self.terminator, class.terminator);
            default(&mut self.fold, class.fold);
            default(&mut self.eval, class.eval);
            default(&mut self.infer, class.infer);
            default(&mut self.verify, class.verify);
            default(&mut self.verify_regions, class.verify_regions);
            default(&mut self.canonicalize, class.canonicalize);
            if !has_syntax {
                (self.format, self.parse, self.print) = (class.format, class.parse, class.print);
            }
        }
    }

    fn canonicalize(&mut self, meta: &ParseNestedMeta) -> Result<()> {
        let slot = match meta.input.peek(syn::token::Paren) {
            true => {
                let mut patterns = Vec::new();
                extend(&mut patterns, meta)?;
                Canonicalize::Patterns(patterns)
            }
            false => Canonicalize::Trait(meta.path.span()),
        };
        once(&mut self.canonicalize, slot, meta)
    }

    pub fn has_trait(&self, name: &str) -> bool {
        self.traits.iter().any(|known| known == name)
    }
}

fn prepend<T>(into: &mut Vec<T>, mut inherited: Vec<T>) {
    inherited.append(into);
    *into = inherited;
}

fn default<T>(slot: &mut Option<T>, inherited: Option<T>) {
    if slot.is_none() {
        *slot = inherited;
    }
}

/// A slot of the definition: a function, or that of the trait which the operation implements.
pub enum Slot {
    Function(Expr),
    Trait(Span),
}

/// Parses `key = function` or `key`.
fn slot(slot: &mut Option<Slot>, meta: &ParseNestedMeta) -> Result<()> {
    let value = match meta.input.peek(Token![=]) {
        true => Slot::Function(meta.value()?.parse()?),
        false => Slot::Trait(meta.path.span()),
    };
    once(slot, value, meta)
}

/// The canonicalization patterns: by name, or those of the trait which the operation implements.
pub enum Canonicalize {
    Patterns(Vec<Path>),
    Trait(Span),
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
