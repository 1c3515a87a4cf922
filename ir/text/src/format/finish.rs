//! After reading: regions and successors in order, segment sizes, types,
//! operands, inferred results.

use rmlir_core::asm::{OpAsmParser, ParseError, Parsed, Unresolved};
use rmlir_core::opdef::{Arity, DerivedType, ValueDef};
use rmlir_core::{Context, OpState, Type, TypeData, infer};
use smallvec::SmallVec;

use super::found::Found;
use super::program::{Slot, TypeFrom, all_operands_slot, all_results_slot};

/// Types for a field.
enum Types<'a> {
    /// One for every value.
    Same(Type),
    /// One for each value.
    Each(&'a [Type]),
    /// One for each value, worked out.
    Made(SmallVec<[Type; 4]>),
}

/// Completes the state from what has been read.
pub(super) fn finish(found: &mut Found, state: &mut OpState, parser: &mut dyn OpAsmParser) -> Parsed<()> {
    let program = found.program;
    if program.permuted_regions && state.regions.len() == pending_len(&found.pending_regions) {
        reorder(&mut state.regions, &found.pending_regions);
    }
    if program.permuted_successors {
        reorder(&mut state.successors, &found.pending_successors);
    }
    segment_sizes(found, state, parser.cx());
    for &slot in &program.checked {
        check_source(found, parser, slot)?;
    }
    if program.infers_results {
        let mut types = SmallVec::new();
        operands(found, state, parser, Some(&mut types))?;
        match infer::result_types(parser.cx(), state, &types) {
            Ok(types) => state.result_types = types,
            Err(why) => return Err(error_at_name(parser, &why)),
        }
    } else {
        result_types(found, state, parser)?;
        operands(found, state, parser, None)?;
    }
    found.inherent.iter().for_each(|&(prop, value)| state.set_prop(prop, value));
    state.no_inference = true;
    Ok(())
}

#[cold]
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

fn segment_sizes(found: &Found, state: &mut OpState, cx: &Context) {
    let def = found.def;
    if let Some(prop) = found.program.operand_segments {
        let sizes = sizes(def.operands, |field| found.operands_of(field).len());
        state.set_prop(prop, cx.i32_array(&sizes));
    }
    if let Some(prop) = found.program.result_segments {
        let sizes = sizes(def.results, |field| found.types_of(def.operands.len() + field).len());
        state.set_prop(prop, cx.i32_array(&sizes));
    }
}

fn sizes(fields: &[ValueDef], len: impl Fn(usize) -> usize) -> SmallVec<[i32; 8]> {
    let size = |(index, field): (usize, &ValueDef)| if field.arity == Arity::One { 1 } else { len(index) as i32 };
    fields.iter().enumerate().map(size).collect()
}

/// Checks the types that others are derived from, since a rule may rely on it.
fn check_source(found: &Found, parser: &mut dyn OpAsmParser, slot: Slot) -> Parsed<()> {
    let field = super::program::field(found.def, slot).expect("types are derived from fields");
    for &ty in found.types_of(slot.into()) {
        if !(field.constraint.check)(parser.cx(), ty) {
            let ty = parser.cx().show_type(ty);
            let message = format!("'{}' must be {}, but got '{ty}'", field.name, field.constraint.summary);
            return Err(error_at_name(parser, &message));
        }
    }
    Ok(())
}

fn result_types(found: &Found, state: &mut OpState, parser: &mut dyn OpAsmParser) -> Parsed<()> {
    let def = found.def;
    if found.program.all_result_types {
        state.result_types.extend_from_slice(found.types_of(all_results_slot(def).into()));
        return Ok(());
    }
    let first = def.operands.len();
    for slot in first..first + def.results.len() {
        if let TypeFrom::Written = found.program.types[slot] {
            for &ty in found.types_of(slot) {
                state.result_types.push(ty);
            }
            continue;
        }
        match types(found, state, parser, slot as Slot)? {
            Types::Same(ty) => state.result_types.push(ty),
            Types::Each(types) => state.result_types.extend_from_slice(types),
            Types::Made(types) => state.result_types.extend_from_slice(&types),
        }
    }
    Ok(())
}

/// The operands' types, for whoever wants them.
type Wanted<'a> = Option<&'a mut SmallVec<[Type; 8]>>;

/// Looks all operands up.
fn operands(found: &Found, state: &mut OpState, parser: &mut dyn OpAsmParser, mut wanted: Wanted) -> Parsed<()> {
    let program = found.program;
    if program.all_operand_types || program.all_operands {
        return operands_together(found, state, parser, wanted);
    }
    for field in 0..found.def.operands.len() {
        let operands = found.operands_of(field);
        // The usual case on a short path: one operand of a type that is written once.
        if let (TypeFrom::One(from, None), [operand], None) = (program.types[field], operands, &wanted)
            && let [ty] = *found.types_of(from.into())
        {
            state.operands.push(parser.resolve(*operand, ty)?);
            continue;
        }
        let types = types(found, state, parser, field as Slot)?;
        if let Some(wanted) = &mut wanted {
            types.repeat(operands.len(), wanted);
        }
        match types {
            Types::Same(ty) => {
                for &operand in operands {
                    state.operands.push(parser.resolve(operand, ty)?);
                }
            }
            Types::Each(types) => resolve_each(found, state, parser, operands, types, field)?,
            Types::Made(types) => resolve_each(found, state, parser, operands, &types, field)?,
        }
    }
    Ok(())
}

