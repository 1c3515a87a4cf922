//! `vector.contract`: tensor contraction of two vectors.

use rmlir::affine_maps::AffineMap;
use rmlir::prelude::*;

use crate::attrs::{CombiningKind, IteratorType, OwnKind, add};
use crate::interfaces::MaskableOp;
use crate::types::*;

static LHS_AND_RHS: SameElementType =
    SameElementType { words: "lhs and rhs have same element type", of: Place::Operand(0), and: Place::Operand(1) };
static ACC_AND_RESULT: SameElementType = SameElementType {
    words: "third operand acc and result have same element type",
    of: Place::Result(0),
    and: Place::Operand(2),
};

/// Multiplies elements of two vectors, and reduces the products along some dimensions of an
/// iteration space, with an accumulator.
///
/// `indexing_maps` map the iteration space to the dimensions of the two factors and of the accumulator;
/// `iterator_types` distinguish parallel and reduction dimensions.
///
/// ```mlir
/// #matmul = {
///   indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
///                    affine_map<(i, j, k) -> (i, j)>],
///   iterator_types = ["parallel", "parallel", "reduction"]
/// }
/// %3 = vector.contract #matmul %0, %1, %2 : vector<4x3xf32>, vector<3x7xf32> into vector<4x7xf32>
/// ```
#[op(name = "vector.contract", eval, traits(Pure), interfaces(MaskableOp), custom_traits(LHS_AND_RHS, ACC_AND_RESULT),
     verify = verify, canonicalize, parse = parse, print = print)]
pub struct ContractionOp {
    #[operand]
    lhs: AnyVectorOfNonZeroRank,
    #[operand]
    rhs: AnyVectorOfNonZeroRank,
    #[operand]
    acc: AnyType,
    #[prop]
    indexing_maps: ArrayAttr,
    #[prop]
    iterator_types: IteratorTypeArrayAttr,
    #[prop(default = add)]
    kind: OwnKind,
    #[result]
    result: AnyType,
}

/// The attributes that are printed before the operands.
const TRAIT_ATTRS: [&str; 3] = ["indexing_maps", "iterator_types", "kind"];

impl ContractionOp {
    /// The indexing maps of both factors and the accumulator.
    pub fn maps(op: OpRef) -> Vec<AffineMap> {
        let maps = op.get(Self::indexing_maps);
        maps.iter().filter_map(|map| map.as_affine_map(op.cx()).cloned()).collect()
    }
}

impl MaskableOp for ContractionOp {
    /// A mask has a bit for each point of the iteration space.
    fn expected_mask_type(&self, op: OpRef) -> Type {
        let maps = ContractionOp::maps(op);
        let n_dims = maps.first().map_or(0, |map| map.n_dims() as usize);
        let mut mask = VectorType::fixed(&vec![1; n_dims], Type::I1);
        for (index, map) in maps.iter().take(2).enumerate() {
            let factor = VectorType::of_value(op.operand(index));
            for dim in 0..factor.rank() {
                let Some(position) = map.dim_position(dim) else { continue };
                mask.shape[position as usize] = factor.shape[dim];
                mask.scalable[position as usize] = factor.scalable[dim];
            }
        }
        mask.ty(op.cx())
    }
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let pos = parser.pos();
    let dict = parser.parse_attr(None)?;
    if dict.as_dict(parser.cx()).is_none() {
        return Err(parser.error_at(pos, "invalid kind of attribute specified"));
    }
    let lhs = parser.operand()?;
    parser.asm().token(",")?;
    let rhs = parser.operand()?;
    parser.asm().token(",")?;
    let acc = parser.operand()?;
    let mut masks = Vec::new();
    while parser.try_token(",") {
        masks.push(parser.operand()?);
    }
    parser.attr_dict(state)?;
    parser.asm().token(":")?;
    let types = parser.asm().type_list()?;
    parser.asm().keyword("into")?;
    let result = parser.parse_type()?;
    let [lhs_type, rhs_type, ..] = types[..] else {
        return Err(parser.error_at(pos, "expected two types"));
    };
    for (operand, ty) in [(lhs, lhs_type), (rhs, rhs_type), (acc, result)] {
        let value = parser.resolve(operand, ty)?;
        state.operands.push(value);
    }
    state.result_types.push(result);
    set_attrs(parser, state, dict, pos)?;
    if masks.is_empty() {
        return Ok(());
    }
    let name_pos = parser.name_pos();
    let [lhs_mask, rhs_mask] = masks[..] else {
        return Err(parser.error_at(name_pos, "expected zero or exactly 2 vector mask operands"));
    };
    for (mask, ty) in [(lhs_mask, lhs_type), (rhs_mask, rhs_type)] {
        let ty = ty.with_element(parser.cx(), Type::I1);
        let value = parser.resolve(mask, ty)?;
        state.operands.push(value);
    }
    Ok(())
}

