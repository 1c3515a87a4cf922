//! Random functions with masks, with the arguments of the loops in `kernels`.
//!
//! Values of four kinds are collected, and each line uses some and defines one: vectors and masks of eight lanes,
//! integers. Lanes that may be poison are replaced immediately. Accesses are within bounds for active lanes.

use std::fmt::Write;

use rmlir::interp::random::Random;

struct Writer<'r> {
    random: &'r mut Random,
    out: String,
    n_values: usize,
    vectors: Vec<String>,
    masks: Vec<String>,
    scalars: Vec<String>,
}

/// The text of a function called `name`.
pub fn text(random: &mut Random, name: &str) -> String {
    let mut writer = Writer {
        random,
        out: String::new(),
        n_values: 0,
        vectors: vec!["%zeros".into()],
        masks: vec!["%all".into(), "%never".into(), "%inside".into()],
        scalars: vec!["%t".into()],
    };
    writer.start(name);
    for _ in 0..20 + writer.random.below(30) {
        writer.line();
    }
    let result = writer.scalar();
    _ = writeln!(writer.out, "  return {result} : i32\n}}");
    writer.out
}

const MASK: &str = "!pvec.mask<8>";
const VECTOR: &str = "vector<8xi32>";
const MEMREF: &str = "memref<16xi32>";

