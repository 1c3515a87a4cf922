//! The section at the end of the file: the data that the preceding text refers to by key.

use rmlir_core::context::Resource;

use super::options::ExternalValue;
use super::printer::Printer;
use super::text::{push_hex, push_keyword_or_string, push_string};

/// One group of a section: its name, and keys with the text of their values.
type Group<'n> = (&'n str, Vec<(&'n str, String)>);

impl<'a> Printer<'a> {
    /// Prints `{-# .. #-}` if it is not empty.
    pub fn file_metadata(&mut self) {
        let (cx, options) = (self.cx, self.options);
        let builtin = std::mem::take(&mut self.resources).order;
        let has_data = builtin.iter().any(|key| cx.resource("builtin", key.str(cx)).is_some())
            || options.external_resources.iter().any(|group| !group.entries.is_empty());
        let builtin = builtin.iter().filter_map(|key| {
            let resource = cx.resource("builtin", key.str(cx))?;
            Some((key.str(cx), self.kept(|| blob_text(&resource))?))
        });
        let builtin: Group = ("builtin", builtin.collect());
        let external = options.external_resources.iter().map(|group| {
            let entries = group.entries.iter();
            let entries = entries.filter_map(|(key, value)| Some((key.as_str(), self.kept(|| value_text(value))?)));
            (group.name.as_str(), entries.collect())
        });
        let external: Vec<Group> = external.collect();
        let sections = [("dialect", vec![builtin]), ("external", external)];
        let sections: Vec<_> = sections.into_iter().map(|(name, groups)| (name, not_empty(groups))).collect();
        if sections.iter().all(|(_, groups)| groups.is_empty()) {
            // As in upstream, elision of all data results in an empty section.
            if has_data {
                self.out.push_str("\n{-#\n\n#-}\n");
            }
            return;
        }
        self.out.push_str("\n{-#\n");
        let mut separator = "";
        for (name, groups) in sections.iter().filter(|(_, groups)| !groups.is_empty()) {
            self.out.push_str(separator);
            self.write_section(name, groups);
            separator = ",\n";
        }
        self.out.push_str("\n#-}\n");
    }

    fn write_section(&mut self, name: &str, groups: &[Group]) {
        self.out.push_str("  ");
        self.out.push_str(name);
        self.out.push_str("_resources: {\n");
        for (index, (name, entries)) in groups.iter().enumerate() {
            self.out.push_str(if index == 0 { "    " } else { ",\n    " });
            self.out.push_str(name);
            self.out.push_str(": {\n");
            for (index, (key, text)) in entries.iter().enumerate() {
                self.out.push_str(if index == 0 { "      " } else { ",\n      " });
                push_keyword_or_string(&mut self.out, key);
                self.out.push_str(": ");
                self.out.push_str(text);
            }
            self.out.push_str("\n    }");
        }
        self.out.push_str("\n  }");
    }

    /// The text unless it exceeds the limit; with a limit of 0 it is not computed.
    fn kept(&self, text: impl FnOnce() -> String) -> Option<String> {
        match self.options.elide_resources_larger_than {
            None => Some(text()),
            Some(0) => None,
            Some(limit) => Some(text()).filter(|text| text.len() <= limit),
        }
    }
}

fn not_empty(groups: Vec<Group>) -> Vec<Group> {
    groups.into_iter().filter(|(_, entries)| !entries.is_empty()).collect()
}

fn value_text(value: &ExternalValue) -> String {
    match value {
        ExternalValue::Blob(resource) => blob_text(resource),
        ExternalValue::Bool(value) => value.to_string(),
        ExternalValue::String(text) => {
            let mut out = String::new();
            push_string(&mut out, text);
            out
        }
    }
}

/// Alignment and data as one sequence of hexadecimal digits.
fn blob_text(resource: &Resource) -> String {
    let mut out = String::from("\"0x");
    push_hex(&mut out, &resource.alignment.to_le_bytes());
    push_hex(&mut out, &resource.data);
    out.push('"');
    out
}
