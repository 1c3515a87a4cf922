//! Teams of threads only where they pay.
//!
//! Starting a team and waiting for it takes some microseconds, so a loop with less work is better run by one thread; and
//! where iterations take unequal time, as in a triangular loop, threads had better ask for them.
//!
//! Plan: for each team that has one loop, 1. the *work* of the loop is counted: its operations, times the iterations of the
//! loops around them; how many these have is known before the loop begins where their bounds are computed from what is
//! known there, and variables of loops around them, for which the middle of their range is taken; 2. the code that
//! computes this stands before the team, which gets the condition that the work is enough.

use rmlir::core::clone::CloneMap;
use rmlir::core::effects::is_pure;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, CeilDivSIOp, CmpIOp, CmpIPredicate, ConstantOp, DivSIOp, MaxSIOp, MulIOp, SubIOp};
use rmlir_omp::{LoopNestOp, ParallelOp, ScheduleKind, WsloopOp};
use rmlir_scf::ForOp;

/// Let teams of threads run loops only where there is enough work.
///
/// A team whose only content is a loop that its threads share gets a condition:
/// that the operations which the loop runs are not fewer than `min-work`. A team
/// inside of another one gets a condition that never holds. Loops that have no
/// schedule get `guided`: threads ask for iterations, for fewer the fewer are
/// left.
///
/// ```mlir
/// omp.parallel {                               // %work = arith.muli %n, %c8 : index
///   omp.wsloop {                               // %enough = arith.cmpi sge, %work, %c20000 : index
///     omp.loop_nest (%i) : index = ..          // omp.parallel if(%enough) {
///                                              //   omp.wsloop schedule(guided) {
/// ```
#[pass(name = "openmp-weigh-teams", title = "OpenMPWeighTeams", anchor = "builtin.module", depends(rmlir_arith::Arith))]
pub struct WeighTeams {
    /// Operations that make a team pay
    #[option(default = 20000)]
    min_work: u32,
    /// Let threads ask for iterations
    #[option(default = true)]
    guided: bool,
}

impl Pass for WeighTeams {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        self.weigh_body(cx.body_mut());
        Ok(())
    }
}

impl WeighTeams {
    fn weigh_body(&self, body: &mut Body) {
        for op in body.proxies() {
            if let Some(nested) = body.nested_mut(op) {
                self.weigh_body(nested);
            }
        }
        let mut teams = Vec::new();
        body.walk_postorder(body.root(), |op| teams.extend(OpRef::new(body, op).cast::<ParallelOp>()));
        let mut rw = Rewriter::new(body);
        for team in teams {
            self.weigh(&mut rw, team);
        }
    }

    fn weigh(&self, rw: &mut Rewriter, team: ParallelOp) {
        let Some((share, nest)) = only_loop(rw, team) else { return };
        if self.guided && rw.prop(share.id(), WsloopOp::SCHEDULE_KIND).is_none() {
            let guided = ScheduleKind::Guided.attr(rw.cx());
            rw.set_prop(share, WsloopOp::SCHEDULE_KIND, guided);
        }
        if team.if_expr(rw).is_some() {
            return;
        }
        rw.before(team.id());
        rw.set_loc(rw.loc(team.id()));
        let is_inside = rw.find_ancestor(team.id(), |op| op != team.id() && OpRef::new(rw, op).is::<ParallelOp>());
        let condition = match is_inside {
            Some(_) => rw.value(ConstantOp::build(Attr::FALSE)),
            None => {
                let work = Work { team: team.id(), map: CloneMap::default() }.of_nest(rw, nest);
                let enough = index(rw, self.min_work.into());
                rw.value(CmpIOp::build(work, enough, CmpIPredicate::Sge.attr(rw.cx())))
            }
        };
        set_condition(rw, team, condition);
    }
}

/// The loop that the threads of a team share, if the team does nothing else, and counts with indices.
fn only_loop(body: &Body, team: ParallelOp) -> Option<(WsloopOp, LoopNestOp)> {
    let block = body.entry(team.region(body))?;
    let mut loops = body.ops(block).filter_map(|op| OpRef::new(body, op).cast::<WsloopOp>());
    let (share, None) = (loops.next()?, loops.next()) else { return None };
    let nest = OpRef::new(body, body.first_op(body.entry(share.region(body))?)?).cast::<LoopNestOp>()?;
    let is_upward = body.prop(nest.id(), LoopNestOp::LOOP_INCLUSIVE).is_none();
    let counts_indices = body.operands(nest.id()).all(|bound| body.ty(bound).is_index());
    (is_upward && counts_indices).then_some((share, nest))
}

