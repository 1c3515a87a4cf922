//! `vector.transfer_read` and `vector.transfer_write`: transfers of slices of tensors and
//! memrefs, with permuted dimensions.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::asm::Unresolved;
use rmlir::core::attrs::AttrData;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::speculate::index_range;
use rmlir::core::types::TypeData;
use rmlir::core::value_bounds::{BoundSet, Quantity, ValueBounds, add_same};
use rmlir::prelude::*;

use crate::interfaces::{MaskableOp, Transfer, VectorTransferOp};
use crate::types::*;

/// Reads a slice of a tensor or memref into a vector.
///
/// `permutation_map` has the dimension of the base for each dimension of the vector. Elements out of bounds, and those
/// that the mask disables, are `padding`; `in_bounds` is whether each dimension is known to be in bounds.
///
/// ```mlir
/// %v = vector.transfer_read %m[%i, %j], %pad {permutation_map = affine_map<(d0, d1) -> (d0)>}
///   : memref<?x?xf32>, vector<128xf32>
/// ```
#[op(name = "vector.transfer_read", eval, traits(AttrSizedOperandSegments),
     interfaces(MaskableOp, MemoryEffects, Speculatable, VectorTransferOp), verify = verify_read,
     fold, canonicalize, parse = parse_read,
     print = print_read)]
pub struct TransferReadOp {
    #[operand]
    base: AnyShaped,
    #[operand]
    indices: Vec<Index>,
    #[prop]
    permutation_map: AffineMapAttr,
    #[operand]
    padding: AnyType,
    #[operand]
    mask: Option<MaskOfNonZeroRank>,
    #[prop]
    in_bounds: BoolArrayAttr,
    #[result]
    vector: AnyVectorOfAnyRank,
}

/// Writes a vector to a slice of a tensor or memref. If the base is a tensor, the result is the updated tensor.
///
/// ```mlir
/// vector.transfer_write %v, %m[%i, %j] {in_bounds = [true]} : vector<128xf32>, memref<?x?xf32>
/// ```
#[op(name = "vector.transfer_write", eval, traits(AttrSizedOperandSegments),
     interfaces(MaskableOp, MemoryEffects, Speculatable, ValueBounds, VectorTransferOp), verify = verify_write,
     fold, canonicalize, parse = parse_write,
     print = print_write)]
pub struct TransferWriteOp {
    #[operand(name = "valueToStore")]
    value_to_store: AnyVectorOfAnyRank,
    #[operand]
    base: AnyShaped,
    #[operand]
    indices: Vec<Index>,
    #[prop]
    permutation_map: AffineMapAttr,
    #[operand]
    mask: Option<MaskOfNonZeroRank>,
    #[prop]
    in_bounds: BoolArrayAttr,
    #[result]
    result: Option<AnyRankedTensor>,
}

impl ValueBounds for TransferWriteOp {
    /// The result tensor has the sizes of the base.
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let base = TransferWriteOp::from_id(op.id).base(op.body);
        add_same(set, Quantity::size(value, dim), Quantity::size(base, dim));
    }
}

/// The slots of `permutation_map` and `in_bounds` of both operations.
pub(crate) const PERMUTATION: usize = TransferReadOp::PERMUTATION_MAP;
pub(crate) const IN_BOUNDS: usize = TransferReadOp::IN_BOUNDS;

/// Whether `op` is a `vector.transfer_read`, which determines the operand fields.
fn is_read(op: OpRef) -> bool {
    op.is::<TransferReadOp>()
}

