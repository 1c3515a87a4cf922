//! Erasure of unreferenced symbols.
//!
//! Plan: 1. in a symbol table, operations that are no symbols and symbols that may not be discarded are live; 2.
//! symbols that a live operation references are live, and a live symbol table is processed the same way; 3. the symbols
//! that are not live are erased, in all nested symbol tables.

use rmlir::analysis::symbols::{can_discard_when_unused, is_symbol, symbol_uses};
use rmlir::core::symbol::{SymbolTable, Visibility, visibility};
use rmlir::pass::{PassCx, PassFailed, PassResult};
use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// Eliminate dead symbols.
///
/// A symbol is live if it is visible outside, or a live operation references it.
///
/// ```mlir
/// func.func private @dead()               // goes
/// func.func private @live()
/// func.func @visible() {
///   "foo.return"() {uses = [@live]} : () -> ()
/// }
/// ```
#[pass(name = "symbol-dce", title = "SymbolDCE", stats("num-dce'd" = "Number of symbols DCE'd"))]
pub fn symbol_dce(cx: &mut PassCx) -> PassResult {
    let op = cx.op();
    if !op.has(TraitSet::SYMBOL_TABLE) {
        let message = " was scheduled to run under SymbolDCE, but does not define a symbol table";
        return cx.fail(op.id, message);
    }
    let is_outermost = cx.ancestors().is_empty();
    let is_hidden = is_outermost || !is_symbol(op) || visibility(op) == Visibility::Private;
    let mut liveness = Liveness { live: FxHashSet::default(), tables: FxHashMap::default() };
    liveness.look_into(op, is_hidden)?;
    let live = liveness.live;
    *cx.stat("num-dce'd") += erase_dead(cx.body_mut(), &live);
    Ok(())
}

/// An operation, by the index of its body and its handle there.
type Key = (u32, OpId);

fn key(op: OpRef) -> Key {
    (op.body.number(), op.id)
}

struct Liveness {
    live: FxHashSet<Key>,
    /// The symbols of tables, by the operation that is the table.
    tables: FxHashMap<Key, SymbolTable>,
}

impl Liveness {
    /// Marks the live symbols in the symbol table `table`. `hidden` means that operations outside cannot reference its
    /// symbols.
    fn look_into<'a>(&mut self, table: OpRef<'a>, hidden: bool) -> Result<(), PassFailed> {
        // Nested tables are put on a worklist instead of recursing.
        let mut tables = vec![(table, hidden)];
        while let Some((table, hidden)) = tables.pop() {
            let mut work = self.roots(table, hidden);
            while let Some(op) = work.pop() {
                if op.has(TraitSet::SYMBOL_TABLE) {
                    let inner_hidden = hidden || !is_symbol(op) || visibility(op) == Visibility::Private;
                    tables.push((op, inner_hidden));
                } else {
                    let inside = op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
                    work.extend(inside.filter(|op| op.n_regions() > 0));
                }
                // A live symbol may be in a nested table.
                let around = parent_of(op, table);
                if around.has(TraitSet::SYMBOL_TABLE) {
                    self.follow_uses(op, around, &mut work)?;
                }
            }
        }
        Ok(())
    }

    /// The initially live operations.
    fn roots<'a>(&mut self, table: OpRef<'a>, hidden: bool) -> Vec<OpRef<'a>> {
        let mut roots = Vec::new();
        for op in table.region(0).blocks().flat_map(|block| block.ops()) {
            if !is_symbol(op) {
                roots.push(op);
                continue;
            }
            let is_private = hidden || visibility(op) == Visibility::Private;
            if !(is_private && can_discard_when_unused(op)) && self.live.insert(key(op)) {
                roots.push(op);
            }
        }
        roots
    }

    /// Marks the symbols that `op`, which is directly in `table`, references as live.
    fn follow_uses<'a>(
        &mut self,
        op: OpRef<'a>,
        table: OpRef<'a>,
        work: &mut Vec<OpRef<'a>>,
    ) -> Result<(), PassFailed> {
        let uses = symbol_uses(op).map_err(|_| {
            let message = "operation contains potentially unknown symbol table, meaning that we can't reliable \
                           compute symbol uses";
            PassFailed::from(op.plain_error(message))
        })?;
        for found in uses {
            for symbol in self.resolve(table, found.symbol).unwrap_or_default() {
                if self.live.insert(key(symbol)) {
                    work.push(symbol);
                }
            }
        }
        Ok(())
    }

    /// The operations that the components of a reference in `table` resolve to; `None` if one of them is unresolved.
    fn resolve<'a>(&mut self, table: OpRef<'a>, symbol: SymbolRef) -> Option<Vec<OpRef<'a>>> {
        let mut found = vec![self.lookup(table, symbol.root)?];
        for &name in symbol.nested {
            let outer = *found.last().expect("the root was found");
            if !outer.has(TraitSet::SYMBOL_TABLE) {
                return None;
            }
            found.push(self.lookup(outer, name)?);
        }
        Some(found)
    }

    fn lookup<'a>(&mut self, table: OpRef<'a>, name: Ident) -> Option<OpRef<'a>> {
        let table = table.resolve();
        let symbols = self.tables.entry(key(table)).or_insert_with(|| SymbolTable::of_op(table.body, table.id));
        symbols.lookup(name).map(|id| OpRef::new(table.body, id))
    }
}

/// The parent of `op`; `table` if `op` is in the body of `table`'s root.
fn parent_of<'a>(op: OpRef<'a>, table: OpRef<'a>) -> OpRef<'a> {
    let inner = table.resolve();
    op.parent().filter(|&parent| parent != inner).unwrap_or(inner)
}

/// Erases the symbols that are not in `live` from all symbol tables in `body`. Returns their number.
fn erase_dead(body: &mut Body, live: &FxHashSet<Key>) -> u64 {
    let mut n_erased = 0;
    let mut tables = Vec::new();
    body.walk_postorder(body.root(), |op| {
        if body.has_trait(op, TraitSet::SYMBOL_TABLE) && body.nested(op).is_none() {
            tables.push(op);
        }
    });
    for proxy in body.proxies() {
        let nested = body.nested_mut(proxy).expect("a proxy has a body");
        n_erased += erase_dead(nested, live);
    }
    for table in tables {
        let region = body.region(table, 0);
        let is_dead = |&op: &OpId| is_symbol(OpRef::new(body, op)) && !live.contains(&(body.number(), op));
        let dead: Vec<OpId> = body.blocks(region).flat_map(|block| body.ops(block)).filter(is_dead).collect();
        n_erased += dead.len() as u64;
        let mut rw = Rewriter::new(body);
        dead.into_iter().for_each(|op| _ = rw.erase(op));
    }
    n_erased
}
