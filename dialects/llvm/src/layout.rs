//! The sizes and alignments of types in bytes, by the data layouts around an operation.

use std::cell::Cell;

use rmlir::core::types::TypeData;
use rmlir::prelude::*;
use rmlir_dlti::{DataLayoutSpecAttr, size_in_bits};

use crate::types::{ArrayType, PointerType, StructBody, StructType};

/// The size of pointers without an entry, in bits.
const POINTER_BITS: u64 = 64;
/// The alignment of pointers without an entry, in bytes.
const POINTER_ALIGNMENT: u64 = 8;
/// The alignment of integers of 64 bits or more without an entry.
const WIDE_INTEGER_ALIGNMENT: u64 = 4;
/// The address space whose entry applies to address spaces without one.
const DEFAULT_SPACE: i64 = 0;

/// A data layout: entries of keys and values, those of the innermost operation first.
#[derive(Default)]
pub struct Layout {
    entries: Vec<(Attr, Attr)>,
    /// The number of queries for sizes and alignments so far.
    n_asked: Cell<u32>,
}

/// The maximum number of queries for sizes and alignments, those for members included. The number of members of nested
/// structures that hold each other twice is exponential; their sizes are unknown.
const MAX_ASKED: u32 = 100_000;

impl Layout {
    /// The data layout of specifications, innermost first.
    pub fn of_specs(cx: &Context, specs: &[Attr]) -> Self {
        let specs = specs.iter().filter_map(|&spec| DataLayoutSpecAttr::from_attr(cx, spec));
        let entries = specs
            .flat_map(|spec| spec.entries(cx).chunks_exact(2).map(|entry| (entry[0], entry[1])).collect::<Vec<_>>());
        Self { entries: entries.collect(), n_asked: Cell::new(0) }
    }

    /// Whether the most significant byte of an integer has the lowest address.
    pub fn is_big_endian(&self, cx: &Context) -> bool {
        let entry = self.entries.iter().find(|(key, _)| key.as_str(cx) == Some("dlti.endianness"));
        entry.is_some_and(|(_, value)| value.as_str(cx) == Some("big"))
    }

    /// The data layout of the operations whose bodies are `around`, outermost first.
    pub fn of(around: &[&Body]) -> Self {
        let mut entries = Vec::new();
        for op in around.iter().rev().map(|body| OpRef::root(body)) {
            let cx = op.cx();
            let specs =
                op.discardable_attrs().iter().filter_map(|entry| DataLayoutSpecAttr::from_attr(cx, entry.value));
            for spec in specs.take(1) {
                entries.extend(spec.entries(cx).chunks_exact(2).map(|entry| (entry[0], entry[1])));
            }
        }
        Self { entries, n_asked: Cell::new(0) }
    }

    /// The alignment of the stack in bits; `None` if it is not specified.
    pub fn stack_alignment_bits(&self, cx: &Context) -> Option<u64> {
        let (_, value) = self.entries.iter().find(|(key, _)| key.as_str(cx) == Some("dlti.stack_alignment"))?;
        value.as_i64(cx).and_then(|bits| u64::try_from(bits).ok()).filter(|&bits| bits != 0)
    }

    /// The size of a value in bytes; `None` if it is unknown.
    pub fn size(&self, cx: &Context, ty: Type) -> Option<u64> {
        self.may_ask()?;
        if let Some(array) = ArrayType::from_type(cx, ty) {
            let (size, alignment) = (self.size(cx, array.element(cx))?, self.alignment(cx, array.element(cx))?);
            return align(size, alignment)?.checked_mul(u64::try_from(array.n_elements(cx)).ok()?);
        }
        match StructType::from_type(cx, ty) {
            Some(record) => self.struct_size(cx, record),
            None => Some(self.bits(cx, ty)?.div_ceil(8)),
        }
    }

    fn may_ask(&self) -> Option<()> {
        self.n_asked.set(self.n_asked.get() + 1);
        (self.n_asked.get() <= MAX_ASKED).then_some(())
    }

    fn struct_size(&self, cx: &Context, record: StructType) -> Option<u64> {
        let is_packed = known_members(cx, record)?;
        let (mut size, mut widest) = (0, 1);
        for member in record.members(cx) {
            let alignment = if is_packed { 1 } else { self.alignment(cx, member)? };
            size = align(size, alignment)?.checked_add(self.size(cx, member)?)?;
            widest = alignment.max(widest);
        }
        align(size, widest)
    }

    /// The size in bits of a value that is neither an array nor a structure.
    fn bits(&self, cx: &Context, ty: Type) -> Option<u64> {
        size_in_bits(cx, ty, &|scalar| match PointerType::from_type(cx, scalar) {
            Some(pointer) => Some(self.pointer_numbers(cx, pointer).map_or(POINTER_BITS, |numbers| numbers[0])),
            None if scalar.is_index() => Some(self.index_bits(cx)),
            None => scalar.int_or_float_width(cx).map(u64::from),
        })
    }

