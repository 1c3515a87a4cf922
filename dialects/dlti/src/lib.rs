//! The `dlti` dialect: data layout and target information.
//!
//! Its attributes are lists of entries, each a type or a name and a value; `entries` parses and prints them; `size`
//! computes the sizes of composite types.

mod entries;
mod size;

use rmlir::prelude::*;

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

/// An entry by itself: a key and a value.
#[attr(name = "dlti.dl_entry", parse = entries::parse_entry, print = entries::print_entry)]
pub struct DataLayoutEntryAttr {
    /// A type, or a string.
    pub key: Attr,
    /// The value.
    pub value: Attr,
}

/// The alignment of function pointers.
#[attr(
    name = "dlti.function_pointer_alignment",
    format = "`<` $alignment `,` `function_dependent` `=` $function_dependent `>`"
)]
pub struct FunctionPointerAlignmentAttr {
    /// The alignment in bits.
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
            /// Keys and values, alternating.
            pub entries: Vec<Attr>,
        }
    )*};
}

lists! {
    /// The layout of types.
    ///
    /// ```mlir
    /// #dlti.dl_spec<i32 = dense<32> : vector<2xi64>, "dlti.endianness" = "little">
    /// ```
    DataLayoutSpecAttr "dlti.dl_spec" entries::parse_any, entries::verify;
    /// Values by type or name.
    MapAttr "dlti.map" entries::parse_any, entries::verify;
    /// The properties of a device.
    TargetDeviceSpecAttr "dlti.target_device_spec" entries::parse_named, entries::verify;
    /// The devices of a system.
    TargetSystemSpecAttr "dlti.target_system_spec" entries::parse_named, entries::verify_system;
}
