//! Worksharing loops, whose iterations the threads of a team share.
//!
//! ```text
//! block:  .. the trip count, addresses of this thread's bounds
//! begin:  the iterations of this thread, for static schedules
//! [ask:   the next chunk, for dynamic or chunked schedules]
//! body:   induction variables from the iteration number, then the body of the loop
//! latch:  the next iteration number
//! end:    the end of the loop that `begin` began
//! after:  reductions, barrier; ..
//! ```

use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::ICmpPredicate;
use rmlir_llvm::ops::aggregate::SelectOp;
use rmlir_llvm::ops::arith::{AddOp, SubOp};
use rmlir_llvm::ops::branch::{BrOp, CondBrOp};
use rmlir_llvm::ops::cast::{SExtOp, TruncOp};
use rmlir_llvm::ops::memory::{LoadOp, StoreOp};
use rmlir_omp::{LoopNestOp, ScheduleKind, ScheduleModifier, WsloopOp};

use super::nest::{self, Exits, compare};
use super::reduce::Reductions;
use super::runtime::{self, Runtime};
use super::team::{alloca_block, ends_team, unsupported};
use crate::emit::{alloca, int_constant};

/// The schedules, by their encoding in the runtime (`sched_type` of `kmp.h`).
const STATIC_CHUNKED: i64 = 33;
const STATIC: i64 = 34;
const DYNAMIC: i64 = 35;
const GUIDED: i64 = 36;
const RUNTIME: i64 = 37;
const AUTO: i64 = 38;
/// Modifiers: a thread executes its chunks in order, or in any order.
const MONOTONIC: i64 = 1 << 29;
const NONMONOTONIC: i64 = 1 << 30;

/// A loop that can be lowered.
struct Shared {
    nest: LoopNestOp,
    schedule: Schedule,
    waits: bool,
}

/// The schedule of a loop.
#[derive(Clone, Copy)]
enum Schedule {
    /// Contiguous ranges of equal size.
    Static,
    /// Chunks of this size, round-robin.
    Chunked(Value),
    /// Chunks that are requested dynamically: the encoding of the schedule, and the chunk size.
    Asked(i64, Option<Value>),
}

/// The variables for a thread's iterations: addresses of the last-iteration flag, the first, the last, the stride.
struct Places([Value; 4]);

/// Lowers an `omp.wsloop`, which contains no operation of `omp` except its nest.
pub fn lower<'c>(rw: &mut Rewriter<'_, 'c>, runtime: &mut Runtime<'_, 'c>, op: WsloopOp) -> Checked {
    let shared = Shared::of(OpRef::new(rw, op.id()))?;
    let reductions = Reductions::of(rw, runtime, op.id())?;
    let id = op.id();
    rw.set_loc(rw.loc(id));
    let places = Places(allocate(rw, id));
    rw.before(id);
    let thread = runtime.thread(rw);
    let private = reductions.begin(rw, runtime, id)?;
    let mut dimensions = nest::dimensions(rw, shared.nest);
    let inner = dimensions.split_off(nest::n_shared(rw, shared.nest).min(dimensions.len()));
    let total = nest::total(rw, &dimensions);
    let block = rw.insert_block().expect("the loop is in a block");
    let after = rw.split_block(block, Some(id));
    rw.at_end(block);
    let made = shared.schedule.iterations(rw, runtime, thread, total, &places, after);
    let mut variables = nest::variables(rw, &dimensions, made.number);
    let (others, latch) = nest::sequential(rw, &inner, made.latch, after);
    variables.extend(others);
    let share = rw.entry(op.region(rw)).expect("a verified loop has a nest");
    for (arg, &variable) in rw.args(share).to_vec().into_iter().zip(&private) {
        rw.replace_all_uses(arg, variable);
    }
    let region = shared.nest.region(rw);
    nest::inline_body(rw, region, &variables, latch, after);

    rw.before(id);
    reductions.end(rw, runtime, id, thread, &private)?;
    if shared.waits && !ends_team(rw, id) {
        runtime.call(rw, &runtime::BARRIER, &[thread]);
    }
    rw.erase(id);
    Ok(())
}

fn allocate(rw: &mut Rewriter, op: OpId) -> [Value; 4] {
    let block = alloca_block(rw, op);
    rw.at_start(block);
    let one = int_constant(rw, Type::I64, 1);
    [Type::I32, Type::I64, Type::I64, Type::I64].map(|ty| alloca(rw, ty, one))
}

