//! The `cf` dialect: branches between the blocks of a region.

mod canonicalize;
mod eval;
mod switch_syntax;

use std::ops::Range;

use rmlir::core::dialect::DialectHooks;
use rmlir::core::successors;
use rmlir::core::verify::check_nested_segments;
use rmlir::prelude::*;

dialect! {
    /// Unstructured control flow: branches, switches and assertions.
    pub Cf = "cf" {
        ops: [AssertOp, BrOp, CondBrOp, SwitchOp],
        depends: [rmlir_arith::Arith],
        hooks: Hooks,
    }
}

struct Hooks;

impl DialectHooks for Hooks {
    fn is_legal_to_inline_call(&self, _call: OpRef, _callable: OpRef, _would_be_cloned: bool) -> bool {
        true
    }
    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }
}

/// Aborts the program with a message unless a condition is true.
#[op(name = "cf.assert", interfaces(MemoryEffects), eval, canonicalize, format = "$arg `,` $msg attr-dict")]
pub struct AssertOp {
    #[operand]
    arg: I1,
    #[prop]
    msg: StrAttr,
}

impl MemoryEffects for AssertOp {
    /// Aborting the program is modelled as a write to memory.
    fn effects(&self, _op: OpRef) -> Vec<Effect> {
        vec![Effect::any(EffectKind::Write)]
    }
}

/// Jumps to a block, passing values to its arguments.
#[op(
    name = "cf.br",
    traits(Pure, Terminator),
    interfaces(BranchOp),
    eval = rmlir::interp::eval::branch,
    canonicalize,
    format = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"
)]
pub struct BrOp {
    #[operand]
    destOperands: Vec<AnyType>,
    #[successor]
    dest: AnySuccessor,
}

impl BranchOp for BrOp {
    fn successor_operands(&self, op: OpRef, _index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(0..op.n_operands())
    }
    fn successor_for(&self, _op: OpRef, _operands: &[Option<Attr>]) -> Option<usize> {
        Some(0)
    }
}

/// Jumps to one of two blocks by a condition.
///
/// Both successors may be the same block. `branch_weights` are the expected relative frequencies of the successors.
#[op(
    name = "cf.cond_br",
    traits(AttrSizedOperandSegments, Pure, Terminator),
    interfaces(BranchOp),
    eval = rmlir::interp::eval::cond_branch,
    verify = verify_weights,
    canonicalize,
    format = "$condition (`weights` `(` $branch_weights^ `)` )? `,` \
               $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` \
               $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict"
)]
pub struct CondBrOp {
    #[operand]
    condition: I1,
    #[operand]
    trueDestOperands: Vec<AnyType>,
    #[operand]
    falseDestOperands: Vec<AnyType>,
    #[prop]
    branch_weights: Option<DenseI32ArrayAttr>,
    #[successor]
    trueDest: AnySuccessor,
    #[successor]
    falseDest: AnySuccessor,
}

impl BranchOp for CondBrOp {
    fn successor_operands(&self, op: OpRef, index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(op.operand_range(1 + index))
    }
    fn successor_for(&self, op: OpRef, operands: &[Option<Attr>]) -> Option<usize> {
        let condition = operands.first().copied().flatten()?.as_bool(op.cx())?;
        Some(usize::from(!condition))
    }
}

fn verify_weights(op: OpRef) -> Checked {
    let weights = op.prop(CondBrOp::BRANCH_WEIGHTS).and_then(|attr| attr.as_int_array(op.cx())).unwrap_or_default();
    let n_successors = op.successors().len();
    if weights.is_empty() {
        return Ok(());
    }
    if weights.len() != n_successors {
        let n = weights.len();
        let text = format!("expects number of branch weights to match number of successors: {n} vs {n_successors}");
        return Err(op.plain_error(text));
    }
    if weights.iter().all(|&weight| weight == 0) {
        return Err(op.plain_error("branch weights cannot all be zero"));
    }
    Ok(())
}

