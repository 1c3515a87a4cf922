//! The properties of operations and instances.

use crate::edit::Edit;

/// A property list, or the position of an absent one.
pub(super) struct Properties {
    /// The range in its brackets; an empty range at the end of an element without a list.
    pub range: std::ops::Range<usize>,
    /// Names with their values, as they are written.
    pub known: Vec<(String, String)>,
}

impl Properties {
    pub fn at(&self) -> usize {
        self.range.start
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.known.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The edit that sets one property and keeps the others.
    pub fn set(&self, name: &str, value: i64) -> Edit {
        let others = self.known.iter().filter(|(known, _)| known != name);
        let own = (name.to_owned(), value.to_string());
        let written: Vec<String> = others.chain([&own]).map(|(name, value)| format!("{name}<{value}>")).collect();
        let space = if self.range.is_empty() { " " } else { "" };
        Edit { range: self.range.clone(), text: format!("{space}[{}]", written.join(", ")) }
    }
}