/// Sets the attributes of the dictionary; iterator types are written as strings.
fn set_attrs(parser: &mut dyn OpAsmParser, state: &mut OpState, dict: Attr, pos: u32) -> Parsed<()> {
    let cx = parser.cx();
    for entry in dict.as_dict(cx).unwrap_or_default() {
        state.set_attr(cx, entry.name.str(cx), entry.value);
    }
    let types = state.props.get(ContractionOp::ITERATOR_TYPES).and_then(|types| types.as_array(cx));
    let Some(types) = types else {
        return Err(parser.error_at(pos, "expected \"iterator_types\" array attribute"));
    };
    let mut read = Vec::new();
    for name in types.iter().filter_map(|ty| ty.as_str(cx)) {
        match name {
            "parallel" => read.push(IteratorType::Parallel.attr(cx)),
            "reduction" => read.push(IteratorType::Reduction.attr(cx)),
            _ => {
                let message = format!("unexpected iterator_type ({name})");
                return Err(parser.error_at(pos, &message));
            }
        }
    }
    state.set_prop(ContractionOp::ITERATOR_TYPES, cx.array_attr(&read));
    Ok(())
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    let cx = op.cx();
    let mut entries = Vec::new();
    for (slot, name) in TRAIT_ATTRS.into_iter().enumerate() {
        let Some(mut value) = op.prop(slot) else { continue };
        if slot == ContractionOp::ITERATOR_TYPES {
            let name = |ty: IteratorType| match ty {
                IteratorType::Parallel => cx.str_attr("parallel"),
                IteratorType::Reduction => cx.str_attr("reduction"),
            };
            value = cx.array_attr(&op.get(ContractionOp::iterator_types).into_iter().map(name).collect::<Vec<_>>());
        }
        entries.push(NamedAttr { name: cx.ident(name), value });
    }
    printer.text(" ");
    printer.attr(cx.dict(entries));
    printer.text(" ");
    printer.operands(op.operands());
    printer.attr_dict(op, &TRAIT_ATTRS);
    printer.text(" : ");
    printer.types([op.value(ContractionOp::lhs).ty(), op.value(ContractionOp::rhs).ty()]);
    printer.text(" into ");
    printer.ty(op.result(0).ty());
}

/// The pairs of dimensions of both factors that share an iterator of a type.
pub fn shared_dims(op: OpRef, wanted: IteratorType) -> Vec<(usize, usize)> {
    let maps = ContractionOp::maps(op);
    let iterators = op.get(ContractionOp::iterator_types).into_iter().enumerate();
    let shared = |(position, _)| {
        let position = position as u32;
        Some((maps[0].result_position(position)?, maps[1].result_position(position)?))
    };
    iterators.filter(|(_, iterator)| *iterator == wanted).filter_map(shared).collect()
}

