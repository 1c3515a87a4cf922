//! The numbers of the format.

/// The first bytes of every file: `MLïR`.
pub const MAGIC: [u8; 4] = *b"ML\xefR";
/// The version written unless another one is asked for.
pub const VERSION: u64 = 6;
/// The oldest version that is read and written.
pub const OLDEST_VERSION: u64 = 0;

/// From this version on dialects may have versions.
pub(crate) const DIALECT_VERSIONS: u64 = 1;
/// From this version on the regions of isolated operations are sections.
pub(crate) const REGION_SECTIONS: u64 = 2;
/// From this version on the order of uses is kept.
pub(crate) const USE_ORDERS: u64 = 3;
/// From this version on block arguments of unknown location have none, and operation names are counted.
pub(crate) const ELIDED_ARGUMENT_LOCATIONS: u64 = 4;
/// From this version on inherent attributes are properties.
pub(crate) const PROPERTIES: u64 = 5;
/// From this version on segment sizes are numbers and no attributes.
pub(crate) const PLAIN_SEGMENTS: u64 = 6;

/// What fills the space before something aligned.
pub(crate) const PADDING: u8 = 0xcb;
/// The bit of a section's first byte which says that an alignment follows.
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
    /// In the order of their numbers, each with the name that messages use.
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

    /// The section of this number.
    pub fn from_number(number: u8) -> Option<Section> {
        Self::ALL.get(usize::from(number)).map(|(section, _)| *section)
    }

    /// The name that messages use.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Whether a file of `version` may lack it.
    pub fn is_optional(self, version: u64) -> bool {
        match self {
            Section::Resources | Section::ResourceOffsets | Section::DialectVersion => true,
            Section::Properties => version < PROPERTIES,
            _ => false,
        }
    }
}

/// What an operation has, as bits of its mask.
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
