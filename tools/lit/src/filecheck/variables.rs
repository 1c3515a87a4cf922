//! The variables of patterns: strings and numbers.

use std::collections::{HashMap, HashSet};

use num_bigint::BigInt;

use super::number::Format;

/// The index of a numeric variable.
pub type NumberId = usize;

/// A numeric variable.
pub struct Number {
    /// Its name, with the sign `$` of a global one.
    pub name: String,
    /// How its values are written.
    pub format: Format,
    /// The line of the directive that defines it first.
    pub line: Option<usize>,
    /// Its value.
    pub value: Option<BigInt>,
}

/// All variables.
#[derive(Default)]
pub struct Variables {
    strings: HashMap<String, Vec<u8>>,
    /// The names of strings that a pattern or the command line defines.
    defined: HashSet<String>,
    numbers: Vec<Number>,
    by_name: HashMap<String, NumberId>,
}

/// The name of the variable whose value is the line of the directive.
pub const LINE: &str = "@LINE";

impl Variables {
    /// The value of a string.
    pub fn string(&self, name: &str) -> Option<&[u8]> {
        self.strings.get(name).map(Vec::as_slice)
    }

    /// Sets the value of a string.
    pub fn set_string(&mut self, name: &str, value: &[u8]) {
        self.strings.insert(name.to_owned(), value.to_owned());
    }

    /// Notes that there is a definition of a string.
    pub fn declare_string(&mut self, name: &str) {
        self.defined.insert(name.to_owned());
    }

    /// Whether there is a definition of a string of that name.
    pub fn is_string(&self, name: &str) -> bool {
        self.defined.contains(name)
    }

    /// The number of that name.
    pub fn find_number(&self, name: &str) -> Option<NumberId> {
        self.by_name.get(name).copied()
    }

    /// A new number of that name.
    pub fn add_number(&mut self, name: &str, format: Format, line: Option<usize>) -> NumberId {
        self.numbers.push(Number { name: name.to_owned(), format, line, value: None });
        self.by_name.insert(name.to_owned(), self.numbers.len() - 1);
        self.numbers.len() - 1
    }

    /// A number.
    pub fn number(&self, id: NumberId) -> &Number {
        &self.numbers[id]
    }

    /// Sets the value of a number.
    pub fn set_number(&mut self, id: NumberId, value: BigInt) {
        self.numbers[id].value = Some(value);
    }

    /// Sets the value of `@LINE`.
    pub fn set_line(&mut self, line: usize) {
        let id = self.find_number(LINE).unwrap_or_else(|| self.add_number(LINE, Format::UNSIGNED, None));
        self.set_number(id, line.into());
    }

    /// Forgets the values of all variables whose names do not begin with `$`.
    pub fn forget_local(&mut self) {
        self.strings.retain(|name, _| name.starts_with('$'));
        for number in &mut self.numbers {
            if !number.name.starts_with('$') {
                number.value = None;
            }
        }
    }
}
