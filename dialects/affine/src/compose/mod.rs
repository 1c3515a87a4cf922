//! Maps and sets together with their operands: canonical forms, and
//! composition with the operations that make the operands.
//!
//! *Operands* of a map are the values for its dimensions, then those for its
//! symbols. `canonical` brings operands into a canonical form (symbols where
//! possible, none unused, none twice, no constants); `through` replaces
//! operands that other operations of this dialect make by what those are made
//! from.

mod canonical;
mod delinearized;
mod through;

pub use self::canonical::{canonicalize_map_and_operands, canonicalize_set_and_operands, canonicalize_symbols};
pub use self::through::{
    compose_map_and_operands, compose_set_and_operands, fully_compose_map_and_operands, make_composed_apply,
    make_composed_folded_apply, map_with_constants_folded,
};
