//! Stored integers: their type and range. They are the first parameters of the types that have them.

use rmlir::core::types::{Signedness, TypeData};
use rmlir::prelude::*;

/// The type and the range of stored integers.
#[derive(Clone, Copy)]
pub(crate) struct Storage {
    pub is_signed: bool,
    pub ty: Type,
    pub min: i64,
    pub max: i64,
}

/// The greatest width of stored integers.
const MAX_WIDTH: u32 = 32;

/// The range of integers of `width` bits.
fn range(is_signed: bool, width: u32) -> [i64; 2] {
    match is_signed {
        true => [-(1 << (width - 1)), (1 << (width - 1)) - 1],
        false => [0, (1 << width) - 1],
    }
}

impl Storage {
    /// The parameters.
    pub fn params(self, cx: &Context) -> Vec<Attr> {
        vec![cx.bool_attr(self.is_signed), cx.type_attr(self.ty), cx.i64_attr(self.min), cx.i64_attr(self.max)]
    }

    fn of_params(cx: &Context, params: &[Attr]) -> Option<Self> {
        let &[is_signed, ty, min, max, ..] = params else { return None };
        Some(Self {
            is_signed: is_signed.as_bool(cx)?,
            ty: ty.as_type(cx)?,
            min: min.as_i64(cx)?,
            max: max.as_i64(cx)?,
        })
    }

    /// The number of bits.
    pub fn width(self, cx: &Context) -> u32 {
        self.ty.int_width(cx).unwrap_or(0)
    }
}

pub(crate) fn verify_storage(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let Some(storage) = Storage::of_params(cx, params) else { return Ok(()) };
    let Some(width) = storage.ty.int_width(cx) else { return Err("storage type must be integral".to_owned()) };
    if !(1..=MAX_WIDTH).contains(&width) {
        return Err(format!("illegal storage type size: {width}"));
    }
    let (Storage { min, max, .. }, [least, greatest]) = (storage, range(storage.is_signed, width));
    if min >= max || min < least || max > greatest {
        return Err(format!("illegal storage min and storage max: ({min}:{max})"));
    }
    Ok(())
}

/// Parses `i8` or `u8`, and a range `<-8:7>` if there is one.
pub(crate) fn parse_storage(parser: &mut dyn AsmParser) -> Parsed<Storage> {
    let pos = parser.pos();
    let (is_signed, ty) = match parser.try_type()? {
        Some(ty) => match ty.data(parser.cx()) {
            TypeData::Integer { sign, .. } => (*sign != Signedness::Unsigned, ty),
            _ => return Err(parser.error_at(pos, "storage type must be integral")),
        },
        None => (false, parse_unsigned(parser, pos)?),
    };
    let width = ty.int_width(parser.cx()).unwrap_or(0);
    if !(1..=MAX_WIDTH).contains(&width) {
        return Err(parser.error_at(pos, &format!("illegal storage type size: {width}")));
    }
    let [min, max] = parse_range(parser, range(is_signed, width))?;
    Ok(Storage { is_signed, ty, min, max })
}

/// Parses `u8`.
fn parse_unsigned(parser: &mut dyn AsmParser, pos: u32) -> Parsed<Type> {
    let keyword = parser.any_keyword()?.str(parser.cx()).to_owned();
    let Some(digits) = keyword.strip_prefix('u') else {
        return Err(parser.error_at(pos, "illegal storage type prefix"));
    };
    match digits.parse::<u32>() {
        // A type has at most this width; the greatest stored integers are far narrower.
        Ok(width) => Ok(parser.cx().int_type(width.min(1 << 20))),
        Err(_) => Err(parser.error_at(pos, "expected storage type width")),
    }
}

/// Parses `<min:max>` if it is next; `default` is the range of the type.
fn parse_range(parser: &mut dyn AsmParser, default: [i64; 2]) -> Parsed<[i64; 2]> {
    if !parser.try_token("<") {
        return Ok(default);
    }
    let min_pos = parser.pos();
    let min = parser.integer()?;
    parser.token(":")?;
    let max_pos = parser.pos();
    let max = parser.integer()?;
    parser.token(">")?;
    if min < default[0] {
        return Err(parser.error_at(min_pos, &format!("illegal storage type minimum: {min}")));
    }
    if max > default[1] {
        return Err(parser.error_at(max_pos, &format!("illegal storage type maximum: {max}")));
    }
    Ok([min, max])
}

/// Prints what [`parse_storage`] parses.
pub(crate) fn print_storage(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let Some(storage) = Storage::of_params(printer.cx(), params) else { return };
    let width = storage.width(printer.cx());
    printer.text(&format!("{}{width}", if storage.is_signed { 'i' } else { 'u' }));
    let Storage { min, max, .. } = storage;
    if [min, max] != range(storage.is_signed, width) {
        printer.text(&format!("<{min}:{max}>"));
    }
}
