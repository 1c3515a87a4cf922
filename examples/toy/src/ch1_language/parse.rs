//! From a text to a syntax tree.
//!
//! Plan: 1. the nesting of brackets is checked, because the derived parser is recursive; 2. pest applies the grammar;
//! 3. its pairs become the tree. What the grammar guarantees of pairs is not checked again.

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pair;
use rmlir::diag::{Diagnostic, SourceFile, Span};

use super::ast::{Expr, ExprKind, Function, Name, Operator, Program, Statement, Struct, Variable};

/// The code derived by pest has no documentation.
#[allow(missing_docs)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "ch1_language/toy.pest"]
    pub(super) struct Grammar;
}
use grammar::{Grammar, Rule};

/// The depth of nested brackets that is accepted. So many levels take less than 768 KB of stack in a build without
/// optimizations, as measured; a thread has at least 2 MB. With a larger limit deep programs overflow the stack.
const MAX_NESTING: usize = 64;

type Parsed<T> = Result<T, Box<Diagnostic>>;

/// Parses the text of a file of the source map.
///
/// # Errors
/// The first error, with its position.
pub fn parse(file: &SourceFile) -> Parsed<Program> {
    let reader = Reader { base: file.span().start };
    let error = |message: &str, at: usize| Box::new(Diagnostic::error(reader.span(at, at), message));
    let text = std::str::from_utf8(file.bytes()).map_err(|utf8| error("the text is not UTF-8", utf8.valid_up_to()))?;
    if let Some(at) = too_deep(text) {
        return Err(error(&format!("brackets are nested deeper than {MAX_NESTING} levels"), at));
    }
    let mut pairs = Grammar::parse(Rule::program, text).map_err(|error| reader.syntax_error(&error))?;
    reader.program(pairs.next().expect("a parse has the pair of its rule"))
}

/// The position of the first bracket that is nested too deeply. Comments are skipped.
fn too_deep(text: &str) -> Option<usize> {
    let (mut depth, mut is_comment) = (0_usize, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'\n' => is_comment = false,
            b'#' => is_comment = true,
            b'(' | b'[' | b'{' if !is_comment => depth += 1,
            b')' | b']' | b'}' if !is_comment => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_NESTING {
            return Some(at);
        }
    }
    None
}

/// What a rule is called in messages; rules without a name begin with one that has a name.
fn words(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::program => "'def' or 'struct'",
        Rule::EOI => "the end of the file",
        Rule::structure | Rule::struct_word => "'struct'",
        Rule::function | Rule::def_word => "'def'",
        Rule::returns | Rule::return_word => "'return'",
        Rule::var_word => "'var'",
        Rule::declaration | Rule::variable => "a declaration",
        Rule::name | Rule::parameter => "a name",
        Rule::size => "a size",
        Rule::number => "a number",
        Rule::list => "a list",
        Rule::record => "a struct literal",
        Rule::evaluation | Rule::expression | Rule::product | Rule::access => "an expression",
        Rule::sum_operator | Rule::product_operator => "an operator",
        Rule::block | Rule::open_brace => "'{'",
        Rule::close_brace => "'}'",
        Rule::parentheses | Rule::open_paren => "'('",
        Rule::close_paren => "')'",
        Rule::open_bracket => "'['",
        Rule::close_bracket => "']'",
        Rule::shape | Rule::open_angle => "'<'",
        Rule::close_angle => "'>'",
        Rule::comma => "','",
        Rule::semicolon => "';'",
        Rule::equals => "'='",
        Rule::dot => "'.'",
        _ => return None,
    })
}

/// Whether a pair is punctuation or a keyword, which is not part of the tree.
fn is_syntax(rule: Rule) -> bool {
    let is_word = matches!(rule, Rule::def_word | Rule::return_word | Rule::struct_word | Rule::var_word);
    let is_open = matches!(rule, Rule::open_brace | Rule::open_paren | Rule::open_bracket | Rule::open_angle);
    let is_close = matches!(rule, Rule::close_brace | Rule::close_paren | Rule::close_bracket | Rule::close_angle);
    is_word || is_open || is_close || matches!(rule, Rule::comma | Rule::semicolon | Rule::equals | Rule::dot)
}

/// The parts of a pair without punctuation.
fn parts(pair: Pair<Rule>) -> Vec<Pair<Rule>> {
    pair.into_inner().filter(|part| !is_syntax(part.as_rule())).collect()
}

/// The only part of a pair.
fn part(pair: Pair<Rule>) -> Pair<Rule> {
    parts(pair).pop().expect("the rule has one part")
}

/// Converts pairs of a file whose first byte has the position `base`.
struct Reader {
    base: u32,
}

