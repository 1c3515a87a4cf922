//! Symbols: operations with names, and finding them.

use rustc_hash::FxHashMap;

use crate::arena::OpId;
use crate::body::Body;
use crate::checked::Checked;
use crate::name::{Ident, SymbolRef};
use crate::opref::OpRef;
use crate::traits::TraitSet;

/// The visibility of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// Anyone.
    Public,
    /// Uses inside the enclosing symbol table only.
    Private,
    /// Uses inside the enclosing symbol table and in tables enclosing it.
    Nested,
}

/// The visibility of a symbol operation.
pub fn visibility(op: OpRef) -> Visibility {
    match op.attr("sym_visibility").and_then(|attr| attr.as_str(op.cx())) {
        Some("private") => Visibility::Private,
        Some("nested") => Visibility::Nested,
        _ => Visibility::Public,
    }
}

/// The symbols directly in one symbol-table operation. It is built from the body whose root is that operation; the
/// handles are those of that body.
#[derive(Clone, Debug, Default)]
pub struct SymbolTable {
    by_name: FxHashMap<Ident, OpId>,
}

impl SymbolTable {
    /// The symbols in the regions of the root of `body`; of several with the same name, the first.
    pub fn new(body: &Body) -> Self {
        Self::of_op(body, body.root())
    }

    /// The symbols in the regions of `op`.
    pub fn of_op(body: &Body, op: OpId) -> Self {
        let mut by_name = FxHashMap::default();
        for &region in body.regions(op) {
            for block in body.blocks(region) {
                for inner in body.ops(block) {
                    if let Some(name) = body.symbol_name(inner) {
                        by_name.entry(name).or_insert(inner);
                    }
                }
            }
        }
        Self { by_name }
    }

    /// The operation called `name`.
    pub fn lookup(&self, name: Ident) -> Option<OpId> {
        self.by_name.get(&name).copied()
    }

    /// Adds or replaces a symbol.
    pub fn insert(&mut self, name: Ident, op: OpId) {
        self.by_name.insert(name, op);
    }

    /// Removes a symbol.
    pub fn remove(&mut self, name: Ident) {
        self.by_name.remove(&name);
    }

    /// An unused name starting with `stem`.
    pub fn fresh_name(&self, body: &Body, stem: &str) -> Ident {
        let plain = body.cx().ident(stem);
        if !self.by_name.contains_key(&plain) {
            return plain;
        }
        (0..)
            .map(|n| body.cx().ident(&format!("{stem}_{n}")))
            .find(|name| !self.by_name.contains_key(name))
            .expect("some number is free")
    }
}

/// The symbols of the nearest enclosing symbol table, as views; built on first use.
pub struct SymbolScope<'a> {
    table: OpRef<'a>,
    symbols: Option<FxHashMap<Ident, OpRef<'a>>>,
}

impl<'a> SymbolScope<'a> {
    /// The symbols of `table`.
    pub fn new(table: OpRef<'a>) -> Self {
        Self { table, symbols: None }
    }

    /// The operation that `symbol` refers to in this scope; nested references are resolved successively.
    pub fn lookup<'s>(&mut self, symbol: impl Into<SymbolRef<'s>>) -> Option<OpRef<'a>> {
        let SymbolRef { root, nested } = symbol.into();
        let table = self.table;
        let mut found = self.symbols.get_or_insert_with(|| symbols_of(table)).get(&root).copied()?;
        for &name in nested {
            if !found.has(TraitSet::SYMBOL_TABLE) {
                return None;
            }
            found = symbols_of(found).remove(&name)?;
        }
        Some(found)
    }

    /// All names in this table, for "did you mean".
    pub fn names(&mut self) -> Vec<Ident> {
        let table = self.table;
        let mut names: Vec<Ident> = self.symbols.get_or_insert_with(|| symbols_of(table)).keys().copied().collect();
        names.sort_by(|a, b| a.str(table.cx()).cmp(b.str(table.cx())));
        names
    }
}

fn symbols_of<'a>(table: OpRef<'a>) -> FxHashMap<Ident, OpRef<'a>> {
    let mut symbols = FxHashMap::default();
    for region in table.regions() {
        for op in region.blocks().flat_map(|block| block.ops()) {
            if let Some(name) = op.symbol_name() {
                symbols.entry(name).or_insert(op);
            }
        }
    }
    symbols
}

/// An operation that refers to symbols and checks them.
pub trait SymbolUser: Send + Sync {
    /// Checks the references.
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked;
    /// Verifies the symbol uses of operations nested in `op`, a symbol table, that are resolved in enclosing ones. An
    /// error is returned with its operation.
    fn verify_uses_inside<'a>(
        &self,
        _op: OpRef<'a>,
        _symbols: &mut SymbolScope<'a>,
    ) -> Result<(), (OpRef<'a>, Box<rmlir_diag::Diagnostic>)> {
        Ok(())
    }
}
