//! The state of the pass for one function, and the steps that the kinds of operations share.

use rmlir::core::OpState;
use rmlir::core::effects::effects_of;
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_arith::{SelectOp, XOrIOp};
use rmlir_bufferization::{CloneOp, MANUAL_DEALLOCATION};
use rmlir_cf::AssertOp;
use rmlir_scf::{IfOp, YieldOp};
use rustc_hash::FxHashSet;

use super::state::{Ownership, State, constant, is_memref};

/// The state of the pass for one function.
pub(super) struct Run {
    pub(super) state: State,
    /// Functions that return ownership conditions along with buffers.
    pub(super) dynamic_calls: FxHashSet<Ident>,
    /// Whether this function returns ownership conditions.
    pub(super) passes_ownership: bool,
}

impl Run {
    /// Allocated buffers are owned, explicitly freed ones are not.
    pub(super) fn effects(&mut self, rw: &mut Rewriter, op: OpId) -> Checked {
        let view = OpRef::new(rw, op);
        let block = rw.block_of(op).expect("an operation that is walked is in a block");
        let effects = effects_of(view).unwrap_or_default();
        let is_manual = view.attr(MANUAL_DEALLOCATION).is_some();
        let loc = view.loc();
        let find = |kind: EffectKind, value: Value| {
            effects.iter().find(|effect| effect.kind == kind && effect.target == EffectTarget::Value(value)).copied()
        };
        for operand in rw.operands(op).collect::<Vec<_>>() {
            if !is_memref(rw, operand) || find(EffectKind::Free, operand).is_none() {
                continue;
            }
            if !is_manual {
                return Err(OpRef::new(rw, op).plain_error("memory free side-effect on MemRef value not supported!"));
            }
            if let Ownership::Unique(condition) = self.state.get(operand, block) {
                rw.before(op);
                let yes = constant(rw, loc, true);
                let not_owned = rw.value(XOrIOp::build(condition, yes).at(loc));
                let message = rw.str_attr("expected that the block does not have ownership");
                rw.create(AssertOp::build(not_owned, message).at(loc));
            }
        }
        for result in rw.results(op).to_vec() {
            if !is_memref(rw, result) {
                continue;
            }
            let Some(effect) = find(EffectKind::Allocate, result) else { continue };
            rw.at_start(block);
            if effect.resource == Effect::STACK || is_manual {
                self.state.reset(result, block);
                let never = constant(rw, loc, false);
                self.state.update_here(rw, result, never);
                continue;
            }
            let owned = constant(rw, loc, true);
            self.state.update_here(rw, result, owned);
            self.state.add_to_free(result, block);
        }
        Ok(())
    }

    /// Adds to an operation with regions an operand for the ownership condition of each buffer that it forwards into
    /// them, and a result for that of each buffer result.
    pub(super) fn regions(&mut self, rw: &mut Rewriter, op: OpId) -> OpId {
        let view = OpRef::new(rw, op);
        let block = rw.block_of(op).expect("an operation that is walked is in a block");
        let branch = view.interface::<dyn RegionBranchOp>().expect("the caller looked");
        let first = branch.successors(view, RegionPoint::Parent).into_iter().next();
        let passed = first.map_or(0..0, |first| branch.entry_operands(view, first.target));
        let n_passed = passed.filter(|&index| is_memref(rw, view.operand(index).id)).count();
        let loc = view.loc();
        rw.at_start(block);
        let never = constant(rw, loc, false);
        if n_passed > 0 {
            let mut operands: Vec<Value> = rw.operands(op).collect();
            operands.extend(std::iter::repeat_n(never, n_passed));
            rw.set_operands(op, &operands);
        }
        self.append_conditions(rw, op)
    }

