//! Schedules: the dependence graph and the machine as the input of the scheduler, and the search for one that fits.
//!
//! In reading order:
//!
//! | module | step |
//! |---|---|
//! | [`clusters`] | cluster assignment, and transfers between clusters |
//! | [`mod@exclusive`] | register files with one register, whose lifetimes must not overlap |
//! | [`dependences`] | the dependence graph, and the machine as the input of the scheduler |
//! | [`plan`] | the schedule, with the position of the branch, stages and kernel copies |
//! | [`search`] | the options of the search for schedules |
//! | [`fit`] | the schedule that fits the register files: by a greater interval, or spilling |

pub mod clusters;
pub mod dependences;
pub mod exclusive;
pub mod fit;
pub mod plan;
pub mod search;
