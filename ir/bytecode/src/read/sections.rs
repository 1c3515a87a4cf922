//! The sections of a file, and the entities in them that others refer to.

use std::ops::Range;

use rmlir_core::context::Resource;
use rmlir_core::{Context, Ident, OpName};
use rmlir_text::print::{ExternalResources, ExternalValue, is_bare_identifier};

use super::cursor::{Cursor, malformed};
use super::entries::Entries;
use crate::encoding::{DIALECT_VERSIONS, ELIDED_ARGUMENT_LOCATIONS, PROPERTIES, Section, resource};
use rmlir_core::bytecode::ReadError;

/// A file whose operations are not read yet.
pub(super) struct File<'b, 'c> {
    pub cx: &'c Context,
    pub bytes: &'b [u8],
    pub version: u64,
    pub strings: Vec<&'b [u8]>,
    /// The namespaces.
    pub dialects: Vec<&'b str>,
    pub op_names: Vec<NameInFile>,
    pub entries: Entries,
    /// The keys of the dialects' resources.
    pub resources: Vec<Ident>,
    pub external_resources: Vec<ExternalResources>,
    /// The ranges of the properties.
    pub properties: Vec<Range<usize>>,
    /// The range of the operations.
    pub operations: Range<usize>,
}

/// An operation name, and whether the operation was registered in the writer, so that properties have upstream's native
/// encoding.
#[derive(Clone, Copy)]
pub(super) struct NameInFile {
    pub name: OpName,
    pub was_registered: bool,
}

impl<'b, 'c> File<'b, 'c> {
    /// Reads the sections in `range` except for the operations.
    pub fn read(cx: &'c Context, bytes: &'b [u8], range: Range<usize>, version: u64) -> Result<Self, ReadError> {
        let sections = find_sections(bytes, range, version)?;
        let section = |section: Section| sections[section as usize].clone();
        let cursor = |wanted| Cursor::new(bytes, section(wanted).unwrap_or(0..0));
        let mut file = Self {
            cx,
            bytes,
            version,
            strings: read_strings(cursor(Section::Strings))?,
            dialects: Vec::new(),
            op_names: Vec::new(),
            entries: Entries::default(),
            resources: Vec::new(),
            external_resources: Vec::new(),
            properties: Vec::new(),
            operations: section(Section::Ir).unwrap_or(0..0),
        };
        if section(Section::Properties).is_some() {
            file.properties = read_properties(cursor(Section::Properties))?;
        }
        file.read_dialects(cursor(Section::Dialects))?;
        match (section(Section::ResourceOffsets), section(Section::Resources)) {
            (Some(_), Some(_)) => file.read_resources(cursor(Section::ResourceOffsets), cursor(Section::Resources))?,
            (None, None) => {}
            (Some(_), None) => {
                return Err(malformed("expected resource section when resource offset section is present"));
            }
            (None, Some(_)) => {
                return Err(malformed("expected resource offset section when resource section is present"));
            }
        }
        let entries = section(Section::Entries).unwrap_or(0..0);
        file.entries = Entries::read(cursor(Section::EntryOffsets), entries, file.dialects.len())?;
        Ok(file)
    }

