//! Parallel execution of loops only where it is profitable.
//!
//! Starting a team of threads and waiting for it takes some microseconds, so a loop with less work is executed faster
//! by one thread; and threads of a team get no nested team.
//!
//! Steps: 1. a parallel loop nested in another one becomes sequential; 2. the *work* of a loop is computed: its number
//! of operations, weighted by the trip counts of the loops around them; these are computed before the loop if their
//! bounds are functions of values defined there and of induction variables of surrounding loops, for which the middle
//! of their range is substituted; 3. the code that computes the work is inserted before the loop, and selects between
//! it and a sequential copy.

use rmlir::core::clone::CloneMap;
use rmlir::core::effects::is_pure;
use rmlir::pass::{Pass, PassCx, PassResult, over_bodies};
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, CeilDivSIOp, CmpIOp, CmpIPredicate, ConstantOp, DivSIOp, MaxSIOp, MulIOp, SubIOp};
use rmlir_scf::{ForOp, IfOp, ParallelOp, YieldOp};

use crate::parallel_for_to_nested_fors::parallel_to_fors;
use crate::walk::inner_first;

/// Run `scf.parallel` sequentially where there is too little work.
///
/// A parallel loop nested in another one is converted to a nest of `scf.for`. Any other one gets a sequential copy,
/// which is executed if the number of operations of the loop is less than `min-work`; if that is constant,
/// canonicalization removes one of them. Loops with reductions are not changed.
///
/// ```mlir
/// scf.parallel (%i) = (%c0) to (%n) step (%c1) { "f"(%i) : (index) -> () }
/// // becomes
/// %work = arith.muli %n, %c1 : index
/// %pays = arith.cmpi sge, %work, %c20000 : index
/// scf.if %pays {
///   scf.parallel (%i) = (%c0) to (%n) step (%c1) { "f"(%i) : (index) -> () }
/// } else {
///   scf.for %i = %c0 to %n step %c1 { "f"(%i) : (index) -> () }
/// }
/// ```
#[pass(name = "scf-weigh-parallel-loops", title = "SCFWeighParallelLoops", depends(rmlir_scf::Scf, rmlir_arith::Arith))]
pub struct WeighParallelLoops {
    /// The minimum number of operations for which parallel execution is profitable
    #[option(default = 20000)]
    min_work: u32,
}

impl Pass for WeighParallelLoops {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        over_bodies(cx.body_mut(), &|body: &mut Body| {
            let loops = inner_first::<ParallelOp>(body);
            let mut rw = Rewriter::new(body);
            for op in loops {
                weigh(&mut rw, op, self.min_work.into());
            }
        });
        Ok(())
    }
}

fn weigh(rw: &mut Rewriter, op: ParallelOp, min_work: i64) {
    if rw.n_results(op.id()) > 0 {
        return;
    }
    let is_inside = rw.find_ancestor(op.id(), |around| around != op.id() && OpRef::new(rw, around).is::<ParallelOp>());
    if is_inside.is_some() {
        parallel_to_fors(rw, op);
        return;
    }
    let loc = rw.loc(op.id());
    rw.before(op.id());
    rw.set_loc(loc);
    let work = Work { outermost: op.id(), map: CloneMap::default() }.of_parallel(rw, op);
    let enough = index(rw, min_work);
    let pays = rw.value(CmpIOp::build(work, enough, CmpIPredicate::Sge.attr(rw.cx())));
    let choice = rw.create(IfOp::build(&[], pays));
    for (region, is_parallel) in [(choice.thenRegion(rw), true), (choice.elseRegion(rw), false)] {
        rw.create_block(region, &[], &[]);
        let copy = rw.clone_op(op.id(), &mut CloneMap::default());
        rw.create(YieldOp::build(&[]).at(loc));
        if !is_parallel {
            parallel_to_fors(rw, ParallelOp::from_id(copy));
        }
    }
    rw.erase(op);
}

/// Creates an index constant.
fn index(rw: &mut Rewriter, number: i64) -> Value {
    let number = rw.index_attr(number);
    rw.value(ConstantOp::build(number))
}

/// The computation of the work of a loop, before it.
struct Work {
    outermost: OpId,
    /// The mapping of values in the loop to values before it: induction variables are mapped to the middle of their
    /// range.
    map: CloneMap,
}

