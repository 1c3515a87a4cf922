//! The operations that are instructions, constants and globals.
//!
//! In reading order: [`arith`] arithmetic and comparison, [`cast`] casts,
//! [`aggregate`] vectors and aggregates, [`memory`] memory, [`atomic`] atomic
//! updates, [`branch`] control flow, [`switch`] branches to many blocks,
//! [`call`] calls, [`invoke`] calls that may unwind, [`constant`] constants,
//! [`global`] globals, with [`comdat`], [`func`] functions, [`module`] facts about modules;
//! [`keyword`] and [`bundle`] are syntax they share, [`flags`] properties.

pub mod aggregate;
pub mod arith;
pub mod atomic;
pub mod branch;
pub mod bundle;
pub mod call;
pub mod cast;
pub mod comdat;
pub mod constant;
pub mod flags;
pub mod func;
mod func_verify;
pub mod global;
pub mod invoke;
pub mod keyword;
mod literal;
pub mod memory;
pub mod module;
pub mod switch;