/// The components of a transfer.
pub(crate) fn parts(op: OpRef) -> Transfer {
    type Read = TransferReadOp;
    type Write = TransferWriteOp;
    let (base, indices, mask) = match is_read(op) {
        true => (Read::BASE_OPERAND, Read::INDICES_OPERAND, Read::MASK_OPERAND),
        false => (Write::BASE_OPERAND, Write::INDICES_OPERAND, Write::MASK_OPERAND),
    };
    let base = op.operand_field(base)[0];
    let vector = if is_read(op) { op.result(0) } else { op.operand(Write::VALUE_TO_STORE_OPERAND) };
    let map = op.prop(PERMUTATION).and_then(|map| map.as_affine_map(op.cx()));
    let flags = op.prop(IN_BOUNDS).and_then(|flags| flags.as_array(op.cx())).unwrap_or_default();
    Transfer {
        base: base.id,
        indices: value_ids(op.operand_field(indices)),
        permutation: map.expect("the property was checked to be a map").clone(),
        in_bounds: flags.iter().map(|flag| flag.as_bool(op.cx()) == Some(true)).collect(),
        mask: op.operand_field(mask).first().map(|mask| mask.id),
        vector_type: vector.ty(),
        base_type: base.ty(),
    }
}

impl Transfer {
    /// The components of `op`, which is a transfer.
    pub fn of(body: &Body, op: impl Into<OpId>) -> Self {
        parts(OpRef::new(body, op.into()))
    }

    /// The builder of a read with these components, and `padding` for elements out of bounds.
    pub fn read(&self, cx: &Context, padding: Value) -> Build<TransferReadOp> {
        let (map, in_bounds) = self.attrs(cx);
        TransferReadOp::build(self.vector_type, self.base, &self.indices, padding, self.mask, map, in_bounds)
    }

    /// The builder of a write of `vector` with these components.
    pub fn write(&self, cx: &Context, vector: Value) -> Build<TransferWriteOp> {
        let (map, in_bounds) = self.attrs(cx);
        let result = Some(self.base_type).filter(|ty| ty.is_tensor(cx));
        TransferWriteOp::build(result, vector, self.base, &self.indices, self.mask, map, in_bounds)
    }

    fn attrs(&self, cx: &Context) -> (Attr, Attr) {
        (cx.attr(AttrData::AffineMap(self.permutation.clone())), bool_array(cx, &self.in_bounds))
    }
}

/// Rows of `Op: whether disabled lanes can have a pass-through value;`.
macro_rules! transfers {
    ($($op:ident: $passthru:literal;)*) => {$(
        impl VectorTransferOp for $op {
            fn transfer(&self, op: OpRef) -> Transfer {
                parts(op)
            }
        }
        impl MaskableOp for $op {
            fn expected_mask_type(&self, op: OpRef) -> Type {
                let transfer = parts(op);
                let vector = VectorType::of(op.cx(), transfer.vector_type).expect("checked to be a vector");
                infer_mask_type(op.cx(), &vector, &transfer.permutation).unwrap_or(Type::NONE)
            }
            fn supports_passthru(&self) -> bool {
                $passthru
            }
        }
        impl Speculatable for $op {
            /// Only tensors can be accessed speculatively, and only if the access is known to be in bounds.
            fn speculatability(&self, op: OpRef) -> Speculatability {
                let transfer = parts(op);
                (transfer.base_type.is_tensor(op.cx()) && is_known_in_bounds(op, &transfer)).into()
            }
        }
    )*};
}
/// Whether all lanes are known to be in bounds, except along dimensions where they may be out of bounds.
fn is_known_in_bounds(op: OpRef, transfer: &Transfer) -> bool {
    let (cx, base) = (op.cx(), transfer.base_type.shape(op.cx()).unwrap_or_default());
    let Some(vector) = VectorType::of(cx, transfer.vector_type) else { return false };
    let n_lanes = |dim: usize| match transfer.permutation.result_position(dim as u32) {
        Some(at) if !transfer.in_bounds[at] => None,
        Some(at) if vector.scalable[at] => Some(i64::MAX),
        Some(at) => Some(vector.shape[at]),
        None => Some(1),
    };
    let is_inside = |(dim, &size): (usize, &i64)| {
        let Some(n_lanes) = n_lanes(dim) else { return true };
        let range = index_range(op.body, MixedIndex::Dynamic(transfer.indices[dim]));
        let fits = |(low, high): (i64, i64)| low >= 0 && high.checked_add(n_lanes).is_some_and(|end| end <= size);
        size != DYNAMIC && range.is_some_and(fits)
    };
    base.iter().enumerate().all(is_inside)
}