    /// Buffers that a call returns belong to the caller, or are returned with ownership conditions.
    pub(super) fn call(&mut self, rw: &mut Rewriter, op: OpId) -> OpId {
        let view = OpRef::new(rw, op);
        let callee = match view.interface::<dyn CallOp>().map(|call| call.callee(view)) {
            Some(ValueOrAttr::Attr(callee)) => callee.as_flat_symbol(rw),
            _ => None,
        };
        if callee.is_some_and(|callee| self.dynamic_calls.contains(&callee)) {
            return self.append_conditions(rw, op);
        }
        rw.before(op);
        let loc = rw.loc(op);
        let owned = constant(rw, loc, true);
        let block = rw.block_of(op).expect("an operation that is walked is in a block");
        for result in rw.results(op).to_vec() {
            if is_memref(rw, result) {
                self.state.update_here(rw, result, owned);
                self.state.add_to_free(result, block);
            }
        }
        op
    }

    /// Appends to `op` a result for the ownership condition of each of its buffer results.
    fn append_conditions(&mut self, rw: &mut Rewriter, op: OpId) -> OpId {
        let results = rw.results(op).to_vec();
        let memrefs: Vec<usize> = (0..results.len()).filter(|&index| is_memref(rw, results[index])).collect();
        let mut types: Vec<Type> = results.iter().map(|&result| rw.ty(result)).collect();
        types.extend(std::iter::repeat_n(Type::I1, memrefs.len()));
        let operands: Vec<Value> = rw.operands(op).collect();
        let mut state = OpState::new(rw.name(op)).operands(&operands).results(&types);
        state.no_inference = true;
        state.props = rw.props(op).into();
        state.attrs = rw.discardable_attrs(op).to_vec();
        let regions = rw.regions(op).to_vec();
        rw.before(op);
        let new = rw.create_state(state.new_regions(regions.len()));
        for (index, from) in regions.into_iter().enumerate() {
            let to = rw.region(new, index);
            rw.take_blocks(from, to);
        }
        let n = results.len();
        let new_results = rw.results(new).to_vec();
        rw.replace(op, &new_results[..n]);
        for (&old, &new) in results.iter().zip(&new_results) {
            self.state.rename(old, new);
        }
        let block = rw.block_of(new).expect("it was made in a block");
        for (&index, &condition) in memrefs.iter().zip(&new_results[n..]) {
            self.state.update_here(rw, new_results[index], condition);
            self.state.add_to_free(new_results[index], block);
        }
        new
    }

    /// Frees the buffers that are not forwarded at the end of a region; ownership conditions are forwarded too, unless
    /// the function returns only buffers that it owns.
    pub(super) fn region_end(&mut self, rw: &mut Rewriter, op: OpId) -> Checked {
        let view = OpRef::new(rw, op);
        let block = rw.block_of(op).expect("an operation that is walked is in a block");
        let is_function = view.parent().is_some_and(|parent| parent.interface::<dyn FunctionOp>().is_some());
        let gives_owned = is_function && !self.passes_ownership;
        if gives_owned {
            for index in 0..rw.n_operands(op) {
                let operand = rw.operand(op, index);
                if is_memref(rw, operand) {
                    rw.before(op);
                    let owned = self.make_owned(rw, operand, block);
                    rw.set_operand(op, index, owned);
                }
            }
        }
        let view = OpRef::new(rw, op);
        let passed = match view.interface::<dyn RegionBranchTerminator>() {
            Some(end) => end.successor_operands(view, RegionPoint::Parent),
            None => 0..view.n_operands(),
        };
        let values: Vec<Value> = rw.operands(op).skip(passed.start).take(passed.len()).collect();
        let conditions = self.free_at_end(rw, op, &values)?;
        if !gives_owned && !conditions.is_empty() {
            let mut operands: Vec<Value> = rw.operands(op).collect();
            operands.splice(passed.end..passed.end, conditions);
            rw.set_operands(op, &operands);
        }
        Ok(())
    }

