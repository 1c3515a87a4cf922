//! Blocks, regions, and the order in which everything else is checked.

use rmlir_diag::Diagnostic;

use super::{Failure, Plan, symbols};
use crate::arena::{BlockId, OpId};
use crate::attrs::Attr;
use crate::body::Body;
use crate::dominance::{Dominance, has_ssa_dominance};
use crate::interfaces::Checked;
use crate::opdef::OpDef;
use crate::opref::{BlockRef, OpRef, RegionRef, ValueRef};
use crate::traits::TraitSet;
use crate::types::Type;

/// Checks the isolated operation `shown` with root `root`, and all in its body.
/// Checks that need nested bodies come later, in [`check_after_regions`].
pub(super) fn check_body<'a>(shown: OpRef<'a>, root: OpRef<'a>) -> Result<(), Failure<'a>> {
    let shapes = Shapes::of(root.body);
    check_with_inside(shown, shapes)?;
    let mut stack = Vec::new();
    push_blocks(&mut stack, root);
    while let Some(step) = stack.pop() {
        match step {
            Step::Block(block) => {
                check_block(block)?;
                check_ops(block, block.first_op(), shapes, &mut stack)?;
            }
            Step::Leave(op) => {
                leave_op(op).map_err(|error| (op, error))?;
                let block = op.block().expect("an op that is left was met in a block");
                check_ops(block, next(op), shapes, &mut stack)?;
            }
        }
    }
    Ok(())
}

/// What is known beforehand of the shapes of a body's operations: operands, results, regions and successors as the fields say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shapes {
    AllRight,
    /// One is wrong somewhere, perhaps not the first that is wrong in any way.
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

/// What is left to do after an operation's regions, and from a block's start.
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
    shapes: Shapes,
    stack: &mut Vec<Step<'a>>,
) -> Result<(), Failure<'a>> {
    let mut at = first;
    while let Some(op) = at {
        at = next(op);
        // A proxy is checked with its own body.
        if op.body.nested(op.id).is_some() {
            continue;
        }
        check_with_inside(op, shapes)?;
        if !op.body.regions(op.id).is_empty() {
            stack.push(Step::Leave(op));
            push_blocks(stack, op);
            return Ok(());
        }
        leave_op(op).map_err(|error| (op, error))?;
    }
    check_block_end(block)
}

/// What of `root` and its body is checked when all nested bodies are right.
pub(super) fn check_after_regions<'a>(shown: OpRef<'a>, root: OpRef<'a>) -> Result<(), Failure<'a>> {
    leave_op(shown).map_err(|error| (shown, error))?;
    if root.has(TraitSet::SYMBOL_TABLE) {
        symbols::check_table(root)?;
    }
    check_dominance(root)
}

/// As [`check_op`]. An operation's own check may look at those in its regions, which have not been checked yet: they have
/// at least the operands that their fields say, or are wrong.
fn check_with_inside(op: OpRef, shapes: Shapes) -> Result<(), Failure> {
    check_but_own(op, shapes).map_err(|error| (op, error))?;
    let has_regions = op.body.extra(op.id).is_some();
    if has_regions && shapes == Shapes::Unknown && op.def().is_some_and(|def| def.verify.is_some()) {
        for inside in op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()) {
            Plan::of(op.cx(), inside.name()).check_shape(inside).map_err(|error| (inside, error))?;
        }
    }
    check_own(op).map_err(|error| (op, error))
}

/// Everything about one operation but its regions' contents.
pub(super) fn check_op(op: OpRef) -> Checked {
    check_but_own(op, Shapes::Unknown)?;
    check_own(op)
}

/// The operation's own check, and what regions in general have to be.
fn check_own(op: OpRef) -> Checked {
    if let Some(verify) = op.def().and_then(|def| def.verify) {
        verify(op)?;
    }
    if op.body.extra(op.id).is_none() { Ok(()) } else { check_regions(op) }
}

/// What every operation of the kind has to be.
fn check_but_own(op: OpRef, shapes: Shapes) -> Checked {
    if op.operands().any(is_unlinked) {
        return Err(op.plain_error("operation's operand is unlinked"));
    }
    check_discardable(op)?;
    let plan = Plan::of(op.cx(), op.name());
    if shapes == Shapes::Unknown {
        plan.check_numbers(op)?;
    }
    plan.check_before_regions(op)
}

/// Whether `value` is the result of an operation that is nowhere.
fn is_unlinked(value: ValueRef) -> bool {
    value.defining_op().is_some_and(|op| op.block().is_none())
}

/// Custom traits that are checked together with the fields.
pub(super) fn check_custom_traits_about_fields(op: OpRef, def: &'static OpDef) -> Checked {
    check_custom_traits(op, def, true)
}

/// The other custom traits.
pub(super) fn check_other_custom_traits(op: OpRef, def: &'static OpDef) -> Checked {
    check_custom_traits(op, def, false)
}

fn check_custom_traits(op: OpRef, def: &OpDef, about_fields: bool) -> Checked {
    let mut wanted = def.custom_traits.iter().filter(|custom| custom.is_about_fields() == about_fields);
    wanted.try_for_each(|custom| custom.verify(op))
}

fn check_discardable(op: OpRef) -> Checked {
    if op.body.attr_dict(op.id) == Attr::EMPTY_DICT {
        return Ok(());
    }
    for entry in op.discardable_attrs() {
        let name = entry.name.str(op.cx());
        let Some((dialect, _)) = name.split_once('.') else { continue };
        if let Some(dialect) = op.cx().dialect(dialect) {
            dialect.hooks.verify_op_attr(op, name, entry.value)?;
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

fn leave_op(op: OpRef) -> Checked {
    match op.def() {
        Some(_) => Plan::of(op.cx(), op.name()).check_after_regions(op),
        None => check_unregistered(op),
    }
}

fn check_unregistered(op: OpRef) -> Checked {
    let name = op.name_str();
    match op.cx().dialect(op.name().dialect(op.cx())) {
        None if op.cx().allows_unregistered() => Ok(()),
        None => Err(op.error(
            "created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the \
             MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used",
        )),
        Some(dialect) if dialect.hooks.allows_unknown_ops() => Ok(()),
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

/// Every operand is defined before the operation that has it, on every path to it.
fn check_dominance(root: OpRef) -> Result<(), Failure> {
    let body = root.body;
    let dominance = Dominance::new(body);
    let blocks_of = |op: OpId| {
        let regions = body.regions(op).iter().rev();
        regions.flat_map(|&region| body.blocks(region).rev()).map(|block| (block, body.first_op(block)))
    };
    // Blocks, and from where on their operations are to be checked.
    let mut stack: Vec<(BlockId, Option<OpId>)> = blocks_of(body.root()).collect();
    while let Some((block, mut at)) = stack.pop() {
        let is_reachable = dominance.is_reachable(block);
        while let Some(op) = at {
            at = body.next_op(op);
            let is_wrong = |value| !dominance.value_dominates_in(value, op, block);
            if is_reachable && let Some(index) = body.operands(op).position(is_wrong) {
                let op = OpRef::new(body, op);
                return Err((op, undominated(op, index)));
            }
            if !body.regions(op).is_empty() {
                stack.push((block, at));
                stack.extend(blocks_of(op));
                break;
            }
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

/// The words for a type in messages.
pub(super) fn quoted(op: OpRef, ty: Type) -> String {
    format!("'{}'", op.cx().show_type(ty))
}
