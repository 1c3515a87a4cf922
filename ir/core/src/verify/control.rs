//! Verification of the values forwarded along control-flow edges.

use smallvec::SmallVec;

use crate::arena::Value;
use crate::interfaces::{
    BranchOp, Checked, LoopLike, RegionBranchOp, RegionBranchTerminator, RegionPoint, RegionSuccessor,
};
use crate::opdef::OpDef;
use crate::opref::OpRef;
use crate::traits::TraitSet;
use crate::types::Type;

/// Types of forwarded values.
type Types = SmallVec<[Type; 4]>;

/// Checks that the operands of a branch match the arguments of its successors.
pub(super) fn check_branch(op: OpRef, def: &'static OpDef) -> Checked {
    let Some(branch) = def.interface::<dyn BranchOp>() else { return Ok(()) };
    for (index, target) in op.successors().enumerate() {
        let passed = branch.successor_operands(op, index);
        let n_args = target.args().len();
        if passed.len() != n_args {
            let n = passed.len();
            return Err(op.plain_error(format!(
                "branch has {n} operands for successor #{index}, but target block has {n_args}"
            )));
        }
        for (arg, operand) in target.args().skip(passed.n_produced).zip(passed.forwarded.clone()) {
            if arg.ty() != op.operand(operand).ty() {
                let number = operand - passed.forwarded.start + passed.n_produced;
                return Err(op.plain_error(format!("type mismatch for bb argument #{number} of successor #{index}")));
            }
        }
    }
    Ok(())
}

/// Checks that initial values, loop-carried variables, yielded values and results of a loop agree in count and types.
pub(super) fn check_loop(op: OpRef, def: &'static OpDef) -> Checked {
    let Some(loops) = def.interface::<dyn LoopLike>() else { return Ok(()) };
    let inits: Vec<Value> = loops.inits(op).map(|index| op.operand(index).id).collect();
    let args = loops.region_iter_args(op);
    let yielded = loops.yielded_values(op);
    let results = loops.loop_results(op);
    same_number(op, "inits and region iter_args", inits.len(), args.len())?;
    if !yielded.is_empty() {
        same_number(op, "region iter_args and yielded values", args.len(), yielded.len())?;
    }
    if let Some(results) = &results {
        same_number(op, "loop results and region iter_args", results.len(), args.len())?;
    }
    let body = op.resolve().body;
    for (index, (&init, &arg)) in inits.iter().zip(&args).enumerate() {
        let arg = ("region iter_arg", body.ty(arg));
        same_type(op, index, ("init", op.body.ty(init)), arg)?;
        if let Some(&value) = yielded.get(index) {
            same_type(op, index, arg, ("yielded value", body.ty(value)))?;
        }
    }
    for (index, (&arg, &result)) in args.iter().zip(results.iter().flatten()).enumerate() {
        same_type(op, index, ("region iter_arg", body.ty(arg)), ("loop result", op.body.ty(result)))?;
    }
    Ok(())
}

fn same_number(op: OpRef, what: &str, left: usize, right: usize) -> Checked {
    if left == right {
        return Ok(());
    }
    Err(op.error(format!("different number of {what}: {left} != {right}")))
}

fn same_type(op: OpRef, index: usize, (left, left_type): (&str, Type), (right, right_type): (&str, Type)) -> Checked {
    if left_type == right_type {
        return Ok(());
    }
    let (left_type, right_type) = (op.cx().show_type(left_type), op.cx().show_type(right_type));
    Err(op.error(format!(
        "{index}-th {left} and {index}-th {right} have different type: '{left_type}' != '{right_type}'"
    )))
}

/// Checks that the operands forwarded between the regions of an operation match the successor inputs.
pub(super) fn check_region_branch(op: OpRef, def: &'static OpDef) -> Checked {
    let Some(branch) = def.interface::<dyn RegionBranchOp>() else { return Ok(()) };
    for successor in branch.successors(op, RegionPoint::Parent) {
        let types: Types = branch.entry_operands(op, successor.target).map(|index| op.operand(index).ty()).collect();
        check_edge(op, branch, None, &successor, &types)?;
    }
    for (index, region) in op.regions().enumerate() {
        for last in region.blocks().filter_map(|block| block.last_op()) {
            let successors = match last.interface::<dyn RegionBranchTerminator>() {
                Some(_) => branch.successors(op, RegionPoint::Region(index)),
                None if last.has(TraitSet::RETURN_LIKE) => branch.successors(op, RegionPoint::Region(index)),
                None => continue,
            };
            for successor in successors {
                let range = match last.interface::<dyn RegionBranchTerminator>() {
                    Some(terminator) => terminator.successor_operands(last, successor.target),
                    None => 0..last.n_operands(),
                };
                let types: Types = range.map(|operand| last.operand(operand).ty()).collect();
                check_edge(op, branch, Some(last), &successor, &types)?;
            }
        }
    }
    Ok(())
}

fn check_edge(
    op: OpRef,
    branch: &dyn RegionBranchOp,
    from: Option<OpRef>,
    to: &RegionSuccessor,
    passed: &[Type],
) -> Checked {
    let body = op.resolve().body;
    let inputs: Types = match to.target {
        RegionPoint::Parent => to.inputs.iter().map(|&value| op.body.ty(value)).collect(),
        RegionPoint::Region(_) => to.inputs.iter().map(|&value| body.ty(value)).collect(),
    };
    let what = if passed.len() != inputs.len() {
        format!("region branch point has {} operands, but region successor needs {} inputs", passed.len(), inputs.len())
    } else {
        let mismatch = (0..inputs.len()).find(|&index| !branch.types_compatible(passed[index], inputs[index]));
        let Some(index) = mismatch else { return Ok(()) };
        let (passed, input) = (op.cx().show_type(passed[index]), op.cx().show_type(inputs[index]));
        format!("successor operand type #{index} '{passed}' should match successor input type #{index} '{input}'")
    };
    let source = from.map_or("parent".to_owned(), |last| format!("Operation {}", last.name_str()));
    let target = match to.target {
        RegionPoint::Parent => "parent".to_owned(),
        RegionPoint::Region(index) => format!("Region #{index}"),
    };
    let error = op.error(format!("along control flow edge from {source} to {target}: {what}"));
    let at = from.unwrap_or(op).loc().place(op.cx());
    Err(Box::new(error.note(at, "region branch point")))
}
