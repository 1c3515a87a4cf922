//! The functions of LLVM's OpenMP runtime that lowered constructs call, by their names there, for our own thread teams.
//!
//! The first argument of every function is the source location (`ident_t`), which is ignored.

use crate::host_function::{F64, Function, I32, I64, functions};
use crate::native::raw;
use crate::team::{self, spread};

/// Schedules, by their encoding in the runtime (`sched_type` of `kmp.h`).
const STATIC_CHUNKED: u32 = 33;
const GUIDED: u32 = 36;
/// The schedule in `sched_type`; all other bits are modifiers of the order in which a thread runs its iterations.
const KIND: u32 = 0xff;

/// Stores the share of a thread to the addresses of the output arguments.
fn give(places: [u64; 4], share: spread::Share, total: u64) {
    let [is_last, first, last, stride] = places;
    let has_last = share.first < total && share.last >= total - 1;
    raw::write(is_last, &u32::from(has_last).to_le_bytes());
    for (place, number) in [(first, share.first), (last, share.last), (stride, share.stride)] {
        raw::write(place, &number.to_le_bytes());
    }
}

fn number_at(address: u64) -> u64 {
    u64::from_le_bytes(raw::read(address, 8).try_into().expect("eight bytes were read"))
}

fn of_team() -> (u32, u32) {
    team::member().map_or((1, 0), |member| (member.team.n_threads(), member.number))
}

fn wait() {
    if let Some(member) = team::member() {
        member.team.wait();
    }
}

/// See the module.
pub static OPENMP: &[Function] = functions! {
    "__kmpc_fork_call" (_place: I64 u64, _n: I32 u32, function: I64 u64, argument: I64 u64) {
        team::fork(function as usize, argument, true);
    }
    "__kmpc_fork_call_if" (_place: I64 u64, _n: I32 u32, function: I64 u64, is_wanted: I32 u32, argument: I64 u64) {
        team::fork(function as usize, argument, is_wanted != 0);
    }
    "__kmpc_global_thread_num" (_place: I64 u64) -> I32 u32 { team::number() }
    "__kmpc_push_num_threads" (_place: I64 u64, _thread: I32 u32, n: I32 u32) { team::set_next(n); }
    // Thread binding is ignored: the system chooses the processor.
    "__kmpc_push_proc_bind" (_place: I64 u64, _thread: I32 u32, _kind: I32 u32) {}
    "__kmpc_for_static_init_8u" (_place: I64 u64, _thread: I32 u32, schedule: I32 u32, is_last: I64 u64, first: I64 u64,
                                 last: I64 u64, stride: I64 u64, _increment: I64 u64, chunk: I64 u64) {
        let total = number_at(last).wrapping_add(1);
        let (n_threads, number) = of_team();
        let share = match schedule & KIND {
            STATIC_CHUNKED => spread::by_turns(chunk, n_threads, number),
            _ => spread::in_a_row(total, n_threads, number),
        };
        give([is_last, first, last, stride], share, total);
    }
    "__kmpc_for_static_fini" (_place: I64 u64, _thread: I32 u32) {}
    "__kmpc_dispatch_init_8u" (_place: I64 u64, _thread: I32 u32, schedule: I32 u32, _first: I64 u64, last: I64 u64,
                               _stride: I64 u64, chunk: I64 u64) {
        team::begin_dispatch(last, chunk, schedule & KIND == GUIDED);
    }
    // Iterations are counted from 1 here.
    "__kmpc_dispatch_next_8u" (_place: I64 u64, _thread: I32 u32, is_last: I64 u64, first: I64 u64, last: I64 u64,
                               _stride: I64 u64) -> I32 u32 {
        let Some((from, to)) = team::next_chunk() else { return 0 };
        raw::write(is_last, &0u32.to_le_bytes());
        raw::write(first, &(from + 1).to_le_bytes());
        raw::write(last, &(to + 1).to_le_bytes());
        1
    }
    "__kmpc_barrier" (_place: I64 u64, _thread: I32 u32) { wait(); }
    "__kmpc_critical" (_place: I64 u64, _thread: I32 u32, lock: I64 u64) { team::take_lock(lock); }
    "__kmpc_end_critical" (_place: I64 u64, _thread: I32 u32, lock: I64 u64) { team::release_lock(lock); }
    "__kmpc_master" (_place: I64 u64, _thread: I32 u32) -> I32 u32 { (team::number() == 0).into() }
    "__kmpc_end_master" (_place: I64 u64, _thread: I32 u32) {}
    "__kmpc_single" (_place: I64 u64, _thread: I32 u32) -> I32 u32 { team::is_first().into() }
    "__kmpc_end_single" (_place: I64 u64, _thread: I32 u32) {}
    "__kmpc_flush" (_place: I64 u64) { std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst); }
    "__kmpc_omp_taskyield" (_place: I64 u64, _thread: I32 u32, _end: I32 u32) -> I32 u32 {
        std::thread::yield_now();
        0
    }
    "omp_set_num_threads" (n: I32 u32) { team::set_n_threads(n); }
    "omp_get_max_threads" () -> I32 u32 { team::n_threads() }
    "omp_get_num_threads" () -> I32 u32 { of_team().0 }
    "omp_get_thread_num" () -> I32 u32 { team::number() }
    "omp_get_wtime" () -> F64 f64 { team::seconds() }
};
