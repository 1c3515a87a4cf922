//! When the type of an attribute is omitted.

/// The condition for omitting the type after an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Elide {
    /// Never.
    Never,
    /// If it is the default of the parser: `i64` after integers, `f64` after floats.
    Default,
    /// Always.
    Must,
}
