//! Reductions, scans and outer products.

use rmlir::prelude::*;
use rmlir_arith::{AtomicRmwKind, FastMathFlags, no_fastmath};

use crate::attrs::{CombiningKind, OwnKind, add};
use crate::interfaces::MaskableOp;
use crate::types::*;

/// Reduces a vector of rank 0 or 1, with an optional accumulator.
///
/// ```mlir
/// %1 = vector.reduction <add>, %0 : vector<16xf32> into f32
/// %4 = vector.reduction <mul>, %0, %1 : vector<16xf32> into f32
/// ```
#[op(name = "vector.reduction", eval, traits(Pure), interfaces(MaskableOp), custom_traits(SOURCE_AND_RESULT_ELEMENT),
     verify = verify_reduction, canonicalize,
     format = "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($vector) `into` \
               type($dest)")]
pub struct ReductionOp {
    #[prop]
    kind: CombiningKind,
    #[operand]
    vector: AnyVectorOfAnyRank,
    #[operand(derive(from = "dest", with = same_type, summary = "dest and acc have the same type"))]
    acc: Option<AnyType>,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result]
    dest: AnyType,
}

impl MaskableOp for ReductionOp<()> {
    fn expected_mask_type(&self, op: OpRef) -> Type {
        VectorType::of_value(op.operand(ReductionOp::VECTOR_OPERAND)).mask(op.cx())
    }
}

fn verify_reduction(op: OpRef) -> Checked {
    let rank = VectorType::of_value(op.value(ReductionOp::vector)).rank();
    if rank > 1 {
        return Err(op.error(format!("unsupported reduction rank: {rank}")));
    }
    let (kind, ty) = (op.get(ReductionOp::kind), op.result(0).ty());
    if kind.supports(op.cx(), ty) {
        return Ok(());
    }
    let (ty, kind) = (op.cx().show_type(ty), kind.keyword());
    // The second quote mark belongs to the type.
    Err(op.error(format!("unsupported reduction type ''{ty}'' for kind '{kind}'")))
}

/// Reduces a vector along some dimensions, with an accumulator.
///
/// ```mlir
/// %1 = vector.multi_reduction <add>, %0, %acc [1, 3] : vector<4x8x16x32xf32> to vector<4x16xf32>
/// ```
#[op(name = "vector.multi_reduction", eval, traits(Pure), interfaces(MaskableOp),
     custom_traits(SOURCE_AND_RESULT_ELEMENT), infer = infer_multi_reduction, verify = verify_multi_reduction,
     fold, canonicalize,
     format = "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)")]
pub struct MultiDimReductionOp {
    #[prop]
    kind: CombiningKind,
    #[operand]
    source: AnyVectorOfNonZeroRank,
    #[operand(derive(from = "dest", with = same_type, summary = "all of {dest, acc} have same type"))]
    acc: AnyType,
    #[prop]
    reduction_dims: DenseI64ArrayAttr,
    #[result]
    dest: AnyType,
}

impl MaskableOp for MultiDimReductionOp<()> {
    fn expected_mask_type(&self, op: OpRef) -> Type {
        VectorType::of_value(op.operand(MultiDimReductionOp::SOURCE_OPERAND)).mask(op.cx())
    }
}

fn infer_multi_reduction(cx: &Context, state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String> {
    let source = operands.first().and_then(|&ty| VectorType::of(cx, ty)).ok_or("expected a vector")?;
    let dims = state.props.get(MultiDimReductionOp::REDUCTION_DIMS).and_then(|dims| dims.as_int_array(cx));
    Ok(vec![reduced(cx, &source, &dims.unwrap_or_default())])
}

/// The type of the source without the reduced dimensions.
fn reduced(cx: &Context, source: &VectorType, dims: &[i64]) -> Type {
    let kept: Vec<usize> = (0..source.rank()).filter(|&dim| !dims.contains(&(dim as i64))).collect();
    if kept.is_empty() {
        return source.element;
    }
    let shape = kept.iter().map(|&dim| source.shape[dim]).collect();
    let scalable = kept.iter().map(|&dim| source.scalable[dim]).collect();
    VectorType { shape, scalable, element: source.element }.ty(cx)
}

fn verify_multi_reduction(op: OpRef) -> Checked {
    let source = VectorType::of_value(op.value(MultiDimReductionOp::source));
    let dims = op.get(MultiDimReductionOp::reduction_dims);
    let (wanted, got) = (reduced(op.cx(), &source, &dims), op.result(0).ty());
    if wanted == got {
        return Ok(());
    }
    let (got, source) = (op.cx().show_type(got), op.cx().show_type(op.value(MultiDimReductionOp::source).ty()));
    Err(op.error(format!("destination type '{got}' is incompatible with source type '{source}'")))
}

/// Computes prefix reductions along a dimension; the results are all prefixes and the last one.
///
/// ```mlir
/// %1:2 = vector.scan <add>, %0, %acc {inclusive = false, reduction_dim = 1 : i64}
///   : vector<4x8x16xf32>, vector<4x16xf32>
/// ```
#[op(name = "vector.scan", eval, traits(Pure), interfaces(AsmNames),
     types(S = AnyVectorOfNonZeroRank, I = AnyVectorOfAnyRank), verify = verify_scan,
     format = "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)")]
