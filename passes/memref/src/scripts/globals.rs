//! Conversion of stack buffers to globals.

use rmlir::core::symbol::SymbolTable;
use rmlir::prelude::*;
use rmlir_memref::{GetGlobalOp, GlobalOp};
use rmlir_transform::effects::replaces_payload;
use rmlir_transform::{
    Applied, Failure, PayloadOp, Results, TransformHandle, TransformOp, TransformState, handle_effects,
};

use super::handles::AllocaHandle;

handle_effects! {
    replaces_payload => AllocaToGlobalOp;
}

/// Replaces each `memref.alloca` by a `memref.global` in the nearest symbol table.
///
/// ```mlir
/// %get, %global = transform.memref.alloca_to_global %alloca
///     : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
/// ```
#[op(
    name = "transform.memref.alloca_to_global",
    interfaces(AsmNames, MemoryEffects, TransformOp),
    format = "$alloca attr-dict `:` functional-type(operands, results)"
)]
pub struct AllocaToGlobalOp {
    #[operand]
    alloca: AllocaHandle,
    #[result(name = "getGlobal")]
    get_global: TransformHandle,
    #[result]
    global: TransformHandle,
}

impl AsmNames for AllocaToGlobalOp<()> {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "getGlobal");
        name(1, "global");
    }
}

impl TransformOp for AllocaToGlobalOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let (mut gets, mut globals) = (Vec::new(), Vec::new());
        for alloca in state.ops(op.value(AllocaToGlobalOp::alloca)) {
            let Some(table) = state.symbol_table(&alloca) else {
                let failure = Failure::definite(op, "there is no symbol table for the global");
                return Err(failure.note(state.op(&alloca), "payload op"));
            };
            let view = state.op(&alloca);
            let (ty, loc) = (view.result(0).ty(), view.loc());
            let path = state.path_inside(&table);
            let (global, name) = state.rewrite(&path, |rw| make_global(rw, &table, path.len(), ty, loc));
            let get = state.rewrite(&alloca.path, |rw| {
                let name = rw.symbol_ref(name);
                rw.replace_with(alloca.op, GetGlobalOp::build(ty, name)).id()
            });
            globals.push(PayloadOp { path, op: global });
            gets.push(PayloadOp { path: alloca.path, op: get });
        }
        results.set(0, gets);
        results.set(1, globals);
        Ok(())
    }
}

/// Creates the global at the end of `table`, in the body that is nested `depth` proxies deep.
fn make_global(rw: &mut Rewriter, table: &PayloadOp, depth: usize, ty: Type, loc: Loc) -> (OpId, Ident) {
    let table = if table.path.len() == depth { table.op } else { rw.root() };
    let block = rw.entry(rw.region(table, 0)).expect("a symbol table that holds something has a block");
    let name = SymbolTable::of_op(rw, table).fresh_name(rw, "alloca");
    rw.at_end(block);
    let (sym_name, private) = (rw.str_attr(name.str(rw.cx())), rw.str_attr("private"));
    let global = GlobalOp::build(sym_name, rw.type_attr(ty)).prop(GlobalOp::SYM_VISIBILITY, private).at(loc);
    (rw.create(global).id(), name)
}
