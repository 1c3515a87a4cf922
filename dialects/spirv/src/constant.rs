//! Constants.

use rmlir::core::attrs::AttrData;
use rmlir::core::types::{Signedness, TypeData, saturated_product};
use rmlir::prelude::*;

use crate::constraints::SpirvType;
use crate::types::ArrayType;

/// A constant: a scalar, a vector, or an array.
///
/// ```mlir
/// %0 = spirv.Constant 1 : i32
/// %1 = spirv.Constant dense<[2.0, 3.0]> : vector<2xf32>
/// %2 = spirv.Constant [1 : i32, 2 : i32] : !spirv.array<2 x i32>
/// ```
#[op(
    name = "spirv.Constant",
    traits(ConstantLike, Pure),
    interfaces(AsmNames),
    fold = fold_constant,
    verify = verify_constant,
    parse = parse_constant,
    print = print_constant
)]
pub struct ConstantOp {
    #[prop]
    value: AnyAttr,
    #[result]
    constant: SpirvType,
}

fn fold_constant(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    cx.prop(cx.op(), ConstantOp::VALUE).into()
}

/// The attribute determines the type, unless it is a list, or elements of an array.
fn parse_constant(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let value = parser.parse_attr(None)?;
    state.set_prop(ConstantOp::VALUE, value);
    let own = value.ty_or_none(parser.cx()).unwrap_or(Type::NONE);
    let ty = match own == Type::NONE || own.is_tensor(parser.cx()) {
        true => parser.asm().colon_type()?,
        false => own,
    };
    state.result_types.push(ty);
    Ok(())
}

fn print_constant(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.attr(op.get(ConstantOp::value));
    let ty = op.result(0).ty();
    if ArrayType::from_type(op.cx(), ty).is_some() {
        printer.text(" : ");
        printer.ty(ty);
    }
}

fn verify_constant(op: OpRef) -> Checked {
    verify_value(op, op.get(ConstantOp::value), op.result(0).ty())
}

fn verify_value(op: OpRef, value: Attr, ty: Type) -> Checked {
    match value.data(op.cx()) {
        AttrData::Integer { ty: own, .. } | AttrData::Float { ty: own, .. } => match *own == ty {
            true => Ok(()),
            false => {
                let (own, ty) = (op.cx().show_type(*own), op.cx().show_type(ty));
                Err(op.error(format!("result type ('{ty}') does not match value type ('{own}')")))
            }
        },
        AttrData::Dense { ty: own, .. } | AttrData::Sparse { ty: own, .. } => verify_elements(op, *own, ty),
        AttrData::Array(elements) => {
            let Some(array) = ArrayType::from_type(op.cx(), ty) else {
                return Err(op.error("must have spirv.array result type for array value"));
            };
            elements.iter().try_for_each(|&value| verify_value(op, value, array.element(op.cx())))
        }
        _ => Err(op.error(format!("cannot have attribute: {}", op.cx().show_attr(value)))),
    }
}

/// Verifies that elements of type `own` match `ty`: the same type, or a nested array with the same number of elements.
fn verify_elements(op: OpRef, own: Type, ty: Type) -> Checked {
    let cx = op.cx();
    if own == ty {
        return Ok(());
    }
    let (mut element, mut n_elements) = (ty, 1);
    while let Some(array) = ArrayType::from_type(cx, element) {
        n_elements = array.n_elements(cx).saturating_mul(n_elements);
        element = array.element(cx);
    }
    if element == ty {
        let (own, ty) = (cx.show_type(own), cx.show_type(ty));
        let message = format!(
            "result or element type ('{ty}') does not match value type ('{own}'), must be the same or spirv.array"
        );
        return Err(op.error(message));
    }
    if element.int_or_float_width(cx).is_none() {
        return Err(op.error("only support nested array result type"));
    }
    let own_element = own.element(cx).expect("elements have a shaped type");
    if own_element != element {
        let (own, element) = (cx.show_type(own_element), cx.show_type(element));
        let message = format!("result element type ('{element}') does not match value element type ('{own}')");
        return Err(op.error(message));
    }
    let n_own = saturated_product(own.shape(cx).unwrap_or_default());
    if n_own != n_elements {
        let message =
            format!("result number of elements ({n_elements}) does not match value number of elements ({n_own})");
        return Err(op.error(message));
    }
    Ok(())
}

impl AsmNames for ConstantOp {
    /// The names of booleans are their values, those of integers value and type, of others their type.
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        let cx = op.cx();
        let ty = op.result(0).ty();
        let integer = op.prop(ConstantOp::VALUE).and_then(|value| value.as_integer(cx));
        if let Some((value, Type::I1)) = integer {
            return name(0, if value.is_zero() { "false" } else { "true" });
        }
        let is_unsigned = matches!(ty.data(cx), TypeData::Integer { sign: Signedness::Unsigned, .. });
        let digits = integer.and_then(|(value, _)| match is_unsigned {
            true => value.zext_value().map(|value| value.to_string()),
            false => value.sext_value().map(|value| value.to_string()),
        });
        let mut text = format!("cst{}", digits.unwrap_or_default());
        if ty.int_or_float_width(cx).is_some() {
            text += &format!("_{}", cx.show_type(ty));
        }
        if ty.is_vector(cx) {
            let length = ty.shape(cx).and_then(|shape| shape.first()).copied().unwrap_or(1);
            text += &format!("_vec_{length}");
            let element = ty.element(cx).filter(|element| element.int_or_float_width(cx).is_some());
            text += &element.map_or_else(String::new, |element| format!("x{}", cx.show_type(element)));
        }
        name(0, &text);
    }
}
