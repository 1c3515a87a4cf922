//! The created functions.

use rmlir::core::symbol::SymbolTable;
use rmlir::prelude::*;

use crate::function::append_function;

/// The created functions, which are not in their module yet.
pub(super) struct Functions<'c> {
    pub(super) names: SymbolTable,
    pub(super) made: Vec<(Ident, Box<Body<'c>>)>,
}

impl<'c> Functions<'c> {
    /// An unused name for a function that will be added.
    pub(super) fn name(&mut self, body: &Body, stem: &str) -> Ident {
        let name = self.names.fresh_name(body, stem);
        self.names.insert(name, body.root());
        name
    }

    pub(super) fn add(&mut self, name: Ident, function: Box<Body<'c>>) {
        self.made.push((name, function));
    }

    pub(super) fn append_to(&mut self, module: &mut Body<'c>) {
        for (name, function) in self.made.drain(..) {
            append_function(module, function, name);
        }
    }
}
