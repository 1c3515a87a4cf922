//! The map of an encoding: which coordinate of a level an element with given dimension coordinates has.
//!
//! `[symbols] {levels} (dimension = expression : slice, ..) -> (level = expression : level type, ..)`, where symbols,
//! levels, expressions of dimensions, and slices are optional. If levels are declared, each has to be named again in
//! front of its expression, in the same order.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::asm::Delimiter;
use rmlir::prelude::*;

use crate::level::{LevelType, parse_level};
use crate::list::list_in;
use crate::slice::DimSliceAttr;

/// A map that was parsed.
#[derive(Default)]
pub(crate) struct ParsedMap {
    pub levels: Vec<LevelType>,
    /// The slice of each dimension, if it is written.
    pub slices: Vec<Option<Attr>>,
    /// The expressions of levels.
    pub dim_to_lvl: Vec<AffineExpr>,
    /// The expressions of dimensions that are written.
    pub lvl_to_dim: Vec<AffineExpr>,
    pub n_symbols: u32,
}

impl ParsedMap {
    /// The map of dimension coordinates to level coordinates.
    pub fn dim_to_lvl(&self) -> AffineMap {
        AffineMap::new(self.slices.len() as u32, self.n_symbols, self.dim_to_lvl.clone())
    }

    /// The inverse that is written.
    pub fn lvl_to_dim(&self) -> Option<AffineMap> {
        let map = || AffineMap::new(self.levels.len() as u32, self.n_symbols, self.lvl_to_dim.clone());
        (!self.lvl_to_dim.is_empty()).then(map)
    }
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Symbol,
    Level,
    Dimension,
}

/// A name that was declared; `number` counts those of its kind.
struct Variable {
    name: Ident,
    kind: Kind,
    number: u32,
}

#[derive(Default)]
struct Variables {
    list: Vec<Variable>,
}

impl Variables {
    fn find(&self, name: Ident) -> Option<&Variable> {
        self.list.iter().find(|known| known.name == name)
    }

    fn count(&self, kind: Kind) -> u32 {
        self.list.iter().filter(|known| known.kind == kind).count() as u32
    }

    /// The names of symbols and of variables of `kind`, with their meaning in expressions.
    fn meanings(&self, kind: Kind) -> Vec<(Ident, AffineExpr)> {
        let known = self.list.iter().filter(|known| known.kind == kind || known.kind == Kind::Symbol);
        let meaning = |known: &Variable| match known.kind {
            Kind::Symbol => AffineExpr::symbol(known.number),
            Kind::Level | Kind::Dimension => AffineExpr::dim(known.number),
        };
        known.map(|known| (known.name, meaning(known))).collect()
    }

    /// Parses a new name.
    fn declare(&mut self, parser: &mut dyn AsmParser, kind: Kind) -> Parsed<()> {
        let pos = parser.pos();
        let name = bare_identifier(parser)?;
        if self.find(name).is_some() {
            let name = name.str(parser.cx()).to_owned();
            return Err(parser.error_at(pos, &format!("redefinition of identifier '{name}'")));
        }
        self.list.push(Variable { name, kind, number: self.count(kind) });
        Ok(())
    }
}

fn bare_identifier(parser: &mut dyn AsmParser) -> Parsed<Ident> {
    match parser.try_any_keyword() {
        Some(name) => Ok(name),
        None => Err(parser.error("expected bare identifier")),
    }
}

/// Parses a map.
pub(crate) fn parse_map(parser: &mut dyn AsmParser) -> Parsed<ParsedMap> {
    let (mut map, mut variables) = (ParsedMap::default(), Variables::default());
    list_in(parser, Delimiter::OptionalSquare, " in symbol binding list", |parser| {
        variables.declare(parser, Kind::Symbol)
    })?;
    list_in(parser, Delimiter::OptionalBraces, " in level declaration list", |parser| {
        variables.declare(parser, Kind::Level)
    })?;
    map.n_symbols = variables.count(Kind::Symbol);
    list_in(parser, Delimiter::Paren, " in dimension-specifier list", |parser| {
        parse_dimension(parser, &mut variables, &mut map)
    })?;
    parser.token("->")?;
    parse_levels(parser, &variables, &mut map)?;
    Ok(map)
}

/// Parses `name = expression : slice`.
fn parse_dimension(parser: &mut dyn AsmParser, variables: &mut Variables, map: &mut ParsedMap) -> Parsed<()> {
    variables.declare(parser, Kind::Dimension)?;
    if parser.try_token("=") {
        map.lvl_to_dim.push(parser.parse_affine_expr(&variables.meanings(Kind::Level))?);
    }
    let mut slice = None;
    if parser.try_token(":") {
        let pos = parser.pos();
        let attr = parser.parse_attr(None)?;
        if DimSliceAttr::from_attr(parser.cx(), attr).is_none() {
            return Err(parser.error_at(pos, "expected SparseTensorDimSliceAttr"));
        }
        slice = Some(attr);
    }
    map.slices.push(slice);
    Ok(())
}

fn parse_levels(parser: &mut dyn AsmParser, variables: &Variables, map: &mut ParsedMap) -> Parsed<()> {
    let n_declared = variables.count(Kind::Level) as usize;
    let pos = parser.pos();
    let meanings = variables.meanings(Kind::Dimension);
    list_in(parser, Delimiter::Paren, " in level-specifier list", |parser| {
        if n_declared != 0 {
            parse_level_name(parser, variables, map.levels.len())?;
        }
        let expr = parser.parse_affine_expr(&meanings)?;
        parser.token(":")?;
        map.levels.push(parse_level(parser)?);
        map.dim_to_lvl.push(expr);
        Ok(())
    })?;
    let n_found = map.levels.len();
    if n_declared == 0 || n_declared == n_found {
        return Ok(());
    }
    let message = format!(
        "Level-rank mismatch between forward-declarations and specifiers. Declared {n_declared} level-variables; but got \
         {n_found} level-specifiers."
    );
    Err(parser.error_at(pos, &message))
}

/// Parses `name =` of the level with index `wanted`.
fn parse_level_name(parser: &mut dyn AsmParser, variables: &Variables, wanted: usize) -> Parsed<()> {
    let pos = parser.pos();
    let name = bare_identifier(parser)?;
    let text = name.str(parser.cx()).to_owned();
    let Some(level) = variables.find(name).filter(|known| known.kind == Kind::Level) else {
        return Err(parser.error_at(pos, &format!("use of undeclared identifier '{text}'")));
    };
    if level.number as usize != wanted {
        let (declared, bound) = (ordinal(level.number as usize), ordinal(wanted));
        let message = format!(
            "Level-variable ordering mismatch. The variable '{text}' was forward-declared as the {declared} level; but is \
             bound by the {bound} specification."
        );
        return Err(parser.error_at(pos, &message));
    }
    parser.token("=")
}

fn ordinal(number: usize) -> String {
    match number {
        1 => "1st".to_owned(),
        2 => "2nd".to_owned(),
        _ => format!("{number}th"),
    }
}