    /// Frees at `op`, the end of a block, the buffers that are not in `passed`. Returns the ownership conditions of
    /// those that are.
    pub(super) fn free_at_end(
        &mut self,
        rw: &mut Rewriter,
        op: OpId,
        passed: &[Value],
    ) -> Result<Vec<Value>, Box<Diagnostic>> {
        let block = rw.block_of(op).expect("an operation that is walked is in a block");
        rw.before(op);
        let loc = rw.loc(op);
        let (memrefs, conditions) = self.state.bases_to_free(rw, loc, block)?;
        let retained = self.state.to_retain(rw, block, None, passed);
        if memrefs.is_empty() && retained.is_empty() {
            return Ok(Vec::new());
        }
        let mut results = self.state.create_dealloc(rw, loc, block, [&memrefs, &conditions, &retained]);
        results.truncate(passed.iter().filter(|&&value| is_memref(rw, value)).count());
        Ok(results)
    }

    /// Returns `memref`, or a clone if the block does not own it.
    fn make_owned(&mut self, rw: &mut Rewriter, memref: Value, block: BlockId) -> Value {
        let (memref, condition) = self.unique_ownership(rw, memref, block);
        if constant_value(rw, condition) == Some(Attr::TRUE) {
            return memref;
        }
        let (loc, ty) = (rw.value_loc(memref), rw.ty(memref));
        let choice = rw.create(IfOp::build(&[ty], condition).at(loc));
        let point = rw.insert_point();
        for index in 0..2 {
            rw.create_block(rw.region(choice.id(), index), &[], &[]);
            let value = if index == 0 { memref } else { rw.value(CloneOp::build(ty, memref).at(loc)) };
            rw.create(YieldOp::build(&[value]).at(loc));
        }
        rw.set_insert_point(point);
        let owned = rw.result(choice.id(), 0);
        let yes = constant(rw, loc, true);
        self.state.update_here(rw, owned, yes);
        self.state.add_to_free(owned, block);
        owned
    }

    /// Returns `memref`, or a clone of it, and its ownership condition. The ownership of the result of a select is that
    /// of the selected buffer.
    fn unique_ownership(&mut self, rw: &mut Rewriter, memref: Value, block: BlockId) -> (Value, Value) {
        let is_here = rw.value_block(memref) == Some(block);
        if let Some(select) = rw.defined_by::<SelectOp>(memref).filter(|_| is_here) {
            let of = |value: Value| self.state.get(value, block);
            if let (Ownership::Unique(left), Ownership::Unique(right)) =
                (of(select.true_value(rw)), of(select.false_value(rw)))
            {
                let (condition, loc) = (select.condition(rw), rw.loc(select.id()));
                return (memref, rw.value(SelectOp::build(condition, left, right).at(loc)));
            }
        }
        self.state.with_unique_ownership(rw, memref, block)
    }

    /// Results without known ownership have that of the operands.
    pub(super) fn add_remaining(&mut self, rw: &mut Rewriter, op: OpId) {
        let Some(block) = rw.block_of(op) else { return };
        for result in rw.results(op).to_vec() {
            if !is_memref(rw, result) || self.state.get(result, block) != Ownership::Uninitialized {
                continue;
            }
            for operand in rw.operands(op).collect::<Vec<_>>() {
                if is_memref(rw, operand) {
                    let home = rw.value_block(operand).expect("a value is defined in a block");
                    let ownership = self.state.get(operand, home);
                    self.state.update(rw, result, ownership, block);
                }
            }
            if self.state.get(result, block) == Ownership::Uninitialized {
                rw.before(op);
                let loc = rw.loc(op);
                let never = constant(rw, loc, false);
                self.state.update_here(rw, result, never);
            }
        }
    }
}

pub(super) fn has_buffers(op: OpRef) -> bool {
    let args = op.regions().filter_map(RegionRef::entry).flat_map(BlockRef::args);
    op.operands().chain(op.results()).chain(args).any(|value| value.ty().is_memref(op.cx()))
}
