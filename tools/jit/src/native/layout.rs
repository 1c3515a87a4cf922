//! The memory layout of data, as in the lowering to `llvm` and in C.
//!
//! Vectors of several dimensions are arrays of vectors, so rows may be padded; a memref is its descriptor: two
//! pointers, the offset, sizes and strides; an unranked memref is the rank and the address of a descriptor.

use std::sync::Arc;

use rmlir::interp::value::indices;
use rmlir::interp::{Data, Kind, MemRef};
use rmlir::num::ApInt;

use super::raw;

/// Memory that native code may use as long as this value lives.
pub struct Block(Vec<Line>);

/// The alignment unit of buffers.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line(#[allow(dead_code)] [u8; 64]);

impl Block {
    /// A block with these bytes.
    pub fn new(bytes: &[u8]) -> Self {
        let mut block = Self(vec![Line([0; 64]); bytes.len().div_ceil(64).max(1)]);
        raw::write(block.address(), bytes);
        block
    }

    /// The address of its first byte.
    pub fn address(&mut self) -> u64 {
        self.0.as_mut_ptr().expose_provenance() as u64
    }
}

/// The kind whose layout values of `kind` have in memory.
pub fn stored(kind: &Kind) -> Kind {
    let words = |n: usize| Kind::Array(n as u64, Arc::new(Kind::Int(64)));
    match kind {
        Kind::MemRef(memref) => match memref.shape.as_ref().map(Vec::len) {
            Some(0) => Kind::Struct([Kind::Pointer, Kind::Pointer, Kind::Int(64)].into(), false),
            Some(rank) => {
                Kind::Struct([Kind::Pointer, Kind::Pointer, Kind::Int(64), words(rank), words(rank)].into(), false)
            }
            None => Kind::Struct([Kind::Int(64), Kind::Pointer].into(), false),
        },
        Kind::Vector(shape, lane) => match &shape[..] {
            [] => Kind::Vector([1].into(), lane.clone()),
            [_] => kind.clone(),
            [n, rest @ ..] => Kind::Array(*n as u64, Arc::new(stored(&Kind::Vector(rest.into(), lane.clone())))),
        },
        Kind::Array(n, part) => Kind::Array(*n, Arc::new(stored(part))),
        Kind::Complex(part) => Kind::Struct([(**part).clone(), (**part).clone()].into(), false),
        Kind::Struct(members, packed) => Kind::Struct(members.iter().map(stored).collect(), *packed),
        _ => kind.clone(),
    }
}

/// Writes `data` of kind `kind` at offset `at`; memory that it refers to is written to new blocks.
pub fn write(data: &Data, kind: &Kind, bytes: &mut [u8], at: usize, blocks: &mut Vec<Block>) {
    let place = stored(kind);
    match (data, kind) {
        (Data::MemRef { sizes, elements }, Kind::MemRef(memref)) => {
            let words = write_memref(sizes, elements, memref, blocks);
            write_words(bytes, at, &words);
        }
        (Data::List(lanes), Kind::Vector(..)) => write_lanes(lanes, &place, bytes, at, blocks),
        (Data::List(parts), _) => {
            for (number, part) in parts.iter().enumerate() {
                if let Some(part_kind) = kind.part(number) {
                    write(part, part_kind, bytes, at + place.member_place(number) as usize, blocks);
                }
            }
        }
        (Data::Buffer(given), _) => {
            let given: Vec<u8> = given.iter().map(|byte| byte.unwrap_or_default()).collect();
            let mut block = Block::new(&given);
            write_words(bytes, at, &[block.address()]);
            blocks.push(block);
        }
        (Data::Bits(_) | Data::Wide(_), _) => {
            let size = (kind.width().unwrap_or(64) as usize).div_ceil(8);
            bytes[at..at + size].copy_from_slice(&number_bytes(data)[..size]);
        }
        (Data::Poison | Data::Opaque | Data::MemRef { .. }, _) => {}
    }
}

fn number_bytes(data: &Data) -> Vec<u8> {
    match data {
        Data::Bits(bits) => bits.to_le_bytes().to_vec(),
        Data::Wide(value) => value.to_le_bytes(),
        _ => Vec::new(),
    }
}

fn write_words(bytes: &mut [u8], at: usize, words: &[u64]) {
    for (number, word) in words.iter().enumerate() {
        bytes[at + 8 * number..at + 8 * (number + 1)].copy_from_slice(&word.to_le_bytes());
    }
}

/// Writes lanes as vectors or arrays; lanes whose width is no multiple of 8 bits are packed.
fn write_lanes(lanes: &[Data], place: &Kind, bytes: &mut [u8], at: usize, blocks: &mut Vec<Block>) {
    if let Kind::Array(n, row) = place {
        let length = lanes.len() / *n as usize;
        for (number, lanes) in lanes.chunks(length.max(1)).enumerate() {
            write_lanes(lanes, row, bytes, at + number * row.size() as usize, blocks);
        }
        return;
    }
    let (_, lane) = place.lanes();
    match lane.width().filter(|width| width % 8 != 0) {
        Some(width) => {
            for (number, data) in lanes.iter().enumerate() {
                let own = number_bytes(data);
                for bit in
                    (0..width as usize).filter(|bit| own.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1))
                {
                    let place = number * width as usize + bit;
                    bytes[at + place / 8] |= 1 << (place % 8);
                }
            }
        }
        None => {
            for (number, data) in lanes.iter().enumerate() {
                write(data, lane, bytes, at + number * lane.size() as usize, blocks);
            }
        }
    }
}

