//! The check file: positive directives in order, each with the `-DAG` and `-NOT` directives before it.

use std::ops::Range;

use rmlir_diag::{Diagnostic, Place, SourceMap};

use super::canonical::Canonical;
use super::directive::{Directive, Kind, Reader};
use super::expression::NoValue;
use super::expression_parser::{self, Style};
use super::pattern::{Pattern, UNCLOSED};
use super::request::Request;
use super::variables::Variables;

/// The text that a pattern stands in, which is the check file or the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The check file.
    CheckFile,
    /// The implicit pattern of that index.
    CommandLine(usize),
}

/// A directive with its pattern.
pub struct Check {
    /// The directive.
    pub directive: Directive,
    /// What is searched for.
    pub pattern: Pattern,
    /// Where it stands.
    pub origin: Origin,
}

/// A positive directive.
pub struct Step {
    /// The directive.
    pub check: Check,
    /// The `-DAG` and `-NOT` directives before it.
    pub before: Vec<Check>,
}

/// All directives.
pub struct Script<'m> {
    /// The check file.
    pub file: Canonical<'m>,
    /// The patterns of the command line.
    pub command_line: Vec<Canonical<'m>>,
    /// The positive directives.
    pub steps: Vec<Step>,
}

/// Why there is no script: diagnostics, or a message without a place.
pub enum NoScript {
    /// Errors in the files.
    Diagnostics(Vec<Diagnostic>),
    /// An error that counts as a failed check, as in upstream.
    Failure(Box<Diagnostic>),
    /// A message.
    Message(String),
}

impl<'m> Script<'m> {
    /// Reads the check file; variables that it names, and those of the command line, are added to `variables`.
    pub fn read(
        file: Canonical<'m>,
        request: &Request,
        variables: &mut Variables,
        map: &'m SourceMap,
    ) -> Result<Self, NoScript> {
        define_all(request, variables, map)?;
        let mut script = Self { file, command_line: Vec::new(), steps: Vec::new() };
        for pattern in &request.implicit_check_not {
            let text = format!("-implicit-check-not='{pattern}'");
            let added = Canonical::add(map, "command line", text.into_bytes(), true);
            script.command_line.push(added.map_err(|error| NoScript::Message(error.to_string()))?);
        }
        script.read_directives(request, variables)?;
        Ok(script)
    }

    /// The text that a pattern stands in.
    pub fn text(&self, origin: Origin) -> &Canonical<'m> {
        match origin {
            Origin::CheckFile => &self.file,
            Origin::CommandLine(index) => &self.command_line[index],
        }
    }

    fn place(&self, origin: Origin, range: Range<usize>) -> Place {
        self.text(origin).span(range).into()
    }

    fn failed(&self, origin: Origin, at: usize, message: impl Into<String>) -> NoScript {
        NoScript::Diagnostics(vec![Diagnostic::error(self.place(origin, at..at), message)])
    }

    fn implicit(&self, request: &Request, variables: &mut Variables) -> Result<Vec<Check>, NoScript> {
        let check = |(index, pattern): (usize, &String)| {
            let start = "-implicit-check-not='".len();
            let directive = Directive {
                prefix: "IMPLICIT-CHECK-NOT".to_owned(),
                kind: Kind::Not,
                is_literal: false,
                start,
                pattern: start..start + pattern.len(),
                line: 0,
            };
            self.parse(directive, Origin::CommandLine(index), request, variables)
        };
        request.implicit_check_not.iter().enumerate().map(check).collect()
    }

    fn parse(
        &self,
        directive: Directive,
        origin: Origin,
        request: &Request,
        variables: &mut Variables,
    ) -> Result<Check, NoScript> {
        let kind = (directive.kind, directive.is_literal, &directive.prefix[..]);
        let line = (origin == Origin::CheckFile).then_some(directive.line);
        let text = self.text(origin).text();
        let pattern = Pattern::parse(text, directive.pattern.clone(), kind, line, request, variables);
        match pattern {
            Ok(pattern) => Ok(Check { directive, pattern, origin }),
            Err(error) if error.message == UNCLOSED => {
                let place = self.place(origin, error.at..error.at);
                Err(NoScript::Failure(Box::new(Diagnostic::error(place, error.message))))
            }
            Err(error) => Err(self.failed(origin, error.at, error.message)),
        }
    }

    fn read_directives(&mut self, request: &Request, variables: &mut Variables) -> Result<(), NoScript> {
        let text = self.file.text().to_owned();
        let mut reader = Reader::new(&text, request);
        let mut unused = request.prefixes();
        let n_prefixes = unused.len();
        let mut before = self.implicit(request, variables)?;
        loop {
            let directive = reader.next().map_err(|error| self.failed(Origin::CheckFile, error.at, error.message))?;
            let Some(directive) = directive else { break };
            unused.retain(|prefix| *prefix != directive.prefix);
            let check = self.parse(directive, Origin::CheckFile, request, variables)?;
            self.validate(&check)?;
            if matches!(check.directive.kind, Kind::Dag | Kind::Not) {
                before.push(check);
                continue;
            }
            let next = self.implicit(request, variables)?;
            self.steps.push(Step { check, before: std::mem::replace(&mut before, next) });
        }
        let is_missing = unused.len() == n_prefixes || !(request.allow_unused_prefixes || unused.is_empty());
        if is_missing && (request.implicit_check_not.is_empty() || !request.check_prefixes.is_empty()) {
            unused.sort_unstable();
            let plural = if unused.len() > 1 { "es" } else { "" };
            let words: Vec<String> = unused.iter().map(|prefix| format!("'{prefix}:'")).collect();
            return Err(NoScript::Message(format!("no check strings found with prefix{plural} {}", words.join(", "))));
        }
        if !before.is_empty() {
            self.steps.push(Step { check: end_of_input(request, text.len()), before });
        }
        Ok(())
    }

    fn validate(&self, check: &Check) -> Result<(), NoScript> {
        let directive = &check.directive;
        let prefix = &directive.prefix;
        let failed = |message: String| Err(self.failed(Origin::CheckFile, directive.start, message));
        match directive.kind {
            Kind::Label if check.pattern.has_variable() => {
                failed(format!("found '{prefix}-LABEL:' with variable definition or use"))
            }
            Kind::Next | Kind::Same | Kind::Empty if self.steps.is_empty() => {
                failed(format!("found '{prefix}{}' without previous '{prefix}: line", directive.kind.suffix()))
            }
            _ => Ok(()),
        }
    }
}

