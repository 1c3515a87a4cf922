//! Unroll-and-jam: outer iterations are unrolled, with the inner loops fused.
//!
//! The operations between inner loops are cloned sequence by sequence; an inner loop is replaced by one that carries
//! the values of all unrolled iterations. This interchanges iterations, which is only legal if there are no writes.

use rmlir::core::clone::CloneMap;
use rmlir::core::effects::effects_recursive;
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, ConstantOp, get_constant_int_value};
use rmlir_scf::{ForOp, YieldOp};

use crate::unroll::{fits_step, promote_if_single_iteration};

/// Unrolls and jams `op` by `factor`. Returns whether it succeeded.
pub fn unroll_and_jam_by(rw: &mut Rewriter, op: ForOp, factor: u64) -> bool {
    if factor <= 1 {
        return true;
    }
    if !may_jam(rw, op) || rw.n_results(op.id()) > 0 {
        return false;
    }
    let step = get_constant_int_value(rw, op.step(rw));
    let Some((count, step)) = op.trip_count(rw).and_then(|count| count.to_u64()).zip(step) else { return false };
    let factor = factor.min(count);
    if count == 0 || rw.first_op(op.body(rw)) == rw.last_op(op.body(rw)) {
        return true;
    }
    if count % factor != 0 || !fits_step(rw, op.step(rw), step, factor) {
        return false;
    }
    rw.before(op.id());
    let loc = rw.loc(op.id());
    rw.set_loc(loc);
    let variable = op.induction_var(rw);
    let ty = rw.ty(variable);
    let scaled = rw.int_attr(ty, step.wrapping_mul(factor as i64));
    let scaled = rw.value(ConstantOp::build(scaled));
    let new = ForOp::create(rw, loc, [op.lowerBound(rw), op.upperBound(rw), scaled], &[]);
    if op.unsignedCmp(rw) {
        rw.set_prop(new, ForOp::UNSIGNED_CMP, Attr::UNIT);
    }
    keep_attrs(rw, op, new);
    let end = new.terminator(rw);
    rw.before(end);
    let mut maps: Vec<CloneMap> = (0..factor).map(|_| CloneMap::default()).collect();
    let variables = (variable, new.induction_var(rw));
    maps[0].values.insert(variables.0, variables.1);
    let mut jam = Jam { step, variables, maps };
    jam.block(rw, op.body(rw), op.terminator(rw));
    rw.erase(op);
    promote_if_single_iteration(rw, new);
    true
}

/// Whether the domains of inner loops are invariant in `op`, and they may be interchanged.
fn may_jam(body: &Body, op: ForOp) -> bool {
    let inside: Vec<OpId> = body.ops_under(op.id()).into_iter().filter(|&inner| inner != op.id()).collect();
    let mut inner = inside.iter().filter_map(|&inner| OpRef::new(body, inner).cast::<ForOp>()).peekable();
    if inner.peek().is_none() {
        return true;
    }
    let varies = |inner: ForOp| {
        let bounds = [inner.lowerBound(body), inner.upperBound(body), inner.step(body)];
        bounds.into_iter().any(|bound| body.is_defined_inside(op.id(), bound))
    };
    let only_reads = effects_recursive(OpRef::new(body, op.id()))
        .is_some_and(|effects| effects.iter().all(|effect| effect.kind == EffectKind::Read));
    only_reads && !inner.any(varies)
}

struct Jam {
    step: i64,
    /// The induction variables of the original and the new loop.
    variables: (Value, Value),
    /// The value mapping of each unrolled iteration.
    maps: Vec<CloneMap>,
}

