//! After reading: regions and successors in order, segment sizes, types,
//! operands, inferred results.

use rmlir_core::asm::{OpAsmParser, ParseError, Parsed, Unresolved};
use rmlir_core::opdef::{Arity, DerivedType, ValueDef};
use rmlir_core::{Context, Type, TypeData, Value, infer};
use smallvec::SmallVec;

use super::program::{Slot, TypeFrom, all_operands_slot, all_results_slot};
use super::read::{Reader, all_operands_run};
use super::typing;

/// Types for a field: a list, or one for every value.
enum Types {
    Each(SmallVec<[Type; 4]>),
    Same(Type),
}

/// Completes the state from what has been read.
pub(super) fn finish(reader: &mut Reader, parser: &mut dyn OpAsmParser) -> Parsed<()> {
    let program = reader.program;
    if program.permuted_regions && reader.state.regions.len() == pending_len(&reader.pending_regions) {
        reorder(&mut reader.state.regions, &reader.pending_regions);
    }
    if program.permuted_successors {
        reorder(&mut reader.state.successors, &reader.pending_successors);
    }
    segment_sizes(reader, parser.cx());
    program.checked.iter().try_for_each(|&slot| check_source(reader, parser, slot))?;
    if !program.infers_results {
        result_types(reader, parser)?;
    }
    let operand_types = operands(reader, parser)?;
    if program.infers_results {
        match infer::result_types(parser.cx(), reader.state, &operand_types) {
            Ok(types) => reader.state.result_types = types.into(),
            Err(why) => return Err(error_at_name(parser, &why)),
        }
    }
    reader.state.no_inference = true;
    Ok(())
}

fn error_at_name(parser: &mut dyn OpAsmParser, message: &str) -> ParseError {
    let pos = parser.name_pos();
    parser.error_at(pos, message)
}

fn pending_len(pending: &[(u16, usize)]) -> usize {
    pending.iter().map(|(_, n)| n).sum()
}

/// Sorts `items`, which are runs of the given fields and lengths, by field.
fn reorder<A: smallvec::Array<Item: Copy>>(items: &mut SmallVec<A>, pending: &[(u16, usize)]) {
    let mut start = 0;
    let mut runs: SmallVec<[(u16, std::ops::Range<usize>); 4]> = SmallVec::new();
    for &(field, n) in pending {
        runs.push((field, start..start + n));
        start += n;
    }
    runs.sort_by_key(|(field, _)| *field);
    *items = runs.into_iter().flat_map(|(_, run)| items[run].iter().copied().collect::<SmallVec<A>>()).collect();
}

fn segment_sizes(reader: &mut Reader, cx: &Context) {
    let def = reader.def;
    if let Some(prop) = reader.program.operand_segments {
        let sizes = sizes(def.operands, |field| reader.operands_of(field).len());
        reader.state.set_prop(prop, cx.i32_array(&sizes));
    }
    if let Some(prop) = reader.program.result_segments {
        let sizes = sizes(def.results, |field| reader.types_of(def.operands.len() + field).len());
        reader.state.set_prop(prop, cx.i32_array(&sizes));
    }
}

fn sizes(fields: &[ValueDef], len: impl Fn(usize) -> usize) -> SmallVec<[i32; 8]> {
    let size = |(index, field): (usize, &ValueDef)| if field.arity == Arity::One { 1 } else { len(index) as i32 };
    fields.iter().enumerate().map(size).collect()
}

/// Checks the types that others are derived from, since a rule may rely on it.
fn check_source(reader: &Reader, parser: &mut dyn OpAsmParser, slot: Slot) -> Parsed<()> {
    let field = typing::field(reader.def, slot).expect("types are derived from fields");
    for &ty in reader.types_of(slot.into()) {
        if !(field.constraint.check)(parser.cx(), ty) {
            let ty = parser.cx().show_type(ty);
            let message = format!("'{}' must be {}, but got '{ty}'", field.name, field.constraint.summary);
            return Err(error_at_name(parser, &message));
        }
    }
    Ok(())
}

fn result_types(reader: &mut Reader, parser: &mut dyn OpAsmParser) -> Parsed<()> {
    let def = reader.def;
    if reader.program.all_result_types {
        let types: SmallVec<[Type; 2]> = reader.types_of(all_results_slot(def).into()).into();
        reader.state.result_types = types;
        return Ok(());
    }
    for slot in def.operands.len()..def.operands.len() + def.results.len() {
        match types(reader, parser, slot as Slot)? {
            Types::Each(types) => reader.state.result_types.extend(types),
            Types::Same(ty) => reader.state.result_types.push(ty),
        }
    }
    Ok(())
}

