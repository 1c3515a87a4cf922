//! The texts of names, each stored once, and the set of those in use.

use hashbrown::HashTable;
use rmlir_core::intern::fixed_hash;

/// Interned texts.
#[derive(Default)]
pub(super) struct Texts {
    bytes: String,
    ends: Vec<u32>,
    ids: HashTable<u32>,
    /// The ids of `arg0`, `arg1`, ….
    args: Vec<u32>,
}

impl Texts {
    /// The text of `id`.
    #[inline]
    pub fn get(&self, id: u32) -> &str {
        text_of(&self.bytes, &self.ends, id)
    }

    /// The id of `text`.
    pub fn intern(&mut self, text: &str) -> u32 {
        let Self { bytes, ends, ids, .. } = self;
        let hash = fixed_hash(text);
        if let Some(&id) = ids.find(hash, |&id| text_of(bytes, ends, id) == text) {
            return id;
        }
        let id = ends.len() as u32;
        bytes.push_str(text);
        ends.push(u32::try_from(bytes.len()).expect("all names together are shorter than 4 GiB"));
        ids.insert_unique(hash, id, |&id| fixed_hash(text_of(bytes, ends, id)));
        id
    }

    /// The id of `arg` followed by `number`.
    pub fn arg(&mut self, number: u32) -> u32 {
        while self.args.len() <= number as usize {
            let id = self.intern(&format!("arg{}", self.args.len()));
            self.args.push(id);
        }
        self.args[number as usize]
    }
}

fn text_of<'t>(bytes: &'t str, ends: &[u32], id: u32) -> &'t str {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] as usize };
    &bytes[start..ends[id] as usize]
}

/// The texts that are used as names in the enclosing scopes.
#[derive(Default)]
pub(super) struct Scopes {
    taken: Vec<bool>,
    /// The ids in use, innermost scope last.
    ids: Vec<u32>,
    /// The start of the ids of each open scope.
    starts: Vec<usize>,
}

impl Scopes {
    /// The number of open scopes.
    pub fn depth(&self) -> usize {
        self.starts.len()
    }

    /// Opens a scope inside the innermost one.
    pub fn open(&mut self) {
        self.starts.push(self.ids.len());
    }

    /// Closes the innermost scopes until `depth` are open.
    pub fn close_to(&mut self, depth: usize) {
        let Some(&start) = self.starts.get(depth) else { return };
        self.ids.drain(start..).for_each(|id| self.taken[id as usize] = false);
        self.starts.truncate(depth);
    }

    /// Marks the text `id` as used in the innermost scope unless some scope uses it. Returns whether it was free.
    pub fn take(&mut self, id: u32) -> bool {
        let index = id as usize;
        if self.taken.len() <= index {
            self.taken.resize(index + 1, false);
        }
        if self.taken[index] {
            return false;
        }
        self.taken[index] = true;
        self.ids.push(id);
        true
    }
}
