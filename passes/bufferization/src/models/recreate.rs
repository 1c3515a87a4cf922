//! Clones of operations with other operands and results.

use rmlir::core::OpState;
use rmlir::prelude::*;

/// Creates a clone of `op` with its properties at the insertion point, and moves its regions there.
pub(super) fn recreate(rw: &mut Rewriter, op: OpId, operands: &[Value], results: &[Type]) -> OpId {
    let mut state = OpState::new(rw.name(op)).operands(operands).results(results);
    state.no_inference = true;
    state.props = rw.props(op).into();
    let regions = rw.regions(op).to_vec();
    let new = rw.create_state(state.new_regions(regions.len()));
    for (index, from) in regions.into_iter().enumerate() {
        let to = rw.region(new, index);
        rw.take_blocks(from, to);
    }
    new
}