pub struct ScanOp {
    #[prop]
    kind: CombiningKind,
    #[operand]
    source: S,
    #[operand]
    initial_value: I,
    #[prop]
    reduction_dim: I64Attr,
    #[prop]
    inclusive: BoolAttr,
    #[result]
    dest: S,
    #[result]
    accumulated_value: I,
}

impl AsmNames for ScanOp<()> {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "dest");
        name(1, "accumulated_value");
    }
}

fn verify_scan(op: OpRef) -> Checked {
    let (source, initial) =
        (VectorType::of_value(op.value(ScanOp::source)), VectorType::of_value(op.value(ScanOp::initial_value)));
    let dim = op.get(ScanOp::reduction_dim);
    let rank = source.rank();
    if dim >= rank as i64 {
        return Err(op.error(format!("reduction dimension {dim} has to be less than {rank}")));
    }
    if initial.rank() != rank - 1 {
        let got = initial.rank();
        return Err(op.error(format!("initial value rank {got} has to be equal to {}", rank - 1)));
    }
    let left: Vec<i64> = (0..rank).filter(|&other| other as i64 != dim).map(|other| source.shape[other]).collect();
    if initial.shape != left {
        return Err(op.error("incompatible input/initial value shapes"));
    }
    let kind = op.get(ScanOp::kind);
    if kind.supports(op.cx(), source.element) {
        return Ok(());
    }
    let (ty, kind) = (op.cx().show_type(source.element), kind.keyword());
    Err(op.error(format!("unsupported reduction type '{ty}' for kind '{kind}'")))
}

static LHS_AND_RESULT: SameElementType = SameElementType {
    words: "lhs operand and result have same element type",
    of: Place::Result(0),
    and: Place::Operand(0),
};
static RHS_AND_RESULT: SameElementType = SameElementType {
    words: "rhs operand and result have same element type",
    of: Place::Result(0),
    and: Place::Operand(1),
};

/// Multiplies each element of a vector by each one of another, or by a scalar, and combines the
/// products with an optional accumulator.
///
/// ```mlir
/// %2 = vector.outerproduct %0, %1 : vector<4xf32>, vector<8xf32>
/// %3 = vector.outerproduct %0, %1, %2 {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<8xf32>
/// ```
#[op(name = "vector.outerproduct", eval, traits(Pure), interfaces(MaskableOp),
     custom_traits(LHS_AND_RESULT, RHS_AND_RESULT), verify = verify_outerproduct, parse = parse_outerproduct,
     print = print_outerproduct)]
pub struct OuterProductOp {
    #[operand]
    lhs: AnyVectorOfNonZeroRank,
    #[operand]
    rhs: AnyType,
    #[operand]
    acc: Option<AnyVectorOfNonZeroRank>,
    #[prop(default = add)]
    kind: OwnKind,
    #[result]
    result: AnyVectorOfNonZeroRank,
}

impl MaskableOp for OuterProductOp<()> {
    fn expected_mask_type(&self, op: OpRef) -> Type {
        VectorType::of_value(op.result(0)).mask(op.cx())
    }
}

fn parse_outerproduct(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let operands = parser.operand_list(Delimiter::None)?;
    parser.attr_dict(state)?;
    let lhs = parser.asm().colon_type()?;
    parser.asm().token(",")?;
    let rhs = parser.parse_type()?;
    let name_pos = parser.name_pos();
    if operands.len() < 2 {
        return Err(parser.error_at(name_pos, "expected at least 2 operands"));
    }
    let cx = parser.cx();
    let Some(lhs_parts) = VectorType::of(cx, lhs) else {
        return Err(parser.error_at(name_pos, "expected vector type for operand #1"));
    };
    let result = product_type(&lhs_parts, VectorType::of(cx, rhs).as_ref()).ty(cx);
    for (index, &operand) in operands.iter().take(3).enumerate() {
        let value = parser.resolve(operand, [lhs, rhs, result][index])?;
        state.operands.push(value);
    }
    state.result_types.push(result);
    Ok(())
}

