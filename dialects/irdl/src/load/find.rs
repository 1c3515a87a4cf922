//! The definitions of a module, by dialect.
//!
//! Dialects may be nested in modules inside the module, and a dialect may be defined in several operations. Names are
//! resolved in the symbol table around the dialect.

use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::failure::Failure;
use crate::definitions::{AttributeOp, DialectOp, OperationOp, TypeOp, inside};
use crate::names::symbol;

/// A dialect that is being defined.
pub(super) struct Namespace<'a> {
    pub name: &'static str,
    /// The definitions, in order.
    pub definitions: Vec<Definition<'a>>,
}

/// The definition of a type, attribute or operation.
pub(super) struct Definition<'a> {
    /// The defining operation.
    pub op: OpRef<'a>,
    /// The symbol table in which its references are resolved.
    pub table: OpRef<'a>,
    pub kind: Kind,
    /// The full name, with the dialect's.
    pub name: &'static str,
}

/// The kinds of definitions in a dialect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Type,
    Attribute,
    Operation,
}

impl Kind {
    /// The kind of definition that `op` is, if it is one.
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

/// The full name of `definition` in `dialect`, without the sign before the name of a type or attribute.
pub(super) fn full_name(dialect: OpRef, definition: OpRef) -> String {
    format!("{}.{}", symbol(dialect), symbol(definition).trim_start_matches(['!', '#']))
}

/// All definitions inside `module`. It is an error if a dialect is registered already or a name is defined twice.
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

/// The dialects inside `module`, in order, each with the symbol table around it.
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

/// `text`, leaked.
pub(super) fn leaked(text: &str) -> &'static str {
    Box::leak(Box::from(text))
}
