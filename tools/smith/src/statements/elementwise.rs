//! Arithmetic on scalars and vectors: `arith`, `index` and `math`.

use crate::options::{Dialect, Feature};
use crate::types::{Element, Type};
use crate::writer::Writer;

/// The precondition of an operation on its operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    /// Nothing.
    None,
    /// The second operand is odd, positive, and small.
    Divisor,
    /// The second operand is less than the bit width.
    Amount,
    /// None, but it may have flags that exclude overflow.
    Overflow,
    /// As `Amount`; it may have flags that exclude overflow.
    AmountOverflow,
}

/// Operations on integers and indices.
const INTEGERS: [(&str, Guard); 22] = [
    ("addi", Guard::Overflow),
    ("subi", Guard::Overflow),
    ("muli", Guard::Overflow),
    ("andi", Guard::None),
    ("ori", Guard::None),
    ("xori", Guard::None),
    ("minsi", Guard::None),
    ("maxsi", Guard::None),
    ("minui", Guard::None),
    ("maxui", Guard::None),
    ("shli", Guard::AmountOverflow),
    ("shrsi", Guard::Amount),
    ("shrui", Guard::Amount),
    ("divsi", Guard::Divisor),
    ("divui", Guard::Divisor),
    ("remsi", Guard::Divisor),
    ("remui", Guard::Divisor),
    ("floordivsi", Guard::Divisor),
    ("ceildivsi", Guard::Divisor),
    ("ceildivui", Guard::Divisor),
    ("addi", Guard::None),
    ("subi", Guard::None),
];

/// Operations of `index`, all on two indices.
const INDICES: [(&str, Guard); 20] = [
    ("add", Guard::None),
    ("sub", Guard::None),
    ("mul", Guard::None),
    ("and", Guard::None),
    ("or", Guard::None),
    ("xor", Guard::None),
    ("mins", Guard::None),
    ("maxs", Guard::None),
    ("minu", Guard::None),
    ("maxu", Guard::None),
    ("shl", Guard::Amount),
    ("shrs", Guard::Amount),
    ("shru", Guard::Amount),
    ("divs", Guard::Divisor),
    ("divu", Guard::Divisor),
    ("rems", Guard::Divisor),
    ("remu", Guard::Divisor),
    ("floordivs", Guard::Divisor),
    ("ceildivs", Guard::Divisor),
    ("ceildivu", Guard::Divisor),
];

/// Operations on floats: dialect, name, number of operands.
const FLOATS: [(Dialect, &str, usize); 15] = [
    (Dialect::Arith, "addf", 2),
    (Dialect::Arith, "subf", 2),
    (Dialect::Arith, "mulf", 2),
    (Dialect::Arith, "divf", 2),
    (Dialect::Arith, "maximumf", 2),
    (Dialect::Arith, "minimumf", 2),
    (Dialect::Arith, "negf", 1),
    (Dialect::Math, "absf", 1),
    (Dialect::Math, "ceil", 1),
    (Dialect::Math, "floor", 1),
    (Dialect::Math, "trunc", 1),
    (Dialect::Math, "roundeven", 1),
    (Dialect::Math, "sqrt", 1),
    (Dialect::Math, "fma", 3),
    (Dialect::Arith, "addf", 2),
];

/// Operations of `math` on one integer.
const COUNTS: [&str; 4] = ["absi", "ctlz", "cttz", "ctpop"];

const ORDERS: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const FLOAT_ORDERS: [&str; 14] =
    ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"];

fn is_any(_: Type) -> bool {
    true
}

impl Writer {
    /// An operation on operands of one type, which is the type of its result.
    pub fn elementwise(&mut self) {
        let Some(ty) = self.any_type(is_any) else { return };
        if ty.is_float() {
            return self.on_floats(ty);
        }
        if ty == Type::INDEX && self.options.has(Dialect::Index) && self.numbers.below(2) == 0 {
            return self.on_indices();
        }
        if ty.element != Type::INDEX.element && self.options.has(Dialect::Math) && self.numbers.below(8) == 0 {
            let (name, operand) = (*self.numbers.one_of(&COUNTS), self.any(ty));
            self.define(ty, format_args!("math.{name} {operand} : {ty}"));
            return;
        }
        if ty.element != Type::INDEX.element && self.numbers.below(10) == 0 {
            return self.extended(ty);
        }
        let &(name, guard) = self.numbers.one_of(&INTEGERS);
        let (left, right) = (self.any(ty), self.guarded(ty, guard));
        let flags = self.flags(guard);
        self.define(ty, format_args!("arith.{name} {left}, {right}{flags} : {ty}"));
    }

    fn on_floats(&mut self, ty: Type) {
        let fitting: Vec<&(Dialect, &str, usize)> =
            FLOATS.iter().filter(|(dialect, ..)| self.options.has(*dialect)).collect();
        let &&(dialect, name, n) = self.numbers.one_of(&fitting);
        let operands: Vec<String> = (0..n).map(|_| self.any(ty)).collect();
        let dialect = if dialect == Dialect::Math { "math" } else { "arith" };
        self.define(ty, format_args!("{dialect}.{name} {} : {ty}", operands.join(", ")));
    }

    fn on_indices(&mut self) {
        let &(name, guard) = self.numbers.one_of(&INDICES);
        let (left, right) = (self.any(Type::INDEX), self.guarded(Type::INDEX, guard));
        self.define(Type::INDEX, format_args!("index.{name} {left}, {right}"));
    }

