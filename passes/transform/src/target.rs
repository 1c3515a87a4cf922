//! What an operation of a script works on.

use rmlir::prelude::*;
use rmlir_transform::{PayloadOp, TransformState};

/// The way to the body that what is in `payload` stands in: its own if it is isolated, else the one that it stands in.
pub(crate) fn body_path(state: &TransformState, payload: &PayloadOp) -> Vec<OpId> {
    let has_own = state.body(&payload.path).nested(payload.op).is_some();
    if has_own { [payload.path.as_slice(), &[payload.op]].concat() } else { payload.path.clone() }
}
