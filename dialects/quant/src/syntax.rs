//! The syntax of the types.

use rmlir::core::asm::Delimiter;
use rmlir::core::dense;
use rmlir::core::types::TypeData;
use rmlir::num::{FloatKind, Rounding};
use rmlir::prelude::*;

use crate::storage::{parse_storage, print_storage};

const NEAREST: Rounding = Rounding::NearestTiesToEven;

/// `<storage>` or `<storage:expressed>`
pub(crate) fn parse_any(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let storage = parse_storage(parser)?;
    let expressed = if parser.try_token(":") { Some(parse_float_type(parser)?) } else { None };
    parser.token(">")?;
    let cx = parser.cx();
    let mut params = storage.params(cx);
    params.push(expressed.map_or(Attr::ABSENT, |ty| cx.type_attr(ty)));
    Ok(params)
}

pub(crate) fn print_any(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    printer.text("<");
    print_storage(printer, params);
    if let Some(expressed) = params[4].as_type(printer.cx()) {
        printer.text(":");
        printer.ty(expressed);
    }
    printer.text(">");
}

fn parse_float_type(parser: &mut dyn AsmParser) -> Parsed<Type> {
    let pos = parser.pos();
    let ty = parser.parse_type()?;
    match ty.float_kind(parser.cx()) {
        Some(_) => Ok(ty),
        None => Err(parser.error_at(pos, "invalid kind of type specified")),
    }
}

/// The parameters of quantization that were parsed.
struct Quantization {
    expressed: FloatKind,
    scales: Vec<ApFloat>,
    zero_points: Vec<i64>,
}

/// `<storage:expressed, scale:zero point>`, `<storage:expressed:axis, {..}>` or `<storage:expressed:{axis:size, ..}, {..}>`
pub(crate) fn parse_uniform(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let storage = parse_storage(parser)?;
    parser.token(":")?;
    let expressed = parse_float_type(parser)?;
    let (mut axes, mut block_sizes) = (Vec::new(), None);
    if parser.try_token(":") {
        if parser.at("{") {
            let sizes = parse_blocks(parser)?;
            axes = sizes.iter().map(|&(axis, _)| axis).collect();
            block_sizes = Some(sizes.into_iter().map(|(_, size)| size).collect::<Vec<_>>());
        } else {
            axes.push(parse_axis(parser)?);
        }
    }
    parser.token(",")?;
    let kind = expressed.float_kind(parser.cx()).expect("the expressed type is a float");
    let mut quantization = Quantization { expressed: kind, scales: Vec::new(), zero_points: Vec::new() };
    let is_of_type = axes.is_empty() && block_sizes.is_none();
    let sizes = match is_of_type {
        true => {
            parse_scale(parser, &mut quantization)?;
            Vec::new()
        }
        false => {
            parser.token("{")?;
            parse_scales(parser, &mut quantization)?
        }
    };
    parser.token(">")?;
    let cx = parser.cx();
    let (sizes, scale_type, zero_type) = match block_sizes {
        Some(_) => (sizes, expressed, storage.ty),
        None if is_of_type => (sizes, Type::F64, Type::I64),
        None => (vec![quantization.scales.len() as i64], Type::F64, Type::I64),
    };
    let mut params = storage.params(cx);
    params.extend([cx.type_attr(expressed), cx.i64_array(&axes)]);
    params.push(block_sizes.map_or(Attr::ABSENT, |sizes| cx.i64_array(&sizes)));
    params.extend(tensors_of(cx, &quantization, &sizes, scale_type, zero_type));
    Ok(params)
}

/// The tensors of scales and of zero points.
fn tensors_of(cx: &Context, from: &Quantization, sizes: &[i64], scale_type: Type, zero_type: Type) -> [Attr; 2] {
    let tensor = |element, values: &[Attr]| {
        let ty = cx.ty(TypeData::RankedTensor { shape: sizes.into(), element, encoding: None });
        dense::from_elements(cx, ty, values).expect("each element of the tensor was parsed")
    };
    let kind = scale_type.float_kind(cx).unwrap_or(FloatKind::F64);
    let scale = |scale: &ApFloat| cx.float_attr(scale_type, scale.convert(kind, NEAREST).value);
    let scales: Vec<Attr> = from.scales.iter().map(scale).collect();
    let zero_points: Vec<Attr> = from.zero_points.iter().map(|&value| cx.int_attr(zero_type, value)).collect();
    [tensor(scale_type, &scales), tensor(zero_type, &zero_points)]
}

