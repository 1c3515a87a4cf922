//! Tables of translations.

use rmlir::core::OpRef;
use rmlir::core::opdef::OpDef;

use crate::compile::Translated;
use crate::compile::translator::Translator;

/// Adds the instructions of an operation.
pub type Translate = for<'a> fn(&mut Translator<'a, '_>, OpRef<'a>) -> Translated;

/// Translations by definition.
pub type Table = &'static [(&'static OpDef, Translate)];
