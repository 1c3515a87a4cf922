//! Spans, source maps, diagnostics and their output forms.
//!
//! Reading order: `span` and `source` define source positions; `diagnostic` the diagnostics; `sink` collects them;
//! `render` prints them; `split` splits one input into several; `expected` compares diagnostics with the expectations
//! in comments of the input; `posix` translates the regular expressions of such comments.
//!
//! This crate is independent of the IR. Texts printed by upstream's tools (`render::Plain`, `split`, `expected`) are
//! identical byte for byte; unexpected rules are marked as upstream's in comments.

pub mod diagnostic;
pub mod expected;
pub mod posix;
pub mod render;
pub mod sink;
pub mod source;
pub mod span;
pub mod split;

pub use diagnostic::{Diagnostic, Fallible, Note, Place, Severity};
pub use expected::{Level, Verifier};
pub use render::{Fancy, Format, Json, Plain};
pub use rmlir_base::words::{human_list, near_name, one_of};
pub use sink::Sink;
pub use source::{MappedText, SourceFile, SourceMap, TooLarge};
pub use span::{LineCol, Pos, SourceId, Span};
pub use split::{Chunk, Split, split};
