//! Verification of blocks and regions, and the order of all other checks.

use rmlir_diag::Diagnostic;

use super::outcome::{Failure, Rest};
use super::rules::Plan;
use super::symbols;
use crate::arena::{BlockId, OpId};
use crate::attrs::Attr;
use crate::body::{Body, ValueDefinition};
use crate::checked::Checked;
use crate::dominance::{Dominance, has_ssa_dominance};
use crate::opref::{BlockRef, OpRef, RegionRef, ValueRef};
use crate::traits::TraitSet;

/// Checks the isolated operation `shown` with root `root`, and all operations of its body. Checks that require nested
/// bodies are in [`check_after_regions`].
pub(super) fn check_body<'a>(shown: OpRef<'a>, root: OpRef<'a>) -> Result<Rest, Failure<'a>> {
    let known = Known { shapes: Shapes::of(root.body), entry: only_entry(root) };
    let mut rest = Rest::default();
    if shown.operands().any(is_unlinked) {
        return Err((shown, unlinked(shown)));
    }
    check_with_inside(shown, Plan::of(shown.cx(), shown.name()), known.shapes)?;
    let mut stack = Vec::new();
    push_blocks(&mut stack, root);
    while let Some(step) = stack.pop() {
        match step {
            Step::Block(block) => {
                check_block(block)?;
                check_ops(block, block.first_op(), known, &mut rest, &mut stack)?;
            }
            Step::Leave(op) => {
                leave_op(op, Plan::of(op.cx(), op.name())).map_err(|error| (op, error))?;
                let block = op.block().expect("an op that is left was met in a block");
                check_ops(block, next(op), known, &mut rest, &mut stack)?;
            }
        }
    }
    Ok(rest)
}

/// Facts about a body established before its operations are checked.
#[derive(Clone, Copy)]
struct Known {
    shapes: Shapes,
    /// The block whose arguments dominate the whole body: the root's first one.
    entry: Option<BlockId>,
}

/// The first block of `root`, if it has one region.
fn only_entry(root: OpRef) -> Option<BlockId> {
    match *root.body.regions(root.id) {
        [region] => root.body.entry(region),
        _ => None,
    }
}

/// Whether all operations of a body are known to have numbers of operands, results, regions and successors that agree
/// with their fields.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shapes {
    AllRight,
    /// At least one is invalid; it need not be the first invalid operation.
    Unknown,
}

impl Shapes {
    fn of(body: &Body) -> Self {
        let mut ops = body.ops_anywhere().map(|op| OpRef::new(body, op));
        match ops.all(|op| Plan::of(body.cx(), op.name()).check_shape(op).is_ok()) {
            true => Self::AllRight,
            false => Self::Unknown,
        }
    }
}

/// A work item of the traversal: the exit of an operation with regions, or a block to enter.
enum Step<'a> {
    Leave(OpRef<'a>),
    Block(BlockRef<'a>),
}

fn push_blocks<'a>(stack: &mut Vec<Step<'a>>, op: OpRef<'a>) {
    for &region in op.body.regions(op.id).iter().rev() {
        stack.extend(RegionRef::new(op.body, region).blocks().rev().map(Step::Block));
    }
}

fn next(op: OpRef) -> Option<OpRef> {
    op.body.next_op(op.id).map(|next| OpRef::new(op.body, next))
}

/// Checks the operations of `block` from `first` up to the next one with regions, or to the end of the block.
fn check_ops<'a>(
    block: BlockRef<'a>,
    first: Option<OpRef<'a>>,
    known: Known,
    rest: &mut Rest,
    stack: &mut Vec<Step<'a>>,
) -> Result<(), Failure<'a>> {
    let mut at = first;
    while let Some(op) = at {
        at = next(op);
        let plan = Plan::of(op.cx(), op.name());
        if plan.symbol_user.is_some() {
            rest.symbol_users.push(op.id);
        }
        let has_extra = op.body.extra(op.id).is_some();
        match look_at_operands(op, block.id, known.entry) {
            Operands::Near => {}
            Operands::Distant => rest.distant.push(op.id),
            // A proxy is checked with its own body.
            Operands::Unlinked if has_extra && op.body.nested(op.id).is_some() => rest.distant.push(op.id),
            Operands::Unlinked => return Err((op, unlinked(op))),
        }
        if !has_extra {
            check_but_own(op, plan, known.shapes).map_err(|error| (op, error))?;
            plan.check_own(op).map_err(|error| (op, error))?;
            leave_op(op, plan).map_err(|error| (op, error))?;
            continue;
        }
        if op.body.nested(op.id).is_some() {
            continue;
        }
        check_with_inside(op, plan, known.shapes)?;
        if !op.body.regions(op.id).is_empty() {
            stack.push(Step::Leave(op));
            push_blocks(stack, op);
            return Ok(());
        }
        leave_op(op, plan).map_err(|error| (op, error))?;
    }
    check_block_end(block)
}

/// The location of the definitions of operands.
enum Operands {
    /// All operands are defined in the same block before the operation, or are arguments of the block or of the entry
    /// block.
    Near,
    /// All operands are defined by linked operations or blocks.
    Distant,
    /// At least one operand is defined by a detached operation.
    Unlinked,
}

