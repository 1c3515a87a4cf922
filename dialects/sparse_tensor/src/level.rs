//! Level types: how the coordinates of a level are stored.
//!
//! Notation: `format(property, ..)`, or `structured[n, m]`, which stores n of m consecutive elements.

use rmlir::core::asm::Delimiter;
use rmlir::prelude::*;

use crate::list::list_in;

/// The storage format of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelFormat {
    /// All coordinates.
    Dense,
    /// All coordinates, of leading levels whose buffers are dimensions of the others' buffers.
    Batch,
    /// Coordinates with elements, and their positions.
    Compressed,
    /// One coordinate for each of the level before.
    Singleton,
    /// As compressed, with gaps between the segments.
    LooseCompressed,
    /// Coordinates of n of m elements.
    Structured,
}

/// The keyword and the bit of each format.
const FORMATS: [(LevelFormat, &str, u64); 6] = [
    (LevelFormat::Dense, "dense", 0x1_0000),
    (LevelFormat::Batch, "batch", 0x2_0000),
    (LevelFormat::Compressed, "compressed", 0x4_0000),
    (LevelFormat::Singleton, "singleton", 0x8_0000),
    (LevelFormat::LooseCompressed, "loose_compressed", 0x10_0000),
    (LevelFormat::Structured, "structured", 0x20_0000),
];

const NONUNIQUE: u64 = 1;
const NONORDERED: u64 = 2;
const SOA: u64 = 4;

/// The keyword and the bit of each property.
const PROPERTIES: [(&str, u64); 3] = [("nonunique", NONUNIQUE), ("nonordered", NONORDERED), ("soa", SOA)];

const PROPERTY_MASK: u64 = 0xffff;
const FORMAT_MASK: u64 = 0xffff_0000;
/// The position of n.
const N_SHIFT: u32 = 32;
/// The position of m.
const M_SHIFT: u32 = 40;

/// The type of a level: a format with properties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelType {
    /// From the lowest: 16 bits of properties, 16 of the format, 8 of n, the others of m.
    bits: u64,
}

impl LevelType {
    /// The level type of a stored integer.
    pub(crate) fn of_bits(bits: i64) -> Self {
        Self { bits: bits as u64 }
    }

    /// The integer that is stored.
    pub(crate) fn bits(self) -> i64 {
        self.bits as i64
    }

    /// The format.
    pub fn format(self) -> LevelFormat {
        let known = FORMATS.iter().find(|&&(_, _, bit)| bit == self.bits & FORMAT_MASK);
        known.map_or(LevelFormat::Dense, |&(format, _, _)| format)
    }

    /// Whether a coordinate is stored once at most.
    pub fn is_unique(self) -> bool {
        self.bits & NONUNIQUE == 0
    }

    /// Whether coordinates are sorted.
    pub fn is_ordered(self) -> bool {
        self.bits & NONORDERED == 0
    }

    /// Whether the coordinates of singleton levels are stored in a buffer for each level (structure of arrays).
    pub fn is_soa(self) -> bool {
        self.bits & SOA != 0
    }

    /// The number of elements that a structured level stores of `m` consecutive ones.
    pub fn n(self) -> u64 {
        self.bits >> N_SHIFT & 0xff
    }

    /// The size of the blocks of a structured level.
    pub fn m(self) -> u64 {
        self.bits >> M_SHIFT & 0xff
    }

    /// Whether the level has a buffer of positions.
    pub fn has_positions(self) -> bool {
        matches!(self.format(), LevelFormat::Compressed | LevelFormat::LooseCompressed)
    }

    /// Whether the level has a buffer of coordinates.
    pub fn has_coordinates(self) -> bool {
        !matches!(self.format(), LevelFormat::Dense | LevelFormat::Batch)
    }

    /// Whether the level is of `format`.
    pub fn is(self, format: LevelFormat) -> bool {
        self.format() == format
    }

    /// The type without the properties that do not change the buffers of a level.
    pub(crate) fn storage(self) -> Self {
        Self { bits: self.bits & !(PROPERTY_MASK & !SOA) }
    }