impl Reader {
    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.base + start as u32, self.base + end as u32)
    }

    fn span_of(&self, pair: &Pair<Rule>) -> Span {
        let span = pair.as_span();
        self.span(span.start(), span.end())
    }

    fn error<T>(&self, pair: &Pair<Rule>, message: &str) -> Parsed<T> {
        Err(Box::new(Diagnostic::error(self.span_of(pair), message)))
    }

    fn syntax_error(&self, error: &Error<Rule>) -> Box<Diagnostic> {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        let mut expected: Vec<&str> = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives.iter().filter_map(|&rule| words(rule)).collect(),
            ErrorVariant::CustomError { message } => vec![message],
        };
        expected.sort_unstable();
        expected.dedup();
        let message = format!("expected {}", expected.join(" or "));
        Box::new(Diagnostic::error(self.span(at, at), message))
    }

    fn program(&self, pair: Pair<Rule>) -> Parsed<Program> {
        let mut program = Program { start: self.span(0, 0), structs: Vec::new(), functions: Vec::new() };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::structure => program.structs.push(self.structure(part)),
                Rule::function => program.functions.push(self.function(part)?),
                _ => {}
            }
        }
        Ok(program)
    }

    fn structure(&self, pair: Pair<Rule>) -> Struct {
        let mut parts = parts(pair).into_iter();
        let name = self.name(&parts.next().expect("a struct has a name"));
        Struct { name, fields: parts.map(|field| self.variable(field)).collect() }
    }

    fn function(&self, pair: Pair<Rule>) -> Parsed<Function> {
        let mut header = parts(pair);
        let block = header.pop().expect("a function has a block");
        let name = self.name(&header.remove(0));
        let parameters = header.into_iter().map(|parameter| self.variable(parameter)).collect();
        let body = parts(block).into_iter().map(|statement| self.statement(statement)).collect::<Parsed<_>>()?;
        Ok(Function { name, parameters, body })
    }

    fn name(&self, pair: &Pair<Rule>) -> Name {
        Name { text: pair.as_str().to_owned(), span: self.span_of(pair) }
    }

    /// `var x`, `S x` or, as a parameter, `x`.
    fn variable(&self, pair: Pair<Rule>) -> Variable {
        let parts = parts(pair);
        let (name, ty) = parts.split_last().expect("a variable has a name");
        Variable { ty: ty.first().map(|ty| self.name(ty)), name: self.name(name) }
    }

    fn statement(&self, pair: Pair<Rule>) -> Parsed<Statement> {
        let (rule, span) = (pair.as_rule(), self.span_of(&pair));
        let mut parts = parts(pair);
        let value = parts.pop().map(|value| self.expr(value)).transpose()?;
        if rule == Rule::returns {
            return Ok(Statement::Return(span, value));
        }
        let value = value.expect("a declaration has a value, and so has an evaluation");
        if rule == Rule::evaluation {
            return Ok(Statement::Evaluate(value));
        }
        let shape = (parts.len() == 2).then(|| parts.pop().expect("there are two")).map(|shape| self.shape(shape));
        let variable = self.variable(parts.pop().expect("a declaration has a variable"));
        Ok(Statement::Declare(variable, shape.transpose()?, value))
    }

    fn shape(&self, pair: Pair<Rule>) -> Parsed<Vec<i64>> {
        let size = |pair: Pair<Rule>| match pair.as_str().parse() {
            Ok(size @ 1..) => Ok(size),
            _ => self.error(&pair, "a size must be at least 1, and less than 2^63"),
        };
        parts(pair).into_iter().map(size).collect()
    }

    fn expr(&self, pair: Pair<Rule>) -> Parsed<Expr> {
        let span = self.span_of(&pair);
        let kind = match pair.as_rule() {
            Rule::number => ExprKind::Number(pair.as_str().parse().expect("Rust reads all numbers of the grammar")),
            Rule::name => ExprKind::Name(pair.as_str().to_owned()),
            Rule::list => ExprKind::List(self.exprs(parts(pair))?),
            Rule::record => ExprKind::Record(self.exprs(parts(pair))?),
            Rule::parentheses => return self.expr(part(pair)),
            Rule::call => {
                let mut parts = parts(pair);
                ExprKind::Call(self.name(&parts.remove(0)), self.exprs(parts)?)
            }
            Rule::access => {
                let mut parts = parts(pair);
                let fields = parts.split_off(1).iter().map(|field| self.name(field)).collect::<Vec<_>>();
                let base = self.expr(parts.remove(0))?;
                if fields.is_empty() {
                    return Ok(base);
                }
                ExprKind::Field(Box::new(base), fields)
            }
            _ => return self.chain(span, parts(pair)),
        };
        Ok(Expr { span, kind })
    }

    fn exprs(&self, pairs: Vec<Pair<Rule>>) -> Parsed<Vec<Expr>> {
        pairs.into_iter().map(|pair| self.expr(pair)).collect()
    }

    /// Operands with operators between them; a chain of one operand is that operand.
    fn chain(&self, span: Span, parts: Vec<Pair<Rule>>) -> Parsed<Expr> {
        let mut parts = parts.into_iter();
        let first = self.expr(parts.next().expect("a chain has an operand"))?;
        let mut rest = Vec::new();
        while let Some((symbol, operand)) = parts.next().zip(parts.next()) {
            let operator = match symbol.as_str() {
                "+" => Operator::Add,
                "-" => Operator::Sub,
                _ => Operator::Mul,
            };
            rest.push((operator, self.span_of(&symbol), self.expr(operand)?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        Ok(Expr { span, kind: ExprKind::Chain(Box::new(first), rest) })
    }
}