/// Parses an axis, an integer of 32 bits.
fn parse_axis(parser: &mut dyn AsmParser) -> Parsed<i64> {
    let pos = parser.pos();
    let axis = parser.integer()?;
    match i32::try_from(axis) {
        Ok(_) => Ok(axis),
        Err(_) => Err(parser.error_at(pos, "integer value too large")),
    }
}

/// Parses `{axis:size, ..}`.
fn parse_blocks(parser: &mut dyn AsmParser) -> Parsed<Vec<(i64, i64)>> {
    let mut blocks = Vec::new();
    parser.list(Delimiter::Braces, |parser| {
        let axis = parse_axis(parser)?;
        parser.token(":")?;
        blocks.push((axis, parser.integer()?));
        Ok(())
    })?;
    Ok(blocks)
}

/// Parses `scale` or `scale:zero point`.
fn parse_scale(parser: &mut dyn AsmParser, into: &mut Quantization) -> Parsed<()> {
    let parsed = parser.parse_float(FloatKind::F64)?;
    let [least, greatest] =
        [ApFloat::smallest(into.expressed, false), ApFloat::largest(into.expressed, false)].map(ApFloat::to_f64);
    let scale = parsed.to_f64();
    if scale < least || scale > greatest {
        let [scale, least, greatest] = [scale, least, greatest].map(exponent_form);
        return Err(parser.error(format!("scale {scale} out of expressed type range [{least}, {greatest}]")));
    }
    into.scales.push(parsed);
    let zero_point = if parser.try_token(":") { parser.integer()? } else { 0 };
    into.zero_points.push(zero_point);
    Ok(())
}

/// Parses the rest of `{scale, ..}`, whose elements may be such lists, and returns the sizes.
fn parse_scales(parser: &mut dyn AsmParser, into: &mut Quantization) -> Parsed<Vec<i64>> {
    // Each open list: its number of elements, and the sizes of each.
    let mut open: Vec<(i64, Option<Vec<i64>>)> = vec![(0, None)];
    loop {
        if parser.try_token("{") {
            open.push((0, None));
            continue;
        }
        parse_scale(parser, into)?;
        let mut sizes = Vec::new();
        // The lists that end here are elements themselves.
        loop {
            let (n, inner) = open.last_mut().expect("a list is open");
            *n += 1;
            match inner {
                None => *inner = Some(sizes),
                Some(inner) if *inner == sizes => {}
                Some(_) => {
                    let message = "tensor literal is invalid; ranks are not consistent between elements";
                    return Err(parser.error(message));
                }
            }
            if parser.try_token(",") {
                break;
            }
            parser.token("}")?;
            let (n, inner) = open.pop().expect("a list is open");
            sizes = inner.unwrap_or_default();
            sizes.insert(0, n);
            if open.is_empty() {
                return Ok(sizes);
            }
        }
    }
}

pub(crate) fn print_uniform(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let &[.., expressed, axes, block_sizes, scales, zero_points] = params else { return };
    let cx = printer.cx();
    let axes = axes.as_int_array(cx).unwrap_or_default();
    let block_sizes = block_sizes.present().and_then(|sizes| sizes.as_int_array(cx));
    let expressed = expressed.as_type(cx).unwrap_or(Type::NONE);
    printer.text("<");
    print_storage(printer, params);
    printer.text(":");
    printer.ty(expressed);
    match (&block_sizes, axes.first()) {
        (Some(sizes), _) => {
            let blocks: Vec<String> = axes.iter().zip(sizes).map(|(axis, size)| format!("{axis}:{size}")).collect();
            printer.text(&format!(":{{{}}}", blocks.join(", ")));
        }
        (None, Some(axis)) => printer.text(&format!(":{axis}")),
        (None, None) => {}
    }
    printer.text(", ");
    print_scales(printer, scales, zero_points, if block_sizes.is_some() { ", " } else { "," });
    printer.text(">");
}

