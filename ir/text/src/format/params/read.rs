//! Reads parameters.

use rmlir_core::asm::{AsmParser, Parsed};
use rmlir_core::dialect::ParamDef;
use rmlir_core::opdef::AttrAsm;
use rmlir_core::{Attr, Type};

use super::super::read_attr::{self, How};
use super::{Kind, Step, enums};

struct Reader<'a, 'p> {
    params: &'static [ParamDef],
    parser: &'a mut (dyn AsmParser + 'p),
    values: Vec<Attr>,
}

pub(super) fn read(
    params: &'static [ParamDef],
    steps: &[Step],
    parser: &mut dyn AsmParser,
    _expected: Option<Type>,
) -> Parsed<Vec<Attr>> {
    let mut reader = Reader { params, parser, values: vec![Attr::ABSENT; params.len()] };
    reader.steps(steps)?;
    Ok(reader.values)
}

impl Reader<'_, '_> {
    fn steps(&mut self, steps: &[Step]) -> Parsed<()> {
        let mut rest = steps;
        while let Some((step, after)) = rest.split_first() {
            rest = match &step.kind {
                Kind::Group { then, otherwise, guard, .. } => {
                    let (then, after) = after.split_at(*then);
                    let (otherwise, after) = after.split_at(*otherwise);
                    match self.guard(&then[*guard].kind)? {
                        true => self.steps(&then[guard + 1..])?,
                        false => self.steps(otherwise)?,
                    }
                    after
                }
                kind => {
                    self.step(kind)?;
                    after
                }
            };
        }
        Ok(())
    }

    /// Reads the first element of a group, if it is there.
    fn guard(&mut self, kind: &Kind) -> Parsed<bool> {
        match kind {
            Kind::Keyword(text) | Kind::Punctuation(text) => Ok(self.parser.try_token(text)),
            kind => self.step(kind),
        }
    }

    /// Reads the element; `false` if it may be missing and is.
    fn step(&mut self, kind: &Kind) -> Parsed<bool> {
        match kind {
            Kind::Keyword(text) => self.parser.keyword(text)?,
            Kind::Punctuation(text) => self.parser.token(text)?,
            Kind::Space | Kind::Newline => {}
            Kind::Param { index, qualified } => {
                return self.param(*index, How { optional: self.params[*index].optional, qualified: *qualified });
            }
            Kind::List(list) => self.list(list)?,
            Kind::Struct(members) => return self.members(members),
            Kind::Group { .. } => unreachable!("a group is read with its steps"),
        }
        Ok(true)
    }

    fn param(&mut self, index: usize, how: How) -> Parsed<bool> {
        let param = &self.params[index];
        let value = match param.constraint.asm {
            AttrAsm::IntEnum(cases, width) => enums::read(self.parser, cases, width, how.optional)?,
            AttrAsm::Typed(ty) => {
                let ty = ty(self.parser.cx());
                self.typed(param, ty, how.optional)?
            }
            _ => read_attr::read(self.parser, param.name, param.constraint, &how)?,
        };
        self.values[index] = value;
        Ok(!value.is_absent())
    }

    /// A parameter whose type is fixed; an integer is a plain number.
    fn typed(&mut self, param: &ParamDef, ty: Type, optional: bool) -> Parsed<Attr> {
        let how = How { optional, qualified: false };
        let Some(width) = ty.int_or_index_width(self.parser.cx()).filter(|_| ty != Type::I1) else {
            return read_attr::read(self.parser, param.name, param.constraint, &how);
        };
        let pos = self.parser.pos();
        let Some(value) = self.parser.try_integer()? else {
            return if optional { Ok(Attr::ABSENT) } else { Err(self.parser.error("expected integer value")) };
        };
        let fitting = value.sext_value().filter(|value| width >= 64 || *value >> width.min(63) == 0 || *value < 0);
        match fitting {
            Some(value) => Ok(self.parser.cx().int_attr(ty, value)),
            None => Err(self.parser.error_at(pos, "integer value too large")),
        }
    }

    /// Parameters separated by commas. Where only optional ones are left, the
    /// comma is optional; after an optional one that is missing there is none.
    fn list(&mut self, list: &[usize]) -> Parsed<()> {
        let params = self.params;
        for (place, &index) in list.iter().enumerate() {
            let present = self.param(index, How { optional: params[index].optional, qualified: false })?;
            let rest = &list[place + 1..];
            if rest.is_empty() || (params[index].optional && !present) {
                continue;
            }
            if !rest.iter().all(|&index| params[index].optional) {
                self.parser.token(",")?;
            } else if !self.parser.try_token(",") {
                break;
            }
        }
        Ok(())
    }

    /// `name = value`, separated by commas, in any order.
    fn members(&mut self, members: &[usize]) -> Parsed<bool> {
        let params = self.params;
        let n_optional = members.iter().filter(|&&index| params[index].optional).count();
        if n_optional == members.len() {
            let Some(name) = self.parser.try_any_keyword() else { return Ok(false) };
            let name = name.str(self.parser.cx()).to_owned();
            let mut seen = Vec::new();
            self.member(members, &mut seen, &name)?;
            while self.parser.try_token(",") {
                self.next_member(members, &mut seen)?;
            }
            return Ok(true);
        }
        let mut seen = Vec::new();
        loop {
            self.next_member(members, &mut seen)?;
            let done = if n_optional > 0 { !self.parser.try_token(",") } else { seen.len() == members.len() };
            if done {
                break;
            }
            if n_optional == 0 {
                self.parser.token(",")?;
            }
        }
        match members.iter().find(|&index| !params[*index].optional && !seen.contains(index)) {
            Some(&missing) => {
                let message = format!("struct is missing required parameter: {}", params[missing].name);
                Err(self.parser.error(message))
            }
            None => Ok(true),
        }
    }

    fn next_member(&mut self, members: &[usize], seen: &mut Vec<usize>) -> Parsed<()> {
        match self.parser.any_keyword() {
            Ok(name) => {
                let name = name.str(self.parser.cx()).to_owned();
                self.member(members, seen, &name)
            }
            Err(_) => Err(self.parser.error("expected a parameter name in struct")),
        }
    }

    fn member(&mut self, members: &[usize], seen: &mut Vec<usize>, name: &str) -> Parsed<()> {
        self.parser.token("=")?;
        let found = members.iter().find(|&&index| self.params[index].name == name && !seen.contains(&index));
        let Some(&index) = found else {
            return Err(self.parser.error(format!("duplicate or unknown struct parameter name: {name}")));
        };
        seen.push(index);
        // What is named is there.
        self.param(index, How::default()).map(|_| ())
    }
}
