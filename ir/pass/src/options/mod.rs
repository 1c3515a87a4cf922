//! Options of passes and pipelines: a table of definitions, and the values.
//!
//! The textual form is upstream's: `{name=value name2=value2}`, sorted by name when printed; `parse` parses it, `print`
//! prints it.

pub(crate) mod parse;
mod print;

use rmlir_num::ApInt;

use crate::def::Pipeline;
pub use crate::def::{EnumCase, OptionDef, OptionKind, OptionValue, OptionValues, PassList};

impl OptionValues {
    /// Every option at its default.
    ///
    /// # Panics
    /// If the text of a default is not a valid value of the option.
    pub fn new(defs: &'static [OptionDef]) -> Self {
        let values = defs.iter().map(parse::default_of).collect();
        Self { defs, values, given: vec![false; defs.len()] }
    }

    /// The definitions.
    pub fn defs(&self) -> &'static [OptionDef] {
        self.defs
    }

    /// Returns whether there is no option at all.
    pub fn is_empty(&self) -> bool {
        self.defs.is_empty()
    }

    /// The value of option `name`.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn value(&self, name: &str) -> &OptionValue {
        &self.values[self.index(name)]
    }

    /// The value of option `name` as a Rust type.
    ///
    /// # Panics
    /// If there is no such option, or it has another type.
    pub fn get<T: OptionType>(&self, name: &str) -> T {
        T::from_value(self.value(name))
            .unwrap_or_else(|| panic!("option '{name}' is read as the kind it is declared as"))
    }

    /// Returns whether option `name` was given explicitly.
    pub fn is_given(&self, name: &str) -> bool {
        self.given[self.index(name)]
    }

    /// Sets option `name`, for pipelines built by calls.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn set(&mut self, name: &str, value: OptionValue) -> &mut Self {
        let index = self.index(name);
        self.values[index] = value;
        self.given[index] = true;
        self
    }

    pub(crate) fn index(&self, name: &str) -> usize {
        let index = self.defs.iter().position(|def| def.name == name);
        index.unwrap_or_else(|| panic!("option '{name}' is declared before it is used"))
    }
}

impl OptionValue {
    /// Of an option with named cases: the selected entry of `all`.
    pub fn case<T: Copy>(&self, all: &[T]) -> Option<T> {
        let Self::Case(case) = self else { return None };
        all.get(*case).copied()
    }
}

/// A Rust type for the value of an option.
pub trait OptionType: Sized {
    /// The type of the option.
    const KIND: OptionKind;

    /// Converts a value of that type.
    fn from_value(value: &OptionValue) -> Option<Self>;
}

macro_rules! integer_options {
    ($($ty:ty => $kind:ident),*) => {$(
        impl OptionType for $ty {
            const KIND: OptionKind = OptionKind::$kind;
            fn from_value(value: &OptionValue) -> Option<Self> {
                match value {
                    OptionValue::Int(value) => (*value).try_into().ok(),
                    _ => None,
                }
            }
        }
    )*};
}
integer_options!(i32 => I32, i64 => I64, u32 => U32, u64 => U64, usize => U64);

/// The number of bits of an integer type, or 0 where an option gives that a meaning of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct IntWidth(u32);

impl IntWidth {
    /// `None` if no integer type has that many bits.
    pub fn new(n_bits: u32) -> Option<Self> {
        (n_bits <= ApInt::MAX_WIDTH).then_some(Self(n_bits))
    }

    /// The number of bits.
    pub fn bits(self) -> u32 {
        self.0
    }
}

impl OptionType for IntWidth {
    const KIND: OptionKind = OptionKind::IntWidth;
    fn from_value(value: &OptionValue) -> Option<Self> {
        u32::from_value(value).and_then(Self::new)
    }
}

impl OptionType for bool {
    const KIND: OptionKind = OptionKind::Bool;
    fn from_value(value: &OptionValue) -> Option<Self> {
        match value {
            OptionValue::Bool(value) => Some(*value),
            _ => None,
        }
    }
}

impl OptionType for f64 {
    const KIND: OptionKind = OptionKind::F64;
    fn from_value(value: &OptionValue) -> Option<Self> {
        match value {
            OptionValue::Float(value) => Some(*value),
            _ => None,
        }
    }
}

impl OptionType for String {
    const KIND: OptionKind = OptionKind::Text;
    fn from_value(value: &OptionValue) -> Option<Self> {
        match value {
            OptionValue::Text(value) => Some(value.clone()),
            _ => None,
        }
    }
}

impl OptionType for Pipeline {
    const KIND: OptionKind = OptionKind::Pipeline;
    fn from_value(value: &OptionValue) -> Option<Self> {
        match value {
            OptionValue::Pipeline(value) => Some(value.clone()),
            _ => None,
        }
    }
}

impl OptionType for PassList {
    const KIND: OptionKind = OptionKind::Passes;
    fn from_value(value: &OptionValue) -> Option<Self> {
        match value {
            OptionValue::Passes(value) => Some(value.clone()),
            _ => None,
        }
    }
}

impl<T: OptionType> OptionType for Vec<T> {
    const KIND: OptionKind = OptionKind::List(&T::KIND);
    fn from_value(value: &OptionValue) -> Option<Self> {
        match value {
            OptionValue::List(values) => values.iter().map(T::from_value).collect(),
            _ => None,
        }
    }
}
