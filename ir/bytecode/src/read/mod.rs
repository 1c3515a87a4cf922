//! The bytecode reader.
//!
//! Steps: 1. `cursor` reads primitives; 2. `sections` finds the sections, and reads those that others refer to:
//! strings, dialects, operation names, resources; 3. `entries` has the ranges of attributes and types, which `lazy`
//! reads on their first reference; 4. `ops` reads the operations, `props` their properties, `values` maps value indices
//! to values, and `uses` restores use-list orders.
//!
//! For any input the result is an IR or an error: counts are checked against the remaining bytes before any allocation,
//! nesting is handled by a worklist, and types and attributes are checked as by the text parser.

mod cursor;
mod entries;
mod lazy;
mod ops;
mod props;
mod sections;
mod uses;
mod values;

use rmlir_core::Context;
use rmlir_core::bytecode::ReadError;
use rmlir_diag::{Diagnostic, Place, Sink};
use rmlir_text::parse::ParsedText;

pub use self::ops::ReadOptions;
use self::sections::File;
use crate::encoding::{MAGIC, VERSION};

/// Reads `bytes`, which are called `name` in diagnostics. On failure the diagnostic is in `sink`.
pub fn read<'c>(
    cx: &'c Context,
    name: &str,
    bytes: &[u8],
    options: &ReadOptions,
    sink: &mut Sink,
) -> Option<ParsedText<'c>> {
    let place = || Place::line_col(name, 0, 0);
    let mut header = Header::default();
    let parsed = read_header(bytes, &mut header).and_then(|body| {
        let mut file = File::read(cx, bytes, body, header.version)?;
        ops::read(&mut file, name, options)
    });
    parsed
        .map_err(|error| {
            let message = match error {
                ReadError::Malformed(message) => message,
                ReadError::Later(_) => unreachable!("entries are read in whatever order they need"),
            };
            let mut diagnostic = Diagnostic::error(place(), message);
            if let Some(producer) = &header.producer {
                let note = format!("in bytecode version {} produced by: {producer}", header.version);
                diagnostic = diagnostic.note(place(), note);
            }
            sink.push(diagnostic);
        })
        .ok()
}

/// The data before the sections.
#[derive(Default)]
struct Header {
    version: u64,
    producer: Option<String>,
}

/// Reads the header; returns the range of the sections.
fn read_header(bytes: &[u8], header: &mut Header) -> Result<std::ops::Range<usize>, ReadError> {
    let mut cursor = cursor::Cursor::new(bytes, 0..bytes.len());
    if cursor.bytes(MAGIC.len().min(bytes.len()))? != MAGIC {
        return Err(cursor::malformed("input buffer is not an MLIR bytecode file"));
    }
    header.version = cursor.number()?;
    if header.version > VERSION {
        let text = format!("bytecode version {} is newer than the current version {VERSION}", header.version);
        return Err(cursor::malformed(text));
    }
    let producer = cursor.text()?;
    header.producer = Some(String::from_utf8_lossy(producer).into_owned());
    Ok(cursor.pos()..bytes.len())
}
