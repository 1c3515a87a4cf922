//! The pages of the book with examples in Rust, and the dialect of the README: they are compiled and run as
//! documentation tests.

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
#[doc = include_str!("../../../docs/concepts/bodies.md")]
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

/// Debugging.
#[doc = include_str!("../../../docs/guide/debugging.md")]
pub struct Debugging;

/// From MLIR in C++, and from xDSL.
#[doc = include_str!("../../../docs/guide/upstream.md")]
pub struct Upstream;

/// Interning.
#[doc = include_str!("../../../docs/concepts/interning.md")]
pub struct Interning;

/// Locations.
#[doc = include_str!("../../../docs/concepts/locations.md")]
pub struct Locations;

/// Verification.
#[doc = include_str!("../../../docs/concepts/verification.md")]
pub struct Verification;

/// A crate outside of the tree.
#[doc = include_str!("../../../docs/guide/out-of-tree.md")]
pub struct OutOfTree;

/// As a library.
#[doc = include_str!("../../../docs/guide/library.md")]
pub struct Library;

/// Proving.
#[doc = include_str!("../../../docs/proving.md")]
pub struct Proving;