/// Jumps to the block of the first case that equals a value, or to a default.
#[op(name = "cf.switch", traits(AttrSizedOperandSegments, Pure, Terminator), interfaces(BranchOp),
     eval, verify = verify_switch,
     canonicalize,
     parse = switch_syntax::parse, print = switch_syntax::print)]
pub struct SwitchOp {
    #[operand]
    flag: AnyInteger,
    #[operand]
    defaultOperands: Vec<AnyType>,
    #[operand]
    caseOperands: Vec<AnyType>,
    #[prop]
    case_values: Option<AnyIntElementsAttr>,
    #[prop]
    case_operand_segments: DenseI32ArrayAttr,
    #[successor]
    defaultDestination: AnySuccessor,
    #[successor]
    caseDestinations: Vec<AnySuccessor>,
}

impl SwitchOp {
    /// The indices of the operands that are forwarded by case `case`.
    pub fn case_range(op: OpRef, case: usize) -> Range<usize> {
        successors::segment(op, Self::CASE_OPERAND_SEGMENTS, op.operand_range(2).start, case)
    }

    /// The values of the cases.
    pub fn case_list(op: OpRef) -> Vec<ApInt> {
        let values = op.prop(Self::CASE_VALUES).and_then(|attr| attr.dense_elements(op.cx())).unwrap_or_default();
        values.iter().filter_map(|value| value.as_integer(op.cx())).map(|(value, _)| value.clone()).collect()
    }
}

impl BranchOp for SwitchOp {
    fn successor_operands(&self, op: OpRef, index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(match index {
            0 => op.operand_range(1),
            case => SwitchOp::case_range(op, case - 1),
        })
    }
    /// The operands of all cases are one field, which the properties divide into segments.
    fn set_successor_operands(&self, body: &mut Body, op: OpId, index: usize, operands: &[Value]) {
        let lengths = successors::regroup(self, body, op, index, operands);
        let sizes = body.cx().i32_array(&[1, lengths[0], lengths[1..].iter().sum()]);
        let cases = body.cx().i32_array(&lengths[1..]);
        body.set_prop(op, SwitchOp::OPERAND_SEGMENT_SIZES, sizes);
        body.set_prop(op, SwitchOp::CASE_OPERAND_SEGMENTS, cases);
    }
    fn successor_for(&self, op: OpRef, operands: &[Option<Attr>]) -> Option<usize> {
        if op.prop(Self::CASE_VALUES).is_none() {
            return Some(0);
        }
        let (flag, _) = operands.first().copied().flatten()?.as_integer(op.cx())?;
        Some(SwitchOp::case_list(op).iter().position(|case| case == flag).map_or(0, |case| case + 1))
    }
}

fn verify_switch(op: OpRef) -> Checked {
    let n_destinations = op.successors().len() - 1;
    check_nested_segments(op, SwitchOp::CASE_OPERANDS_OPERAND, SwitchOp::CASE_OPERAND_SEGMENTS, n_destinations)?;
    let Some(values) = op.prop(SwitchOp::CASE_VALUES) else {
        if n_destinations == 0 {
            return Ok(());
        }
        return Err(
            op.error(format!("number of case values (0) should match number of case destinations ({n_destinations})"))
        );
    };
    let shaped = values.ty(op.cx()).expect("elements attributes have a type");
    let (flag, element) = (op.operand(0).ty(), shaped.element_or_self(op.cx()));
    if element != flag {
        let (flag, element) = (op.cx().show_type(flag), op.cx().show_type(element));
        return Err(op.error(format!("'flag' type ('{flag}') should match case value type ('{element}')")));
    }
    let n_values = shaped.n_elements(op.cx()).unwrap_or(0);
    if n_values != n_destinations as i64 {
        return Err(op.error(format!(
            "number of case values ({n_values}) should match number of case destinations ({n_destinations})"
        )));
    }
    Ok(())
}
