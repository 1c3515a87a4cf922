//! Registers of a schedule, and schedules that need fewer.

pub mod lifetimes;
pub mod pressure;
pub mod settle;
pub mod shorten;
