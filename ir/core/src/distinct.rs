//! Names that must differ, compared while a declaration is compiled.

/// The positions of the first two of `names` that are the same.
pub const fn duplicate_name(names: &[&str]) -> Option<(usize, usize)> {
    let mut second = 1;
    while second < names.len() {
        let mut first = 0;
        while first < second {
            if is_same(names[first].as_bytes(), names[second].as_bytes()) {
                return Some((first, second));
            }
            first += 1;
        }
        second += 1;
    }
    None
}

/// From the end, as the names of a dialect begin alike.
const fn is_same(first: &[u8], second: &[u8]) -> bool {
    let mut rest = first.len();
    if rest != second.len() {
        return false;
    }
    while rest > 0 {
        rest -= 1;
        if first[rest] != second[rest] {
            return false;
        }
    }
    true
}

/// A text that is put together while a declaration is compiled.
pub struct Message {
    bytes: [u8; Message::MAX],
    len: usize,
}

impl Message {
    /// The length that fits.
    const MAX: usize = 512;

    /// The texts `parts`, one after the other; what no longer fits is left out, as no text is cut within a character.
    pub const fn of(parts: &[&str]) -> Self {
        let mut message = Self { bytes: [0; Self::MAX], len: 0 };
        let mut part = 0;
        while part < parts.len() {
            let bytes = parts[part].as_bytes();
            if message.len + bytes.len() <= Self::MAX {
                message.bytes.split_at_mut(message.len).1.split_at_mut(bytes.len()).0.copy_from_slice(bytes);
                message.len += bytes.len();
            }
            part += 1;
        }
        message
    }

    /// The text.
    pub const fn text(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}
