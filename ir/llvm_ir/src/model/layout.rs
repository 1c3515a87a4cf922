//! Size and alignment of types under a data layout.

use super::types::{FloatTy, Ty, TyData, Types};

/// Alignments in bytes.
#[derive(Clone, Copy, Debug)]
struct Align {
    abi: u64,
    preferred: u64,
}

/// A row of the layout of integers, floats or vectors.
#[derive(Clone, Copy, Debug)]
struct Row {
    bits: u64,
    align: Align,
}

/// The layout of pointers into an address space.
#[derive(Clone, Copy, Debug)]
struct Pointer {
    space: u32,
    bits: u64,
    align: Align,
    index_bits: u64,
}

/// A data layout.
#[derive(Clone, Debug)]
pub struct Layout {
    integers: Vec<Row>,
    floats: Vec<Row>,
    vectors: Vec<Row>,
    pointers: Vec<Pointer>,
    aggregate: Align,
    /// The address space of functions.
    pub program_space: u32,
    /// The address space of allocas.
    pub alloca_space: u32,
    /// The address space of global variables.
    pub global_space: u32,
}

const fn row(bits: u64, abi: u64, preferred: u64) -> Row {
    Row { bits, align: Align { abi, preferred } }
}

impl Default for Layout {
    fn default() -> Self {
        let pointer = Pointer { space: 0, bits: 64, align: Align { abi: 8, preferred: 8 }, index_bits: 64 };
        Self {
            integers: vec![row(8, 1, 1), row(16, 2, 2), row(32, 4, 4), row(64, 4, 8)],
            floats: vec![row(16, 2, 2), row(32, 4, 4), row(64, 8, 8), row(128, 16, 16)],
            vectors: vec![row(64, 8, 8), row(128, 16, 16)],
            pointers: vec![pointer],
            aggregate: Align { abi: 1, preferred: 8 },
            program_space: 0,
            alloca_space: 0,
            global_space: 0,
        }
    }
}

impl Layout {
    /// Parses a layout; entries that cannot be parsed keep their defaults.
    pub fn parse(text: &str) -> Self {
        let mut layout = Self::default();
        for entry in text.split('-').filter(|entry| !entry.is_empty()) {
            layout.read(entry);
        }
        layout
    }

    fn read(&mut self, entry: &str) {
        let mut fields = entry.split(':');
        let head = fields.next().unwrap_or_default();
        let numbers: Vec<u64> = fields.map(|field| field.parse().unwrap_or(0)).collect();
        let tail = head.get(1..).unwrap_or_default();
        let bits = tail.parse::<u64>().unwrap_or(0);
        let align = |from: usize| {
            let abi = numbers.get(from).copied().unwrap_or(8) / 8;
            let preferred = numbers.get(from + 1).map_or(abi, |preferred| preferred / 8);
            Align { abi: abi.max(1), preferred: preferred.max(1) }
        };
        match head.as_bytes().first() {
            Some(b'i') if bits > 0 => insert(&mut self.integers, Row { bits, align: align(0) }),
            Some(b'f') if bits > 0 => insert(&mut self.floats, Row { bits, align: align(0) }),
            Some(b'v') if bits > 0 => insert(&mut self.vectors, Row { bits, align: align(0) }),
            Some(b'a') => self.aggregate = align(0),
            Some(b'P') => self.program_space = bits as u32,
            Some(b'A') => self.alloca_space = bits as u32,
            Some(b'G') => self.global_space = bits as u32,
            Some(b'p') => {
                let size = numbers.first().copied().unwrap_or(64);
                let index_bits = numbers.get(3).copied().unwrap_or(size);
                let space = tail.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().unwrap_or(0);
                self.pointers.retain(|pointer| pointer.space != space);
                self.pointers.push(Pointer { space, bits: size, align: align(1), index_bits });
            }
            _ => {}
        }
    }

    fn pointer(&self, space: u32) -> Pointer {
        let find = |space| self.pointers.iter().find(|pointer| pointer.space == space).copied();
        find(space).or_else(|| find(0)).expect("there is always a layout of plain pointers")
    }

    /// The index width of a pointer in bits.
    pub fn index_bits(&self, space: u32) -> u32 {
        self.pointer(space).index_bits as u32
    }

