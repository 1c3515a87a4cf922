//! Canonicalization of loops: coordinates that are not used.

use rmlir::prelude::*;

use crate::iteration::{IterateOp, first_crd};
use crate::loops::levels_of;

canonicalize! {
    IterateOp: unused_coordinates;
}

/// Erases arguments for coordinates that are not used.
#[pattern]
fn unused_coordinates(op: IterateOp, rw: &mut Rewriter) -> Match {
    let view = OpRef::new(rw, op.id());
    let (used, first) = (op.crdUsedLvls(rw), first_crd(view));
    let Some(block) = view.region(0).entry() else { return rw.no_match(op, "there is no body") };
    let args: Vec<Value> = value_ids(block.args());
    let block = block.id;
    let (mut kept, mut unused) = (0, Vec::new());
    for (index, level) in (first..).zip(levels_of(used)) {
        match args.get(index) {
            Some(&arg) if rw.is_unused(arg) => unused.push(index),
            _ => kept |= 1 << level,
        }
    }
    if unused.is_empty() {
        return rw.no_match(op, "all coordinates are used");
    }
    for &index in unused.iter().rev() {
        rw.erase_arg(block, index);
    }
    let kept = rw.int_attr(Type::I64, kept);
    rw.set_prop(op, IterateOp::CRD_USED_LVLS, kept);
    Match::Yes
}
