//! Innermost counted loops without branches: hardware loops.
//!
//! A subscript that is a multiple of the induction variable plus what does not change is a pointer, which accesses
//! increment. The induction variable itself is a register only if something else reads it.

use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_arith::CmpIPredicate;
use rmlir_hexagon::code::{Dependence, Inst, Memory, Operand, Reg};
use rmlir_hexagon::op::{File, Imm};
use rmlir_hexagon::table as t;
use rmlir_scf::ForOp;
use rmlir_vliw_passes::loops::distances::DependenceDistances;
use rmlir_vliw_passes::loops::shape::Loop;
use rmlir_vliw_passes::loops::subscripts::Accesses;
use rustc_hash::FxHashMap;

use super::linear::{Inner, Linear, LinearAccess, Pointer};
use super::runtime::{UNSIGNED_DIVISION, callee};
use super::state::{Pointers, Selected, Selector};
use super::view::{Address, Elements, View};

/// The most operations between a subscript and what it is a function of.
const MAX_DEPTH: usize = 8;

/// The most accesses whose dependences are found: loops with more instructions are not pipelined.
const MAX_ACCESSES: usize = rmlir_hexagon::pipeline::MAX_INSTRUCTIONS;

impl<'a> Selector<'a> {
    /// Whether a loop is a hardware loop: one block without calls, and counted in at most 32 bits.
    pub(super) fn is_hardware_loop(&self, op: OpRef<'a>, counted: ForOp) -> bool {
        let is_simple = |inner: OpRef| match inner.name_str() {
            "scf.if" => self.n_converted(inner, 8).is_some(),
            "memref.load" | "memref.store" | "scf.yield" => true,
            _ => inner.n_regions() == 0 && is_memory_effect_free(inner) && callee(self.body, inner).is_none(),
        };
        self.inner.is_none()
            && self.width(op.operand(0).id) <= 32
            && !counted.unsignedCmp(self.body)
            && self.body.ops(counted.body(self.body)).all(|id| is_simple(OpRef::new(self.body, id)))
    }