fn verify(op: OpRef) -> Checked {
    let cx = op.cx();
    let (lhs, rhs) =
        (VectorType::of_value(op.value(ContractionOp::lhs)), VectorType::of_value(op.value(ContractionOp::rhs)));
    if lhs.element.is_integer(cx) && lhs.element.signless_width(cx).is_none() {
        return Err(op.error("only supports signless integer types"));
    }
    let maps = ContractionOp::maps(op);
    if maps.len() != 3 {
        return Err(op.error("expected an indexing map for each vector operand"));
    }
    for (index, map) in maps.iter().enumerate() {
        verify_map(op, index, map)?;
    }
    let (contracting, batch) = (shared_dims(op, IteratorType::Reduction), shared_dims(op, IteratorType::Parallel));
    if contracting.is_empty() {
        return Err(op.error("expected at least one contracting dimension pair"));
    }
    let same_sizes = |dims: &[(usize, usize)]| dims.iter().all(|&(a, b)| lhs.shape[a] == rhs.shape[b]);
    if !same_sizes(&contracting) {
        return Err(op.error("invalid contracting dimension map"));
    }
    if !same_sizes(&batch) {
        return Err(op.error("invalid batch dimension map"));
    }
    verify_result(op, &maps, [&lhs, &rhs], &contracting, &batch)?;
    let Some(kind) = CombiningKind::of(op, ContractionOp::KIND) else {
        return Err(op.error("expected 'kind' attribute of type CombiningKind (e.g. 'vector.kind<add>')"));
    };
    let element = op.result(0).ty().element_or_self(cx);
    if kind.supports(cx, element) { Ok(()) } else { Err(op.error("unsupported contraction type")) }
}

fn verify_map(op: OpRef, index: usize, map: &AffineMap) -> Checked {
    let n_iterators = op.get(ContractionOp::iterator_types).len();
    let rank = op.operand(index).ty().shape(op.cx()).map_or(0, <[i64]>::len);
    let wrong = if map.n_symbols() != 0 {
        "to have no symbols".to_owned()
    } else if map.n_dims() as usize != n_iterators {
        format!("to have {n_iterators} number of inputs")
    } else if map.n_results() != rank {
        format!("to have {rank} number of outputs")
    } else if !map.is_projected_permutation() {
        "to be a projected permutation of its inputs".to_owned()
    } else {
        return Ok(());
    };
    Err(op.error(format!("expected indexing map {index} {wrong}")))
}

/// Verifies that accumulator and result have the sizes of the parallel dimensions.
fn verify_result(
    op: OpRef,
    maps: &[AffineMap],
    factors: [&VectorType; 2],
    contracting: &[(usize, usize)],
    batch: &[(usize, usize)],
) -> Checked {
    const INVALID: &str = "invalid accumulator/result vector shape";
    let cx = op.cx();
    let (acc, result) = (op.operand(2).ty(), op.result(0).ty());
    let [lhs, rhs] = factors;
    let free_lhs = (0..lhs.rank()).any(|dim| contracting.iter().all(|pair| pair.0 != dim));
    let free_rhs = (0..rhs.rank()).any(|dim| contracting.iter().chain(batch).all(|pair| pair.1 != dim));
    if !free_lhs && !free_rhs {
        let is_scalar = !result.is_vector(cx) && !acc.is_vector(cx);
        return if is_scalar { Ok(()) } else { Err(op.error(INVALID)) };
    }
    let (Some(parts), true) = (VectorType::of(cx, result), acc.is_vector(cx)) else { return Err(op.error(INVALID)) };
    if AffineMap::unused_dims(&maps[..2]).contains(&true) {
        return Err(op.error("expected all dimensions to be either a LHS or a RHS dimension"));
    }
    let mut extents = vec![None; maps[0].n_inputs() as usize];
    for (factor, map) in factors.into_iter().zip(maps) {
        for (dim, &size) in factor.shape.iter().enumerate() {
            let position = map.dim_position(dim).expect("maps were checked to be projected permutations");
            extents[position as usize].get_or_insert(size);
        }
    }
    let size = |expr: &rmlir::affine_maps::AffineExpr| expr.as_dim().and_then(|dim| extents[dim as usize]);
    let Some(shape) = maps[2].results().iter().map(size).collect::<Option<Vec<i64>>>() else {
        return Err(op.error("expected all dimensions to get an extent as either a LHS or a RHS dimension"));
    };
    let wanted = VectorType { shape, scalable: parts.scalable, element: parts.element }.ty(cx);
    if result != wanted || acc != wanted {
        return Err(op.error(format!("{INVALID}, expected: '{}'", cx.show_type(wanted))));
    }
    Ok(())
}
