//! Locations.

use rmlir_core::asm::Parsed;
use rmlir_core::{Loc, LocData};
use rustc_hash::FxHashSet;

use super::parser::Parser;
use super::state::{DeferredLoc, LocTarget};
use crate::lex::Kind;

/// A location, or the name and position of an alias that is defined later.
pub(super) type LocOrAlias<'s> = Result<Loc, (&'s [u8], u32)>;

impl<'s> Parser<'s, '_> {
    /// Parses an optional `loc(..)`. An alias that is not defined yet is returned as `Err(alias)` inside, to be
    /// resolved at the end of the file.
    pub fn try_trailing_loc(&mut self) -> Parsed<Option<LocOrAlias<'s>>> {
        if !self.is("loc") {
            return Ok(None);
        }
        self.bump();
        if !self.accept("(") {
            return Err(self.wrong_token("expected '(' in location"));
        }
        let found =
            if self.kind() == Kind::Hash { self.parse_loc_alias()? } else { Ok(self.parse_location_instance()?) };
        if !self.accept(")") {
            return Err(self.wrong_token("expected ')' in location"));
        }
        Ok(Some(found))
    }

    fn parse_loc_alias(&mut self) -> Parsed<LocOrAlias<'s>> {
        let name = &self.text()[1..];
        let pos = self.pos();
        if name.contains(&b'.') || self.attr_aliases.contains_key(name) {
            return Ok(Ok(self.parse_location_instance()?));
        }
        self.bump();
        Ok(Err((name, pos)))
    }

    /// Sets the location of `target` to `found`, now or when its alias is defined.
    pub fn set_loc(&mut self, target: LocTarget, found: LocOrAlias<'s>) {
        match found {
            Ok(loc) => {
                let body = self.bodies.last_mut().expect("locations are set in the innermost body");
                apply(body, target, loc);
            }
            Err((alias, pos)) => self.deferred_locs.push(DeferredLoc { alias, pos, target }),
        }
    }

    /// Parses the contents of the parentheses of `loc(..)`.
    pub fn parse_location_instance(&mut self) -> Parsed<Loc> {
        self.nested(Self::parse_location)
    }

    fn parse_location(&mut self) -> Parsed<Loc> {
        match self.kind() {
            Kind::Hash => {
                let attr = self.parse_attr(None)?;
                match Loc::from_attr(self.cx, attr) {
                    Some(loc) => Ok(loc),
                    None => {
                        let shown = self.cx.show_attr(attr);
                        Err(self.error(format!("expected location attribute, but got{shown}")))
                    }
                }
            }
            Kind::String => self.parse_name_or_file(),
            Kind::Bare if self.is("unknown") => {
                self.bump();
                Ok(Loc::UNKNOWN)
            }
            Kind::Bare if self.is("callsite") => self.parse_callsite(),
            Kind::Bare if self.is("fused") => self.parse_fused(),
            _ => Err(self.wrong_token("expected location instance")),
        }
    }

    fn parse_callsite(&mut self) -> Parsed<Loc> {
        self.bump();
        if !self.accept("(") {
            return Err(self.wrong_token("expected '(' in callsite location"));
        }
        let callee = self.parse_location_instance()?;
        if !self.accept("at") {
            return Err(self.wrong_token("expected 'at' in callsite location"));
        }
        let caller = self.parse_location_instance()?;
        if !self.accept(")") {
            return Err(self.wrong_token("expected ')' in callsite location"));
        }
        Ok(self.cx.loc(LocData::CallSite { callee, caller }))
    }

    fn parse_fused(&mut self) -> Parsed<Loc> {
        self.bump();
        let mut metadata = None;
        if self.accept("<") {
            metadata = Some(self.parse_attr(None)?);
            if !self.accept(">") {
                return Err(self.wrong_token("expected '>' after fused location metadata"));
            }
        }
        if !self.accept("[") {
            return Err(self.wrong_token("expected '[' in fused location"));
        }
        let mut locs = Vec::new();
        if !self.accept("]") {
            loop {
                locs.push(self.parse_location_instance()?);
                if !self.accept(",") {
                    break;
                }
            }
            if !self.accept("]") {
                return Err(self.wrong_token("expected ']' in fused location"));
            }
        }
        Ok(fused(self.cx, &locs, metadata))
    }

    fn parse_name_or_file(&mut self) -> Parsed<Loc> {
        let name = self.ident_of(&super::strings::unescape(self.text()))?;
        self.bump();
        if self.accept(":") {
            return self.parse_file_range(name);
        }
        let mut child = Loc::UNKNOWN;
        if self.accept("(") {
            child = self.parse_location_instance()?;
            if !self.accept(")") {
                return Err(self.wrong_token("expected ')' after child location of NameLoc"));
            }
        }
        Ok(self.cx.loc(LocData::Name { name, child }))
    }

    fn parse_file_range(&mut self, file: rmlir_core::Ident) -> Parsed<Loc> {
        let line = self.parse_loc_number("line")?;
        if !self.accept(":") {
            return Ok(self.cx.loc(LocData::FileLineCol { file, line, col: 0, end_line: line, end_col: 0 }));
        }
        let col = self.parse_loc_number("column")?;
        let (mut end_line, mut end_col) = (line, col);
        if self.accept("to") {
            if self.kind() == Kind::Integer {
                end_line = self.parse_loc_number("line")?;
            }
            if !self.accept(":") {
                return Err(self.wrong_token("expected either integer or `:` post `to` in FileLineColRange"));
            }
            end_col = self.parse_loc_number("column")?;
        }
        Ok(self.cx.loc(LocData::FileLineCol { file, line, col, end_line, end_col }))
    }

    fn parse_loc_number(&mut self, what: &str) -> Parsed<u32> {
        let value = (self.kind() == Kind::Integer).then(|| self.next_str().parse::<u32>().ok()).flatten();
        match value {
            Some(value) => {
                self.bump();
                Ok(value)
            }
            None => Err(self.wrong_token(&format!("expected integer {what} number in FileLineColRange"))),
        }
    }
}

/// A fused location in upstream's canonical form: nested ones with the same metadata are flattened, unknown ones and
/// duplicates dropped.
fn fused(cx: &rmlir_core::Context, locs: &[Loc], metadata: Option<rmlir_core::Attr>) -> Loc {
    let mut flat: Vec<Loc> = Vec::new();
    for &loc in locs {
        match loc.data(cx) {
            LocData::Fused { locs: inner, metadata: same } if same == metadata => flat.extend(inner.iter()),
            LocData::Unknown => {}
            _ => flat.push(loc),
        }
    }
    let mut seen = FxHashSet::default();
    flat.retain(|&loc| seen.insert(loc));
    match (flat.as_slice(), metadata) {
        ([], None) => Loc::UNKNOWN,
        ([only], None) => *only,
        ([], Some(_)) => cx.loc(LocData::Fused { locs: Box::from([Loc::UNKNOWN]), metadata }),
        _ => cx.loc(LocData::Fused { locs: flat.into(), metadata }),
    }
}

/// Sets a location in `body`.
pub(super) fn apply(body: &mut rmlir_core::Body, target: LocTarget, loc: Loc) {
    match target {
        LocTarget::Op { op, .. } => body.set_loc(op, loc),
        LocTarget::Arg { block, index, .. } => body.set_arg_loc(block, index, loc),
    }
}
