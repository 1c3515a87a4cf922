//! Operations that are converted to a single LLVM operation with the same operands.
//!
//! Vectors of several dimensions are arrays of vectors: the operation is applied to each vector. Most are rows of
//! tables: [`add_rows`].

use std::sync::OnceLock;

use rmlir::prelude::*;
use rmlir_arith::{FastMathFlags, IntegerOverflowFlags};
use rmlir_llvm::attrs::enums::FastmathFlags;
use rmlir_llvm::types::ArrayType;
use rmlir_vector::place::{TOO_MANY_PARTS, unrolled_positions};

use crate::llvm_common::emit::{all_compatible, extract, insert, poison};
use crate::llvm_common::patterns::LlvmPatterns;
use crate::llvm_common::type_converter::LlvmTypes;

/// The replacement of an operation, without operands and results.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its name.
    pub name: OpName,
    /// Its attributes, including inherent ones.
    pub attrs: Vec<(&'static str, Attr)>,
    /// Attributes copied from the replaced operation.
    pub kept: Vec<NamedAttr>,
}

impl Target {
    /// `name` with all attributes of `op` except those named `without`.
    pub fn like(body: &Body, op: OpId, name: &str, without: &[&str]) -> Self {
        let cx = body.cx();
        let mut kept = body.all_attrs(op);
        kept.retain(|entry| !without.contains(&entry.name.str(cx)));
        Self { name: cx.op_name(name), attrs: Vec::new(), kept }
    }

    /// The same with another attribute.
    pub fn with(mut self, name: &'static str, value: Attr) -> Self {
        self.attrs.push((name, value));
        self
    }

    /// The state of the operation on `operands`.
    pub fn state(&self, cx: &Context, operands: &[Value], results: &[Type]) -> OpState {
        let mut state = OpState::new(self.name).operands(operands).results(results);
        state.no_inference = true;
        for entry in &self.kept {
            state.set_attr(cx, entry.name.str(cx), entry.value);
        }
        for &(name, value) in &self.attrs {
            state.set_attr(cx, name, value);
        }
        state
    }
}

/// Replaces `op` by `target`; several results are extracted from a structure.
pub fn replace(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value], target: &Target) -> Match {
    let result_types: Vec<Type> = rw.result_types(op).collect();
    let n_results = result_types.len();
    let packed: Vec<Type> = match n_results {
        0 => Vec::new(),
        _ => match types.pack_results(rw.cx(), result_types) {
            Some(packed) => vec![packed],
            None => return Match::No,
        },
    };
    let state = target.state(rw.cx(), operands, &packed);
    let new = rw.create_state(state);
    let results: Vec<Value> = match n_results {
        0 => return rw.erase(op),
        1 => rw.results(new).to_vec(),
        n => {
            let structure = rw.result(new, 0);
            (0..n).map(|index| extract(rw, structure, &[index as i64])).collect()
        }
    };
    rw.replace(op, results)
}

/// As [`replace`], for each vector in arrays of vectors.
pub fn replace_each(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value], target: &Target) -> Match {
    if operands.is_empty() || !all_compatible(rw, operands) {
        return Match::No;
    }
    if ArrayType::from_type(rw.cx(), rw.ty(operands[0])).is_none() {
        return replace(rw, types, op, operands, target);
    }
    for_each_vector(rw, types, op, operands, |rw, ty, operands| {
        let state = target.state(rw.cx(), operands, &[ty]);
        let new = rw.create_state(state);
        rw.result(new, 0)
    })
}

/// Replaces `op`, whose result is a vector of several dimensions: `make` creates each vector of the result from the
/// vectors at the same position of the operands.
pub fn for_each_vector(
    rw: &mut Rewriter,
    types: &LlvmTypes,
    op: OpId,
    operands: &[Value],
    make: impl Fn(&mut Rewriter, Type, &[Value]) -> Value,
) -> Match {
    for_each_vectors(rw, types, op, operands, |rw, [ty], operands| [make(rw, ty, operands)])
}

