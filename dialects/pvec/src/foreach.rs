//! `pvec.foreach`: a vector loop with a mask.

use rmlir::core::asm::Argument;
use rmlir::prelude::*;

use crate::types::{MaskType, n_lanes};

/// Executes its region for consecutive integers, in each iteration for as many as a mask has lanes.
///
/// The arguments of the block are the first integer and the mask of the lanes below the upper bound: in all iterations
/// except the last one all lanes are active.
///
/// ```mlir
/// pvec.foreach %i, %m = %lower to %upper : !pvec.mask<8> {
///   pvec.store contiguous %v, %buffer[%i] if %m : memref<?xf32>, !pvec.mask<8>, vector<8xf32>
/// }
/// ```
#[op(name = "pvec.foreach", traits(RecursiveMemoryEffects, SingleBlock), interfaces(RegionBranchOp),
     terminator = "pvec.yield", eval, verify = verify, parse = parse, print = print)]
pub struct ForeachOp {
    #[operand]
    lower: Index,
    #[operand]
    upper: Index,
    #[region]
    body: SizedRegion1,
}

impl ForeachOp {
    /// The block of the region.
    pub fn block(self, body: &Body) -> BlockId {
        body.entry(self.body(body)).expect("a loop has a block")
    }

    /// The number of integers per iteration.
    pub fn n_lanes(self, body: &Body) -> i64 {
        let mask = body.arg(self.block(body), 1);
        n_lanes(body.cx(), body.ty(mask)).expect("the second argument is a mask")
    }
}

impl RegionBranchOp for ForeachOp<()> {
    /// Control may pass to the end of the loop without entering the body.
    fn successors(&self, _op: OpRef, _from: RegionPoint) -> Vec<RegionSuccessor> {
        [RegionPoint::Region(0), RegionPoint::Parent]
            .map(|target| RegionSuccessor { target, inputs: Vec::new() })
            .to_vec()
    }
    fn entry_operands(&self, _op: OpRef, _to: RegionPoint) -> std::ops::Range<usize> {
        0..0
    }
}

fn verify(op: OpRef) -> Checked {
    let types: Vec<Type> = op.region(0).entry().into_iter().flat_map(BlockRef::args).map(ValueRef::ty).collect();
    match types[..] {
        [number, mask] if number.is_index() && MaskType::from_type(op.cx(), mask).is_some() => Ok(()),
        _ => Err(op.error("requires a block with a number and a mask")),
    }
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let number = parser.operand()?;
    parser.asm().token(",")?;
    let mask = parser.operand()?;
    parser.asm().token("=")?;
    let lower = parser.operand()?;
    parser.asm().keyword("to")?;
    let upper = parser.operand()?;
    let ty = parser.asm().colon_type()?;
    let args = [(number, Type::INDEX), (mask, ty)];
    let args = args.map(|(name, ty)| Argument { name, ty, attrs: Attr::EMPTY_DICT, loc: Loc::at(name.pos) });
    parser.parse_region(state, &args)?;
    // Operands are resolved last, so that they cannot refer to values of the region.
    parser.resolve_same(&[lower, upper], Type::INDEX, state)?;
    parser.attr_dict(state)
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    let args: Vec<ValueRef> = op.region(0).entry().into_iter().flat_map(BlockRef::args).collect();
    printer.text(" ");
    printer.operands(args.iter().copied());
    printer.text(" = ");
    printer.operand(op.value(ForeachOp::lower));
    printer.text(" to ");
    printer.operand(op.value(ForeachOp::upper));
    printer.text(" : ");
    printer.ty(args[1].ty());
    printer.text(" ");
    printer.region(op.region(0), RegionPrint { entry_args: false, terminators: false, ..RegionPrint::default() });
    printer.attr_dict(op, &[]);
}
