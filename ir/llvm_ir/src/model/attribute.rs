//! Attributes of functions, parameters, results and calls.

use std::fmt::Write;

use rmlir_num::ApInt;

use super::types::Ty;

/// An attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attribute {
    /// Its kind or name.
    pub key: Key,
    /// Its value.
    pub value: Value,
}

/// The name of an attribute.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Key {
    /// A kind of LLVM: its index in [`KINDS`].
    Kind(usize),
    /// Any other, printed in quotes.
    Text(String),
}

/// The value of an attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Nothing.
    None,
    /// An integer.
    Int(u64),
    /// A type.
    Type(Ty),
    /// A string in quotes.
    Text(String),
    /// The half-open range of integers.
    Range(ApInt, ApInt),
    /// The text in parentheses.
    Words(String),
}

/// The kinds of LLVM, in printing order.
pub const KINDS: &[&str] = &[
    "allocalign",
    "allocptr",
    "alwaysinline",
    "builtin",
    "cold",
    "convergent",
    "coro_only_destroy_when_complete",
    "coro_elide_safe",
    "dead_on_return",
    "dead_on_unwind",
    "disable_sanitizer_instrumentation",
    "fn_ret_thunk_extern",
    "hot",
    "hybrid_patchable",
    "immarg",
    "inreg",
    "inlinehint",
    "jumptable",
    "minsize",
    "mustprogress",
    "naked",
    "nest",
    "noalias",
    "nobuiltin",
    "nocallback",
    "nocf_check",
    "nocreateundeforpoison",
    "nodivergencesource",
    "noduplicate",
    "noext",
    "nofree",
    "noimplicitfloat",
    "noinline",
    "nomerge",
    "noprofile",
    "norecurse",
    "noredzone",
    "noreturn",
    "nosanitize_bounds",
    "nosanitize_coverage",
    "nosync",
    "noundef",
    "nounwind",
    "nonlazybind",
    "nonnull",
    "null_pointer_is_valid",
    "optforfuzzing",
    "optdebug",
    "optsize",
    "optnone",
    "presplitcoroutine",
    "readnone",
    "readonly",
    "returned",
    "returns_twice",
    "signext",
    "safestack",
    "sanitize_address",
    "sanitize_alloc_token",
    "sanitize_hwaddress",
    "sanitize_memtag",
    "sanitize_memory",
    "sanitize_numerical_stability",
    "sanitize_realtime",
    "sanitize_realtime_blocking",
    "sanitize_thread",
    "sanitize_type",
    "shadowcallstack",
    "skipprofile",
    "speculatable",
    "speculative_load_hardening",
    "ssp",
    "sspreq",
    "sspstrong",
    "strictfp",
    "swiftasync",
    "swifterror",
    "swiftself",
    "willreturn",
    "writable",
    "writeonly",
    "zeroext",
    "byref",
    "byval",
    "elementtype",
    "inalloca",
    "preallocated",
    "sret",
    "align",
    "allockind",
    "allocsize",
    "captures",
    "dereferenceable",
    "dereferenceable_or_null",
    "memory",
    "nofpclass",
    "alignstack",
    "uwtable",
    "vscale_range",
    "range",
    "initializes",
];

/// The kind of this name, if LLVM has it.
pub fn kind(name: &str) -> Option<usize> {
    KINDS.iter().position(|known| *known == name)
}

/// Whether attributes of this kind have an integer value.
pub fn is_int(name: &str) -> bool {
    const INTS: &[&str] = &[
        "align",
        "allockind",
        "allocsize",
        "captures",
        "dereferenceable",
        "dereferenceable_or_null",
        "memory",
        "nofpclass",
        "alignstack",
        "uwtable",
        "vscale_range",
    ];
    INTS.contains(&name)
}

impl Attribute {
    /// One of LLVM's attributes.
    ///
    /// # Panics
    /// If there is none of this name.
    pub fn known(name: &str, value: Value) -> Self {
        Self { key: Key::Kind(kind(name).expect("the attribute is one of LLVM's")), value }
    }

    /// One of LLVM's attributes, without a value.
    ///
    /// # Panics
    /// If there is none of this name.
    pub fn flag(name: &str) -> Self {
        Self::known(name, Value::None)
    }

    /// An attribute of any other name.
    pub fn text(name: &str, value: &str) -> Self {
        let value = if value.is_empty() { Value::None } else { Value::Text(value.to_owned()) };
        Self { key: Key::Text(name.to_owned()), value }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match &self.key {
            Key::Kind(kind) => KINDS[*kind],
            Key::Text(name) => name,
        }
    }

    /// Whether its name is printed in quotes.
    pub fn is_text(&self) -> bool {
        matches!(self.key, Key::Text(_))
    }
}