impl Shared {
    fn of(op: OpRef) -> Result<Self, Box<Diagnostic>> {
        let is_set = |slot: usize| op.prop(slot).is_some();
        let has = |field: usize| !op.operand_field(field).is_empty();
        if has(WsloopOp::PRIVATE_VARS_OPERAND)
            || has(WsloopOp::LINEAR_VARS_OPERAND)
            || has(WsloopOp::ALLOCATE_VARS_OPERAND)
        {
            return Err(unsupported(op, "private, linear and allocated variables"));
        }
        if is_set(WsloopOp::ORDERED) {
            return Err(unsupported(op, "ordered loops"));
        }
        let only = op.region(0).entry().and_then(|entry| entry.ops().next());
        let Some(nest) = only.and_then(|only| only.cast::<LoopNestOp>()) else {
            return Err(unsupported(op, "anything but a loop nest"));
        };
        let view = OpRef::new(op.body, nest.id());
        if view.get(LoopNestOp::tile_sizes).is_some() {
            return Err(unsupported(view, "tiles"));
        }
        let is_known = |ty: Type| ty.int_width(op.cx()).is_some_and(|width| width <= 64);
        if view.operands().any(|bound| !is_known(bound.ty())) {
            return Err(unsupported(view, "bounds that are no integers of at most 64 bits"));
        }
        Ok(Self { nest, schedule: Schedule::of(op)?, waits: !is_set(WsloopOp::NOWAIT) })
    }
}

impl Schedule {
    fn of(op: OpRef) -> Result<Self, Box<Diagnostic>> {
        let chunk = op.get(WsloopOp::schedule_chunk);
        let kind = op.get(WsloopOp::schedule_kind);
        let modifier = op.get(WsloopOp::schedule_mod);
        let number = match kind {
            None | Some(ScheduleKind::Static) => {
                return Ok(chunk.map_or(Schedule::Static, Schedule::Chunked));
            }
            Some(ScheduleKind::Dynamic) => DYNAMIC,
            Some(ScheduleKind::Guided) => GUIDED,
            Some(ScheduleKind::Runtime) => RUNTIME,
            Some(ScheduleKind::Auto) => AUTO,
            Some(ScheduleKind::Distribute) => return Err(unsupported(op, "the schedule `distribute`")),
        };
        let order = if modifier == Some(ScheduleModifier::Monotonic) { MONOTONIC } else { NONMONOTONIC };
        Ok(Schedule::Asked(number | order, chunk))
    }

    /// Terminates the current block with the loop over this thread's share of `total` iterations.
    fn iterations(
        self,
        rw: &mut Rewriter,
        runtime: &mut Runtime,
        thread: Value,
        total: Value,
        places: &Places,
        after: BlockId,
    ) -> nest::Blocks {
        match self {
            Schedule::Static => {
                let end = places.enter(rw, runtime, thread, total, after);
                let zero = int_constant(rw, Type::I64, 0);
                let [first, last, _] = places.begin(rw, runtime, thread, total, (STATIC, zero));
                let one = int_constant(rw, Type::I64, 1);
                // For a thread without iterations the first is the last plus one, possibly by an overflow.
                let beyond = rw.value(AddOp::build(last, one));
                let is_some = compare(rw, ICmpPredicate::Ne, first, beyond);
                nest::counted(rw, [first, last, is_some], Exits { empty: end, done: end }, end)
            }
            Schedule::Chunked(chunk) => {
                let end = places.enter(rw, runtime, thread, total, after);
                let chunk = widened(rw, chunk);
                let bounds = places.begin(rw, runtime, thread, total, (STATIC_CHUNKED, chunk));
                chunks(rw, bounds, total, end)
            }
            Schedule::Asked(number, chunk) => {
                let chunk = match chunk {
                    Some(chunk) => widened(rw, chunk),
                    None => int_constant(rw, Type::I64, 1),
                };
                let (number, one) = (int_constant(rw, Type::I32, number), int_constant(rw, Type::I64, 1));
                runtime.call(rw, &runtime::DISPATCH_INIT, &[thread, number, one, total, one, chunk]);
                asked(rw, runtime, thread, places, after)
            }
        }
    }
}

/// An integer extended to 64 bits.
fn widened(rw: &mut Rewriter, number: Value) -> Value {
    match rw.ty(number).int_width(rw.cx()) {
        Some(64) => number,
        Some(width) if width > 64 => rw.value(TruncOp::build(Type::I64, number)),
        _ => rw.value(SExtOp::build(Type::I64, number)),
    }
}

