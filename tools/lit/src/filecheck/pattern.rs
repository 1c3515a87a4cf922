//! The pattern of a directive: bytes, `{{expressions}}`, `[[STRING:expression]]`, `[[STRING]]` and `[[#numbers]]`.

use std::cell::OnceCell;
use std::ops::Range;

use num_bigint::BigInt;
use rmlir_diag::posix::{self, Newline, Translation};

use super::directive::Kind;
use super::expression::{Expression, NoValue};
use super::expression_parser::{self, Style, SyntaxError};
use super::matcher::{Found, Item, Matcher};
use super::number::Format;
use super::request::Request;
use super::variables::{NumberId, Variables};

/// A part of a pattern.
enum Piece {
    Bytes(Vec<u8>),
    Expression(Translation),
    /// The definition of a string.
    Define(Translation),
    /// The value of a string, and the place of its name.
    Use(String, Range<usize>),
    /// The text of the group of that index of this pattern.
    Same(usize),
    /// A number.
    Number(NumberPiece),
}

struct NumberPiece {
    defines: Option<NumberId>,
    expression: Option<Expression>,
    format: Format,
    /// The place of the block.
    at: Range<usize>,
}

/// What a group defines.
enum Definition {
    String(String),
    Number(NumberId, Format),
}

/// A pattern.
pub struct Pattern {
    pieces: Vec<Piece>,
    definitions: Vec<Definition>,
    ignore_case: bool,
    is_empty_line: bool,
    line: usize,
    /// The matcher, if it does not depend on variables.
    constant: OnceCell<Matcher>,
}

/// The message about a block without its last bracket.
pub const UNCLOSED: &str = "missing closing \"]\" for regex variable";

/// Why a pattern cannot be searched for.
pub struct Unusable {
    /// The place of the reason in the text that the pattern was parsed from.
    pub at: Range<usize>,
    /// The reason.
    pub message: String,
}

/// A variable of a pattern and its value, for notes.
pub struct Substitution {
    /// The variable or expression as it is written.
    pub text: String,
    /// Its value.
    pub value: Vec<u8>,
}

impl Pattern {
    /// The pattern that matches the end of the input.
    pub fn end() -> Self {
        Self {
            pieces: Vec::new(),
            definitions: Vec::new(),
            ignore_case: false,
            is_empty_line: false,
            line: 0,
            constant: OnceCell::new(),
        }
    }

    /// Parses the pattern at `range` of `text`, which stands in `line`.
    pub fn parse(
        text: &[u8],
        range: Range<usize>,
        (kind, is_literal, prefix): (Kind, bool, &str),
        line: Option<usize>,
        request: &Request,
        variables: &mut Variables,
    ) -> Result<Self, SyntaxError> {
        let start = range.start;
        let mut bytes = &text[range];
        if request.trims_patterns() {
            bytes = trimmed_end(bytes);
        }
        let error = |message: String| Err(SyntaxError { at: start, message });
        match (kind, bytes.is_empty()) {
            (Kind::Empty, false) => {
                return error(format!("found non-empty check string for empty check with prefix '{prefix}:'"));
            }
            (Kind::Empty, true) | (_, false) => {}
            (_, true) => return error(format!("found empty check string with prefix '{prefix}:'")),
        }
        let whole_line = request.match_full_lines && kind != Kind::Not;
        let has_syntax = whole_line || contains(bytes, b"{{") || contains(bytes, b"[[");
        let mut parser = Parser {
            at: start,
            end: start + bytes.len(),
            text,
            line,
            variables,
            pieces: Vec::new(),
            groups: Vec::new(),
        };
        match (kind, is_literal || !has_syntax) {
            (Kind::Empty, _) => {}
            (_, true) => parser.pieces.push(Piece::Bytes(bytes.to_owned())),
            (_, false) => parser.pieces()?,
        }
        let (mut pieces, groups) = (parser.pieces, parser.groups);
        if whole_line && !is_literal && kind != Kind::Empty {
            let blanks = if request.strict_whitespace { "" } else { " *" };
            let edge =
                |pattern: String| Piece::Expression(Translation { pattern, is_plain: true, ..Translation::default() });
            pieces.insert(0, edge(format!("^{blanks}")));
            pieces.push(edge(format!("{blanks}$")));
        }
        Ok(Self {
            pieces,
            definitions: groups,
            ignore_case: request.ignore_case,
            is_empty_line: kind == Kind::Empty,
            line: line.unwrap_or_default(),
            constant: OnceCell::new(),
        })
    }

