//! `affine.if`: a conditional on an integer set.

use rmlir::prelude::*;

use crate::syntax::{parse_attr_as, parse_index_operands, print_body, print_dims_and_symbols};

/// Executes its then region if the operands are a point of an integer set, otherwise the else region.
///
/// The results are the values that the executed region yields. Without results the else region is optional.
///
/// ```mlir
/// affine.if affine_set<(d0)[s0] : (d0 - 10 >= 0, s0 - d0 - 9 >= 0)>(%i)[%n] {
///   affine.store %v, %m[%i] : memref<?xf32>
/// }
/// ```
#[op(name = "affine.if", eval,
     traits(NoRegionArguments, RecursiveMemoryEffects, SingleBlock),
     interfaces(RegionBranchOp, Speculatable), terminator = "affine.yield", fold,
     canonicalize, verify, parse = parse, print = print)]
pub struct IfOp {
    #[operand]
    operands: Vec<AnyType>,
    /// The integer set for whose points the then region is executed.
    #[prop]
    condition: IntegerSetAttr,
    #[result]
    results: Vec<AnyType>,
    #[region]
    thenRegion: SizedRegion1,
    #[region]
    elseRegion: AnyRegion,
}

impl IfOp {
    /// The block that is executed for points of the set.
    pub fn then_block(self, body: &Body) -> BlockId {
        body.entry(self.thenRegion(body)).expect("an `affine.if` has a first block")
    }

    /// The block that is executed for other points, if any.
    pub fn else_block(self, body: &Body) -> Option<BlockId> {
        body.entry(self.elseRegion(body))
    }
}

impl RegionBranchOp for IfOp {
    fn successors(&self, op: OpRef, from: RegionPoint) -> Vec<RegionSuccessor> {
        let to_region = |index| RegionSuccessor { target: RegionPoint::Region(index), inputs: Vec::new() };
        let to_parent =
            RegionSuccessor { target: RegionPoint::Parent, inputs: op.results().map(|value| value.id).collect() };
        match from {
            RegionPoint::Parent if op.region(1).is_empty() => vec![to_region(0), to_parent],
            RegionPoint::Parent => vec![to_region(0), to_region(1)],
            RegionPoint::Region(_) => vec![to_parent],
        }
    }
    fn entry_operands(&self, _op: OpRef, _to: RegionPoint) -> std::ops::Range<usize> {
        0..0
    }
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let (attr, set) = parse_attr_as(parser, |cx, attr| attr.as_integer_set(cx).cloned())?;
    state.set_prop(IfOp::CONDITION, attr);
    let (n_dims, n_operands) = parse_index_operands(parser, state)?;
    let pos = parser.name_pos();
    if set.n_dims() as usize != n_dims {
        return Err(parser.error_at(pos, "dim operand count and integer set dim count must match"));
    }
    if set.n_inputs() as usize != n_operands {
        return Err(parser.error_at(pos, "symbol operand count and integer set symbol count must match"));
    }
    state.result_types = parser.asm().optional_arrow_types()?.into();
    parser.parse_region(state, &[])?;
    if parser.try_token("else") {
        parser.parse_region(state, &[])?;
    } else {
        parser.add_empty_region(state);
    }
    parser.attr_dict(state)
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.attr(op.prop(IfOp::CONDITION).expect("required properties were checked"));
    let operands: Vec<ValueRef> = op.operands().collect();
    print_dims_and_symbols(printer, &operands, op.get(IfOp::condition).n_dims() as usize);
    let types: Vec<Type> = op.results().map(ValueRef::ty).collect();
    printer.optional_arrow_types(&types);
    printer.text(" ");
    print_body(printer, op.region(0), !types.is_empty());
    if !op.region(1).is_empty() {
        printer.text(" else ");
        print_body(printer, op.region(1), !types.is_empty());
    }
    printer.attr_dict(op, &["condition"]);
}
