//! Speculation: the operations that an iteration may execute before it is known to exist.
//!
//! Operations that cannot trap are always speculatable. A load is proved not to trap
//!
//! - if its address is invariant, and the first iteration unconditionally loads from it;
//! - if it is in bounds in any iteration, at an address that does not depend on loaded values, and the memory is live:
//!   the first iteration accesses it, or it is on the stack or global;
//! - under its own condition, if that implies that a non-negative, increasing variable is less than the size of the
//!   memref. If it holds in some iteration it did in the first one, which therefore has accessed the memory.
//!
//! Other loads are dismissible, on machines that support such loads, or wait until the iteration is known to exist.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_arith::{AndIOp, CmpIOp, CmpIPredicate, IndexCastOp, IndexCastUIOp};
use rmlir_ifconvert_passes::promote::may_run_always;
use rmlir_memref::{AllocaOp, DimOp, GetGlobalOp, LoadOp, StoreOp};
use rmlir_pvec::{BitsOp, CmppOp, CompareType, GuardOp};
use rmlir_scf::WhileOp;
use rmlir_vliw::{DismissibleLoadOp, Model};

use crate::shape::Loop;
use crate::subscripts::growing;

/// The execution of an operation of a loop in speculative iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speculation {
    /// Unconditional, even if a guard around it is false.
    Free,
    /// Under this condition alone, which is its own.
    Under(Value),
    /// Unconditional, as an operation of this class of the machine, which ignores invalid addresses.
    Dismissible {
        /// The index of the class.
        class: usize,
    },
    /// Not speculatable.
    Never,
}

/// The speculation of `op`.
pub fn speculation(body: &Body, of: WhileOp, model: &Model, op: OpId) -> Speculation {
    let view = OpRef::new(body, op);
    if may_run_always(view) {
        return Speculation::Free;
    }
    if !view.is::<LoadOp>() {
        return Speculation::Never;
    }
    let facts = Facts { body, of };
    if facts.runs_first(op) && view.operands().all(|operand| facts.is_from_before(operand.id)) {
        return Speculation::Free;
    }
    if facts.is_inside(view) && facts.is_alive(view.get(LoadOp::memref)) {
        return Speculation::Free;
    }
    if let Some(condition) = facts.own_condition(op)
        && facts.bounds(condition, view)
    {
        return Speculation::Under(condition);
    }
    let class = model.class_for(DismissibleLoadOp::DEF.name, Some(view.result(0).ty()));
    class.map_or(Speculation::Never, |class| Speculation::Dismissible { class })
}

/// The facts about a loop.
struct Facts<'a> {
    body: &'a Body<'a>,
    of: WhileOp,
}

