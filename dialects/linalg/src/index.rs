//! Operations in the regions of structured operations: `linalg.index` and `linalg.yield`.

use rmlir::affine_maps::AffineExpr;
use rmlir::core::value_bounds::{BoundSet, Quantity, Relation, ValueBounds};
use rmlir::prelude::*;

use crate::attrs::NonNegativeI64;
use crate::structured::{Loops, Structured, element_type, inits};

/// The induction variable of a loop of the enclosing structured operation.
///
/// ```mlir
/// %i = linalg.index 0 : index
/// ```
#[op(name = "linalg.index", eval, traits(Pure), interfaces(ValueBounds), verify = verify_index, fold,
     format = "$dim attr-dict `:` type($result)")]
pub struct IndexOp {
    /// The loop, outermost first.
    #[prop]
    dim: NonNegativeI64,
    #[result]
    result: Index,
}

/// Terminates the region of a structured operation and yields an element of each output.
///
/// ```mlir
/// linalg.yield %sum : f32
/// ```
#[op(name = "linalg.yield", eval = rmlir::interp::eval::yields, traits(Pure, ReturnLike, Terminator), verify = verify_yield, parse = parse_yield,
     print = print_yield)]
pub struct YieldOp {
    #[operand]
    values: Vec<AnyType>,
}

impl ValueBounds for IndexOp<()> {
    /// The index is at least zero and less than the size of each operand's dimension that the loop iterates over.
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let index = Quantity::index(value);
        set.add(index, Relation::AtLeast, AffineExpr::constant(0));
        let Some(parent) = op.parent() else { return };
        let places = Loops::of(parent).and_then(|loops| loops.places());
        let dim = op.get(IndexOp::dim);
        if let Some(&(operand, dim)) = places.as_ref().and_then(|places| places.get(dim as usize)) {
            let size = set.expr(Quantity::size(parent.operand(operand).id, dim));
            set.add(index, Relation::Below, size);
        }
    }
}

fn verify_index(op: OpRef) -> Checked {
    let loops = op.parent().and_then(Loops::of);
    let Some(loops) = loops else { return Err(op.error("expected parent op with LinalgOp interface")) };
    let dim = op.get(IndexOp::dim);
    let n_loops = loops.iterators.len();
    if dim as usize >= n_loops {
        return Err(op.error(format!(
            "expected dim ({dim}) to be lower than the number of loops ({n_loops}) of the enclosing LinalgOp"
        )));
    }
    Ok(())
}

fn verify_yield(op: OpRef) -> Checked {
    let cx = op.cx();
    let Some(parent) = op.parent().filter(|parent| parent.n_regions() == 1 && !parent.region(0).is_empty()) else {
        return Err(op.error("expected single non-empty parent region"));
    };
    if parent.interface::<dyn Structured>().is_none() {
        return Err(op.error("expected parent op with LinalgOp interface"));
    }
    let inits = inits(parent);
    if op.n_operands() != inits.len() {
        return Err(op.error(format!(
            "expected number of yield values ({}) to match the number of inits / outs operands of the enclosing LinalgOp \
             ({})",
            op.n_operands(),
            inits.len()
        )));
    }
    for (index, (value, init)) in op.operands().zip(inits).enumerate() {
        let element = element_type(cx, parent.operand(init).ty());
        if value.ty() != element {
            let (found, element) = (cx.show_type(value.ty()), cx.show_type(element));
            return Err(op.error(format!(
                "type of yield operand {} ('{found}') doesn't match the element type of the enclosing linalg.generic op \
                 ('{element}')",
                index + 1
            )));
        }
    }
    Ok(())
}

fn parse_yield(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let pos = parser.pos();
    let values = parser.operand_list(Delimiter::None)?;
    parser.attr_dict(state)?;
    let mut types = Vec::new();
    if !values.is_empty() {
        parser.asm().token(":")?;
        types = parser.asm().type_list()?;
    }
    parser.resolve_each(&values, &types, pos, state)
}

fn print_yield(printer: &mut dyn AsmPrinter, op: OpRef) {
    if op.n_operands() > 0 {
        printer.text(" ");
        printer.operands(op.operands());
    }
    printer.attr_dict(op, &[]);
    if op.n_operands() > 0 {
        printer.text(" : ");
        printer.types(op.operands().map(ValueRef::ty));
    }
}
