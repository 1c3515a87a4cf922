//! Traversal of the operations of one type, in a body and the bodies nested in it.

use rmlir::pass::over_bodies;
use rmlir::prelude::*;

/// The operations of type `T` in `body` itself, inner before outer.
pub(crate) fn inner_first<T: Op>(body: &Body) -> Vec<T> {
    let mut found = Vec::new();
    body.walk_postorder(body.root(), |op| found.extend(OpRef::new(body, op).cast::<T>()));
    found
}

/// Rewrites every operation of type `T` under `body`, nested bodies included, inner before outer. The insertion point
/// is before the operation. `rewrite` may erase the operation and its nested operations.
pub(crate) fn rewrite_each<T: Op + Send + Sync>(body: &mut Body, rewrite: &(impl Fn(&mut Rewriter, T) + Sync)) {
    over_bodies(body, &|body| {
        let ops = inner_first::<T>(body);
        let mut rw = Rewriter::new(body);
        for op in ops {
            if rw.contains_op(op.id()) {
                rw.before(op.id());
                rewrite(&mut rw, op);
            }
        }
    });
}
