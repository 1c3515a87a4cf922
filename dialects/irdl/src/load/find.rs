//! The definitions of a module, by dialect.
//!
//! Dialects may stand in modules inside of the module, and one dialect in several places. Names are looked up in the symbol
//! table around the dialect.

use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Failure;
use crate::definitions::{AttributeOp, DialectOp, OperationOp, TypeOp, inside};
use crate::names::symbol;

/// A dialect that is defined.
pub(super) struct Namespace<'a> {
    /// Its name.
    pub name: &'static str,
    /// What is in it, in order.
    pub definitions: Vec<Definition<'a>>,
}

/// Something in a dialect that is defined.
pub(super) struct Definition<'a> {
    /// The operation that defines it.
    pub op: OpRef<'a>,
    /// The symbol table in which it looks for others.
    pub table: OpRef<'a>,
    /// What it is.
    pub kind: Kind,
    /// Its full name.
    pub name: &'static str,
}

/// What can be defined in a dialect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Type,
    Attribute,
    Operation,
}

impl Kind {
    /// What `op` defines, if it does.
    pub fn of(op: OpRef) -> Option<Self> {
        match () {
            () if op.is::<TypeOp>() => Some(Self::Type),
            () if op.is::<AttributeOp>() => Some(Self::Attribute),
            () if op.is::<OperationOp>() => Some(Self::Operation),
            () => None,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Attribute => "attribute",
            Self::Operation => "operation",
        }
    }
}

/// The full name of what `definition` defines in `dialect`: a sign before the name of a type or attribute is no part of it.
pub(super) fn full_name(dialect: OpRef, definition: OpRef) -> String {
    format!("{}.{}", symbol(dialect), symbol(definition).trim_start_matches(['!', '#']))
}

/// All definitions inside of `module`. Dialects and names in them are new.
pub(super) fn find(module: OpRef) -> Result<Vec<Namespace>, Failure> {
    let mut namespaces: Vec<Namespace> = Vec::new();
    let mut place: FxHashMap<&str, usize> = FxHashMap::default();
    let mut known: FxHashSet<(Kind, String)> = FxHashSet::default();
    for (dialect, table) in dialects(module) {
        let name = symbol(dialect);
        if dialect.cx().dialect(name).is_some() {
            return Err((dialect, dialect.plain_error(format!("a dialect '{name}' is registered already"))));
        }
        let index = *place.entry(name).or_insert_with(|| {
            namespaces.push(Namespace { name: leaked(name), definitions: Vec::new() });
            namespaces.len() - 1
        });
        for op in inside(dialect) {
            let Some(kind) = Kind::of(op) else { continue };
            let name = full_name(dialect, op);
            if !known.insert((kind, name.clone())) {
                return Err((op, op.plain_error(format!("the {} '{name}' is defined twice", kind.word()))));
            }
            namespaces[index].definitions.push(Definition { op, table, kind, name: leaked(&name) });
        }
    }
    Ok(namespaces)
}

/// The dialects inside of `module`, in order, each with the symbol table around it.
fn dialects(module: OpRef) -> Vec<(OpRef, OpRef)> {
    let mut found = Vec::new();
    let mut stack = vec![(module, module)];
    while let Some((op, around)) = stack.pop() {
        if op.is::<DialectOp>() {
            found.push((op, around));
        }
        let table = if op.has(TraitSet::SYMBOL_TABLE) { op } else { around };
        let blocks: Vec<_> = op.regions().flat_map(|region| region.blocks()).collect();
        for block in blocks.into_iter().rev() {
            stack.extend(block.ops().rev().map(|inner| (inner, table)));
        }
    }
    found
}

/// `text` for good.
pub(super) fn leaked(text: &str) -> &'static str {
    Box::leak(Box::from(text))
}
