//! Runs a program over a parser.
//!
//! Reading notes operands and types by field; [`super::finish`] then looks
//! types and values up, at the end and in the order of the definition, as
//! upstream does, so that errors come in the same order.

use rmlir_core::asm::{OpAsmParser, ParseError, Parsed};
use rmlir_core::attrs::Attr;
use rmlir_core::opdef::{DirectiveField, OpDef};
use rmlir_core::{BlockId, OpState, Type};
use smallvec::SmallVec;

use super::found::{Found, Run};
use super::program::{AttrStep, ClauseStep, GroupStep, Kind, KindOfType, OpProgram, Slot, Step, n_slots};
use super::{finish, kinds, read_attr};
use crate::parse::op_attrs::{misfit, n_segments};

/// Reads an operation into its state.
pub(super) struct Reader<'a> {
    pub state: &'a mut OpState,
    pub found: Found<'a>,
}

/// As many as an operation with three operands and two results needs.
const N_RUNS: usize = 11;

/// Reads the custom form of an operation into `state`.
pub(super) fn read(
    def: &'static OpDef,
    program: &OpProgram,
    parser: &mut dyn OpAsmParser,
    state: &mut OpState,
) -> Parsed<()> {
    let n_runs = def.operands.len() + 1 + n_slots(def);
    let (mut few, mut many) = ([Run::default(); N_RUNS], Vec::new());
    let runs = match few.get_mut(..n_runs) {
        Some(runs) => runs,
        None => {
            many.resize(n_runs, Run::default());
            &mut many[..]
        }
    };
    let found = Found {
        def,
        program,
        operands: SmallVec::new(),
        types: SmallVec::new(),
        runs,
        pending_regions: Vec::new(),
        pending_successors: Vec::new(),
        inherent: Vec::new(),
    };
    let mut reader = Reader { state, found };
    reader.steps(parser, &program.steps)?;
    finish::finish(&mut reader.found, reader.state, parser)
}

