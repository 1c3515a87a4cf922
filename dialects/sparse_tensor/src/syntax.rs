//! The syntax of encodings: entries between `<{` and `}>`.
//!
//! A key may be given twice: then levels are appended, and other values replaced, as upstream does.

use rmlir::affine_maps::AffineMap;
use rmlir::core::attrs::AttrData;
use rmlir::prelude::*;
use rmlir_complex::NumberAttr;

use crate::blocks::infer_lvl_to_dim;
use crate::level::LevelType;
use crate::map::parse_map;
use crate::slice;

/// The entries that were parsed.
#[derive(Default)]
struct Entries {
    levels: Vec<LevelType>,
    dim_to_lvl: Option<AffineMap>,
    lvl_to_dim: Option<AffineMap>,
    widths: [u32; 2],
    values: [Option<Attr>; 2],
    slices: Vec<Option<Attr>>,
}

/// Parses `<{ map = .., posWidth = .., crdWidth = .., explicitVal = .., implicitVal = .. }>`.
pub(crate) fn parse_encoding(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    parser.token("{")?;
    let mut entries = Entries::default();
    while let Some(key) = parser.try_any_keyword() {
        parse_entry(parser, key, &mut entries)?;
        if !parser.try_token(",") {
            break;
        }
    }
    parser.token("}")?;
    parser.token(">")?;
    Ok(entries.params(parser.cx()))
}

fn parse_entry(parser: &mut dyn AsmParser, key: Ident, entries: &mut Entries) -> Parsed<()> {
    let key = key.str(parser.cx()).to_owned();
    if !["map", "posWidth", "crdWidth", "explicitVal", "implicitVal"].contains(&&*key) {
        return Err(error(parser, &format!("unexpected key: {key}")));
    }
    parser.token("=")?;
    match &*key {
        "map" => return parse_map_entry(parser, entries),
        "posWidth" => entries.widths[0] = parse_width(parser, "position")?,
        "crdWidth" => entries.widths[1] = parse_width(parser, "index")?,
        "explicitVal" => entries.values[0] = Some(parse_value(parser, &key)?),
        _ => entries.values[1] = Some(parse_value(parser, &key)?),
    }
    Ok(())
}

/// An error where the attribute is named.
fn error(parser: &mut dyn AsmParser, message: &str) -> ParseError {
    let pos = parser.mnemonic_pos();
    parser.error_at(pos, message)
}

fn parse_map_entry(parser: &mut dyn AsmParser, entries: &mut Entries) -> Parsed<()> {
    let map = parse_map(parser)?;
    entries.dim_to_lvl = Some(map.dim_to_lvl());
    entries.lvl_to_dim = map.lvl_to_dim();
    entries.levels.extend(map.levels);
    entries.slices.extend(map.slices);
    if entries.slices.iter().all(Option::is_none) {
        entries.slices.clear();
    }
    Ok(())
}

fn parse_width(parser: &mut dyn AsmParser, of: &str) -> Parsed<u32> {
    let attr = parser.parse_attr(None)?;
    match attr.as_integer(parser.cx()) {
        Some((width, _)) => Ok(width.sext_value().unwrap_or(0) as u32),
        None => Err(error(parser, &format!("expected an integral {of} bitwidth"))),
    }
}

fn parse_value(parser: &mut dyn AsmParser, key: &str) -> Parsed<Attr> {
    let attr = parser.parse_attr(None)?;
    let cx = parser.cx();
    let is_complex = || NumberAttr::from_attr(cx, attr).is_some();
    if attr.as_float(cx).is_some() || attr.as_integer(cx).is_some() || is_complex() {
        return Ok(attr);
    }
    Err(error(parser, &format!("expected a numeric value for {key}")))
}

impl Entries {
    /// The parameters. If any dimension has a slice, the others are whole.
    fn params(self, cx: &Context) -> Vec<Attr> {
        let levels: Vec<i64> = self.levels.into_iter().map(LevelType::bits).collect();
        let lvl_to_dim = self.lvl_to_dim.or_else(|| self.dim_to_lvl.as_ref().and_then(infer_lvl_to_dim));
        let map = |map: Option<AffineMap>| map.map_or(Attr::ABSENT, |map| cx.attr(AttrData::AffineMap(map)));
        let slices: Vec<Attr> =
            self.slices.into_iter().map(|slice| slice.unwrap_or_else(|| slice::whole(cx))).collect();
        let mut params = vec![cx.i64_array(&levels), map(self.dim_to_lvl), map(lvl_to_dim)];
        params.extend(self.widths.map(|width| cx.i64_attr(width.into())));
        params.extend(self.values.map(|value| value.unwrap_or(Attr::ABSENT)));
        params.push(cx.array_attr(&slices));
        params
    }
}

pub(crate) fn print_encoding(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let &[levels, map, _, pos_width, crd_width, explicit, implicit, slices] = params else { return };
    let cx = printer.cx();
    let levels = levels.as_int_array(cx).unwrap_or_default();
    let identity = || AffineMap::identity(levels.len() as u32);
    let map = map.present().and_then(|map| map.as_affine_map(cx)).cloned().unwrap_or_else(identity);
    let slices = slices.as_array(cx).unwrap_or_default().to_vec();
    let widths = [pos_width, crd_width].map(|width| width.as_i64(cx).unwrap_or(0));
    printer.text("<{ map = ");
    if map.n_symbols() != 0 {
        let symbols: Vec<String> = (0..map.n_symbols()).map(|index| format!("s{index}")).collect();
        printer.text(&format!("[{}]", symbols.join(", ")));
    }
    printer.text("(");
    for index in 0..map.n_dims() {
        printer.text(&format!("{}d{index}", if index == 0 { "" } else { ", " }));
        if let Some(&slice) = slices.get(index as usize) {
            printer.text(" : ");
            printer.attr(slice);
        }
    }
    let shown = |(expr, bits): (_, &i64)| format!("{expr} : {}", LevelType::of_bits(*bits));
    let levels: Vec<String> = map.results().iter().zip(&levels).map(shown).collect();
    printer.text(&format!(") -> ({})", levels.join(", ")));
    for (key, width) in ["posWidth", "crdWidth"].into_iter().zip(widths) {
        if width != 0 {
            printer.text(&format!(", {key} = {width}"));
        }
    }
    for (key, value) in [("explicitVal", explicit), ("implicitVal", implicit)] {
        if let Some(value) = value.present() {
            printer.text(&format!(", {key} = "));
            printer.attr(value);
        }
    }
    printer.text(" }>");
}
