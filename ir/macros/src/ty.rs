//! `#[ty]`: see `handle` for the expansion.

use proc_macro2::TokenStream;
use syn::Result;
use syn::parse::Parser;

use crate::handle::{self, Keys, Kind};
use crate::keys::full_name;

pub fn expand(args: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let item: syn::ItemStruct = syn::parse2(item)?;
    let mut keys = Keys::default();
    syn::meta::parser(|meta| keys.read(Kind::Type, &meta)).parse2(args)?;
    let name = full_name(keys.name.take(), &item.ident)?;
    handle::expand(Kind::Type, keys, name, item)
}