impl Reader<'_> {
    pub fn add_successors(&mut self, field: usize, blocks: &[BlockId]) {
        self.state.successors.extend_from_slice(blocks);
        self.note_successors(field as u16, blocks.len());
    }

    fn note_successors(&mut self, field: u16, n: usize) {
        if self.found.program.permuted_successors {
            self.found.pending_successors.push((field, n));
        }
    }

    fn steps(&mut self, parser: &mut dyn OpAsmParser, steps: &[Step]) -> Parsed<()> {
        let mut rest = steps;
        while let Some((step, after)) = rest.split_first() {
            rest = match step.kind {
                Kind::Group(group) => {
                    let (then, after) = after.split_at(group.then.into());
                    let (otherwise, after) = after.split_at(group.otherwise.into());
                    self.group(parser, group, then, otherwise)?;
                    after
                }
                Kind::OiList(n) => {
                    let (clauses, after) = after.split_at(n.into());
                    self.oilist(parser, clauses)?;
                    after
                }
                kind => {
                    self.step(parser, kind)?;
                    after
                }
            };
        }
        Ok(())
    }

    /// Reads the element; `false` if it may be missing and is.
    #[inline]
    fn step(&mut self, parser: &mut dyn OpAsmParser, kind: Kind) -> Parsed<bool> {
        match kind {
            Kind::Keyword(text) => parser.asm().keyword(text)?,
            Kind::Punctuation(text) => {
                if !parser.try_token(text) {
                    parser.asm().token(text)?;
                }
            }
            Kind::Space | Kind::Newline => {}
            Kind::Operand(field) => match parser.try_operand()? {
                Some(operand) => self.found.add_operand(field, operand),
                None => return Err(parser.expected("SSA operand")),
            },
            Kind::OptionalOperand(field) => {
                let pos = parser.pos();
                let operand = parser.try_operand()?;
                self.found.add_operands(field.into(), operand.as_slice(), pos);
                return Ok(operand.is_some());
            }
            Kind::VariadicOperand(field) => return self.operand_list(parser, field.into()),
            Kind::AllOperands => return self.operand_list(parser, self.found.def.operands.len()),
            Kind::Attr(step) => return self.attribute(parser, step),
            Kind::Region(field) => {
                parser.parse_region(self.state, &[])?;
                self.found.note_regions(field, 1);
            }
            Kind::VariadicRegion(field) => return self.regions(parser, field),
            Kind::AllRegions => return self.regions(parser, 0),
            Kind::Successor(field) => {
                let block = parser.parse_successor()?;
                self.add_successors(field.into(), &[block]);
            }
            Kind::VariadicSuccessor(field) => return self.successors(parser, field),
            Kind::AllSuccessors => return self.successors(parser, 0),
            Kind::Type(slot, kind) => {
                let ty = match kind {
                    Some(kind) => read_type(parser, kind)?,
                    None => parser.parse_type()?,
                };
                self.found.add_type(slot, ty);
            }
            Kind::OptionalType(slot) => {
                let ty = parser.try_type()?;
                self.found.add_types(slot.into(), ty.as_slice());
                return Ok(ty.is_some());
            }
            Kind::VariadicType(slot) => self.type_list(parser, slot)?,
            Kind::FunctionalType(inputs, results) => self.functional_type(parser, inputs, results)?,
            Kind::AttrDict { keyword: false } if !parser.at("{") => {}
            Kind::AttrDict { keyword } => self.attr_dict(parser, keyword)?,
            Kind::PropDict => self.prop_dict(parser)?,
            Kind::Custom(number) => {
                let program = self.found.program;
                return self.custom(parser, &program.customs[usize::from(number)]);
            }
            Kind::Group(_) | Kind::OiList(_) | Kind::Clause(_) => unreachable!("these are read with their steps"),
        }
        Ok(true)
    }

    fn group(
        &mut self,
        parser: &mut dyn OpAsmParser,
        group: GroupStep,
        then: &[Step],
        otherwise: &[Step],
    ) -> Parsed<()> {
        let guard = usize::from(group.guard);
        let mut missing = then;
        let taken = match then[guard].kind {
            Kind::Keyword(text) | Kind::Punctuation(text) => parser.try_token(text),
            Kind::Region(_) if !parser.at("{") => false,
            Kind::Region(_) => {
                self.step(parser, then[guard].kind)?;
                missing = &then[guard + 1..];
                !parser.last_region_is_empty()
            }
            kind => self.step(parser, kind)?,
        };
        if let Some(prop) = group.unit
            && taken != group.inverted
        {
            self.state.set_prop(prop.into(), Attr::UNIT);
        }
        if taken {
            self.skip(parser, otherwise);
            return self.steps(parser, &then[guard + 1..]);
        }
        self.skip(parser, missing);
        self.steps(parser, otherwise)
    }

    /// Gives the regions of a branch that is not there: empty ones.
    fn skip(&mut self, parser: &mut dyn OpAsmParser, steps: &[Step]) {
        if self.found.def.regions.is_empty() {
            return;
        }
        for step in steps {
            match step.kind {
                Kind::Region(field) => {
                    parser.add_empty_region(self.state);
                    self.found.note_regions(field, 1);
                }
                Kind::Custom(number) => {
                    let program = self.found.program;
                    let custom = &program.customs[usize::from(number)];
                    for (field, &is_ref) in custom.fields.iter().zip(&custom.is_ref) {
                        if let (DirectiveField::Region(field), false) = (field, is_ref)
                            && !self.found.def.regions[*field].variadic
                        {
                            parser.add_empty_region(self.state);
                            self.found.note_regions(*field as u16, 1);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn oilist(&mut self, parser: &mut dyn OpAsmParser, clauses: &[Step]) -> Parsed<()> {
        let mut seen = SmallVec::<[&str; 8]>::new();
        while let Some((clause, body)) = next_clause(parser, clauses) {
            if seen.contains(&clause.literal) {
                let pos = parser.name_pos();
                let words = "clause can appear at most once in the expansion of the oilist directive";
                return Err(parser.error_at(pos, &format!("`{}` {words}", clause.literal)));
            }
            seen.push(clause.literal);
            match clause.unit {
                Some(prop) => self.state.set_prop(prop.into(), Attr::UNIT),
                None => self.steps(parser, body)?,
            }
        }
        if !self.found.def.regions.is_empty() {
            for (_, body) in each_clause(clauses).filter(|(clause, _)| !seen.contains(&clause.literal)) {
                self.skip(parser, body);
            }
        }
        Ok(())
    }

    fn operand_list(&mut self, parser: &mut dyn OpAsmParser, field: usize) -> Parsed<bool> {
        let pos = parser.pos();
        let start = self.found.operands.len();
        if let Some(first) = parser.try_operand()? {
            self.found.operands.push(first);
            while parser.try_token(",") {
                self.found.operands.push(parser.operand()?);
            }
        }
        self.found.end_operands(field, start, pos);
        Ok(start != self.found.operands.len())
    }

    fn type_list(&mut self, parser: &mut dyn OpAsmParser, slot: Slot) -> Parsed<()> {
        let start = self.found.types.len();
        self.found.types.push(parser.parse_type()?);
        while parser.try_token(",") {
            self.found.types.push(parser.parse_type()?);
        }
        self.found.end_types(slot.into(), start);
        Ok(())
    }

    fn functional_type(&mut self, parser: &mut dyn OpAsmParser, inputs: Slot, results: Slot) -> Parsed<()> {
        let ty = read_type(parser, kinds::function())?;
        let (input_types, result_types) = ty.function(parser.cx()).expect("it was checked to be a function type");
        self.found.add_types(inputs.into(), input_types);
        self.found.add_types(results.into(), result_types);
        Ok(())
    }

    fn regions(&mut self, parser: &mut dyn OpAsmParser, field: u16) -> Parsed<bool> {
        if !parser.at("{") {
            return Ok(false);
        }
        let mut n = 1;
        parser.parse_region(self.state, &[])?;
        while parser.try_token(",") {
            parser.parse_region(self.state, &[])?;
            n += 1;
        }
        self.found.note_regions(field, n);
        Ok(true)
    }

    fn successors(&mut self, parser: &mut dyn OpAsmParser, field: u16) -> Parsed<bool> {
        let Some(first) = parser.try_successor()? else { return Ok(false) };
        let mut n = 1;
        self.state.successors.push(first);
        while parser.try_token(",") {
            let block = parser.parse_successor()?;
            self.state.successors.push(block);
            n += 1;
        }
        self.note_successors(field, n);
        Ok(true)
    }

    fn attribute(&mut self, parser: &mut dyn OpAsmParser, step: AttrStep) -> Parsed<bool> {
        let prop = &self.found.def.props[usize::from(step.prop)];
        let attr = read_attr::read(parser.asm(), prop.name, prop.constraint, &step.into())?;
        if attr.is_absent() {
            return Ok(false);
        }
        self.state.set_prop(step.prop.into(), attr);
        Ok(true)
    }

    fn attr_dict(&mut self, parser: &mut dyn OpAsmParser, keyword: bool) -> Parsed<()> {
        let pos = parser.pos();
        if keyword {
            if !parser.try_token("attributes") {
                return Ok(());
            }
            if !parser.at("{") {
                return Err(parser.expected("'{' in attribute dictionary"));
            }
        }
        let mut entries = Vec::new();
        parser.parse_attr_dict(&mut entries)?;
        for entry in entries {
            let name = entry.name.str(parser.cx());
            match self.found.def.prop_index(name) {
                Some(prop) => self.inherent(parser, prop, entry.value, pos)?,
                None => self.state.attrs.push(entry),
            }
        }
        Ok(())
    }

    /// Sets property `prop` to a value from a dictionary.
    fn inherent(&mut self, parser: &mut dyn OpAsmParser, prop: usize, value: Attr, pos: u32) -> Parsed<()> {
        let def = &self.found.def.props[prop];
        let is_segments = n_segments(self.found.def, prop).is_some();
        if !is_segments && !(def.constraint.check)(parser.cx(), value) {
            let (op, name, summary) = (self.found.def.name, def.name, def.constraint.summary);
            let message = format!("'{op}' op attribute '{name}' failed to satisfy constraint: {summary}");
            return Err(parser.error_at(pos, &message));
        }
        if !is_segments || misfit(parser.cx(), self.found.def, prop, value).is_none() {
            self.found.inherent.push((prop, value));
        }
        Ok(())
    }

    fn prop_dict(&mut self, parser: &mut dyn OpAsmParser) -> Parsed<()> {
        if !parser.try_token("<") {
            return Ok(());
        }
        let pos = parser.pos();
        let mut entries = Vec::new();
        parser.parse_attr_dict(&mut entries)?;
        parser.asm().token(">")?;
        for entry in entries {
            let name = entry.name.str(parser.cx());
            let Some(prop) = self.found.def.prop_index(name) else {
                let message = format!("unknown key '{name}' when parsing properties dictionary");
                return Err(parser.error_at(pos, &message));
            };
            self.inherent(parser, prop, entry.value, pos)?;
        }
        Ok(())
    }
}

/// The clauses of `oilist` with their steps.
fn each_clause(clauses: &[Step]) -> impl Iterator<Item = (ClauseStep, &[Step])> {
    let mut rest = clauses;
    std::iter::from_fn(move || {
        let (Step { kind: Kind::Clause(clause), .. }, after) = rest.split_first()? else { return None };
        let (body, after) = after.split_at(clause.body.into());
        rest = after;
        Some((*clause, body))
    })
}

/// The clause whose literal is next, which is read.
fn next_clause<'a>(parser: &mut dyn OpAsmParser, clauses: &'a [Step]) -> Option<(ClauseStep, &'a [Step])> {
    each_clause(clauses).find(|(clause, _)| parser.try_token(clause.literal))
}

fn read_type(parser: &mut dyn OpAsmParser, kind: KindOfType) -> Parsed<Type> {
    let pos = parser.pos();
    let ty = parser.parse_type()?;
    if (kind.is)(ty.data(parser.cx())) { Ok(ty) } else { Err(wrong_kind(parser, pos, kind, ty)) }
}

#[cold]
fn wrong_kind(parser: &mut dyn OpAsmParser, pos: u32, kind: KindOfType, found: Type) -> ParseError {
    let words = "invalid kind of type specified";
    let found = parser.cx().show_type(found);
    match kind.name {
        Some(name) => parser.error_at(pos, &format!("{words}: expected {name}, but found '{found}'")),
        None => parser.error_at(pos, words),
    }
}
