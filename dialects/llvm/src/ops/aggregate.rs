//! Elements of vectors, members of structures and arrays, and selection.

use rmlir::analysis::uniformity::InferUniformity;
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

use super::flags::no_fastmath;
use crate::attrs::enums::FastmathFlags;
use crate::types::constraint::*;
use crate::types::{ArrayType, StructType};

fn element_type(cx: &Context, ty: Type) -> Option<Type> {
    ty.element(cx)
}

/// An element of a vector.
#[op(
    name = "llvm.extractelement",
    eval,
    traits(Pure),
    format = "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)"
)]
pub struct ExtractElementOp {
    #[operand]
    vector: Vector,
    #[operand]
    position: SignlessInt,
    #[result(derive(from = "vector", with = element_type, summary = "result type matches vector element type"))]
    res: Compatible,
}

/// A vector with one element changed.
#[op(name = "llvm.insertelement", eval, traits(Pure), types(V = Vector),
     format = "$value `,` $vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)")]
pub struct InsertElementOp {
    #[operand]
    vector: V,
    #[operand(derive(from = "vector", with = element_type, summary = "argument type matches vector element type"))]
    value: Primitive,
    #[operand]
    position: SignlessInt,
    #[result]
    res: V,
}

/// Elements chosen from two vectors.
#[op(name = "llvm.shufflevector", eval, traits(Pure), types(V = Vector), fold,
     verify = verify_shuffle, custom(ShuffleType = (parse_shuffle_type, print_nothing)),
     format = "$v1 `,` $v2 $mask attr-dict `:` type($v1) custom<ShuffleType>(ref(type($v1)), type($res), ref($mask))")]
pub struct ShuffleVectorOp {
    #[operand]
    v1: V,
    #[operand]
    v2: V,
    #[prop]
    mask: DenseI32ArrayAttr,
    #[result]
    res: Vector,
}

/// A member of a structure or array, which may be nested.
///
/// ```mlir
/// %1 = llvm.extractvalue %0[1, 0] : !llvm.struct<(i32, struct<(f32)>)>
/// ```
#[op(name = "llvm.extractvalue", eval, traits(Pure), interfaces(InferUniformity), fold, verify = verify_extract,
     custom(InsertExtractValueElementType = (parse_member_type, print_nothing)),
     format = "$container `` $position attr-dict `:` type($container) \
               custom<InsertExtractValueElementType>(type($res), ref(type($container)), ref($position))")]
pub struct ExtractValueOp {
    #[operand]
    container: Aggregate,
    #[prop]
    position: DenseI64ArrayAttr,
    #[result]
    res: Compatible,
}

/// A structure or array with one member changed.
#[op(name = "llvm.insertvalue", eval, traits(Pure), types(C = Aggregate), verify = verify_insert,
     custom(InsertExtractValueElementType = (parse_member_type, print_nothing)),
     format = "$value `,` $container `` $position attr-dict `:` type($container) \
               custom<InsertExtractValueElementType>(type($value), ref(type($container)), ref($position))")]
pub struct InsertValueOp {
    #[operand]
    container: C,
    #[operand]
    value: Primitive,
    #[prop]
    position: DenseI64ArrayAttr,
    #[result]
    res: C,
}

/// Selects one of two values by a condition.
#[op(name = "llvm.select", eval, traits(Pure), types(T = Compatible), interfaces(SelectLike),
     format = "operands attr-dict `:` type($condition) `,` type($res)")]
pub struct SelectOp {
    #[operand]
    condition: BoolOrVector,
    #[operand]
    trueValue: T,
    #[operand]
    falseValue: T,
    #[prop(default = no_fastmath)]
    fastmathFlags: FastmathFlags,
    #[result]
    res: T,
}

impl SelectLike for SelectOp<()> {
    fn parts(&self) -> (usize, usize, usize) {
        (0, 1, 2)
    }
}

/// A value that is the same wherever it is used, even if it was undefined.
#[op(name = "llvm.freeze", eval, traits(Pure, SameOperandsAndResultType), format = "$val attr-dict `:` type($val)")]
pub struct FreezeOp {
    #[operand]
    val: Compatible,
    #[result]
    res: Compatible,
}