impl Facts<'_> {
    fn is_from_before(&self, value: Value) -> bool {
        let view = OpRef::new(self.body, self.of.id());
        view.interface::<dyn LoopLike>().is_some_and(|it| it.is_defined_outside(view, value))
    }

    /// Whether the first iteration always executes `op`.
    fn runs_first(&self, op: OpId) -> bool {
        self.body.block_of(op) == Some(self.of.before_block(self.body))
    }

    /// Whether the memory of `memref` is live whenever the loop has begun.
    fn is_alive(&self, memref: Value) -> bool {
        let def = self.body.defining_op(memref).map(|def| OpRef::new(self.body, def));
        if def.is_some_and(|def| def.is::<AllocaOp>() || def.is::<GetGlobalOp>()) {
            return self.is_from_before(memref);
        }
        let accesses = |op: OpId| {
            let view = OpRef::new(self.body, op);
            let accessed = match (view.is::<LoadOp>(), view.is::<StoreOp>()) {
                (true, _) => 0,
                (_, true) => 1,
                _ => return false,
            };
            view.operand(accessed).id == memref
        };
        self.is_from_before(memref) && self.body.ops(self.of.before_block(self.body)).any(accesses)
    }

    /// Whether a load is in bounds by its type alone.
    fn is_inside(&self, load: OpRef) -> bool {
        let shape = load.value(LoadOp::memref).ty().shape(load.cx()).unwrap_or(&[]);
        let mut dims = shape.iter().zip(load.operands().skip(1));
        let is_below = |size: i64, index: Value| size >= 0 && self.most(index).is_some_and(|most| most < size);
        dims.all(|(&size, index)| is_below(size, index.id) && self.is_counted(index.id))
    }

    /// Whether a value is computed, unconditionally, from increasing variables and loop-invariant values.
    fn is_counted(&self, value: Value) -> bool {
        let of = Loop::While(self.of);
        let growing = growing(self.body, of);
        let (mut waiting, mut seen) = (vec![value], Vec::new());
        while let Some(value) = waiting.pop() {
            let value = of.resolved(self.body, value);
            if self.is_from_before(value) || growing.contains_key(&value) || seen.contains(&value) {
                continue;
            }
            seen.push(value);
            let def = self.body.defining_op(value).map(|def| OpRef::new(self.body, def));
            let Some(def) = def.filter(|&def| may_run_always(def)) else { return false };
            waiting.extend(def.operands().map(|operand| operand.id));
        }
        true
    }

    /// The upper bound of a value that is at least 0.
    fn most(&self, value: Value) -> Option<i64> {
        if let Some(constant) = constant_value(self.body, value).and_then(|attr| attr.as_i64(self.body)) {
            return (constant >= 0).then_some(constant);
        }
        let op = OpRef::new(self.body, self.body.defining_op(value)?);
        if op.is::<IndexCastOp>() || op.is::<IndexCastUIOp>() {
            return self.most(op.operand(0).id);
        }
        if !op.is::<AndIOp>() {
            return None;
        }
        op.operands().filter_map(|operand| self.most(operand.id)).min()
    }

    /// The condition under which alone an operation is executed, in iterations that exist.
    fn own_condition(&self, op: OpId) -> Option<Value> {
        let block = self.body.block_of(op)?;
        if block == self.of.after_block(self.body) {
            return Some(self.body.operand(self.of.condition_op(self.body).id(), 0));
        }
        let guard = OpRef::new(self.body, self.body.parent_op(op)?).cast::<GuardOp>()?;
        self.runs_first(guard.id()).then(|| guard.predicate(self.body))
    }

    /// Whether a condition implies that `load` is in bounds.
    fn bounds(&self, condition: Value, load: OpRef) -> bool {
        let Some(compare) = self.compared(condition) else { return false };
        let [left, right] = [compare.get(CmpIOp::lhs), compare.get(CmpIOp::rhs)];
        let (small, large) = match compare.get(CmpIOp::predicate) {
            CmpIPredicate::Slt | CmpIPredicate::Ult => (left, right),
            CmpIPredicate::Sgt | CmpIPredicate::Ugt => (right, left),
            _ => return false,
        };
        let shape = load.value(LoadOp::memref).ty().shape(load.cx()).unwrap_or(&[]).to_vec();
        let resolved = |value| Loop::While(self.of).resolved(self.body, value);
        let mut dims = shape.iter().zip(load.operands().skip(1)).enumerate();
        self.grows_from_zero(small)
            && self.is_from_before(load.get(LoadOp::memref))
            && dims.all(|(dim, (&size, index))| {
                let is_below = resolved(index.id) == small && self.is_size(large, load.get(LoadOp::memref), dim, size);
                let is_constant = constant_value(self.body, index.id).is_some();
                is_below || (size >= 0 && is_constant && self.most(index.id).is_some_and(|most| most < size))
            })
    }

    /// The comparison that defines a bit or a predicate.
    fn compared(&self, condition: Value) -> Option<OpRef<'_>> {
        let def = OpRef::new(self.body, self.body.defining_op(condition)?);
        if def.is::<CmpIOp>() {
            return Some(def);
        }
        if let Some(bits) = def.cast::<BitsOp>() {
            return self.compared(bits.input(self.body));
        }
        if !def.is::<CmppOp>() || def.get(CmppOp::guard).is_some() {
            return None;
        }
        let place = def.results().position(|result| result.id == condition)?;
        let is_outcome = CmppOp::types_of(def).get(place) == Some(&CompareType::Un);
        if is_outcome { self.compared(def.get(CmppOp::condition)) } else { None }
    }

    /// Whether a value is at most the size of a dimension of `memref`.
    fn is_size(&self, value: Value, memref: Value, dim: usize, size: i64) -> bool {
        let constant = |value| constant_value(self.body, value).and_then(|attr| attr.as_i64(self.body));
        if let Some(most) = constant(value) {
            return size >= 0 && most <= size;
        }
        let def = self.body.defining_op(value).and_then(|def| OpRef::new(self.body, def).cast::<DimOp>());
        def.is_some_and(|def| def.source(self.body) == memref && constant(def.index(self.body)) == Some(dim as i64))
    }

    /// Whether a value is a variable of the loop with a non-negative initial value and a non-negative step.
    fn grows_from_zero(&self, value: Value) -> bool {
        let of = Loop::While(self.of);
        let Some(arg) = self.body.args(of.header(self.body)).iter().position(|&arg| arg == value) else { return false };
        let init = constant_value(self.body, of.init(self.body, arg)).and_then(|init| init.as_i64(self.body));
        init.is_some_and(|init| init >= 0) && growing(self.body, of).get(&value).is_some_and(|&step| step > 0)
    }
}