transfers! {
    TransferReadOp: true;
    TransferWriteOp: false;
}

impl MemoryEffects for TransferReadOp {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        effects_on_base(op, EffectKind::Read)
    }
}

impl MemoryEffects for TransferWriteOp {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        effects_on_base(op, EffectKind::Write)
    }
}

fn effects_on_base(op: OpRef, kind: EffectKind) -> Vec<Effect> {
    let base = parts(op).base;
    if op.body.ty(base).is_memref(op.cx()) { vec![Effect::on(kind, base)] } else { Vec::new() }
}

/// The number of dimensions of a vector that are transferred, without the dimensions of the base's elements.
fn effective_rank(cx: &Context, base: Type, vector: &VectorType) -> Option<usize> {
    let inner = base.element(cx).and_then(|ty| VectorType::of(cx, ty)).map_or(0, |inner| inner.rank());
    vector.rank().checked_sub(inner)
}

/// The default permutation map: the vector's dimensions are the trailing dimensions of the base.
/// `None` if the base has too few.
pub fn minor_identity(cx: &Context, base: Type, vector: &VectorType) -> Option<AffineMap> {
    let rank = base.shape(cx)?.len();
    // A vector of one element is transferred as a scalar.
    if rank == 0 && vector.shape == [1] {
        return Some(AffineMap::new(0, 0, vec![AffineExpr::constant(0)]));
    }
    let n_results = effective_rank(cx, base, vector).filter(|&n_results| n_results <= rank)?;
    Some(AffineMap::minor_identity(rank as u32, n_results as u32))
}

/// The type of the mask of a transfer; `None` if the map cannot be inverted.
pub fn infer_mask_type(cx: &Context, vector: &VectorType, permutation: &AffineMap) -> Option<Type> {
    let inverse = permutation.compress_unused_dims().inverse_permutation()?;
    let positions: Vec<usize> =
        inverse.results().iter().filter_map(|expr| expr.as_dim()).map(|dim| dim as usize).collect();
    let mut mask = VectorType {
        shape: positions.iter().map(|&dim| vector.shape.get(dim).copied()).collect::<Option<_>>()?,
        scalable: positions.iter().map(|&dim| vector.scalable.get(dim).copied()).collect::<Option<_>>()?,
        element: Type::I1,
    };
    if mask.shape.is_empty() {
        mask = VectorType::fixed(&[1], Type::I1);
    }
    Some(mask.ty(cx))
}

/// The attribute of `in_bounds`.
pub(crate) fn bool_array(cx: &Context, flags: &[bool]) -> Attr {
    let flags: Vec<Attr> = flags.iter().map(|&flag| cx.bool_attr(flag)).collect();
    cx.array_attr(&flags)
}

/// The operands and types of a transfer that was parsed, before they are resolved.
struct Written {
    base: Unresolved,
    base_type: Type,
    indices: Vec<Unresolved>,
    vector_type: Type,
    mask: Option<Unresolved>,
    mask_type: Type,
}

/// Parses `, mask` if it is next.
fn try_mask(parser: &mut dyn OpAsmParser) -> Parsed<Option<Unresolved>> {
    if parser.try_token(",") { parser.operand().map(Some) } else { Ok(None) }
}

