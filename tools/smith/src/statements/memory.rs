//! Buffers: initialized when they are allocated, read and written at indices that are masked to be within bounds.

use crate::options::Dialect;
use crate::types::{BUFFER_SHAPES, Element, Type};
use crate::writer::{Buffer, Writer};

/// The element types of buffers.
pub const ELEMENTS: [Element; 4] = [Element::Int(32), Element::Float(32), Element::Int(64), Element::Index];

impl Writer {
    /// A buffer, fully initialized.
    pub fn make_buffer(&mut self) {
        let (shape, element) = (*self.numbers.one_of(&BUFFER_SHAPES), *self.numbers.one_of(&ELEMENTS));
        let (name, memory) = (self.name(), self.new_memory(shape.iter().product()));
        let buffer = Buffer::contiguous(name, shape, element, memory);
        self.line(format_args!("{} = memref.alloc() : {}", buffer.name, buffer.ty()));
        self.allocations.push((buffer.name.clone(), buffer.ty()));
        self.initialize(&buffer);
        self.buffers.push(buffer);
    }

    /// Writes one value to every element of a new buffer.
    pub fn initialize(&mut self, buffer: &Buffer) {
        let (shape, element) = (buffer.shape(), buffer.element);
        let value = self.any(Type::scalar(element));
        let mut places = Vec::new();
        if self.options.has(Dialect::Affine) || self.options.has(Dialect::Scf) {
            self.fill(buffer, &value, &mut places);
        } else {
            let indices: Vec<String> = (0..*shape.iter().max().unwrap_or(&0)).map(|at| self.index(at)).collect();
            for number in 0..shape.iter().product() {
                let place = split(number, &shape).into_iter().map(|at| indices[at].clone()).collect::<Vec<_>>();
                self.store("memref.store", &value, buffer, &place.join(", "));
            }
        }
    }

    /// Loops that store `value` to every element.
    fn fill(&mut self, buffer: &Buffer, value: &str, places: &mut Vec<String>) {
        let Some(&size) = buffer.shape().get(places.len()) else {
            let op = if self.options.has(Dialect::Affine) { "affine.store" } else { "memref.store" };
            return self.store(op, value, buffer, &places.join(", "));
        };
        let place = self.name();
        if self.options.has(Dialect::Affine) {
            self.line(format_args!("affine.for {place} = 0 to {size} {{"));
        } else {
            let [start, end, step] = [0, size, 1].map(|at| self.index(at));
            self.line(format_args!("scf.for {place} = {start} to {end} step {step} {{"));
        }
        places.push(place);
        self.region(size as u64, |writer| writer.fill(buffer, value, places));
        self.line(format_args!("}}"));
    }

    /// Writes a store.
    pub fn store(&mut self, op: &str, value: &str, buffer: &Buffer, place: &str) {
        self.line(format_args!("{op} {value}, {}[{place}] : {}", buffer.name, buffer.ty()));
        self.note_write(buffer);
    }

    /// A buffer in scope.
    pub fn any_buffer(&mut self) -> Option<Buffer> {
        if self.buffers.is_empty() { None } else { Some(self.numbers.one_of(&self.buffers).clone()) }
    }

    /// A load or a store.
    pub fn access(&mut self) {
        let Some(buffer) = self.any_buffer() else { return };
        let place: Vec<String> = buffer.shape().iter().map(|&size| self.below(size)).collect();
        let (place, ty) = (place.join(", "), Type::scalar(buffer.element));
        if self.may_write && buffer.is_mutable && self.numbers.below(2) == 0 {
            let value = self.any(ty);
            self.store("memref.store", &value, &buffer, &place);
        } else {
            self.define(ty, format_args!("memref.load {}[{place}] : {}", buffer.name, buffer.ty()));
        }
    }

    /// An index less than `size`, which is a power of two.
    pub fn below(&mut self, size: usize) -> String {
        if self.numbers.below(3) == 0 {
            let at = self.numbers.below(size);
            return self.index(at);
        }
        let (value, mask) = (self.any(Type::INDEX), self.index(size - 1));
        self.define(Type::INDEX, format_args!("arith.andi {value}, {mask} : index"))
    }

    /// A copy to a buffer of the same type, or a `memref.dim`.
    pub fn copy(&mut self) {
        let Some(buffer) = self.any_buffer() else { return };
        let same: Vec<Buffer> = self
            .buffers
            .iter()
            .filter(|other| other.is_apart_from(&buffer) && other.is_mutable && other.layout.is_injective())
            .filter(|other| other.shape() == buffer.shape() && other.element == buffer.element)
            .filter(|other| sizes_agree(other, &buffer))
            .cloned()
            .collect();
        let (name, ty) = (&buffer.name, buffer.ty());
        if same.is_empty() || !self.may_write {
            let dim = self.numbers.below(buffer.shape().len());
            let dim = self.index(dim);
            self.define(Type::INDEX, format_args!("memref.dim {name}, {dim} : {ty}"));
        } else {
            let other = self.numbers.one_of(&same).clone();
            self.line(format_args!("memref.copy {name}, {} : {ty} to {}", other.name, other.ty()));
            self.note_write(&other);
        }
    }
}

/// Whether the types are compatible: `memref.copy` needs the same static sizes in both.
fn sizes_agree(one: &Buffer, two: &Buffer) -> bool {
    one.layout.dims.iter().zip(&two.layout.dims).all(|(one, two)| one.shows_size == two.shows_size)
}

/// The indices of the element with linear index `number` of `shape`, the last dimension changing fastest.
fn split(mut number: usize, shape: &[usize]) -> Vec<usize> {
    let mut place = Vec::new();
    for size in shape.iter().rev() {
        place.insert(0, number % size);
        number /= size;
    }
    place
}
