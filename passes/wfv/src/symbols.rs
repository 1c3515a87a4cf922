//! The symbols of a module.

use rmlir::prelude::*;
use rustc_hash::FxHashMap;

/// The symbols of a module, by name.
pub(crate) fn symbols(module: &Body) -> FxHashMap<String, OpId> {
    let name = |op: OpId| Some((module.symbol_name(op)?.str(module.cx()).to_owned(), op));
    module.ops(module.entry(module.region(module.root(), 0)).expect("a module has a body")).filter_map(name).collect()
}
