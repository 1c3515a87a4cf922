//! Divisions may be speculated if the divisor cannot make them undefined.
//!
//! Upstream speculates remainders and `floordivsi` by whatever divisor, though
//! they are as undefined as the others.

use rmlir::core::int_range::Sign;
use rmlir::core::speculate::divides;
use rmlir::prelude::*;

use crate::integer::{CeilDivSIOp, CeilDivUIOp, DivSIOp, DivUIOp, FloorDivSIOp, RemSIOp, RemUIOp};

/// Rows of `Op divides as Sign;`.
macro_rules! divisions {
    ($($op:ident divides as $sign:ident;)*) => {$(
        impl Speculatable for $op {
            fn speculatability(&self, op: OpRef) -> Speculatability {
                divides(op.operand($op::RHS_OPERAND), Sign::$sign).into()
            }
        }
    )*};
}

divisions! {
    DivUIOp divides as Unsigned;
    CeilDivUIOp divides as Unsigned;
    RemUIOp divides as Unsigned;
    DivSIOp divides as Signed;
    CeilDivSIOp divides as Signed;
    FloorDivSIOp divides as Signed;
    RemSIOp divides as Signed;
}
