//! The attributes of marked loops.

/// The attribute that marks a loop.
pub const MARK: &str = rmlir_pvec::VECTORIZE_CALLS;

/// The attribute of both versions of a loop with run-time checks: in the marked version, memrefs from before the loop
/// that may alias and one of which is written are disjoint; the other version is the unchanged loop.
pub const CHECKED: &str = "pvec.runtime_checked";
