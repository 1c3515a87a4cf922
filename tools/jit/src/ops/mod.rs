//! What operations are as machine code, by name.
//!
//! In reading order: [`lanes`] how operations on vectors are those on lanes; [`integer`], [`float`] and [`convert`]
//! numbers, [`overflow`] with a look at limits, [`constant`] those that are known; [`reduce`] lanes as one; [`bits`] values
//! as rows of bits; [`memory`], [`address`], [`access`] loads and stores, [`masked`] those of some lanes; [`aggregate`]
//! parts of values; [`control`] branches and calls.
//!
//! Results that are poison may be anything. Flags that allow less exact floats are ignored.

mod access;
mod address;
mod aggregate;
mod bits;
mod constant;
mod control;
mod convert;
mod float;
mod integer;
mod lanes;
mod masked;
pub mod memory;
mod overflow;
mod reduce;

use rmlir::core::OpRef;

use crate::compile::Translated;
use crate::compile::function::Translator;

/// Adds the instructions of an operation.
pub type Translate = for<'a> fn(&mut Translator<'a, '_>, OpRef<'a>) -> Translated;

/// Operations by name; those whose names begin with `intr.` are intrinsics.
pub type Table = &'static [(&'static str, Translate)];

/// How the operation called `name` is translated.
pub fn find(name: &str) -> Option<Translate> {
    let name = name.strip_prefix("llvm.")?;
    let tables: [Table; 12] = [
        integer::TABLE,
        float::TABLE,
        convert::TABLE,
        constant::TABLE,
        overflow::TABLE,
        memory::TABLE,
        address::TABLE,
        access::TABLE,
        masked::TABLE,
        aggregate::TABLE,
        control::TABLE,
        reduce::TABLE,
    ];
    tables.into_iter().flatten().find(|(known, _)| *known == name).map(|(_, translate)| *translate)
}
