//! The callables, their paths, and the resolution of symbols. Neither changes while the inliner runs, so it is recorded
//! once.

use rmlir::analysis::callgraph::{CallGraph, CallNode, CallNodeId};
use rmlir::analysis::program::Program;
use rmlir::core::symbol::SymbolTable;
use rmlir::prelude::*;
use rustc_hash::FxHashMap;

/// See the module.
pub struct Scope {
    graph: CallGraph,
    /// By node: the path of proxies to its body.
    paths: Vec<Vec<OpId>>,
    /// By node: the index of the symbol table around it.
    tables: Vec<Option<u32>>,
    /// By index of a symbol table: the bodies that its symbols resolve to.
    names: FxHashMap<u32, FxHashMap<Ident, u32>>,
}

impl Scope {
    /// The scope of all callables in `program`.
    pub fn new(program: &Program, graph: CallGraph) -> Self {
        let body_of = |id: CallNodeId| graph.node(id).body;
        let paths = graph.nodes().map(|id| program.path_to(body_of(id))).collect();
        let tables = graph.nodes().map(|id| program.enclosing_table(body_of(id))).collect();
        let names = program.symbol_tables().into_iter().map(|table| (table, names_of(program, table))).collect();
        Self { graph, paths, tables, names }
    }

    /// The initial call graph.
    pub fn graph(&self) -> &CallGraph {
        &self.graph
    }

    /// A callable.
    pub fn node(&self, id: CallNodeId) -> &CallNode {
        self.graph.node(id)
    }

    /// The path of proxies to the body of `id`.
    pub fn path(&self, id: CallNodeId) -> &[OpId] {
        &self.paths[id.index()]
    }

    /// Whether `inner` is `outer` or inside it.
    pub fn is_inside(&self, inner: CallNodeId, outer: CallNodeId) -> bool {
        self.path(inner).starts_with(self.path(outer))
    }

    /// The callable that `symbol` resolves to in `from`.
    pub fn lookup(&self, from: CallNodeId, symbol: SymbolRef) -> Option<CallNodeId> {
        self.lookup_in(self.tables[from.index()]?, symbol)
    }

    /// The callable that `symbol` resolves to in symbol table `table`.
    pub fn lookup_in(&self, table: u32, symbol: SymbolRef) -> Option<CallNodeId> {
        let mut found = *self.names.get(&table)?.get(&symbol.root)?;
        for name in symbol.nested {
            found = *self.names.get(&found)?.get(name)?;
        }
        self.graph.node_of_body(found)
    }
}

fn names_of(program: &Program, table: u32) -> FxHashMap<Ident, u32> {
    let body = program.body(table);
    let symbols = SymbolTable::new(body);
    let mut names = FxHashMap::default();
    for proxy in body.proxies() {
        let op = OpRef::new(body, proxy);
        if let (Some(name), Some(nested)) = (op.symbol_name(), program.nested(op))
            && symbols.lookup(name) == Some(proxy)
        {
            names.insert(name, nested);
        }
    }
    names
}
