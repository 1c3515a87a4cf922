//! The intrinsics that are declared one by one.

use rmlir::interp::{Emit, Emitted};
use rmlir::prelude::*;

use super::intrinsic::intrinsic;
use crate::intrinsics::hint::{AssumeIntr, DbgDeclareIntr, DbgValueIntr};
use crate::intrinsics::memory::{
    InvariantStartIntr, MemcpyInlineIntr, MemcpyIntr, MemmoveIntr, MemsetInlineIntr, MemsetIntr, PtrAnnotationIntr,
};
use crate::intrinsics::vector::{MaskedCompressstoreIntr, MaskedExpandloadIntr, MaskedGatherIntr, MaskedLoadIntr};

#[eval(
    AssumeIntr,
    DbgDeclareIntr,
    DbgValueIntr,
    InvariantStartIntr,
    MaskedCompressstoreIntr,
    MaskedExpandloadIntr,
    MaskedGatherIntr,
    MaskedLoadIntr,
    MemcpyInlineIntr,
    MemcpyIntr,
    MemmoveIntr,
    MemsetInlineIntr,
    MemsetIntr,
    PtrAnnotationIntr
)]
fn by_name<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    intrinsic(op, emit)
}