/// Prints scales and zero points in nested braces as the dimensions of the tensors.
fn print_scales(printer: &mut dyn AsmPrinter, scales: Attr, zero_points: Attr, separator: &str) {
    let cx = printer.cx();
    let sizes = scales.ty(cx).and_then(|ty| ty.shape(cx)).unwrap_or_default().to_vec();
    let (scales, zero_points) = (scales.dense_elements(cx), zero_points.dense_elements(cx));
    let elements = scales.unwrap_or_default().into_iter().zip(zero_points.unwrap_or_default());
    let n: i64 = sizes.iter().product();
    for (index, (scale, zero_point)) in (0..).zip(elements) {
        if index > 0 {
            printer.text(separator);
        }
        printer.text(&"{".repeat(n_boundaries(&sizes, index)));
        printer.attr_without_type(scale);
        let zero_point = zero_point.as_integer(printer.cx()).and_then(|(value, _)| value.sext_value()).unwrap_or(0);
        if zero_point != 0 {
            printer.text(&format!(":{zero_point}"));
        }
        printer.text(&"}".repeat(n_boundaries(&sizes, n - 1 - index)));
    }
}

/// The number of dimensions whose lists begin at element `index`; counted from the last element, that end there.
fn n_boundaries(sizes: &[i64], index: i64) -> usize {
    let mut length = 1;
    let mut is_boundary = |&size: &&i64| {
        length *= size;
        index % length == 0
    };
    sizes.iter().rev().take_while(|size| is_boundary(size)).count()
}

/// `<expressed<min:max>>`
pub(crate) fn parse_calibrated(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let pos = parser.pos();
    let expressed = match parse_float_type(parser) {
        Ok(ty) => ty,
        Err(_) => return Err(parser.error_at(pos, "expecting float expressed type")),
    };
    let Ok([min, max]) = parse_bounds(parser) else {
        return Err(parser.error_at(pos, "calibrated values must be present"));
    };
    parser.token(">")?;
    let cx = parser.cx();
    Ok(vec![cx.type_attr(expressed), cx.float_attr(Type::F64, min), cx.float_attr(Type::F64, max)])
}

/// Parses `<min:max>`.
fn parse_bounds(parser: &mut dyn AsmParser) -> Parsed<[ApFloat; 2]> {
    parser.token("<")?;
    let min = parser.parse_float(FloatKind::F64)?;
    parser.token(":")?;
    let max = parser.parse_float(FloatKind::F64)?;
    parser.token(">")?;
    Ok([min, max])
}

pub(crate) fn print_calibrated(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let &[expressed, min, max] = params else { return };
    let expressed = expressed.as_type(printer.cx()).unwrap_or(Type::NONE);
    printer.text("<");
    printer.ty(expressed);
    printer.text("<");
    printer.attr_without_type(min);
    printer.text(":");
    printer.attr_without_type(max);
    printer.text(">>");
}

pub(crate) fn verify_calibrated(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let [min, max] = [1, 2].map(|index: usize| params[index].as_float(cx).map_or(0.0, |(value, _)| value.to_f64()));
    match max <= min {
        true => Err(format!("illegal min and max: ({}:{})", exponent_form(min), exponent_form(max))),
        false => Ok(()),
    }
}

/// As C's `%e`: six digits after the point, a signed exponent of two digits at least.
fn exponent_form(value: f64) -> String {
    if !value.is_finite() {
        let word = if value.is_nan() { "nan" } else { "INF" };
        return format!("{}{word}", if value < 0.0 { "-" } else { "" });
    }
    let text = format!("{value:.6e}");
    let (digits, exponent) = text.split_once('e').expect("scientific form has an exponent");
    let exponent: i32 = exponent.parse().expect("an exponent is an integer");
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}
