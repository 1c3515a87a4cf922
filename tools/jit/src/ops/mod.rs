//! The translation of each operation to machine code, by definition.
//!
//! In reading order: [`table`] the form of the tables; [`lanes`] operations on vectors as operations on lanes;
//! [`integer`], [`float`] and [`convert`] scalars, [`overflow`] with checks for overflow, [`constant`] constants;
//! [`reduce`] reductions of lanes; [`bits`] values as bit sequences; [`memory`], [`address`], [`access`] loads and
//! stores, [`masked`] with masks; [`aggregate`] parts of values; [`control`] branches and calls.
//!
//! Poison may be any value. Fast-math flags are ignored.

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
mod table;

use rmlir::core::opdef::OpDef;

pub use self::table::{Table, Translate};

/// The translation of operations of this definition.
pub fn find(def: &OpDef) -> Option<Translate> {
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
    tables.into_iter().flatten().find(|(known, _)| std::ptr::eq(*known, def)).map(|(_, translate)| *translate)
}
