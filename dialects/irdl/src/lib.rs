//! The `irdl` dialect: definitions of dialects in IR, which are loaded at run time.
//!
//! A file of `irdl.dialect` operations defines the types, attributes and operations of a dialect, and their
//! constraints. `types` holds the types of the values in it, `attrs` the attributes, `names` the rules for names.
//! `definitions` holds the operations that define a dialect's components, `parts` those that declare operands, results,
//! attributes, regions and parameters, `constraints` the constraint operations, `references` checks what they refer to; `syntax` is
//! their common syntax. [`mod@load`] turns a file into dialects that can be registered in a context.

pub mod attrs;
pub mod constraints;
pub mod definitions;
pub mod load;
mod names;
pub mod parts;
mod references;
mod syntax;
pub mod types;

use rmlir::prelude::*;

pub use self::attrs::*;
pub use self::constraints::*;
pub use self::definitions::*;
pub use self::load::{load, load_text};
pub use self::parts::*;
pub use self::types::*;

dialect! {
    /// Definitions of dialects in IR, which are loaded at run time.
    pub Irdl = "irdl" {
        types: [AttributeType, RegionType],
        attrs: [Variadicity, VariadicityArrayAttr],
        ops: [
            AllOfOp, AnyOfOp, AnyOp, AttributeOp, AttributesOp, BaseOp, CPredOp, DialectOp, IsOp, OperandsOp, OperationOp,
            ParametersOp, ParametricOp, RegionOp, RegionsOp, ResultsOp, TypeOp,
        ],
    }
}
