//! Bounds that do not depend on induction variables.

use rmlir::analysis::bounds::{Side, Variable, independent_bound};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_affine_passes::reify::materialize_bound;

/// Upper bounds of sizes that do not depend on `variables`.
pub(super) fn make_independent(
    rw: &mut Rewriter,
    sizes: &[MixedIndex],
    variables: &[Value],
) -> Option<Vec<MixedIndex>> {
    let independent = |&size: &MixedIndex| {
        if size.is_static() {
            return Some(size);
        }
        let bound = independent_bound(rw, Side::Upper, &Variable::from(size), variables)?;
        materialize_bound(rw, &bound)
    };
    sizes.iter().map(independent).collect()
}
