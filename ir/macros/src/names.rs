//! Names in messages: the one that was probably meant, and two that are the same.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::{Ident, LitStr};

use crate::keys::plain;

/// The end of a message about `name`, which is none of `known`: the name that was probably meant.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    rmlir_words::near_name(name, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}

/// The function that reports, at the string, that something else has the full name `name` of `ident`. `dialect!` calls
/// it while it is compiled.
pub fn taken(name: &LitStr, ident: &Ident) -> TokenStream {
    let before = format!("the name '{}' is given to `{}` and to `", name.value(), plain(ident));
    quote_spanned! {name.span()=>
        #[doc(hidden)]
        pub const fn name_is_taken(by: &str) {
            ::core::panic!("{}", ::rmlir::core::dialect::Message::of(&[#before, by, "`"]).text())
        }
    }
}
