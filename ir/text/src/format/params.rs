//! Formats of the parameters of types and attributes.
//!
//! The same plan as for operations, on a smaller scale: elements become a flat
//! list of steps, which is run over a parser or a printer.

mod enums;
mod program;
mod read;
mod write;

use rmlir_core::asm::{AsmParser, AsmPrinter, Parsed};
use rmlir_core::dialect::{ParamDef, ParamsFormat};
use rmlir_core::opdef::format::{self, Element, FormatError, Group, Kind as ElementKind, ParamField};
use rmlir_core::opdef::{DefCache, Format};
use rmlir_core::{Attr, Type};

pub use self::program::ParamsProgram;
use self::program::{Kind, Step};
use super::cache::cached;
use super::spacing::{Spacing, starts_keyword};

/// The format that `text` declares for `params`: for definitions that no macro makes.
pub fn read_params_format(params: &[ParamDef], text: &'static str) -> Result<ParamsFormat, FormatError> {
    let format = Format::of_params(text)?;
    check(&format, params)?;
    Ok(ParamsFormat::Spec(format))
}

fn check(format: &Format, params: &[ParamDef]) -> Result<(), FormatError> {
    let fields = params.iter().map(|param| ParamField { name: param.name, optional: param.optional });
    format::check_params(format, &fields.collect::<Vec<_>>())
}

/// Compiles a format of parameters; an error is a mistake in a definition that no macro made.
pub fn compile_params(params: &'static [ParamDef], format: &Format) -> Result<ParamsProgram, FormatError> {
    check(format, params)?;
    let mut compiler = Compiler { params, steps: Vec::new(), spacing: Spacing::new() };
    compiler.elements(format.elements);
    Ok(ParamsProgram { steps: compiler.steps.into() })
}

struct Compiler {
    params: &'static [ParamDef],
    steps: Vec<Step>,
    spacing: Spacing,
}

impl Compiler {
    fn elements(&mut self, elements: &[Element]) {
        elements.iter().for_each(|element| self.element(element));
    }

    fn element(&mut self, element: &Element) {
        match element.kind {
            ElementKind::Literal(text) => {
                let space = self.spacing.literal(text);
                let kind = if starts_keyword(text) { Kind::Keyword(text) } else { Kind::Punctuation(text) };
                self.steps.push(Step { space, kind });
            }
            ElementKind::Space => {
                self.spacing.blank();
                self.steps.push(Step { space: true, kind: Kind::Space });
            }
            ElementKind::NoSpace => self.spacing.no_space(),
            ElementKind::Newline => {
                self.spacing.blank();
                self.steps.push(Step { space: false, kind: Kind::Newline });
            }
            ElementKind::Variable(name) => self.param(name, false),
            ElementKind::Qualified(Element { kind: ElementKind::Variable(name), .. }) => self.param(name, true),
            ElementKind::Params => self.value(Kind::List((0..self.params.len()).collect())),
            ElementKind::Struct(names) => self.value(Kind::Struct(self.members(names))),
            ElementKind::Group(group) => self.group(group),
            _ => unreachable!("a checked format of parameters has no other element"),
        }
    }

    fn value(&mut self, kind: Kind) {
        let space = self.spacing.value();
        self.steps.push(Step { space, kind });
    }

    fn param(&mut self, name: &str, qualified: bool) {
        self.value(Kind::Param { index: self.index(name), qualified });
    }

    /// The parameters of `struct(..)`.
    fn members(&self, names: &[&str]) -> Box<[usize]> {
        let all = names.is_empty();
        if all { (0..self.params.len()).collect() } else { names.iter().map(|name| self.index(name)).collect() }
    }

    fn group(&mut self, group: &Group) {
        let present = match group.anchor().kind {
            ElementKind::Variable(name) => Box::from([self.index(name)]),
            ElementKind::Struct(names) => self.members(names),
            _ => self.members(&[]),
        };
        let at = self.steps.len();
        self.steps.push(Step { space: false, kind: Kind::Space });
        // As upstream: what follows is spaced as if only `otherwise` had been written.
        let before = self.spacing;
        self.elements(group.then);
        self.spacing = before;
        let then = self.steps.len() - at - 1;
        let is_guard = |step: &Step| !matches!(step.kind, Kind::Space | Kind::Newline);
        let guard = self.steps[at + 1..].iter().position(is_guard).expect("a group of a checked format is not empty");
        self.elements(group.otherwise);
        let otherwise = self.steps.len() - at - 1 - then;
        let kind = Kind::Group { then, otherwise, guard, present, inverted: group.inverted };
        self.steps[at] = Step { space: false, kind };
    }

    fn index(&self, name: &str) -> usize {
        let index = self.params.iter().position(|param| param.name == name);
        index.expect("names of a checked format are those of parameters")
    }
}

/// Reads the parameters of a type or attribute.
///
/// # Panics
/// If the format does not compile.
pub fn parse_params(
    params: &'static [ParamDef],
    format: &'static Format,
    cache: &'static DefCache,
    parser: &mut dyn AsmParser,
    expected: Option<Type>,
) -> Parsed<Vec<Attr>> {
    let program: &ParamsProgram = cached(cache, || compile_params(params, format));
    read::read(params, &program.steps, parser, expected)
}

/// Writes the parameters of a type or attribute.
///
/// # Panics
/// If the format does not compile.
pub fn print_params(
    params: &'static [ParamDef],
    format: &'static Format,
    cache: &'static DefCache,
    printer: &mut dyn AsmPrinter,
    values: &[Attr],
) {
    let program: &ParamsProgram = cached(cache, || compile_params(params, format));
    write::write(params, &program.steps, printer, values);
}
