//! Parses what is between `[[#` and `]]`, and names of variables.
//!
//! ```text
//! block    := (format ',')? (name ':')? '=='? sum?
//! format   := '%' '#'? ('.' digits)? ('u' | 'd' | 'x' | 'X')?
//! sum      := operand (('+' | '-') operand)*
//! operand  := '(' sum ')' | function '(' sum ',' sum ')' | name | '-'? literal
//! ```
//!
//! The older form `[[@LINE+1]]` has a literal after the name of the line and nothing else.

use num_bigint::BigInt;

use super::expression::{Expression, Function, Operand};
use super::number::{Digits, Format};
use super::variables::{LINE, NumberId, Variables};

/// An error at a byte of the text that was given to the parser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// The byte, counted from the start of the text.
    pub at: usize,
    /// The message.
    pub message: String,
}

/// The contents of a block.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The variable that gets the value.
    pub defines: Option<NumberId>,
    /// The value that is asked for; any if there is none.
    pub expression: Option<Expression>,
    /// How it is written.
    pub format: Format,
}

/// Which syntax a block has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// All of it.
    Numeric,
    /// `@LINE`, and a literal that is added to it.
    LegacyLine,
}

/// The nesting of parentheses that is read; upstream overflows its stack at some greater depth.
const MAX_DEPTH: usize = 200;

/// Parses a name at the start of `text`: its length, and whether it begins with `@`.
pub fn name(text: &str) -> Result<(usize, bool), SyntaxError> {
    let error = |at, message: &str| Err(SyntaxError { at, message: message.to_owned() });
    let is_pseudo = text.starts_with('@');
    let start = usize::from(is_pseudo || text.starts_with('$'));
    if text.is_empty() {
        return error(0, "empty variable name");
    }
    let Some(first) = text[start..].bytes().next() else {
        return error(start, if is_pseudo { "empty pseudo variable name" } else { "empty global variable name" });
    };
    if first != b'_' && !first.is_ascii_alphabetic() {
        return error(0, "invalid variable name");
    }
    let n_bytes = text[start..].bytes().take_while(|&byte| byte == b'_' || byte.is_ascii_alphanumeric()).count();
    Ok((start + n_bytes, is_pseudo))
}

/// Parses a block; `line` is that of the directive, if it is in one. Variables that it names are added to `variables`.
pub fn block(text: &str, style: Style, line: Option<usize>, variables: &mut Variables) -> Result<Block, SyntaxError> {
    let mut parser = Parser { text, at: 0, style, line, variables, depth: 0 };
    let explicit = parser.format()?;
    let defined = parser.defined_name();
    parser.skip_blanks();
    let has_constraint = parser.eat("==");
    parser.skip_blanks();
    parser.text = parser.text.trim_end_matches(BLANKS);
    let expression = match (parser.is_at_end(), has_constraint) {
        (true, true) => return Err(parser.error("empty numeric expression should not have a constraint")),
        (true, false) => None,
        (false, _) => Some(parser.whole_sum(!has_constraint)?),
    };
    let implicit = match (&explicit.digits, &expression) {
        (None, Some(operand)) => {
            operand.expression.format(parser.variables).map_err(|message| SyntaxError { at: 0, message })?
        }
        _ => None,
    };
    let format = match explicit.digits {
        Some(digits) => Format { digits, precision: explicit.precision, has_prefix: explicit.has_prefix },
        None => implicit.unwrap_or(Format { precision: explicit.precision, ..Format::UNSIGNED }),
    };
    let defines = match defined {
        Some((at, definition)) => Some(parser.define(at, definition, format)?),
        None => None,
    };
    Ok(Block { defines, expression: expression.map(|operand| operand.expression), format })
}

const BLANKS: [char; 2] = [' ', '\t'];

struct ExplicitFormat {
    digits: Option<Digits>,
    precision: u32,
    has_prefix: bool,
}

struct Parser<'t, 'v> {
    text: &'t str,
    at: usize,
    style: Style,
    line: Option<usize>,
    variables: &'v mut Variables,
    depth: usize,
}

