//! The `dlti` dialect: how data is laid out, and what the target is.
//!
//! Its attributes are lists of entries, each a type or a name and a value;
//! `entries` reads and writes them; `size` tells how large composed types are.

mod entries;
mod size;

use rmlir::prelude::*;

pub use self::size::size_in_bits;

dialect! {
    /// Data layout and target information.
    ///
    /// Attributes of modules and functions that say how large types are, and
    /// which devices a program is for. There are no operations.
    pub Dlti = "dlti" {
        attrs: [
            DataLayoutEntryAttr, DataLayoutSpecAttr, FunctionPointerAlignmentAttr, MapAttr, TargetDeviceSpecAttr,
            TargetSystemSpecAttr,
        ],
    }
}

/// An entry by itself: a key and a value.
#[attr(name = "dlti.dl_entry", parse = entries::parse_entry, print = entries::print_entry)]
pub struct DataLayoutEntryAttr {
    /// A type, or a string.
    pub key: Attr,
    /// The value.
    pub value: Attr,
}

/// How pointers to functions are aligned.
#[attr(
    name = "dlti.function_pointer_alignment",
    format = "`<` $alignment `,` `function_dependent` `=` $function_dependent `>`"
)]
pub struct FunctionPointerAlignmentAttr {
    /// In bits.
    pub alignment: i64,
    /// Whether it depends on the alignment of functions.
    pub function_dependent: bool,
}

/// Rows of `/// doc`, `Name "name" reader;`: attributes of entries.
macro_rules! lists {
    ($($(#[$doc:meta])* $name:ident $spelled:literal $parse:path, $verify:path;)*) => {$(
        $(#[$doc])*
        #[attr(name = $spelled, parse = $parse, print = entries::print, verify = $verify)]
        pub struct $name {
            /// Keys and values by turns.
            pub entries: Vec<Attr>,
        }
    )*};
}

lists! {
    /// How types are laid out.
    ///
    /// ```mlir
    /// #dlti.dl_spec<i32 = dense<32> : vector<2xi64>, "dlti.endianness" = "little">
    /// ```
    DataLayoutSpecAttr "dlti.dl_spec" entries::parse_any, entries::verify;
    /// Values by type or name.
    MapAttr "dlti.map" entries::parse_any, entries::verify;
    /// What a device has.
    TargetDeviceSpecAttr "dlti.target_device_spec" entries::parse_named, entries::verify;
    /// The devices of a system.
    TargetSystemSpecAttr "dlti.target_system_spec" entries::parse_named, entries::verify_system;
}
