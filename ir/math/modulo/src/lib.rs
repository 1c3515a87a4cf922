//! Modulo scheduling of one loop: the start of each operation of an iteration, such that a new iteration starts every
//! *initiation interval* (II) cycles.
//!
//! This crate works on graphs and machines, independently of the IR. In reading order:
//!
//! | module | step | source |
//! |---|---|---|
//! | [`graph`] | operations and dependences with latencies and distances | SMS, section 2 |
//! | [`machine`] | units, classes of operations, reservation tables | SMS, section 3 |
//! | [`mod@mii`] | ResMII and RecMII, the lower bounds of II | Rau, MICRO-27 |
//! | [`order::forward`] | the graph without back edges, and ASAP, ALAP, MOB, D, H | SMS, section 4.1 |
//! | [`mod@order::sets`] | recurrences by decreasing RecMII, with the paths between them | SMS, section 4.2 |
//! | [`mod@order::swing`] | the order in which nodes are placed | SMS, figure 7 |
//! | [`order::hypernode`] | the order of HRMS, for comparison | Llosa and others, MICRO-28 |
//! | [`place::table`] | the modulo reservation table | Rau, MICRO-27 |
//! | [`mod@place::swing`] | placement in that order, each node close to its neighbours | SMS, section 4.3 |
//! | [`place::window`] | windows that respect nodes not placed yet | ours |
//! | [`place::eject`] | placement that ejects conflicting operations | Rau, MICRO-27 (IMS) |
//! | [`exact`] | the least II and the fewest live registers, proved | ours; Altman and Gao, enumeration, in spirit |
//! | [`mod@place::list`] | the acyclic schedule of one iteration, for comparison and as the last resort | |
//! | [`mod@place::serial`] | a sequential schedule with few live results, the last resort | Sethi and Ullman, JACM 1970 |
//! | [`mod@schedule`] | the search in all modes: textbook, swing with its fallbacks, comparisons | SMS, section 6; ours |
//! | [`registers::lifetimes`] | lifetimes, MaxLive, stages, kernel copies | SMS, section 5 |
//! | [`registers::pressure`] | live results by row, updated incrementally | |
//! | [`mod@registers::settle`] | fewer live registers at the same II | Eichenberger and Davidson, MICRO-28, after its idea |
//! | [`mod@registers::shorten`] | fewer stages at the same II | Eichenberger and Davidson, MICRO-28 |
//! | [`mod@explain`] | all of these steps as text | |
//! | [`mod@check`] | the checker of schedules; shares no code with the search | |
//!
//! SMS is Llosa, González, Ayguadé, Valero: Swing Modulo Scheduling (PACT 1996), and Llosa, Ayguadé, González, Valero,
//! Eckhardt: Lifetime-Sensitive Modulo Scheduling in a Production Environment (IEEE TC 2001). Sections are the latter's.
//!
//! Times are cycles. A time may be negative while searching; finished schedules start at 0.

pub mod check;
pub mod exact;
pub mod explain;
pub mod graph;
pub mod machine;
pub mod mii;
pub mod order;
pub mod place;
pub mod registers;
pub mod schedule;

pub use graph::{Edge, Graph, GraphError, Kind};
pub use machine::{Alternative, Class, Machine, Unit, Usage};
pub use rmlir_base::budget::Budget;
pub use schedule::{Budgets, Mode, Schedule, ScheduleError, schedule, schedule_within};
