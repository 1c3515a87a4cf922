//! `#[op]`: expands a struct of fields to a handle, a table, accessors, a builder.
//!
//! Steps: 1. `keys` parses the attribute, `fields` the struct; 2. `table` generates the static definition, `access` the
//! accessors, `build` the builder. For
//! ```text
//! /// Multiplies.
//! #[op(name = "toy.scale", traits(Pure), types(T = SignlessIntegerLike))]
//! pub struct Scale { #[operand] input: T, #[prop] factor: I64Attr, #[result] output: T }
//! ```
//! the expansion is, with the paths shortened:
//! ```text
//! /// Multiplies.
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! pub struct Scale<Id = OpId>(Id);
//!
//! impl Op for Scale {
//!     const DEF: &'static OpDef = {
//!         static DEF: OpDef = {
//!             let mut def = OpDef::new("toy.scale", "Multiplies.");
//!             def.operands = &[ValueDef {
//!                 name: "input", arity: Arity::One, constraint: &SignlessIntegerLike, group: 1, derived: None,
//!             }];
//!             def.results = &[..];
//!             def.props = &[PropDef { name: "factor", constraint: &I64Attr, optional: false, default: None }];
//!             def.traits = TraitSet::NONE.union(spelled::Pure);
//!             def
//!         };
//!         &DEF
//!     };
//!     const NAME: &'static str = "toy.scale";
//!     fn from_id(op: OpId) -> Self { Self(op) }
//!     fn id(self) -> OpId { self.0 }
//! }
//! impl From<Scale> for OpId { .. }
//!
//! impl Scale {
//!     pub const INPUT_OPERAND: usize = 0;
//!     pub const FACTOR: usize = 0;
//!     pub const OUTPUT_RESULT: usize = 0;
//!     pub fn input(self, body: &Body) -> Value { body.operand(self.0, 0) }
//!     pub fn factor(self, body: &Body) -> Attr { access::prop(body, self.0, 0) }
//!     pub fn output(self, body: &Body) -> Value { body.result(self.0, 0) }
//!     pub fn build(input: Value, factor: Attr) -> Build<Self> {
//!         Build::new().operands(&[input]).prop(0, factor)
//!     }
//!     pub const fn name_is_taken(by: &'static str) { panic!(..) } // For `dialect!`.
//! }
//! ```
//!
//! `Scale` is a handle of an operation. `Scale<()>` is the operation's type without an operation: interfaces, whose
//! methods have the operation as a parameter, are implemented for it, and the definition refers to its only value.

mod access;
mod build;
mod decl;
pub mod fields;
pub mod keys;
mod rust_types;
mod table;

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::Parser;
use syn::{ItemStruct, Result};

use self::decl::Decl;
use self::fields::Fields;
use self::keys::Keys;
use crate::keys::{full_name, take_docs};
use crate::{class, names};

pub fn expand(args: TokenStream, item: TokenStream) -> Result<TokenStream> {
    if let Some(call) = class::call(&args, &item)? {
        return Ok(call);
    }
    let item: ItemStruct = syn::parse2(item)?;
    let mut keys = Keys::default();
    syn::meta::parser(|meta| keys.read(&meta)).parse2(args)?;
    keys.inherit();
    let name = full_name(keys.name.take(), &item.ident)?;
    let (doc, attrs) = take_docs(item.attrs);
    let fields = Fields::read(item.fields, &keys)?;
    let decl = Decl { ident: item.ident, name, doc, keys, fields };

    let Decl { ident, doc, .. } = &decl;
    let vis = item.vis;
    let (table, assertions) = table::expand(&decl)?;
    let taken = names::taken(&decl.name, ident);
    let name = &decl.name;
    let access = access::expand(&decl);
    let build = build::expand(&decl);
    Ok(quote! {
        #[doc = #doc]
        #(#attrs)*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #vis struct #ident<Id = ::rmlir::core::OpId>(Id);

        impl ::rmlir::core::Op for #ident {
            const DEF: &'static ::rmlir::core::opdef::OpDef = {
                static DEF: ::rmlir::core::opdef::OpDef = #table;
                &DEF
            };
            const NAME: &'static str = #name;
            fn from_id(op: ::rmlir::core::OpId) -> Self {
                Self(op)
            }
            fn id(self) -> ::rmlir::core::OpId {
                self.0
            }
        }

        impl ::core::convert::From<#ident> for ::rmlir::core::OpId {
            fn from(op: #ident) -> Self {
                op.0
            }
        }

        #[allow(dead_code, non_snake_case)] // Fields keep the names of the assembly format.
        impl #ident {
            #access
            #build
            #taken
        }

        #assertions
    })
}