/// The type of the product by a vector or by a scalar. A factor of rank 0, which is an
/// error, is treated as one of size 1.
fn product_type(lhs: &VectorType, rhs: Option<&VectorType>) -> VectorType {
    let mut result = VectorType::fixed(&[], lhs.element);
    for factor in [Some(lhs), rhs].into_iter().flatten() {
        result.shape.push(*factor.shape.first().unwrap_or(&1));
        result.scalable.push(*factor.scalable.first().unwrap_or(&false));
    }
    result
}

fn print_outerproduct(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operands(op.operands());
    if op.n_operands() > 2 {
        printer.attr_dict(op, &[]);
    }
    printer.text(" : ");
    printer.types([op.value(OuterProductOp::lhs).ty(), op.value(OuterProductOp::rhs).ty()]);
}

fn verify_outerproduct(op: OpRef) -> Checked {
    let (lhs, rhs) = (
        VectorType::of_value(op.value(OuterProductOp::lhs)),
        VectorType::of(op.cx(), op.value(OuterProductOp::rhs).ty()),
    );
    let result = VectorType::of_value(op.result(0));
    if lhs.rank() != 1 {
        return Err(op.error("expected 1-d vector for operand #1"));
    }
    if rhs.as_ref().is_some_and(|rhs| rhs.rank() != 1) {
        return Err(op.error("expected 1-d vector for operand #2"));
    }
    let rank = if rhs.is_some() { 2 } else { 1 };
    if result.rank() != rank {
        return Err(op.error(format!("expected {rank}-d vector result")));
    }
    if lhs.shape[0] != result.shape[0] {
        return Err(op.error("expected #1 operand dim to match result dim #1"));
    }
    if let Some(rhs) = &rhs {
        if rhs.shape[0] != result.shape[1] {
            return Err(op.error("expected #2 operand dim to match result dim #2"));
        }
        if lhs.is_scalable() && !rhs.is_scalable() {
            return Err(op.error("expected either both or only #2 operand dim to be scalable"));
        }
    }
    if op.n_operands() > 2 && op.operand(2).ty() != op.result(0).ty() {
        return Err(op.error("expected operand #3 of same type as result type"));
    }
    let Some(kind) = CombiningKind::of(op, OuterProductOp::KIND) else {
        return Err(op.error("expected 'kind' attribute of type CombiningKind (e.g. 'vector.kind<add>')"));
    };
    if kind.supports(op.cx(), result.element) { Ok(()) } else { Err(op.error("unsupported outerproduct type")) }
}

/// Combines the elements of a vector of rank 1; `None` of an assignment.
pub fn reduce_vector(rw: &mut Rewriter, loc: Loc, kind: AtomicRmwKind, vector: Value) -> Option<Value> {
    let kind = match kind {
        AtomicRmwKind::Addf | AtomicRmwKind::Addi => CombiningKind::Add,
        AtomicRmwKind::Mulf | AtomicRmwKind::Muli => CombiningKind::Mul,
        AtomicRmwKind::Minimumf => CombiningKind::MinimumF,
        AtomicRmwKind::Mins => CombiningKind::MinSI,
        AtomicRmwKind::Minu => CombiningKind::MinUI,
        AtomicRmwKind::Maximumf => CombiningKind::MaximumF,
        AtomicRmwKind::Maxs => CombiningKind::MaxSI,
        AtomicRmwKind::Maxu => CombiningKind::MaxUI,
        AtomicRmwKind::Andi => CombiningKind::And,
        AtomicRmwKind::Ori => CombiningKind::Or,
        AtomicRmwKind::Minnumf => CombiningKind::MinNumF,
        AtomicRmwKind::Maxnumf => CombiningKind::MaxNumF,
        AtomicRmwKind::Xori => CombiningKind::Xor,
        AtomicRmwKind::Assign => return None,
    };
    let element = rw.ty(vector).element(rw.cx())?;
    let kind = DialectAttr::attr(kind, rw.cx());
    Some(rw.value(ReductionOp::build(element, vector, None, kind).at(loc)))
}
