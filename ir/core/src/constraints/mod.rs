//! The standard constraints on types and attributes, under upstream's names.
//!
//! A declaration names one as the "type" of a field: `#[operand] lhs: I32`,
//! `#[prop] value: StrAttr`. Their words appear in error messages, so they are
//! upstream's to the letter. A dialect declares further ones as statics of its
//! own, with [`TypeConstraint::new`], [`AttrConstraint::new`] and
//! [`AttrConstraint::refined`].
//!
//! [`TypeConstraint::new`]: crate::opdef::TypeConstraint::new
//! [`AttrConstraint::new`]: crate::opdef::AttrConstraint::new
//! [`AttrConstraint::refined`]: crate::opdef::AttrConstraint::refined

mod attrs;
mod types;

pub use self::attrs::*;
pub use self::types::*;
