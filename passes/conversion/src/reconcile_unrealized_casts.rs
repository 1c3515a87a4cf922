//! Folding of unrealized conversion casts that remain after conversions.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::reconcile_casts;
use rmlir_builtin::UnrealizedConversionCastOp;

/// Simplify and eliminate unrealized conversion casts.
///
/// A cast whose result types are the operand types of an earlier cast in a chain is replaced by the operands of that
/// one. Casts whose users are only casts are erased.
///
/// ```mlir
/// %1 = builtin.unrealized_conversion_cast %0 : !a to !b
/// %2 = builtin.unrealized_conversion_cast %1 : !b to !c
/// %3 = builtin.unrealized_conversion_cast %2 : !c to !a    // %0
/// ```
#[pass(name = "reconcile-unrealized-casts", title = "ReconcileUnrealizedCastsPass")]
pub fn reconcile_unrealized_casts(cx: &mut PassCx) -> PassResult {
    reconcile_all(cx.body_mut());
    Ok(())
}

fn reconcile_all(body: &mut Body) {
    for proxy in body.proxies() {
        if let Some(nested) = body.nested_mut(proxy) {
            reconcile_all(nested);
        }
        body.sync_proxy(proxy);
    }
    let mut casts = Vec::new();
    body.walk_postorder(body.root(), |op| {
        if OpRef::new(body, op).is::<UnrealizedConversionCastOp>() {
            casts.push(op);
        }
    });
    reconcile_casts(body, &casts);
}
