//! Memory: allocas, addresses, accesses.

use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::{AtomicBinOp, AtomicOrdering};
use rmlir_llvm::ops::atomic::{AtomicCmpXchgOp, AtomicRMWOp, FenceOp};
use rmlir_llvm::ops::memory::{AllocaOp, GEPOp, LoadOp, StoreOp};

use super::{Exporter, enum_prop, int_prop, text_prop, type_prop, word_of};
use crate::fold;
use crate::model::inst::{Access, InstKind, flag};
use crate::model::metadata::Md;
use crate::model::types::Ty;
use crate::model::value::{InstId, Value};

fn ordering(op: OpRef, slot: usize) -> Option<&'static str> {
    let ordering = enum_prop::<AtomicOrdering>(op, slot)?;
    (ordering.value() != 0).then(|| word_of(ordering))
}

/// The properties of an access: volatile, ordering, scope, alignment.
fn access(op: OpRef, [volatile, order, scope, align]: [usize; 4], natural: u64) -> Access {
    Access {
        volatile: op.prop(volatile).is_some(),
        ordering: ordering(op, order),
        scope: text_prop(op, scope),
        align: int_prop(op, align).filter(|&align| align != 0).map_or(natural, |align| align as u64),
    }
}

impl<'a> Exporter<'a> {
    pub(super) fn alloca(&mut self, op: OpRef<'a>) -> Checked {
        let element = self.ty(type_prop(op, AllocaOp::ELEM_TYPE));
        let count = self.operand(op, 0);
        let ty = self.ty(op.result(0).ty());
        let given = int_prop(op, AllocaOp::ALIGNMENT).filter(|&align| align != 0);
        let natural = self.layout.preferred_align(&self.module.types, element);
        let kind = InstKind::Alloca {
            element,
            count,
            align: given.map_or(natural, |align| align as u64),
            inalloca: op.get(AllocaOp::inalloca),
            space: self.module.types.space(ty).unwrap_or(0),
        };
        self.emit_result(op, kind, 0);
        Ok(())
    }

    pub(super) fn load(&mut self, op: OpRef<'a>) -> Checked {
        let ptr = self.operand(op, 0);
        let ty = self.ty(op.result(0).ty());
        let natural = self.layout.abi_align(&self.module.types, ty);
        let slots = [LoadOp::VOLATILE_, LoadOp::ORDERING, LoadOp::SYNCSCOPE, LoadOp::ALIGNMENT];
        let inst = self.emit_result(op, InstKind::Load(ptr, access(op, slots, natural)), 0);
        self.empty_node_if(op, LoadOp::INVARIANT, inst, "invariant.load");
        self.dereferenceable(op.get(LoadOp::dereferenceable), inst);
        self.nontemporal(op, LoadOp::NONTEMPORAL, inst);
        self.empty_node_if(op, LoadOp::INVARIANT_GROUP, inst, "invariant.group");
        self.access_metadata(op, inst)
    }

    pub(super) fn store(&mut self, op: OpRef<'a>) -> Checked {
        let (value, ptr) = (self.operand(op, StoreOp::VALUE_OPERAND), self.operand(op, StoreOp::ADDR_OPERAND));
        let natural = self.layout.abi_align(&self.module.types, self.ty_of(value));
        let slots = [StoreOp::VOLATILE_, StoreOp::ORDERING, StoreOp::SYNCSCOPE, StoreOp::ALIGNMENT];
        let inst = self.emit(InstKind::Store(value, ptr, access(op, slots, natural)), Ty::VOID, 0);
        self.nontemporal(op, StoreOp::NONTEMPORAL, inst);
        self.empty_node_if(op, StoreOp::INVARIANT_GROUP, inst, "invariant.group");
        self.access_metadata(op, inst)
    }

    fn empty_node_if(&mut self, op: OpRef, slot: usize, inst: InstId, kind: &str) {
        if op.prop(slot).is_some() {
            let node = self.module.metadata.tuple(Vec::new());
            self.attach(inst, kind, node);
        }
    }