/// A set of attributes, in LLVM's printing order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttributeSet {
    list: Vec<Attribute>,
}

impl AttributeSet {
    /// Adds an attribute; one of the same name is replaced.
    pub fn add(&mut self, attribute: Attribute) {
        match self.list.binary_search_by(|other| other.key.cmp(&attribute.key)) {
            Ok(index) => self.list[index] = attribute,
            Err(index) => self.list.insert(index, attribute),
        }
    }

    /// Adds attributes in LLVM's syntax, separated by spaces, without types and strings.
    pub fn add_words(&mut self, words: &str) {
        let mut rest = words.trim_start();
        while !rest.is_empty() {
            let end = rest.find([' ', '(']).unwrap_or(rest.len());
            let name = &rest[..end];
            rest = &rest[end..];
            let mut value = Value::None;
            if let Some(inside) = rest.strip_prefix('(') {
                let close = inside.find(')').unwrap_or(inside.len());
                value = Value::Words(inside[..close].to_owned());
                rest = inside.get(close + 1..).unwrap_or_default();
            }
            if kind(name).is_some() {
                self.add(Attribute::known(name, value));
            }
            rest = rest.trim_start();
        }
    }

    /// The attributes.
    pub fn iter(&self) -> impl Iterator<Item = &Attribute> {
        self.list.iter()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The attribute of this name.
    pub fn find(&self, name: &str) -> Option<&Attribute> {
        self.list.iter().find(|attribute| attribute.name() == name)
    }

    /// Removes the attribute of this name.
    pub fn remove(&mut self, name: &str) {
        self.list.retain(|attribute| attribute.name() != name);
    }
}

/// Memory effects by memory location: arguments, inaccessible memory, `errno`, other memory, and two target-specific
/// locations. Bit 0 is read, bit 1 write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryEffects(pub [u8; 6]);

impl MemoryEffects {
    /// The names of the locations.
    pub const NAMES: [&str; 6] = ["argmem", "inaccessiblemem", "errnomem", "", "target_mem0", "target_mem1"];
    /// The index of all other memory.
    pub const OTHER: usize = 3;
    /// The keywords of the effects.
    pub const WORDS: [&str; 4] = ["none", "read", "write", "readwrite"];

    /// The text in the parentheses of `memory`.
    pub fn words(self) -> String {
        let other = self.0[Self::OTHER];
        let all = self.0.iter().fold(0, |all, effect| all | effect);
        let mut words = Vec::new();
        if other != 0 || all == other {
            words.push(Self::WORDS[other as usize].to_owned());
        }
        for (name, &effect) in Self::NAMES.iter().zip(&self.0) {
            if effect != other && !name.is_empty() {
                words.push(format!("{name}: {}", Self::WORDS[effect as usize]));
            }
        }
        words.join(", ")
    }

    /// Parses the output of [`Self::words`].
    pub fn parse(words: &str) -> Option<Self> {
        let value = |word: &str| Self::WORDS.iter().position(|known| *known == word.trim()).map(|value| value as u8);
        let mut effects = [0; 6];
        for entry in words.split(',') {
            match entry.split_once(':') {
                None => effects = [value(entry)?; 6],
                Some((name, word)) => {
                    let place = Self::NAMES.iter().position(|known| *known == name.trim())?;
                    effects[place] = value(word)?;
                }
            }
        }
        Some(Self(effects))
    }
}

/// The values of `allockind`, in order of the bits.
pub(crate) const ALLOC_KINDS: &[&str] = &["alloc", "realloc", "free", "uninitialized", "zeroed", "aligned"];

/// The float classes of `nofpclass`, with their keywords, groups first.
pub const FLOAT_CLASSES: &[(u64, &str)] = &[
    (0x3ff, "all"),
    (0x003, "nan"),
    (0x001, "snan"),
    (0x002, "qnan"),
    (0x204, "inf"),
    (0x004, "ninf"),
    (0x200, "pinf"),
    (0x060, "zero"),
    (0x020, "nzero"),
    (0x040, "pzero"),
    (0x090, "sub"),
    (0x010, "nsub"),
    (0x080, "psub"),
    (0x108, "norm"),
    (0x008, "nnorm"),
    (0x100, "pnorm"),
];

/// The keywords for a set of float classes.
pub fn float_classes(mut set: u64) -> String {
    let mut text = String::new();
    for (bits, word) in FLOAT_CLASSES {
        if set & bits == *bits && set != 0 {
            let _ = write!(text, "{}{word}", if text.is_empty() { "" } else { " " });
            set &= !bits;
        }
    }
    if text.is_empty() { "none".to_owned() } else { text }
}
