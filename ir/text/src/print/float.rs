//! The text of float values.

use rmlir_num::ApFloat;

/// Prints `value` so that it parses to the same value. Returns whether it had to be printed as bits.
pub(super) fn push_float(out: &mut String, value: &ApFloat) -> bool {
    let text = value.print();
    out.push_str(&text);
    text.starts_with("0x")
}