    /// Whether a string is defined or used, or a number used.
    pub fn has_variable(&self) -> bool {
        self.pieces.iter().any(|piece| match piece {
            Piece::Define(..) | Piece::Use(..) | Piece::Same(_) => true,
            Piece::Number(number) => number.expression.is_some(),
            Piece::Bytes(_) | Piece::Expression(_) => false,
        })
    }

    /// The leftmost match in `text`; variables get their values.
    pub fn find(&self, text: &[u8], variables: &mut Variables) -> Result<Option<Range<usize>>, Vec<Unusable>> {
        if self.is_empty_line {
            return Ok(empty_line(text));
        }
        variables.set_line(self.line);
        let unusable = |message: String| vec![Unusable { at: 0..0, message }];
        let is_constant = !self.pieces.iter().any(Piece::is_substituted);
        let built;
        let matcher = match self.constant.get() {
            Some(matcher) => matcher,
            None => {
                let items = self.items(variables)?;
                // As in upstream: the value of a variable may leave nothing, which is no regular expression.
                if items.iter().all(|item| matches!(item, Item::Bytes(bytes) if bytes.is_empty())) {
                    return Ok(None);
                }
                let matcher = Matcher::new(items, self.ignore_case).map_err(unusable)?;
                match is_constant {
                    true => self.constant.get_or_init(|| matcher),
                    false => {
                        built = matcher;
                        &built
                    }
                }
            }
        };
        let Some(found) = matcher.find(text).map_err(unusable)? else { return Ok(None) };
        self.define(text, &found, variables);
        Ok(Some(found.range))
    }

    fn items(&self, variables: &Variables) -> Result<Vec<Item>, Vec<Unusable>> {
        let mut unusable = Vec::new();
        let mut items = Vec::new();
        for piece in &self.pieces {
            match piece.item(variables) {
                Ok(item) => items.push(item),
                Err(reason) => unusable.push(reason),
            }
        }
        if unusable.is_empty() { Ok(items) } else { Err(unusable) }
    }

    fn define(&self, text: &[u8], found: &Found, variables: &mut Variables) {
        for (definition, group) in self.definitions.iter().zip(&found.groups) {
            let value = &text[group.clone()];
            match definition {
                Definition::String(name) => variables.set_string(name, value),
                Definition::Number(id, format) => {
                    let value = format.read(value).expect("the expression of a format matches its numbers only");
                    variables.set_number(*id, value);
                }
            }
        }
    }

    /// The values of the variables in the pattern, which is at `text`.
    pub fn substitutions(&self, text: &[u8], variables: &Variables) -> Vec<Substitution> {
        let shown = |at: &Range<usize>| String::from_utf8_lossy(&text[at.clone()]).into_owned();
        let value = |piece: &Piece| match piece {
            Piece::Use(name, at) => Some(Substitution { text: shown(at), value: variables.string(name)?.to_owned() }),
            Piece::Number(number) => {
                let value = number.value(variables)?.ok()?;
                Some(Substitution { text: shown(&number.at), value: value.into_bytes() })
            }
            _ => None,
        };
        self.pieces.iter().filter_map(value).collect()
    }

    /// The text that a match might have: bytes and values of variables, without what expressions match.
    pub fn example(&self, variables: &Variables) -> Vec<u8> {
        let mut example = Vec::new();
        for piece in &self.pieces {
            if let Ok(Item::Bytes(bytes)) = piece.item(variables) {
                example.extend(bytes);
            }
        }
        example
    }
}

impl Piece {
    /// Whether the item depends on the values of variables.
    fn is_substituted(&self) -> bool {
        match self {
            Piece::Use(..) => true,
            Piece::Number(number) => number.expression.is_some(),
            Piece::Bytes(_) | Piece::Expression(_) | Piece::Define(..) | Piece::Same(_) => false,
        }
    }

    fn item(&self, variables: &Variables) -> Result<Item, Unusable> {
        Ok(match self {
            Piece::Bytes(bytes) => Item::Bytes(bytes.clone()),
            Piece::Expression(expression) => Item::Expression(expression.clone()),
            Piece::Define(expression) => Item::Group(expression.clone()),
            Piece::Same(group) => Item::Same(*group),
            Piece::Use(name, at) => match variables.string(name) {
                Some(value) => Item::Bytes(value.to_owned()),
                None => return Err(Unusable { at: at.clone(), message: undefined(name) }),
            },
            Piece::Number(number) => number.item(variables)?,
        })
    }
}

