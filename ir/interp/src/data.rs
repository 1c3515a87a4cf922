//! Data: self-contained values, the input and output of executions.

use rmlir_core::DYNAMIC;
use rmlir_num::{ApFloat, ApInt, FloatKind};

use crate::fault::Fault;
use crate::kind::{Kind, MemRefKind};
use crate::memory::{Memory, Origin};
use crate::random::Random;
use crate::value::{Computed, MemRef, Value, indices};

/// A self-contained value; see the module documentation.
#[derive(Clone, PartialEq, Debug)]
pub enum Data {
    /// Poison.
    Poison,
    /// An integer or float of at most 64 bits.
    Bits(u64),
    /// An integer or float of more than 64 bits.
    Wide(ApInt),
    /// Vector lanes, components of a complex value, or members.
    List(Vec<Data>),
    /// A memref or a tensor with its elements, in row-major order.
    MemRef {
        /// The sizes of the dimensions.
        sizes: Vec<i64>,
        /// The elements.
        elements: Vec<Data>,
    },
    /// A pointer to the start of its own buffer, with its bytes; uninitialized ones are `None`.
    Buffer(Vec<Option<u8>>),
    /// A function, or another value that is only forwarded.
    Opaque,
}

/// The limit on the occurrences of each byte of a buffer in a memref: strides may be 0.
const MOST_READS: u64 = 1 << 10;

/// The size of a dynamic dimension in random data.
const RANDOM_SIZE: i64 = 8;

impl Data {
    /// A float of `kind`.
    pub fn float(kind: FloatKind, value: f64) -> Self {
        Data::of_number(&ApFloat::from_f64(kind, value).value.into())
    }

    /// An integer of `width` bits.
    pub fn int(width: u32, value: i64) -> Self {
        Data::of_number(&ApInt::from_i64(width, value).into())
    }

    fn of_number(value: &Value) -> Self {
        match value {
            Value::Bits(bits) => Data::Bits(*bits),
            Value::Wide(value) => Data::Wide((**value).clone()),
            _ => Data::Poison,
        }
    }

    /// Converts `value`, including the memory it refers to.
    pub fn read(value: &Value, kind: &Kind, memory: &Memory) -> Data {
        match (value, kind) {
            (Value::Poison, _) => Data::Poison,
            (_, Kind::Function | Kind::Opaque) => Data::Opaque,
            (Value::Bits(address), Kind::Pointer) => memory.dump(*address).map_or(Data::Bits(*address), Data::Buffer),
            (Value::Bits(_) | Value::Wide(_), _) => Data::of_number(value),
            (Value::List(parts), _) => {
                let part = |(at, part): (usize, &Value)| match kind.part(at) {
                    Some(kind) => Data::read(part, kind, memory),
                    None => Data::Opaque,
                };
                Data::List(parts.iter().enumerate().map(part).collect())
            }
            (Value::MemRef(memref), Kind::MemRef(kind)) => Data::read_memref(memref, &kind.element, memory),
            // A bufferized tensor.
            (Value::MemRef(memref), Kind::Tensor(kind)) => Data::read_memref(memref, &kind.element, memory),
            (Value::Tensor(tensor), Kind::Tensor(kind)) => {
                let read = |element| Data::read(element, &kind.element, memory);
                Data::MemRef { sizes: tensor.sizes.clone(), elements: tensor.elements.iter().map(read).collect() }
            }
            (Value::MemRef(_) | Value::Tensor(_), _) => Data::Opaque,
        }
    }

    /// Reads the elements; those that cannot be read, because their buffer is freed, are poison.
    fn read_memref(memref: &MemRef, element: &Kind, memory: &Memory) -> Data {
        // An invalid program may produce any size.
        let held = memory.size_of(memref.base).unwrap_or(0).saturating_add(1);
        let n = memref.sizes.iter().try_fold(1i64, |n, &size| n.checked_mul(size.max(0)));
        if n.is_none_or(|n| n as u64 > held.saturating_mul(MOST_READS)) {
            return Data::Poison;
        }
        let read = |at: Vec<i64>| {
            let address = memref.address(at.into_iter(), element.size()).expect("the index is inside");
            element.load(memory, address).map_or(Data::Poison, |value| Data::read(&value, element, memory))
        };
        Data::MemRef { sizes: memref.sizes.clone(), elements: indices(&memref.sizes).map(read).collect() }
    }

