//! Global variables of `ml_program` become global buffers.

use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{
    Attempt, BufferizableOp, Session, State, get_buffer, is_tensor, replace_with_buffers, types,
};
use rmlir_memref as memref;
use rmlir_ml_program::{GlobalLoadOp, GlobalOp, GlobalStoreOp};

pub(super) struct Global;
pub(super) struct Load;
pub(super) struct Store;

impl BufferizableOp for Global {
    fn has_tensor_semantics(&self, op: OpRef) -> bool {
        is_tensor(op.cx(), op.get(GlobalOp::ty))
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, _session: &mut Session) -> Attempt<()> {
        let global = GlobalOp::from_id(op);
        let Some(value) = global.value(rw) else {
            return Err(OpRef::new(rw, op).plain_error("global op must have a value").into());
        };
        let tensor = global.ty(rw);
        let ty = rw.type_attr(types::with_identity_layout(rw, tensor, None));
        let visibility = global.sym_visibility(rw);
        let constant = if global.is_mutable(rw) { Attr::ABSENT } else { Attr::UNIT };
        let name = global.sym_name(rw);
        rw.create(
            memref::GlobalOp::build(name, ty)
                .prop(memref::GlobalOp::SYM_VISIBILITY, visibility)
                .prop(memref::GlobalOp::INITIAL_VALUE, value)
                .prop(memref::GlobalOp::CONSTANT, constant),
        );
        rw.erase(op);
        Ok(())
    }
}

/// The buffer of the global that the property `slot` of `op` refers to, of type `tensor`.
fn buffer_of(rw: &mut Rewriter, op: OpId, slot: usize, tensor: Type) -> Value {
    let symbol = OpRef::new(rw, op).prop(slot).and_then(|symbol| symbol.as_symbol_ref(rw.cx()));
    let name = symbol.expect("the property was checked").leaf();
    let ty = types::with_identity_layout(rw, tensor, None);
    rw.value(memref::GetGlobalOp::build(ty, name))
}

impl BufferizableOp for Load {
    fn is_writable(&self, _op: OpRef, _value: ValueRef, _state: &State) -> bool {
        false
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, _session: &mut Session) -> Attempt<()> {
        let tensor = rw.ty(rw.result(op, 0));
        let buffer = buffer_of(rw, op, GlobalLoadOp::GLOBAL, tensor);
        replace_with_buffers(rw, op, &[buffer]);
        Ok(())
    }
}

impl BufferizableOp for Store {
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let value = rw.operand(op, 0);
        let buffer = buffer_of(rw, op, GlobalStoreOp::GLOBAL, rw.ty(value));
        let source = get_buffer(rw, value, session)?;
        rw.create(memref::CopyOp::build(source, buffer));
        rw.erase(op);
        Ok(())
    }
}
