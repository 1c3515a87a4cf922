//! Signatures, and the conversion of values between the signatures of a function before and after its types were
//! lowered.
//!
//! Steps: 1. [`Adapter::new`] determines a form for each input and output, the first that matches: the same value, or
//! one of its forms in lowerings; 2. [`Adapter::enter`] stores data in memory and returns the arguments of the lowered
//! function; 3. [`Adapter::leave`] converts its results to values of the first signature.
//!
//! The forms are those of the conversions to LLVM (a memref is a descriptor, its members as separate values, or a bare
//! pointer; an unranked one is a rank and the address of a descriptor; `index` is an integer; rows of vectors are
//! arrays; results are packed into a structure), of wide integer emulation (two digits), of bufferization (a tensor is
//! a memref), and results as trailing output memrefs.
//! Notation: *first*: the signature of the data; *lowered*: that of the executed function.

use crate::data::Data;
use crate::fault::Fault;
use crate::kind::{Kind, MemRefKind};
use crate::memory::{Memory, Origin};
use crate::value::{MemRef, Value, mask, sign_extend};

/// The signature of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The kinds of its arguments.
    pub inputs: Vec<Kind>,
    /// The kinds of its results.
    pub outputs: Vec<Kind>,
}

/// The form of a value of the first signature in the lowered one.
#[derive(Clone, PartialEq, Debug)]
enum Form {
    /// The same representation.
    Same,
    /// An `index` as an integer of this width.
    Narrow(u32),
    /// A memref with another layout, or a tensor as a memref.
    Relaid(Kind),
    /// A descriptor, whose members are separate values.
    Members(usize),
    /// A descriptor as one structure.
    Descriptor(usize),
    /// The aligned address; all other members are determined by the type.
    Bare,
    /// The rank and the address of a descriptor, as separate values or in a structure.
    Unranked(bool),
    /// Rows of a vector in arrays.
    Rows(Vec<i64>),
    /// Each integer as two digits of this width, the low one first.
    Digits(u32),
}

/// The conversion between two signatures; see the module documentation.
#[derive(Clone, PartialEq, Debug)]
pub struct Adapter {
    first: Signature,
    lowered: Signature,
    inputs: Vec<Form>,
    outputs: Vec<Form>,
    /// Whether the results are members of one structure.
    packed: bool,
    /// The results that are trailing output memrefs.
    out_params: Vec<usize>,
}

/// Arguments stored in memory.
pub struct Entered {
    /// The arguments of the lowered function.
    pub arguments: Vec<Value>,
    /// The values of the first signature that refer to the data, to be read at the end.
    pub handles: Vec<Value>,
    /// The output memrefs of results.
    out_params: Vec<Value>,
}

impl Adapter {
    /// The conversion from `first` to `lowered`; `None` if the latter is no form of the former.
    pub fn new(first: &Signature, lowered: &Signature) -> Option<Self> {
        let is_memref = |&at: &usize| matches!(first.outputs[at], Kind::MemRef(_));
        let memrefs: Vec<usize> = (0..first.outputs.len()).filter(is_memref).collect();
        let choices = if memrefs.is_empty() { vec![Vec::new()] } else { vec![Vec::new(), memrefs] };
        choices.into_iter().find_map(|out_params| Self::with_out_params(first, lowered, out_params))
    }

    fn with_out_params(first: &Signature, lowered: &Signature, out_params: Vec<usize>) -> Option<Self> {
        let mut wanted = first.inputs.clone();
        wanted.extend(out_params.iter().map(|&at| first.outputs[at].clone()));
        let inputs = forms(&wanted, &lowered.inputs)?;
        let is_returned = |at: &usize| !out_params.contains(at);
        let returned: Vec<Kind> =
            (0..first.outputs.len()).filter(is_returned).map(|at| first.outputs[at].clone()).collect();
        let (outputs, packed) = match &lowered.outputs[..] {
            [Kind::Opaque] if returned.is_empty() => (Vec::new(), false),
            [Kind::Struct(members, _)] if returned.len() > 1 => (forms(&returned, members)?, true),
            outputs => (forms(&returned, outputs)?, false),
        };
        Some(Self { first: first.clone(), lowered: lowered.clone(), inputs, outputs, packed, out_params })
    }

