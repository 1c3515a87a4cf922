//! The parts that are independent of all others: names in messages, and the budgets of searches.

pub mod budget;
pub mod words;