/// Builds the team anew with a condition: it has an operand more.
fn set_condition(rw: &mut Rewriter, team: ParallelOp, condition: Value) {
    let n_threads = team.num_threads(rw);
    let fields = [ParallelOp::ALLOCATE_VARS_OPERAND, ParallelOp::ALLOCATOR_VARS_OPERAND]
        .map(|field| values(rw, team.id(), field));
    let others = [ParallelOp::PRIVATE_VARS_OPERAND, ParallelOp::REDUCTION_VARS_OPERAND]
        .map(|field| values(rw, team.id(), field));
    let [allocated, allocators] = &fields;
    let [private, reduced] = &others;
    let mut new = ParallelOp::build(allocated, allocators, Some(condition), n_threads, private, reduced);
    for (slot, prop) in kept_props(rw, team.id()) {
        new = new.prop(slot, prop);
    }
    let new = rw.create(new);
    rw.take_blocks(team.region(rw), new.region(rw));
    rw.erase(team);
}

fn values(body: &Body, op: OpId, field: usize) -> Vec<Value> {
    OpRef::new(body, op).operand_field(field).iter().map(|value| value.id).collect()
}

/// The properties of a team that say something other than how many operands it has.
fn kept_props(body: &Body, op: OpId) -> Vec<(usize, Attr)> {
    const KEPT: [usize; 5] = [
        ParallelOp::PRIVATE_SYMS,
        ParallelOp::PROC_BIND_KIND,
        ParallelOp::REDUCTION_MOD,
        ParallelOp::REDUCTION_BYREF,
        ParallelOp::REDUCTION_SYMS,
    ];
    KEPT.iter().filter_map(|&slot| Some((slot, body.prop(op, slot)?))).collect()
}

/// The index `number`.
fn index(rw: &mut Rewriter, number: i64) -> Value {
    let number = rw.index_attr(number);
    rw.value(ConstantOp::build(number))
}

/// Counting the work of a team, before it.
struct Work {
    team: OpId,
    /// What values in the team are before it: variables of loops are in the middle of their range.
    map: CloneMap,
}

/// How many iterations a loop has of which nothing is known.
const UNKNOWN_TRIPS: i64 = 64;

impl Work {
    /// Operations of all iterations of `nest`.
    fn of_nest(mut self, rw: &mut Rewriter, nest: LoopNestOp) -> Value {
        let bounds: Vec<Value> = rw.operands(nest.id()).collect();
        let n = bounds.len() / 3;
        let entry = rw.entry(nest.region(rw));
        let mut work = index(rw, 1);
        for dim in 0..n {
            let all = [bounds[dim], bounds[n + dim], bounds[2 * n + dim]];
            let variable = entry.map(|entry| rw.arg(entry, dim));
            let trips = self.trips(rw, all, variable);
            work = rw.value(MulIOp::build(work, trips));
        }
        let inside = self.of_region(rw, nest.region(rw));
        rw.value(MulIOp::build(work, inside))
    }

    /// Operations of the blocks of a region, each once.
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
            true => self.trips(rw, bounds, Some(variable)),
            false => index(rw, UNKNOWN_TRIPS),
        };
        let inside = self.of_region(rw, rw.region(inner.id(), 0));
        rw.value(MulIOp::build(trips, inside))
    }

    /// How many iterations a loop has; its variable is in the middle from here on.
    fn trips(&mut self, rw: &mut Rewriter, bounds: [Value; 3], variable: Option<Value>) -> Value {
        let known = bounds.map(|bound| self.before(rw, bound));
        let [Some(lower), Some(upper), Some(step)] = known else { return index(rw, UNKNOWN_TRIPS) };
        let (zero, two) = (index(rw, 0), index(rw, 2));
        let span = rw.value(SubIOp::build(upper, lower));
        let span = rw.value(MaxSIOp::build(span, zero));
        if let Some(variable) = variable {
            let half = rw.value(DivSIOp::build(span, two));
            let middle = rw.value(AddIOp::build(lower, half));
            self.map.values.insert(variable, middle);
        }
        rw.value(CeilDivSIOp::build(span, step))
    }

    /// What `value` is before the team, if that can be computed there.
    fn before(&mut self, rw: &mut Rewriter, value: Value) -> Option<Value> {
        if let Some(&known) = self.map.values.get(&value) {
            return Some(known);
        }
        let block = rw.value_block(value)?;
        let around = rw.block_parent_op(block)?;
        if around != self.team && !rw.is_ancestor(self.team, around) {
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