/// As [`for_each_vector`], for several results of the same shape.
pub fn for_each_vectors<const N: usize>(
    rw: &mut Rewriter,
    types: &LlvmTypes,
    op: OpId,
    operands: &[Value],
    make: impl Fn(&mut Rewriter, [Type; N], &[Value]) -> [Value; N],
) -> Match {
    let converted = rw.results(op).iter().map(|&result| types.convert_compatible(rw.cx(), rw.ty(result)));
    let Some(converted) = converted.collect::<Option<Vec<Type>>>() else { return Match::No };
    let arrays: Vec<_> = converted.iter().map(|&ty| array_sizes(rw.cx(), ty)).collect();
    let Some(positions) = unrolled_positions(&arrays[0].0) else {
        return rw.no_match(op, TOO_MANY_PARTS);
    };
    let vectors: [Type; N] = std::array::from_fn(|index| arrays[index].1);
    let mut made: [Value; N] = std::array::from_fn(|index| poison(rw, converted[index]));
    for position in positions {
        let parts: Vec<Value> = operands.iter().map(|&operand| extract(rw, operand, &position)).collect();
        for (made, part) in made.iter_mut().zip(make(rw, vectors, &parts)) {
            *made = insert(rw, *made, part, &position);
        }
    }
    rw.replace(op, made)
}

/// The sizes of the nested arrays of `ty`, and the innermost element type.
pub fn array_sizes(cx: &Context, ty: Type) -> (Vec<i64>, Type) {
    let (mut sizes, mut inner) = (Vec::new(), ty);
    while let Some(array) = ArrayType::from_type(cx, inner) {
        sizes.push(array.n_elements(cx));
        inner = array.element(cx);
    }
    (sizes, inner)
}

/// Whether `ty`, or its element type if it is a vector, is a float type that LLVM lacks.
pub fn is_unsupported_float(cx: &Context, types: &LlvmTypes, ty: Type) -> bool {
    let element = if ty.is_vector(cx) { ty.element_or_self(cx) } else { ty };
    let is_float = element.float_kind(cx).is_some();
    is_float && types.convert(cx, element).is_none_or(|converted| converted.float_kind(cx).is_none())
}

/// Whether an operand or a result of `op` is of a float type that LLVM lacks.
pub fn has_unsupported_floats(body: &Body, types: &LlvmTypes, op: OpId) -> bool {
    let mut all = body.operand_types(op).chain(body.result_types(op));
    all.any(|ty| is_unsupported_float(body.cx(), types, ty))
}

/// The conversion of the attributes of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attributes {
    /// All are copied.
    Same,
    /// `fastmath` is converted to that of LLVM, all others are copied.
    FastMath,
    /// `overflowFlags` are converted to those of LLVM, all others are copied.
    Overflow,
}

/// Whether an operation on floats that LLVM lacks is illegal to convert.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Floats {
    /// Only floats that LLVM has are supported.
    Supported,
    /// Any float type is supported.
    Any,
}

/// An operation, its replacement, and the conversion of attributes and floats.
pub type Row = (&'static str, &'static str, Attributes, Floats);

/// Adds a pattern for each row; vectors of several dimensions are unrolled to vectors of one dimension.
pub fn add_rows(patterns: &mut LlvmPatterns, rows: &'static [Row]) {
    for row in rows {
        let &(from, to, attributes, floats) = row;
        let slots = OnceLock::new();
        patterns.with(from, move |rw, types, op, operands| {
            if floats == Floats::Supported && has_unsupported_floats(rw, types, op) {
                return rw.no_match(op, "unsupported floating point type");
            }
            let slots: &Option<Slots> = slots.get_or_init(|| Slots::of(rw.cx(), row));
            if let Some(slots) = slots.as_ref().filter(|_| is_plain(rw, op, operands)) {
                return slots.replace(rw, types, op, operands);
            }
            let target = target_of(rw, op, to, attributes);
            replace_each(rw, types, op, operands, &target)
        });
    }
}

/// Whether `op` has one result, operands that are no arrays, and only inherent attributes.
fn is_plain(body: &Body, op: OpId, operands: &[Value]) -> bool {
    let Some(&first) = operands.first() else { return false };
    body.n_results(op) == 1
        && body.attr_dict(op) == Attr::EMPTY_DICT
        && ArrayType::from_type(body.cx(), body.ty(first)).is_none()
}

/// The mapping of property slots, for a row all of whose properties have a counterpart. It is computed once, because
/// nearly all operations of a program are of few kinds.
struct Slots {
    name: OpName,
    /// Pairs of source and destination slots.
    kept: Vec<(usize, usize)>,
    /// The slots of the flags, which are converted.
    flags: Option<(usize, usize)>,
    /// The flags of the first operation, and their conversion.
    first_flags: OnceLock<(Attr, Attr)>,
    attributes: Attributes,
}