impl Places {
    /// Continues in a new block if there are any iterations: some runtimes divide by their number. Returns the block
    /// that ends the construct then.
    fn enter(&self, rw: &mut Rewriter, runtime: &mut Runtime, thread: Value, total: Value, after: BlockId) -> BlockId {
        let outside = rw.insert_block().expect("code is made in a block");
        let zero = int_constant(rw, Type::I64, 0);
        let is_some = compare(rw, ICmpPredicate::Ne, total, zero);
        let end = rw.create_block_before(after, &[], &[]);
        runtime.call(rw, &runtime::STATIC_FINI, &[thread]);
        rw.create(BrOp::build(&[], after));
        let begin = rw.create_block_before(end, &[], &[]);
        rw.at_end(outside);
        rw.create(CondBrOp::build(is_some, &[], &[], begin, after));
        rw.at_end(begin);
        end
    }

    /// Computes the share of this thread: first, last, stride.
    fn begin(
        &self,
        rw: &mut Rewriter,
        runtime: &mut Runtime,
        thread: Value,
        total: Value,
        (schedule, chunk): (i64, Value),
    ) -> [Value; 3] {
        let Places([is_last, first, last, stride]) = *self;
        let (none, zero, one) =
            (int_constant(rw, Type::I32, 0), int_constant(rw, Type::I64, 0), int_constant(rw, Type::I64, 1));
        let most = rw.value(SubOp::build(total, one));
        for (value, place) in [(none, is_last), (zero, first), (most, last), (one, stride)] {
            rw.create(StoreOp::build(value, place));
        }
        let schedule = int_constant(rw, Type::I32, schedule);
        let arguments = [thread, schedule, is_last, first, last, stride, one, chunk];
        runtime.call(rw, &runtime::STATIC_INIT, &arguments);
        [first, last, stride].map(|place| rw.value(LoadOp::build(Type::I64, place)))
    }
}

/// A loop over chunks at every stride, around one over the iterations of a chunk.
fn chunks(rw: &mut Rewriter, [first, last, stride]: [Value; 3], total: Value, end: BlockId) -> nest::Blocks {
    let loc = rw.default_loc();
    let one = int_constant(rw, Type::I64, 1);
    let most = rw.value(SubOp::build(total, one));
    let outside = rw.insert_block().expect("code is made in a block");
    let chunk = rw.create_block_before(end, &[Type::I64; 2], &[loc; 2]);
    let next = rw.create_block_before(end, &[], &[]);
    let (from, to) = (rw.arg(chunk, 0), rw.arg(chunk, 1));
    let advance = [from, to].map(|bound| rw.value(AddOp::build(bound, stride)));
    rw.create(BrOp::build(&advance, chunk));
    rw.at_end(outside);
    rw.create(BrOp::build(&[first, last], chunk));
    rw.at_end(chunk);
    let is_some = compare(rw, ICmpPredicate::Ult, from, total);
    let is_whole = compare(rw, ICmpPredicate::Ult, to, most);
    let to = rw.value(SelectOp::build(is_whole, to, most));
    nest::counted(rw, [from, to, is_some], Exits { empty: end, done: next }, end)
}

/// A loop that requests chunks, around one over the iterations of a chunk. The runtime counts from 1 here.
fn asked(rw: &mut Rewriter, runtime: &mut Runtime, thread: Value, places: &Places, after: BlockId) -> nest::Blocks {
    let outside = rw.insert_block().expect("code is made in a block");
    let ask = rw.create_block_before(after, &[], &[]);
    rw.at_end(outside);
    rw.create(BrOp::build(&[], ask));
    rw.at_end(ask);
    let Places([is_last, first, last, stride]) = *places;
    let answer = runtime.ask(rw, &runtime::DISPATCH_NEXT, &[thread, is_last, first, last, stride]);
    let none = int_constant(rw, Type::I32, 0);
    let is_some = compare(rw, ICmpPredicate::Ne, answer, none);
    let take = rw.create_block_before(after, &[], &[]);
    rw.at_end(ask);
    rw.create(CondBrOp::build(is_some, &[], &[], take, after));
    rw.at_end(take);
    let one = int_constant(rw, Type::I64, 1);
    let [first, last] = [first, last].map(|place| {
        let number = rw.value(LoadOp::build(Type::I64, place));
        rw.value(SubOp::build(number, one))
    });
    let yes = int_constant(rw, Type::I1, 1);
    nest::counted(rw, [first, last, yes], Exits { empty: after, done: ask }, after)
}
