//! The standard constraints on types and attributes, under upstream's names.
//!
//! A declaration uses one as the "type" of a field: `#[operand] lhs: I32`, `#[prop] value: StrAttr`. Their summaries
//! appear in diagnostics, so they are identical to upstream's. A dialect declares further ones as its own statics, with
//! [`TypeConstraint::new`], [`AttrConstraint::new`] and [`AttrConstraint::refined`].
//!
//! [`TypeConstraint::new`]: crate::opdef::TypeConstraint::new
//! [`AttrConstraint::new`]: crate::opdef::AttrConstraint::new
//! [`AttrConstraint::refined`]: crate::opdef::AttrConstraint::refined

mod attrs;
mod types;
mod values;

pub use self::attrs::*;
pub use self::types::*;
pub use self::values::*;
