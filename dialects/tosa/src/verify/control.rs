//! Verification of control flow and variables.

use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use super::verify_same_type;
use crate::control::{IfOp, VariableOp, VariableReadOp, VariableWriteOp, WhileOp, YieldOp, variable_type};

/// Verifies that two lists have the same types.
fn verify_lists(op: OpRef, (a, a_name): (&[Type], &str), (b, b_name): (&[Type], &str)) -> Checked {
    if a.len() != b.len() {
        let (n_a, n_b) = (a.len(), b.len());
        return Err(op.error(format!("require same number of values in {a_name} ({n_a}) and {b_name} ({n_b})")));
    }
    a.iter().zip(b).try_for_each(|(&a, &b)| verify_same_type(op, (a, a_name), (b, b_name)))
}

fn arg_types(op: OpRef, region: usize) -> Vec<Type> {
    op.region(region).entry().map_or(Vec::new(), BlockRef::arg_types)
}

/// The types of what a region yields, if it ends with a yield.
fn yielded(op: OpRef, region: usize) -> Option<Vec<Type>> {
    let last = op.region(region).entry()?.last_op().filter(|last| last.is::<YieldOp>())?;
    Some(last.operands().map(ValueRef::ty).collect())
}

fn operand_types(op: OpRef, skipped: usize) -> Vec<Type> {
    op.operands().skip(skipped).map(ValueRef::ty).collect()
}

fn result_types(op: OpRef) -> Vec<Type> {
    op.results().map(ValueRef::ty).collect()
}

/// Whether a tensor may have one element.
fn may_have_one_element(cx: &Context, ty: Type) -> bool {
    ty.n_elements(cx).is_none_or(|n| n == 1)
}

#[verify(IfOp)]
fn cond_if(op: OpRef) -> Checked {
    let (inputs, outputs) = (operand_types(op, 1), result_types(op));
    for (region, name) in ["'then_graph'", "'else_graph'"].into_iter().enumerate() {
        let args = arg_types(op, region);
        verify_lists(op, (&args, &format!("{name} arguments")), (&inputs, "'input_list'"))?;
    }
    for (region, name) in ["'then_graph'", "'else_graph'"].into_iter().enumerate() {
        if let Some(results) = yielded(op, region) {
            verify_lists(op, (&results, &format!("{name} results")), (&outputs, "'output_list'"))?;
        }
    }
    let ty = op.operand(0).ty();
    if may_have_one_element(op.cx(), ty) {
        return Ok(());
    }
    Err(op.error(format!("'condition' must be a size 1 tensor, got '{}'", op.cx().show_type(ty))))
}

#[verify(WhileOp)]
fn while_loop(op: OpRef) -> Checked {
    let cx = op.cx();
    let (inputs, outputs) = (operand_types(op, 0), result_types(op));
    verify_lists(op, (&inputs, "'input_list'"), (&outputs, "'output_list'"))?;
    verify_lists(op, (&arg_types(op, 0), "'cond_graph' arguments"), (&inputs, "'input_list'"))?;
    verify_lists(op, (&arg_types(op, 1), "'body_graph' arguments"), (&inputs, "'input_list'"))?;
    if let Some(results) = yielded(op, 1) {
        verify_lists(op, (&results, "'body_graph' results"), (&inputs, "'input_list'"))?;
    }
    let Some(results) = yielded(op, 0) else { return Ok(()) };
    let &[condition] = results.as_slice() else {
        return Err(op.error("require 'cond_graph' only have one result"));
    };
    let wrong = |what: &str| {
        Err(op.error(format!("'cond_graph' result must be a {what} tensor, got '{}'", cx.show_type(condition))))
    };
    match () {
        () if !may_have_one_element(cx, condition) => wrong("size 1"),
        () if condition.element_or_self(cx).signless_width(cx) != Some(1) => wrong("boolean"),
        () => Ok(()),
    }
}

/// Verifies a use of a variable with a value of type `ty`, called `name`.
fn verify_variable(op: OpRef, symbols: &mut SymbolScope, ty: Type, name: &str) -> Checked {
    let variable = op.prop(VariableReadOp::NAME).and_then(|name| name.as_str(op.cx())).unwrap_or_default();
    let found = symbols.lookup(op.cx().ident(variable)).filter(|found| found.is::<VariableOp>());
    let Some(found) = found else {
        return Err(op.error(format!("'{variable}' has not been declared by 'tosa.variable'")));
    };
    verify_same_type(op, (ty, name), (variable_type(found), "the input tensor"))
}

impl SymbolUser for VariableWriteOp<()> {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        verify_variable(op, symbols, op.operand(0).ty(), "'input1'")
    }
}

impl SymbolUser for VariableReadOp<()> {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        verify_variable(op, symbols, op.result(0).ty(), "'output1'")
    }
}
