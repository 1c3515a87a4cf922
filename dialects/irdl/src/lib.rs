//! The `irdl` dialect: dialects that are described in IR and defined at run time.
//!
//! A file of `irdl.dialect` operations says which types, attributes and operations a dialect has and what they must be.
//! `types` holds the types of the values in it, `attrs` the attributes, `names` what names of parts may be. `definitions`
//! holds the operations that define something, `parts` those that say what it consists of, `constraints` those that say what
//! a part must be; `syntax` is what they have in common in text. [`mod@load`] turns a file into dialects that a context can know.

pub mod attrs;
pub mod constraints;
pub mod definitions;
pub mod load;
mod names;
pub mod parts;
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
    /// Dialects that are described in IR and defined at run time.
    pub Irdl = "irdl" {
        types: [AttributeType, RegionType],
        attrs: [Variadicity, VariadicityArrayAttr],
        ops: [
            AllOfOp, AnyOfOp, AnyOp, AttributeOp, AttributesOp, BaseOp, CPredOp, DialectOp, IsOp, OperandsOp, OperationOp,
            ParametersOp, ParametricOp, RegionOp, RegionsOp, ResultsOp, TypeOp,
        ],
    }
}
