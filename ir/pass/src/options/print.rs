//! The printer of options, as used by `--dump-pass-pipeline` and reproducers.

use std::fmt::{self, Display};

use super::parse::is_one_value;
use super::{OptionDef, OptionKind, OptionValue, OptionValues};

/// `{name=value name2=value2}`, sorted by name; empty without options.
impl Display for OptionValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.defs.is_empty() {
            return Ok(());
        }
        let mut order: Vec<usize> = (0..self.defs.len()).collect();
        order.sort_by_key(|&index| self.defs[index].name);
        f.write_str("{")?;
        for (place, &index) in order.iter().enumerate() {
            if place != 0 {
                f.write_str(" ")?;
            }
            // An empty list at its default is printed as an empty string, with its separator, as in upstream.
            let is_silent = matches!(&self.values[index], OptionValue::List(list) if list.is_empty());
            if is_silent && !self.given[index] {
                continue;
            }
            write_option(f, &self.defs[index], &self.values[index])?;
        }
        f.write_str("}")
    }
}

fn write_option(f: &mut fmt::Formatter<'_>, def: &OptionDef, value: &OptionValue) -> fmt::Result {
    write!(f, "{}=", def.name)?;
    let (OptionValue::List(values), OptionKind::List(element)) = (value, def.kind) else {
        return write_value(f, def.kind, value);
    };
    f.write_str("{")?;
    for (index, value) in values.iter().enumerate() {
        if index != 0 {
            f.write_str(",")?;
        }
        write_value(f, *element, value)?;
    }
    f.write_str("}")
}

fn write_value(f: &mut fmt::Formatter<'_>, kind: OptionKind, value: &OptionValue) -> fmt::Result {
    match (value, kind) {
        (OptionValue::Bool(value), _) => write!(f, "{value}"),
        (OptionValue::Int(value), _) => write!(f, "{value}"),
        (OptionValue::Float(value), _) => f.write_str(&exponent_form(*value)),
        (OptionValue::Text(text), _) => write_text(f, text),
        (OptionValue::Case(case), OptionKind::Enum(cases)) => f.write_str(cases[*case].name),
        (OptionValue::Passes(passes), _) => write_text(f, &passes.text),
        (OptionValue::Pipeline(pipeline), _) => write!(f, "{pipeline}"),
        _ => unreachable!("the value of an option is of its kind"),
    }
}

/// Braces are added unless the text reads as one value without them.
fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    if is_one_value(text) { f.write_str(text) } else { write!(f, "{{{text}}}") }
}

/// As C's `%e`: six digits after the point, a signed exponent of two digits at least.
fn exponent_form(value: f64) -> String {
    if !value.is_finite() {
        let word = if value.is_nan() { "nan" } else { "INF" };
        return if value.is_sign_negative() && !value.is_nan() { format!("-{word}") } else { word.to_owned() };
    }
    let text = format!("{value:.6e}");
    let (digits, exponent) = text.split_once('e').expect("scientific form has an exponent");
    let exponent: i32 = exponent.parse().expect("an exponent is an integer");
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}
