//! `ownership-based-buffer-deallocation`.
//!
//! Blocks are processed one by one, inner and dominating ones first. A block gets an argument for each buffer argument:
//! the ownership condition, whether it owns the buffer. Operations forward such conditions along with buffers. At the
//! end of a block, `bufferization.dealloc` frees the buffers that the block owns and does not forward, and returns the
//! ownership of each buffer that is forwarded.

use rmlir::analysis::alias::is_captured_beyond;
use rmlir::core::InsertPoint;
use rmlir::core::dominance::DominatorTrees;
use rmlir::core::effects::{effects_of, has_effect, has_unknown_effects};
use rmlir::prelude::*;
use rmlir_arith::Arith;
use rmlir_bufferization::{Bufferization, DeallocOp, MANUAL_DEALLOCATION};
use rmlir_func::FuncOp;
use rmlir_memref::MemRef;
use rmlir_scf::Scf;
use rustc_hash::FxHashSet;

use super::run::{Run, has_buffers};
use super::state::{Ownership, State, constant, is_memref};
use super::view_flow::is_region_end;
use super::{Liveness, branches};

/// Free all buffers that the program allocates.
///
/// Values of type `i1` are the ownership conditions of buffers at run time; they are forwarded along with buffers. The
/// caller owns the buffers that a function returns, and those that it has as arguments.
///
/// ```mlir
/// %m = memref.alloc() : memref<2xi32>
/// return
/// // becomes
/// %m = memref.alloc() : memref<2xi32>
/// %base, %offset, %size, %stride = memref.extract_strided_metadata %m : ..
/// bufferization.dealloc (%base : memref<i32>) if (%true)
/// return
/// ```
#[pass(
    name = "ownership-based-buffer-deallocation",
    title = "OwnershipBasedBufferDeallocationPass",
    summary = "Adds all required dealloc operations for all allocations in the input program",
    depends(Arith, Bufferization, MemRef, Scf)
)]
pub struct OwnershipBasedBufferDeallocation {
    /// Allows to add additional arguments to private functions to dynamically pass ownership of memrefs to callees. This can enable earlier deallocations.
    #[option(default = false)]
    private_function_dynamic_ownership: bool,
}

impl Pass for OwnershipBasedBufferDeallocation {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut private = FxHashSet::default();
        collect_private(cx.body(), &mut private);
        let outcome = each_function(cx.body_mut(), self.private_function_dynamic_ownership, &private);
        outcome.map_err(Into::into)
    }
}

/// Collects the names of functions that are private definitions.
fn collect_private(body: &Body, found: &mut FxHashSet<Ident>) {
    use rmlir::core::symbol::{Visibility, visibility};
    let root = OpRef::root(body);
    if root.is::<FuncOp>() && visibility(root) == Visibility::Private && !root.region(0).is_empty() {
        found.extend(root.symbol_name());
    }
    for op in body.proxies() {
        collect_private(body.nested(op).expect("a proxy has a body"), found);
    }
}

fn each_function(body: &mut Body, dynamic: bool, private: &FxHashSet<Ident>) -> Checked {
    for op in body.proxies() {
        let outcome = each_function(body.nested_mut(op).expect("a proxy has a body"), dynamic, private);
        body.sync_proxy(op);
        outcome?;
    }
    let root = OpRef::root(body);
    if !root.is::<FuncOp>() || root.region(0).is_empty() {
        return Ok(());
    }
    if has_cycle(root.region(0)) {
        return Err(root.plain_error("Only structured control-flow loops are supported."));
    }
    check_captures(body)?;
    let root = OpRef::root(body);
    let is_private = root.symbol_name().is_some_and(|name| private.contains(&name));
    let mut run = Run {
        state: State::new(Liveness::new(body)),
        dynamic_calls: if dynamic { private.clone() } else { FxHashSet::default() },
        passes_ownership: dynamic && is_private,
    };
    for block in inner_first(body) {
        run.block(&mut Rewriter::new(body), block)?;
    }
    update_signature(body)
}

