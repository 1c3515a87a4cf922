//! Constant global variables of the symbol table around a body.
//!
//! A folder sees one body, and the global variables that it refers to stand in another one. Who runs folders may share
//! what they need before, and has to drop it afterwards: nobody keeps it up to date.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Body;
use crate::attrs::Attr;
use crate::interfaces::{GlobalAddress, GlobalConstant};
use crate::name::Ident;
use crate::opref::OpRef;
use crate::traits::TraitSet;

/// The initial values of constant global variables, by their names in one symbol table.
pub(super) type ConstantGlobals = FxHashMap<Ident, Attr>;

impl Body<'_> {
    /// The initial value of the global variable called `name` in the symbol table around, if it is constant and shared.
    pub fn constant_global(&self, name: Ident) -> Option<Attr> {
        self.globals.as_ref()?.get(&name).copied()
    }

    /// Shares the constant global variables with this body and those nested in it; `table` is the symbol table around it.
    pub fn share_constant_globals(&mut self, table: Option<&Body>) {
        let is_table = OpRef::root(self).has(TraitSet::SYMBOL_TABLE);
        let table = table.filter(|_| !is_table && self.refers_to_globals());
        self.share(&Arc::new(table.map(globals_of).unwrap_or_default()));
    }

    /// Ends what [`Self::share_constant_globals`] began.
    pub fn drop_constant_globals(&mut self) {
        self.globals = None;
        for proxy in self.proxies() {
            self.nested_mut(proxy).expect("a proxy has a body").drop_constant_globals();
        }
    }

    fn share(&mut self, around: &Arc<ConstantGlobals>) {
        let is_table = OpRef::root(self).has(TraitSet::SYMBOL_TABLE);
        let globals = if is_table { Arc::new(globals_of(self)) } else { around.clone() };
        for proxy in self.proxies() {
            self.nested_mut(proxy).expect("a proxy has a body").share(&globals);
        }
        self.globals = (!globals.is_empty()).then_some(globals);
    }

    fn refers_to_globals(&self) -> bool {
        let own = self.ops_under(self.root).into_iter();
        let mut own = own.filter(|&op| self.nested(op).is_some() || self.interface::<dyn GlobalAddress>(op).is_some());
        own.next().is_some()
    }
}

/// The constant global variables of the symbol table that is the root of `table`.
fn globals_of(table: &Body) -> ConstantGlobals {
    let blocks = OpRef::root(table).regions().flat_map(|region| region.blocks());
    let constants = blocks.flat_map(|block| block.ops()).filter_map(|op| {
        let value = op.interface::<dyn GlobalConstant>()?.constant_value(op)?;
        Some((op.symbol_name()?, value))
    });
    constants.collect()
}
