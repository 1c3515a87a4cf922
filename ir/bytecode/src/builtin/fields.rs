//! Fields that several entries have: lists, names and shaped types.

use rmlir_core::bytecode::{EntryReader, ReadError};
use rmlir_core::{Attr, Context, Ident, Type};
use rmlir_text::print::print_type;

/// Reads a size followed by that many elements.
pub(super) fn read_list<T>(
    reader: &mut dyn EntryReader,
    mut element: impl FnMut(&mut dyn EntryReader) -> Result<T, ReadError>,
) -> Result<Vec<T>, ReadError> {
    let n = reader.count()?;
    (0..n).map(|_| element(reader)).collect()
}

/// Reads a reference to a plain string that is an identifier.
pub(super) fn read_name(reader: &mut dyn EntryReader) -> Result<Ident, ReadError> {
    let attr = reader.attr()?;
    let name = attr.as_str(reader.cx()).map(|name| reader.cx().ident(name));
    name.ok_or_else(|| wrong_kind(reader, "StringAttr", attr))
}

/// The error for an attribute of the wrong kind.
pub(super) fn wrong_kind(reader: &dyn EntryReader, wanted: &str, attr: Attr) -> ReadError {
    reader.malformed(format!("expected {wanted}, but got: {}", shown(reader.cx(), attr)))
}

fn shown(cx: &Context, attr: Attr) -> String {
    rmlir_text::print::print_attr(cx, attr)
}

/// Reads a shaped type.
pub(super) fn shaped(reader: &mut dyn EntryReader) -> Result<Type, ReadError> {
    let ty = reader.ty()?;
    match ty.is_shaped(reader.cx()) {
        true => Ok(ty),
        false => Err(reader.malformed(format!("expected ShapedType, but got: '{}'", print_type(reader.cx(), ty)))),
    }
}