/// The assumed trip count of a loop whose trip count cannot be computed.
const UNKNOWN_TRIPS: i64 = 64;

impl Work {
    /// The number of operations of all iterations of `op`.
    fn of_parallel(mut self, rw: &mut Rewriter, op: ParallelOp) -> Value {
        let (lower, upper, step) = (op.lowerBound(rw), op.upperBound(rw), op.step(rw));
        let body = op.body(rw);
        let mut work = index(rw, 1);
        for dim in 0..lower.len() {
            let variable = rw.arg(body, dim);
            let trips = self.trips(rw, [lower[dim], upper[dim], step[dim]], variable);
            work = rw.value(MulIOp::build(work, trips));
        }
        let inside = self.of_region(rw, op.region(rw));
        rw.value(MulIOp::build(work, inside))
    }

    /// The number of operations of the blocks of a region, each executed once.
    fn of_region(&mut self, rw: &mut Rewriter, region: RegionId) -> Value {
        let blocks: Vec<BlockId> = rw.blocks(region).collect();
        let ops: Vec<OpId> = blocks.into_iter().flat_map(|block| rw.ops(block).collect::<Vec<_>>()).collect();
        let (mut n_plain, mut loops) = (0, Vec::new());
        for op in ops {
            if rw.regions(op).is_empty() {
                n_plain +=
                    i64::from(!rw.has_trait(op, TraitSet::CONSTANT_LIKE) && !rw.has_trait(op, TraitSet::TERMINATOR));
                continue;
            }
            loops.push(match OpRef::new(rw, op).cast::<ForOp>() {
                Some(inner) => self.of_loop(rw, inner),
                None => self.of_regions(rw, op),
            });
        }
        let plain = index(rw, n_plain);
        loops.into_iter().fold(plain, |sum, more| rw.value(AddIOp::build(sum, more)))
    }

    fn of_regions(&mut self, rw: &mut Rewriter, op: OpId) -> Value {
        let none = index(rw, 0);
        let regions = rw.regions(op).to_vec();
        regions.into_iter().fold(none, |sum, region| {
            let more = self.of_region(rw, region);
            rw.value(AddIOp::build(sum, more))
        })
    }

    fn of_loop(&mut self, rw: &mut Rewriter, inner: ForOp) -> Value {
        let bounds = [0, 1, 2].map(|at| rw.operand(inner.id(), at));
        let variable = inner.induction_var(rw);
        let trips = match rw.ty(variable).is_index() {
            true => self.trips(rw, bounds, variable),
            false => index(rw, UNKNOWN_TRIPS),
        };
        let inside = self.of_region(rw, rw.region(inner.id(), 0));
        rw.value(MulIOp::build(trips, inside))
    }

    /// The trip count of a loop; its induction variable is mapped to the middle of its range from here on.
    fn trips(&mut self, rw: &mut Rewriter, bounds: [Value; 3], variable: Value) -> Value {
        let known = bounds.map(|bound| self.before(rw, bound));
        let [Some(lower), Some(upper), Some(step)] = known else { return index(rw, UNKNOWN_TRIPS) };
        let (zero, two) = (index(rw, 0), index(rw, 2));
        let span = rw.value(SubIOp::build(upper, lower));
        let span = rw.value(MaxSIOp::build(span, zero));
        let half = rw.value(DivSIOp::build(span, two));
        let middle = rw.value(AddIOp::build(lower, half));
        self.map.values.insert(variable, middle);
        rw.value(CeilDivSIOp::build(span, step))
    }

    /// The value of `value` before the loop, if it can be computed there.
    fn before(&mut self, rw: &mut Rewriter, value: Value) -> Option<Value> {
        if let Some(&known) = self.map.values.get(&value) {
            return Some(known);
        }
        let block = rw.value_block(value)?;
        let around = rw.block_parent_op(block)?;
        if around != self.outermost && !rw.is_ancestor(self.outermost, around) {
            return Some(value);
        }
        let op = rw.defining_op(value)?;
        if !rw.regions(op).is_empty() || !is_pure(OpRef::new(rw, op)) {
            return None;
        }
        for operand in rw.operands(op).collect::<Vec<_>>() {
            let known = self.before(rw, operand)?;
            self.map.values.insert(operand, known);
        }
        rw.clone_op(op, &mut self.map);
        self.map.values.get(&value).copied()
    }
}
