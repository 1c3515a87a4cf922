//! Numeric expressions: how numbers are written, and what expressions amount to.

use num_bigint::{BigInt, Sign};
use num_traits::Zero;

use super::variables::{NumberId, Variables};

/// The digits of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Digits {
    /// `%u`
    Unsigned,
    /// `%d`
    Signed,
    /// `%x`
    HexLower,
    /// `%X`
    HexUpper,
}

/// How a number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Its digits.
    pub digits: Digits,
    /// The least number of digits.
    pub precision: u32,
    /// Whether `0x` is before them.
    pub has_prefix: bool,
}

impl Format {
    /// `%u`
    pub const UNSIGNED: Format = Format { digits: Digits::Unsigned, precision: 0, has_prefix: false };

    /// The format as it is written.
    pub fn words(self) -> &'static str {
        match self.digits {
            Digits::Unsigned => "%u",
            Digits::Signed => "%d",
            Digits::HexLower => "%x",
            Digits::HexUpper => "%X",
        }
    }

    /// The expression, for the `regex` crate, of all numbers in this format, and whether it is plain.
    pub fn regex(self) -> (String, bool) {
        let (sign, first, others) = match self.digits {
            Digits::Unsigned => ("", "1-9", "0-9"),
            Digits::Signed => ("-?", "1-9", "0-9"),
            Digits::HexLower => ("", "1-9a-f", "0-9a-f"),
            Digits::HexUpper => ("", "1-9A-F", "0-9A-F"),
        };
        let prefix = if self.has_prefix { "0x" } else { "" };
        match self.precision {
            0 => (format!("{sign}{prefix}[{others}]+"), sign.is_empty()),
            // At least so many digits; more only if the first is not 0.
            n => (format!("{prefix}{sign}(?:[{first}][{others}]*)?[{others}]{{{n}}}"), false),
        }
    }

    /// The number as it is written; none if it is negative and the format has no sign.
    pub fn write(self, value: &BigInt) -> Option<String> {
        let is_negative = value.sign() == Sign::Minus;
        if is_negative && self.digits != Digits::Signed {
            return None;
        }
        let digits = match self.digits {
            Digits::Unsigned | Digits::Signed => value.magnitude().to_str_radix(10),
            Digits::HexLower => value.magnitude().to_str_radix(16),
            Digits::HexUpper => value.magnitude().to_str_radix(16).to_uppercase(),
        };
        let sign = if is_negative { "-" } else { "" };
        let prefix = if self.has_prefix { "0x" } else { "" };
        Some(format!("{sign}{prefix}{digits:0>width$}", width = self.precision as usize))
    }

    /// The number that is written as `text`, which the expression of this format matches.
    pub fn read(self, text: &[u8]) -> Option<BigInt> {
        let (text, is_negative) = text.strip_prefix(b"-").map_or((text, false), |rest| (rest, true));
        let text = if self.has_prefix { text.strip_prefix(b"0x")? } else { text };
        let radix = if matches!(self.digits, Digits::HexLower | Digits::HexUpper) { 16 } else { 10 };
        let value = BigInt::parse_bytes(text, radix)?;
        Some(if is_negative { -value } else { value })
    }
}

/// A function of two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Function {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient, rounded towards 0.
    Div,
    /// The greater one.
    Max,
    /// The smaller one.
    Min,
}

/// A numeric expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Expression {
    /// A number.
    Literal(BigInt),
    /// The value of a variable.
    Variable(NumberId),
    /// A function of two expressions.
    Apply(Function, Box<[Operand; 2]>),
}

/// An operand, with its text for messages.
#[derive(Clone, PartialEq, Debug)]
pub struct Operand {
    /// The expression.
    pub expression: Expression,
    /// Its text.
    pub text: String,
}

/// Why an expression has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoValue {
    /// A variable has none.
    Undefined(String),
    /// A division by 0, or a negative number where the format has no sign.
    Overflow,
}

impl Expression {
    /// The value.
    pub fn value(&self, variables: &Variables) -> Result<BigInt, NoValue> {
        match self {
            Self::Literal(value) => Ok(value.clone()),
            Self::Variable(id) => {
                let number = variables.number(*id);
                number.value.clone().ok_or_else(|| NoValue::Undefined(number.name.clone()))
            }
            Self::Apply(function, operands) => {
                let [left, right] = &**operands;
                apply(*function, left.expression.value(variables)?, right.expression.value(variables)?)
            }
        }
    }

    /// The format that follows from those of its variables; the error names two that contradict one another.
    pub fn format(&self, variables: &Variables) -> Result<Option<Format>, String> {
        match self {
            Self::Literal(_) => Ok(None),
            Self::Variable(id) => Ok(Some(variables.number(*id).format)),
            Self::Apply(_, operands) => {
                let [left, right] = &**operands;
                match (left.expression.format(variables)?, right.expression.format(variables)?) {
                    (Some(of_left), Some(of_right)) if of_left != of_right => Err(format!(
                        "implicit format conflict between '{}' ({}) and '{}' ({}), need an explicit format specifier",
                        left.text,
                        of_left.words(),
                        right.text,
                        of_right.words()
                    )),
                    (of_left, of_right) => Ok(of_left.or(of_right)),
                }
            }
        }
    }
}

fn apply(function: Function, left: BigInt, right: BigInt) -> Result<BigInt, NoValue> {
    Ok(match function {
        Function::Add => left + right,
        Function::Sub => left - right,
        Function::Mul => left * right,
        Function::Div if right.is_zero() => return Err(NoValue::Overflow),
        Function::Div => left / right,
        Function::Max => left.max(right),
        Function::Min => left.min(right),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(digits: Digits, precision: u32, has_prefix: bool) -> Format {
        Format { digits, precision, has_prefix }
    }

    #[test]
    fn numbers_are_written_and_read() {
        for (format, value, text) in [
            (Format::UNSIGNED, 12, "12"),
            (format(Digits::Signed, 3, false), -7, "-007"),
            (format(Digits::HexUpper, 4, true), 0x2a, "0x002A"),
            (format(Digits::HexLower, 0, false), 0xbeef, "beef"),
        ] {
            assert_eq!(format.write(&value.into()).as_deref(), Some(text));
            assert_eq!(format.read(text.as_bytes()), Some(value.into()));
        }
        assert_eq!(Format::UNSIGNED.write(&(-1).into()), None);
    }

    #[test]
    fn division_by_zero_has_no_value() {
        assert_eq!(apply(Function::Div, 1.into(), 0.into()), Err(NoValue::Overflow));
        assert_eq!(apply(Function::Div, (-7).into(), 2.into()), Ok((-3).into()));
    }
}
