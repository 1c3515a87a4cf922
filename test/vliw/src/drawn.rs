//! Random loops: with a condition, or counted; with branches, divisions that must not be speculated, and loads and
//! stores at addresses that are valid only while the loop continues.

use std::fmt::Write;

use rmlir::interp::random::Random;

/// A loop in a function `f` of a module, in the form of those of [`crate::loops`].
pub fn draw(seed: u64) -> String {
    let mut writer = Writer { random: Random::new(seed), n_names: 0, out: String::new() };
    if seed.is_multiple_of(4) {
        writer.counted()
    } else {
        writer.with_condition()
    }
    format!("{HEAD}{}  return %r#0, %r#1 : i32, i32\n}}\n", writer.out)
}

const HEAD: &str = "func.func @f(%n: index, %x: memref<?xi32>, %y: memref<?xi32>, %k: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  %size = memref.dim %x, %c0 : memref<?xi32>
";

struct Writer {
    random: Random,
    n_names: usize,
    out: String,
}

impl Writer {
    fn line(&mut self, text: &str) {
        _ = writeln!(self.out, "  {text}");
    }

    /// A value with a new name.
    fn value(&mut self, computed: &str) -> String {
        self.n_names += 1;
        let name = format!("%v{}", self.n_names);
        self.line(&format!("{name} = {computed}"));
        name
    }

    fn one_of(&mut self, values: &[String]) -> String {
        values[self.random.below(values.len() as u64) as usize].clone()
    }

    fn counted(&mut self) {
        self.line("%r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %k, %b = %zero) -> (i32, i32) {");
        let mut known = ["%a", "%b", "%k"].map(str::to_owned).to_vec();
        self.statements("%i", &mut known, 2);
        let [first, second] = [self.one_of(&known), self.one_of(&known)];
        self.line(&format!("scf.yield {first}, {second} : i32, i32"));
        self.line("}");
    }

    fn with_condition(&mut self) {
        self.line("%at, %r:2 = scf.while (%i = %c0, %a = %k, %b = %zero) : (index, i32, i32) -> (index, i32, i32) {");
        let mut known = ["%a", "%b", "%k"].map(str::to_owned).to_vec();
        self.statements("%i", &mut known, 2);
        let mut goes_on = self.value("arith.cmpi slt, %i, %n : index");
        if self.random.below(3) > 0 {
            let [left, right] = [self.one_of(&known), self.one_of(&known)];
            let low = self.value(&format!("arith.andi {left}, %seven : i32"));
            let other = self.value(&format!("arith.cmpi ne, {low}, {right} : i32"));
            goes_on = self.value(&format!("arith.andi {goes_on}, {other} : i1"));
        }
        let [first, second] = [self.one_of(&known), self.one_of(&known)];
        self.line(&format!("scf.condition({goes_on}) %i, {first}, {second} : index, i32, i32"));
        self.line("} do {");
        self.line("^bb0(%j: index, %p: i32, %q: i32):");
        let mut known = ["%p", "%q", "%k"].map(str::to_owned).to_vec();
        self.statements("%j", &mut known, 2);
        let next = self.value("arith.addi %j, %c1 : index");
        let [first, second] = [self.one_of(&known), self.one_of(&known)];
        self.line(&format!("scf.yield {next}, {first}, {second} : index, i32, i32"));
        self.line("}");
    }

    /// Some statements, with up to `depth` further levels of nested branches.
    fn statements(&mut self, i: &str, known: &mut Vec<String>, depth: u32) {
        for _ in 0..self.random.below(4) {
            let [left, right] = [self.one_of(known), self.one_of(known)];
            let memref = if self.random.below(2) == 0 { "%x" } else { "%y" };
            match self.random.below(if depth > 0 { 9 } else { 5 }) {
                0 | 1 => {
                    let how = ["addi", "subi", "xori", "muli", "maxsi"][self.random.below(5) as usize];
                    let value = self.value(&format!("arith.{how} {left}, {right} : i32"));
                    known.push(value);
                }
                2 | 3 => {
                    let place = self.place(i, &left);
                    let value = self.value(&format!("memref.load {memref}[{place}] : memref<?xi32>"));
                    known.push(value);
                }
                4 => {
                    let place = self.place(i, &left);
                    self.line(&format!("memref.store {right}, {memref}[{place}] : memref<?xi32>"));
                }
                5 => {
                    let condition = self.value(&format!("arith.cmpi ne, {right}, %zero : i32"));
                    let divided = |it: &mut Self| it.value(&format!("arith.divui {left}, {right} : i32"));
                    self.choice(&condition, known, divided, |_| "%zero".to_owned());
                }
                6 => {
                    let condition = self.value(&format!("arith.cmpi ult, {i}, %size : index"));
                    let loaded = |it: &mut Self| it.value(&format!("memref.load %x[{i}] : memref<?xi32>"));
                    self.choice(&condition, known, loaded, |_| "%zero".to_owned());
                }
                _ => {
                    let condition = self.value(&format!("arith.cmpi slt, {left}, {right} : i32"));
                    let before = known.clone();
                    let side = |it: &mut Self| {
                        let mut known = before.clone();
                        it.statements(i, &mut known, depth - 1);
                        it.one_of(&known)
                    };
                    self.choice(&condition, known, side, side);
                }
            }
        }
    }

    /// One of two values, selected by a condition.
    fn choice(
        &mut self,
        condition: &str,
        known: &mut Vec<String>,
        then: impl FnOnce(&mut Self) -> String,
        otherwise: impl FnOnce(&mut Self) -> String,
    ) {
        self.n_names += 1;
        let name = format!("%v{}", self.n_names);
        self.line(&format!("{name} = scf.if {condition} -> i32 {{"));
        let value = then(self);
        self.line(&format!("scf.yield {value} : i32"));
        self.line("} else {");
        let value = otherwise(self);
        self.line(&format!("scf.yield {value} : i32"));
        self.line("}");
        known.push(name);
    }

    /// An index: near the induction variable, or any of the first eight.
    fn place(&mut self, i: &str, value: &str) -> String {
        match self.random.below(4) {
            0 => i.to_owned(),
            1 => {
                let low = self.value(&format!("arith.andi {value}, %seven : i32"));
                self.value(&format!("arith.index_cast {low} : i32 to index"))
            }
            _ => {
                let by = self.random.below(8);
                let by = self.value(&format!("arith.constant {by} : index"));
                self.value(&format!("arith.addi {i}, {by} : index"))
            }
        }
    }
}
