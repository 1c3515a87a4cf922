//! Atomic updates computed by a region: a loop around a compare-and-exchange.
//!
//! ```text
//!   load the element; br loop
//! loop(old):
//!   compute new from old; cmpxchg old by new; cond_br ok, end, loop
//! end:
//!   the operations after it
//! ```

use rmlir::core::clone::CloneMap;
use rmlir::core::params::store_enum;
use rmlir::prelude::*;
use rmlir::rewrite::conversion::ConversionRewriter;
use rmlir_llvm::attrs::enums::{AtomicOrdering, GEPNoWrapFlags};
use rmlir_llvm::ops::atomic::AtomicCmpXchgOp;
use rmlir_llvm::ops::branch::{BrOp, CondBrOp};
use rmlir_llvm::ops::memory::LoadOp;
use rmlir_memref::GenericAtomicRMWOp;

use super::access::element_address;
use crate::llvm_common::emit::extract;
use crate::llvm_common::type_converter::LlvmTypes;

/// See the module. A region that yields a value from outside of it is an error, and is not converted.
pub fn lower_generic_atomic_rmw(rw: &mut ConversionRewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    if !yields_own_value(rw, GenericAtomicRMWOp::from_id(op)) {
        let error = OpRef::new(rw, op).plain_error("result not defined in region");
        rw.report(*error);
        return Match::No;
    }
    rw.with(|rw| loop_around_exchange(rw, types, op, operands))
}

/// Whether the region yields its argument or a value that is defined in it.
fn yields_own_value(body: &Body, op: GenericAtomicRMWOp) -> bool {
    let Some(block) = body.entry(op.atomic_body(body)) else { return false };
    let yielded = body.last_op(block).and_then(|last| body.operands(last).next());
    yielded.is_some_and(|value| body.value_block(value) == Some(block))
}

fn loop_around_exchange(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    let loc = rw.loc(op);
    let memref_type = rw.ty(rw.operand(op, 0));
    let Some(ty) = types.convert(cx, rw.ty(rw.result(op, 0))) else { return Match::No };
    let region = GenericAtomicRMWOp::from_id(op).atomic_body(rw);
    let (Some(start), Some(body)) = (rw.block_of(op), rw.entry(region)) else { return Match::No };
    let Some(last) = rw.last_op(body) else { return Match::No };
    if !OpRef::new(rw, op).may_split_block() {
        return rw.no_match(op, "its region takes one block only");
    }
    let in_loop = rw.split_block(start, Some(op));
    let old = rw.add_arg(in_loop, ty, loc);
    let end = rw.split_block(in_loop, Some(op));

    rw.at_end(start);
    rw.set_loc(loc);
    let plain = GEPNoWrapFlags::None;
    let address = element_address(rw, types, memref_type, operands[0], &operands[1..], plain);
    let Some(address) = address else { return Match::No };
    let first = rw.value(LoadOp::build(ty, address));
    rw.create(BrOp::build(&[first], in_loop));

    rw.at_end(in_loop);
    let mut map = CloneMap::default();
    map.values.insert(rw.arg(body, 0), old);
    let inner: Vec<OpId> = rw.ops(body).filter(|&inner| inner != last).collect();
    for inner in inner {
        rw.clone_op(inner, &mut map);
    }
    let yielded = rw.operands(last).next();
    let new = yielded.map(|yielded| map.value(yielded)).expect("a value of the region is yielded");
    let (success, failure) = (store_enum(cx, AtomicOrdering::AcqRel), store_enum(cx, AtomicOrdering::Monotonic));
    let exchanged = rw.value(AtomicCmpXchgOp::build(address, old, new, success, failure).at(loc));
    rw.set_loc(loc);
    let loaded = extract(rw, exchanged, &[0]);
    let succeeded = extract(rw, exchanged, &[1]);
    rw.create(CondBrOp::build(succeeded, &[], &[loaded], end, in_loop));
    rw.at_end(end);
    rw.replace(op, [loaded])
}