    /// Adds instructions before the loop that is selected, if one is.
    pub(super) fn before_loop<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        let Some(before) = self.inner.as_ref().map(|inner| inner.before) else { return f(self) };
        let (current, depth) = (std::mem::replace(&mut self.current, before), self.depth);
        let result = f(self);
        (self.current, self.depth) = (current, depth);
        result
    }

    /// The register of the induction variable.
    pub(super) fn induction_variable(&mut self, value: Value) -> Option<Reg> {
        let lower = self.inner.as_ref().filter(|inner| inner.variable == value)?.lower;
        let reg = self.before_loop(|it| it.copy(lower));
        self.values.insert(value, reg);
        if let Some(inner) = &mut self.inner {
            inner.counter = Some(reg);
        }
        Some(reg)
    }

    pub(super) fn hardware_loop(&mut self, op: OpRef<'a>, counted: ForOp) -> Selected<()> {
        let [lower, upper, step] = [0, 1, 2].map(|index| op.operand(index).id);
        let inits: Vec<Value> = op.operands().skip(3).map(|operand| operand.id).collect();
        let count = self.trip_count(op, [lower, upper, step])?;
        let first = self.extended(op, lower, true)?;
        let step_reg = self.extended(op, step, true)?;
        let mut carried = Vec::new();
        for &init in &inits {
            let reg = self.plain(op, init)?;
            carried.push(self.copy(reg));
        }
        counted.iter_args(self.body).iter().zip(&carried).for_each(|(&arg, &reg)| _ = self.values.insert(arg, reg));
        self.inner = Some(Inner {
            op: op.id,
            variable: counted.induction_var(self.body),
            before: self.current,
            constants: FxHashMap::default(),
            lower: first,
            step: self.constant(step),
            counter: None,
            pointers: Vec::new(),
            accesses: Accesses::new(self.body, Loop::Counted(counted)),
            accessed: Vec::new(),
        });
        let [label, exit] = [0; 2].map(|_| self.function.label());
        if let Operand::Reg(_) = count {
            self.begin_unlabelled();
            let (enters, is_inverse) = self.compare(op, CmpIPredicate::Slt, lower, upper)?;
            let leave = if is_inverse { &t::JUMP_IF } else { &t::JUMP_IF_NOT };
            self.effect(leave, vec![enters.into(), Operand::Label(exit)]);
        }
        self.begin_unlabelled();
        let setup = self.current;
        let (stored, forwarded) = match count {
            Operand::Imm(0) => Default::default(),
            _ => self.forward(counted)?,
        };
        self.depth += 1;
        self.begin(label);
        let block = counted.body(self.body);
        self.mark_skipped(block, &|it, op, operand| it.is_subscript(op, operand));
        self.ops(block)?;
        let next: Vec<Value> = self.body.operands(counted.terminator(self.body)).chain(stored).collect();
        let passed: Vec<Reg> = carried.iter().copied().chain(forwarded).collect();
        self.pass(op, &next, &passed)?;
        self.increment(step_reg);
        let at = self.current;
        self.function.blocks[at].hardware_loop = Some(self.dependences());
        self.depth -= 1;
        self.inner = None;
        match count {
            Operand::Imm(0) => self.never(setup, exit),
            Operand::Imm(count) => {
                let mut block = std::mem::take(&mut self.function.blocks[setup]);
                rmlir_hexagon::pipeline::set_up_constant(&mut self.function, &mut block, Operand::Label(label), count);
                self.function.blocks[setup] = block;
            }
            count => {
                let begin = Inst::new(&t::LOOP, &[], vec![Operand::Label(label), count]);
                self.function.blocks[setup].packets.push(vec![begin]);
            }
        }
        self.begin(exit);
        op.results().zip(carried).for_each(|(result, reg)| self.define(result.id, reg));
        Ok(())
    }

    /// A loop without iterations is not executed.
    fn never(&mut self, setup: usize, exit: u32) {
        let leave = Inst::new(&t::JUMP, &[], vec![Operand::Label(exit)]);
        self.function.blocks[setup].packets.push(vec![leave]);
        let at = self.current;
        self.function.blocks[at].hardware_loop = None;
    }

    /// The number of iterations, if there are any.
    fn trip_count(&mut self, op: OpRef<'a>, [lower, upper, step]: [Value; 3]) -> Selected<Operand> {
        if let (Some(lower), Some(upper), Some(step)) =
            (self.constant(lower), self.constant(upper), self.constant(step))
        {
            let span = upper.saturating_sub(lower).max(0);
            let count = if step > 0 { (span + step - 1) / step } else { 0 };
            if i32::try_from(count).is_ok() {
                return Ok(count.into());
            }
        }
        let begin = self.constant(lower);
        let end = self.extended(op, upper, true)?;
        let span = match begin {
            Some(0) => self.copy(end),
            Some(begin) => self.plus(end, begin.wrapping_neg()),
            None => {
                let begin = self.extended(op, lower, true)?;
                self.of(&t::SUB, &[end, begin])
            }
        };
        let count = match self.constant(step).and_then(super::integer::power_of_two) {
            Some(0) => span,
            Some(power) => {
                let last = self.plus(span, -1);
                let last = self.with(&t::LSR_I, last, power);
                self.plus(last, 1)
            }
            None => {
                let last = self.plus(span, -1);
                let by = self.extended(op, step, true)?;
                let last = self.call_function(UNSIGNED_DIVISION, &[last, by], File::R);
                self.plus(last, 1)
            }
        };
        Ok(count.into())
    }

    /// Increments the induction variable and shared pointers.
    fn increment(&mut self, step: Reg) {
        let Some(inner) = self.inner.as_mut() else { return };
        let (counter, pointers) = (inner.counter, std::mem::take(&mut inner.pointers));
        let by = match inner.step.filter(|step| i32::try_from(*step).is_ok()) {
            Some(step) => Operand::Imm(step),
            None => Operand::Reg(step),
        };
        let counters = counter.map(|counter| (counter, by));
        for (reg, by) in counters.into_iter().chain(pointers.into_iter().map(|pointer| (pointer.reg, pointer.by))) {
            let op = if matches!(by, Operand::Imm(_)) { &t::ADD_I } else { &t::ADD };
            let next = self.emit(op, vec![reg.into(), by]);
            self.copy_to(reg, next);
        }
    }

    /// The number of an access in the loop.
    pub(super) fn loop_access(&mut self, op: OpRef<'a>, stores: bool) -> Memory {
        let memory = self.access(stores);
        if let Some(inner) = &mut self.inner {
            let access = inner.accesses.access(op.id);
            inner.accessed.push((memory, access));
        }
        memory
    }

    /// The memory dependences of the loop, in program order of its accesses.
    fn dependences(&self) -> Vec<Dependence> {
        let mut found = Vec::new();
        let Some(inner) = self.inner.as_ref().filter(|inner| inner.accessed.len() <= MAX_ACCESSES) else {
            return found;
        };
        for (place, (first, a)) in inner.accessed.iter().enumerate() {
            for (second, b) in &inner.accessed[place + 1..] {
                if !first.stores && !second.stores {
                    continue;
                }
                let distances = match (a, b) {
                    (Some(a), Some(b)) => inner.accesses.distances(a, b),
                    _ => DependenceDistances::ANY,
                };
                let edge =
                    |from: &Memory, to: &Memory, distance| Dependence { from: from.access, to: to.access, distance };
                found.extend(distances.forward.map(|distance| edge(first, second, distance)));
                found.extend(distances.backward.map(|distance| edge(second, first, distance)));
            }
        }
        found
    }
}

