//! Declarations that the macros accept, and their expansions.
#![allow(missing_docs, dead_code)]

extern crate self as rmlir;

pub use rmlir_core as core;
pub use rmlir_macros::*;

#[path = "accepted/classes.rs"]
mod classes;
#[path = "accepted/formats.rs"]
mod formats;
#[path = "accepted/params.rs"]
mod params;
