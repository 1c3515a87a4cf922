//! Chapter 6: the rest of the way, to machine code.
//!
//! You learn how existing conversions are put together: only `toy.print` needs a pattern of ours, the passes of rmlir
//! lower everything else to the dialect `llvm`. The module is then compiled in memory and `main` is called.

use rmlir::dialects::affine::Affine;
use rmlir::dialects::vector::{self, PrintPunctuation, Vector};
use rmlir::jit::{Call, Code, compile, entry};
use rmlir::prelude::*;

use crate::ch2_dialect::PrintOp;
use crate::ch5_affine::{load, loops};

/// Lowers the module that chapter 5 leaves to the dialect `llvm`.
pub const TO_LLVM: &str = "convert-toy-print,lower-affine,convert-scf-to-cf,convert-arith-to-llvm,\
     convert-vector-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts";

/// Lower the printing of buffers to loops
#[pass(name = "convert-toy-print", depends(Affine, Vector))]
pub struct ConvertPrint {}

impl Pass for ConvertPrint {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        cx.apply_greedily(patterns![print_rows])
    }
}

/// A loop for each dimension but the last, and in it one over a row: each element but the last is followed by a comma.
#[pattern]
fn print_rows(op: PrintOp, rw: &mut Rewriter) -> Match {
    let (buffer, loc) = (op.input(rw), rw.loc(op.id()));
    if !rw.ty(buffer).is_memref(rw) {
        return rw.no_match(op, "it prints a tensor");
    }
    let shape = rw.ty(buffer).shape(rw).unwrap_or_default().to_vec();
    let Some((&row, outer)) = shape.split_last() else {
        print_element(rw, buffer, &[], PrintPunctuation::NewLine);
        return rw.erase(op);
    };
    let mut indices = loops(rw, loc, outer);
    let after_row = rw.insert_point();
    indices.extend(loops(rw, loc, &[row - 1]));
    print_element(rw, buffer, &indices, PrintPunctuation::Comma);
    rw.set_insert_point(after_row);
    indices.pop();
    indices.push(rmlir::dialects::arith::constant_index(rw, row - 1));
    print_element(rw, buffer, &indices, PrintPunctuation::NewLine);
    rw.erase(op)
}

fn print_element(rw: &mut Rewriter, buffer: Value, indices: &[Value], then: PrintPunctuation) {
    let element = load(rw, buffer, indices);
    let then = then.attr(rw);
    rw.create(vector::PrintOp::build(Some(element)).prop(vector::PrintOp::PUNCTUATION, then));
}

/// Compiles a module of the dialect `llvm` and calls `main`. Returns what it prints.
///
/// # Errors
/// The diagnostics, if the module has no `main` or cannot be compiled.
pub fn run(module: &mut Body) -> Result<String, Vec<Diagnostic>> {
    let place = OpRef::root(module).loc().place(module.cx());
    let plain = |message: String| vec![Diagnostic::error(place.clone(), message)];
    entry::add(module, "main", &[]).map_err(plain)?;
    let code = compile(module)?;
    let outcome = Call { function: "main", inputs: &[], outputs: &[] }.run(&code as &dyn Code, &[]);
    outcome.map(|outcome| outcome.output).map_err(plain)
}
