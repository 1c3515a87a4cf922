//! Symbols: operations with names, and finding them.

use rustc_hash::FxHashMap;

use crate::arena::OpId;
use crate::attrs::Attr;
use crate::body::Body;
use crate::name::Ident;
use crate::opref::OpRef;
use crate::traits::TraitSet;

/// Who may refer to a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// Anyone.
    Public,
    /// Only uses inside the symbol table around it.
    Private,
    /// Uses inside the symbol table, and tables around that.
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

/// The symbols directly inside one symbol-table operation. Built from the body
/// whose root that operation is; the handles are those of that body.
#[derive(Clone, Debug, Default)]
pub struct SymbolTable {
    by_name: FxHashMap<Ident, OpId>,
}

impl SymbolTable {
    /// The symbols in the regions of the root of `body`; of several with one
    /// name, the first.
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

    /// Forgets a symbol.
    pub fn remove(&mut self, name: Ident) {
        self.by_name.remove(&name);
    }

    /// A name starting with `stem` that is not taken.
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

/// The symbol tables around a place, innermost last, each built when first asked.
pub struct SymbolScope<'a> {
    tables: Vec<(OpRef<'a>, Option<FxHashMap<Ident, OpRef<'a>>>)>,
}

impl<'a> SymbolScope<'a> {
    /// With no table around.
    pub fn new() -> Self {
        Self { tables: Vec::new() }
    }

    /// Enters the symbol table `op`.
    pub fn push(&mut self, op: OpRef<'a>) {
        self.tables.push((op, None));
    }

    /// Leaves the innermost symbol table.
    pub fn pop(&mut self) {
        self.tables.pop();
    }

    /// The operation that the symbol reference `name` means here: the root name
    /// is looked up in the tables from the inside out, nested names in turn.
    pub fn lookup(&mut self, cx: &crate::context::Context, name: Attr) -> Option<OpRef<'a>> {
        let (root, nested) = name.as_symbol_ref(cx)?;
        let mut found = (0..self.tables.len()).rev().find_map(|level| self.lookup_at(level, root))?;
        for &name in nested {
            if !found.has(TraitSet::SYMBOL_TABLE) {
                return None;
            }
            found = symbols_of(found).remove(&name)?;
        }
        Some(found)
    }

    /// As [`Self::lookup`], in the innermost table only.
    pub fn lookup_innermost(&mut self, name: Ident) -> Option<OpRef<'a>> {
        self.lookup_at(self.tables.len().checked_sub(1)?, name)
    }

    fn lookup_at(&mut self, level: usize, name: Ident) -> Option<OpRef<'a>> {
        let (op, table) = &mut self.tables[level];
        table.get_or_insert_with(|| symbols_of(*op)).get(&name).copied()
    }
}

impl Default for SymbolScope<'_> {
    fn default() -> Self {
        Self::new()
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
