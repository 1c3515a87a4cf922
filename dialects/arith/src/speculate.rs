//! Divisions are speculatable if the divisor is known not to cause undefined behaviour.
//!
//! Upstream speculates remainders and `floordivsi` by any divisor, though they have the same
//! undefined behaviour as the others.

use rmlir::core::speculatable_divisions;

use crate::integer::{CeilDivSIOp, CeilDivUIOp, DivSIOp, DivUIOp, FloorDivSIOp, RemSIOp, RemUIOp};

speculatable_divisions! {
    DivUIOp by RHS_OPERAND as Unsigned;
    CeilDivUIOp by RHS_OPERAND as Unsigned;
    RemUIOp by RHS_OPERAND as Unsigned;
    DivSIOp by RHS_OPERAND as Signed;
    CeilDivSIOp by RHS_OPERAND as Signed;
    FloorDivSIOp by RHS_OPERAND as Signed;
    RemSIOp by RHS_OPERAND as Signed;
}
