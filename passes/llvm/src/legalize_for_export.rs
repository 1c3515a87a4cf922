//! `llvm-legalize-for-export`: distinct successors, as the phi nodes of LLVM IR need them.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_llvm::Llvm;
use rmlir_llvm::ops::branch::BrOp;

/// Legalize LLVM dialect to be convertible to LLVM IR.
///
/// The phi nodes of LLVM IR have one value for each predecessor: if a block branches twice to the same successor with
/// different operands, the edges are split.
///
/// ```mlir
///   llvm.cond_br %c, ^bb1(%a : i32), ^bb1(%b : i32)
/// // becomes
///   llvm.cond_br %c, ^bb1(%a : i32), ^bb2(%b : i32)
/// ^bb2(%x: i32):
///   llvm.br ^bb1(%x : i32)
/// ```
#[pass(name = "llvm-legalize-for-export", title = "LLVMLegalizeForExportPass", depends(Llvm))]
pub fn legalize_for_export(cx: &mut PassCx) -> PassResult {
    make_successors_distinct(cx.body_mut());
    Ok(())
}

/// Makes the successors with arguments of every block distinct, in `body` and in the bodies nested in it.
fn make_successors_distinct(body: &mut Body) {
    for proxy in body.proxies() {
        if let Some(nested) = body.nested_mut(proxy) {
            make_successors_distinct(nested);
        }
        body.sync_proxy(proxy);
    }
    let mut terminators = Vec::new();
    body.walk_postorder(body.root(), |op| {
        if body.successors(op).len() > 1 {
            terminators.push(op);
        }
    });
    let mut rw = Rewriter::new(body);
    for op in terminators {
        make_distinct(&mut rw, op);
    }
}

fn make_distinct(rw: &mut Rewriter, op: OpId) {
    let successors: Vec<BlockId> = rw.successors(op).collect();
    let region = rw.block_of(op).and_then(|block| rw.region_of(block)).expect("a terminator stands in a region");
    let loc = rw.loc(op);
    for (index, &target) in successors.iter().enumerate() {
        let types: Vec<Type> = rw.args(target).iter().map(|&arg| rw.ty(arg)).collect();
        if types.is_empty() || !successors[..index].contains(&target) {
            continue;
        }
        let locs: Vec<Loc> = rw.args(target).iter().map(|&arg| rw.value_loc(arg)).collect();
        let between = rw.create_block(region, &types, &locs);
        let args = rw.args(between).to_vec();
        rw.create(BrOp::build(&args, target).at(loc));
        rw.set_successor(op, index, between);
    }
}
