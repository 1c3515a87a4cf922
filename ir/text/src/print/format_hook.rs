//! The interface to declarative formats.

pub(super) use crate::format::{print_op as print_spec, print_params as print_params_spec, prints_own_parts};
