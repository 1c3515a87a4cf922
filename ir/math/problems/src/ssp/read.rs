//! The parser. Text between instances, and modules around them, is skipped.

use std::collections::BTreeMap;

use super::properties::Properties;
use super::token::{Token, tokens};
use crate::Failure;

/// An operand.
pub(super) enum Source {
    /// A result, identified by name.
    Value(String),
    /// An operation, identified by name.
    Named(String),
}

/// The source of a dependence with its distance.
pub(super) struct Operand {
    pub source: Source,
    pub distance: u32,
    pub at: usize,
}

pub(super) struct Operation {
    /// The last component of its operator type's name.
    pub operator: String,
    pub name: String,
    pub operands: Vec<Operand>,
    pub uses: Vec<String>,
    pub properties: Properties,
}

#[derive(Default)]
struct Types {
    latencies: BTreeMap<String, i64>,
    limits: BTreeMap<String, u32>,
}

pub(super) struct Instance {
    pub problem: String,
    pub properties: Properties,
    /// The latency by operator type.
    pub latencies: BTreeMap<String, i64>,
    /// The limits by resource type, and by operator type if that has one.
    pub limits: BTreeMap<String, u32>,
    pub operations: Vec<Operation>,
    /// The operation that defines each result.
    pub values: BTreeMap<String, usize>,
    /// The index of each operation by name.
    pub names: BTreeMap<String, usize>,
}

/// All instances of a text.
pub(super) fn instances(text: &str) -> Result<Vec<Instance>, Failure> {
    let mut parser = Parser { tokens: tokens(text), next: 0, end: text.len() };
    let (mut found, mut shared) = (Vec::new(), Types::default());
    while let Some(token) = parser.tokens.get(parser.next) {
        parser.next += 1;
        match token.text {
            "ssp.instance" => found.push(parser.instance(&shared)?),
            "ssp.library" | "ssp.resource" => parser.types(&mut shared)?,
            _ => {}
        }
    }
    Ok(found)
}