/// The words of the descriptor.
fn write_memref(
    sizes: &[i64],
    elements: &[Data],
    kind: &rmlir::interp::kind::MemRefKind,
    blocks: &mut Vec<Block>,
) -> Vec<u64> {
    let (offset, strides) = kind.place(sizes);
    let size = stored(&kind.element).size();
    let offsets = kind.offsets(sizes, &strides, offset);
    let mut bytes = vec![0; ((offsets.end - offsets.start) as u64 * size) as usize];
    let base = offsets.start.unsigned_abs() * size;
    let memref = MemRef { base, offset, sizes: sizes.to_vec(), strides };
    for (at, element) in indices(sizes).zip(elements) {
        let place = memref.address(at.into_iter(), size).expect("the index is inside") as usize;
        write(element, &kind.element, &mut bytes, place, blocks);
    }
    let mut block = Block::new(&bytes);
    let mut words = vec![block.address(), block.address() + base, offset as u64];
    blocks.push(block);
    words.extend(sizes.iter().chain(&memref.strides).map(|&word| word as u64));
    if kind.shape.is_none() {
        let mut descriptor = Block::new(&words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>());
        words = vec![sizes.len() as u64, descriptor.address()];
        blocks.push(descriptor);
    }
    words
}

/// Reads the data of kind `kind` at offset `at`, including memory that it refers to.
pub fn read(kind: &Kind, bytes: &[u8], at: usize) -> Data {
    let place = stored(kind);
    match kind {
        Kind::MemRef(memref) => read_memref(memref, bytes, at),
        Kind::Vector(..) => {
            let mut lanes = Vec::new();
            read_lanes(&place, bytes, at, &mut lanes);
            Data::List(lanes)
        }
        Kind::Function | Kind::Opaque => Data::Opaque,
        _ if kind.n_parts() > 0 => {
            let part = |number: usize| {
                let part = kind.part(number).expect("parts are counted");
                read(part, bytes, at + place.member_place(number) as usize)
            };
            Data::List((0..kind.n_parts()).map(part).collect())
        }
        _ => {
            let width = kind.width().unwrap_or(64);
            let size = (width as usize).div_ceil(8);
            number(width, &bytes[at..at + size])
        }
    }
}

fn number(width: u32, bytes: &[u8]) -> Data {
    let value = ApInt::from_le_bytes(width, bytes);
    match value.to_u64() {
        Some(bits) if width <= 64 => Data::Bits(bits),
        _ => Data::Wide(value),
    }
}

fn read_lanes(place: &Kind, bytes: &[u8], at: usize, lanes: &mut Vec<Data>) {
    if let Kind::Array(n, row) = place {
        (0..*n as usize).for_each(|number| read_lanes(row, bytes, at + number * row.size() as usize, lanes));
        return;
    }
    let (n, lane) = place.lanes();
    for number in 0..n {
        lanes.push(match lane.width().filter(|width| width % 8 != 0) {
            Some(width) => packed_lane(width as usize, bytes, at, number),
            None => read(lane, bytes, at + number * lane.size() as usize),
        });
    }
}

fn packed_lane(width: usize, bytes: &[u8], at: usize, lane: usize) -> Data {
    let mut own = vec![0; width.div_ceil(8)];
    for bit in 0..width {
        let place = lane * width + bit;
        own[bit / 8] |= (bytes[at + place / 8] >> (place % 8) & 1) << (bit % 8);
    }
    number(width as u32, &own)
}

fn read_memref(kind: &rmlir::interp::kind::MemRefKind, bytes: &[u8], at: usize) -> Data {
    let word =
        |bytes: &[u8], at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("a word has eight bytes"));
    let (rank, descriptor) = match &kind.shape {
        Some(shape) => (shape.len(), bytes[at..].to_vec()),
        None => {
            let rank = word(bytes, at) as usize;
            (rank, raw::read(word(bytes, at + 8), 24 + 16 * rank))
        }
    };
    let words = |from: usize| (0..rank).map(|dim| word(&descriptor, 8 * (from + dim)) as i64).collect();
    let (base, offset) = (word(&descriptor, 8), word(&descriptor, 16) as i64);
    let memref = MemRef { base, offset, sizes: words(3), strides: words(3 + rank) };
    let size = stored(&kind.element).size();
    let element = |index: Vec<i64>| {
        let address = memref.address(index.into_iter(), size).expect("the index is inside");
        read(&kind.element, &raw::read(address, size as usize), 0)
    };
    Data::MemRef { sizes: memref.sizes.clone(), elements: indices(&memref.sizes).map(element).collect() }
}
