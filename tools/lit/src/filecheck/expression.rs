//! Numeric expressions: their values and their formats.

use num_bigint::BigInt;
use num_traits::Zero;

use super::number::Format;
use super::variables::{NumberId, Variables};

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

    #[test]
    fn division_by_zero_has_no_value() {
        assert_eq!(apply(Function::Div, 1.into(), 0.into()), Err(NoValue::Overflow));
        assert_eq!(apply(Function::Div, (-7).into(), 2.into()), Ok((-3).into()));
    }
}