fn print_nothing(_printer: &mut dyn AsmPrinter, _op: OpRef, _fields: &[DirectiveField]) {}

/// The type of the member of `container` at `position`, or an error message.
pub(crate) fn member_type(cx: &Context, container: Type, position: &[i64]) -> Result<Type, String> {
    if !is_compatible(cx, container) {
        return Err(format!("expected LLVM IR Dialect type, got '{}'", cx.show_type(container)));
    }
    position.iter().try_fold(container, |ty, &index| {
        let out_of_bounds = || format!("position out of bounds: {index}");
        if let Some(array) = ArrayType::from_type(cx, ty) {
            let fits = (0..array.n_elements(cx)).contains(&index);
            return if fits { Ok(array.element(cx)) } else { Err(out_of_bounds()) };
        }
        let Some(structure) = StructType::from_type(cx, ty) else {
            return Err(format!("expected LLVM IR structure/array type, got: '{}'", cx.show_type(ty)));
        };
        let members = structure.members(cx);
        usize::try_from(index).ok().and_then(|index| members.get(index).copied()).ok_or_else(out_of_bounds)
    })
}

fn parse_member_type(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let [_, DirectiveArg::Types(containers), DirectiveArg::Attr(position)] = args else { return Ok(false) };
    let (container, position) = (containers[0], position.as_int_array(parser.cx()).unwrap_or_default());
    let pos = parser.pos();
    match member_type(parser.cx(), container, &position) {
        Ok(ty) => args[0] = DirectiveArg::Types(vec![ty]),
        Err(why) => return Err(parser.error_at(pos, &why)),
    }
    Ok(true)
}

fn parse_shuffle_type(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let [DirectiveArg::Types(vectors), _, DirectiveArg::Attr(mask)] = args else { return Ok(false) };
    let (vector, cx) = (vectors[0], parser.cx());
    let n = mask.as_int_array(cx).map_or(0, |mask| mask.len() as i64);
    if !is_vector(cx, vector) {
        return Err(parser.asm().error("expected an LLVM compatible vector type"));
    }
    let rmlir::core::types::TypeData::Vector { scalable, element, .. } = vector.data(cx) else { return Ok(false) };
    let (scalable, element) = (scalable.clone(), *element);
    let ty = cx.ty(rmlir::core::types::TypeData::Vector { shape: Box::new([n]), scalable, element });
    args[1] = DirectiveArg::Types(vec![ty]);
    Ok(true)
}

fn verify_shuffle(op: OpRef) -> Checked {
    let mask = op.get(ShuffleVectorOp::mask);
    if is_scalable(op.cx(), op.value(ShuffleVectorOp::v1).ty()) && mask.iter().any(|&index| index != 0) {
        return Err(op.error("expected a splat operation for scalable vectors"));
    }
    Ok(())
}

fn verify_extract(op: OpRef) -> Checked {
    let (cx, container, result) = (op.cx(), op.value(ExtractValueOp::container).ty(), op.result(0).ty());
    let member = member_type(cx, container, &op.get(ExtractValueOp::position)).map_err(|why| op.error(why))?;
    if member != result {
        let show = |ty| cx.show_type(ty);
        return Err(op.error(format!(
            "Type mismatch: extracting from '{}' should produce '{}' but this op returns '{}'",
            show(container),
            show(member),
            show(result)
        )));
    }
    Ok(())
}

fn verify_insert(op: OpRef) -> Checked {
    let (cx, container, value) =
        (op.cx(), op.value(InsertValueOp::container).ty(), op.value(InsertValueOp::value).ty());
    let member = member_type(cx, container, &op.get(InsertValueOp::position)).map_err(|why| op.error(why))?;
    if member != value {
        let show = |ty| cx.show_type(ty);
        return Err(op.error(format!("Type mismatch: cannot insert '{}' into '{}'", show(value), show(container))));
    }
    Ok(())
}
