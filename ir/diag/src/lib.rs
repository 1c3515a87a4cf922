//! Spans, source maps, diagnostics and how they are shown.
//!
//! Reading order: `span` and `source` say where a byte is; `diagnostic` says what is wrong there; `sink` collects;
//! `render` shows; `split` cuts one input into several; `expected` compares what was said with what comments in the
//! input asked for.
//!
//! This crate knows no IR. Texts that upstream's tools print (`render::Plain`, `split`, `expected`) are equal to theirs
//! byte for byte; where a rule looks odd, the comment beside it says that upstream has it.

pub mod diagnostic;
pub mod expected;
pub mod render;
pub mod sink;
pub mod source;
pub mod span;
pub mod split;

pub use diagnostic::{Diagnostic, Fallible, Note, Place, Severity};
pub use expected::{Level, Verifier};
pub use render::{Fancy, Format, Json, Plain};
pub use rmlir_words::{human_list, near_name, one_of};
pub use sink::Sink;
pub use source::{MappedText, SourceFile, SourceMap, TooLarge};
pub use span::{LineCol, Pos, SourceId, Span};
pub use split::{Chunk, Split, split};
