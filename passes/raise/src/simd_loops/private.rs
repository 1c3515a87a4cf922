//! Local memory that each iteration of a parallel loop has for itself.
//!
//! Private variables of a loop are one piece of memory outside of it. For iterations that run together each element
//! becomes one element for each lane, next to each other: accesses at the same subscript in all lanes are contiguous
//! (the expansion of arrays). That memory is private is known from its uses, all of which are accesses in the loop: what
//! an iteration writes no other one may read.

use rmlir::prelude::*;
use rmlir_arith::{RemUIOp, constant_index, constant_int, get_constant_int_value};
use rmlir_llvm::intrinsics::memory::{LifetimeEndIntr, LifetimeStartIntr};
use rmlir_llvm::layout::Layout;
use rmlir_llvm::ops::memory::{AllocaOp, GEPOp, LoadOp, StoreOp};
use rmlir_llvm::types::ArrayType;
use rmlir_scf::ForOp;

use super::refusal::Refused;
use crate::llvm_to_memref::access::Access;
use crate::polynomial::Polynomial;

/// The alignment of expanded memory: that of the widest vectors.
const ALIGNMENT: i64 = 64;
/// The maximum size for one lane in bytes: larger memory is not expanded, as the stack is limited.
const MOST_BYTES: i64 = 8192;

/// Local memory to expand.
pub(super) struct Private {
    alloca: AllocaOp,
    element: Type,
    /// The number of elements for one lane.
    n_elements: i64,
}

/// The local memory to expand for the loop `op`, whose loads and stores are among `inner`, and `accesses` those of known
/// form. Other local memory is only read, or each iteration accesses other elements of it.
///
/// # Errors
/// The operation because of which memory is neither shared nor can be expanded.
pub(super) fn find(
    body: &Body,
    layout: &Layout,
    op: ForOp,
    inner: &[OpId],
    accesses: &[Access],
) -> Result<Vec<Private>, Refused> {
    for &inside in inner {
        let view = OpRef::new(body, inside);
        let is_known = accesses.iter().any(|access| access.op == inside);
        let address = address_operand(view).filter(|_| is_known || view.is::<GEPOp>());
        let mut operands = view.operands().enumerate().filter(|&(at, _)| Some(at) != address);
        if !is_lifetime(view) && operands.any(|(_, operand)| local(body, operand.id).is_some()) {
            return Err((inside, "local memory that is used otherwise than by accesses in a parallel loop"));
        }
    }
    let mut found: Vec<Private> = Vec::new();
    for access in accesses.iter().filter(|access| access.is_store) {
        let Some(alloca) = local(body, access.base) else { continue };
        let own = || accesses.iter().filter(|access| local(body, access.base) == Some(alloca));
        if found.iter().any(|known| known.alloca == alloca) || own().all(|access| is_distinct(body, op, access)) {
            continue;
        }
        let n_elements = n_elements(body, layout, alloca, access.element);
        match n_elements {
            Some(n_elements)
                if counts_from_zero(body, op)
                    && own().all(|other| other.element == access.element)
                    && is_only_used_in(body, body.result(alloca.id(), 0), op.id()) =>
            {
                found.push(Private { alloca, element: access.element, n_elements });
            }
            _ => return Err((access.op, "memory of its own for each iteration")),
        }
    }
    Ok(found)
}

/// The allocation that `value` is an address in.
fn local(body: &Body, mut value: Value) -> Option<AllocaOp> {
    loop {
        let op = OpRef::new(body, body.defining_op(value)?);
        match op.cast::<GEPOp>() {
            Some(gep) => value = gep.base(body),
            None => return op.cast::<AllocaOp>(),
        }
    }
}

/// The operand of an access or of pointer arithmetic that is an address.
fn address_operand(op: OpRef) -> Option<usize> {
    match () {
        () if op.is::<LoadOp>() || op.is::<GEPOp>() => Some(0),
        () if op.is::<StoreOp>() => Some(1),
        () => None,
    }
}