/// Parses attributes and types, and adds defaults of absent attributes.
fn parse_rest(
    parser: &mut dyn OpAsmParser,
    state: &mut OpState,
    (base, indices, mask): (Unresolved, Vec<Unresolved>, Option<Unresolved>),
    vector_first: bool,
) -> Parsed<Written> {
    parser.attr_dict(state)?;
    let pos = parser.pos();
    parser.asm().token(":")?;
    let types = parser.asm().type_list()?;
    let [first, second] = types[..] else { return Err(parser.error_at(pos, "requires two types")) };
    let (vector_type, base_type) = if vector_first { (first, second) } else { (second, first) };
    let cx = parser.cx();
    let is_base = matches!(base_type.data(cx), TypeData::MemRef { .. } | TypeData::RankedTensor { .. });
    let vector = VectorType::of(cx, vector_type);
    let wrong = match (is_base, &vector) {
        (_, None) if vector_first => Some("requires vector type"),
        (false, _) => Some("requires memref or ranked tensor type"),
        (true, None) => Some("requires vector type"),
        (true, Some(_)) => None,
    };
    let Some(vector) = vector.filter(|_| wrong.is_none()) else {
        return Err(parser.error_at(pos, wrong.unwrap_or_default()));
    };
    let map = complete_attrs(parser, state, pos, base_type, &vector)?;
    let mut mask_type = Type::NONE;
    if let Some(mask) = mask {
        let cx = parser.cx();
        if base_type.element(cx).is_some_and(|ty| ty.is_vector(cx)) {
            return Err(parser.error_at(mask.pos, "does not support masks with vector element type"));
        }
        if vector.rank() != map.n_results() {
            let message = "expected the same rank for the vector and the results of the permutation map";
            return Err(parser.error_at(pos, message));
        }
        mask_type = infer_mask_type(cx, &vector, &map).unwrap_or(Type::NONE);
    }
    Ok(Written { base, base_type, indices, vector_type, mask, mask_type })
}

fn complete_attrs(
    parser: &mut dyn OpAsmParser,
    state: &mut OpState,
    pos: u32,
    base: Type,
    vector: &VectorType,
) -> Parsed<AffineMap> {
    let cx = parser.cx();
    let given = state.props.get(PERMUTATION).and_then(|map| map.as_affine_map(cx));
    let map = match given {
        Some(map) => map.clone(),
        None => {
            let rank = base.shape(cx).map_or(0, <[i64]>::len);
            let fits = effective_rank(cx, base, vector).is_some_and(|needed| needed <= rank);
            let Some(map) = minor_identity(cx, base, vector).filter(|_| fits) else {
                let message = "expected a custom permutation_map when rank(source) != rank(destination)";
                return Err(parser.error_at(pos, message));
            };
            state.set_prop(PERMUTATION, cx.attr(AttrData::AffineMap(map.clone())));
            map
        }
    };
    if state.props.get(IN_BOUNDS).is_none_or(|flags| flags.is_absent()) {
        state.set_prop(IN_BOUNDS, bool_array(parser.cx(), &vec![false; map.n_results()]));
    }
    Ok(map)
}

fn parse_read(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let base = parser.operand()?;
    let indices = parser.operand_list(Delimiter::Square)?;
    parser.asm().token(",")?;
    let padding = parser.operand()?;
    let mask = try_mask(parser)?;
    let written = parse_rest(parser, state, (base, indices, mask), false)?;
    resolve(parser, state, &written, Some(padding))?;
    state.result_types.push(written.vector_type);
    set_sizes(parser, state, &[1, written.indices.len(), 1, usize::from(mask.is_some())]);
    Ok(())
}

fn parse_write(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let vector = parser.operand()?;
    parser.asm().token(",")?;
    let base = parser.operand()?;
    let indices = parser.operand_list(Delimiter::Square)?;
    let mask = try_mask(parser)?;
    let written = parse_rest(parser, state, (base, indices, mask), true)?;
    let vector = parser.resolve(vector, written.vector_type)?;
    state.operands.push(vector);
    resolve(parser, state, &written, None)?;
    if written.base_type.is_tensor(parser.cx()) {
        state.result_types.push(written.base_type);
    }
    set_sizes(parser, state, &[1, 1, written.indices.len(), usize::from(mask.is_some())]);
    Ok(())
}

