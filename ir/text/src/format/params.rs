//! Formats of the parameters of types and attributes.
//!
//! The same plan as for operations, on a smaller scale: elements become a flat
//! list of steps, which is run over a parser or a printer.

mod enums;
mod read;
mod write;

use rmlir_core::asm::{AsmParser, AsmPrinter, Parsed};
use rmlir_core::dialect::ParamDef;
use rmlir_core::opdef::DefCache;
use rmlir_core::{Attr, Type};

use super::spacing::{Spacing, starts_keyword};
use super::syntax::{self, Element, Group};

/// The compiled format of parameters.
pub struct ParamsProgram {
    steps: Box<[Step]>,
}

/// One step.
#[derive(Debug)]
struct Step {
    /// Whether a space is written first, if anything is.
    space: bool,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Keyword(&'static str),
    Punctuation(&'static str),
    Space,
    Newline,
    Param {
        index: usize,
        qualified: bool,
    },
    /// Parameters separated by commas.
    List(Box<[usize]>),
    /// `name = parameter`, separated by commas, in any order.
    Struct(Box<[usize]>),
    /// `then` steps follow, then `otherwise` steps.
    Group {
        then: usize,
        otherwise: usize,
        guard: usize,
        present: Box<[usize]>,
        inverted: bool,
    },
}

/// Compiles a format of parameters; an error is a mistake in the definition.
pub fn compile_params(params: &'static [ParamDef], spec: &'static str) -> Result<ParamsProgram, String> {
    let wrap = |why: String| format!("format `{spec}` of parameters: {why}");
    let elements = syntax::param_format(spec).map_err(wrap)?;
    let mut compiler = Compiler { params, steps: Vec::new(), spacing: Spacing::new(), seen: Vec::new() };
    compiler.elements(&elements).map_err(wrap)?;
    match (0..params.len()).find(|index| !compiler.seen.contains(index) && !params[*index].optional) {
        Some(missing) => Err(wrap(format!("format is missing reference to parameter: {}", params[missing].name))),
        None => Ok(ParamsProgram { steps: compiler.steps.into() }),
    }
}

struct Compiler {
    params: &'static [ParamDef],
    steps: Vec<Step>,
    spacing: Spacing,
    seen: Vec<usize>,
}

impl Compiler {
    fn elements(&mut self, elements: &[Element]) -> Result<(), String> {
        elements.iter().try_for_each(|element| self.element(element))
    }

    fn element(&mut self, element: &Element) -> Result<(), String> {
        match element {
            Element::Literal(text) => {
                let space = self.spacing.literal(text);
                let kind = if starts_keyword(text) { Kind::Keyword(text) } else { Kind::Punctuation(text) };
                self.steps.push(Step { space, kind });
            }
            Element::Space => {
                self.spacing.blank();
                self.steps.push(Step { space: true, kind: Kind::Space });
            }
            Element::NoSpace => self.spacing.no_space(),
            Element::Newline => {
                self.spacing.blank();
                self.steps.push(Step { space: false, kind: Kind::Newline });
            }
            Element::Variable(name) => self.param(name, false)?,
            Element::Qualified(inner) => match **inner {
                Element::Variable(name) => self.param(name, true)?,
                _ => return Err("`qualified` takes a parameter".into()),
            },
            Element::Params => {
                let all = self.all()?;
                self.value(Kind::List(all));
            }
            Element::Struct(names) => {
                let members = self.members(names)?;
                self.value(Kind::Struct(members));
            }
            Element::Group(group) => self.group(group)?,
            _ => unreachable!("the grammar of parameter formats has no other element"),
        }
        Ok(())
    }

    fn value(&mut self, kind: Kind) {
        let space = self.spacing.value();
        self.steps.push(Step { space, kind });
    }

    fn param(&mut self, name: &str, qualified: bool) -> Result<(), String> {
        let index = self.bind(name)?;
        self.value(Kind::Param { index, qualified });
        Ok(())
    }

    fn bind(&mut self, name: &str) -> Result<usize, String> {
        let index = self.params.iter().position(|param| param.name == name);
        let index = index.ok_or_else(|| format!("no parameter named '{name}'"))?;
        if self.seen.contains(&index) {
            return Err(format!("duplicate parameter '{name}'"));
        }
        self.seen.push(index);
        Ok(index)
    }

    fn all(&mut self) -> Result<Box<[usize]>, String> {
        let params = self.params;
        params.iter().map(|param| self.bind(param.name)).collect()
    }

    /// The parameters of `struct(..)`.
    fn members(&mut self, names: &[&str]) -> Result<Box<[usize]>, String> {
        if names.is_empty() { self.all() } else { names.iter().map(|name| self.bind(name)).collect() }
    }

    fn group(&mut self, group: &Group) -> Result<(), String> {
        let anchor = if group.inverted { &group.otherwise[group.anchor] } else { &group.then[group.anchor] };
        let present: Box<[usize]> = match anchor {
            Element::Params => (0..self.params.len()).collect(),
            Element::Struct(names) if names.is_empty() => (0..self.params.len()).collect(),
            Element::Struct(names) => names.iter().filter_map(|name| self.index(name)).collect(),
            Element::Variable(name) => self.index(name).into_iter().collect(),
            _ => Box::default(),
        };
        if present.iter().any(|&index| !self.params[index].optional) || present.is_empty() {
            return Err("an anchor is an optional parameter, or `params` or `struct` of such".into());
        }
        let at = self.steps.len();
        self.steps.push(Step { space: false, kind: Kind::Space });
        // As upstream: what follows is spaced as if only `otherwise` had been written.
        let before = self.spacing;
        self.elements(&group.then)?;
        self.spacing = before;
        let then = self.steps.len() - at - 1;
        let is_guard = |step: &Step| !matches!(step.kind, Kind::Space | Kind::Newline);
        let guard = self.steps[at + 1..].iter().position(is_guard).ok_or("an optional group is empty")?;
        self.elements(&group.otherwise)?;
        let otherwise = self.steps.len() - at - 1 - then;
        let kind = Kind::Group { then, otherwise, guard, present, inverted: group.inverted };
        self.steps[at] = Step { space: false, kind };
        Ok(())
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|param| param.name == name)
    }
}

/// Reads the parameters of a type or attribute.
///
/// # Panics
/// If the format does not compile.
pub fn parse_params(
    params: &'static [ParamDef],
    spec: &'static str,
    cache: &'static DefCache,
    parser: &mut dyn AsmParser,
    expected: Option<Type>,
) -> Parsed<Vec<Attr>> {
    let program: &ParamsProgram = super::cached(cache, || compile_params(params, spec));
    read::read(params, &program.steps, parser, expected)
}

/// Writes the parameters of a type or attribute.
///
/// # Panics
/// If the format does not compile.
pub fn print_params(
    params: &'static [ParamDef],
    spec: &'static str,
    cache: &'static DefCache,
    printer: &mut dyn AsmPrinter,
    values: &[Attr],
) {
    let program: &ParamsProgram = super::cached(cache, || compile_params(params, spec));
    write::write(params, &program.steps, printer, values);
}