    /// The corresponding value in `memory`.
    pub fn write(&self, kind: &Kind, memory: &mut Memory) -> Computed {
        Ok(match (self, kind) {
            (Data::Poison | Data::Opaque, _) => Value::Poison,
            (Data::Bits(bits), _) => Value::Bits(*bits),
            (Data::Wide(value), _) => value.clone().into(),
            (Data::List(parts), _) => {
                let part = |(at, part): (usize, &Data)| part.write(kind.part(at).unwrap_or(&Kind::Opaque), memory);
                Value::list(parts.iter().enumerate().map(part).collect::<Result<_, _>>()?)
            }
            (Data::MemRef { sizes, elements }, Kind::MemRef(kind)) => write_memref(sizes, elements, kind, memory)?,
            (Data::Buffer(bytes), _) => {
                let address = memory.allocate(bytes.len() as u64, Origin::Argument)?;
                for (at, byte) in bytes.iter().enumerate().filter_map(|(at, byte)| Some((at, (*byte)?))) {
                    memory.store(address + at as u64, 1, Some(byte.into()))?;
                }
                Value::Bits(address)
            }
            (Data::MemRef { sizes, elements }, Kind::Tensor(kind)) => {
                let elements = elements.iter().map(|element| element.write(&kind.element, memory));
                Value::tensor(sizes.clone(), elements.collect::<Result<_, _>>()?)
            }
            (Data::MemRef { .. }, _) => return Err(Fault::unsupported("a memref is given where none is expected")),
        })
    }

    /// Random data of `kind`: small integers, and finite floats.
    pub fn random(kind: &Kind, random: &mut Random) -> Data {
        Data::random_sized(kind, None, random)
    }

    /// As [`Self::random`], for a memref with these sizes.
    pub fn random_sized(kind: &Kind, sizes: Option<&[i64]>, random: &mut Random) -> Data {
        match kind {
            Kind::Int(width) => Data::int(*width, random_int(*width, random)),
            Kind::Index => Data::Bits(random.below(RANDOM_SIZE as u64)),
            Kind::Float(float) => Data::float(*float, random_float(random)),
            Kind::Pointer | Kind::Function | Kind::Opaque => Data::Bits(0),
            Kind::MemRef(memref) | Kind::Tensor(memref) => {
                let known = |&size: &i64| if size == DYNAMIC { RANDOM_SIZE } else { size };
                let shape = memref.shape.as_deref().unwrap_or(&[]);
                let sizes = sizes.map_or_else(|| shape.iter().map(known).collect(), <[i64]>::to_vec);
                let n = sizes.iter().product::<i64>().max(0);
                Data::MemRef { sizes, elements: (0..n).map(|_| Data::random(&memref.element, random)).collect() }
            }
            _ => {
                let part = |at: usize| Data::random(kind.part(at).expect("parts are counted"), random);
                Data::List((0..kind.n_parts()).map(part).collect())
            }
        }
    }
}

/// A random integer, mostly small, so that sums and products of a few stay in range, occasionally any.
fn random_int(width: u32, random: &mut Random) -> i64 {
    match random.below(8) {
        0 => random.draw() as i64,
        1 if width > 1 => 1i64.wrapping_shl(width.min(64) - 1),
        _ => random.below(201) as i64 - 100,
    }
}

/// A random float between -8 and 8, a multiple of 1/16, so that every sum of a few is exact.
fn random_float(random: &mut Random) -> f64 {
    (random.below(257) as f64 - 128.0) / 16.0
}

fn write_memref(sizes: &[i64], elements: &[Data], kind: &MemRefKind, memory: &mut Memory) -> Computed {
    let (offset, strides) = kind.place(sizes);
    let size = kind.element.size();
    let offsets = kind.offsets(sizes, &strides, offset);
    let start = memory.allocate((offsets.end - offsets.start) as u64 * size, Origin::Argument)?;
    let base = start + offsets.start.unsigned_abs() * size;
    let memref = MemRef { base, offset, sizes: sizes.to_vec(), strides };
    for (at, element) in indices(sizes).zip(elements) {
        let address = memref.address(at.into_iter(), size).expect("the index is inside");
        if *element != Data::Poison {
            let value = element.write(&kind.element, memory)?;
            kind.element.store(memory, address, &value)?;
        }
    }
    Ok(Value::memref(memref))
}
