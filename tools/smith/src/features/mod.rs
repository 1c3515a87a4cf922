//! What each [`Feature`](crate::options::Feature) adds.

pub(crate) mod aliases;
pub(crate) mod complex;
pub(crate) mod cycles;
pub(crate) mod guards;
pub(crate) mod nests;
pub(crate) mod parallel;
pub(crate) mod slots;
pub(crate) mod tensors;
pub(crate) mod views;