/// Whether the subscript of `access` grows with the induction variable of `op`.
fn is_distinct(body: &Body, op: ForOp, access: &Access) -> bool {
    let variable = op.induction_var(body);
    access.offset.terms().any(|(product, _)| product.as_slice() == [variable])
}

fn is_lifetime(op: OpRef) -> bool {
    op.is::<LifetimeStartIntr>() || op.is::<LifetimeEndIntr>()
}

/// Whether the induction variable is the number of the iteration.
fn counts_from_zero(body: &Body, op: ForOp) -> bool {
    get_constant_int_value(body, op.lowerBound(body)) == Some(0)
        && get_constant_int_value(body, op.step(body)) == Some(1)
}

/// Whether all uses of an address are accesses in `around`, besides the limits of its lifetime.
fn is_only_used_in(body: &Body, address: Value, around: OpId) -> bool {
    body.users(address).all(|user| {
        let view = OpRef::new(body, user);
        let is_inside = body.is_ancestor(around, user);
        match () {
            () if is_lifetime(view) => true,
            () if view.is::<GEPOp>() => is_only_used_in(body, body.result(user, 0), around),
            () => is_inside && address_operand(view).is_some_and(|at| view.operand(at).id == address),
        }
    })
}

/// The number of elements of an allocation of constant size.
fn n_elements(body: &Body, layout: &Layout, alloca: AllocaOp, element: Type) -> Option<i64> {
    let cx = body.cx();
    let count = get_constant_int_value(body, alloca.arraySize(body))?;
    let size = i64::try_from(layout.size(cx, OpRef::new(body, alloca.id()).get(AllocaOp::elem_type))?).ok()?;
    let element = i64::try_from(layout.size(cx, element)?).ok()?;
    let bytes = count.checked_mul(size).filter(|&bytes| (1..=MOST_BYTES).contains(&bytes) && bytes % element == 0)?;
    Some(bytes / element)
}

impl Private {
    /// Expands the memory for `n_lanes` lanes of the loop `op`, and changes its accesses among `accesses`.
    pub(super) fn expand(&self, rw: &mut Rewriter, op: ForOp, n_lanes: i64, accesses: &mut [Access]) {
        let cx = rw.cx();
        let loc = rw.loc(self.alloca.id());
        rw.set_loc(loc);
        rw.before(self.alloca.id());
        let one = constant_int(rw, 1, cx.int_type(64));
        let (pointer, array) =
            (rw.ty(rw.result(self.alloca.id(), 0)), ArrayType::get(cx, self.n_elements * n_lanes, self.element));
        let build = AllocaOp::build(pointer, one, cx.type_attr(array.ty()));
        let expanded = rw.value(build.prop(AllocaOp::ALIGNMENT, cx.i64_attr(ALIGNMENT)));
        rw.at_start(op.body(rw));
        rw.set_loc(rw.loc(op.id()));
        let n = constant_index(rw, n_lanes);
        let variable = op.induction_var(rw);
        let lane = rw.value(RemUIOp::build(variable, n));
        for access in accesses.iter_mut().filter(|access| local(rw, access.base) == Some(self.alloca)) {
            access.base = expanded;
            let apart = access.offset.scale(n_lanes).and_then(|offset| offset.add(&Polynomial::value(lane)));
            access.offset = apart.expect("subscripts are within the expanded memory");
        }
    }

    /// Erases the memory and what refers to it, after its accesses have been raised.
    pub(super) fn erase(&self, rw: &mut Rewriter) {
        erase_users(rw, self.alloca.id());
    }
}

/// Erases `op` and all operations that use its results.
fn erase_users(rw: &mut Rewriter, op: OpId) {
    let users: Vec<OpId> =
        rw.results(op).to_vec().into_iter().flat_map(|result| rw.users(result).collect::<Vec<_>>()).collect();
    for user in users {
        erase_users(rw, user);
    }
    rw.erase(op);
}
