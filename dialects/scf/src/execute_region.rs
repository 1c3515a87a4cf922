//! `scf.execute_region`: a region of several blocks, for parents that allow only one.

use rmlir::prelude::*;

use crate::flow::{to_parent, to_region};
use crate::syntax::print_body;

/// Executes its region exactly once.
///
/// The region may have several blocks, which permits branches inside operations whose own regions have one block.
/// `no_inline` prevents inlining of the region.
///
/// ```mlir
/// %v = scf.execute_region -> i64 {
///   cf.cond_br %c, ^bb1(%a : i64), ^bb1(%b : i64)
/// ^bb1(%x: i64):
///   scf.yield %x : i64
/// }
/// ```
#[op(name = "scf.execute_region", traits(RecursiveMemoryEffects), interfaces(RegionBranchOp),
     canonicalize,
     eval, verify = verify,
     parse = parse, print = print)]
pub struct ExecuteRegionOp {
    #[prop]
    no_inline: UnitAttr,
    #[result]
    results: Vec<AnyType>,
    #[region]
    region: AnyRegion,
}

impl RegionBranchOp for ExecuteRegionOp<()> {
    fn successors(&self, op: OpRef, from: RegionPoint) -> Vec<RegionSuccessor> {
        match from {
            RegionPoint::Parent => vec![to_region(0)],
            RegionPoint::Region(_) => vec![to_parent(op)],
        }
    }
    fn entry_operands(&self, _op: OpRef, _to: RegionPoint) -> std::ops::Range<usize> {
        0..0
    }
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    state.result_types = parser.asm().optional_arrow_types()?.into();
    if parser.try_token("no_inline") {
        state.set_prop(ExecuteRegionOp::NO_INLINE, Attr::UNIT);
    }
    parser.parse_region(state, &[])?;
    parser.attr_dict(state)
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    let types: Vec<Type> = op.results().map(ValueRef::ty).collect();
    printer.optional_arrow_types(&types);
    printer.text(" ");
    if op.get(ExecuteRegionOp::no_inline) {
        printer.text("no_inline ");
    }
    print_body(printer, op.region(0), true);
    printer.attr_dict(op, &["no_inline"]);
}

fn verify(op: OpRef) -> Checked {
    let Some(entry) = op.region(0).entry() else {
        return Err(op.error("region needs to have at least one block"));
    };
    if entry.args().len() > 0 {
        return Err(op.error("region cannot have any arguments"));
    }
    Ok(())
}
