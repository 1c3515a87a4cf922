//! The guides of `docs/guide` and the dialect of the README, whose examples are compiled and run as documentation tests.

/// The dialect of the README.
///
/// ```
/// let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// let read = |path| std::fs::read_to_string(format!("{root}/{path}")).unwrap();
/// let dialect = read("test/out-of-tree/src/toy.rs");
/// assert!(read("README.md").contains(&format!("```rust\n{dialect}```")), "the README shows another dialect");
/// assert!(dialect.lines().count() <= 35);
/// ```
#[doc = concat!("```\n", include_str!("../../../test/out-of-tree/src/toy.rs"), "\nfn main() {}\n```")]
pub struct Readme;

/// A new dialect.
#[doc = include_str!("../../../docs/guide/dialect.md")]
pub struct Dialect;

/// The assembly format of operations, types and attributes.
#[doc = include_str!("../../../docs/guide/formats.md")]
pub struct Formats;

/// Bodies and handles.
#[doc = include_str!("../../../docs/guide/bodies.md")]
pub struct Bodies;

/// A new pass.
#[doc = include_str!("../../../docs/guide/pass.md")]
pub struct Pass;

/// A new conversion.
#[doc = include_str!("../../../docs/guide/conversion.md")]
pub struct Conversion;

/// A new analysis.
#[doc = include_str!("../../../docs/guide/analysis.md")]
pub struct Analysis;

/// A new interface.
#[doc = include_str!("../../../docs/guide/interfaces.md")]
pub struct Interfaces;

/// Tests.
#[doc = include_str!("../../../docs/guide/testing.md")]
pub struct Testing;

/// Debugging. The tool has every flag that the guide names:
///
/// ```
/// let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/debugging.md");
/// let guide = std::fs::read_to_string(guide).unwrap();
/// let help = rmlir::opt::run(&rmlir::Registry::everything(), &["--help".to_owned()], b"").stdout;
/// let help = String::from_utf8(help).unwrap();
/// let is_flag = |word: &&str| word.starts_with("--") && word.len() > 3;
/// for line in guide.lines().filter(|line| !line.contains("rmlir-reduce")) {
///     for flag in line.split(|letter: char| !letter.is_ascii_alphabetic() && letter != '-').filter(is_flag) {
///         assert!(help.contains(flag), "{flag}");
///     }
/// }
/// ```
#[doc = include_str!("../../../docs/guide/debugging.md")]
pub struct Debugging;

/// From MLIR in C++, and from xDSL.
#[doc = include_str!("../../../docs/guide/upstream.md")]
pub struct Upstream;
