//! Vectors: built from scalars and buffers, decomposed, shuffled and reduced.

use crate::options::Dialect;
use crate::types::{Element, SHAPES, Type};
use crate::writer::Writer;

/// Integer reductions, whose results do not depend on the order.
const KINDS: [&str; 9] = ["add", "mul", "and", "or", "xor", "minsi", "maxsi", "minui", "maxui"];

type Step = fn(&mut Writer, Type);

/// The operations on a vector in scope.
const STEPS: [Step; 7] =
    [Writer::extract, Writer::insert, Writer::shuffle, Writer::reduce, Writer::reorder, Writer::fuse, Writer::slice];

impl Writer {
    /// An operation of `vector`.
    pub fn vector(&mut self) {
        let ty = self.any_type(Type::is_vector);
        match (self.numbers.below(6), ty) {
            (0 | 1, _) | (_, None) => self.broadcast(),
            (2, _) => self.transfer(),
            (_, Some(ty)) => {
                let step = *self.numbers.one_of(&STEPS);
                step(self, ty);
            }
        }
    }

    fn broadcast(&mut self) {
        let Some(scalar) = self.any_type(|ty| !ty.is_vector()) else { return };
        let ty = Type { shape: self.numbers.one_of::<&[usize]>(&SHAPES), element: scalar.element };
        let value = self.any(scalar);
        self.define(ty, format_args!("vector.broadcast {value} : {scalar} to {ty}"));
    }

    /// A row of a buffer, read or written as a whole, from its start.
    fn transfer(&mut self) {
        if !self.options.has(Dialect::Memref) {
            return;
        }
        let Some(buffer) = self.any_buffer() else { return };
        let buffer_shape = buffer.shape();
        let Some((&row, outer)) = buffer_shape.split_last() else { return };
        let Some(&shape) = SHAPES.iter().find(|shape| shape.len() == 1 && shape[0] <= row) else { return };
        let zero = self.index(0);
        let mut place: Vec<String> = outer.iter().map(|&size| self.below(size)).collect();
        place.push(zero);
        let (ty, place) = (Type { shape, element: buffer.element }, place.join(", "));
        let (name, buffer_type) = (&buffer.name, buffer.ty());
        let writes = self.may_write && self.numbers.below(2) == 0;
        let may_write = buffer.is_mutable && buffer.layout.is_injective();
        let kind = if buffer.layout.has_unit_stride() { self.numbers.below(2) } else { 1 };
        match (writes, kind) {
            (true, _) if !may_write => {}
            (true, kind) => {
                self.note_write(&buffer);
                let value = self.any(ty);
                let text = match kind {
                    0 => format!("vector.store {value}, {name}[{place}] : {buffer_type}, {ty}"),
                    _ => format!(
                        "vector.transfer_write {value}, {name}[{place}] {{in_bounds = [true]}} : {ty}, {buffer_type}"
                    ),
                };
                self.line(format_args!("{text}"));
            }
            (false, 0) => _ = self.define(ty, format_args!("vector.load {name}[{place}] : {buffer_type}, {ty}")),
            (false, _) => {
                let scalar = Type::scalar(ty.element);
                let padding = self.any(scalar);
                let text = format!("vector.transfer_read {name}[{place}], {padding} {{in_bounds = [true]}}");
                self.define(ty, format_args!("{text} : {buffer_type}, {ty}"));
            }
        }
    }

    /// A constant position in `shape`.
    fn fixed_place(&mut self, shape: &[usize]) -> String {
        let place: Vec<String> = shape.iter().map(|&size| self.numbers.below(size).to_string()).collect();
        place.join(", ")
    }

    fn extract(&mut self, ty: Type) {
        let value = self.any(ty);
        let scalar = Type::scalar(ty.element);
        let place = match ty.shape {
            [size] if self.numbers.below(2) == 0 => self.below(*size),
            shape => self.fixed_place(shape),
        };
        self.define(scalar, format_args!("vector.extract {value}[{place}] : {scalar} from {ty}"));
    }

    fn insert(&mut self, ty: Type) {
        let scalar = Type::scalar(ty.element);
        let (value, into) = (self.any(scalar), self.any(ty));
        let place = match ty.shape {
            [size] if self.numbers.below(2) == 0 => self.below(*size),
            shape => self.fixed_place(shape),
        };
        self.define(ty, format_args!("vector.insert {value}, {into}[{place}] : {scalar} into {ty}"));
    }

    fn shuffle(&mut self, ty: Type) {
        let &[size] = ty.shape else { return };
        let (left, right) = (self.any(ty), self.any(ty));
        let places: Vec<String> = (0..size).map(|_| self.numbers.below(2 * size).to_string()).collect();
        self.define(ty, format_args!("vector.shuffle {left}, {right} [{}] : {ty}, {ty}", places.join(", ")));
    }

    fn reduce(&mut self, ty: Type) {
        if !matches!(ty.element, Element::Int(8..)) {
            return;
        }
        let (value, kind, scalar) = (self.any(ty), *self.numbers.one_of(&KINDS), Type::scalar(ty.element));
        match ty.shape {
            [_] if self.numbers.below(2) == 0 => {
                self.define(scalar, format_args!("vector.reduction <{kind}>, {value} : {ty} into {scalar}"));
            }
            [_] => {
                let start = self.any(scalar);
                self.define(scalar, format_args!("vector.reduction <{kind}>, {value}, {start} : {ty} into {scalar}"));
            }
            _ => {
                let start = self.any(scalar);
                let text = format!("vector.multi_reduction <{kind}>, {value}, {start} [0, 1] : {ty} to {scalar}");
                self.define(scalar, format_args!("{text}"));
            }
        }
    }

    /// A shape cast.
    fn reorder(&mut self, ty: Type) {
        let value = self.any(ty);
        let n: usize = ty.shape.iter().product();
        if ty.shape.len() == 2 && self.numbers.below(2) == 0 {
            let Some(&shape) = SHAPES.iter().find(|shape| shape.len() == 2 && shape[0] == ty.shape[1]) else { return };
            let to = Type { shape, ..ty };
            self.define(to, format_args!("vector.transpose {value}, [1, 0] : {ty} to {to}"));
            return;
        }
        let fitting: Vec<&'static [usize]> =
            SHAPES.into_iter().filter(|shape| shape.iter().product::<usize>() == n).collect();
        let to = Type { shape: self.numbers.one_of::<&[usize]>(&fitting), ..ty };
        self.define(to, format_args!("vector.shape_cast {value} : {ty} to {to}"));
    }

    fn fuse(&mut self, ty: Type) {
        if ty.is_float() {
            let [a, b, c] = [(); 3].map(|()| self.any(ty));
            self.define(ty, format_args!("vector.fma {a}, {b}, {c} : {ty}"));
        }
    }

    /// A slice of four elements of eight, or an insertion of one.
    fn slice(&mut self, ty: Type) {
        let (four, eight) = (Type { shape: SHAPES[0], ..ty }, Type { shape: SHAPES[1], ..ty });
        let from = self.numbers.below(5);
        if self.numbers.below(2) == 0 {
            let value = self.any(eight);
            let text =
                format!("vector.extract_strided_slice {value} {{offsets = [{from}], sizes = [4], strides = [1]}}");
            self.define(four, format_args!("{text} : {eight} to {four}"));
        } else {
            let (value, into) = (self.any(four), self.any(eight));
            let text = format!("vector.insert_strided_slice {value}, {into} {{offsets = [{from}], strides = [1]}}");
            self.define(eight, format_args!("{text} : {four} into {eight}"));
        }
    }
}