/// Refuses buffers whose address is stored in memory: their ownership is unknown to the block.
///
/// A call captures a buffer only if it has an operand that may hold memrefs, besides its results.
fn check_captures(body: &Body) -> Checked {
    let may_hold_memrefs =
        |operand: ValueRef| operand.ty().element(body.cx()).is_some_and(|it| it.is_memref(body.cx()));
    let is_call = |op: OpRef| op.interface::<dyn CallOp>().is_some();
    // Operations that are refused anyway do not matter.
    let is_refused = |op: OpRef| has_unknown_effects(op) || op.is::<DeallocOp>();
    let is_trusted = |op: OpRef| if is_call(op) { !op.operands().any(may_hold_memrefs) } else { is_refused(op) };
    for op in body.ops_under(body.root()) {
        let view = OpRef::new(body, op);
        let effects = effects_of(view).unwrap_or_default();
        let allocates = |value: Value| {
            let mut found = effects.iter().filter(|effect| effect.kind == EffectKind::Allocate);
            found.any(|effect| effect.target == EffectTarget::Value(value) && effect.resource != Effect::STACK)
        };
        let is_owned = |result: &ValueRef| is_memref(body, result.id) && (is_call(view) || allocates(result.id));
        let mut owned = view.results().filter(is_owned);
        if view.attr(MANUAL_DEALLOCATION).is_none()
            && owned.any(|result| is_captured_beyond(body, result.id, &is_trusted))
        {
            return Err(view.plain_error("ownership of a memref that is stored in memory is not supported"));
        }
    }
    Ok(())
}

/// Whether blocks of `region`, or of a nested region, form a cycle.
fn has_cycle(region: RegionRef) -> bool {
    let body = region.body;
    let mut regions = vec![region.id];
    while let Some(region) = regions.pop() {
        for block in body.blocks(region) {
            for op in body.ops(block) {
                regions.extend(body.regions(op));
            }
        }
        let Some(entry) = body.entry(region) else { continue };
        let order = body.blocks_post_order(entry);
        for (index, &block) in order.iter().enumerate() {
            let Some(last) = body.last_op(block) else { continue };
            // In a postorder an edge that is not part of a cycle leads to an earlier block.
            if body.successors(last).any(|next| order[index..].contains(&next)) {
                return true;
            }
        }
    }
    false
}

/// The blocks of `body`: nested blocks before the enclosing one, dominating ones before dominated ones.
fn inner_first(body: &Body) -> Vec<BlockId> {
    let trees = DominatorTrees::new(body);
    let dominance_order = |region: RegionId| {
        let mut found = Vec::new();
        let mut work: Vec<BlockId> = body.entry(region).into_iter().collect();
        while let Some(block) = work.pop() {
            found.push(block);
            let children: Vec<BlockId> = trees.children(block).collect();
            work.extend(children.into_iter().rev());
        }
        found
    };
    let inside =
        |op: OpId| -> Vec<BlockId> { body.regions(op).iter().flat_map(|&region| dominance_order(region)).collect() };
    let mut found = Vec::new();
    let mut work: Vec<(BlockId, bool)> = inside(body.root()).into_iter().rev().map(|block| (block, false)).collect();
    while let Some((block, is_done)) = work.pop() {
        if is_done {
            found.push(block);
            continue;
        }
        work.push((block, true));
        let inner: Vec<BlockId> = body.ops(block).flat_map(inside).collect();
        work.extend(inner.into_iter().rev().map(|block| (block, false)));
    }
    found
}

/// Updates the function type to the types of the entry block's arguments and of the returned values.
fn update_signature(body: &mut Body) -> Checked {
    let root = OpRef::root(body);
    let region = root.region(0);
    let mut returned: Option<Vec<Type>> = None;
    for end in region.blocks().flat_map(|block| block.ops()).filter(|&op| is_region_end(op)) {
        let types: Vec<Type> = end.operands().map(ValueRef::ty).collect();
        if returned.as_ref().is_some_and(|before| *before != types) {
            return Err(root.plain_error("there are multiple return operations with different operand types"));
        }
        returned = Some(types);
    }
    let function = root.interface::<dyn FunctionOp>().expect("a function is a function-like operation");
    let results = returned.unwrap_or_else(|| function.result_types(root));
    let inputs = region.entry().map(BlockRef::arg_types).unwrap_or_default();
    let ty = function.with_types(root, &inputs, &results);
    let root = body.root();
    body.set_prop(root, FuncOp::FUNCTION_TYPE, ty);
    Ok(())
}