/// Resolves base, indices, padding and mask.
fn resolve(
    parser: &mut dyn OpAsmParser,
    state: &mut OpState,
    written: &Written,
    padding: Option<Unresolved>,
) -> Parsed<()> {
    parser.resolve_same(&[written.base], written.base_type, state)?;
    parser.resolve_same(&written.indices, Type::INDEX, state)?;
    let element = written.base_type.element_or_self(parser.cx());
    parser.resolve_same(padding.as_slice(), element, state)?;
    parser.resolve_same(written.mask.as_slice(), written.mask_type, state)
}

fn set_sizes(parser: &mut dyn OpAsmParser, state: &mut OpState, sizes: &[usize]) {
    let sizes: Vec<i32> = sizes.iter().map(|&size| size as i32).collect();
    state.set_attr(parser.cx(), "operandSegmentSizes", parser.cx().i32_array(&sizes));
}

fn print_read(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    print_place(printer, op);
    printer.text(", ");
    printer.operand(op.value(TransferReadOp::padding));
    let transfer = print_mask_and_attrs(printer, op);
    printer.types([transfer.base_type, transfer.vector_type]);
}

fn print_write(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.operand(TransferWriteOp::VALUE_TO_STORE_OPERAND));
    printer.text(", ");
    print_place(printer, op);
    let transfer = print_mask_and_attrs(printer, op);
    printer.types([transfer.vector_type, transfer.base_type]);
}

fn print_place(printer: &mut dyn AsmPrinter, op: OpRef) {
    let transfer = parts(op);
    printer.operand(ValueRef::new(op.body, transfer.base));
    printer.text("[");
    printer.operands(transfer.indices.iter().map(|&index| ValueRef::new(op.body, index)));
    printer.text("]");
}

fn print_mask_and_attrs(printer: &mut dyn AsmPrinter, op: OpRef) -> Transfer {
    let transfer = parts(op);
    if let Some(mask) = transfer.mask {
        printer.text(", ");
        printer.operand(ValueRef::new(op.body, mask));
    }
    let mut elided = vec!["operandSegmentSizes"];
    if transfer.permutation.is_minor_identity() {
        elided.push("permutation_map");
    }
    if !transfer.in_bounds.contains(&true) {
        elided.push("in_bounds");
    }
    printer.attr_dict(op, &elided);
    printer.text(" : ");
    transfer
}

fn verify_read(op: OpRef) -> Checked {
    let transfer = parts(op);
    verify_indices(op, &transfer)?;
    verify_transfer(op, &transfer)?;
    let element = transfer.base_type.element_or_self(op.cx());
    let padding = op.value(TransferReadOp::padding).ty();
    if element.is_vector(op.cx()) {
        if element != padding {
            return Err(op.error("requires source element type and padding type to match."));
        }
    } else if !is_vector_element(op.cx(), padding) {
        return Err(op.error("requires valid padding vector elemental type"));
    } else if padding != element {
        return Err(op.error("requires formal padding and source of the same elemental type"));
    }
    verify_map(op, &transfer.permutation)
}

fn verify_write(op: OpRef) -> Checked {
    let transfer = parts(op);
    verify_indices(op, &transfer)?;
    if transfer.has_broadcast_dim() {
        return Err(op.error("should not have broadcast dimensions"));
    }
    verify_transfer(op, &transfer)?;
    verify_map(op, &transfer.permutation)
}

fn verify_indices(op: OpRef, transfer: &Transfer) -> Checked {
    let rank = transfer.base_type.shape(op.cx()).map_or(0, <[i64]>::len);
    if transfer.indices.len() == rank { Ok(()) } else { Err(op.error(format!("requires {rank} indices"))) }
}