    /// The width of a pointer in bits.
    pub fn pointer_bits(&self, space: u32) -> u32 {
        self.pointer(space).bits as u32
    }

    /// The size of a type in bits; of a scalable vector, its minimum size.
    pub fn size_in_bits(&self, types: &Types, ty: Ty) -> u64 {
        match types.data(ty) {
            TyData::Int(width) => u64::from(*width),
            TyData::Float(format) => format.bits(),
            TyData::Ptr(space) => self.pointer(*space).bits,
            TyData::Array { n, element } => n.saturating_mul(self.alloc_size(types, *element)).saturating_mul(8),
            TyData::Vector { n, element, .. } => n * self.size_in_bits(types, *element),
            TyData::X86Amx => 8192,
            _ => match types.members(ty) {
                Some((members, packed)) => 8 * self.structure(types, members, packed).1,
                None => 0,
            },
        }
    }

    /// The number of bytes that a store of the type writes.
    pub fn store_size(&self, types: &Types, ty: Ty) -> u64 {
        self.size_in_bits(types, ty).div_ceil(8)
    }

    /// The distance of consecutive values of the type in memory.
    pub fn alloc_size(&self, types: &Types, ty: Ty) -> u64 {
        self.store_size(types, ty).next_multiple_of(self.abi_align(types, ty))
    }

    /// The offsets of members, and the size of the structure.
    fn structure(&self, types: &Types, members: &[Ty], packed: bool) -> (Vec<u64>, u64) {
        let (mut offsets, mut end, mut largest) = (Vec::new(), 0u64, 1);
        for &member in members {
            let align = if packed { 1 } else { self.abi_align(types, member) };
            largest = largest.max(align);
            end = end.next_multiple_of(align);
            offsets.push(end);
            end += self.alloc_size(types, member);
        }
        (offsets, end.next_multiple_of(largest))
    }

    /// The offset of a member of a structure.
    pub fn offset_of(&self, types: &Types, ty: Ty, member: u64) -> Option<u64> {
        let (members, packed) = types.members(ty)?;
        self.structure(types, members, packed).0.get(member as usize).copied()
    }

    /// The ABI alignment of the type.
    pub fn abi_align(&self, types: &Types, ty: Ty) -> u64 {
        self.align(types, ty, |align| align.abi)
    }

    /// The preferred alignment of the type.
    pub fn preferred_align(&self, types: &Types, ty: Ty) -> u64 {
        self.align(types, ty, |align| align.preferred)
    }

    fn align(&self, types: &Types, ty: Ty, which: fn(Align) -> u64) -> u64 {
        match types.data(ty) {
            TyData::Int(width) => {
                let width = u64::from(*width);
                let row = self.integers.iter().find(|row| row.bits >= width).or(self.integers.last());
                row.map_or(1, |row| which(row.align))
            }
            TyData::Float(format) => self.float_align(*format, which),
            TyData::Ptr(space) => which(self.pointer(*space).align),
            TyData::Array { element, .. } => self.align(types, *element, which),
            TyData::Vector { n, element, .. } => {
                let bits = n * self.size_in_bits(types, *element);
                match self.vectors.iter().find(|row| row.bits == bits) {
                    Some(row) => which(row.align),
                    None => bits.div_ceil(8).next_power_of_two(),
                }
            }
            TyData::X86Amx => 64,
            _ => match types.members(ty) {
                Some((_, true)) if which(self.aggregate) == self.aggregate.abi => 1,
                Some((members, packed)) => {
                    let inside = members.iter().map(|&member| self.abi_align(types, member)).max().unwrap_or(1);
                    which(self.aggregate).max(if packed { 1 } else { inside })
                }
                None => 1,
            },
        }
    }

    fn float_align(&self, format: FloatTy, which: fn(Align) -> u64) -> u64 {
        let bits = format.bits();
        match self.floats.iter().find(|row| row.bits == bits) {
            Some(row) => which(row.align),
            None => bits.div_ceil(8).next_power_of_two(),
        }
    }
}

/// Inserts a row in order; it replaces one of the same size.
fn insert(rows: &mut Vec<Row>, row: Row) {
    match rows.binary_search_by_key(&row.bits, |other| other.bits) {
        Ok(index) => rows[index] = row,
        Err(index) => rows.insert(index, row),
    }
}
