//! The data layout: LLVM's string as entries of `dlti.dl_spec`.

use rmlir::core::dense;
use rmlir::prelude::*;
use rmlir_dlti::{DataLayoutSpecAttr, FunctionPointerAlignmentAttr};
use rmlir_llvm::types::PointerType;

/// The entries that upstream adds to every layout unless they are present.
const DEFAULTS: &str = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:32:64-f16:16:16-f64:64:64-f128:128:128";

/// The specification of a layout.
pub fn specification(cx: &Context, text: &str) -> Result<Attr, String> {
    let mut types: Vec<(Attr, Attr)> = Vec::new();
    let mut keys: Vec<(Attr, Attr)> = Vec::new();
    for token in text.split('-').filter(|token| !token.is_empty()).chain(DEFAULTS.split('-')) {
        let wrong = || format!("cannot translate data layout: {token}");
        let end = token.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(token.len());
        let (prefix, rest) = token.split_at(end);
        let number_end = rest.find(':').unwrap_or(rest.len());
        let (number, list) = rest.split_at(number_end);
        let number = || number.parse::<u64>().map_err(|_| wrong());
        let list = || numbers(list).ok_or_else(wrong);
        match prefix {
            "i" | "f" => {
                let width = number()?;
                let width = u32::try_from(width).ok().filter(|&width| width <= ApInt::MAX_WIDTH).ok_or_else(wrong)?;
                let ty = if prefix == "i" { Some(cx.int_type(width)) } else { float(cx, width) };
                let list = list()?;
                let abi = *list.first().ok_or_else(wrong)?;
                let values = [abi, list.get(1).copied().unwrap_or(abi)];
                put(&mut types, cx.type_attr(ty.ok_or_else(wrong)?), || vector(cx, &values));
            }
            "p" => {
                let space = if rest.starts_with(':') { 0 } else { number()? };
                let list = list()?;
                let [size, abi, ..] = list[..] else { return Err(wrong()) };
                let preferred = list.get(2).copied().unwrap_or(abi);
                let values = [size, abi, preferred, list.get(3).copied().unwrap_or(size)];
                let ty = PointerType::get(cx, space as i64).ty();
                put(&mut types, cx.type_attr(ty), || vector(cx, &values));
            }
            "e" | "E" => {
                let word = if prefix == "e" { "little" } else { "big" };
                put(&mut keys, cx.str_attr("dlti.endianness"), || cx.str_attr(word));
            }
            "m" => put(&mut keys, cx.str_attr("dlti.mangling_mode"), || cx.str_attr(rest.trim_start_matches(':'))),
            "P" | "G" | "A" => {
                let key = match prefix {
                    "P" => "dlti.program_memory_space",
                    "G" => "dlti.global_memory_space",
                    _ => "dlti.alloca_memory_space",
                };
                let space = number()?;
                if space != 0 {
                    put(&mut keys, cx.str_attr(key), || unsigned(cx, space));
                }
            }
            "S" => {
                let alignment = number()?;
                put(&mut keys, cx.str_attr("dlti.stack_alignment"), || cx.i64_attr(alignment as i64));
            }
            "n" => {
                let widths = numbers(&format!(":{rest}")).ok_or_else(wrong)?;
                let widths: Vec<i32> = widths.into_iter().map(|width| width as i32).collect();
                put(&mut keys, cx.str_attr("dlti.legal_int_widths"), || cx.i32_array(&widths));
            }
            "Fi" | "Fn" => {
                let alignment = number()? as i64;
                let value = || FunctionPointerAlignmentAttr::get(cx, alignment, prefix == "Fn").attr();
                put(&mut keys, cx.str_attr("dlti.function_pointer_alignment"), value);
            }
            // Upstream emits a warning for unknown entries.
            _ => {}
        }
    }
    let entries = types.into_iter().chain(keys).flat_map(|(key, value)| [key, value]).collect::<Vec<_>>();
    Ok(DataLayoutSpecAttr::get(cx, entries).attr())
}

/// Adds an entry unless its key is present.
fn put(entries: &mut Vec<(Attr, Attr)>, key: Attr, value: impl FnOnce() -> Attr) {
    if !entries.iter().any(|(other, _)| *other == key) {
        entries.push((key, value()));
    }
}

fn numbers(list: &str) -> Option<Vec<u64>> {
    list.strip_prefix(':')?.split(':').map(|number| number.parse().ok()).collect()
}

fn float(cx: &Context, width: u32) -> Option<Type> {
    let kind = match width {
        16 => FloatKind::F16,
        32 => FloatKind::F32,
        64 => FloatKind::F64,
        80 => FloatKind::F80,
        128 => FloatKind::F128,
        _ => return None,
    };
    Some(cx.float_type(kind))
}

fn vector(cx: &Context, values: &[u64]) -> Attr {
    let ty = cx.vector_type(&[values.len() as i64], Type::I64);
    let values: Vec<Attr> = values.iter().map(|&value| cx.i64_attr(value as i64)).collect();
    dense::from_elements(cx, ty, &values).expect("there are as many values as elements")
}

fn unsigned(cx: &Context, value: u64) -> Attr {
    use rmlir::core::types::{Signedness, TypeData};
    let ty = cx.ty(TypeData::Integer { width: 64, sign: Signedness::Unsigned });
    cx.apint_attr(ty, ApInt::new(64, value))
}
