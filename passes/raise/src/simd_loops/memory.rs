//! Accesses of memrefs of one dimension in place of loads and stores.

use rmlir::prelude::*;
use rmlir_llvm::layout::Layout;

use crate::llvm_to_memref::access::Access;
use crate::llvm_to_memref::check::Memory;
use crate::llvm_to_memref::rewrite::{memref, raise_access};
use crate::number::Number;

/// Raises `accesses` whose base is known before the loop, or in the whole function if there is none. Others stay.
pub(super) fn raise(rw: &mut Rewriter, layout: &Layout, accesses: Vec<Access>, around: Option<OpId>) {
    let mut memrefs: Vec<(Value, Type, Value)> = Vec::new();
    // All subscripts first: they may depend on what other accesses load.
    let mut all = Vec::new();
    for access in accesses {
        let (base, element) = (access.base, access.element);
        let known = memrefs.iter().find(|known| (known.0, known.1) == (base, element));
        let memref = match known {
            Some(&(_, _, memref)) => memref,
            None => {
                if !place(rw, base, around) {
                    continue;
                }
                rw.set_loc(rw.loc(around.unwrap_or(access.op)));
                let size = layout.size(rw.cx(), element).expect("the size of the element of an access is known");
                let made = memref(rw, &Memory::flat(base, element, size as i64));
                memrefs.push((base, element, made));
                made
            }
        };
        rw.before(access.op);
        rw.set_loc(rw.loc(access.op));
        let index = Number::of_polynomial(rw, &access.offset).value(rw);
        all.push((access, index, memref));
    }
    for (access, index, memref) in all {
        raise_access(rw, &access, &[index], memref);
    }
}

/// Moves the insertion point to where the memref of `base` is made: before `around`, or after `base`; returns whether
/// `base` is known there.
fn place(rw: &mut Rewriter, base: Value, around: Option<OpId>) -> bool {
    match around {
        Some(op) if rw.is_defined_inside(op, base) => return false,
        Some(op) => rw.before(op),
        None => rw.after_value(base),
    }
    true
}
