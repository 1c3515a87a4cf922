//! What is said of a loop that is left unchanged.

use rmlir::prelude::*;

/// The category of remarks.
pub(super) const CATEGORY: &str = "raise";

/// The operation because of which a loop or a function is left unchanged, and why.
pub(super) type Refused = (OpId, &'static str);