impl Slots {
    fn of(cx: &Context, &(from, to, attributes, _): &Row) -> Option<Self> {
        let (source, target) = (cx.op_def(from)?, cx.op_def(to)?);
        let flag_names = match attributes {
            Attributes::Same => None,
            Attributes::FastMath => Some(("fastmath", "fastmathFlags")),
            Attributes::Overflow => Some(("overflowFlags", "overflowFlags")),
        };
        let (mut kept, mut flags) = (Vec::new(), None);
        for (slot, prop) in source.props.iter().enumerate() {
            match flag_names.filter(|(name, _)| *name == prop.name) {
                Some((_, new)) => flags = Some((slot, target.prop_index(new)?)),
                None => kept.push((slot, target.prop_index(prop.name)?)),
            }
        }
        Some(Self { name: cx.op_name_of(target), kept, flags, first_flags: OnceLock::new(), attributes })
    }

    /// As [`replace_each`], for a plain operation.
    fn replace(&self, rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
        if !all_compatible(rw, operands) {
            return Match::No;
        }
        let cx = rw.cx();
        let Some(ty) = types.convert(cx, rw.ty(rw.result(op, 0))) else { return Match::No };
        let mut state = OpState::new(self.name).operands(operands).results(&[ty]);
        state.no_inference = true;
        let own = rw.props(op);
        self.kept.iter().for_each(|&(from, to)| state.set_prop(to, own[from]));
        if let Some((from, to)) = self.flags
            && let Some(flags) = own[from].present().and_then(|flags| self.converted_flags(cx, flags))
        {
            state.set_prop(to, flags);
        }
        let new = rw.create_state(state);
        let result = rw.result(new, 0);
        rw.replace(op, result)
    }

    fn converted_flags(&self, cx: &Context, flags: Attr) -> Option<Attr> {
        if let Some(&(known, converted)) = self.first_flags.get()
            && known == flags
        {
            return Some(converted);
        }
        let converted = match self.attributes {
            Attributes::Same => None,
            Attributes::FastMath => FastMathFlags::from_attr(cx, flags).map(|flags| fast_math(flags).attr(cx)),
            Attributes::Overflow => overflow(cx, flags),
        }?;
        let _ = self.first_flags.set((flags, converted));
        Some(converted)
    }
}

/// The corresponding flags of LLVM: both dialects encode them alike.
fn overflow(cx: &Context, flags: Attr) -> Option<Attr> {
    IntegerOverflowFlags::from_attr(cx, flags).map(|flags| cx.i32_attr(flags.value() as i32))
}

/// The operation `to` with the converted attributes of `op`.
pub fn target_of(body: &Body, op: OpId, to: &str, attributes: Attributes) -> Target {
    let cx = body.cx();
    match attributes {
        Attributes::Same => Target::like(body, op, to, &[]),
        Attributes::FastMath => {
            let target = Target::like(body, op, to, &["fastmath"]);
            match body.attr(op, "fastmath").and_then(|attr| FastMathFlags::from_attr(cx, attr)) {
                Some(flags) => target.with("fastmathFlags", fast_math(flags).attr(cx)),
                None => target,
            }
        }
        Attributes::Overflow => {
            let target = Target::like(body, op, to, &["overflowFlags"]);
            match body.attr(op, "overflowFlags").and_then(|attr| overflow(cx, attr)) {
                Some(flags) => target.with("overflowFlags", flags),
                None => target,
            }
        }
    }
}

const FAST_MATH: [(FastMathFlags, FastmathFlags); 7] = [
    (FastMathFlags::NoNans, FastmathFlags::Nnan),
    (FastMathFlags::NoInfinities, FastmathFlags::Ninf),
    (FastMathFlags::NoSignedZeros, FastmathFlags::Nsz),
    (FastMathFlags::AllowReciprocal, FastmathFlags::Arcp),
    (FastMathFlags::AllowContract, FastmathFlags::Contract),
    (FastMathFlags::ApproximateFunctions, FastmathFlags::Afn),
    (FastMathFlags::Reassociate, FastmathFlags::Reassoc),
];

/// The corresponding flags of LLVM.
pub fn fast_math(flags: FastMathFlags) -> FastmathFlags {
    let set = FAST_MATH.into_iter().filter(|&(from, _)| flags.contains(from));
    set.fold(FastmathFlags::None, |all, (_, to)| all.union(to))
}

/// The corresponding flags of `arith`.
pub fn arith_fast_math(flags: FastmathFlags) -> FastMathFlags {
    let set = FAST_MATH.into_iter().filter(|&(_, from)| flags.contains(from));
    set.fold(FastMathFlags::None, |all, (to, _)| all.union(to))
}
