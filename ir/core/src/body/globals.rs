//! Constant global variables of the symbol table around a body.
//!
//! A folder sees one body, and the global variables that it refers to stand in another one. Who runs folders may share
//! what they need before, and has to drop it afterwards: nobody keeps it up to date.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Body;
use crate::arena::OpId;
use crate::attrs::Attr;
use crate::interfaces::{GlobalAddress, GlobalConstant};
use crate::name::Ident;
use crate::opref::OpRef;
use crate::traits::TraitSet;

/// The initial values of the constant global variables of a symbol table, by name.
#[derive(Debug, Default)]
pub struct ConstantGlobals(FxHashMap<Ident, Attr>);

impl ConstantGlobals {
    /// The variables of the symbol table that is the root of `table`.
    pub fn of(table: &Body) -> Self {
        let blocks = OpRef::root(table).regions().flat_map(|region| region.blocks());
        let constants = blocks.flat_map(|block| block.ops()).filter_map(|op| {
            let value = op.interface::<dyn GlobalConstant>()?.constant_value(op)?;
            Some((op.symbol_name()?, value))
        });
        Self(constants.collect())
    }
}

impl Body<'_> {
    /// The initial value of the global variable called `name` in the symbol table around, if it is constant and shared.
    pub fn constant_global(&self, name: Ident) -> Option<Attr> {
        self.globals.as_ref()?.0.get(&name).copied()
    }

    /// Whether folders of this body, or of a nested one, may need the variables of the symbol table around it.
    pub fn may_need_globals_around(&self) -> bool {
        let is_table = OpRef::root(self).has(TraitSet::SYMBOL_TABLE);
        let refers = |&op: &OpId| self.nested(op).is_some() || self.interface::<dyn GlobalAddress>(op).is_some();
        !is_table && self.ops_under(self.root).iter().any(refers)
    }

    /// Shares the variables of the symbol table around with this body and those nested in it; symbol tables among these
    /// share their own with what is nested in them.
    pub fn share_constant_globals(&mut self, around: &Arc<ConstantGlobals>) {
        let is_table = OpRef::root(self).has(TraitSet::SYMBOL_TABLE);
        let globals = if is_table { Arc::new(ConstantGlobals::of(self)) } else { around.clone() };
        for proxy in self.proxies() {
            self.nested_mut(proxy).expect("a proxy has a body").share_constant_globals(&globals);
        }
        self.globals = (!globals.0.is_empty()).then_some(globals);
    }

    /// Ends what [`Self::share_constant_globals`] began.
    pub fn drop_constant_globals(&mut self) {
        self.globals = None;
        for proxy in self.proxies() {
            self.nested_mut(proxy).expect("a proxy has a body").drop_constant_globals();
        }
    }
}
