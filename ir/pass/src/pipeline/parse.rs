//! The parser of pipelines.
//!
//! Steps: 1. the anchor is parsed; 2. the grammar splits the rest into tokens, and [`Reader`] composes them into
//! elements; 3. every element is looked up, all of them before any is added, so that an unknown name is reported before
//! an invalid option; 4. elements are added with their options.

use std::ops::Range;

use pest::Parser;
use pest_derive::Parser;
use rmlir_diag::near_name;

use super::{Pipeline, PipelineError};
use crate::options::OptionValues;
use crate::options::parse::{PipelineParser, parse_into, parse_value};
use crate::registry::{Entry, PassRegistry};

#[derive(Parser)]
#[grammar = "pipeline/pipeline.pest"]
struct Grammar;

/// The limit on brace nesting: the rule is recursive.
const MAX_DEPTH: usize = 128;

/// Parses a pipeline with its anchor, such as `builtin.module(func.func(cse))`. Offsets in errors are relative to the
/// start of `text`.
///
/// ```
/// use rmlir_pass::PassRegistry;
/// let error = rmlir_pass::pipeline::parse("builtin.module(cse", &PassRegistry::default());
/// assert!(error.is_err());
/// ```
pub fn parse(text: &str, registry: &PassRegistry) -> Result<Pipeline, PipelineError> {
    let trimmed = text.trim();
    let unwrapped = trimmed.strip_suffix(')').and_then(|rest| rest.split_once('('));
    let Some((anchor, inner)) = unwrapped.filter(|(anchor, _)| !anchor.is_empty()) else {
        let message = "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'";
        let hint = format!("write 'builtin.module({trimmed})'");
        return Err(PipelineError::new(message).at(0..text.len()).help(hint));
    };
    let mut pipeline = Pipeline::on(anchor.trim_end());
    let offset = text.len() - text.trim_start().len() + anchor.len() + 1;
    parse_steps(&mut pipeline, inner, registry).map_err(|error| error.shifted(offset))?;
    Ok(pipeline)
}

/// Parses passes without an anchor, such as `canonicalize,cse`, for any isolated operation.
pub fn parse_passes(text: &str, registry: &PassRegistry) -> Result<Pipeline, PipelineError> {
    let mut pipeline = Pipeline::any();
    parse_steps(&mut pipeline, text, registry)?;
    Ok(pipeline)
}

/// Pipelines as values of options.
impl PipelineParser for PassRegistry {
    fn pipeline(&self, text: &str) -> Result<Pipeline, PipelineError> {
        parse(text, self)
    }

    fn passes(&self, text: &str) -> Result<Pipeline, PipelineError> {
        parse_passes(text, self)
    }
}

impl OptionValues {
    /// Sets option `name` from its text; `None` if only the name was given.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn set_text(
        &mut self,
        name: &str,
        text: Option<&str>,
        registry: &PassRegistry,
    ) -> Result<&mut Self, PipelineError> {
        let index = self.index(name);
        let def = &self.defs[index];
        self.values[index] = parse_value(def, def.kind, text, registry)?;
        self.given[index] = true;
        Ok(self)
    }
}

impl PassRegistry {
    /// Adds the passes in `text`, such as `cse,func.func(canonicalize)`, to `pipeline`.
    ///
    /// # Errors
    /// If a name is not registered, or an option is not one of its pass.
    pub fn add_text(&self, pipeline: &mut Pipeline, text: &str) -> Result<(), PipelineError> {
        parse_steps(pipeline, text, self)
    }

    /// Adds the passes of `entry` to `pipeline`, with the options in `text`.
    pub fn add(&self, pipeline: &mut Pipeline, entry: Entry, text: &str) -> Result<(), PipelineError> {
        let mut options = OptionValues::new(entry.options());
        let read = parse_into(&mut options, text, self);
        match entry {
            Entry::Pass(def) => match (read, pipeline.check_anchor_of(def)) {
                (Ok(()), _) => pipeline.add(def, options).map(|_| ()),
                (Err(error), Ok(())) => Err(error),
                // Upstream checks both before it fails.
                (Err(error), Err(also)) => Err(error.followed_by(&also)),
            },
            Entry::Pipeline(def) => read.and_then(|()| (def.build)(pipeline, &options, self)),
        }
    }
}

fn parse_steps(pipeline: &mut Pipeline, text: &str, registry: &PassRegistry) -> Result<(), PipelineError> {
    if text.is_empty() {
        return Ok(());
    }
    check_depth(text)?;
    let elements = read(text)?;
    resolve(&elements, text, registry)?;
    add(&elements, pipeline, registry)
}

/// A name in a pipeline with its options and nested elements.
struct Element<'t> {
    name: &'t str,
    start: usize,
    options: &'t str,
    options_start: usize,
    inner: Vec<Element<'t>>,
}

fn check_depth(text: &str) -> Result<(), PipelineError> {
    let mut depth = [0usize; 2];
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth[0] += 1,
            b'}' => depth[0] = depth[0].saturating_sub(1),
            b'(' => depth[1] += 1,
            b')' => depth[1] = depth[1].saturating_sub(1),
            _ => continue,
        }
        if depth.iter().any(|&depth| depth > MAX_DEPTH) {
            let message = format!("pipeline is nested more than {MAX_DEPTH} levels deep");
            return Err(PipelineError::located(text, offset..offset + 1, message));
        }
    }
    Ok(())
}

