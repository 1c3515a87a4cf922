//! Names: their spellings, suggestions for misspelt ones, and duplicates.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::ext::IdentExt;
use syn::{Ident, LitStr};

/// `ident` without `r#`.
pub fn plain(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// `ident` as the name of a constant: `trueDest` and `true_dest` become `TRUE_DEST`.
pub fn screaming(ident: &Ident) -> String {
    snake(&plain(ident)).to_uppercase()
}

/// `FastMath` and `fastMath` as `fast_math`.
pub fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() && !snake.ends_with('_') {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// The suggestion at the end of a message about `name`, which is none of `known`: the most similar one.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    rmlir_base::words::near_name(name, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
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
