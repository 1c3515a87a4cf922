//! Properties and results of the operations.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_transform::PayloadOp;

/// An empty array.
pub(super) fn none(cx: &Context) -> Attr {
    cx.attr(AttrData::Array(Vec::new().into()))
}

/// Static tile sizes.
pub(super) fn sizes(numbers: Vec<i64>) -> Vec<MixedIndex> {
    numbers.into_iter().map(MixedIndex::Static).collect()
}

/// An interchange; a negative integer becomes one that is in no interchange.
pub(super) fn interchange(numbers: Vec<i64>) -> Vec<usize> {
    numbers.into_iter().map(|at| usize::try_from(at).unwrap_or(usize::MAX)).collect()
}

/// `op` in the body of `other`.
pub(super) fn beside(other: &PayloadOp, op: OpId) -> PayloadOp {
    PayloadOp { path: other.path.clone(), op }
}

/// Rows of `Op index "name", …;`: the printed names of results.
macro_rules! result_names {
    ($($op:ident $($index:literal $name:literal),+;)*) => {$(
        impl AsmNames for $op {
            fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
                for (index, text) in [$(($index, $name)),+] {
                    if index < op.n_results() {
                        name(index, text);
                    }
                }
            }
        }
    )*};
}
pub(super) use result_names;