    /// Whether the format may have the properties.
    fn is_valid(self) -> bool {
        use LevelFormat as F;
        let is_plain = matches!(self.format(), F::Dense | F::Batch | F::Structured);
        !is_plain || self.bits & PROPERTY_MASK == 0
    }
}

impl std::fmt::Display for LevelType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let known = FORMATS.iter().find(|&&(_, _, bit)| bit == self.bits & FORMAT_MASK);
        f.write_str(known.map_or("undef", |&(_, keyword, _)| keyword))?;
        if self.is(LevelFormat::Structured) {
            write!(f, "[{}, {}]", self.n(), self.m())?;
        }
        let properties = PROPERTIES.iter().filter(|&&(_, bit)| self.bits & bit != 0);
        let keywords: Vec<&str> = properties.map(|&(keyword, _)| keyword).collect();
        if keywords.is_empty() { Ok(()) } else { write!(f, "({})", keywords.join(", ")) }
    }
}

/// Parses `compressed(nonunique, soa)` or `structured[2, 4]`.
pub(crate) fn parse_level(parser: &mut dyn AsmParser) -> Parsed<LevelType> {
    let pos = parser.pos();
    let Some(keyword) = parser.try_any_keyword() else {
        return Err(parser.error_at(pos, "expected valid level format (e.g. dense, compressed or singleton)"));
    };
    let keyword = keyword.str(parser.cx()).to_owned();
    let mut bits = 0;
    if keyword == "structured" {
        let [n, m] = parse_sizes(parser, pos)?;
        bits |= n << N_SHIFT | m << M_SHIFT;
    }
    list_in(parser, Delimiter::OptionalParen, " in level property list", |parser| {
        bits |= parse_property(parser)?;
        Ok(())
    })?;
    let Some((_, _, format)) = FORMATS.iter().find(|(_, known, _)| *known == keyword) else {
        return Err(parser.error_at(pos, &format!("unknown level format: {keyword}")));
    };
    let level = LevelType { bits: bits | format };
    if level.is_valid() {
        return Ok(level);
    }
    Err(parser.error_at(pos, "invalid level type: level format doesn't support the properties"))
}

/// Parses `[n, m]` after the keyword at `pos`.
fn parse_sizes(parser: &mut dyn AsmParser, pos: u32) -> Parsed<[u64; 2]> {
    let mut sizes = Vec::new();
    list_in(parser, Delimiter::OptionalSquare, " in structured n out of m", |parser| {
        let _: () = sizes.push(parse_size(parser)?);
        Ok(())
    })?;
    match sizes[..] {
        [n, m] if n <= m => Ok([n, m]),
        [_, _] => Err(parser.error_at(pos, "expected n <= m in n_out_of_m")),
        _ => Err(parser.error_at(pos, "expected exactly 2 structured sizes")),
    }
}

fn parse_size(parser: &mut dyn AsmParser) -> Parsed<u64> {
    const FAILED: &str = "failed to parse structured size";
    let pos = parser.pos();
    let Ok(size) = parser.try_integer() else { return Err(parser.error_at(pos, FAILED)) };
    let Some(size) = size else {
        return Err(parser.error_at(pos, "expected valid integer for structured size"));
    };
    match size.sext_value().and_then(|size| i32::try_from(size).ok()) {
        None => {
            parser.error_at(pos, "integer value too large");
            Err(parser.error_at(pos, FAILED))
        }
        Some(size) => match u64::try_from(size) {
            Ok(size) => Ok(size),
            Err(_) => Err(parser.error_at(pos, "expected structured size to be >= 0")),
        },
    }
}

fn parse_property(parser: &mut dyn AsmParser) -> Parsed<u64> {
    let pos = parser.pos();
    let Some(keyword) = parser.try_any_keyword() else {
        let message = "expected valid level property (e.g. nonordered, nonunique or high)";
        return Err(parser.error_at(pos, message));
    };
    let keyword = keyword.str(parser.cx()).to_owned();
    match PROPERTIES.iter().find(|(known, _)| *known == keyword) {
        Some((_, bit)) => Ok(*bit),
        None => Err(parser.error_at(pos, &format!("unknown level property: {keyword}"))),
    }
}
