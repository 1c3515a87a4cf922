//! Float values: the one place that asks for their text.

use rmlir_num::ApFloat;

/// Writes `value` so that it reads back as the same value. Returns whether it had to be written as bits.
pub(super) fn push_float(out: &mut String, value: &ApFloat) -> bool {
    let text = value.print();
    out.push_str(&text);
    text.starts_with("0x")
}

/// Stands in for `ApFloat::print` and `FloatKind::name` until `rmlir-num` has them; their own methods come first.
#[allow(dead_code)]
pub(super) mod stand_in {
    use rmlir_num::{ApFloat, FloatKind};

    pub(crate) trait FloatText {
        fn print(&self) -> String;
    }
    impl FloatText for ApFloat {
        fn print(&self) -> String {
            let value = match self.kind() {
                FloatKind::F64 => f64::from_bits(self.bits() as u64),
                FloatKind::F32 => f32::from_bits(self.bits() as u32).into(),
                _ => return format!("0x{:X}", self.bits()),
            };
            if !value.is_finite() {
                return format!("0x{:X}", self.bits());
            }
            let text = format!("{value:.6e}");
            let (digits, exponent) = text.split_once('e').expect("the format has an exponent");
            let exponent: i32 = exponent.parse().expect("an exponent is a number");
            format!("{digits}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
        }
    }

    pub(crate) trait KindName {
        fn name(&self) -> &'static str;
    }
    impl KindName for FloatKind {
        fn name(&self) -> &'static str {
            match self {
                FloatKind::F16 => "f16",
                FloatKind::BF16 => "bf16",
                FloatKind::F32 => "f32",
                FloatKind::F64 => "f64",
                #[allow(unreachable_patterns)]
                _ => "",
            }
        }
    }
}
#[allow(unused_imports)]
pub(super) use stand_in::{FloatText, KindName};
