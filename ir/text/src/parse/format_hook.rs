//! The interface to declarative formats.

pub(super) use crate::format::{parse_op as parse_spec, parse_params as parse_params_spec};
