//! `custom<Name>(..)`: directives that a dialect implements by functions.

use rmlir_core::Attr;
use rmlir_core::asm::{OpAsmParser, Parsed};
use rmlir_core::opdef::format::{self, Element, FieldKind, Kind};
use rmlir_core::opdef::{DirectiveArg, DirectiveField};

use super::compile::Compiler;
use super::program::Custom;
use super::read::Reader;

impl Compiler {
    /// Adds `directive` to the program and gives its number.
    pub(super) fn custom(&mut self, directive: &format::Custom) -> u16 {
        let format::Custom { name, args } = directive;
        let known = self.def.behavior().custom_directives;
        let (_, directive) =
            *known.iter().find(|(known, _)| known == name).expect("directives of a checked format are known");
        let fields = args.iter().map(|arg| field(self, arg)).collect();
        let is_ref = args.iter().map(|arg| matches!(arg.kind, Kind::Ref(_))).collect();
        self.customs.push(Custom { directive, fields, is_ref });
        self.customs.len() as u16 - 1
    }
}

fn field(compiler: &Compiler, arg: &Element) -> DirectiveField {
    match arg.kind {
        Kind::Ref(inner) => field(compiler, inner),
        Kind::Text(text) => DirectiveField::Text(text),
        Kind::AttrDict { .. } => DirectiveField::AttrDict,
        Kind::Type(values) => {
            let slot = usize::from(compiler.slot(values));
            let n = compiler.def.operands.len();
            if slot < n { DirectiveField::OperandType(slot) } else { DirectiveField::ResultType(slot - n) }
        }
        Kind::Variable(name) => match compiler.field(name) {
            FieldKind::Prop(prop) => DirectiveField::Prop(prop),
            FieldKind::Operand(operand) => DirectiveField::Operand(operand),
            FieldKind::Region(region) => DirectiveField::Region(region),
            FieldKind::Successor(successor) => DirectiveField::Successor(successor),
        },
        _ => unreachable!("the grammar gives directives no other argument"),
    }
}

impl Reader<'_> {
    /// Reads the directive; `false` if there was nothing to read.
    pub(super) fn custom(&mut self, parser: &mut dyn OpAsmParser, custom: &Custom) -> Parsed<bool> {
        let pos = parser.pos();
        let pairs = custom.fields.iter().zip(&custom.is_ref);
        let mut args: Vec<DirectiveArg> = pairs.map(|(&field, &is_ref)| argument(self, field, is_ref)).collect();
        let read = (custom.directive.parse)(parser, self.state, &mut args)?;
        for ((arg, &field), &is_ref) in args.into_iter().zip(&custom.fields).zip(&custom.is_ref) {
            if !is_ref {
                store(self, arg, field, pos);
            }
        }
        Ok(read)
    }
}

/// The argument for `field`, filled with what is known if `is_ref`.
fn argument(reader: &Reader, field: DirectiveField, is_ref: bool) -> DirectiveArg {
    let n_operands = reader.found.def.operands.len();
    match field {
        DirectiveField::Operand(field) if is_ref => DirectiveArg::Operands(reader.found.operands_of(field).to_vec()),
        DirectiveField::Operand(_) => DirectiveArg::Operands(Vec::new()),
        DirectiveField::OperandType(slot) if is_ref => DirectiveArg::Types(reader.found.types_of(slot).to_vec()),
        DirectiveField::ResultType(field) if is_ref => {
            DirectiveArg::Types(reader.found.types_of(n_operands + field).to_vec())
        }
        DirectiveField::OperandType(_) | DirectiveField::ResultType(_) => DirectiveArg::Types(Vec::new()),
        DirectiveField::Prop(prop) if is_ref => {
            DirectiveArg::Attr(reader.state.props.get(prop).copied().unwrap_or(Attr::ABSENT))
        }
        DirectiveField::Prop(_) => DirectiveArg::Attr(Attr::ABSENT),
        DirectiveField::Successor(_) => DirectiveArg::Successors(Vec::new()),
        DirectiveField::Region(_) => DirectiveArg::Regions(0),
        DirectiveField::Text(text) => DirectiveArg::Text(text),
        DirectiveField::AttrDict => DirectiveArg::AttrDict,
    }
}

fn store(reader: &mut Reader, arg: DirectiveArg, field: DirectiveField, pos: u32) {
    match (arg, field) {
        (DirectiveArg::Operands(operands), DirectiveField::Operand(field)) => {
            reader.found.add_operands(field, &operands, pos);
        }
        (DirectiveArg::Types(types), DirectiveField::OperandType(slot)) => reader.found.add_types(slot, &types),
        (DirectiveArg::Types(types), DirectiveField::ResultType(field)) => {
            reader.found.add_types(reader.found.def.operands.len() + field, &types);
        }
        (DirectiveArg::Attr(attr), DirectiveField::Prop(prop)) if !attr.is_absent() => {
            reader.state.set_prop(prop, attr);
        }
        (DirectiveArg::Successors(blocks), DirectiveField::Successor(field)) => {
            reader.add_successors(field, &blocks);
        }
        (DirectiveArg::Regions(n), DirectiveField::Region(field)) => reader.found.note_regions(field as u16, n),
        _ => {}
    }
}
