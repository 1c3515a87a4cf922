//! Tables of translations.

use rmlir::core::OpRef;

use crate::compile::Translated;
use crate::compile::translator::Translator;

/// Adds the instructions of an operation.
pub type Translate = for<'a> fn(&mut Translator<'a, '_>, OpRef<'a>) -> Translated;

/// Operations by name; those whose names begin with `intr.` are intrinsics.
pub type Table = &'static [(&'static str, Translate)];
