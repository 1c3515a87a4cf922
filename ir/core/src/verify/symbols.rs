//! Verification of symbol tables: distinct names, and symbol uses.

use rustc_hash::FxHashMap;

use super::outcome::{Failure, Rest};
use super::rules::Plan;
use crate::name::Ident;
use crate::opref::OpRef;
use crate::symbol::SymbolScope;
use crate::traits::TraitSet;

/// Checks the symbol table `table`. `inside` has the remaining operations of the bodies nested in it, by their ids.
pub(super) fn check_table<'a, 'r>(
    table: OpRef<'a>,
    inside: &dyn Fn(u32) -> Option<&'r Rest>,
) -> Result<(), Failure<'a>> {
    if table.n_regions() != 1 {
        return Err((table, table.error("Operations with a 'SymbolTable' must have exactly one region")));
    }
    if !table.region(0).has_one_block() {
        return Err((table, table.error("Operations with a 'SymbolTable' must have exactly one block")));
    }
    let mut first: FxHashMap<Ident, OpRef> = FxHashMap::default();
    let entry = table.region(0).entry().expect("the region has one block");
    for op in entry.ops() {
        let Some(name) = op.symbol_name() else { continue };
        if let Some(before) = first.insert(name, op) {
            let text = format!("redefinition of symbol named '{}'", name.str(op.cx()));
            let error = op.plain_error(text);
            let note = "see existing symbol definition here";
            return Err((op, Box::new(error.note(before.loc().place(op.cx()), note))));
        }
    }
    check_users(table, inside)
}

/// Checks the symbol users inside `table`, excluding those in nested tables.
fn check_users<'a, 'r>(table: OpRef<'a>, inside: &dyn Fn(u32) -> Option<&'r Rest>) -> Result<(), Failure<'a>> {
    let mut scope = SymbolScope::new(table);
    // The first unchecked operations of the open blocks.
    let mut stack: Vec<Option<OpRef>> = Vec::new();
    push_blocks(&mut stack, table);
    while let Some(mut at) = stack.pop() {
        while let Some(op) = at {
            at = op.body.next_op(op.id).map(|next| OpRef::new(op.body, next));
            check_user(op, &mut scope)?;
            if op.n_regions() == 0 || op.has(TraitSet::SYMBOL_TABLE) {
                continue;
            }
            // In a body without nested bodies all symbol users are known.
            if let Some((body, rest)) = op.body.nested(op.id).and_then(|body| Some((body, inside(body.number())?))) {
                for user in rest.symbol_users.iter().map(|&user| OpRef::new(body, user)) {
                    check_user(user, &mut scope)?;
                }
                continue;
            }
            stack.push(at);
            push_blocks(&mut stack, op);
            break;
        }
    }
    Ok(())
}

/// Checks the symbol uses of `op`, if it is a symbol user.
fn check_user<'a>(op: OpRef<'a>, scope: &mut SymbolScope<'a>) -> Result<(), Failure<'a>> {
    let Some(user) = Plan::of(op.cx(), op.name()).symbol_user else { return Ok(()) };
    user.verify_symbol_uses(op, scope).map_err(|error| (op, error))?;
    if op.has(TraitSet::SYMBOL_TABLE) { user.verify_uses_inside(op, scope) } else { Ok(()) }
}

fn push_blocks<'a>(stack: &mut Vec<Option<OpRef<'a>>>, op: OpRef<'a>) {
    for region in op.regions().rev() {
        stack.extend(region.blocks().rev().map(|block| block.first_op()));
    }
}