/// The elements of `text`. As in upstream's parser, a name may be empty here: the look-up fails later.
fn read(text: &str) -> Result<Vec<Element<'_>>, PipelineError> {
    let tokens = Grammar::parse(Rule::tokens, text).expect("the grammar of tokens accepts every text");
    let tokens = tokens.flat_map(|tokens| tokens.into_inner()).filter(|token| token.as_rule() != Rule::EOI);
    let mut reader = Reader { text, tokens: tokens.peekable(), stack: vec![Vec::new()] };
    reader.elements()?;
    Ok(reader.stack.pop().expect("the outermost list is never closed"))
}

struct Reader<'t, I: Iterator<Item = pest::iterators::Pair<'t, Rule>>> {
    text: &'t str,
    tokens: std::iter::Peekable<I>,
    /// The open lists, outermost first; never empty.
    stack: Vec<Vec<Element<'t>>>,
}

impl<'t, I: Iterator<Item = pest::iterators::Pair<'t, Rule>>> Reader<'t, I> {
    fn elements(&mut self) -> Result<(), PipelineError> {
        loop {
            let start = self.tokens.peek().map_or(self.text.len(), |token| token.as_span().start());
            let mut element = self.name();
            if self.tokens.peek().is_none() {
                self.innermost().push(element);
                return self.end(start);
            }
            if self.eat(Rule::open).is_some() {
                self.innermost().push(element);
                self.stack.push(Vec::new());
                continue;
            }
            self.options(&mut element)?;
            self.innermost().push(element);
            self.close()?;
            if self.tokens.peek().is_none() {
                return self.end(self.text.len());
            }
            self.eat_comma()?;
        }
    }

    fn innermost(&mut self) -> &mut Vec<Element<'t>> {
        self.stack.last_mut().expect("the outermost list is never closed")
    }

    /// A name without the surrounding blanks; empty if there is none.
    fn name(&mut self) -> Element<'t> {
        let at = self.position();
        let (name, start) = match self.eat(Rule::name) {
            Some(range) => {
                let name = &self.text[range.clone()];
                (name.trim(), range.start + name.len() - name.trim_start().len())
            }
            None => ("", at),
        };
        Element { name, start, options: "", options_start: at, inner: Vec::new() }
    }

    fn options(&mut self, element: &mut Element<'t>) -> Result<(), PipelineError> {
        if let Some(open) = self.eat(Rule::unclosed) {
            return Err(self.error(open.start, "missing closing '}' while processing pass options"));
        }
        if let Some(range) = self.eat(Rule::options) {
            element.options_start = range.start + 1;
            element.options = &self.text[range.start + 1..range.end - 1];
            self.skip_blank();
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), PipelineError> {
        while let Some(close) = self.eat(Rule::close) {
            let inner = self.stack.pop().expect("a list is open");
            let Some(outer) = self.stack.last_mut() else {
                let message = "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline";
                return Err(self.error(close.start, message));
            };
            outer.last_mut().expect("the element whose list was opened is in the list around it").inner = inner;
            self.skip_blank();
        }
        Ok(())
    }

    fn eat_comma(&mut self) -> Result<(), PipelineError> {
        let at = self.position();
        match self.eat(Rule::comma) {
            Some(_) => Ok(()),
            None => Err(self.error(at, "expected ',' after parsing pipeline")),
        }
    }

    /// The end of the text; `at` is the position of upstream's parser.
    fn end(&self, at: usize) -> Result<(), PipelineError> {
        match self.stack.len() {
            1 => Ok(()),
            _ => Err(self.error(at, "encountered unbalanced parentheses while parsing pipeline")),
        }
    }

    /// A token of blanks is a name in the grammar, but not after a `)` or `}`.
    fn skip_blank(&mut self) {
        self.tokens.next_if(|token| token.as_rule() == Rule::name && token.as_str().trim().is_empty());
    }

    fn eat(&mut self, rule: Rule) -> Option<Range<usize>> {
        let token = self.tokens.next_if(|token| token.as_rule() == rule)?;
        Some(token.as_span().start()..token.as_span().end())
    }

    fn position(&mut self) -> usize {
        let Some(token) = self.tokens.peek() else { return self.text.len() };
        let blanks = token.as_str().len() - token.as_str().trim_start().len();
        token.as_span().start() + blanks
    }

    fn error(&self, at: usize, message: &str) -> PipelineError {
        PipelineError::located(self.text, at..(at + 1).min(self.text.len()), message.to_owned())
    }
}

fn resolve(elements: &[Element], text: &str, registry: &PassRegistry) -> Result<(), PipelineError> {
    for element in elements {
        if !element.inner.is_empty() {
            resolve(&element.inner, text, registry)?;
        } else if registry.find(element.name).is_none() {
            let message = format!("'{}' does not refer to a registered pass or pass pipeline", element.name);
            let error = PipelineError::located(text, element.start..element.start + element.name.len(), message);
            return Err(match near_name(element.name, registry.names()) {
                Some(near) => error.help(format!("did you mean '{near}'?")),
                None => error,
            });
        }
    }
    Ok(())
}

fn add(elements: &[Element], pipeline: &mut Pipeline, registry: &PassRegistry) -> Result<(), PipelineError> {
    for element in elements {
        let (name, options) = (element.name, element.options);
        if !element.inner.is_empty() {
            let nested = pipeline.nest(name);
            add(&element.inner, nested, registry).map_err(|error| error.failed_to_nest(name))?;
            continue;
        }
        let entry: Entry = registry.find(name).expect("every name was resolved");
        registry.add(pipeline, entry, options).map_err(|error| {
            let error = error.shifted(element.options_start);
            error.at(element.start..element.start + name.len()).failed_to_add(name, options)
        })?;
    }
    Ok(())
}
