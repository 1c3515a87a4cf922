//! The data layout: entries of `dlti.dl_spec` as LLVM's string.

use rmlir::core::types::TypeData;
use rmlir::prelude::*;
use rmlir_dlti::{DataLayoutSpecAttr, FunctionPointerAlignmentAttr};
use rmlir_llvm::types::PointerType;

/// The layout string for the specification on `module`.
pub fn translate(module: OpRef) -> Result<String, Box<Diagnostic>> {
    let cx = module.cx();
    let spec = module.attr("dlti.dl_spec").and_then(|attr| DataLayoutSpecAttr::from_attr(cx, attr));
    let Some(spec) = spec else { return Ok(String::new()) };
    let entries = spec.entries(cx);
    let mut parts = Vec::new();
    for entry in entries.chunks_exact(2) {
        if let Some(key) = entry[0].as_str(cx) {
            parts.extend(named(module, key, entry[1])?);
        }
    }
    for entry in entries.chunks_exact(2) {
        if let Some(ty) = entry[0].as_type(cx) {
            parts.extend(typed(module, ty, entry[1])?);
        }
    }
    Ok(parts.join("-"))
}

fn named(module: OpRef, key: &str, value: Attr) -> Result<Option<String>, Box<Diagnostic>> {
    let cx = module.cx();
    let number = || value.as_integer(cx).and_then(|(value, _)| value.zext_value()).filter(|&value| value != 0);
    let text = || value.as_str(cx).unwrap_or_default();
    Ok(match key {
        "dlti.endianness" => Some(if text() == "little" { "e" } else { "E" }.to_owned()),
        "dlti.mangling_mode" => Some(format!("m:{}", text())),
        "dlti.program_memory_space" => number().map(|number| format!("P{number}")),
        "dlti.global_memory_space" => number().map(|number| format!("G{number}")),
        "dlti.alloca_memory_space" => number().map(|number| format!("A{number}")),
        "dlti.stack_alignment" => number().map(|number| format!("S{number}")),
        "dlti.function_pointer_alignment" => {
            let value = FunctionPointerAlignmentAttr::from_attr(cx, value);
            value.filter(|value| value.alignment(cx) != 0).map(|value| {
                let kind = if value.function_dependent(cx) { 'n' } else { 'i' };
                format!("F{kind}{}", value.alignment(cx))
            })
        }
        "dlti.legal_int_widths" => {
            let widths = value.as_int_array(cx).unwrap_or_default();
            let widths: Vec<String> = widths.iter().map(i64::to_string).collect();
            Some(format!("n{}", widths.join(":")))
        }
        _ => {
            let text = format!("unsupported data layout key {}", cx.show_attr(cx.str_attr(key)));
            return Err(module.plain_error(text));
        }
    })
}

fn typed(module: OpRef, ty: Type, value: Attr) -> Result<Option<String>, Box<Diagnostic>> {
    let cx = module.cx();
    let elements = value.dense_elements(cx).unwrap_or_default();
    let numbers: Vec<u64> =
        elements.iter().filter_map(|value| value.as_integer(cx)).filter_map(|(value, _)| value.zext_value()).collect();
    if ty.is_index() {
        return Ok(None);
    }
    if let Some(pointer) = PointerType::from_type(cx, ty) {
        let number = |index: usize, or: u64| numbers.get(index).copied().unwrap_or(or);
        let size = number(0, 64);
        let abi = number(1, size);
        let (preferred, index) = (number(2, abi), number(3, size));
        return Ok(Some(format!("p{}:{size}:{abi}:{preferred}:{index}", pointer.address_space(cx))));
    }
    let abi = numbers.first().copied().unwrap_or(0);
    let preferred = numbers.get(1).copied().unwrap_or(abi);
    let alignments = if abi == preferred { abi.to_string() } else { format!("{abi}:{preferred}") };
    match ty.data(cx) {
        TypeData::Integer { width, .. } if ty.signless_width(cx).is_some() => {
            Ok(Some(format!("i{width}:{alignments}")))
        }
        TypeData::Integer { .. } => {
            let text = format!("unsupported data layout for non-signless integer '{}'", cx.show_type(ty));
            Err(module.plain_error(text))
        }
        TypeData::Float(kind) if super::types::float_ty(*kind).is_some() && *kind != FloatKind::BF16 => {
            Ok(Some(format!("f{}:{alignments}", kind.width())))
        }
        _ => Err(module.plain_error(format!("unsupported type in data layout: '{}'", cx.show_type(ty)))),
    }
}
