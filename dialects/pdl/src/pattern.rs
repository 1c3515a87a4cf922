//! Patterns.

use rmlir::core::constraints::*;
use rmlir::core::opdef::AttrConstraint;
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use crate::matching::{OperandOp, OperandsOp, OperationOp, ResultOp, ResultsOp};
use crate::rewriting::RewriteOp;

/// A benefit.
#[allow(non_upper_case_globals, reason = "constraints are named like types")]
pub static Benefit: AttrConstraint = AttrConstraint {
    summary: "16-bit signless integer attribute whose value is non-negative",
    check: |cx, attr| {
        (I16Attr.check)(cx, attr) && attr.as_integer(cx).is_some_and(|(benefit, _)| !benefit.is_negative())
    },
    ..I16Attr
};
/// The type of attributes that satisfy it.
pub type Benefit = I16Attr;

/// A pattern of operations, and what becomes of them.
///
/// ```mlir
/// pdl.pattern @same : benefit(1) {
///   %type = pdl.type
///   %value = pdl.operand
///   %root = pdl.operation "my.same"(%value : !pdl.value) -> (%type : !pdl.type)
///   pdl.rewrite %root {
///     pdl.replace %root with (%value : !pdl.value)
///   }
/// }
/// ```
#[op(
    name = "pdl.pattern",
    traits(IsolatedFromAbove, SingleBlock, Symbol),
    interfaces(AsmNames, SymbolOp),
    verify_regions = verify_pattern,
    format = "($sym_name^)? `:` `benefit` `(` $benefit `)` attr-dict-with-keyword $body_region"
)]
pub struct PatternOp {
    #[prop]
    benefit: Benefit,
    #[prop]
    sym_name: Option<SymbolNameAttr>,
    #[region]
    body_region: SizedRegion1,
}

impl SymbolOp for PatternOp<()> {
    fn is_optional(&self) -> bool {
        true
    }
}

impl AsmNames for PatternOp<()> {
    fn default_dialect(&self, _op: OpRef) -> Option<&'static str> {
        Some("pdl")
    }
}

fn verify_pattern(op: OpRef) -> Checked {
    let op = op.resolve();
    let Some(block) = op.region(0).entry() else { return Ok(()) };
    let last = block.last_op().filter(|last| !last.is::<RewriteOp>());
    if let Some(last) = last {
        return error(op, "expected body to terminate with `pdl.rewrite`", last, "see terminator defined here");
    }
    if let Some(other) = first_of_another_dialect(op) {
        let message = "expected only `pdl` operations within the pattern body";
        return error(op, message, other, "see non-`pdl` operation defined here");
    }
    if !block.ops().any(|inner| inner.is::<OperationOp>()) {
        return Err(op.error("the pattern must contain at least one `pdl.operation`"));
    }
    let mut rewritten = block.ops().filter(|inner| is_node(*inner) && is_rewritten(*inner));
    let Some(first) = rewritten.next() else { return Ok(()) };
    let connected = connected_to(op, first);
    match rewritten.find(|node| !connected.contains(&node.id)) {
        Some(node) => {
            let message = "the operations must form a connected component";
            error(op, message, node, "see a disconnected value / operation here")
        }
        None => Ok(()),
    }
}

/// An error about `pattern` with a note about `op`.
fn error(pattern: OpRef, message: &str, op: OpRef, note: &str) -> Checked {
    Err(Box::new(pattern.error(message).note(op.loc().place(op.cx()), note)))
}

/// The first operation in the regions of `op` that is not of this dialect, in postorder.
fn first_of_another_dialect(op: OpRef<'_>) -> Option<OpRef<'_>> {
    let mut found = None;
    op.body.walk_postorder(op.id, |inner| {
        let inner = OpRef::new(op.body, inner);
        let is_own = inner.def().is_some_and(|def| def.dialect() == "pdl");
        if inner.id != op.id && !is_own && found.is_none() {
            found = Some(inner);
        }
    });
    found
}

/// Whether `op` is an operation or a value of the pattern.
fn is_node(op: OpRef) -> bool {
    op.is::<OperationOp>()
        || op.is::<OperandOp>()
        || op.is::<OperandsOp>()
        || op.is::<ResultOp>()
        || op.is::<ResultsOp>()
}

/// Whether the rewrite uses the result of `op`.
fn is_rewritten(op: OpRef) -> bool {
    users(op).any(|user| user.is::<RewriteOp>() || user.parent().is_some_and(|parent| parent.is::<RewriteOp>()))
}

/// The operations that use a result of `op`.
pub(crate) fn users<'a>(op: OpRef<'a>) -> impl Iterator<Item = OpRef<'a>> {
    op.results().flat_map(move |result| op.body.users(result.id)).map(move |user| OpRef::new(op.body, user))
}

/// The operations that are connected to `first` in the body of the pattern, by operands and users.
fn connected_to(pattern: OpRef, first: OpRef) -> FxHashSet<OpId> {
    let (mut visited, mut waiting) = (FxHashSet::default(), vec![first]);
    while let Some(op) = waiting.pop() {
        let is_inside = op.parent().is_some_and(|parent| parent.id == pattern.id) && !op.is::<RewriteOp>();
        if !is_inside || !visited.insert(op.id) {
            continue;
        }
        let has_parts = op.is::<OperationOp>() || op.is::<ResultOp>() || op.is::<ResultsOp>();
        let operands = if has_parts { op.operand_field(0) } else { Vec::new() };
        waiting.extend(operands.into_iter().filter_map(|operand| operand.defining_op()));
        waiting.extend(users(op));
    }
    visited
}
