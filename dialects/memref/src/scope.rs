//! `memref.alloca_scope`: an allocation scope of stack memory.

use rmlir::prelude::*;

/// Executes its region and frees the allocations of `memref.alloca` in it.
///
/// ```mlir
/// %sum = memref.alloca_scope -> (f32) {
///   %buffer = memref.alloca() : memref<8xf32>
///   memref.alloca_scope.return %x : f32
/// }
/// ```
#[op(name = "memref.alloca_scope", eval,
     traits(AutomaticAllocationScope, NoRegionArguments, RecursiveMemoryEffects, SingleBlock),
     terminator = "memref.alloca_scope.return", interfaces(RegionBranchOp),
     canonicalize, parse = parse,
     print = print)]
pub struct AllocaScopeOp {
    #[result]
    results: Vec<AnyType>,
    #[region]
    bodyRegion: SizedRegion1,
}

/// Terminates the region of `memref.alloca_scope` and yields its results.
#[op(
    name = "memref.alloca_scope.return", eval = rmlir::interp::eval::yields,
    traits(Pure, ReturnLike, Terminator),
    parents("memref.alloca_scope"),
    format = "attr-dict ($results^ `:` type($results))?"
)]
pub struct AllocaScopeReturnOp {
    #[operand]
    results: Vec<AnyType>,
}

impl RegionBranchOp for AllocaScopeOp<()> {
    fn successors(&self, op: OpRef, from: RegionPoint) -> Vec<RegionSuccessor> {
        match from {
            RegionPoint::Parent => vec![RegionSuccessor { target: RegionPoint::Region(0), inputs: Vec::new() }],
            RegionPoint::Region(_) => {
                vec![RegionSuccessor { target: RegionPoint::Parent, inputs: value_ids(op.results()) }]
            }
        }
    }
    fn entry_operands(&self, _op: OpRef, _to: RegionPoint) -> std::ops::Range<usize> {
        0..0
    }
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    state.result_types = parser.asm().optional_arrow_types()?.into();
    parser.parse_region(state, &[])?;
    parser.attr_dict(state)
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    let has_results = op.n_results() > 0;
    if has_results {
        printer.text(" -> (");
        printer.types(op.results().map(ValueRef::ty));
        printer.text(")");
    }
    printer.text(" ");
    printer.region(op.region(0), RegionPrint { entry_args: false, terminators: has_results, empty_block: false });
    printer.attr_dict(op, &[]);
}