/// Subscripts.
impl<'a> Selector<'a> {
    /// Whether an operand is a subscript that a pointer stands for.
    fn is_subscript(&self, op: OpRef, operand: usize) -> bool {
        let first = match op.name_str() {
            "memref.load" => 1,
            "memref.store" => 2,
            _ => return false,
        };
        operand >= first && self.linear_access(op).is_some()
    }

    /// The access, if its subscripts are linear functions in the loop that is selected.
    pub(super) fn linear_access(&self, op: OpRef) -> Option<LinearAccess> {
        let inner = self.inner.as_ref()?;
        let memref = usize::from(op.name_str() == "memref.store");
        let value = op.operand(memref).id;
        if self.body.is_defined_inside(inner.op, value) {
            return None;
        }
        let dims: Option<Vec<Linear>> =
            op.operands().skip(memref + 1).map(|index| self.linear(index.id, MAX_DEPTH)).collect();
        let dims = dims?;
        let is_still = dims.iter().all(|dim| dim.factor == 0);
        (is_still || inner.step.is_some()).then_some(LinearAccess { memref: value, dims })
    }

    fn linear(&self, value: Value, depth: usize) -> Option<Linear> {
        let inner = self.inner.as_ref()?;
        let depth = depth.checked_sub(1)?;
        if value == inner.variable {
            return Some(Linear { factor: 1, ..Linear::default() });
        }
        if let Some(constant) = self.constant(value) {
            return Some(Linear { constant, ..Linear::default() });
        }
        if !self.body.is_defined_inside(inner.op, value) {
            let is_word = self.width(value) == 32;
            return is_word.then(|| Linear { terms: vec![(value, 1)], ..Linear::default() });
        }
        let op = OpRef::new(self.body, self.body.defining_op(value)?);
        let operand = |index: usize| self.linear(op.operand(index).id, depth);
        if op.name_str() == "arith.index_cast" {
            // The variable does not wrap.
            let from = op.operand(0).id;
            return (from == inner.variable || self.width(from) == 32).then(|| operand(0)).flatten();
        }
        if self.width(value) != 32 {
            return None;
        }
        let of_constant = |it: &Linear| (it.factor == 0 && it.terms.is_empty()).then_some(it.constant);
        match op.name_str() {
            "arith.addi" => Some(operand(0)?.plus(1, &operand(1)?)),
            "arith.subi" => Some(operand(0)?.plus(-1, &operand(1)?)),
            "arith.muli" => {
                let (a, b) = (operand(0)?, operand(1)?);
                match (of_constant(&a), of_constant(&b)) {
                    (_, Some(by)) => Some(Linear::default().plus(by, &a)),
                    (Some(by), _) => Some(Linear::default().plus(by, &b)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The address of an access, by a pointer.
    pub(super) fn pointer(&mut self, op: OpRef<'a>, access: LinearAccess) -> Selected<Address> {
        let view = self.view(op, access.memref)?;
        let step = self.inner.as_ref().and_then(|inner| inner.step).unwrap_or(0);
        // Constants of the subscripts become the offset, where that is one.
        let mut offset = 0i64;
        let mut dims = access.dims;
        for (dim, stride) in dims.iter_mut().zip(&view.strides) {
            if let Elements::Constant(stride) = stride {
                offset = offset.wrapping_add(dim.constant.wrapping_mul(*stride).wrapping_mul(view.size));
                dim.constant = 0;
            }
        }
        let offset = i64::from(offset as i32);
        let by = self.before_loop(|it| it.stride(&view.strides, &dims, step, view.size));
        let increment = Imm::signed(4, view.size, false);
        // Inside of a branch it might not be executed.
        let increments = self.pointers == Pointers::Each && self.guard.is_none();
        match by {
            Operand::Imm(by) if by != 0 && increments && increment.holds(by) => {
                let start = self.start(op, &view, &dims)?;
                let reg = self.before_loop(|it| {
                    let start = it.plus(start, offset);
                    it.copy(start)
                });
                Ok(Address::Increment(reg, by))
            }
            by => {
                let known = self.inner.as_ref().and_then(|inner| {
                    let is_alike = |known: &&Pointer| known.memref == access.memref && known.dims == dims;
                    inner.pointers.iter().find(is_alike).map(|known| known.reg)
                });
                if let Some(reg) = known {
                    return Ok(Address::Offset(reg, offset));
                }
                let start = self.start(op, &view, &dims)?;
                if by == Operand::Imm(0) {
                    return Ok(Address::Offset(start, offset));
                }
                let reg = self.before_loop(|it| it.copy(start));
                let pointer = Pointer { memref: access.memref, dims, reg, by };
                if let Some(inner) = &mut self.inner {
                    inner.pointers.push(pointer);
                }
                Ok(Address::Offset(reg, offset))
            }
        }
    }

    /// The bytes by which an address grows in an iteration.
    fn stride(&mut self, strides: &[Elements], dims: &[Linear], step: i64, size: i64) -> Operand {
        let mut constant = 0i64;
        let mut sum: Option<Reg> = None;
        for (stride, dim) in strides.iter().zip(dims).filter(|(_, dim)| dim.factor != 0) {
            let by = i64::from(dim.factor.wrapping_mul(step).wrapping_mul(size) as i32);
            match *stride {
                Elements::Constant(stride) => {
                    constant = i64::from(constant.wrapping_add(by.wrapping_mul(stride)) as i32)
                }
                Elements::Register(stride) => {
                    let scaled = self.scaled(stride, by);
                    sum = Some(sum.map_or(scaled, |sum| self.of(&t::ADD, &[sum, scaled])));
                }
            }
        }
        match sum {
            Some(sum) => self.plus(sum, constant).into(),
            None => constant.into(),
        }
    }

    /// The address in the first iteration, computed before the loop.
    pub(super) fn start(&mut self, op: OpRef<'a>, view: &View, dims: &[Linear]) -> Selected<Reg> {
        let lower = self.inner.as_ref().map(|inner| inner.lower).expect("a loop is selected");
        let first = self.constant(self.body.operand(self.inner.as_ref().map(|inner| inner.op).expect("as above"), 0));
        self.before_loop(|it| {
            let mut address = view.base;
            for (stride, dim) in view.strides.iter().zip(dims) {
                let mut parts: Vec<(Reg, i64)> = Vec::new();
                for &(value, factor) in &dim.terms {
                    parts.push((it.reg(op, value)?, factor));
                }
                let mut constant = dim.constant;
                match first {
                    Some(first) => constant = constant.wrapping_add(first.wrapping_mul(dim.factor)),
                    None if dim.factor != 0 => parts.push((lower, dim.factor)),
                    None => {}
                }
                address = match *stride {
                    Elements::Constant(stride) => {
                        let by = |factor: i64| i64::from(factor.wrapping_mul(stride).wrapping_mul(view.size) as i32);
                        for (reg, factor) in parts {
                            address = it.plus_scaled(address, reg, by(factor));
                        }
                        it.plus(address, by(constant))
                    }
                    Elements::Register(stride) => {
                        let mut index = it.constant_reg(File::R, i64::from(constant as i32));
                        for (reg, factor) in parts {
                            index = it.plus_scaled(index, reg, i64::from(factor as i32));
                        }
                        let stride = it.scaled(stride, view.size);
                        it.accumulate(&t::MAC, address, [index.into(), stride.into()])
                    }
                };
            }
            Ok(address)
        })
    }
}