impl Jam {
    /// Clones the operations of `block` before `end` for all iterations at the insertion point.
    fn block(&mut self, rw: &mut Rewriter, block: BlockId, end: OpId) {
        let ops: Vec<OpId> = rw.ops(block).filter(|&op| op != end).collect();
        let runs = ops.chunk_by(|&first, &second| is_loop(rw, first) == is_loop(rw, second));
        let runs: Vec<Vec<OpId>> = runs.map(<[OpId]>::to_vec).collect();
        for run in runs {
            if !is_loop(rw, run[0]) {
                self.run(rw, &run);
                continue;
            }
            for inner in run {
                self.inner(rw, ForOp::from_id(inner));
            }
        }
    }

    /// Clones a sequence of operations for each iteration.
    fn run(&mut self, rw: &mut Rewriter, run: &[OpId]) {
        let is_needed = !rw.is_unused(self.variables.0);
        for number in 0..self.maps.len() {
            if is_needed {
                self.place(rw, number);
            }
            let map = &mut self.maps[number];
            run.iter().for_each(|&op| _ = rw.clone_op(op, map));
        }
    }

    /// Materializes the induction variable of an unrolled iteration at the insertion point.
    fn place(&mut self, rw: &mut Rewriter, number: usize) {
        let (old, new) = self.variables;
        if number > 0 {
            let ty = rw.ty(new);
            let offset = rw.int_attr(ty, self.step.wrapping_mul(number as i64));
            let offset = rw.value(ConstantOp::build(offset));
            let at = rw.value(AddIOp::build(new, offset));
            self.maps[number].values.insert(old, at);
        }
    }

    /// The mapped `values` of all unrolled iterations.
    fn of_all(&mut self, rw: &mut Rewriter, values: &[Value]) -> Vec<Value> {
        if values.contains(&self.variables.0) {
            (0..self.maps.len()).for_each(|number| self.place(rw, number));
        }
        self.maps.iter().flat_map(|map| values.iter().map(|&value| map.value(value))).collect()
    }

    /// Creates one inner loop for all unrolled iterations.
    fn inner(&mut self, rw: &mut Rewriter, op: ForOp) {
        let inits = op.initArgs(rw);
        let all = self.of_all(rw, &inits);
        let loc = rw.loc(op.id());
        let new = ForOp::create(rw, loc, [op.lowerBound(rw), op.upperBound(rw), op.step(rw)], &all);
        if op.unsignedCmp(rw) {
            rw.set_prop(new, ForOp::UNSIGNED_CMP, Attr::UNIT);
        }
        keep_attrs(rw, op, new);
        let (variable, args) = (op.induction_var(rw), op.iter_args(rw));
        let (new_variable, new_args) = (new.induction_var(rw), new.iter_args(rw));
        for (number, map) in self.maps.iter_mut().enumerate() {
            map.values.insert(variable, new_variable);
            let own = &new_args[number * args.len()..];
            map.values.extend(args.iter().copied().zip(own.iter().copied()));
        }
        let (block, end) = (new.body(rw), op.terminator(rw));
        match rw.last_op(block) {
            Some(end) => rw.before(end),
            None => rw.at_end(block),
        }
        self.block(rw, op.body(rw), end);
        if !inits.is_empty() {
            let yielded: Vec<Value> = rw.operands(end).collect();
            let all = self.of_all(rw, &yielded);
            rw.create(YieldOp::build(&all).at(loc));
        }
        let (old, results) = (rw.results(op.id()).to_vec(), rw.results(new.id()).to_vec());
        for (number, map) in self.maps.iter_mut().enumerate() {
            let own = &results[number * old.len()..];
            map.values.extend(old.iter().copied().zip(own.iter().copied()));
        }
        rw.after(new.id());
    }
}

fn is_loop(body: &Body, op: OpId) -> bool {
    OpRef::new(body, op).is::<ForOp>()
}

fn keep_attrs(rw: &mut Rewriter, old: ForOp, new: ForOp) {
    for entry in OpRef::new(rw, old.id()).discardable_attrs().to_vec() {
        let name = entry.name.str(rw.cx());
        rw.set_attr(new, name, entry.value);
    }
}