    pub fn string(&self, index: u64) -> Result<&'b [u8], ReadError> {
        at(&self.strings, index, "string").copied()
    }

    /// A string that is an identifier.
    fn name(&self, index: u64) -> Result<&'b str, ReadError> {
        std::str::from_utf8(self.string(index)?).map_err(|_| malformed("a name is not UTF-8"))
    }

    fn read_dialects(&mut self, mut cursor: Cursor) -> Result<(), ReadError> {
        for _ in 0..cursor.count()? {
            if self.version < DIALECT_VERSIONS {
                let name = self.name(cursor.number()?)?;
                self.dialects.push(name);
                continue;
            }
            let (name, has_version) = cursor.flagged()?;
            let name = self.name(name)?;
            self.dialects.push(name);
            // No dialect known here has versions; the contents of its version section are skipped.
            if has_version && cursor.section()?.0 != Section::DialectVersion {
                return Err(malformed("expected dialect version section"));
            }
        }
        if self.version >= ELIDED_ARGUMENT_LOCATIONS {
            cursor.count()?;
        }
        while !cursor.is_empty() {
            let dialect = *at(&self.dialects, cursor.number()?, "dialect")?;
            for _ in 0..cursor.count()? {
                let (name, was_registered) = match self.version >= PROPERTIES {
                    true => cursor.flagged()?,
                    false => (cursor.number()?, false),
                };
                let name = self.name(name)?;
                // A name without a dot belongs to the dialect of that name, with an empty rest.
                let name = match (dialect.is_empty(), name.is_empty()) {
                    (true, _) => name.to_owned(),
                    (false, true) => dialect.to_owned(),
                    (false, false) => format!("{dialect}.{name}"),
                };
                if name.contains('\0') || name.is_empty() {
                    return Err(malformed("invalid operation name"));
                }
                self.op_names.push(NameInFile { name: self.cx.op_name(&name), was_registered });
            }
        }
        Ok(())
    }

    fn read_resources(&mut self, mut offsets: Cursor, mut data: Cursor) -> Result<(), ReadError> {
        for _ in 0..offsets.count()? {
            let name = self.name(offsets.number()?)?.to_owned();
            if !is_bare_identifier(name.as_bytes()) {
                return Err(malformed(format!("expected an identifier as name of a resource group, but got {name:?}")));
            }
            let mut entries = Vec::new();
            self.read_group(&mut offsets, &mut data, |_, key, value| {
                entries.extend(value.map(|value| (key.to_owned(), value)));
                Ok(())
            })?;
            self.external_resources.push(ExternalResources { name, entries });
        }
        while !offsets.is_empty() {
            let dialect = *at(&self.dialects, offsets.number()?, "dialect")?;
            if dialect != "builtin" {
                return Err(malformed(format!("unexpected resources for dialect '{dialect}'")));
            }
            self.read_group(&mut offsets, &mut data, |file, key, value| {
                let resource = match value {
                    None => None,
                    Some(ExternalValue::Blob(resource)) => Some(resource),
                    Some(_) => return Err(malformed(format!("expected a blob resource for key '{key}'"))),
                };
                file.cx.set_resource(dialect, key, resource);
                file.resources.push(file.cx.ident(key));
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Reads a group of resources; one without data has no value.
    fn read_group(
        &mut self,
        offsets: &mut Cursor,
        data: &mut Cursor,
        mut found: impl FnMut(&mut Self, &str, Option<ExternalValue>) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        for _ in 0..offsets.count()? {
            let key = self.name(offsets.number()?)?;
            let (size, kind) = (offsets.number()?, offsets.byte()?);
            let start = data.pos();
            let size = data.check_count(size)?;
            data.bytes(size)?;
            let mut entry = Cursor::new(self.bytes, start..start + size);
            let value = if size == 0 { None } else { Some(self.read_resource(kind, &mut entry)?) };
            if !entry.is_empty() {
                return Err(malformed(format!("unexpected trailing bytes in resource '{key}'")));
            }
            found(self, key, value)?;
        }
        Ok(())
    }

    fn read_resource(&self, kind: u8, cursor: &mut Cursor) -> Result<ExternalValue, ReadError> {
        match kind {
            resource::BLOB => {
                let alignment = cursor.number()?;
                let size = cursor.count()?;
                if alignment > 1 {
                    cursor.align(alignment)?;
                }
                let Ok(alignment) = u32::try_from(alignment) else {
                    return Err(malformed(format!("alignment {alignment} of a resource is too large")));
                };
                Ok(ExternalValue::Blob(Resource { alignment, data: cursor.bytes(size)?.into() }))
            }
            resource::BOOL => Ok(ExternalValue::Bool(cursor.byte()? != 0)),
            resource::STRING => Ok(ExternalValue::String(self.string(cursor.number()?)?.into())),
            _ => Err(malformed(format!("unknown resource kind: {kind}"))),
        }
    }
}

/// Element `index` of a list whose elements are called `what` in diagnostics.
pub(super) fn at<'l, T>(list: &'l [T], index: u64, what: &str) -> Result<&'l T, ReadError> {
    let found = usize::try_from(index).ok().and_then(|index| list.get(index));
    found.ok_or_else(|| malformed(format!("invalid {what} index: {index}")))
}

fn find_sections(
    bytes: &[u8],
    range: Range<usize>,
    version: u64,
) -> Result<[Option<Range<usize>>; Section::ALL.len()], ReadError> {
    let mut found = [const { None }; Section::ALL.len()];
    let mut cursor = Cursor::new(bytes, range);
    while !cursor.is_empty() {
        let (section, range) = cursor.section()?;
        if found[section as usize].replace(range).is_some() {
            return Err(malformed(format!("duplicate top-level section: {}", section.name())));
        }
    }
    for (section, name) in Section::ALL {
        if found[section as usize].is_none() && !section.is_optional(version) {
            return Err(malformed(format!("missing data for top-level section: {name}")));
        }
    }
    Ok(found)
}

/// Reads the number of strings, their lengths in reverse order, and their zero-terminated bytes.
fn read_strings(mut cursor: Cursor<'_>) -> Result<Vec<&[u8]>, ReadError> {
    let n = cursor.count()?;
    let mut lengths = Vec::with_capacity(n);
    for _ in 0..n {
        lengths.push(cursor.number()?);
    }
    let total = lengths.iter().try_fold(0u64, |total, &length| total.checked_add(length));
    if total.is_none_or(|total| total > cursor.n_left() as u64) {
        return Err(malformed("string size exceeds the available data size"));
    }
    if total != Some(cursor.n_left() as u64) {
        return Err(malformed("unexpected trailing data between the offsets for strings and their data"));
    }
    if lengths.contains(&0) {
        return Err(malformed("a string without the zero after it"));
    }
    let text = |length: u64| cursor.bytes(length as usize).map(|bytes| &bytes[..bytes.len() - 1]);
    lengths.into_iter().rev().map(text).collect()
}

/// Reads the ranges of all lists of properties.
fn read_properties(mut cursor: Cursor) -> Result<Vec<Range<usize>>, ReadError> {
    let n = cursor.count()?;
    let mut found = Vec::with_capacity(n);
    for _ in 0..n {
        let size = cursor.count()?;
        let start = cursor.pos();
        cursor.bytes(size)?;
        found.push(start..start + size);
    }
    if !cursor.is_empty() {
        return Err(malformed("unexpected trailing data in the properties section"));
    }
    Ok(found)
}
