//! Parsing and printing of types.
//!
//! A nested type is verified where it is parsed: `element` determines which types SPIR-V allows as components.

use rmlir::core::EnumAttr;
use rmlir::core::params::{load_enum, store_enum};
use rmlir::core::types::TypeData;
use rmlir::prelude::*;

use crate::attrs::StorageClass;

/// The maximum length of vectors in composite types.
const MAX_VECTOR_LENGTH: i64 = 4;

/// Parses a type that composite types may contain.
fn element(parser: &mut dyn AsmParser) -> Parsed<Type> {
    let pos = parser.pos();
    let ty = parser.parse_type()?;
    match check_element(parser.cx(), ty) {
        Ok(()) => Ok(ty),
        Err(why) => Err(parser.error_at(pos, &why)),
    }
}

fn check_element(cx: &Context, ty: Type) -> Result<(), String> {
    let shown = cx.show_type(ty);
    match ty.data(cx) {
        TypeData::Dialect { def, .. } if def.dialect() == "spirv" => Ok(()),
        TypeData::Float(_) => Ok(()),
        TypeData::Integer { width: 1 | 8 | 16 | 32 | 64, .. } => Ok(()),
        TypeData::Integer { .. } => Err(format!("only 1/8/16/32/64-bit integer type allowed but found '{shown}'")),
        TypeData::Vector { shape, .. } => match shape[..] {
            [length] if length > MAX_VECTOR_LENGTH => {
                Err(format!("vector length has to be less than or equal to {MAX_VECTOR_LENGTH} but found {length}"))
            }
            [_] => Ok(()),
            _ => Err(format!("only 1-D vector allowed but found '{shown}'")),
        },
        _ => Err(format!("cannot use '{shown}' to compose SPIR-V types")),
    }
}

/// Parses `, stride = n` if it is next; returns 0 otherwise.
fn stride(parser: &mut dyn AsmParser) -> Parsed<i64> {
    if !parser.try_token(",") {
        return Ok(0);
    }
    parser.keyword("stride")?;
    parser.token("=")?;
    let pos = parser.pos();
    let stride = parser.integer()?;
    if stride == 0 {
        return Err(parser.error_at(pos, "ArrayStride must be greater than zero"));
    }
    // A negative integer is the unsigned integer with the same bits.
    let in_range = (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&stride);
    if !in_range {
        return Err(parser.error_at(pos, "integer value too large"));
    }
    Ok(i64::from(stride as u32))
}

fn print_stride(printer: &mut dyn AsmPrinter, stride: Attr) {
    match stride.as_i64(printer.cx()) {
        None | Some(0) => {}
        Some(stride) => printer.text(&format!(", stride={stride}")),
    }
}

fn print_type(printer: &mut dyn AsmPrinter, ty: Attr) {
    let ty = ty.as_type(printer.cx()).unwrap_or(Type::NONE);
    printer.ty(ty);
}

/// `<n x element>`, `<n x element, stride = s>`
pub(crate) fn parse_array(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let pos = parser.pos();
    let sizes = parser.parse_dimensions(false, true)?;
    let [size] = sizes[..] else {
        return Err(parser.error_at(pos, "expected single integer for array element count"));
    };
    if size == 0 {
        return Err(parser.error_at(pos, "expected array length greater than 0"));
    }
    let element = element(parser)?;
    let stride = stride(parser)?;
    parser.token(">")?;
    let cx = parser.cx();
    Ok(vec![cx.i64_attr(size), cx.type_attr(element), cx.i64_attr(stride)])
}

pub(crate) fn print_array(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let size = params[0].as_i64(printer.cx()).unwrap_or(0);
    printer.text(&format!("<{size} x "));
    print_type(printer, params[1]);
    print_stride(printer, params[2]);
    printer.text(">");
}

/// `<element>`, `<element, stride = s>`
pub(crate) fn parse_runtime_array(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let element = element(parser)?;
    let stride = stride(parser)?;
    parser.token(">")?;
    let cx = parser.cx();
    Ok(vec![cx.type_attr(element), cx.i64_attr(stride)])
}

pub(crate) fn print_runtime_array(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    printer.text("<");
    print_type(printer, params[0]);
    print_stride(printer, params[1]);
    printer.text(">");
}

/// `<pointee, class>`
pub(crate) fn parse_pointer(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let pointee = element(parser)?;
    let pos = parser.pos();
    parser.token(",")?;
    let name = parser.any_keyword()?.str(parser.cx()).to_owned();
    let Some(class) = StorageClass::ENUM.value(&name).and_then(StorageClass::from_value) else {
        return Err(parser.error_at(pos, &format!("unknown storage class: {name}")));
    };
    parser.token(">")?;
    let cx = parser.cx();
    Ok(vec![cx.type_attr(pointee), store_enum(cx, class)])
}

pub(crate) fn print_pointer(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    printer.text("<");
    print_type(printer, params[0]);
    let class: StorageClass = load_enum(printer.cx(), params[1]).expect("the parameter was checked");
    printer.text(", ");
    printer.text(&StorageClass::ENUM.keyword(class.value()).expect("every case has a keyword"));
    printer.text(">");
}
