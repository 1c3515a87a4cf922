//! Maps and sets with their operands: canonical forms, and composition with the operations that define the operands.
//!
//! *Operands* of a map are the values for its dimensions, then those for its symbols. `canonical` brings operands into
//! a canonical form (symbols where possible, no unused ones, no duplicates, no constants); `through` replaces operands
//! that are results of operations of this dialect by the operands of those.

mod canonical;
mod delinearized;
mod inputs;
mod through;

pub use self::canonical::{canonicalize_map_and_operands, canonicalize_set_and_operands, canonicalize_symbols};
pub use self::through::{
    compose_map_and_operands, compose_set_and_operands, fully_compose_map_and_operands, make_composed_apply,
    make_composed_folded_apply, map_with_constants_folded,
};