impl<'t> Parser<'t, '_> {
    fn rest(&self) -> &'t str {
        &self.text[self.at.min(self.text.len())..]
    }

    fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(BLANKS).len();
    }

    fn error(&self, message: impl Into<String>) -> SyntaxError {
        self.error_at(self.at, message)
    }

    fn error_at(&self, at: usize, message: impl Into<String>) -> SyntaxError {
        SyntaxError { at, message: message.into() }
    }

    /// Parses the format and its comma. A comma after a parenthesis parts arguments.
    fn format(&mut self) -> Result<ExplicitFormat, SyntaxError> {
        let mut format = ExplicitFormat { digits: None, precision: 0, has_prefix: false };
        let Some(end) = self.text.find(',') else { return Ok(format) };
        if self.text.find('(').is_some_and(|parenthesis| parenthesis < end) {
            return Ok(format);
        }
        let invalid = "invalid matching format specification in expression";
        let whole = self.text;
        self.text = whole[..end].trim_end_matches(BLANKS);
        self.skip_blanks();
        if !self.eat("%") {
            return Err(self.error(invalid));
        }
        let flag = self.at;
        format.has_prefix = self.eat("#");
        if self.eat(".") {
            let digits = self.take_while(|byte| byte.is_ascii_digit());
            format.precision = digits.parse().map_err(|_| self.error("invalid precision in format specifier"))?;
        }
        if let Some(letter) = self.rest().chars().next() {
            format.digits = Some(match letter {
                'u' => Digits::Unsigned,
                'd' => Digits::Signed,
                'x' => Digits::HexLower,
                'X' => Digits::HexUpper,
                _ => return Err(self.error("invalid format specifier in expression")),
            });
            self.at += 1;
        }
        if format.has_prefix && !matches!(format.digits, Some(Digits::HexLower | Digits::HexUpper)) {
            return Err(self.error_at(flag, "alternate form only supported for hex values"));
        }
        self.skip_blanks();
        if !self.is_at_end() {
            return Err(self.error(invalid));
        }
        self.text = whole;
        self.at = end + 1;
        Ok(format)
    }

    fn take_while(&mut self, accepts: impl Fn(u8) -> bool) -> &'t str {
        let rest = self.rest();
        let n_bytes = rest.bytes().take_while(|&byte| accepts(byte)).count();
        self.at += n_bytes;
        &rest[..n_bytes]
    }

    /// The text before the colon, and where it starts.
    fn defined_name(&mut self) -> Option<(usize, &'t str)> {
        let (before, _) = self.rest().split_once(':')?;
        let at = self.at;
        self.at += before.len() + 1;
        Some((at, before))
    }

    /// The variable that `text` at byte `at` defines.
    fn define(&mut self, at: usize, text: &str, format: Format) -> Result<NumberId, SyntaxError> {
        let trimmed = text.trim_start_matches(BLANKS);
        let at = at + text.len() - trimmed.len();
        let (n_bytes, is_pseudo) = name(trimmed).map_err(|error| self.error_at(at + error.at, error.message))?;
        let (name, rest) = trimmed.split_at(n_bytes);
        if is_pseudo {
            return Err(self.error_at(at, "definition of pseudo numeric variable unsupported"));
        }
        if self.variables.is_string(name) {
            return Err(self.error_at(at, format!("string variable with name '{name}' already exists")));
        }
        if !rest.trim_start_matches(BLANKS).is_empty() {
            return Err(self.error_at(at + n_bytes, "unexpected characters after numeric variable name"));
        }
        match self.variables.find_number(name) {
            Some(id) if self.variables.number(id).format != format => {
                Err(self.error_at(at, "format different from previous variable definition"))
            }
            Some(id) => Ok(id),
            None => Ok(self.variables.add_number(name, format, self.line)),
        }
    }

    /// Parses a sum up to the end of the text.
    fn whole_sum(&mut self, maybe_constraint: bool) -> Result<Operand, SyntaxError> {
        let start = self.at;
        let mut sum = match self.style {
            Style::Numeric => self.operand(maybe_constraint)?,
            Style::LegacyLine => self.named_operand()?,
        };
        while !self.is_at_end() {
            sum = self.add(start, sum)?;
            if self.style == Style::LegacyLine && !self.is_at_end() {
                let rest = self.rest();
                return Err(self.error(format!("unexpected characters at end of expression '{rest}'")));
            }
        }
        Ok(sum)
    }

    /// Parses a sign and an operand after the sum `left`, which began at byte `start`.
    fn add(&mut self, start: usize, left: Operand) -> Result<Operand, SyntaxError> {
        self.skip_blanks();
        let Some(sign) = self.rest().chars().next() else { return Ok(left) };
        let function = match sign {
            '+' => Function::Add,
            '-' => Function::Sub,
            _ => return Err(self.error(format!("unsupported operation '{sign}'"))),
        };
        self.at += 1;
        self.skip_blanks();
        if self.is_at_end() {
            return Err(self.error("missing operand in expression"));
        }
        let right = match self.style {
            Style::Numeric => self.operand(false)?,
            Style::LegacyLine => self.literal(false, false)?,
        };
        let text = self.text[start..self.at].to_owned();
        Ok(Operand { expression: Expression::Apply(function, Box::new([left, right])), text })
    }

    fn operand(&mut self, maybe_constraint: bool) -> Result<Operand, SyntaxError> {
        if self.rest().starts_with('(') {
            return self.nested(Self::parenthesized);
        }
        if name(self.rest()).is_ok() {
            return self.named_operand();
        }
        self.literal(true, maybe_constraint)
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, SyntaxError>) -> Result<T, SyntaxError> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(format!("expressions are nested more than {MAX_DEPTH} deep")));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn parenthesized(&mut self) -> Result<Operand, SyntaxError> {
        self.eat("(");
        self.skip_blanks();
        if self.is_at_end() {
            return Err(self.error("missing operand in expression"));
        }
        let start = self.at;
        let mut sum = self.operand(false)?;
        self.skip_blanks();
        while !self.is_at_end() && !self.rest().starts_with(')') {
            sum = self.add(start, sum)?;
            self.skip_blanks();
        }
        if !self.eat(")") {
            return Err(self.error("missing ')' at end of nested expression"));
        }
        Ok(sum)
    }

    /// Parses a variable or a call.
    fn named_operand(&mut self) -> Result<Operand, SyntaxError> {
        let start = self.at;
        let (n_bytes, is_pseudo) = name(self.rest()).map_err(|error| self.error_at(start + error.at, error.message))?;
        let name = &self.rest()[..n_bytes];
        self.at += n_bytes;
        let is_call = self.rest().trim_start_matches(BLANKS).starts_with('(');
        match (is_call, self.style) {
            (true, Style::Numeric) => return self.nested(|parser| parser.call(start, name)),
            (true, Style::LegacyLine) => return Err(self.error_at(start, "unexpected function call")),
            (false, _) => {}
        }
        if is_pseudo && name != LINE {
            return Err(self.error_at(start, format!("invalid pseudo numeric variable '{name}'")));
        }
        let known = self.variables.find_number(name);
        let id = known.unwrap_or_else(|| self.variables.add_number(name, Format::UNSIGNED, None));
        if self.line.is_some() && self.variables.number(id).line == self.line {
            return Err(
                self.error_at(start, format!("numeric variable '{name}' defined earlier in the same CHECK directive"))
            );
        }
        Ok(Operand { expression: Expression::Variable(id), text: name.to_owned() })
    }

    fn call(&mut self, start: usize, name: &str) -> Result<Operand, SyntaxError> {
        let function = match name {
            "add" => Function::Add,
            "div" => Function::Div,
            "max" => Function::Max,
            "min" => Function::Min,
            "mul" => Function::Mul,
            "sub" => Function::Sub,
            _ => return Err(self.error_at(start, format!("call to undefined function '{name}'"))),
        };
        self.skip_blanks();
        self.eat("(");
        self.skip_blanks();
        let mut arguments = Vec::new();
        while !self.is_at_end() && !self.rest().starts_with(')') {
            arguments.push(self.argument()?);
            self.skip_blanks();
            if !self.eat(",") {
                break;
            }
            self.skip_blanks();
            if self.rest().starts_with(')') {
                return Err(self.error("missing argument"));
            }
        }
        if !self.eat(")") {
            return Err(self.error("missing ')' at end of call expression"));
        }
        let n_arguments = arguments.len();
        let Ok(arguments) = <[Operand; 2]>::try_from(arguments) else {
            let message = format!("function '{name}' takes 2 arguments but {n_arguments} given");
            return Err(self.error_at(start, message));
        };
        let text = self.text[start..self.at].to_owned();
        Ok(Operand { expression: Expression::Apply(function, Box::new(arguments)), text })
    }

    fn argument(&mut self) -> Result<Operand, SyntaxError> {
        if self.rest().starts_with(',') {
            return Err(self.error("missing argument"));
        }
        let start = self.at;
        let mut argument = self.operand(false)?;
        loop {
            self.skip_blanks();
            if self.is_at_end() || self.rest().starts_with([',', ')']) {
                return Ok(argument);
            }
            argument = self.add(start, argument)?;
        }
    }

    /// Parses a number; where `has_radix`, `0x`, `0b`, `0o` and `0` say how it is written.
    fn literal(&mut self, has_radix: bool, maybe_constraint: bool) -> Result<Operand, SyntaxError> {
        let start = self.at;
        let is_negative = self.eat("-");
        let radix = if has_radix { self.radix() } else { 10 };
        let digits = self.take_while(|byte| char::from(byte).is_digit(radix));
        let Some(value) = BigInt::parse_bytes(digits.as_bytes(), radix) else {
            let maybe = if maybe_constraint { "matching constraint or " } else { "" };
            return Err(self.error_at(start, format!("invalid {maybe}operand format")));
        };
        let value = if is_negative { -value } else { value };
        Ok(Operand { expression: Expression::Literal(value), text: self.text[start..self.at].to_owned() })
    }

    fn radix(&mut self) -> u32 {
        for (prefix, radix) in [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2), ("0o", 8)] {
            if self.eat(prefix) {
                return radix;
            }
        }
        let is_octal = self.rest().starts_with('0') && self.rest().as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        if is_octal {
            self.eat("0");
            return 8;
        }
        10
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<String, String> {
        let mut variables = Variables::default();
        let id = variables.add_number("VAR", Format::UNSIGNED, None);
        variables.set_number(id, 10.into());
        let block = block(text, Style::Numeric, Some(1), &mut variables).map_err(|error| error.message)?;
        let value =
            block.expression.expect("it has a value").value(&variables).map_err(|error| format!("{error:?}"))?;
        block.format.write(&value).ok_or_else(|| "negative".to_owned())
    }

    #[test]
    fn expressions_have_values() {
        for (text, expected) in [
            ("VAR", "10"),
            ("VAR+1", "11"),
            ("VAR - 3 + 0x10", "23"),
            ("%x, VAR", "a"),
            ("%#.4X, mul(VAR, 2)", "0x0014"),
            ("(VAR + (2 - 1))", "11"),
            ("== max(VAR, min(3, 4))", "10"),
            ("%d, sub(3,VAR)", "-7"),
            ("X: 017", "15"),
        ] {
            assert_eq!(value(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn errors_have_upstreams_words() {
        for (text, expected) in [
            ("VAR*2", "unsupported operation '*'"),
            ("VAR+", "missing operand in expression"),
            ("(VAR", "missing ')' at end of nested expression"),
            ("add(VAR)", "function 'add' takes 2 arguments but 1 given"),
            ("foo(VAR,1)", "call to undefined function 'foo'"),
            ("%k, VAR", "invalid format specifier in expression"),
            ("%#u, VAR", "alternate form only supported for hex values"),
            ("?", "invalid matching constraint or operand format"),
            ("==", "empty numeric expression should not have a constraint"),
            ("@FOO", "invalid pseudo numeric variable '@FOO'"),
        ] {
            assert_eq!(value(text), Err(expected.to_owned()), "{text}");
        }
        assert!(value(&"(".repeat(100_000)).is_err());
    }
}
