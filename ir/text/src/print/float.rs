//! Float values: the one place that asks for their text.

use rmlir_num::ApFloat;

/// Writes `value` so that it reads back as the same value. Returns whether it had to be written as bits.
pub(super) fn push_float(out: &mut String, value: &ApFloat) -> bool {
    let text = value.print();
    out.push_str(&text);
    text.starts_with("0x")
}
