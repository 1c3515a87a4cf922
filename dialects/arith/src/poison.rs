//! Operations whose results may be poison although no operand is: those with flags, if any is set, and
//! also shifts and casts of floats.

use rmlir::core::interfaces::PoisonBehavior;
use rmlir::prelude::*;

use crate::attrs::{FastMathFlags, IntegerOverflowFlags};
use crate::cast::{ExtSIOp, ExtUIOp, IndexCastOp, IndexCastUIOp};
use crate::compare::{CmpFOp, CmpIOp, SelectOp};
use crate::constant::ConstantOp;
use crate::integer::{
    AddIOp, AndIOp, CeilDivSIOp, CeilDivUIOp, FloorDivSIOp, MaxSIOp, MaxUIOp, MinSIOp, MinUIOp, MulIOp, OrIOp, RemSIOp,
    RemUIOp, SubIOp, XOrIOp,
};

macro_rules! never {
    ($($op:ident)*) => {$(
        impl PoisonBehavior for $op<()> {
            fn may_make_poison(&self, _: OpRef) -> bool {
                false
            }
        }
    )*};
}

/// Rows of `Op by Flags in field;`.
macro_rules! by_flags {
    ($($op:ident by $flags:ident in $field:ident;)*) => {$(
        impl PoisonBehavior for $op<()> {
            fn may_make_poison(&self, op: OpRef) -> bool {
                op.get($op::$field) != $flags::None
            }
        }
    )*};
}

never! {
    ConstantOp CmpIOp SelectOp
    AndIOp OrIOp XOrIOp MaxSIOp MaxUIOp MinSIOp MinUIOp
    CeilDivSIOp CeilDivUIOp FloorDivSIOp RemSIOp RemUIOp
    ExtSIOp ExtUIOp IndexCastOp IndexCastUIOp
}

by_flags! {
    AddIOp by IntegerOverflowFlags in overflow_flags;
    SubIOp by IntegerOverflowFlags in overflow_flags;
    MulIOp by IntegerOverflowFlags in overflow_flags;
    CmpFOp by FastMathFlags in fastmath;
}
