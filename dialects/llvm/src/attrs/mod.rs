//! The attributes of the dialect.
//!
//! In reading order: [`params`] constraints of parameters; [`enums`] keywords and flags; then attributes by family:
//! [`loops`] loop metadata, [`memory`] aliasing and memory effects, [`debug`] debug information, [`misc`] the rest;
//! [`parameter`] attributes of function parameters; [`alias`] aliases of attributes.

pub mod alias;
pub mod debug;
pub mod dwarf;
pub mod enums;
pub mod loops;
pub mod memory;
pub mod misc;
pub mod parameter;
pub mod params;

use rmlir::prelude::*;

/// A required parameter.
pub(crate) type Must = Attr;
/// An optional parameter.
pub(crate) type May = Option<Attr>;

/// Rows of `/// doc`, `Name "name" { parameter: Must|May Constraint, .. }`, for
/// attributes that are written as `<parameter = value, ..>`.
macro_rules! attrs {
    ($($(#[$doc:meta])* $name:ident $spelled:literal $(verify $verify:path,)? {
        $($field:ident: $need:ident $constraint:path),* $(,)?
    })*) => {$(
        $(#[$doc])*
        #[attr(name = $spelled, $(verify = $verify,)? format = "`<` struct(params) `>`")]
        pub struct $name {
            $(#[param(constraint = $constraint)] pub $field: $need,)*
        }
    )*};
}
pub(crate) use attrs;