fn verify_transfer(op: OpRef, transfer: &Transfer) -> Checked {
    if op.attr("masked").is_some() {
        return Err(op.error("masked attribute has been removed. Use in_bounds instead."));
    }
    let cx = op.cx();
    let Some(base_shape) = transfer.base_type.shape(cx).filter(|_| !transfer.base_type.is_vector(cx)) else {
        return Err(op.error("requires source to be a memref or ranked tensor type"));
    };
    let vector = VectorType::of(cx, transfer.vector_type).expect("checked to be a vector");
    verify_width_and_rank(op, transfer, &vector)?;
    if transfer.permutation.n_symbols() != 0 {
        return Err(op.error("requires permutation_map without symbols"));
    }
    if transfer.permutation.n_inputs() as usize != base_shape.len() {
        return Err(op.error("requires a permutation_map with input dims of the same rank as the source type"));
    }
    if let Some(mask) = transfer.mask {
        let (wanted, got) = (infer_mask_type(cx, &vector, &transfer.permutation), op.body.ty(mask));
        if wanted != Some(got) {
            let (wanted, got) = (cx.show_type(wanted.unwrap_or(Type::NONE)), cx.show_type(got));
            return Err(
                op.error(format!("inferred mask type ('{wanted}') and mask operand type ('{got}') don't match"))
            );
        }
    }
    if transfer.rank() != transfer.in_bounds.len() {
        let map = cx.show_attr(op.prop(PERMUTATION).expect("the property is there"));
        let n = transfer.in_bounds.len();
        return Err(op.error(format!(
            "expects the in_bounds attr of same rank as permutation_map results: {map} vs inBounds of size: {n}"
        )));
    }
    Ok(())
}

/// Verifies that the last dimension consists of whole elements of the base, and that every
/// other dimension is transferred.
fn verify_width_and_rank(op: OpRef, transfer: &Transfer, vector: &VectorType) -> Checked {
    const RANK: &str = "requires a permutation_map with result dims of the same rank as the vector type";
    let cx = op.cx();
    let element = transfer.base_type.element_or_self(cx);
    // The product of sizes near the maximum integer wraps, as in upstream.
    let minor_bits =
        |parts: &VectorType| bit_width(cx, parts.element).wrapping_mul(*parts.shape.last().unwrap_or(&1) as u64);
    let is_whole = |by: u64| minor_bits(vector).checked_rem(by).is_none_or(|rest| rest == 0);
    let Some(inner) = VectorType::of(cx, element) else {
        if !is_whole(bit_width(cx, element)) {
            return Err(op.error(
                "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the \
                 source element type",
            ));
        }
        return if transfer.rank() == vector.rank() { Ok(()) } else { Err(op.error(RANK)) };
    };
    if !is_whole(minor_bits(&inner)) {
        return Err(op.error(
            "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor \
             1-D vector of the source",
        ));
    }
    let Some(rank) = vector.rank().checked_sub(inner.rank()) else {
        return Err(op.error("requires source vector element and vector result ranks to match."));
    };
    if transfer.rank() != rank {
        return Err(op.error(RANK));
    }
    if transfer.mask.is_some() {
        return Err(op.error("does not support masks with vector element type"));
    }
    Ok(())
}

/// Verifies that each result is a dimension, all distinct, or the constant 0.
fn verify_map(op: OpRef, map: &AffineMap) -> Checked {
    let mut seen = vec![false; map.n_inputs() as usize];
    for expr in map.results() {
        if expr.as_constant() == Some(0) {
            continue;
        }
        let Some(dim) = expr.as_dim() else {
            return Err(op.error(
                "requires a projected permutation_map (at most one dim or the zero constant can appear in each result)",
            ));
        };
        if std::mem::replace(&mut seen[dim as usize], true) {
            return Err(
                op.error("requires a permutation_map that is a permutation (found one dim used more than once)")
            );
        }
    }
    Ok(())
}
