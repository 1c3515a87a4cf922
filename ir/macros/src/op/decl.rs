//! A parsed declaration of an operation.

use syn::{Ident, LitStr};

use super::fields::Fields;
use super::keys::Keys;

/// A parsed declaration.
pub(super) struct Decl {
    pub ident: Ident,
    pub name: LitStr,
    pub doc: String,
    pub keys: Keys,
    pub fields: Fields,
}
