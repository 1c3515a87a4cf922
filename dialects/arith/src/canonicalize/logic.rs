//! Bitwise logic.

use rmlir::prelude::*;

use super::{fused, is_bool};
use crate::cast::{ExtSIOp, ExtUIOp};
use crate::compare::CmpIOp;
use crate::integer::{AndIOp, OrIOp, XOrIOp};

canonicalize! {
    AndIOp: andi_of_extui, andi_of_extsi;
    OrIOp: ori_of_extui, ori_of_extsi;
    XOrIOp: xori_not_cmpi, xori_of_extui, xori_of_extsi;
}

/// An extension.
trait Extension: Op {
    fn source(self, body: &Body) -> Value;
    fn make(to: Type, source: Value) -> Build<Self>;
}

macro_rules! extensions {
    ($($op:ident),*) => {$(
        impl Extension for $op {
            fn source(self, body: &Body) -> Value {
                self.input(body)
            }
            fn make(to: Type, source: Value) -> Build<Self> {
                $op::build(to, source)
            }
        }
    )*};
}
extensions!(ExtUIOp, ExtSIOp);

/// `op(ext a, ext b)` is `ext op(a, b)`, where `narrow` builds the operation.
fn below_extension<E: Extension, T: Op>(rw: &mut Rewriter, op: OpId, narrow: fn(Value, Value) -> Build<T>) -> Match {
    let extension = |index: usize| rw.defined_by::<E>(rw.operand(op, index));
    let (Some(lhs), Some(rhs)) = (extension(0), extension(1)) else {
        return rw.no_match(op, "not both operands are extended");
    };
    let (a, b) = (lhs.source(rw), rhs.source(rw));
    if rw.ty(a) != rw.ty(b) {
        return rw.no_match(op, "the operands were extended from different types");
    }
    let loc = fused(rw, &[op, lhs.id(), rhs.id()]);
    let ty = rw.ty(rw.result(op, 0));
    rw.before(op);
    let narrow = rw.value(narrow(a, b).at(loc));
    rw.replace_with(op, E::make(ty, narrow).at(loc));
    Match::Yes
}

/// Rows of `/// doc`, `name: Op Extension;`.
macro_rules! below_extensions {
    ($($(#[$doc:meta])* $name:ident: $op:ident $extension:ident;)*) => {$(
        $(#[$doc])*
        #[pattern(benefit = 3, operand_of = $extension)]
        fn $name(op: $op, rw: &mut Rewriter) -> Match {
            below_extension::<$extension, $op>(rw, op.id(), $op::build)
        }
    )*};
}

below_extensions! {
    /// `extui a & extui b` is `extui (a & b)`
    andi_of_extui: AndIOp ExtUIOp;
    /// `extsi a & extsi b` is `extsi (a & b)`
    andi_of_extsi: AndIOp ExtSIOp;
    /// `extui a | extui b` is `extui (a | b)`
    ori_of_extui: OrIOp ExtUIOp;
    /// `extsi a | extsi b` is `extsi (a | b)`
    ori_of_extsi: OrIOp ExtSIOp;
    /// `extui a ^ extui b` is `extui (a ^ b)`
    xori_of_extui: XOrIOp ExtUIOp;
    /// `extsi a ^ extsi b` is `extsi (a ^ b)`
    xori_of_extsi: XOrIOp ExtSIOp;
}

/// `not (a < b)` is `a >= b`, and so on.
#[pattern(benefit = 2, operand_of = CmpIOp)]
fn xori_not_cmpi(op: XOrIOp, rw: &mut Rewriter) -> Match {
    let cmp = rw.defined_by::<CmpIOp>(op.lhs(rw)).filter(|_| is_bool(rw, op.rhs(rw), true));
    let Some(cmp) = cmp else { return rw.no_match(op, "not the negation of a comparison") };
    let inverted = cmp.predicate(rw).inverted().attr(rw);
    let (a, b, loc) = (cmp.lhs(rw), cmp.rhs(rw), fused(rw, &[op.id(), cmp.id()]));
    rw.replace_with(op, CmpIOp::build(a, b, inverted).at(loc));
    Match::Yes
}