    /// The ABI alignment of a value; `None` if it is unknown.
    pub fn alignment(&self, cx: &Context, ty: Type) -> Option<u64> {
        self.may_ask()?;
        if let Some(array) = ArrayType::from_type(cx, ty) {
            return self.alignment(cx, array.element(cx));
        }
        if let Some(record) = StructType::from_type(cx, ty) {
            return self.struct_alignment(cx, record);
        }
        if let Some(pointer) = PointerType::from_type(cx, ty) {
            return Some(self.pointer_numbers(cx, pointer).map_or(POINTER_ALIGNMENT, |numbers| numbers[1] / 8));
        }
        match ty.data(cx) {
            TypeData::Integer { width, .. } => self.integer_alignment(cx, *width),
            TypeData::Index => self.integer_alignment(cx, u32::try_from(self.index_bits(cx)).ok()?),
            TypeData::Complex(element) => self.alignment(cx, *element),
            TypeData::Float(_) => {
                let own = self.numbers(cx, |key| key == ty).map(|numbers| numbers[0] / 8);
                own.or_else(|| self.bits(cx, ty)?.div_ceil(8).checked_next_power_of_two())
            }
            TypeData::Vector { .. } => self.bits(cx, ty)?.div_ceil(8).checked_next_power_of_two(),
            _ => None,
        }
    }

    fn struct_alignment(&self, cx: &Context, record: StructType) -> Option<u64> {
        if known_members(cx, record)? {
            return Some(1);
        }
        let is_struct = |key: Type| StructType::from_type(cx, key).is_some();
        let said = self.numbers(cx, is_struct).map_or(1, |numbers| numbers[0] / 8);
        record.members(cx).into_iter().try_fold(said.max(1), |widest, ty| Some(self.alignment(cx, ty)?.max(widest)))
    }

    /// The alignment of the narrowest integer with an entry that is at least as wide, or else of the widest.
    fn integer_alignment(&self, cx: &Context, width: u32) -> Option<u64> {
        let widths = self.entries.iter().filter_map(|(key, _)| key.as_type(cx)?.int_width(cx));
        let nearest = widths.clone().filter(|&other| other >= width).min().or_else(|| widths.max());
        match nearest {
            Some(nearest) => self.numbers(cx, |key| key.int_width(cx) == Some(nearest)).map(|numbers| numbers[0] / 8),
            None if u64::from(width) < POINTER_BITS => u64::from(width.div_ceil(8)).checked_next_power_of_two(),
            None => Some(WIDE_INTEGER_ALIGNMENT),
        }
    }

    fn index_bits(&self, cx: &Context) -> u64 {
        let found = self.entries.iter().find(|(key, _)| key.as_type(cx) == Some(Type::INDEX));
        found.and_then(|(_, value)| u64::try_from(value.as_i64(cx)?).ok()).unwrap_or(POINTER_BITS)
    }

    /// Size and alignment of pointers in the address space of `pointer`, or else in the default address space.
    fn pointer_numbers(&self, cx: &Context, pointer: PointerType) -> Option<Vec<u64>> {
        let space = pointer.address_space(cx);
        let in_space = |space| {
            self.numbers(cx, |key| PointerType::from_type(cx, key).is_some_and(|key| key.address_space(cx) == space))
        };
        in_space(space).or_else(|| in_space(DEFAULT_SPACE)).filter(|numbers| numbers.len() > 1)
    }

    /// The integers of the first entry whose key is a type for which `is_meant` holds; there is at least one.
    fn numbers(&self, cx: &Context, is_meant: impl Fn(Type) -> bool) -> Option<Vec<u64>> {
        let (_, value) = self.entries.iter().find(|(key, _)| key.as_type(cx).is_some_and(&is_meant))?;
        let numbers = value.dense_elements(cx)?.into_iter().map(|number| u64::try_from(number.as_i64(cx)?).ok());
        numbers.collect::<Option<Vec<u64>>>().filter(|numbers| !numbers.is_empty())
    }
}

/// Whether a structure is packed; `None` if its members are not known.
pub fn known_members(cx: &Context, record: StructType) -> Option<bool> {
    match record.body(cx) {
        StructBody::Aligned => Some(false),
        StructBody::Packed => Some(true),
        StructBody::Opaque | StructBody::Enclosing => None,
    }
}

/// The least multiple of `alignment` that is not below `size`.
pub fn align(size: u64, alignment: u64) -> Option<u64> {
    size.checked_next_multiple_of(alignment)
}