fn undefined(name: &str) -> String {
    format!("undefined variable: {name}")
}

impl NumberPiece {
    /// The value as it is written; none if any is asked for.
    fn value(&self, variables: &Variables) -> Option<Result<String, NoValue>> {
        let expression = self.expression.as_ref()?;
        let write = |value: BigInt| self.format.write(&value).ok_or(NoValue::Overflow);
        Some(expression.value(variables).and_then(write))
    }

    fn item(&self, variables: &Variables) -> Result<Item, Unusable> {
        let value = self.value(variables).transpose().map_err(|reason| Unusable {
            at: self.at.clone(),
            message: match reason {
                NoValue::Undefined(name) => undefined(&name),
                NoValue::Overflow => "unable to substitute variable or numeric expression: overflow error".to_owned(),
            },
        })?;
        Ok(match (value, self.defines) {
            (Some(value), None) => Item::Bytes(value.into_bytes()),
            (Some(value), Some(_)) => Item::Group(plain(posix::literal(value.as_bytes()), true)),
            (None, defines) => {
                let (pattern, is_plain) = self.format.regex();
                let expression = plain(pattern, is_plain);
                if defines.is_some() { Item::Group(expression) } else { Item::Expression(expression) }
            }
        })
    }
}

fn plain(pattern: String, is_plain: bool) -> Translation {
    Translation { pattern, is_plain, ..Translation::default() }
}

fn trimmed_end(bytes: &[u8]) -> &[u8] {
    let n_blanks = bytes.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &bytes[..bytes.len() - n_blanks]
}

/// The first empty line after a newline; its range is empty.
fn empty_line(text: &[u8]) -> Option<Range<usize>> {
    let is_empty = |&at: &usize| matches!(text.get(at + 1), None | Some(b'\n'));
    memchr::memchr_iter(b'\n', text).find(is_empty).map(|at| at + 1..at + 1)
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    memchr::memmem::find(text, word).is_some()
}

struct Parser<'t, 'v> {
    at: usize,
    end: usize,
    text: &'t [u8],
    line: Option<usize>,
    variables: &'v mut Variables,
    pieces: Vec<Piece>,
    groups: Vec<Definition>,
}

