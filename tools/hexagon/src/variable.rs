//! Variables: `memref.global`.

use rmlir::core::memref_layout::has_identity_layout;
use rmlir::prelude::*;
use rmlir_hexagon::code::Variable;
use rmlir_memref::GlobalOp;

use crate::select::size_of;

/// The alignment of variables that do not say theirs.
const ALIGNMENT: i64 = 8;

/// The variable of a `memref.global`; `None` if another file has it.
pub fn variable(op: OpRef) -> Result<Option<Variable>, Box<Diagnostic>> {
    let cx = op.cx();
    let ty = op.get(GlobalOp::ty);
    let unsupported = || op.error(format!("Hexagon code has no variables of type {}", cx.show_type(ty)));
    let size = ty.element(cx).and_then(|element| size_of(cx, element)).ok_or_else(unsupported)?;
    let n_elements = ty.n_elements(cx).filter(|_| has_identity_layout(cx, ty)).ok_or_else(unsupported)?;
    let bytes = usize::try_from(size * n_elements).map_err(|_| unsupported())?;
    let Some(initial) = op.get(GlobalOp::initial_value) else { return Ok(None) };
    let is_private = op.get(GlobalOp::sym_visibility).is_some_and(|visibility| visibility == "private");
    let initial = if initial == Attr::UNIT {
        None
    } else {
        let elements = initial.dense_elements(cx).ok_or_else(unsupported)?;
        let words: Option<Vec<u64>> = elements.iter().map(|&element| bits_of(cx, element)).collect();
        let words = words.ok_or_else(unsupported)?;
        Some(words.iter().flat_map(|word| word.to_le_bytes()[..size as usize].to_vec()).collect())
    };
    Ok(Some(Variable {
        name: op.get(GlobalOp::sym_name).to_owned(),
        is_public: !is_private,
        is_constant: op.get(GlobalOp::constant),
        alignment: op.get(GlobalOp::alignment).unwrap_or(ALIGNMENT),
        size: bytes,
        bytes: initial,
    }))
}

/// The bits of a number.
fn bits_of(cx: &Context, attr: Attr) -> Option<u64> {
    match attr.as_float(cx) {
        Some((float, _)) => Some(float.bits() as u64),
        None => attr.as_i64(cx).map(|value| value as u64),
    }
}