    pub(super) fn nontemporal(&mut self, op: OpRef, slot: usize, inst: InstId) {
        if op.prop(slot).is_some() {
            let one = self.module.constants.i32(1);
            let node = self.module.metadata.tuple(vec![Some(Md::Const(one))]);
            self.attach(inst, "nontemporal", node);
        }
    }

    pub(super) fn gep(&mut self, op: OpRef<'a>) -> Checked {
        let element = self.ty(type_prop(op, GEPOp::ELEM_TYPE));
        let base = self.operand(op, 0);
        let mut dynamic = 1..op.n_operands();
        let mut indices = Vec::new();
        for index in GEPOp::raw_indices(op) {
            match (index == GEPOp::DYNAMIC).then(|| dynamic.next()).flatten() {
                Some(operand) => indices.push(self.operand(op, operand)),
                None => indices.push(Value::Const(self.module.constants.i32(index as u32))),
            }
        }
        let bits = int_prop(op, GEPOp::NO_WRAP_FLAGS).unwrap_or(0) as u32;
        let flags = [(1, flag::INBOUNDS), (2, flag::NUSW), (4, flag::NUW)];
        let flags = flags.iter().filter(|(bit, _)| bits & bit != 0).fold(0, |all, (_, flag)| all | flag);
        let constants: Option<Vec<_>> =
            indices.iter().map(|&index| self.constants([index]).map(|[index]| index)).collect();
        let folded = self.constants([base]).zip(constants).and_then(|([base], indices)| {
            fold::gep(&mut self.module, &self.layout, element, bits as u8, base, &indices)
        });
        self.folded_or(op, folded, InstKind::Gep { element, base, indices }, flags)
    }

    pub(super) fn atomic_rmw(&mut self, op: OpRef<'a>) -> Checked {
        let (ptr, value) = (self.operand(op, AtomicRMWOp::PTR_OPERAND), self.operand(op, AtomicRMWOp::VAL_OPERAND));
        let kind = enum_prop::<AtomicBinOp>(op, AtomicRMWOp::BIN_OP).unwrap_or(AtomicBinOp::Xchg);
        let word = word_of(kind).trim_start_matches('_');
        let natural = self.layout.store_size(&self.module.types, self.ty_of(value));
        let slots = [AtomicRMWOp::VOLATILE_, AtomicRMWOp::ORDERING, AtomicRMWOp::SYNCSCOPE, AtomicRMWOp::ALIGNMENT];
        let access = access(op, slots, natural);
        let inst = self.emit_result(op, InstKind::AtomicRmw { op: word, ptr, value, access }, 0);
        self.access_metadata(op, inst)
    }

    pub(super) fn cmpxchg(&mut self, op: OpRef<'a>) -> Checked {
        use AtomicCmpXchgOp as Op;
        let [ptr, cmp, new] =
            [Op::PTR_OPERAND, Op::CMP_OPERAND, Op::VAL_OPERAND].map(|operand| self.operand(op, operand));
        let natural = self.layout.store_size(&self.module.types, self.ty_of(new));
        let slots = [Op::VOLATILE_, Op::SUCCESS_ORDERING, Op::SYNCSCOPE, Op::ALIGNMENT];
        let kind = InstKind::CmpXchg {
            ptr,
            cmp,
            new,
            failure: ordering(op, Op::FAILURE_ORDERING).unwrap_or("monotonic"),
            weak: op.get(Op::weak),
            access: access(op, slots, natural),
        };
        let inst = self.emit_result(op, kind, 0);
        self.access_metadata(op, inst)
    }

    pub(super) fn fence(&mut self, op: OpRef<'a>) -> Checked {
        let access = Access {
            ordering: ordering(op, FenceOp::ORDERING),
            scope: text_prop(op, FenceOp::SYNCSCOPE),
            ..Access::default()
        };
        self.emit(InstKind::Fence(access), Ty::VOID, 0);
        Ok(())
    }
}