impl Run {
    fn block(&mut self, rw: &mut Rewriter, block: BlockId) -> Checked {
        let region = rw.region_of(block).expect("a block that is walked is in a region");
        let first = rw.first_op(block);
        for memref in self.state.live_in(rw, block) {
            let home = rw.value_block(memref).expect("a value is defined in a block");
            if rw.region_of(home) == Some(region) {
                let ownership = self.state.get(memref, home);
                self.state.update(rw, memref, ownership, block);
                self.state.add_to_free(memref, block);
            } else {
                at(rw, block, first);
                let loc = rw.value_loc(memref);
                let never = constant(rw, loc, false);
                self.state.update(rw, memref, Ownership::Unique(never), block);
            }
        }
        let owner = OpRef::new(rw, rw.region_owner(region));
        let is_function_entry = owner.interface::<dyn FunctionOp>().is_some() && rw.is_entry(block);
        for arg in rw.args(block).to_vec() {
            if !is_memref(rw, arg) {
                continue;
            }
            let loc = rw.value_loc(arg);
            let condition = if is_function_entry {
                at(rw, block, first);
                constant(rw, loc, false)
            } else {
                rw.add_arg(block, Type::I1, loc)
            };
            self.state.update_here(rw, arg, condition);
            self.state.add_to_free(arg, block);
        }
        let mut next = first;
        while let Some(op) = next {
            next = rw.next_op(op);
            let op = self.op(rw, op)?;
            self.add_remaining(rw, op);
        }
        Ok(())
    }

    /// Transforms one operation. Returns its replacement.
    fn op(&mut self, rw: &mut Rewriter, op: OpId) -> Result<OpId, Box<Diagnostic>> {
        if let Some(outcome) = branches::special(self, rw, op) {
            return outcome.map(|()| op);
        }
        let view = OpRef::new(rw, op);
        check(view)?;
        let mut op = op;
        if effects_of(view).is_some() {
            self.effects(rw, op)?;
        }
        if OpRef::new(rw, op).interface::<dyn RegionBranchOp>().is_some() {
            op = self.regions(rw, op);
        }
        if OpRef::new(rw, op).interface::<dyn CallOp>().is_some() {
            op = self.call(rw, op);
        }
        if OpRef::new(rw, op).interface::<dyn BranchOp>().is_some() {
            branches::branch(self, rw, op)?;
        }
        if is_region_end(OpRef::new(rw, op)) {
            self.region_end(rw, op)?;
        }
        Ok(op)
    }
}

/// Sets the insertion point to the start of `block`, which was before `first`, so that insertion is in order.
fn at(rw: &mut Rewriter, block: BlockId, first: Option<OpId>) {
    rw.set_insert_point(first.map_or(InsertPoint::End(block), InsertPoint::Before));
}

/// Refuses unsupported operations.
fn check(op: OpRef) -> Checked {
    let might = |kind: EffectKind| has_unknown_effects(op) || has_effect(op, kind);
    if !has_buffers(op) && !might(EffectKind::Allocate) && !might(EffectKind::Free) {
        return Ok(());
    }
    if op.is::<DeallocOp>() {
        return Err(op.plain_error("No deallocation operations must be present when running this pass!"));
    }
    if has_unknown_effects(op) && op.interface::<dyn CallOp>().is_none() {
        return Err(op.plain_error("ops with unknown memory side effects are not supported"));
    }
    let n_regions = op.n_regions();
    let needs_flow = (n_regions == 1 && op.n_results() > 0) || n_regions > 1;
    if needs_flow && op.interface::<dyn RegionBranchOp>().is_none() {
        return Err(
            op.plain_error("All operations with attached regions need to implement the RegionBranchOpInterface.")
        );
    }
    if op.has(TraitSet::NO_TERMINATOR) {
        return Err(op.plain_error("NoTerminator trait is not supported"));
    }
    if !op.has(TraitSet::TERMINATOR) {
        return Ok(());
    }
    if op.interface::<dyn BranchOp>().is_some() == is_region_end(op) {
        return Err(op.plain_error(
            "Terminators must implement either BranchOpInterface or RegionBranchTerminatorOpInterface (but not both)!",
        ));
    }
    if op.successors().len() > 1 {
        return Err(op.plain_error("Terminators with more than one successor are not supported!"));
    }
    Ok(())
}
