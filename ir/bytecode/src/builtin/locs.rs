//! Locations.

use rmlir_core::bytecode::{EntryReader, EntryWriter, ReadError};
use rmlir_core::{Attr, Context, Ident, Loc, LocData};

use super::attr_code as code;
use super::fields::{read_list, read_name, wrong_kind};

/// Writes a location that is not a dialect's own.
pub(crate) fn write_loc(loc: Loc, writer: &mut dyn EntryWriter) {
    match loc.data(writer.cx()) {
        LocData::Unknown => writer.number(code::UNKNOWN),
        LocData::FileLineCol { file, line, col, end_line, end_col } => {
            let is_range = (line, col) != (end_line, end_col);
            writer.number(if is_range { code::FILE_RANGE } else { code::FILE_POSITION });
            write_name(file, writer);
            if is_range {
                return write_range([line, col, end_line, end_col], writer);
            }
            writer.number(line.into());
            writer.number(col.into());
        }
        LocData::Name { name, child } => {
            writer.number(code::NAME);
            write_name(name, writer);
            writer.loc(child);
        }
        LocData::CallSite { callee, caller } => {
            writer.number(code::CALL_SITE);
            writer.loc(callee);
            writer.loc(caller);
        }
        LocData::Fused { locs, metadata } => {
            writer.number(if metadata.is_some() { code::FUSED_WITH_METADATA } else { code::FUSED });
            writer.number(locs.len() as u64);
            locs.iter().for_each(|&loc| writer.loc(loc));
            metadata.into_iter().for_each(|metadata| writer.attr(metadata));
        }
        LocData::Dialect(attr) => unreachable!("{attr:?} is written as the attribute it is"),
    }
}

fn write_name(name: Ident, writer: &mut dyn EntryWriter) {
    let name = writer.cx().str_attr(name.str(writer.cx()));
    writer.attr(name);
}

/// The end line is omitted if it is equal to the start line.
fn write_range([line, col, end_line, end_col]: [u32; 4], writer: &mut dyn EntryWriter) {
    let numbers = if line == end_line { vec![line, col, end_col] } else { vec![line, col, end_line, end_col] };
    writer.number(numbers.len() as u64);
    numbers.into_iter().for_each(|number| writer.number(number.into()));
}

/// Reads the rest of a location with the code `code`, as an attribute.
pub(super) fn read(code: u64, reader: &mut dyn EntryReader) -> Result<Attr, ReadError> {
    let data = match code {
        code::UNKNOWN => LocData::Unknown,
        code::FILE_POSITION => {
            let file = read_name(reader)?;
            let (line, col) = (read_number(reader)?, read_number(reader)?);
            LocData::FileLineCol { file, line, col, end_line: line, end_col: col }
        }
        code::FILE_RANGE => read_range(reader)?,
        code::NAME => LocData::Name { name: read_name(reader)?, child: read_loc(reader)? },
        code::CALL_SITE => LocData::CallSite { callee: read_loc(reader)?, caller: read_loc(reader)? },
        code::FUSED => LocData::Fused { locs: read_list(reader, read_loc)?.into(), metadata: None },
        code::FUSED_WITH_METADATA => {
            let locs = read_list(reader, read_loc)?.into();
            LocData::Fused { locs, metadata: Some(reader.attr()?) }
        }
        _ => return Err(reader.malformed(format!("unknown builtin attribute code: {code}"))),
    };
    let cx = reader.cx();
    let loc = match data {
        LocData::Fused { locs, metadata } => fused(cx, &locs, metadata),
        data => cx.loc(data),
    };
    Ok(loc.attr(cx))
}

/// A single location is not fused.
fn fused(cx: &Context, locs: &[Loc], metadata: Option<Attr>) -> Loc {
    match (locs, metadata) {
        ([], None) => Loc::UNKNOWN,
        ([only], None) => *only,
        ([], Some(_)) => cx.loc(LocData::Fused { locs: Box::from([Loc::UNKNOWN]), metadata }),
        _ => cx.loc(LocData::Fused { locs: locs.into(), metadata }),
    }
}

fn read_loc(reader: &mut dyn EntryReader) -> Result<Loc, ReadError> {
    let attr = reader.attr()?;
    Loc::from_attr(reader.cx(), attr).ok_or_else(|| wrong_kind(reader, "LocationAttr", attr))
}

fn read_number(reader: &mut dyn EntryReader) -> Result<u32, ReadError> {
    let number = reader.number()?;
    // Upstream stores lines and columns in 32 bits, too.
    Ok(number as u32)
}

fn read_range(reader: &mut dyn EntryReader) -> Result<LocData, ReadError> {
    let file = read_name(reader)?;
    let numbers = read_list(reader, read_number)?;
    let (line, col, end_line, end_col) = match numbers[..] {
        [] => (0, 0, 0, 0),
        [line] => (line, 0, line, 0),
        [line, col] => (line, col, line, col),
        [line, col, end_col] => (line, col, line, end_col),
        [line, col, end_line, end_col] => (line, col, end_line, end_col),
        _ => {
            return Err(
                reader.malformed(format!("expected at most 4 numbers in a file range, but got {}", numbers.len()))
            );
        }
    };
    Ok(LocData::FileLineCol { file, line, col, end_line, end_col })
}
