//! Kinds: runtime types, and the layout of their values in memory.
//!
//! A kind holds no ids, so that a compiled program outlives its context. Sizes are those of the lowering to LLVM on a
//! 64-bit machine: integers occupy a power of two of bytes, members of structures are aligned, lanes of a
//! one-dimensional vector are packed bit by bit, and a vector of higher rank is an array of such rows.

use std::ops::Range;
use std::sync::Arc;

use rmlir_core::memref_layout::strides_and_offset;
use rmlir_core::{Context, DYNAMIC, Type, TypeData};
use rmlir_num::{ApInt, FloatKind};

use crate::fault::Fault;
use crate::memory::Memory;
use crate::value::Value;

/// A runtime type; see the module documentation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An integer with this width.
    Int(u32),
    /// `index`: 64 bits.
    Index,
    /// A float.
    Float(FloatKind),
    /// The address of a byte.
    Pointer,
    /// A function.
    Function,
    /// A memref.
    MemRef(Arc<MemRefKind>),
    /// A tensor, which has no layout.
    Tensor(Arc<MemRefKind>),
    /// A vector with its shape and lane kind; sizes of scalable dimensions include the factor `vscale`.
    Vector(Arc<[i64]>, Arc<Kind>),
    /// A complex number with components of this kind.
    Complex(Arc<Kind>),
    /// Members of a structure, packed or aligned.
    Struct(Arc<[Kind]>, bool),
    /// This many contiguous elements.
    Array(u64, Arc<Kind>),
    /// Members without a layout in memory.
    Tuple(Arc<[Kind]>),
    /// A value that is only forwarded, such as a token.
    Opaque,
}

/// The static information about a memref or a tensor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemRefKind {
    /// The elements.
    pub element: Kind,
    /// Sizes with [`DYNAMIC`] where they are unknown, or `None` if the rank is unknown.
    pub shape: Option<Vec<i64>>,
    /// Offset and strides if the layout is strided.
    pub layout: Option<(i64, Vec<i64>)>,
}

/// The limit on the lanes of a vector: each is a separate value.
const MAX_LANES: i64 = 1 << 20;

/// A type of a dialect with runtime values.
pub trait RuntimeType: Send + Sync {
    /// The kind of `ty`, a type of this definition, or the reason why there is none.
    fn kind(&self, cx: &Context, ty: Type, vscale: u64) -> Result<Kind, String>;
}

fn too_large(cx: &Context, ty: Type) -> String {
    format!("values of type '{}' are too large to be interpreted", cx.show_type(ty))
}

impl Kind {
    /// The kind of `ty`, where scalable dimensions have `vscale` times their static size.
    pub fn of(cx: &Context, ty: Type, vscale: u64) -> Result<Kind, String> {
        let kind = Kind::of_any_size(cx, ty, vscale)?;
        match kind.size() <= i64::MAX as u64 {
            true => Ok(kind),
            false => Err(too_large(cx, ty)),
        }
    }

