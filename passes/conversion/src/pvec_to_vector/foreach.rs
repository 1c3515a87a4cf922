//! Loops over lanes: iterations with all lanes active, and a masked one for the remainder.

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_arith::{CmpIOp, CmpIPredicate, RemSIOp, SubIOp};
use rmlir_pvec::{CmppOp, CompareType, ForeachOp, PtrueOp};
use rmlir_scf::ForOp;

use super::make::Make;

/// Lowers all loops over lanes of a body, inner ones first.
pub fn lower_all(rw: &mut Rewriter) {
    let mut loops = Vec::new();
    rw.walk_postorder(rw.root(), |op| loops.extend(OpRef::new(rw, op).cast::<ForeachOp>()));
    for op in loops {
        rw.before(op.id());
        rw.set_loc(rw.loc(op.id()));
        lower(&mut Make { rw }, op);
    }
}

fn lower(make: &mut Make, op: ForeachOp) {
    let (lower, upper, n) = (op.lower(make.rw), op.upper(make.rw), op.n_lanes(make.rw));
    let ty = make.ty(make.rw.arg(op.block(make.rw), 1));
    let step = make.number(Type::INDEX, n);
    let size = make.rw.value(SubIOp::build(upper, lower));
    let rest = make.rw.value(RemSIOp::build(size, step));
    let whole = make.rw.value(SubIOp::build(size, rest));
    let end = make.add(lower, whole);
    let all = make.rw.value(PtrueOp::build(ty));
    let loc = make.rw.loc(op.id());
    let rounds = ForOp::create(make.rw, loc, [lower, end, step], &[]);
    let around = make.rw.insert_point();
    let (number, last) = (rounds.induction_var(make.rw), rounds.terminator(make.rw));
    make.rw.before(last);
    copy_body(make, op, number, all);
    make.rw.set_insert_point(around);
    let is_left = make.rw.value(CmpIOp::build(end, upper, CmpIPredicate::Slt.attr(make.rw.cx())));
    make.only_if(is_left, &[], |make| {
        let mask = below(make, ty, n, end, upper);
        copy_body(make, op, end, mask);
        Vec::new()
    });
    make.rw.erase(op.id());
}

/// The mask of the lanes whose index plus `first` is less than `upper`.
fn below(make: &mut Make, ty: Type, n: i64, first: Value, upper: Value) -> Value {
    let indices = make.rw.cx().vector_type(&[n], Type::INDEX);
    let (first, step, upper) = (make.broadcast(indices, first), make.step(indices), make.broadcast(indices, upper));
    let numbers = make.add(first, step);
    let is_below = make.rw.value(CmpIOp::build(numbers, upper, CmpIPredicate::Slt.attr(make.rw.cx())));
    let build = CmppOp::of_type(make.rw.cx(), ty, is_below, None, &[(CompareType::Un, None)]);
    let definition = make.rw.create(build);
    make.rw.result(definition.id(), 0)
}

fn copy_body(make: &mut Make, op: ForeachOp, number: Value, mask: Value) {
    let block = op.block(make.rw);
    let mut map = CloneMap::default();
    map.values.extend(make.rw.args(block).iter().copied().zip([number, mask]));
    let last = make.rw.last_op(block);
    for inner in make.rw.ops(block).filter(|&inner| Some(inner) != last).collect::<Vec<_>>() {
        make.rw.clone_op(inner, &mut map);
    }
}
