//! Failures of loading.

use rmlir::prelude::*;

/// The reason why a definition cannot be loaded, and the operation to print with it.
pub type Failure<'a> = (OpRef<'a>, Box<Diagnostic>);
