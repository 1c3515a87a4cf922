//! What the printer can be asked for, with the names of upstream's flags.

use rmlir_core::OpRef;

/// How to print. The default is what `mlir-opt` prints without flags.
#[derive(Clone, Debug)]
pub struct PrintOptions {
    /// `--mlir-print-op-generic`: no custom syntax.
    pub generic: bool,
    /// `--mlir-print-assume-verified`: do not ask [`Self::verify`].
    pub assume_verified: bool,
    /// `--mlir-print-local-scope`: no aliases; numbering starts at the closest isolated operation.
    pub local_scope: bool,
    /// `--mlir-print-debuginfo`: locations after operations and block arguments.
    pub debug_info: bool,
    /// `--mlir-pretty-debuginfo`: locations in a form for people, which cannot be read back.
    pub pretty_debug_info: bool,
    /// `--mlir-use-nameloc-as-prefix`: values are called by their name locations.
    pub use_nameloc_as_prefix: bool,
    /// `--mlir-print-unique-ssa-ids`: no number occurs twice, not even in regions that do not see each other.
    pub unique_ssa_ids: bool,
    /// `--mlir-print-value-users`: users as comments.
    pub value_users: bool,
    /// `--mlir-print-skip-regions`: `{...}` for every region.
    pub skip_regions: bool,
    /// `--mlir-elide-elementsattrs-if-larger`: elements attributes with more elements lose them.
    pub elide_elements_larger_than: Option<i64>,
    /// `--mlir-print-elementsattrs-with-hex-if-larger`: those with more elements are written as bytes; -1 for never.
    pub elements_hex_larger_than: i64,
    /// `--mlir-elide-resource-strings-if-larger`: resources whose text is longer are left out.
    pub elide_resources_larger_than: Option<usize>,
    /// Resources of the file that belong to no dialect.
    pub external_resources: Vec<ExternalResources>,
    /// Whether an operation is right. One that is not is printed in generic form, as its custom syntax may rely on what
    /// the verifier guarantees.
    pub verify: Option<fn(OpRef) -> bool>,
}

impl Default for PrintOptions {
    fn default() -> Self {
        Self {
            generic: false,
            assume_verified: false,
            local_scope: false,
            debug_info: false,
            pretty_debug_info: false,
            use_nameloc_as_prefix: false,
            unique_ssa_ids: false,
            value_users: false,
            skip_regions: false,
            elide_elements_larger_than: None,
            elements_hex_larger_than: 100,
            elide_resources_larger_than: None,
            external_resources: Vec::new(),
            verify: None,
        }
    }
}

/// A group of the `external_resources` section, kept as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalResources {
    /// The group's name.
    pub name: String,
    /// Its entries, in order.
    pub entries: Vec<(String, ExternalValue)>,
}

/// A resource that belongs to no dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExternalValue {
    /// Bytes with an alignment.
    Blob(rmlir_core::context::Resource),
    /// `true` or `false`
    Bool(bool),
    /// A string.
    String(Box<[u8]>),
}
