//! Verification of what a pattern matches.

use rmlir::core::infer::can_infer;
use rmlir::core::opdef::{Arity, OpDef};
use rmlir::prelude::*;

use crate::matching::{AttributeOp, OperandOp, OperandsOp, OperationOp, ResultOp, ResultsOp, TypeOp, TypesOp};
use crate::pattern::{PatternOp, users};
use crate::rewriting::{ApplyNativeRewriteOp, ReplaceOp, RewriteOp};

/// Whether `op` is in the rewrite of a pattern.
fn is_in_rewrite(op: OpRef) -> bool {
    op.parent().is_some_and(|parent| parent.is::<RewriteOp>())
}

/// Whether an operation uses `op` such that it is matched; a result alone does not.
fn has_binding_use(op: OpRef) -> bool {
    let mut waiting = vec![op];
    while let Some(op) = waiting.pop() {
        for user in users(op) {
            match user.is::<ResultOp>() || user.is::<ResultsOp>() {
                true => waiting.push(user),
                false => return true,
            }
        }
    }
    false
}

fn verify_binding(op: OpRef) -> Checked {
    let is_matched = op.parent().is_some_and(|parent| parent.is::<PatternOp>());
    if is_matched && !has_binding_use(op) {
        return Err(op.error("expected a bindable user when defined in the matcher body of a `pdl.pattern`"));
    }
    Ok(())
}

#[verify(AttributeOp)]
fn attribute(op: OpRef) -> Checked {
    match (op.get(AttributeOp::value), op.n_operands()) {
        (None, _) if is_in_rewrite(op) => {
            Err(op.error("expected constant value when specified within a `pdl.rewrite`"))
        }
        (None, _) => verify_binding(op),
        (Some(_), 0) => Ok(()),
        (Some(_), _) => Err(op.error("expected only one of [`type`, `value`] to be set")),
    }
}

#[verify(OperandOp, OperandsOp)]
fn operands(op: OpRef) -> Checked {
    verify_binding(op)
}

#[verify(TypeOp)]
fn one_type(op: OpRef) -> Checked {
    if op.get(TypeOp::constant_type).is_some() { Ok(()) } else { verify_binding(op) }
}

#[verify(TypesOp)]
fn types(op: OpRef) -> Checked {
    if op.get(TypesOp::constant_types).is_some() { Ok(()) } else { verify_binding(op) }
}

#[verify(OperationOp)]
fn operation(op: OpRef) -> Checked {
    let name = op.get(OperationOp::op_name);
    let in_rewrite = is_in_rewrite(op);
    if in_rewrite && name.is_none() {
        return Err(op.error("must have an operation name when nested within a `pdl.rewrite`"));
    }
    let (n_names, n_values) = (op.get(OperationOp::attribute_value_names).len(), op.operand_field(1).len());
    if n_names != n_values {
        return Err(op.error(format!(
            "expected the same number of attribute values and attribute names, got {n_names} names and {n_values} values"
        )));
    }
    // The results of an operation that is not registered may be inferred.
    let created = name.filter(|_| in_rewrite).and_then(|name| op.cx().op_name(name).def(op.cx()));
    if let Some(created) = created.filter(|created| !infers(created)) {
        verify_result_types(op, created)?;
    }
    verify_binding(op)
}

/// Whether the types of the results of an operation are inferred when it is created without them.
fn infers(def: &OpDef) -> bool {
    !def.results.is_empty() && can_infer(def)
}

/// Verifies that the types of the results of an operation that is created are known.
fn verify_result_types(op: OpRef, created: &OpDef) -> Checked {
    let unknown = |note: String| {
        let error = op.error("must have inferable or constrained result types when nested within `pdl.rewrite`");
        Err(Box::new(error.note(op.loc().place(op.cx()), note)))
    };
    if users(op).any(|user| replaces_by(user, op)) {
        return Ok(());
    }
    let types = op.operand_field(2);
    let has_one = !created.results.is_empty() && created.results.iter().all(|result| result.arity == Arity::One);
    if types.is_empty() && has_one {
        return unknown(format!(
            "operation is created in a non-inferrable context, but '{}' does not implement InferTypeOpInterface",
            created.name
        ));
    }
    match types.iter().position(|ty| !ty.defining_op().is_some_and(|source| is_known_type(source, op))) {
        Some(index) => unknown(format!("result type #{index} was not constrained")),
        None => Ok(()),
    }
}

/// Whether `user` replaces an operation, which is defined before `op`, by the results of `op`. The user may not be verified
/// yet.
fn replaces_by(user: OpRef, op: OpRef) -> bool {
    let mut operands = user.operands().filter(|_| user.is::<ReplaceOp>()).map(|operand| operand.defining_op());
    let Some(Some(replaced)) = operands.next() else { return false };
    let by_op = operands.flatten().any(|by| by.id == op.id);
    let is_elsewhere = op.body.block_of(replaced.id) != op.body.block_of(op.id);
    by_op && (is_elsewhere || op.body.is_before_in_block(replaced.id, op.id))
}

/// Whether the type that `source` defines is known in the rewrite that creates `op`.
fn is_known_type(source: OpRef, op: OpRef) -> bool {
    let is_constant = match (source.is::<TypeOp>(), source.is::<TypesOp>()) {
        (true, _) => source.prop(TypeOp::CONSTANT_TYPE).is_some(),
        (_, true) => source.prop(TypesOp::CONSTANT_TYPES).is_some(),
        _ => return source.is::<ApplyNativeRewriteOp>(),
    };
    let constrains = |user: OpRef| {
        op.body.block_of(user.id) != op.body.block_of(op.id)
            && (user.is::<OperandOp>() || user.is::<OperandsOp>() || user.is::<OperationOp>())
    };
    is_constant || users(source).any(constrains)
}