impl<'t> Parser<'t, '_> {
    fn rest(&self) -> &'t [u8] {
        &self.text[self.at..self.end]
    }

    fn pieces(&mut self) -> Result<(), SyntaxError> {
        while self.at < self.end {
            let rest = self.rest();
            if rest.starts_with(b"{{") {
                self.expression()?;
            } else if rest.starts_with(b"[[") && !rest.starts_with(b"[[[") {
                self.block()?;
            } else {
                // A bracket before two others is a byte.
                let next = |word: &[u8]| memchr::memmem::find(&rest[1..], word).map(|at| at + 1);
                let n_bytes = next(b"{{").into_iter().chain(next(b"[[")).min().unwrap_or(rest.len());
                self.pieces.push(Piece::Bytes(rest[..n_bytes].to_owned()));
                self.at += n_bytes;
            }
        }
        Ok(())
    }

    fn expression(&mut self) -> Result<(), SyntaxError> {
        let rest = self.rest();
        let Some(end) = memchr::memmem::find(rest, b"}}") else {
            return Err(self.error(self.at, "found start of regex string with no end '}}'"));
        };
        let translation = self.translate(self.at + 2..self.at + end.max(2))?;
        self.pieces.push(Piece::Expression(translation));
        self.at += end + 2;
        Ok(())
    }

    fn error(&self, at: usize, message: impl Into<String>) -> SyntaxError {
        SyntaxError { at, message: message.into() }
    }

    fn translate(&self, range: Range<usize>) -> Result<Translation, SyntaxError> {
        let translation = posix::translate(&self.text[range.clone()], Newline::EndsLine);
        let translation =
            translation.map_err(|message| self.error(range.start, format!("invalid regex: {message}")))?;
        if translation.refers_back {
            return Err(self.error(range.start, "back references in regular expressions are not supported"));
        }
        Ok(translation)
    }

    /// Parses a block in double brackets.
    fn block(&mut self) -> Result<(), SyntaxError> {
        let open = self.at;
        let start = open + 2;
        let Some(n_bytes) = self.block_length(start)? else {
            return Err(self.error(open, "Invalid substitution block, no ]] found"));
        };
        let end = start + n_bytes;
        self.at = end + 2;
        match self.text[start..end].first() {
            Some(b'#') => self.number(start + 1..end, Style::Numeric),
            Some(b'@') => {
                self.check_name(start..end)?;
                self.number(start..end, Style::LegacyLine)
            }
            _ => self.string(start..end),
        }
    }

    /// The length of the block that starts at `start`: up to two brackets that are not within a set or escaped.
    fn block_length(&self, start: usize) -> Result<Option<usize>, SyntaxError> {
        let text = &self.text[start..self.end];
        let (mut at, mut depth) = (0, 0usize);
        while at < text.len() {
            match text[at] {
                b']' if depth == 0 && text[at..].starts_with(b"]]") => return Ok(Some(at)),
                b']' if depth == 0 => {
                    return Err(self.error(start + at, UNCLOSED));
                }
                b']' => depth -= 1,
                b'[' => depth += 1,
                b'\\' => at += 1,
                _ => {}
            }
            at += 1;
        }
        Ok(None)
    }

    /// The name at the start of a block, which has no blank.
    fn check_name(&self, range: Range<usize>) -> Result<(usize, bool), SyntaxError> {
        let block = &self.text[range.clone()];
        let before = block.split(|&byte| byte == b':').next().unwrap_or_default();
        if let Some(blank) = before.iter().position(|byte| matches!(byte, b' ' | b'\t')) {
            return Err(self.error(range.start + blank, "unexpected whitespace"));
        }
        // Names are ASCII: of other bytes only the first is looked at.
        let n_ascii = block.iter().take_while(|byte| byte.is_ascii()).count();
        let ascii = std::str::from_utf8(&block[..n_ascii]).unwrap_or_default();
        let ascii = if ascii.is_empty() && !block.is_empty() { "?" } else { ascii };
        expression_parser::name(ascii).map_err(|error| self.error(range.start + error.at, error.message))
    }

    /// Parses the definition or the use of a string.
    fn string(&mut self, range: Range<usize>) -> Result<(), SyntaxError> {
        let (n_bytes, _) = self.check_name(range.clone())?;
        let block = &self.text[range.clone()];
        let (name, rest) = block.split_at(n_bytes);
        let name = String::from_utf8_lossy(name).into_owned();
        if block.contains(&b':') {
            if rest.first() != Some(&b':') {
                return Err(self.error(range.start, "invalid name in string variable definition"));
            }
            return self.define(name, range.start, range.start + n_bytes + 1..range.end);
        }
        if !rest.is_empty() {
            return Err(self.error(range.start, "invalid name in string variable use"));
        }
        // The last definition of this pattern counts.
        let same =
            self.groups.iter().rposition(|group| matches!(group, Definition::String(defined) if *defined == name));
        self.pieces.push(same.map_or_else(|| Piece::Use(name, range), Piece::Same));
        Ok(())
    }

    fn define(&mut self, name: String, at: usize, regex: Range<usize>) -> Result<(), SyntaxError> {
        if self.variables.find_number(&name).is_some() {
            return Err(self.error(at, format!("numeric variable with name '{name}' already exists")));
        }
        self.variables.declare_string(&name);
        // As in upstream, nothing at all is right here, but not between braces.
        let expression = match regex.is_empty() {
            true => plain(String::new(), true),
            false => self.translate(regex)?,
        };
        self.groups.push(Definition::String(name));
        self.pieces.push(Piece::Define(expression));
        Ok(())
    }

    fn number(&mut self, range: Range<usize>, style: Style) -> Result<(), SyntaxError> {
        let block = String::from_utf8_lossy(&self.text[range.clone()]).into_owned();
        let parsed = expression_parser::block(&block, style, self.line, self.variables);
        let block = parsed.map_err(|error| self.error(range.start + error.at, error.message))?;
        if let Some(id) = block.defines {
            self.groups.push(Definition::Number(id, self.variables.number(id).format));
        }
        let expression_parser::Block { defines, expression, format } = block;
        self.pieces.push(Piece::Number(NumberPiece { defines, expression, format, at: range }));
        Ok(())
    }
}