    fn of_any_size(cx: &Context, ty: Type, vscale: u64) -> Result<Kind, String> {
        let of = |ty: Type| Kind::of(cx, ty, vscale);
        Ok(match ty.data(cx) {
            TypeData::Integer { width, .. } => Kind::Int(*width),
            TypeData::Index => Kind::Index,
            TypeData::Float(kind) => Kind::Float(*kind),
            TypeData::Complex(part) => Kind::Complex(Arc::new(of(*part)?)),
            TypeData::Function { .. } => Kind::Function,
            TypeData::Tuple(members) => Kind::Tuple(members.iter().map(|&ty| of(ty)).collect::<Result<_, _>>()?),
            TypeData::Vector { shape, scalable, element } => {
                let scale = |(&size, &is_scaled): (&i64, &bool)| match is_scaled {
                    true => size.saturating_mul(vscale as i64),
                    false => size,
                };
                let sizes: Arc<[i64]> = shape.iter().zip(scalable).map(scale).collect();
                let n_lanes = sizes.iter().try_fold(1i64, |n, &size| n.checked_mul(size));
                if n_lanes.is_none_or(|n| n > MAX_LANES) {
                    return Err(too_large(cx, ty));
                }
                Kind::Vector(sizes, Arc::new(of(*element)?))
            }
            TypeData::MemRef { shape, element, .. } => {
                let layout = strides_and_offset(cx, ty).map(|layout| (layout.offset, layout.strides));
                let shape = Some(shape.to_vec());
                Kind::MemRef(Arc::new(MemRefKind { element: of(*element)?, shape, layout }))
            }
            TypeData::UnrankedMemRef { element, .. } => {
                Kind::MemRef(Arc::new(MemRefKind { element: of(*element)?, shape: None, layout: None }))
            }
            TypeData::Dialect { def, .. } => {
                let runtime =
                    def.interfaces.iter().find_map(|object| object.downcast_ref::<&'static dyn RuntimeType>());
                let Some(runtime) = runtime else {
                    return Err(format!("values of type '{}' cannot be interpreted", cx.show_type(ty)));
                };
                runtime.kind(cx, ty, vscale)?
            }
            TypeData::None => Kind::Opaque,
            TypeData::RankedTensor { shape, element, .. } => {
                let (element, shape) = (of(*element)?, Some(shape.to_vec()));
                Kind::Tensor(Arc::new(MemRefKind { element, shape, layout: None }))
            }
            TypeData::UnrankedTensor { element } => {
                Kind::Tensor(Arc::new(MemRefKind { element: of(*element)?, shape: None, layout: None }))
            }
            TypeData::Opaque { .. } => {
                return Err(format!("values of type '{}' cannot be interpreted", cx.show_type(ty)));
            }
        })
    }

    /// The number of lanes of a vector, and their kind. Any other value is its own only lane.
    pub fn lanes(&self) -> (usize, &Kind) {
        match self {
            Kind::Vector(shape, element) => (shape.iter().product::<i64>() as usize, element),
            _ => (1, self),
        }
    }

    /// The number of elements of a list of this kind.
    pub fn n_parts(&self) -> usize {
        match self {
            Kind::Vector(..) => self.lanes().0,
            Kind::Complex(_) => 2,
            Kind::Struct(members, _) | Kind::Tuple(members) => members.len(),
            Kind::Array(n, _) => *n as usize,
            _ => 0,
        }
    }

    /// The kind of element `index` of a list.
    pub fn part(&self, index: usize) -> Option<&Kind> {
        match self {
            Kind::Vector(_, element) | Kind::Complex(element) | Kind::Array(_, element) => Some(element),
            Kind::Struct(members, _) | Kind::Tuple(members) => members.get(index),
            _ => None,
        }
    }

    /// The width of an integer or float of this kind; 64 for an address.
    pub fn width(&self) -> Option<u32> {
        match self {
            Kind::Int(width) => Some(*width),
            Kind::Float(kind) => Some(kind.width()),
            Kind::Index | Kind::Pointer | Kind::Function => Some(64),
            _ => None,
        }
    }

    /// The size of values in memory in bytes, without padding. It saturates, so that [`Self::of`] can refuse the kind.
    fn stored_size(&self) -> u64 {
        if let Some((n, row)) = self.rows() {
            return n * row.size();
        }
        match self {
            Kind::Vector(..) => {
                let (n, lane) = self.lanes();
                match lane.packed_width() {
                    Some(width) => (n as u64 * u64::from(width)).div_ceil(8),
                    None => n as u64 * lane.size(),
                }
            }
            Kind::Complex(part) => 2 * part.size(),
            Kind::Array(n, element) => n.saturating_mul(element.size()),
            Kind::Struct(members, _) => self.member_place(members.len()),
            Kind::Tuple(members) => members.iter().map(Kind::size).fold(0, u64::saturating_add),
            Kind::MemRef(_) | Kind::Tensor(_) | Kind::Opaque => 8,
            _ => u64::from(self.width().expect("numbers have a width")).div_ceil(8),
        }
    }

    /// The width of packed lanes, if the storage size of a separate value has more bits.
    fn packed_width(&self) -> Option<u32> {
        self.width().filter(|&width| u64::from(width) != 8 * self.size())
    }

    /// The rows of a vector of rank above 1, which are an array in memory: their number and kind.
    fn rows(&self) -> Option<(u64, Kind)> {
        let Kind::Vector(shape, lane) = self else { return None };
        let (&last, outer) = shape.split_last().filter(|(_, outer)| !outer.is_empty())?;
        Some((outer.iter().product::<i64>() as u64, Kind::Vector([last].into(), lane.clone())))
    }

    /// The alignment of addresses in bytes.
    pub fn alignment(&self) -> u64 {
        match self {
            Kind::Complex(part) | Kind::Array(_, part) => part.alignment(),
            Kind::Struct(_, true) => 1,
            Kind::Struct(members, false) | Kind::Tuple(members) => {
                members.iter().map(Kind::alignment).max().unwrap_or(1)
            }
            Kind::Vector(..) => {
                self.rows().map_or_else(|| self.stored_size().next_power_of_two(), |(_, row)| row.alignment())
            }
            _ => self.stored_size().min(16).next_power_of_two(),
        }
    }

    /// The distance in bytes of consecutive elements in memory.
    pub fn size(&self) -> u64 {
        self.stored_size().checked_next_multiple_of(self.alignment().max(1)).unwrap_or(u64::MAX)
    }

    /// The offset of member `index` of a structure; its end for the index after the last.
    pub fn member_place(&self, index: usize) -> u64 {
        let Kind::Struct(members, packed) = self else { return self.part(0).map_or(0, Kind::size) * index as u64 };
        let mut place = 0;
        for (at, member) in members.iter().enumerate() {
            if !packed {
                place = u64::checked_next_multiple_of(place, member.alignment()).unwrap_or(u64::MAX);
            }
            if at == index {
                return place;
            }
            place = u64::saturating_add(place, member.size());
        }
        place
    }

    /// Loads the value at `address`.
    #[inline]
    pub fn load(&self, memory: &Memory, address: u64) -> Result<Value, Box<Fault>> {
        match self.width() {
            Some(width @ 0..=64) => {
                let bits = memory.load(address, width.div_ceil(8))?;
                Ok(bits.map_or(Value::Poison, |bits| Value::Bits(bits & crate::value::mask(width))))
            }
            Some(width) => Ok(memory.load_wide(address, width.div_ceil(8), width)?.into()),
            None => self.load_composed(memory, address),
        }
    }

    fn load_composed(&self, memory: &Memory, address: u64) -> Result<Value, Box<Fault>> {
        if let Kind::MemRef(_) | Kind::Tensor(_) | Kind::Opaque = self {
            return Ok(memory.load(address, 8)?.map_or(Value::Poison, |number| memory.handle(number)));
        }
        if let Some((n, row)) = self.rows() {
            let mut lanes = Vec::new();
            for at in 0..n {
                let row_lanes = row.load(memory, address.wrapping_add(at * row.size()))?;
                lanes.extend_from_slice(&row_lanes.parts(row.n_parts()));
            }
            return Ok(Value::list(lanes));
        }
        let (n, lane) = self.lanes();
        if let (Kind::Vector(..), Some(width)) = (self, lane.packed_width()) {
            let total = n as u32 * width;
            let Some(bits) = memory.load_wide(address, total.div_ceil(8), total)? else { return Ok(Value::Poison) };
            let lane = |at: usize| bits.lshr(at as u32 * width).zext_or_trunc(width).into();
            return Ok(Value::list((0..n).map(lane).collect()));
        }
        let part = |at: usize| {
            let part = self.part(at).expect("parts are counted");
            part.load(memory, address.wrapping_add(self.member_place(at)))
        };
        Ok(Value::list((0..self.n_parts()).map(part).collect::<Result<_, _>>()?))
    }

    /// Stores a value at `address`.
    #[inline]
    pub fn store(&self, memory: &mut Memory, address: u64, value: &Value) -> Result<(), Box<Fault>> {
        match self.width() {
            Some(width @ 0..=64) => memory.store(address, width.div_ceil(8), value.bits()),
            Some(width) => memory.store_wide(address, width.div_ceil(8), value.int(width).as_ref()),
            None => self.store_composed(memory, address, value),
        }
    }

    fn store_composed(&self, memory: &mut Memory, address: u64, value: &Value) -> Result<(), Box<Fault>> {
        if let Kind::MemRef(_) | Kind::Tensor(_) | Kind::Opaque = self {
            return memory.store_handle(address, value);
        }
        if let Some((n, row)) = self.rows() {
            let lanes = value.parts(self.n_parts());
            for (at, lanes) in (0..n).zip(lanes.chunks(row.n_parts().max(1))) {
                row.store(memory, address.wrapping_add(at * row.size()), &Value::list(lanes.to_vec()))?;
            }
            return Ok(());
        }
        let (n, lane) = self.lanes();
        if let (Kind::Vector(..), Some(width)) = (self, lane.packed_width()) {
            let total = n as u32 * width;
            let mut bits = Some(ApInt::zero(total));
            for at in 0..n {
                let lane = value.part(at).int(width).map(|lane| lane.zext_or_trunc(total).shl(at as u32 * width));
                bits = bits.zip(lane).map(|(bits, lane)| bits.or(&lane));
            }
            return memory.store_wide(address, total.div_ceil(8), bits.as_ref());
        }
        for at in 0..self.n_parts() {
            let part = self.part(at).expect("parts are counted");
            part.store(memory, address.wrapping_add(self.member_place(at)), value.part(at))?;
        }
        Ok(())
    }
}

impl MemRefKind {
    /// The number of elements of a buffer with these sizes: the last offset plus one.
    pub fn extent(&self, sizes: &[i64], strides: &[i64], offset: i64) -> i64 {
        self.bounds(sizes, strides, offset).map_or(0, |[_, end]| end)
    }

