//! Names in messages: suggestions for misspelt names, and duplicate names.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::{Ident, LitStr};

use crate::keys::plain;

/// The suggestion at the end of a message about `name`, which is none of `known`: the most similar one.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    rmlir_words::near_name(name, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}

/// The function that reports, at the string, that another item has the full name `name` of `ident`. `dialect!` calls it
/// in a constant expression.
pub fn taken(name: &LitStr, ident: &Ident) -> TokenStream {
    let before = format!("the name '{}' is given to `{}` and to `", name.value(), plain(ident));
    quote_spanned! {name.span()=>
        #[doc(hidden)]
        pub const fn name_is_taken(by: &str) {
            ::core::panic!("{}", ::rmlir::core::dialect::Message::of(&[#before, by, "`"]).text())
        }
    }
}
