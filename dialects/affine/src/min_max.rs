//! `affine.min` and `affine.max`: minimum and maximum of a map's results.

use rmlir::affine_maps::AffineMap;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::check::check_operand_count;
use crate::syntax::{map_prop, parse_map_attr, print_dims_and_symbols};

/// The minimum of the results of an affine map of the operands.
///
/// ```mlir
/// %0 = affine.min affine_map<(d0)[s0] -> (1000, d0 + 512, s0)>(%i)[%n]
/// ```
#[op(name = "affine.min", eval, traits(NoMemoryEffect), interfaces(PoisonBehavior, Speculatable, ValueBounds), fold,
     canonicalize, verify = verify, parse = parse, print = print)]
pub struct MinOp {
    #[prop]
    map: AffineMapAttr,
    #[operand]
    operands: Vec<Index>,
    #[result]
    result: Index,
}

/// The maximum of the results of an affine map of the operands.
///
/// ```mlir
/// %0 = affine.max affine_map<(d0)[s0] -> (1000, d0 + 512, s0)>(%i)[%n]
/// ```
#[op(name = "affine.max", eval, traits(NoMemoryEffect), interfaces(PoisonBehavior, Speculatable, ValueBounds), fold,
     canonicalize, verify = verify, parse = parse, print = print)]
pub struct MaxOp {
    #[prop]
    map: AffineMapAttr,
    #[operand]
    operands: Vec<Index>,
    #[result]
    result: Index,
}

/// The slot of the map, which is the same in both operations.
pub(crate) const MAP: usize = MinOp::MAP;

/// The common interface of the two operations.
pub(crate) trait MinOrMax: Op {
    /// Whether it is the maximum.
    const IS_MAX: bool;
    fn build_with(operands: &[Value], map: Attr) -> Build<Self>;
    fn affine_map<'a>(self, body: &'a Body) -> &'a AffineMap {
        map_prop(OpRef::new(body, self.id()), MAP)
    }
}

impl MinOrMax for MinOp {
    const IS_MAX: bool = false;
    fn build_with(operands: &[Value], map: Attr) -> Build<Self> {
        Self::build(operands, map)
    }
}

impl MinOrMax for MaxOp {
    const IS_MAX: bool = true;
    fn build_with(operands: &[Value], map: Attr) -> Build<Self> {
        Self::build(operands, map)
    }
}

fn verify(op: OpRef) -> Checked {
    let map = map_prop(op, MAP);
    check_operand_count(op, op.n_operands(), map)?;
    if map.n_results() == 0 {
        return Err(op.error("affine map expect at least one result"));
    }
    Ok(())
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let (attr, _) = parse_map_attr(parser)?;
    state.set_prop(MAP, attr);
    let dims = parser.operand_list(Delimiter::Paren)?;
    let symbols = parser.operand_list(Delimiter::OptionalSquare)?;
    parser.attr_dict(state)?;
    parser.resolve_same(&dims, Type::INDEX, state)?;
    parser.resolve_same(&symbols, Type::INDEX, state)?;
    state.result_types.push(Type::INDEX);
    Ok(())
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.attr(op.prop(MAP).expect("required properties were checked"));
    let operands: Vec<ValueRef> = op.operands().collect();
    print_dims_and_symbols(printer, &operands, map_prop(op, MAP).n_dims() as usize);
    printer.attr_dict(op, &["map"]);
}