    /// An operation with two results.
    fn extended(&mut self, ty: Type) {
        let (left, right) = (self.any(ty), self.any(ty));
        let overflow = ty.with(Element::Int(1));
        let (first, second) = (self.name(), self.name());
        let (text, second_type) = match self.numbers.below(3) {
            0 => (format!("arith.addui_extended {left}, {right} : {ty}, {overflow}"), overflow),
            1 => (format!("arith.mulsi_extended {left}, {right} : {ty}"), ty),
            _ => (format!("arith.mului_extended {left}, {right} : {ty}"), ty),
        };
        self.line(format_args!("{first}, {second} = {text}"));
        self.add(first, ty);
        self.add(second, second_type);
    }

    /// A value for the second operand that satisfies `guard`.
    fn guarded(&mut self, ty: Type, guard: Guard) -> String {
        let value = self.any(ty);
        let mask = match (guard, ty.element) {
            (Guard::None | Guard::Overflow, _) => return value,
            (Guard::Amount | Guard::AmountOverflow, _) if self.options.allow_poison => return value,
            (Guard::Divisor, Element::Int(1)) => return self.splat(ty, 1),
            (Guard::Divisor, Element::Int(width @ ..5)) => (1 << (width - 1)) - 1,
            (Guard::Divisor, _) => 15,
            // One less than the greatest power of two up to the width.
            (_, Element::Int(width)) => i64::from((width / 2 + 1).next_power_of_two()) - 1,
            (..) => 31,
        };
        let mask = self.splat(ty, mask);
        let masked = self.define_hidden(format_args!("arith.andi {value}, {mask} : {ty}"));
        if guard != Guard::Divisor {
            return masked;
        }
        let one = self.splat(ty, 1);
        self.define_hidden(format_args!("arith.ori {masked}, {one} : {ty}"))
    }

    fn splat(&mut self, ty: Type, value: i64) -> String {
        let value = match ty.element {
            Element::Int(1) => (value != 0).to_string(),
            _ => value.to_string(),
        };
        let value = match ty.is_vector() {
            true => format!("dense<{value}> : {ty}"),
            false if ty == Type::BOOL => value,
            false => format!("{value} : {ty}"),
        };
        self.define_hidden(format_args!("arith.constant {value}"))
    }

    fn flags(&mut self, guard: Guard) -> &'static str {
        let may = self.options.allow_poison && matches!(guard, Guard::Overflow | Guard::AmountOverflow);
        match may {
            true => self.numbers.one_of::<&str>(&["", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"]),
            false => "",
        }
    }

    /// A comparison, or a select between two values.
    pub fn comparison(&mut self) {
        let Some(ty) = self.any_type(is_any) else { return };
        let (left, right) = (self.any(ty), self.any(ty));
        let truth = ty.with(Element::Int(1));
        if self.numbers.below(2) == 0 {
            let condition_type = if self.numbers.below(2) == 0 { truth } else { Type::BOOL };
            let condition = self.any(condition_type);
            let types = if condition_type == Type::BOOL { format!("{ty}") } else { format!("{truth}, {ty}") };
            self.define(ty, format_args!("arith.select {condition}, {left}, {right} : {types}"));
        } else if ty.is_float() {
            let order = *self.numbers.one_of(&FLOAT_ORDERS);
            self.define(truth, format_args!("arith.cmpf {order}, {left}, {right} : {ty}"));
        } else {
            let order = *self.numbers.one_of(&ORDERS);
            if ty == Type::INDEX && self.options.has(Dialect::Index) && self.numbers.below(2) == 0 {
                self.define(truth, format_args!("index.cmp {order}({left}, {right})"));
            } else {
                self.define(truth, format_args!("arith.cmpi {order}, {left}, {right} : {ty}"));
            }
        }
    }

    /// A conversion of a value to another type.
    pub fn conversion(&mut self) {
        const ELEMENTS: [Element; 10] = [
            Element::Int(3),
            Element::Int(17),
            Element::Int(128),
            Element::Int(1),
            Element::Int(8),
            Element::Int(32),
            Element::Int(64),
            Element::Index,
            Element::Float(32),
            Element::Float(64),
        ];
        const N_ODD: usize = 3;
        let Some(from) = self.any_type(is_any) else { return };
        let first = if self.options.shows(Feature::Widths) { 0 } else { N_ODD };
        let to = from.with(*self.numbers.one_of(&ELEMENTS[first..]));
        let one_of = |writer: &mut Self, names: &[&'static str]| *writer.numbers.one_of(names);
        let name = match (from.element, to.element) {
            (Element::Int(from), Element::Int(to)) if from < to => one_of(self, &["extsi", "extui"]),
            (Element::Int(from), Element::Int(to)) if from > to => "trunci",
            (Element::Int(_), Element::Index) | (Element::Index, Element::Int(_)) => {
                one_of(self, &["index_cast", "index_castui"])
            }
            (Element::Int(_), Element::Float(_)) => one_of(self, &["sitofp", "uitofp"]),
            (Element::Float(32), Element::Float(64)) => "extf",
            (Element::Float(64), Element::Float(32)) => "truncf",
            (Element::Float(_), Element::Int(_)) if self.options.allow_poison => one_of(self, &["fptosi", "fptoui"]),
            _ => return,
        };
        let value = self.any(from);
        self.define(to, format_args!("arith.{name} {value} : {from} to {to}"));
    }
}
