//! The options of the printer, with the names of upstream's flags.

use rmlir_core::OpRef;

/// The options of the printer. The default is the output of `mlir-opt` without flags.
#[derive(Clone, Debug)]
pub struct PrintOptions {
    /// `--mlir-print-op-generic`: no custom syntax.
    pub generic: bool,
    /// `--mlir-print-assume-verified`: do not call [`Self::verify`].
    pub assume_verified: bool,
    /// `--mlir-print-local-scope`: no aliases; numbering starts at the closest isolated operation.
    pub local_scope: bool,
    /// `--mlir-print-debuginfo`: locations after operations and block arguments.
    pub debug_info: bool,
    /// `--mlir-pretty-debuginfo`: locations in a human-readable form, which cannot be parsed.
    pub pretty_debug_info: bool,
    /// `--mlir-use-nameloc-as-prefix`: values are named after their name locations.
    pub use_nameloc_as_prefix: bool,
    /// `--mlir-print-unique-ssa-ids`: no number occurs twice, not even in disjoint scopes.
    pub unique_ssa_ids: bool,
    /// `--mlir-print-value-users`: users as comments.
    pub value_users: bool,
    /// `--mlir-print-skip-regions`: `{...}` for every region.
    pub skip_regions: bool,
    /// `--mlir-elide-elementsattrs-if-larger`: the elements of attributes with more elements are elided.
    pub elide_elements_larger_than: Option<i64>,
    /// `--mlir-print-elementsattrs-with-hex-if-larger`: attributes with more elements are printed as bytes; -1 for
    /// never.
    pub elements_hex_larger_than: i64,
    /// `--mlir-elide-resource-strings-if-larger`: resources with longer text are elided.
    pub elide_resources_larger_than: Option<usize>,
    /// Resources of the file that belong to no dialect.
    pub external_resources: Vec<ExternalResources>,
    /// Whether an operation is valid. An invalid one is printed in generic form, as its custom syntax may rely on
    /// invariants checked by the verifier.
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

/// A group of the `external_resources` section, kept as it was parsed.
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
