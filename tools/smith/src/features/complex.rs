//! Complex numbers of two `f32`.

use crate::types::{Element, Type};
use crate::writer::Writer;

const F32: Type = Type::scalar(Element::Float(32));

impl Writer {
    /// An operation of `complex` with an exact result.
    pub fn complex(&mut self) {
        const T: &str = "complex<f32>";
        let [one, two] = [(); 2].map(|()| self.any_complex());
        let name = match self.numbers.below(8) {
            0 => "add",
            1 => "sub",
            2 => "mul",
            3 => "neg",
            4 => "conj",
            5 => {
                let part = *self.numbers.one_of(&["re", "im"]);
                self.define(F32, format_args!("complex.{part} {one} : {T}"));
                return;
            }
            6 => {
                let order = *self.numbers.one_of(&["eq", "neq"]);
                self.define(Type::BOOL, format_args!("complex.{order} {one}, {two} : {T}"));
                return;
            }
            _ => {
                let condition = self.any(Type::BOOL);
                let chosen = self.define_hidden(format_args!("arith.select {condition}, {one}, {two} : {T}"));
                self.complexes.push(chosen);
                return;
            }
        };
        let is_unary = matches!(name, "neg" | "conj");
        let operands = if is_unary { one } else { format!("{one}, {two}") };
        let result = self.define_hidden(format_args!("complex.{name} {operands} : {T}"));
        self.complexes.push(result);
    }

    fn any_complex(&mut self) -> String {
        if !self.complexes.is_empty() && self.numbers.below(4) > 0 {
            return self.numbers.one_of(&self.complexes).clone();
        }
        let made = if self.numbers.below(2) == 0 {
            let (re, im) = (self.literal(F32.element), self.literal(F32.element));
            self.define_hidden(format_args!("complex.constant [{re} : f32, {im} : f32] : complex<f32>"))
        } else {
            let (re, im) = (self.any(F32), self.any(F32));
            self.define_hidden(format_args!("complex.create {re}, {im} : complex<f32>"))
        };
        self.complexes.push(made.clone());
        made
    }
}
