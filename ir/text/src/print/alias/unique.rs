//! Makes alias names distinct.

use rustc_hash::{FxHashMap, FxHashSet};

/// The names given out so far.
#[derive(Default)]
pub(super) struct UniqueNames {
    used: FxHashSet<String>,
    /// By the name without number: the next number to try. The first to come goes without.
    next: FxHashMap<String, u32>,
}

impl UniqueNames {
    /// `sigil` and `name`, with the first free number after it if `name` is taken. Types and attributes share names; after
    /// a digit an underscore keeps the number apart.
    pub fn unique(&mut self, sigil: char, name: &str) -> String {
        if !self.used.contains(name) {
            self.used.insert(name.to_owned());
            return format!("{sigil}{name}");
        }
        let separator = if name.ends_with(|last: char| last.is_ascii_digit()) { "_" } else { "" };
        let base = format!("{name}{separator}");
        let next = self.next.entry(base.clone()).or_insert(1);
        loop {
            let probe = format!("{base}{next}");
            *next += 1;
            if !self.used.contains(&probe) {
                let text = format!("{sigil}{probe}");
                self.used.insert(probe);
                return text;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::UniqueNames;

    #[test]
    fn equal_names_are_numbered_and_digits_kept_apart() {
        let mut names = UniqueNames::default();
        let given: Vec<String> = ["map", "map", "map2", "map", "a0", "a0"].map(|name| names.unique('#', name)).into();
        assert_eq!(given, ["#map", "#map1", "#map2", "#map3", "#a0", "#a0_1"]);
    }
}
