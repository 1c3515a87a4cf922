//! `affine.apply`: the result of a map.

use rmlir::affine_maps::AffineMap;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::syntax::{map_prop, parse_index_operands, parse_map_attr, print_dims_and_symbols};

/// The one result of an affine map of the operands.
///
/// Operands in parentheses are the dimensions of the map, those in brackets its symbols.
///
/// ```mlir
/// %1 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 8 + s0)>(%i)[%n]
/// ```
#[op(name = "affine.apply", eval, traits(NoMemoryEffect), interfaces(PoisonBehavior, Speculatable, ValueBounds), fold, canonicalize, verify,
     parse = parse, print = print)]
pub struct ApplyOp {
    #[operand]
    mapOperands: Vec<Index>,
    #[prop]
    map: AffineMapAttr,
    #[result]
    result: Index,
}

impl ApplyOp {
    /// The map.
    pub fn affine_map<'a>(self, body: &'a Body) -> &'a AffineMap {
        map_prop(OpRef::new(body, self.id()), Self::MAP)
    }

    /// The map and its operands.
    pub fn value_map(self, body: &Body) -> (AffineMap, Vec<Value>) {
        (self.affine_map(body).clone(), self.mapOperands(body))
    }
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let (attr, map) = parse_map_attr(parser)?;
    state.set_prop(ApplyOp::MAP, attr);
    let (n_dims, n_operands) = parse_index_operands(parser, state)?;
    parser.attr_dict(state)?;
    if map.n_dims() as usize != n_dims || map.n_inputs() as usize != n_operands {
        let pos = parser.name_pos();
        return Err(parser.error_at(pos, "dimension or symbol index mismatch"));
    }
    state.result_types.extend((0..map.n_results()).map(|_| Type::INDEX));
    state.no_inference = true;
    Ok(())
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    let map = op.prop(ApplyOp::MAP).expect("required properties were checked");
    printer.text(" ");
    printer.attr(map);
    let operands: Vec<ValueRef> = op.operands().collect();
    print_dims_and_symbols(printer, &operands, op.get(ApplyOp::map).n_dims() as usize);
    printer.attr_dict(op, &["map"]);
}
