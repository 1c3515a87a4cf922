//! Chapter 7: structs.
//!
//! You learn how to declare a type with parameters. A struct exists only while the program is compiled: its values are
//! constants, so that after inlining each access folds to a constant ([`access_of_constant()`]), and nothing of it is left to lower.

use rmlir::prelude::*;

use crate::ch2_dialect::{CastOp, ConstantOp, ToyValue, are_compatible};

/// A struct, by the types of its fields.
#[ty(name = "toy.struct", format = "`<` $fields `>`")]
pub struct StructType {
    /// The types of the fields.
    pub fields: Vec<Type>,
}

/// A constant struct: an array of tensors and arrays.
#[op(name = "toy.struct_constant", traits(Pure, ConstantLike), fold = fold_struct_constant, verify = verify_constant,
     format = "$value attr-dict `:` type($output)")]
pub struct StructConstantOp {
    #[prop]
    value: ArrayAttr,
    #[result]
    output: StructType,
}

fn fold_struct_constant(cx: &mut FoldCx, _constants: &[Option<Attr>]) -> Fold {
    cx.prop(cx.op(), StructConstantOp::VALUE).into()
}

fn verify_constant(op: OpRef) -> Checked {
    let value = op.prop(StructConstantOp::VALUE).expect("required properties were checked");
    match fits(op.cx(), value, op.result(0).ty()) {
        true => Ok(()),
        false => Err(op.error("has a value of another type")),
    }
}

/// Whether `value` is a constant of the type `ty`.
fn fits(cx: &Context, value: Attr, ty: Type) -> bool {
    if let Some(structure) = StructType::from_type(cx, ty) {
        let (types, values) = (structure.fields(cx), value.as_array(cx).unwrap_or_default());
        return types.len() == values.len() && types.iter().zip(values).all(|(&ty, &value)| fits(cx, value, ty));
    }
    (F64ElementsAttr.check)(cx, value) && value.ty(cx).is_some_and(|given| are_compatible(cx, given, ty))
}

/// A field of a struct.
#[op(name = "toy.struct_access", traits(Pure), verify = verify_access, canonicalize(access_of_constant),
     format = "$input `[` $index `]` attr-dict `:` type($input) `->` type($output)")]
pub struct StructAccessOp {
    #[operand]
    input: StructType,
    #[prop]
    index: I64Attr,
    #[result]
    output: ToyValue,
}

fn verify_access(op: OpRef) -> Checked {
    let structure = StructType::from_type(op.cx(), op.operand(0).ty()).expect("the operand was checked");
    let index = usize::try_from(op.get(StructAccessOp::index)).ok();
    match index.and_then(|index| structure.fields(op.cx()).get(index).copied()) {
        Some(ty) if ty == op.result(0).ty() => Ok(()),
        Some(_) => Err(op.error("has a result of another type than the field")),
        None => Err(op.error("accesses a field that the struct does not have")),
    }
}

/// The field of a constant struct is a constant.
#[pattern]
pub fn access_of_constant(op: StructAccessOp, rw: &mut Rewriter) -> Match {
    let Some(constant) = rw.defined_by::<StructConstantOp>(op.input(rw)) else {
        return rw.no_match(op, "the struct is no constant");
    };
    let fields = constant.value(rw);
    let (field, ty) = (fields[op.index(rw) as usize], rw.ty(op.output(rw)));
    if (StructType.check)(rw, ty) {
        rw.replace_with(op, StructConstantOp::build(ty, field));
        return Match::Yes;
    }
    let tensor = rw.value(ConstantOp::build(field));
    // The shape is not part of the type of a field.
    rw.replace_with(op, CastOp::build(ty, tensor));
    Match::Yes
}