fn end_of_input(request: &Request, at: usize) -> Check {
    let prefix = request.prefixes()[0].to_owned();
    let directive = Directive { prefix, kind: Kind::End, is_literal: false, start: at, pattern: at..at, line: 0 };
    Check { directive, pattern: Pattern::end(), origin: Origin::CheckFile }
}

/// Defines the variables of the command line.
fn define_all(request: &Request, variables: &mut Variables, map: &SourceMap) -> Result<(), NoScript> {
    let mut errors = Vec::new();
    for definition in &request.defines {
        if let Err((at, message)) = define(definition, variables) {
            let added = map.add("Global defines", definition.as_str());
            let id = added.map_err(|error| NoScript::Message(error.to_string()))?;
            let at = at.min(definition.len());
            errors.push(Diagnostic::error(map.file(id).span_of(at..at), message));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(NoScript::Diagnostics(errors)) }
}

fn define(definition: &str, variables: &mut Variables) -> Result<(), (usize, String)> {
    let Some((name, value)) = definition.split_once('=') else {
        return Err((0, "missing equal sign in global definition".to_owned()));
    };
    if let Some(name) = name.strip_prefix('#') {
        let block = format!("{name}:{value}");
        let parsed = expression_parser::block(&block, Style::Numeric, None, variables);
        let block = parsed.map_err(|error| (error.at + 1, error.message))?;
        let (Some(id), Some(expression)) = (block.defines, block.expression) else {
            return Err((0, "a definition of a number needs a value".to_owned()));
        };
        let value = expression.value(variables).map_err(|reason| match reason {
            NoValue::Undefined(name) => (0, format!("undefined variable: {name}")),
            NoValue::Overflow => (0, "overflow error".to_owned()),
        })?;
        variables.set_number(id, value);
        return Ok(());
    }
    let (n_bytes, is_pseudo) = expression_parser::name(name).map_err(|error| (error.at, error.message))?;
    if is_pseudo || n_bytes != name.len() {
        return Err((0, format!("invalid name in string variable definition '{name}'")));
    }
    if variables.find_number(name).is_some() {
        return Err((0, format!("numeric variable with name '{name}' already exists")));
    }
    // The first definition counts.
    if !variables.is_string(name) {
        variables.set_string(name, value.as_bytes());
        variables.declare_string(name);
    }
    Ok(())
}
