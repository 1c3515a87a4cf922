//! Operations directly in a module, which is a graph region: each may use any other, and itself.

use crate::types::Type;
use crate::writer::Writer;

/// Operations on two operands of the type.
const BINARY: [&str; 9] = [
    "arith.addi",
    "arith.subi",
    "arith.muli",
    "arith.andi",
    "arith.ori",
    "arith.xori",
    "arith.minsi",
    "arith.maxui",
    "arith.divui",
];

impl Writer {
    /// A module with operations on `i32` and `index`, in use-def cycles. It is not executed.
    pub fn cycles(&mut self) {
        const MOST: usize = 12;
        let n = 2 + self.numbers.below(MOST - 1);
        let index = |at: usize| if at.is_multiple_of(2) { Type::I32 } else { Type::INDEX };
        self.text += "module {\n";
        for at in 0..n {
            let name = format!("%c{at}");
            let ty = index(at);
            let text = self.in_cycle(ty, &|writer: &mut Self, wanted: Type| {
                // Sometimes the operation itself.
                if ty == wanted && writer.numbers.below(3) == 0 {
                    return format!("%c{at}");
                }
                let kind = usize::from(wanted == Type::INDEX);
                let n_of_kind = (n + 1 - kind) / 2;
                format!("%c{}", 2 * writer.numbers.below(n_of_kind) + kind)
            });
            self.line(format_args!("{name} = {text}"));
        }
        self.line(format_args!("%true = arith.constant true"));
        self.text += "}\n";
    }

    fn in_cycle(&mut self, ty: Type, any: &dyn Fn(&mut Self, Type) -> String) -> String {
        let (one, two) = (any(self, ty), any(self, ty));
        let other = if ty == Type::INDEX { Type::I32 } else { Type::INDEX };
        match self.numbers.below(10) {
            0..4 => {
                let name = *self.numbers.one_of(&BINARY);
                format!("{name} {one}, {two} : {ty}")
            }
            4 => format!("arith.select %true, {one}, {two} : {ty}"),
            5 => {
                let from = any(self, other);
                format!("builtin.unrealized_conversion_cast {from} : {other} to {ty}")
            }
            6 => format!("builtin.unrealized_conversion_cast {one} : {ty} to {ty}"),
            7 => {
                let from = any(self, other);
                format!("arith.index_cast {from} : {other} to {ty}")
            }
            8 if ty == Type::INDEX => format!("index.add {one}, {two}"),
            9 => format!("scf.if %true -> ({ty}) {{ scf.yield {one} : {ty} }} else {{ scf.yield {two} : {ty} }}"),
            _ => {
                let value = self.literal(ty.element);
                format!("arith.constant {value} : {ty}")
            }
        }
    }
}