    /// Stores `data` in memory for the lowered function.
    pub fn enter(&self, data: &[Data], memory: &mut Memory) -> Result<Entered, Box<Fault>> {
        let mut entered = Entered { arguments: Vec::new(), handles: Vec::new(), out_params: Vec::new() };
        for ((data, kind), form) in data.iter().zip(&self.first.inputs).zip(&self.inputs) {
            let handle = form.handle(data, kind, memory)?;
            form.lower(&handle, kind, memory, &mut entered.arguments)?;
            entered.handles.push(handle);
        }
        for (&at, form) in self.out_params.iter().zip(&self.inputs[self.first.inputs.len()..]) {
            let kind = &self.first.outputs[at];
            let Kind::MemRef(memref) = kind else { unreachable!("out params are memrefs") };
            let sizes = memref.shape.clone().filter(|shape| !shape.contains(&rmlir_core::DYNAMIC));
            let sizes = sizes.ok_or_else(|| Fault::unsupported("a result of unknown size is written to memory"))?;
            let n = sizes.iter().product::<i64>().max(0) as usize;
            let handle = form.handle(&Data::MemRef { sizes, elements: vec![Data::Poison; n] }, kind, memory)?;
            form.lower(&handle, kind, memory, &mut entered.arguments)?;
            entered.out_params.push(handle);
        }
        Ok(entered)
    }

    /// The results in the first signature.
    pub fn leave(&self, results: &[Value], entered: &Entered, memory: &Memory) -> Result<Vec<Value>, Box<Fault>> {
        let members = results.first().filter(|_| self.packed).map(|packed| packed.parts(self.outputs.len()));
        let mut rest = members.as_deref().unwrap_or(results);
        let mut out_params = entered.out_params.iter();
        let mut raised = Vec::new();
        let mut forms = self.outputs.iter();
        for (at, kind) in self.first.outputs.iter().enumerate() {
            let next = match self.out_params.contains(&at) {
                true => out_params.next().cloned(),
                false => forms.next().map(|form| form.raise(&mut rest, kind, memory)).transpose()?,
            };
            raised.extend(next);
        }
        Ok(raised)
    }

    /// The arguments of a call, converted to data of the first signature.
    pub(crate) fn arguments(&self, values: &[Value], memory: &Memory) -> Result<Vec<Data>, Box<Fault>> {
        let mut rest = values;
        let pairs = self.inputs.iter().zip(&self.first.inputs);
        pairs.map(|(form, kind)| Ok(Data::read(&form.raise(&mut rest, kind, memory)?, kind, memory))).collect()
    }

    /// Converts results of a call from data of the first signature.
    pub(crate) fn results(&self, data: &[Data], memory: &mut Memory) -> Result<Vec<Value>, Box<Fault>> {
        let mut lowered = Vec::new();
        for ((data, kind), form) in data.iter().zip(&self.first.outputs).zip(&self.outputs) {
            let handle = form.handle(data, kind, memory)?;
            form.lower(&handle, kind, memory, &mut lowered)?;
        }
        Ok(if self.packed { vec![Value::list(lowered)] } else { lowered })
    }
}

/// The conversion of values between kinds, in either direction of a lowering: the semantics of casts between types
/// during a partial lowering.
pub struct Cast {
    first: Vec<Kind>,
    forms: Vec<Form>,
    is_lowering: bool,
}

impl Cast {
    /// The conversion between these kinds; `None` if neither is a form of the other.
    pub fn new(from: &[Kind], to: &[Kind]) -> Option<Self> {
        let lowering = forms(from, to).map(|forms| Self { first: from.to_vec(), forms, is_lowering: true });
        lowering.or_else(|| Some(Self { first: to.to_vec(), forms: forms(to, from)?, is_lowering: false }))
    }

    /// Converts the values to their other form.
    pub fn apply(&self, values: &[Value], memory: &mut Memory) -> Result<Vec<Value>, Box<Fault>> {
        let pairs = self.forms.iter().zip(&self.first);
        if self.is_lowering {
            let mut lowered = Vec::new();
            for ((form, kind), value) in pairs.zip(values) {
                form.lower(value, kind, memory, &mut lowered)?;
            }
            return Ok(lowered);
        }
        let mut rest = values;
        pairs.map(|(form, kind)| form.raise(&mut rest, kind, memory)).collect()
    }
}

