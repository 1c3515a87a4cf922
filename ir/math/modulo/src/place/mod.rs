//! Placement of nodes in the rows of a schedule.

pub mod eject;
pub mod list;
pub mod serial;
pub mod swing;
pub mod table;
pub mod window;