    /// The offsets from the base of the memory that elements of a memref with these sizes are in: negative offsets and
    /// strides lead to elements before the base.
    pub fn offsets(&self, sizes: &[i64], strides: &[i64], offset: i64) -> Range<i64> {
        self.bounds(sizes, strides, offset).map_or(0..0, |[first, end]| first.min(0)..end.max(0))
    }

    /// The least offset of an element, and the greatest plus one; `None` if there are no elements.
    fn bounds(&self, sizes: &[i64], strides: &[i64], offset: i64) -> Option<[i64; 2]> {
        if sizes.contains(&0) {
            return None;
        }
        let mut bounds = [offset, offset + 1];
        for (&size, &stride) in sizes.iter().zip(strides) {
            bounds[usize::from(stride > 0)] += (size - 1) * stride;
        }
        Some(bounds)
    }

    /// Offset and strides of a memref with these sizes: those of the type, contiguous where it has none.
    pub fn place(&self, sizes: &[i64]) -> (i64, Vec<i64>) {
        let contiguous = crate::value::row_major(sizes);
        let Some((offset, strides)) = &self.layout else { return (0, contiguous) };
        let known = |number: i64, otherwise: i64| if number == DYNAMIC { otherwise } else { number };
        let strides = strides.iter().zip(contiguous).map(|(&stride, otherwise)| known(stride, otherwise)).collect();
        (known(*offset, 0), strides)
    }
}