/// A form for each of `first`, such that all of `lowered` is used.
fn forms(first: &[Kind], lowered: &[Kind]) -> Option<Vec<Form>> {
    let [kind, rest @ ..] = first else { return lowered.is_empty().then(Vec::new) };
    candidates(kind, lowered).into_iter().find_map(|(form, n)| {
        let mut forms = forms(rest, lowered.get(n..)?)?;
        forms.insert(0, form);
        Some(forms)
    })
}

/// The possible forms of `kind` at the start of `lowered`, with the number of kinds of each.
fn candidates(kind: &Kind, lowered: &[Kind]) -> Vec<(Form, usize)> {
    let Some(next) = lowered.first() else { return Vec::new() };
    let mut found = Vec::new();
    if is_same(kind, next) {
        found.push((Form::Same, 1));
    }
    match (kind, next) {
        (Kind::Index, Kind::Int(width)) if *width < 64 => found.push((Form::Narrow(*width), 1)),
        (Kind::Vector(shape, element), Kind::Array(..)) if is_rows(shape, element, next) => {
            found.push((Form::Rows(shape.to_vec()), 1));
        }
        _ => {}
    }
    if let Some(width) = digits(kind, next) {
        found.push((Form::Digits(width), 1));
    }
    if let Kind::MemRef(memref) | Kind::Tensor(memref) = kind {
        found.extend(memref_forms(memref, lowered));
    }
    found
}

/// Returns whether values of both kinds have the same representation.
fn is_same(kind: &Kind, lowered: &Kind) -> bool {
    match (kind, lowered) {
        (Kind::Index, Kind::Int(64)) | (Kind::Function, Kind::Pointer) => true,
        (Kind::Float(float), Kind::Int(width)) => float.width() == *width,
        (Kind::Vector(shape, element), Kind::Vector(other, lowered)) => {
            let n = |shape: &[i64]| shape.iter().product::<i64>();
            is_same(element, lowered) && (shape == other || (shape.len() <= 1 && n(shape) == n(other)))
        }
        (Kind::Complex(part), Kind::Struct(members, _)) => {
            members.len() == 2 && members.iter().all(|member| is_same(part, member))
        }
        _ => kind == lowered,
    }
}

/// Returns whether `lowered` is an array of vectors for a vector with this shape.
fn is_rows(shape: &[i64], element: &Kind, lowered: &Kind) -> bool {
    match (shape, lowered) {
        ([_], Kind::Vector(..)) => is_same(&Kind::Vector(shape.into(), element.clone().into()), lowered),
        ([size, inner @ ..], Kind::Array(n, row)) => *n == *size as u64 && is_rows(inner, element, row),
        _ => false,
    }
}

/// The width of the digits if `lowered` has two for each integer of `kind`.
fn digits(kind: &Kind, lowered: &Kind) -> Option<u32> {
    let Kind::Vector(shape, digit) = lowered else { return None };
    let Kind::Int(width) = **digit else { return None };
    let (last, outer) = shape.split_last()?;
    let is_double = |kind: &Kind| *kind == Kind::Int(2 * width);
    let fits = match kind {
        Kind::Vector(shape, element) => shape.as_ref() == outer && is_double(element),
        _ => outer.is_empty() && is_double(kind),
    };
    (fits && *last == 2).then_some(width)
}

fn memref_forms(memref: &MemRefKind, lowered: &[Kind]) -> Vec<(Form, usize)> {
    let mut found = Vec::new();
    let Some(shape) = &memref.shape else {
        match lowered {
            [Kind::Int(64), Kind::Pointer, ..] => found.push((Form::Unranked(false), 2)),
            [Kind::Struct(members, _), ..] if matches!(members[..], [Kind::Int(64), Kind::Pointer]) => {
                found.push((Form::Unranked(true), 1));
            }
            _ => {}
        }
        return found;
    };
    let rank = shape.len();
    if let [Kind::MemRef(other), ..] = lowered
        && is_same(&memref.element, &other.element)
        && other.shape.as_ref().is_some_and(|shape| shape.len() == rank)
    {
        found.push((Form::Relaid(lowered[0].clone()), 1));
    }
    let is_integer = |kind: &Kind| matches!(kind, Kind::Int(_));
    let n = 3 + 2 * rank;
    if let [Kind::Pointer, Kind::Pointer, rest @ ..] = lowered
        && rest.len() >= n - 2
        && rest[..n - 2].iter().all(is_integer)
    {
        found.push((Form::Members(rank), n));
    }
    if let [Kind::Struct(members, _), ..] = lowered
        && matches!(members[..], [Kind::Pointer, Kind::Pointer, Kind::Int(_), ..])
        && members.len() == if rank == 0 { 3 } else { 5 }
    {
        found.push((Form::Descriptor(rank), 1));
    }
    if matches!(lowered, [Kind::Pointer, ..]) && !shape.contains(&rmlir_core::DYNAMIC) {
        found.push((Form::Bare, 1));
    }
    found
}

