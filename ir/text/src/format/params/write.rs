//! Writes parameters.

use rmlir_core::Attr;
use rmlir_core::asm::AsmPrinter;
use rmlir_core::dialect::ParamDef;
use rmlir_core::opdef::AttrAsm;

use super::super::write_attr;
use super::{Kind, Step, enums};

struct Writer<'a, 'p> {
    params: &'static [ParamDef],
    printer: &'a mut (dyn AsmPrinter + 'p),
    values: &'a [Attr],
}

pub(super) fn write(params: &'static [ParamDef], steps: &[Step], printer: &mut dyn AsmPrinter, values: &[Attr]) {
    Writer { params, printer, values }.steps(steps);
}

impl Writer<'_, '_> {
    fn value(&self, index: usize) -> Option<Attr> {
        self.values.get(index).copied().and_then(Attr::present)
    }

    fn steps(&mut self, steps: &[Step]) {
        let mut rest = steps;
        while let Some((step, after)) = rest.split_first() {
            rest = match &step.kind {
                Kind::Group { then, otherwise, present, inverted, .. } => {
                    let (then, after) = after.split_at(*then);
                    let (otherwise, after) = after.split_at(*otherwise);
                    let any = present.iter().any(|&index| self.value(index).is_some());
                    self.steps(if any != *inverted { then } else { otherwise });
                    after
                }
                _ => {
                    self.step(step);
                    after
                }
            };
        }
    }

    fn step(&mut self, step: &Step) {
        let silent = matches!(step.kind, Kind::Param { index, .. } if self.value(index).is_none());
        if step.space && !silent {
            self.printer.text(" ");
        }
        match &step.kind {
            Kind::Keyword(text) | Kind::Punctuation(text) => self.printer.text(text),
            Kind::Space => {}
            Kind::Newline => self.printer.newline(),
            Kind::Param { index, qualified } => self.param(*index, *qualified),
            Kind::List(list) => self.list(list, false),
            Kind::Struct(members) => self.list(members, true),
            Kind::Group { .. } => unreachable!("a group is written with its steps"),
        }
    }

    fn param(&mut self, index: usize, qualified: bool) {
        let Some(value) = self.value(index) else { return };
        match self.params[index].constraint.asm {
            AttrAsm::IntEnum(cases, _) => enums::write(self.printer, cases, value),
            _ => write_attr::write(self.printer, self.params[index].constraint, value, qualified),
        }
    }

    fn list(&mut self, list: &[usize], named: bool) {
        let mut first = true;
        for &index in list {
            if self.value(index).is_none() {
                continue;
            }
            if !std::mem::take(&mut first) {
                self.printer.text(", ");
            }
            if named {
                self.printer.text(self.params[index].name);
                self.printer.text(" = ");
            }
            self.param(index, false);
        }
    }
}