/// Looks all operands up and gives their types.
fn operands(reader: &mut Reader, parser: &mut dyn OpAsmParser) -> Parsed<SmallVec<[Type; 8]>> {
    let def = reader.def;
    let program = reader.program;
    let mut looked_up = Lookup { values: SmallVec::new(), types: SmallVec::new() };
    if program.all_operand_types || program.all_operands {
        let operands: SmallVec<[Unresolved; 8]> = match program.all_operands {
            true => reader.operands_of(all_operands_run(def)).into(),
            false => (0..def.operands.len()).flat_map(|field| reader.operands_of(field)).copied().collect(),
        };
        let pos = match program.all_operands {
            true => reader.operands_pos(all_operands_run(def)),
            false => parser.name_pos(),
        };
        let types = all_types(reader, parser)?;
        looked_up.each(parser, &operands, &types, pos)?;
    } else {
        for field in 0..def.operands.len() {
            let types = types(reader, parser, field as Slot)?;
            let operands = reader.operands_of(field);
            match types {
                Types::Same(ty) => looked_up.same(parser, operands, ty)?,
                Types::Each(types) => looked_up.each(parser, operands, &types, reader.operands_pos(field))?,
            }
        }
    }
    reader.state.operands = looked_up.values;
    Ok(looked_up.types)
}

/// The types of all operands in one list.
fn all_types(reader: &Reader, parser: &mut dyn OpAsmParser) -> Parsed<SmallVec<[Type; 8]>> {
    let def = reader.def;
    if reader.program.all_operand_types {
        return Ok(reader.types_of(all_operands_slot(def).into()).into());
    }
    let mut all = SmallVec::new();
    for field in 0..def.operands.len() {
        match types(reader, parser, field as Slot)? {
            Types::Each(types) => all.extend(types),
            Types::Same(ty) => all.push(ty),
        }
    }
    Ok(all)
}

struct Lookup {
    values: SmallVec<[Value; 4]>,
    types: SmallVec<[Type; 8]>,
}

impl Lookup {
    fn same(&mut self, parser: &mut dyn OpAsmParser, operands: &[Unresolved], ty: Type) -> Parsed<()> {
        for &operand in operands {
            self.values.push(parser.resolve(operand, ty)?);
            self.types.push(ty);
        }
        Ok(())
    }

    fn each(&mut self, parser: &mut dyn OpAsmParser, operands: &[Unresolved], types: &[Type], pos: u32) -> Parsed<()> {
        if operands.len() != types.len() {
            let (n, n_types) = (operands.len(), types.len());
            let words = "number of operands and types do not match";
            return Err(parser.error_at(pos, &format!("{words}: got {n} operands and {n_types} types")));
        }
        for (&operand, &ty) in operands.iter().zip(types) {
            self.values.push(parser.resolve(operand, ty)?);
            self.types.push(ty);
        }
        Ok(())
    }
}

/// The types of the field of slot `slot`.
fn types(reader: &Reader, parser: &mut dyn OpAsmParser, slot: Slot) -> Parsed<Types> {
    let written = || Types::Each(reader.types_of(slot.into()).into());
    let cx = parser.cx();
    let derived = match reader.program.types[usize::from(slot)] {
        TypeFrom::Written => return Ok(written()),
        TypeFrom::Unknown => return Ok(Types::Each(SmallVec::new())),
        TypeFrom::Built(builds) => return Ok(Types::Same(builds(cx))),
        TypeFrom::Slot(from, derived) => {
            let variadic = typing::field(reader.def, from).is_some_and(|field| field.arity == Arity::Variadic);
            let types = match types(reader, parser, from)? {
                // A single value lends its type; without it there are no types.
                Types::Each(types) if !variadic && types.len() == 1 => Types::Same(types[0]),
                types => types,
            };
            derive(parser.cx(), derived, &types)
        }
        TypeFrom::Prop(prop, derived) => {
            let attr = reader.state.props.get(usize::from(prop)).and_then(|attr| attr.present());
            match attr.and_then(|attr| attr.ty(cx)) {
                Some(ty) => derive(cx, derived, &Types::Same(ty)),
                None => Err("the attribute its type follows from has no type"),
            }
        }
    };
    let arity = typing::field(reader.def, slot).map(|field| field.arity);
    let derived = derived.map(|types| match types {
        Types::Same(ty) if arity == Some(Arity::Variadic) => listed(parser.cx(), ty),
        types => types,
    });
    derived.map_err(|why| {
        let message = format!("'{}' op failed to verify that {why}", reader.def.name);
        error_at_name(parser, &message)
    })
}

fn derive(cx: &Context, rule: Option<&'static DerivedType>, from: &Types) -> Result<Types, &'static str> {
    let apply = |ty: Type| match rule {
        Some(rule) => (rule.derive)(cx, ty).ok_or(rule.summary),
        None => Ok(ty),
    };
    match from {
        Types::Same(ty) => apply(*ty).map(Types::Same),
        Types::Each(types) => types.iter().copied().map(apply).collect::<Result<_, _>>().map(Types::Each),
    }
}

/// The types of a variadic field that a rule derived from a single type: if
/// that is a tuple, the list of its elements.
fn listed(cx: &Context, ty: Type) -> Types {
    match ty.data(cx) {
        TypeData::Tuple(elements) => Types::Each(elements.as_ref().into()),
        _ => Types::Same(ty),
    }
}