impl Form {
    /// Stores `data` in memory if it refers to memory, for use by the function.
    fn handle(&self, data: &Data, kind: &Kind, memory: &mut Memory) -> Result<Value, Box<Fault>> {
        match (self, kind) {
            (Form::Relaid(other), _) => data.write(other, memory),
            (Form::Same, Kind::Tensor(_)) => data.write(kind, memory),
            // A tensor has no layout: its buffer is contiguous.
            (_, Kind::Tensor(tensor)) => data.write(&Kind::MemRef(tensor.clone()), memory),
            _ => data.write(kind, memory),
        }
    }

    /// Appends the form of `handle` in the lowered signature.
    fn lower(&self, handle: &Value, kind: &Kind, memory: &mut Memory, into: &mut Vec<Value>) -> Result<(), Box<Fault>> {
        if let Some(memref) = self.memref_of(handle) {
            return self.lower_memref(memref, memory, into);
        }
        let n_values = self.n_values();
        let value = match (self, handle) {
            (Form::Narrow(width), Value::Bits(bits)) => Value::Bits(bits & mask(*width)),
            (Form::Rows(shape), Value::List(lanes)) => nested(shape, lanes),
            (Form::Digits(width), _) => {
                Value::list(each_lane(kind, handle).flat_map(|lane| split(lane, *width)).collect())
            }
            (Form::Members(_) | Form::Descriptor(_) | Form::Bare | Form::Unranked(_), _) => {
                into.extend(std::iter::repeat_n(Value::Poison, n_values - 1));
                Value::Poison
            }
            _ => handle.clone(),
        };
        into.push(value);
        Ok(())
    }

    /// The number of lowered values per value.
    fn n_values(&self) -> usize {
        match self {
            Form::Members(rank) => 3 + 2 * rank,
            Form::Unranked(false) => 2,
            _ => 1,
        }
    }

    fn memref_of<'v>(&self, handle: &'v Value) -> Option<&'v MemRef> {
        match (self, handle) {
            (Form::Members(_) | Form::Descriptor(_) | Form::Bare | Form::Unranked(_), Value::MemRef(memref)) => {
                Some(memref)
            }
            _ => None,
        }
    }

    fn lower_memref(&self, memref: &MemRef, memory: &mut Memory, into: &mut Vec<Value>) -> Result<(), Box<Fault>> {
        let numbers = |numbers: &[i64]| numbers.iter().map(|&number| Value::index(number)).collect::<Vec<_>>();
        let (base, offset) = (Value::Bits(memref.base), Value::index(memref.offset));
        let (sizes, strides) = (numbers(&memref.sizes), numbers(&memref.strides));
        match self {
            Form::Members(_) => {
                into.extend([base.clone(), base, offset]);
                into.extend(sizes.into_iter().chain(strides));
            }
            Form::Descriptor(0) => into.push(Value::list(vec![base.clone(), base, offset])),
            Form::Descriptor(_) => {
                into.push(Value::list(vec![base.clone(), base, offset, Value::list(sizes), Value::list(strides)]));
            }
            Form::Unranked(packed) => {
                let rank = memref.sizes.len() as u64;
                let address = memory.allocate(8 * (3 + 2 * rank), Origin::Argument)?;
                let members = [base.clone(), base, offset].into_iter().chain(sizes).chain(strides);
                for (at, member) in members.enumerate() {
                    memory.store(address + 8 * at as u64, 8, member.bits())?;
                }
                let pair = [Value::Bits(rank), Value::Bits(address)];
                if *packed { into.push(Value::list(pair.to_vec())) } else { into.extend(pair) }
            }
            _ => into.push(base),
        }
        Ok(())
    }

    /// Converts the first values of `rest` to one of the first signature.
    fn raise(&self, rest: &mut &[Value], kind: &Kind, memory: &Memory) -> Result<Value, Box<Fault>> {
        let n = self.n_values();
        let taken = rest.get(..n).unwrap_or_default();
        *rest = rest.get(n..).unwrap_or_default();
        let Some(value) = taken.first() else { return Ok(Value::Poison) };
        Ok(match self {
            Form::Same | Form::Relaid(_) => value.clone(),
            Form::Narrow(width) => value.bits().map_or(Value::Poison, |bits| Value::index(sign_extend(bits, *width))),
            Form::Members(rank) => descriptor(taken, *rank),
            Form::Descriptor(rank) => {
                let parts = value.parts(5);
                let flat = parts.iter().flat_map(|part| match part {
                    Value::List(numbers) => numbers.to_vec(),
                    number => vec![number.clone()],
                });
                descriptor(&flat.collect::<Vec<_>>(), *rank)
            }
            Form::Bare => match (value, kind) {
                (Value::Bits(base), Kind::MemRef(memref) | Kind::Tensor(memref)) => {
                    let sizes = memref.shape.clone().unwrap_or_default();
                    let (offset, strides) = memref.place(&sizes);
                    Value::memref(MemRef { base: *base, offset, sizes, strides })
                }
                _ => Value::Poison,
            },
            Form::Unranked(packed) => {
                let pair = if *packed { value.parts(2).to_vec() } else { taken.to_vec() };
                let (Some(rank), Some(address)) = (pair[0].bits(), pair[1].bits()) else { return Ok(Value::Poison) };
                let number = |at: u64| Ok(memory.load(address.wrapping_add(8 * at), 8)?.into_bits());
                let numbers: Result<Vec<Value>, Box<Fault>> = (0..3 + 2 * rank).map(number).collect();
                descriptor(&numbers?, rank as usize)
            }
            Form::Rows(_) => {
                let mut lanes = Vec::new();
                flatten(value, kind.n_parts(), &mut lanes);
                Value::list(lanes)
            }
            Form::Digits(width) => joined(value, kind, *width),
        })
    }
}