impl Writer<'_> {
    fn start(&mut self, name: &str) {
        _ = writeln!(
            self.out,
            "func.func @{name}(%n: index, %a: {MEMREF}, %b: {MEMREF}, %t: i32) -> i32 {{\n\
             \x20 %c0 = arith.constant 0 : index\n\
             \x20 %c1 = arith.constant 1 : index\n\
             \x20 %c7 = arith.constant 7 : index\n\
             \x20 %i = arith.minui %n, %c7 : index\n\
             \x20 %zeros = arith.constant dense<0> : {VECTOR}\n\
             \x20 %fifteen = arith.constant dense<15> : {VECTOR}\n\
             \x20 %all = pvec.ptrue : {MASK}\n\
             \x20 %never = pvec.pclear : {MASK}\n\
             \x20 %lanes = pvec.lane_id : vector<8xindex>\n\
             \x20 %sizes = arith.constant dense<16> : vector<8xindex>\n\
             \x20 %mine = pvec.linear %n, %c1 : vector<8xindex>\n\
             \x20 %fits = arith.cmpi ult, %mine, %sizes : vector<8xindex>\n\
             \x20 %inside = pvec.cmpp un %fits : {MASK}\n\
             \x20 %ns = pvec.linear %t, %t : {VECTOR}"
        );
        self.vectors.push("%ns".into());
    }

    fn pick(random: &mut Random, of: &[String]) -> String {
        // Recent values are chosen more often.
        let n = of.len() as u64;
        let at = random.below(n).max(random.below(n));
        of[at as usize].clone()
    }

    fn vector(&mut self) -> String {
        Self::pick(self.random, &self.vectors)
    }

    fn mask(&mut self) -> String {
        Self::pick(self.random, &self.masks)
    }

    fn scalar(&mut self) -> String {
        Self::pick(self.random, &self.scalars)
    }

    fn fresh(&mut self) -> String {
        self.n_values += 1;
        format!("%v{}", self.n_values)
    }

    fn memref(&mut self) -> &'static str {
        ["%a", "%b"][self.random.below(2) as usize]
    }

    fn put(&mut self, text: &str) {
        _ = writeln!(self.out, "  {text}");
    }

    fn line(&mut self) {
        match self.random.below(12) {
            0 | 1 => self.compute(),
            2 | 3 => self.define(),
            4 => self.combine(),
            5 | 6 => self.load(),
            7 => self.store(),
            8 => self.choose(),
            9 => self.regroup(),
            10 => self.reduce(),
            _ => self.ask(),
        }
    }

    fn compute(&mut self) {
        let (x, y, v) = (self.vector(), self.vector(), self.fresh());
        let op = ["addi", "subi", "muli", "xori", "maxsi"][self.random.below(5) as usize];
        self.put(&format!("{v} = arith.{op} {x}, {y} : {VECTOR}"));
        self.vectors.push(v);
    }

    fn define(&mut self) {
        let (x, y, c) = (self.vector(), self.vector(), self.fresh());
        let how = ["slt", "eq", "sge"][self.random.below(3) as usize];
        self.put(&format!("{c} = arith.cmpi {how}, {x}, {y} : {VECTOR}"));
        let types = ["un", "uc", "cn", "cc", "on", "oc", "an", "ac"];
        let n = 1 + self.random.below(2);
        let kinds: Vec<&str> = (0..n).map(|_| types[self.random.below(8) as usize]).collect();
        let guard = if self.random.below(3) > 0 { format!(" if {}", self.mask()) } else { String::new() };
        let olds: Vec<String> = kinds.iter().filter(|kind| !kind.starts_with('u')).map(|_| self.mask()).collect();
        let into = if olds.is_empty() { String::new() } else { format!(" into {}", olds.join(", ")) };
        let results: Vec<String> = kinds.iter().map(|_| self.fresh()).collect();
        self.put(&format!("{} = pvec.cmpp {} {c}{guard}{into} : {MASK}", results.join(", "), kinds.join(", ")));
        self.masks.extend(results);
    }

    fn combine(&mut self) {
        let (p, q, m) = (self.mask(), self.mask(), self.fresh());
        match self.random.below(4) {
            0 => self.put(&format!("{m} = pvec.pnot {p} : {MASK}")),
            at => self.put(&format!("{m} = pvec.{} {p}, {q} : {MASK}", ["pand", "por", "pandn"][at as usize - 1])),
        }
        self.masks.push(m);
    }

    /// A shape with its index and the rest of the syntax: offsets, stride, further types.
    fn place(&mut self) -> (&'static str, &'static str, String, &'static str, &'static str) {
        match self.random.below(5) {
            0 => ("uniform", "%i", String::new(), "", ""),
            1 => ("contiguous", "%i", String::new(), "", ""),
            2 => ("strided", "%c1", String::new(), " {stride = 2 : i64}", ""),
            3 => {
                let (x, offsets) = (self.vector(), self.fresh());
                self.put(&format!("{offsets} = arith.andi {x}, %fifteen : {VECTOR}"));
                ("gather", "%c0", format!(" [{offsets}]"), "", ", vector<8xi32>")
            }
            _ => ("packed", "%i", String::new(), "", ""),
        }
    }

    fn load(&mut self) {
        if self.random.below(4) == 0 {
            // Inactive lanes are out of bounds.
            let (v, other, memref) = (self.fresh(), self.vector(), self.memref());
            self.put(&format!(
                "{v} = pvec.load contiguous {memref}[%n] if %inside else {other} : {MEMREF}, {MASK}, {VECTOR}"
            ));
            return self.vectors.push(v);
        }
        let (m, other, v, memref) = (self.mask(), self.vector(), self.fresh(), self.memref());
        let (shape, index, offsets, attrs, types) = self.place();
        self.put(&format!(
            "{v} = pvec.load {shape} {memref}[{index}]{offsets} if {m} else {other}{attrs} : {MEMREF}, {MASK}, {VECTOR}{types}"
        ));
        self.vectors.push(v);
    }

    fn store(&mut self) {
        let (m, x, memref) = (self.mask(), self.vector(), self.memref());
        let (shape, index, offsets, attrs, types) = self.place();
        self.put(&format!(
            "pvec.store {shape} {x}, {memref}[{index}]{offsets} if {m}{attrs} : {MEMREF}, {MASK}, {VECTOR}{types}"
        ));
    }

    fn choose(&mut self) {
        let (m, x, y, v) = (self.mask(), self.vector(), self.vector(), self.fresh());
        if self.random.below(2) == 0 {
            self.put(&format!("{v} = pvec.select {m}, {x}, {y} : {MASK}, {VECTOR}"));
        } else {
            let not = self.fresh();
            self.put(&format!("{not} = pvec.pnot {m} : {MASK}"));
            self.put(&format!("{v} = pvec.blend {x} if {m}, {y} if {not} : {MASK}, {VECTOR}"));
        }
        self.vectors.push(v);
    }

    fn regroup(&mut self) {
        let (m, x, y, v, moved) = (self.mask(), self.vector(), self.vector(), self.fresh(), self.fresh());
        match self.random.below(3) {
            0 => {
                self.put(&format!("{moved} = pvec.expand {x} if {m} : {MASK}, {VECTOR}"));
                self.put(&format!("{v} = pvec.select {m}, {moved}, {y} : {MASK}, {VECTOR}"));
            }
            1 => {
                let [n, ns, front, f] = [self.fresh(), self.fresh(), self.fresh(), self.fresh()];
                self.put(&format!("{moved} = pvec.compress {x} if {m} : {MASK}, {VECTOR}"));
                self.put(&format!("{n} = pvec.active_count {m} : {MASK}"));
                self.put(&format!("{ns} = pvec.broadcast {n} : vector<8xindex>"));
                self.put(&format!("{front} = arith.cmpi ult, %lanes, {ns} : vector<8xindex>"));
                self.put(&format!("{f} = pvec.cmpp un {front} : {MASK}"));
                self.put(&format!("{v} = pvec.select {f}, {moved}, {y} : {MASK}, {VECTOR}"));
            }
            _ => {
                let n = self.fresh();
                self.put(&format!("{moved}, {n} = pvec.partition {m} : {MASK}, {VECTOR}"));
                self.put(&format!("{v} = pvec.permute {x}[{moved}] : {VECTOR}, {VECTOR}"));
            }
        }
        self.vectors.push(v);
    }

    fn reduce(&mut self) {
        let (m, x, init, s) = (self.mask(), self.vector(), self.scalar(), self.fresh());
        let kind = ["add", "mul", "min", "max", "and", "or", "xor"][self.random.below(7) as usize];
        self.put(&format!("{s} = pvec.reduce {kind} {x}, {init} if {m} : {MASK}, {VECTOR}"));
        self.scalars.push(s);
    }

    /// A reduction of a mask becomes an integer, and that a vector.
    fn ask(&mut self) {
        let (m, answer, s, v) = (self.mask(), self.fresh(), self.fresh(), self.fresh());
        let ops = ["any", "all", "none", "ballot", "first_active", "active_count"];
        let op = ops[self.random.below(6) as usize];
        self.put(&format!("{answer} = pvec.{op} {m} : {MASK}"));
        match op {
            "any" | "all" | "none" => self.put(&format!("{s} = arith.extui {answer} : i1 to i32")),
            "ballot" => self.put(&format!("{s} = arith.extui {answer} : i8 to i32")),
            _ => self.put(&format!("{s} = arith.index_cast {answer} : index to i32")),
        }
        self.put(&format!("{v} = pvec.broadcast {s} : {VECTOR}"));
        self.scalars.push(s);
        self.vectors.push(v);
    }
}
