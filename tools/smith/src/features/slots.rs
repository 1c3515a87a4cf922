//! Stack slots of the `llvm` dialect: scalars, and structs and arrays of which single fields are accessed.

use crate::types::{Element, Type};
use crate::writer::Writer;

/// The types of slots, with those of their fields.
const AGGREGATES: [(&str, &[Element]); 4] = [
    ("!llvm.struct<(i32, f32)>", &[Element::Int(32), Element::Float(32)]),
    ("!llvm.struct<(i8, i64, i32)>", &[Element::Int(8), Element::Int(64), Element::Int(32)]),
    ("!llvm.array<4 x i32>", &[Element::Int(32), Element::Int(32), Element::Int(32), Element::Int(32)]),
    ("!llvm.array<2 x f64>", &[Element::Float(64), Element::Float(64)]),
];

const SCALARS: [Element; 5] =
    [Element::Int(32), Element::Int(64), Element::Float(32), Element::Int(8), Element::Float(64)];

impl Writer {
    /// Slots, with every field initialized.
    pub fn make_slots(&mut self) {
        const MOST: usize = 3;
        let one = self.define_hidden(format_args!("arith.constant 1 : i32"));
        for _ in 0..1 + self.numbers.below(MOST) {
            if self.numbers.below(2) == 0 {
                let element = *self.numbers.one_of(&SCALARS);
                let slot = self.define_hidden(format_args!("llvm.alloca {one} x {element} : (i32) -> !llvm.ptr"));
                self.store_to_slot(&slot, Type::scalar(element));
                self.slots.push((slot, Type::scalar(element)));
                continue;
            }
            let (aggregate, fields) = *self.numbers.one_of(&AGGREGATES);
            let slot = self.define_hidden(format_args!("llvm.alloca {one} x {aggregate} : (i32) -> !llvm.ptr"));
            for (at, &element) in fields.iter().enumerate() {
                let field = self.define_hidden(format_args!(
                    "llvm.getelementptr {slot}[0, {at}] : (!llvm.ptr) -> !llvm.ptr, {aggregate}"
                ));
                self.store_to_slot(&field, Type::scalar(element));
                self.slots.push((field, Type::scalar(element)));
            }
        }
    }

    fn store_to_slot(&mut self, slot: &str, ty: Type) {
        let value = self.any(ty);
        self.line(format_args!("llvm.store {value}, {slot} : {ty}, !llvm.ptr"));
    }

    /// A load or a store, sometimes with another type of the same size.
    pub fn slot(&mut self) {
        if self.slots.is_empty() {
            return;
        }
        let (slot, ty) = self.numbers.one_of(&self.slots).clone();
        // Parallel iterations share the slots.
        if self.may_write && self.numbers.below(2) == 0 {
            return self.store_to_slot(&slot, ty);
        }
        match (ty.element, self.numbers.below(6)) {
            (Element::Int(32), 0) => {
                let low = Type::scalar(Element::Int(8));
                self.define(low, format_args!("llvm.load {slot} : !llvm.ptr -> {low}"));
            }
            _ => _ = self.define(ty, format_args!("llvm.load {slot} : !llvm.ptr -> {ty}")),
        }
    }
}