struct Parser<'t> {
    tokens: Vec<Token<'t>>,
    next: usize,
    end: usize,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> &'t str {
        self.tokens.get(self.next).map_or("", |token| token.text)
    }

    fn at(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |token| token.range.start)
    }

    /// The end of the last token.
    fn behind(&self) -> usize {
        self.next.checked_sub(1).map_or(0, |last| self.tokens[last].range.end)
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T, Failure> {
        Err(Failure { at: self.at(), message: message.into() })
    }

    fn take(&mut self) -> &'t str {
        let text = self.peek();
        self.next = self.tokens.len().min(self.next + 1);
        text
    }

    fn accept(&mut self, text: &str) -> bool {
        let is_here = self.peek() == text;
        self.next += usize::from(is_here);
        is_here
    }

    fn expect(&mut self, text: &str) -> Result<(), Failure> {
        if self.accept(text) { Ok(()) } else { self.fail(format!("expected '{text}'")) }
    }

    fn number<N: std::str::FromStr>(&mut self, text: &str, at: usize) -> Result<N, Failure> {
        text.parse()
            .map_err(|_| Failure { at, message: format!("expected an integer but got '{text}', or it is too large") })
    }

    /// A name with its sigil, if there is one.
    fn symbol(&mut self) -> Option<String> {
        if !self.peek().starts_with(['@', '"']) {
            return None;
        }
        let mut last = self.take();
        while self.peek() == ":" && self.tokens.get(self.next + 2).is_some_and(|token| token.text.starts_with('@')) {
            self.next += 2;
            last = self.take();
        }
        Some(last.trim_start_matches('@').trim_matches('"').to_owned())
    }

    /// Parses a property list, or returns its position if it is absent.
    fn properties(&mut self) -> Result<Properties, Failure> {
        if self.peek() != "[" {
            return Ok(Properties { range: self.behind()..self.behind(), known: Vec::new() });
        }
        let start = self.at();
        self.next += 1;
        let mut known = Vec::new();
        while !self.accept("]") {
            let name = self.take().to_owned();
            if name.is_empty() {
                return self.fail("expected ']'");
            }
            let mut value = String::new();
            if self.accept("<") {
                while !self.accept(">") {
                    if self.peek().is_empty() {
                        return self.fail("expected '>'");
                    }
                    value.push_str(self.take());
                }
            }
            known.push((name, value));
            self.accept(",");
        }
        Ok(Properties { range: start..self.behind(), known })
    }

    /// Parses a library or a similar list of types with properties.
    fn types(&mut self, types: &mut Types) -> Result<(), Failure> {
        self.symbol();
        self.expect("{")?;
        while !self.accept("}") {
            let at = self.at();
            let is_operator = match self.take() {
                "operator_type" => true,
                "resource_type" => false,
                _ => return Err(Failure { at, message: "expected 'operator_type' or 'resource_type'".to_owned() }),
            };
            let Some(name) = self.symbol() else { return self.fail("expected a name") };
            let properties = self.properties()?;
            if let Some(limit) = properties.get("limit") {
                let limit = self.number(limit, properties.at())?;
                types.limits.insert(name.clone(), limit);
            }
            if is_operator {
                let latency = properties.get("latency").unwrap_or("0");
                let latency = self.number(latency, properties.at())?;
                types.latencies.insert(name, latency);
            }
        }
        Ok(())
    }

    fn instance(&mut self, shared: &Types) -> Result<Instance, Failure> {
        self.symbol();
        self.expect("of")?;
        let problem = self.take().trim_matches('"').to_owned();
        let properties = self.properties()?;
        let mut types = Types { latencies: shared.latencies.clone(), limits: shared.limits.clone() };
        self.expect("{")?;
        let (mut operations, mut values) = (Vec::new(), BTreeMap::new());
        while !self.accept("}") {
            let at = self.at();
            match self.take() {
                "library" | "resource" => self.types(&mut types)?,
                "graph" => {
                    self.expect("{")?;
                    while !self.accept("}") {
                        let operation = self.operation(operations.len(), &mut values)?;
                        operations.push(operation);
                    }
                }
                _ => return Err(Failure { at, message: "expected 'library', 'resource' or 'graph'".to_owned() }),
            }
        }
        let Types { latencies, limits } = types;
        let named = operations.iter().enumerate().map(|(number, it): (usize, &Operation)| (it.name.clone(), number));
        let names = named.collect();
        Ok(Instance { problem, properties, latencies, limits, operations, values, names })
    }

    fn operation(&mut self, number: usize, values: &mut BTreeMap<String, usize>) -> Result<Operation, Failure> {
        let mut results = Vec::new();
        while self.peek().starts_with('%') {
            results.push(self.take().to_owned());
            if self.accept(":") {
                self.take();
            }
            self.accept(",");
        }
        if !results.is_empty() {
            self.expect("=")?;
        }
        values.extend(results.iter().map(|result| (result.clone(), number)));
        self.expect("operation")?;
        self.expect("<")?;
        let operator = self.symbol().unwrap_or_default();
        self.expect(">")?;
        let name = self.symbol();
        let name = name.or_else(|| results.first().cloned()).unwrap_or_else(|| format!("operation {number}"));
        self.expect("(")?;
        let mut operands = Vec::new();
        while !self.accept(")") {
            operands.push(self.operand()?);
            self.accept(",");
        }
        let mut uses = Vec::new();
        if self.accept("uses") {
            self.expect("[")?;
            while !self.accept("]") {
                match self.symbol() {
                    Some(name) => uses.push(name),
                    None => return self.fail("expected the name of a resource type"),
                }
                self.accept(",");
            }
        }
        Ok(Operation { operator, name, operands, uses, properties: self.properties()? })
    }

    fn operand(&mut self) -> Result<Operand, Failure> {
        let at = self.at();
        let source = match self.symbol() {
            Some(name) => Source::Named(name),
            None if self.peek().starts_with('%') => {
                let value = self.take().to_owned();
                if self.accept("#") {
                    self.take();
                }
                Source::Value(value)
            }
            None => return self.fail("expected an operand"),
        };
        let properties = self.properties()?;
        let distance = properties.get("dist").unwrap_or("0");
        let distance = match distance.starts_with('-') {
            true => {
                return Err(Failure { at: properties.at(), message: "expected a distance of at least 0".to_owned() });
            }
            false => self.number(distance, properties.at())?,
        };
        Ok(Operand { source, distance, at })
    }
}