/// A scalar that may be absent.
trait IntoBits {
    fn into_bits(self) -> Value;
}

impl IntoBits for Option<u64> {
    fn into_bits(self) -> Value {
        self.map_or(Value::Poison, Value::Bits)
    }
}

/// The memref with these descriptor members; poison if one is.
fn descriptor(members: &[Value], rank: usize) -> Value {
    let numbers: Option<Vec<i64>> = members.iter().map(|member| Some(member.bits()? as i64)).collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() == 3 + 2 * rank) else { return Value::Poison };
    let (sizes, strides) = numbers[3..].split_at(rank);
    let (sizes, strides) = (sizes.to_vec(), strides.to_vec());
    Value::memref(MemRef { base: numbers[1] as u64, offset: numbers[2], sizes, strides })
}

/// Nests lanes in lists of lists, except for the innermost row.
fn nested(shape: &[i64], lanes: &[Value]) -> Value {
    match shape {
        [] | [_] => Value::list(lanes.to_vec()),
        [size, inner @ ..] => {
            let n = lanes.len() / (*size).max(1) as usize;
            Value::list(lanes.chunks(n.max(1)).map(|row| nested(inner, row)).collect())
        }
    }
}

/// The lanes of nested lists, `n` of them if the whole is poison.
fn flatten(value: &Value, n: usize, into: &mut Vec<Value>) {
    match value {
        Value::List(parts) => parts.iter().for_each(|part| flatten(part, n / parts.len().max(1), into)),
        Value::Poison => into.extend(std::iter::repeat_n(Value::Poison, n)),
        lane => into.push(lane.clone()),
    }
}

fn each_lane<'v>(kind: &Kind, value: &'v Value) -> impl Iterator<Item = &'v Value> {
    let n = kind.lanes().0;
    let is_list = matches!(kind, Kind::Vector(..));
    (0..n).map(move |at| if is_list { value.part(at) } else { value })
}

fn split(value: &Value, width: u32) -> [Value; 2] {
    let Some(number) = value.int(2 * width) else { return [Value::Poison, Value::Poison] };
    [number.trunc(width).into(), number.lshr(width).trunc(width).into()]
}

fn joined(value: &Value, kind: &Kind, width: u32) -> Value {
    let digit = |at: usize| value.part(at).int(width).map(|digit| digit.zext(2 * width));
    let lane =
        |at: usize| Value::from(digit(2 * at).zip(digit(2 * at + 1)).map(|(low, high)| low.or(&high.shl(width))));
    match kind {
        Kind::Vector(..) => Value::list((0..kind.lanes().0).map(lane).collect()),
        _ => lane(0),
    }
}
