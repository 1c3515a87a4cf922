//! The constants of the format.

/// The first bytes of every file: `MLïR`.
pub const MAGIC: [u8; 4] = *b"ML\xefR";
/// The default version for writing.
pub const VERSION: u64 = 6;
/// The oldest version that is read and written.
pub const OLDEST_VERSION: u64 = 0;

/// The first version with dialect versions.
pub(crate) const DIALECT_VERSIONS: u64 = 1;
/// The first version in which the regions of isolated operations are sections.
pub(crate) const REGION_SECTIONS: u64 = 2;
/// The first version that preserves use-list orders.
pub(crate) const USE_ORDERS: u64 = 3;
/// The first version that elides unknown locations of block arguments, and stores the number of operation names.
pub(crate) const ELIDED_ARGUMENT_LOCATIONS: u64 = 4;
/// The first version that stores inherent attributes as properties.
pub(crate) const PROPERTIES: u64 = 5;
/// The first version in which segment sizes are integers instead of attributes.
pub(crate) const PLAIN_SEGMENTS: u64 = 6;

/// The padding byte before aligned data.
pub(crate) const PADDING: u8 = 0xcb;
/// The flag of a section's first byte that an alignment follows.
pub(crate) const IS_ALIGNED: u8 = 0x80;

/// The kinds of sections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Section {
    Strings,
    Dialects,
    Entries,
    EntryOffsets,
    Ir,
    Resources,
    ResourceOffsets,
    DialectVersion,
    Properties,
}

impl Section {
    /// In the order of their ids, each with its name in diagnostics.
    pub const ALL: [(Section, &'static str); 9] = [
        (Section::Strings, "String (0)"),
        (Section::Dialects, "Dialect (1)"),
        (Section::Entries, "AttrType (2)"),
        (Section::EntryOffsets, "AttrTypeOffset (3)"),
        (Section::Ir, "IR (4)"),
        (Section::Resources, "Resource (5)"),
        (Section::ResourceOffsets, "ResourceOffset (6)"),
        (Section::DialectVersion, "DialectVersions (7)"),
        (Section::Properties, "Properties (8)"),
    ];

    /// The section with this id.
    pub fn from_number(number: u8) -> Option<Section> {
        Self::ALL.get(usize::from(number)).map(|(section, _)| *section)
    }

    /// The name in diagnostics.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Returns whether it is optional in a file of `version`.
    pub fn is_optional(self, version: u64) -> bool {
        match self {
            Section::Resources | Section::ResourceOffsets | Section::DialectVersion => true,
            Section::Properties => version < PROPERTIES,
            _ => false,
        }
    }
}

/// The components of an operation, as bits of its mask.
pub(crate) mod has {
    pub const ATTRS: u8 = 1 << 0;
    pub const RESULTS: u8 = 1 << 1;
    pub const OPERANDS: u8 = 1 << 2;
    pub const SUCCESSORS: u8 = 1 << 3;
    pub const REGIONS: u8 = 1 << 4;
    pub const USE_ORDERS: u8 = 1 << 5;
    pub const PROPERTIES: u8 = 1 << 6;
}

/// The kinds of resources.
pub(crate) mod resource {
    pub const BLOB: u8 = 0;
    pub const BOOL: u8 = 1;
    pub const STRING: u8 = 2;
}
