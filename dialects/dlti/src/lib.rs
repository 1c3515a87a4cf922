//! The `dlti` dialect: data layout and target information.
//!
//! Its attributes (`attrs`) are lists of entries, each a type or a name and a value; `size` computes the sizes of
//! composite types.

mod attrs;
mod size;

use rmlir::prelude::*;

pub use self::attrs::{
    DataLayoutEntryAttr, DataLayoutSpecAttr, FunctionPointerAlignmentAttr, MapAttr, TargetDeviceSpecAttr,
    TargetSystemSpecAttr,
};
pub use self::size::size_in_bits;

dialect! {
    /// Data layout and target information.
    ///
    /// Attributes of modules and functions that specify the sizes of types, and the devices of a
    /// program. There are no operations.
    pub Dlti = "dlti" {
        attrs: [
            DataLayoutEntryAttr, DataLayoutSpecAttr, FunctionPointerAlignmentAttr, MapAttr, TargetDeviceSpecAttr,
            TargetSystemSpecAttr,
        ],
    }
}