/// Looks operands up whose types or names are written in one list.
fn operands_together(found: &Found, state: &mut OpState, parser: &mut dyn OpAsmParser, wanted: Wanted) -> Parsed<()> {
    let def = found.def;
    let n_fields = def.operands.len();
    let mut operands: SmallVec<[Unresolved; 8]> = SmallVec::new();
    let pos = if found.program.all_operands {
        operands.extend_from_slice(found.operands_of(n_fields));
        found.operands_pos(n_fields)
    } else {
        (0..n_fields).for_each(|field| operands.extend_from_slice(found.operands_of(field)));
        parser.name_pos()
    };
    let mut all: SmallVec<[Type; 8]> = SmallVec::new();
    if found.program.all_operand_types {
        all.extend_from_slice(found.types_of(all_operands_slot(def).into()));
    } else {
        for field in 0..n_fields {
            types(found, state, parser, field as Slot)?.repeat(1, &mut all);
        }
    }
    resolve_at(state, parser, &operands, &all, pos)?;
    if let Some(wanted) = wanted {
        *wanted = all;
    }
    Ok(())
}

fn resolve_each(
    found: &Found,
    state: &mut OpState,
    parser: &mut dyn OpAsmParser,
    operands: &[Unresolved],
    types: &[Type],
    field: usize,
) -> Parsed<()> {
    resolve_at(state, parser, operands, types, found.operands_pos(field))
}

fn resolve_at(
    state: &mut OpState,
    parser: &mut dyn OpAsmParser,
    operands: &[Unresolved],
    types: &[Type],
    pos: u32,
) -> Parsed<()> {
    if operands.len() != types.len() {
        let (n, n_types) = (operands.len(), types.len());
        let words = "number of operands and types do not match";
        return Err(parser.error_at(pos, &format!("{words}: got {n} operands and {n_types} types")));
    }
    for (&operand, &ty) in operands.iter().zip(types) {
        state.operands.push(parser.resolve(operand, ty)?);
    }
    Ok(())
}

impl Types<'_> {
    /// Adds the types to `list`, the same one `n` times.
    fn repeat(&self, n: usize, list: &mut SmallVec<[Type; 8]>) {
        match self {
            Types::Same(ty) => list.extend(std::iter::repeat_n(*ty, n)),
            Types::Each(types) => list.extend_from_slice(types),
            Types::Made(types) => list.extend_from_slice(types),
        }
    }
}

/// The types of the field of slot `slot`.
#[inline]
fn types<'a>(found: &'a Found, state: &OpState, parser: &mut dyn OpAsmParser, slot: Slot) -> Parsed<Types<'a>> {
    match found.program.types[usize::from(slot)] {
        TypeFrom::Written => Ok(Types::Each(found.types_of(slot.into()))),
        TypeFrom::One(from, None) if let [ty] = *found.types_of(from.into()) => Ok(Types::Same(ty)),
        from => other_types(found, state, parser, slot, from),
    }
}

/// [`types`] when they are not simply those that were read.
fn other_types<'a>(
    found: &'a Found,
    state: &OpState,
    parser: &mut dyn OpAsmParser,
    slot: Slot,
    from: TypeFrom,
) -> Parsed<Types<'a>> {
    let derived = match from {
        TypeFrom::Written | TypeFrom::Unknown => return Ok(Types::Each(found.types_of(slot.into()))),
        TypeFrom::Built(builds) => return Ok(Types::Same(builds(parser.cx()))),
        TypeFrom::One(from, rule) => match types(found, state, parser, from)? {
            Types::Same(ty) => derive_one(found, parser.cx(), slot, ty, rule),
            Types::Each(&[ty]) => derive_one(found, parser.cx(), slot, ty, rule),
            types => Ok(types),
        },
        TypeFrom::Each(from, None) => return types(found, state, parser, from),
        TypeFrom::Each(from, Some(rule)) => {
            let mut from_types = SmallVec::new();
            types(found, state, parser, from)?.repeat(1, &mut from_types);
            derive_each(parser.cx(), &from_types, rule)
        }
        TypeFrom::Prop(prop, rule) => {
            let attr = state.props.get(usize::from(prop)).and_then(|attr| attr.present());
            // An attribute without a type, such as a plain string, has type `none`.
            let ty = attr.and_then(|attr| attr.ty(parser.cx())).unwrap_or(Type::NONE);
            derive_one(found, parser.cx(), slot, ty, rule)
        }
    };
    derived.map_err(|why| {
        let message = format!("'{}' op failed to verify that {why}", found.def.name);
        error_at_name(parser, &message)
    })
}

/// What follows from one type. For a variadic field the rule gives a list of
/// types, as a tuple.
fn derive_one<'a>(
    found: &Found,
    cx: &Context,
    slot: Slot,
    ty: Type,
    rule: Option<&'static DerivedType>,
) -> Result<Types<'a>, &'static str> {
    let Some(rule) = rule else { return Ok(Types::Same(ty)) };
    let ty = (rule.derive)(cx, ty).ok_or(rule.summary)?;
    let variadic = super::program::field(found.def, slot).is_some_and(|field| field.arity == Arity::Variadic);
    match ty.data(cx) {
        TypeData::Tuple(elements) if variadic => Ok(Types::Made(elements.as_ref().into())),
        _ => Ok(Types::Same(ty)),
    }
}

fn derive_each<'a>(cx: &Context, from: &[Type], rule: &'static DerivedType) -> Result<Types<'a>, &'static str> {
    let types: Option<_> = from.iter().map(|&ty| (rule.derive)(cx, ty)).collect();
    types.map(Types::Made).ok_or(rule.summary)
}