/// The location of the definitions of the operands of `op`, which is in `block`. Arguments of `entry` dominate the
/// whole body.
#[inline]
fn look_at_operands(op: OpRef, block: BlockId, entry: Option<BlockId>) -> Operands {
    let body = op.body;
    let mut found = Operands::Near;
    for operand in body.operands(op.id) {
        let is_near = match body.value_def(operand) {
            ValueDefinition::Argument(at, _) => at == block || Some(at) == entry,
            ValueDefinition::Result(definition, _) => match body.block_of(definition) {
                None => return Operands::Unlinked,
                Some(at) => at == block && body.is_before_in_block(definition, op.id),
            },
        };
        if !is_near {
            found = Operands::Distant;
        }
    }
    found
}

/// The checks of `root` and its body that require all nested bodies to be valid. `rest` has the remaining operations of
/// the body; `inside` maps the ids of nested bodies to their remaining operations, if they are known.
pub(super) fn check_after_regions<'a, 'r>(
    shown: OpRef<'a>,
    root: OpRef<'a>,
    rest: &Rest,
    inside: &dyn Fn(u32) -> Option<&'r Rest>,
) -> Result<(), Failure<'a>> {
    leave_op(shown, Plan::of(shown.cx(), shown.name())).map_err(|error| (shown, error))?;
    if root.has(TraitSet::SYMBOL_TABLE) {
        symbols::check_table(root, inside)?;
    }
    check_dominance(root, &rest.distant)
}

/// As [`check_op`] for an operation whose operands are linked. Its own verifier may access the fields of operations in its
/// regions, which have not been verified yet: if the counts of one are wrong, that verifier is not called, and the error is
/// that operation's, or one that is met before it.
fn check_with_inside<'a>(op: OpRef<'a>, plan: &Plan, shapes: Shapes) -> Result<(), Failure<'a>> {
    check_but_own(op, plan, shapes).map_err(|error| (op, error))?;
    let may_access_inside = match shapes {
        Shapes::AllRight => true,
        Shapes::Unknown => {
            let mut inside = op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
            inside.all(|inside| Plan::of(op.cx(), inside.name()).check_shape(inside).is_ok())
        }
    };
    let checked = if may_access_inside { check_own(op, plan) } else { check_regions(op) };
    checked.map_err(|error| (op, error))
}

/// Checks one operation except the contents of its regions.
pub(super) fn check_op(op: OpRef) -> Checked {
    if op.operands().any(is_unlinked) {
        return Err(unlinked(op));
    }
    let plan = Plan::of(op.cx(), op.name());
    check_but_own(op, plan, Shapes::Unknown)?;
    check_own(op, plan)
}

/// The operation's own verifier, and the general rules of regions.
fn check_own(op: OpRef, plan: &Plan) -> Checked {
    plan.check_own(op)?;
    if op.body.extra(op.id).is_none() { Ok(()) } else { check_regions(op) }
}

/// The checks common to all operations with this name, given that operands are linked.
#[inline]
fn check_but_own(op: OpRef, plan: &Plan, shapes: Shapes) -> Checked {
    check_discardable(op)?;
    if shapes == Shapes::Unknown {
        plan.check_numbers(op)?;
    }
    plan.check_before_regions(op)
}

/// Returns whether `value` is the result of a detached operation.
fn is_unlinked(value: ValueRef) -> bool {
    value.defining_op().is_some_and(|op| op.block().is_none())
}

#[cold]
fn unlinked(op: OpRef) -> Box<Diagnostic> {
    op.plain_error("operation's operand is unlinked")
}

fn check_discardable(op: OpRef) -> Checked {
    if op.body.attr_dict(op.id) == Attr::EMPTY_DICT {
        return Ok(());
    }
    for entry in op.discardable_attrs() {
        let name = entry.name.str(op.cx());
        let Some((dialect, _)) = name.split_once('.') else { continue };
        if let Some(dialect) = op.cx().dialect(dialect) {
            dialect.hooks().verify_op_attr(op, name, entry.value)?;
        }
    }
    Ok(())
}

fn check_regions(op: OpRef) -> Checked {
    for (index, region) in op.regions().enumerate() {
        if region.is_empty() {
            continue;
        }
        let is_graph = op.def().is_some() && !has_ssa_dominance(region.body, region.id);
        if is_graph && !region.has_one_block() {
            return Err(op.error(format!("expects graph region #{index} to have 0 or 1 blocks")));
        }
        let entry = region.entry().expect("the region is not empty");
        if region.body.block_uses(entry.id).next().is_some() {
            let error = op.plain_error("entry block of region may not have predecessors");
            return Err(Box::new(error.without_operation()));
        }
    }
    Ok(())
}

#[inline]
fn leave_op(op: OpRef, plan: &Plan) -> Checked {
    if plan.is_registered() { plan.check_after_regions(op) } else { check_unregistered(op) }
}

