//! The guides of `docs/guide`, whose examples are compiled and run as documentation tests.

/// A new dialect.
#[doc = include_str!("../../../docs/guide/dialect.md")]
pub struct Dialect;

/// A new pass.
#[doc = include_str!("../../../docs/guide/pass.md")]
pub struct Pass;

/// A new conversion.
#[doc = include_str!("../../../docs/guide/conversion.md")]
pub struct Conversion;

/// A new analysis.
#[doc = include_str!("../../../docs/guide/analysis.md")]
pub struct Analysis;

/// Debugging.
#[doc = include_str!("../../../docs/guide/debugging.md")]
pub struct Debugging;

/// Testing.
#[doc = include_str!("../../../docs/guide/testing.md")]
pub struct Testing;

/// From MLIR in C++, and from xDSL.
#[doc = include_str!("../../../docs/guide/upstream.md")]
pub struct Upstream;
