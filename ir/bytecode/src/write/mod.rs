//! The bytecode writer.
//!
//! Steps: 1. `numbering` assigns indices to all referenced entities; 2. the sections are written in upstream's order:
//! dialects and operation names, `entries` the attributes and types, `ops` the operations with `props` their properties
//! and `uses` the use-list orders, `resources`; 3. the strings and the properties, which were collected in step 2, come
//! last. `emitter` is the output buffer.

mod emitter;
mod entries;
mod numbering;
mod ops;
mod props;
mod resources;
mod strings;
mod uses;

use rmlir_core::OpRef;
use rmlir_text::print::ExternalResources;

use self::emitter::Emitter;
use self::numbering::Numbering;
use self::props::Properties;
use self::strings::Strings;
use crate::encoding::{
    DIALECT_VERSIONS, ELIDED_ARGUMENT_LOCATIONS, MAGIC, OLDEST_VERSION, PROPERTIES, Section, VERSION,
};

/// The options of the writer.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// The version of the format.
    pub version: u64,
    /// Whether only the keys of resources are written, without data.
    pub elide_resources: bool,
    /// Resources of the file that belong to no dialect.
    pub external_resources: Vec<ExternalResources>,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { version: VERSION, elide_resources: false, external_resources: Vec::new() }
    }
}

/// Returns the file with `root`, or the reason why it cannot be written.
pub fn write(root: OpRef, options: &WriteOptions) -> Result<Vec<u8>, String> {
    let version = options.version;
    if !(OLDEST_VERSION..=VERSION).contains(&version) {
        let range = format!("[{OLDEST_VERSION}, {VERSION}]");
        return Err(format!("unsupported version requested {version}, must be in range {range}"));
    }
    let numbering = Numbering::of(root, version);
    let mut sections =
        Sections { numbering: &numbering, strings: Strings::default(), properties: Properties::default() };
    let mut file = Emitter::new();
    file.bytes(&MAGIC);
    file.number(version);
    file.bytes(producer().as_bytes());
    file.byte(0);
    let dialects = sections.dialects();
    file.section(Section::Dialects, dialects);
    let (offsets, entries) = sections.entries();
    file.section(Section::EntryOffsets, offsets);
    file.section(Section::Entries, entries);
    let operations = sections.operations(root);
    file.section(Section::Ir, operations);
    let (offsets, resources) = sections.resources(options);
    file.section(Section::ResourceOffsets, offsets);
    file.section(Section::Resources, resources);
    file.section(Section::Strings, sections.strings.contents());
    if version >= PROPERTIES {
        file.section(Section::Properties, sections.properties.contents());
    }
    Ok(file.into_bytes())
}

/// The producer string of the file.
fn producer() -> String {
    format!("rmlir {}", env!("CARGO_PKG_VERSION"))
}

/// The state shared by the sections.
struct Sections<'n, 'c> {
    numbering: &'n Numbering<'c>,
    strings: Strings,
    properties: Properties,
}

impl Sections<'_, '_> {
    /// The namespaces, and the operation names in groups by dialect.
    fn dialects(&mut self) -> Emitter {
        let (numbering, version) = (self.numbering, self.numbering.version);
        let mut emitter = Emitter::new();
        emitter.number(numbering.dialects.len() as u64);
        for name in &numbering.dialects {
            let name = self.strings.number(name.as_bytes());
            if version >= DIALECT_VERSIONS { emitter.flagged(name, false) } else { emitter.number(name) }
        }
        let names = &numbering.op_names.order;
        if version >= ELIDED_ARGUMENT_LOCATIONS {
            emitter.number(names.len() as u64);
        }
        let cx = numbering.cx;
        for group in names.chunk_by(|a, b| a.1 == b.1) {
            emitter.number(group[0].1.into());
            emitter.number(group.len() as u64);
            for (name, _) in group {
                let dialect = numbering::namespace(cx, *name);
                let rest = name.str(cx).strip_prefix(dialect).expect("a name starts with its dialect");
                let text = self.strings.number(rest.strip_prefix('.').unwrap_or(rest).as_bytes());
                match version >= PROPERTIES {
                    true => emitter.flagged(text, name.def(cx).is_some()),
                    false => emitter.number(text),
                }
            }
        }
        emitter
    }
}
