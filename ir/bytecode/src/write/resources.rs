//! Resources: data that attributes refer to by key, and external resources of the file.

use rmlir_text::print::ExternalValue;

use super::emitter::Emitter;
use super::{Sections, WriteOptions};
use crate::encoding::resource::{BLOB, BOOL, STRING};

/// The key's string, the size of the data and its kind.
type Entry = (u64, usize, u8);

impl Sections<'_, '_> {
    /// Returns keys with sizes, and data.
    pub fn resources(&mut self, options: &WriteOptions) -> (Emitter, Emitter) {
        let (mut offsets, mut data) = (Emitter::new(), Emitter::new());
        offsets.number(options.external_resources.len() as u64);
        for group in &options.external_resources {
            let entries = group.entries.iter().map(|(key, value)| self.external(key, value, options, &mut data));
            let entries: Vec<Entry> = entries.collect();
            let name = self.strings.number(group.name.as_bytes());
            write_group(&mut offsets, name, &entries);
        }
        let entries = self.builtin(options, &mut data);
        if !entries.is_empty() {
            // The builtin dialect is the first one.
            write_group(&mut offsets, 0, &entries);
        }
        (offsets, data)
    }

    fn external(&mut self, key: &str, value: &ExternalValue, options: &WriteOptions, data: &mut Emitter) -> Entry {
        let start = data.len();
        let kind = match value {
            ExternalValue::Blob(_) => BLOB,
            ExternalValue::Bool(_) => BOOL,
            ExternalValue::String(_) => STRING,
        };
        match value {
            _ if options.elide_resources => {}
            ExternalValue::Blob(resource) => write_blob(data, resource.alignment, &resource.data),
            ExternalValue::Bool(value) => data.byte((*value).into()),
            ExternalValue::String(text) => data.number(self.strings.number(text)),
        }
        (self.strings.number(key.as_bytes()), data.len() - start, kind)
    }

    /// Resources without data are listed too, so that references to them are valid.
    fn builtin(&mut self, options: &WriteOptions, data: &mut Emitter) -> Vec<Entry> {
        let numbering = self.numbering;
        let mut entries = Vec::new();
        for &(key, _) in &numbering.resources.order {
            let (key, start) = (key.str(numbering.cx), data.len());
            let resource = numbering.cx.resource("builtin", key).filter(|_| !options.elide_resources);
            if let Some(resource) = resource {
                write_blob(data, resource.alignment, &resource.data);
            }
            entries.push((self.strings.number(key.as_bytes()), data.len() - start, BLOB));
        }
        entries
    }
}

fn write_group(offsets: &mut Emitter, key: u64, entries: &[Entry]) {
    offsets.number(key);
    offsets.number(entries.len() as u64);
    for &(key, size, kind) in entries {
        offsets.number(key);
        offsets.number(size as u64);
        offsets.byte(kind);
    }
}

fn write_blob(data: &mut Emitter, alignment: u32, bytes: &[u8]) {
    data.number(alignment.into());
    data.number(bytes.len() as u64);
    if alignment > 1 {
        data.align(alignment as usize);
    }
    data.bytes(bytes);
}
