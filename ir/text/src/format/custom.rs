//! `custom<Name>(..)`: directives that a dialect implements by functions.

use rmlir_core::Attr;
use rmlir_core::asm::{OpAsmParser, Parsed};
use rmlir_core::opdef::{DirectiveArg, DirectiveField};

use super::compile::Compiler;
use super::program::Custom;
use super::read::Reader;
use super::syntax::{Element, Values};
use super::typing;

/// Adds directive `name` with `args` to the program and gives its number.
pub(super) fn compile(compiler: &mut Compiler, name: &str, args: &[Element]) -> Result<u16, String> {
    let known = compiler.def.custom_directives;
    let Some(&(_, directive)) = known.iter().find(|(known, _)| *known == name) else {
        return Err(format!("there is no function for `custom<{name}>`"));
    };
    let mut fields = Vec::new();
    let mut is_ref = Vec::new();
    for arg in args {
        is_ref.push(matches!(arg, Element::Ref(_)));
        fields.push(match arg {
            Element::Ref(inner) => field(compiler, inner)?,
            _ => {
                let field = field(compiler, arg)?;
                bind(compiler, arg, field)?;
                field
            }
        });
    }
    compiler.customs.push(Custom { directive, fields: fields.into(), is_ref: is_ref.into() });
    Ok(compiler.customs.len() as u16 - 1)
}

fn field(compiler: &Compiler, arg: &Element) -> Result<DirectiveField, String> {
    let def = compiler.def;
    match arg {
        Element::Text(text) => Ok(DirectiveField::Text(text)),
        Element::AttrDict { .. } => Ok(DirectiveField::AttrDict),
        Element::Type(Values::Field(name)) => {
            let slot = typing::slot_named(def, name).ok_or_else(|| format!("`${name}` has no type"))?;
            let slot = usize::from(slot);
            let n = def.operands.len();
            Ok(if slot < n { DirectiveField::OperandType(slot) } else { DirectiveField::ResultType(slot - n) })
        }
        Element::Variable(name) => {
            let prop = def.prop_index(name).map(DirectiveField::Prop);
            let operand = || def.operands.iter().position(|f| f.name == *name).map(DirectiveField::Operand);
            let region = || def.regions.iter().position(|f| f.name == *name).map(DirectiveField::Region);
            let successor = || def.successors.iter().position(|f| f.name == *name).map(DirectiveField::Successor);
            let found = prop.or_else(operand).or_else(region).or_else(successor);
            found.ok_or_else(|| format!("`${name}` refers to no attribute, operand, region or successor"))
        }
        _ => Err("only variables and types may be used as parameters to a custom directive".into()),
    }
}

/// Notes that the directive reads `field`.
fn bind(compiler: &mut Compiler, arg: &Element, field: DirectiveField) -> Result<(), String> {
    match field {
        DirectiveField::Operand(field) => compiler.bind_operand(field),
        DirectiveField::Prop(prop) => compiler.bind_attr(prop),
        DirectiveField::Region(field) => compiler.bind_region(field),
        DirectiveField::Successor(field) => compiler.bind_successor(field),
        DirectiveField::OperandType(_) | DirectiveField::ResultType(_) => match arg {
            Element::Type(values) => compiler.written_slot(*values).map(|_| ()),
            _ => unreachable!("only `type(..)` gives a type"),
        },
        DirectiveField::AttrDict => {
            compiler.seen.attr_dict = true;
            Ok(())
        }
        DirectiveField::Text(_) => Ok(()),
    }
}

/// Reads the directive; `false` if there was nothing to read.
pub(super) fn read(reader: &mut Reader, parser: &mut dyn OpAsmParser, custom: &Custom) -> Parsed<bool> {
    let pos = parser.pos();
    let pairs = custom.fields.iter().zip(&custom.is_ref);
    let mut args: Vec<DirectiveArg> = pairs.map(|(&field, &is_ref)| argument(reader, field, is_ref)).collect();
    let read = (custom.directive.parse)(parser, reader.state, &mut args)?;
    for ((arg, &field), &is_ref) in args.into_iter().zip(&custom.fields).zip(&custom.is_ref) {
        if !is_ref {
            store(reader, arg, field, pos);
        }
    }
    Ok(read)
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
