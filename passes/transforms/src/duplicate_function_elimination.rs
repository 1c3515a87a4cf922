//! Merging of equal functions.
//!
//! Plan, for each symbol table: 1. of functions that differ only in their name, the first one is the representative; 2.
//! references to the other ones are replaced by references to it, in the table and from the surrounding tables; 3. the
//! others are erased.
//!
//! Deviation: only functions of one table are compared. Upstream compares them across tables, and creates references to
//! symbols that the other table does not have.

use rmlir::core::attrs::AttrData;
use rmlir::core::equal::{EqualOptions, equal_regions};
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_func as func;
use rustc_hash::FxHashMap;

/// Deduplicate functions.
///
/// Functions that are equal except for their names are replaced by the first one.
///
/// ```mlir
/// func.func @first(%x: i32) -> i32 { return %x : i32 }
/// func.func @second(%x: i32) -> i32 { return %x : i32 }    // goes
/// func.func @caller(%x: i32) -> i32 {
///   %0 = call @second(%x) : (i32) -> i32                   // of @first
///   return %0 : i32
/// }
/// ```
#[pass(name = "duplicate-function-elimination", title = "DuplicateFunctionEliminationPass", anchor = "builtin.module")]
pub fn duplicate_function_elimination(cx: &mut PassCx) -> PassResult {
    let mut path = Vec::new();
    eliminate_in(cx.body_mut(), &mut path);
    Ok(())
}

/// The erased functions, by name, and their representatives.
type Renames = FxHashMap<Ident, Ident>;

/// Returns the renamed symbols, by the names of the tables on the path to each of them, for the surrounding tables.
fn eliminate_in(body: &mut Body, path: &mut Vec<(Vec<Ident>, Renames)>) {
    let mut nested_renames = Vec::new();
    for proxy in body.proxies() {
        let name = body.symbol_name(proxy);
        let Some(nested) = body.nested_mut(proxy) else { continue };
        let mut inner = Vec::new();
        eliminate_in(nested, &mut inner);
        body.sync_proxy(proxy);
        if let Some(name) = name {
            nested_renames.extend(inner.into_iter().map(|(mut way, renames)| {
                way.insert(0, name);
                (way, renames)
            }));
        }
    }
    if OpRef::root(body).has(TraitSet::SYMBOL_TABLE) {
        let (duplicates, renames) = find_duplicates(body);
        if !renames.is_empty() {
            nested_renames.push((Vec::new(), renames));
        }
        if !nested_renames.is_empty() {
            rename_uses(body, &nested_renames);
        }
        let mut rw = Rewriter::new(body);
        duplicates.into_iter().for_each(|op| _ = rw.erase(op));
    }
    path.extend(nested_renames);
}

/// The functions of the table `body` that are equal to an earlier one, and their names with those of the earlier ones.
fn find_duplicates(body: &Body) -> (Vec<OpId>, Renames) {
    let mut kept: FxHashMap<Attr, Vec<OpRef>> = FxHashMap::default();
    let (mut duplicates, mut renames) = (Vec::new(), Renames::default());
    let blocks = OpRef::root(body).region(0).blocks();
    let functions = blocks.flat_map(|block| block.ops()).filter(|op| op.is::<func::FuncOp>());
    for op in functions.filter(|op| !op.region(0).is_empty()) {
        let ty = op.attr("function_type").unwrap_or(Attr::UNIT);
        let alike = kept.entry(ty).or_default();
        match alike.iter().find(|first| is_same_function(**first, op)) {
            Some(first) => {
                renames.extend(op.symbol_name().zip(first.symbol_name()));
                duplicates.push(op.id);
            }
            None => alike.push(op),
        }
    }
    (duplicates, renames)
}

fn is_same_function(a: OpRef, b: OpRef) -> bool {
    let name = a.def().and_then(|def| def.prop_index("sym_name"));
    let others = |op: OpRef| -> Vec<Attr> {
        let props = op.props().iter().enumerate().filter(|(slot, _)| Some(*slot) != name);
        props.map(|(_, &prop)| prop).collect()
    };
    others(a) == others(b)
        && a.discardable_attrs() == b.discardable_attrs()
        && equal_regions(a.region(0), b.region(0), EqualOptions::default())
}

/// Replaces references to the symbol `old` of the table `body` by `new`.
pub fn rename_symbols(body: &mut Body, old: Ident, new: Ident) {
    let renames: Renames = [(old, new)].into_iter().collect();
    rename_uses(body, &[(Vec::new(), renames)]);
}

/// Renames the symbol references of the operations of the table `body`, including nested bodies that are no tables.
fn rename_uses(body: &mut Body, renames: &[(Vec<Ident>, Renames)]) {
    for op in body.ops_under(body.root()) {
        if let Some(nested) = body.nested_mut(op) {
            if !OpRef::root(nested).has(TraitSet::SYMBOL_TABLE) {
                rename_uses(nested, renames);
            } else {
                rename_uses_of(nested, nested.root(), renames);
            }
            body.sync_proxy(op);
        } else if op != body.root() {
            rename_uses_of(body, op, renames);
        }
    }
}

fn rename_uses_of(body: &mut Body, op: OpId, renames: &[(Vec<Ident>, Renames)]) {
    let cx = body.cx();
    for (slot, old) in body.props(op).to_vec().into_iter().enumerate() {
        let new = renamed(cx, old, renames);
        if new != old {
            body.set_prop(op, slot, new);
        }
    }
    let old = body.attr_dict(op);
    let new = renamed(cx, old, renames);
    if new != old {
        body.set_attr_dict(op, new);
    }
}

/// `attr` with references renamed, also within nested arrays and dictionaries.
fn renamed(cx: &Context, attr: Attr, renames: &[(Vec<Ident>, Renames)]) -> Attr {
    if attr.is_absent() {
        return attr;
    }
    match attr.data(cx) {
        AttrData::SymbolRef { root, nested } => {
            let mut names: Vec<Ident> = std::iter::once(*root).chain(nested.iter().copied()).collect();
            for (way, renames) in renames {
                let symbol = names.get(way.len()).filter(|_| names.starts_with(way));
                if let Some(&new) = symbol.and_then(|name| renames.get(name)) {
                    names[way.len()] = new;
                }
            }
            cx.attr(AttrData::SymbolRef { root: names[0], nested: names[1..].into() })
        }
        AttrData::Array(entries) => {
            let entries: Vec<Attr> = entries.iter().map(|&entry| renamed(cx, entry, renames)).collect();
            cx.array_attr(&entries)
        }
        AttrData::Dictionary(entries) => {
            let rename = |entry: &NamedAttr| NamedAttr { name: entry.name, value: renamed(cx, entry.value, renames) };
            cx.dict(entries.iter().map(rename).collect())
        }
        _ => attr,
    }
}