fn check_unregistered(op: OpRef) -> Checked {
    let name = op.name_str();
    match op.cx().dialect(op.name().dialect(op.cx())) {
        None if op.cx().allows_unregistered() => Ok(()),
        None => Err(op.error(
            "created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the \
             MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used",
        )),
        Some(dialect) if dialect.hooks().allows_unknown_ops() => Ok(()),
        Some(dialect) => Err(op.plain_error(format!(
            "unregistered operation '{name}' found in dialect ('{}') that does not allow unknown operations",
            dialect.name
        ))),
    }
}

fn may_lack_terminator(block: BlockRef) -> bool {
    let Some(region) = block.region() else { return true };
    if !region.has_one_block() {
        return false;
    }
    region.owner().def().is_none_or(|def| def.has(TraitSet::NO_TERMINATOR))
}

fn check_block(block: BlockRef) -> Result<(), Failure> {
    let Some(last) = block.last_op() else {
        if may_lack_terminator(block) {
            return Ok(());
        }
        let owner = block.region().expect("a detached block needs no terminator").owner();
        let error = owner.plain_error("empty block: expect at least a terminator");
        return Err((owner, Box::new(error.without_operation())));
    };
    for op in block.ops() {
        if op.id != last.id && op.body.n_successors(op.id) != 0 {
            let text = "operation with block successors must terminate its parent block";
            return Err((op, op.plain_error(text)));
        }
    }
    Ok(())
}

fn check_block_end(block: BlockRef) -> Result<(), Failure> {
    let Some(last) = block.last_op() else { return Ok(()) };
    if last.successors().any(|successor| successor.region() != block.region()) {
        return Err((last, last.error("branching to block of a different region")));
    }
    let may_end = last.def().is_none_or(|def| def.has(TraitSet::TERMINATOR));
    if may_end || may_lack_terminator(block) {
        return Ok(());
    }
    let text = format!("block with no terminator, has {}", last.cx().show_op(last));
    Err((last, last.plain_error(text)))
}

/// Checks that the definition of every operand dominates its use. `distant` has the operations of the body for which
/// this is not established yet, in program order.
fn check_dominance<'a>(root: OpRef<'a>, distant: &[OpId]) -> Result<(), Failure<'a>> {
    if distant.is_empty() {
        return Ok(());
    }
    let body = root.body;
    let dominance = Dominance::new(body);
    for &op in distant {
        let block = body.block_of(op).expect("only operations in blocks are noted");
        let is_wrong = |value| !dominance.value_dominates_in(value, op, block);
        if dominance.is_reachable(block)
            && let Some(index) = body.operands(op).position(is_wrong)
        {
            let op = OpRef::new(body, op);
            return Err((op, undominated(op, index)));
        }
    }
    Ok(())
}

fn undominated(op: OpRef, index: usize) -> Box<Diagnostic> {
    let operand = op.operand(index);
    let error = op.plain_error(format!("operand #{index} does not dominate this use"));
    let here = op.block().and_then(BlockRef::region);
    let there = operand.body.value_region(operand.id).map(|id| RegionRef::new(op.body, id));
    let relation = relate(here, there);
    let note = match operand.defining_op() {
        Some(def) if def.block() == op.block() => "operand defined here (op in the same block)".to_owned(),
        Some(_) => format!(
            "operand defined here ({})",
            match relation {
                Relation::Same => "op in the same region",
                Relation::Parent => "op in a parent region",
                Relation::Child => "op in a child region",
                Relation::Neither => "op is neither in a parent nor in a child region",
            }
        ),
        None => format!(
            "operand defined as a block argument (block #{} {})",
            block_number(operand.body, operand.id),
            match relation {
                Relation::Same => "in the same region",
                Relation::Parent => "in a parent region",
                Relation::Child => "in a child region",
                Relation::Neither => "neither in a parent nor in a child region",
            }
        ),
    };
    let at = match operand.defining_op() {
        Some(def) => def.loc(),
        None => there.map_or(crate::loc::Loc::UNKNOWN, |region| region.owner().loc()),
    };
    Box::new(error.note(at.place(op.cx()), note))
}

enum Relation {
    Same,
    Parent,
    Child,
    Neither,
}

fn relate(here: Option<RegionRef>, there: Option<RegionRef>) -> Relation {
    let (Some(here), Some(there)) = (here, there) else { return Relation::Neither };
    let body = here.body;
    let inside = |inner: RegionRef, outer: RegionRef| {
        let mut at = body.parent_region(body.region_owner(inner.id));
        while let Some(region) = at {
            if region == outer.id {
                return true;
            }
            at = body.parent_region(body.region_owner(region));
        }
        false
    };
    match () {
        () if here.id == there.id => Relation::Same,
        () if inside(here, there) => Relation::Parent,
        () if inside(there, here) => Relation::Child,
        () => Relation::Neither,
    }
}

fn block_number(body: &Body, arg: crate::arena::Value) -> usize {
    let block = body.value_block(arg).expect("an argument has a block");
    let region = body.region_of(block).expect("a used argument's block is in a region");
    body.blocks(region).position(|other| other == block).expect("a region lists its blocks")
}
