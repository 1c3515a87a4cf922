//! Random marked loops with dependences that the mark allows, scalar and vectorized under all options: results and
//! memory are the same.
//!
//! A loop marked for `w` lanes accesses one array, directly and through views, at the element of the iteration and at
//! one that is `w` or more iterations away, under conditions and unconditionally. Its induction variable is an `index`
//! or a narrower integer, its bounds and step are constants or not, and it carries reductions and recurrences.

use std::fmt::Write;

use derive_more::{AddAssign, Display};
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Limits, Program, Settings};
use rmlir_wfv_passes::loops::conflict::Facts;
use rmlir_wfv_passes::loops::remarks::Remarks;
use rmlir_wfv_passes::options::{Options, Tail};
use rmlir_wfv_passes::regroup::{Wanted, regroup};
use rmlir_wfv_passes::wfv::vectorize;

use crate::trial::{context, parsed, verified};

/// The number of elements of the array.
const SIZE: u64 = 128;

/// The first element that iterations access, except through views with a smaller offset.
const FIRST: u64 = 8;

/// Figures over loops.
#[derive(Default, Debug, AddAssign, Display)]
#[display("{runs} runs, {declined} times more lanes declined, {regrouped} loops regrouped")]
pub struct Counts {
    /// The number of compared executions.
    pub runs: u64,
    /// Requests for more lanes than the width of the mark that were declined.
    pub declined: u64,
    /// Loops that were distributed at a branch.
    pub regrouped: u64,
}

/// Tests the loop of a seed under all options.
pub fn try_seed(seed: u64, counts: &mut Counts) -> Result<(), String> {
    let mut random = Random::new(seed);
    let lanes = [2, 4][random.below(2) as usize];
    let source = Writer::new(&mut random, lanes).text();
    let elements = (0..SIZE).map(|_| Data::int(32, random.below(32) as i64 - 8)).collect();
    let memory = Data::MemRef { sizes: vec![SIZE as i64], elements };
    let run = |change: &dyn Fn(&mut rmlir::core::Body) -> Result<(), String>| {
        let cx = context();
        let mut module = parsed(&cx, &source)?;
        change(&mut module)?;
        let program = Program::compile(&module, Settings::default()).map_err(|errors| format!("{errors:?}"))?;
        let limits = Limits { steps: 10_000_000, ..Limits::default() };
        let outcome = program.run("f", std::slice::from_ref(&memory), &limits).map_err(|trap| format!("{trap:?}"))?;
        Ok::<_, String>((outcome.results, outcome.arguments))
    };
    let expected = run(&|_| Ok(())).map_err(|said| format!("{said}:\n{source}"))?;
    for (name, options) in options(lanes) {
        let is_beyond = options.width > lanes;
        let found = run(&|module| {
            vectorize(module, options).map_err(|declined| format!("declined: '{}' {}", declined.name, declined.why))?;
            verified(module)
        });
        match found {
            Ok(found) if found == expected => counts.runs += 1,
            Ok(_) => return Err(format!("{name}: the results differ:\n{source}")),
            Err(said) if is_beyond && said.starts_with("declined") => counts.declined += 1,
            Err(said) => return Err(format!("{name}: {said}:\n{source}")),
        }
    }
    let regrouped = std::cell::Cell::new(0);
    let found = run(&|module| {
        let wanted = Wanted { width: 0, n_vectors: 3, least: 1, facts: Facts::default() };
        let n: usize = module.nested_bodies_mut().map(|body| regroup(body, wanted, &mut Remarks::default())).sum();
        regrouped.set(n as u64);
        verified(module)?;
        vectorize(module, Options::default()).map(|_| ()).map_err(|declined| declined.why)
    });
    counts.regrouped += regrouped.get();
    match found {
        Ok(found) if found == expected => Ok(()),
        Ok(_) => Err(format!("regroup: the results differ:\n{source}")),
        Err(said) => Err(format!("regroup: {said}:\n{source}")),
    }
}

/// The options for loops marked for `lanes` lanes.
fn options(lanes: i64) -> Vec<(&'static str, Options)> {
    let plain = Options::default();
    vec![
        ("plain", plain),
        ("tail=scalar", Options { tail: Tail::Scalar, ..plain }),
        ("interleave=2", Options { interleave: 2, ..plain }),
        ("interleave=8", Options { interleave: 8, tail: Tail::Scalar, ..plain }),
        ("regroup=2", Options { regroup: 2, ..plain }),
        ("few=1 coherent=1 boscc=1", Options { few: 1, coherent: 1, skip: Some(1), ..plain }),
        ("blend-stores", Options { has_blends: true, ..plain }),
        ("keep-scalar", Options { keep_scalar: true, width: 4 * lanes, ..plain }),
        ("fewer lanes", Options { width: lanes / 2, ..plain }),
        ("more lanes", Options { width: 2 * lanes, ..plain }),
        ("most lanes", Options { width: 8 * lanes, ..plain }),
    ]
}

struct Writer<'r> {
    random: &'r mut Random,
    lanes: i64,
    step: u64,
    /// The distance of a dependence, in elements.
    distance: u64,
    values: Vec<String>,
    next: u32,
    out: String,
}

impl<'r> Writer<'r> {
    fn new(random: &'r mut Random, lanes: i64) -> Self {
        let step = 1 + random.below(3);
        let distance = step * (lanes as u64 + random.below(3 * lanes as u64));
        Self { random, lanes, step, distance, values: Vec::new(), next: 0, out: String::new() }
    }

    fn line(&mut self, text: &str) {
        _ = writeln!(self.out, "{text}");
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn value(&mut self) -> String {
        let at = self.random.below(self.values.len() as u64) as usize;
        self.values[at].clone()
    }

    fn is(&mut self, one_in: u64) -> bool {
        self.random.below(one_in) == 0
    }

    fn text(mut self) -> String {
        self.line("func.func private @g(%x: i32) -> i32 {\n%c = arith.constant 5 : i32\n%y = arith.xori %x, %c : i32\nreturn %y : i32\n}");
        self.line(&format!("func.func @f(%a: memref<{SIZE}xi32>) -> (i32, f32) {{"));
        self.line("%zero = arith.constant 0 : i32\n%three = arith.constant 3 : i32\n%init = arith.constant 1 : i32");
        self.line("%finit = arith.constant 2.0 : f32");
        self.line(&format!("%cast = memref.cast %a : memref<{SIZE}xi32> to memref<?xi32>"));
        self.line(&format!(
            "%view = memref.subview %a[4] [{}] [1] : memref<{SIZE}xi32> to memref<{0}xi32, strided<[1], offset: 4>>",
            SIZE - 4
        ));
        let ty = ["index", "index", "i64", "i32", "i16", "i8"][self.random.below(6) as usize];
        let is_unsigned = self.is(5);
        let first = FIRST + self.random.below(3);
        let last = if self.is(8) { self.random.below(first + 1) } else { first + self.random.below(30) };
        let numbers = [("%first", first), ("%last", last), ("%step", self.step)];
        for (name, number) in numbers {
            self.line(&format!("{name} = arith.constant {number} : {ty}"));
        }
        let mut bounds = numbers.map(|(name, _)| name.to_owned());
        for bound in &mut bounds {
            // A sum that is not folded: no constant.
            if self.is(4) {
                let name = self.fresh();
                self.line(&format!("{name} = arith.addi {bound}, %none : {ty}"));
                *bound = name;
            }
        }
        let none = format!("%izero = arith.constant 0 : index\n%word = memref.load %a[%izero] : memref<{SIZE}xi32>\n");
        let cast = match ty {
            "index" => {
                "%zeroed = arith.andi %word, %zero : i32\n%none = arith.index_cast %zeroed : i32 to index\n".into()
            }
            "i32" => "%none = arith.andi %word, %zero : i32\n".to_owned(),
            "i64" => "%zeroed = arith.andi %word, %zero : i32\n%none = arith.extsi %zeroed : i32 to i64\n".into(),
            _ => format!("%zeroed = arith.andi %word, %zero : i32\n%none = arith.trunci %zeroed : i32 to {ty}\n"),
        };
        let at = self.out.find("%first =").unwrap_or(0);
        self.out.insert_str(at, &(none + &cast));
        let sign = if is_unsigned { "unsigned " } else { "" };
        let [first, last, step] = &bounds;
        let is_carrying = self.is(2);
        let (results, carried) = match is_carrying {
            true => ("%r:2 = ", " iter_args(%s = %init, %t = %finit) -> (i32, f32)"),
            false => ("", ""),
        };
        self.line(&format!("{results}scf.for {sign}%i = {first} to {last} step {step}{carried} : {ty} {{"));
        let to_index = format!("%at = arith.index_cast %i : {ty} to index");
        self.line(if ty == "index" {
            "%zi = arith.constant 0 : index\n%at = arith.addi %i, %zi : index"
        } else {
            &to_index
        });
        self.line("%number = arith.index_cast %at : index to i32");
        self.values = vec!["%number".into(), "%three".into()];
        self.operations(5);
        self.branch();
        if self.is(2) {
            self.operations(3);
        }
        let results = if is_carrying { "%r#0, %r#1" } else { "%init, %finit" };
        if is_carrying {
            self.carried();
        }
        self.line(&format!("}} {{pvec.vectorize_calls = {} : i64}}\nreturn {results} : i32, f32\n}}", self.lanes));
        self.out
    }

    /// The element of the iteration, or one at the distance: a memref with its type, and a subscript.
    fn element(&mut self) -> (String, String) {
        let (memref, ty, before) = match self.random.below(4) {
            0 => ("%cast", "memref<?xi32>".to_owned(), 0),
            1 => ("%view", format!("memref<{}xi32, strided<[1], offset: 4>>", SIZE - 4), 4),
            _ => ("%a", format!("memref<{SIZE}xi32>"), 0),
        };
        let by = if self.is(2) { self.distance as i64 } else { 0 } - before;
        let (offset, at) = (self.fresh(), self.fresh());
        self.line(&format!("{offset} = arith.constant {by} : index\n{at} = arith.addi %at, {offset} : index"));
        (format!("{memref}[{at}]"), ty)
    }

    fn operations(&mut self, most: u64) {
        for _ in 0..1 + self.random.below(most) {
            self.operation();
        }
    }

    fn operation(&mut self) {
        let (a, b, kind) = (self.value(), self.value(), self.random.below(9));
        match kind {
            0..=2 => {
                let (element, ty) = self.element();
                let name = self.fresh();
                self.line(&format!("{name} = memref.load {element} : {ty}"));
                self.values.push(name);
            }
            3 | 4 => {
                let (element, ty) = self.element();
                self.line(&format!("memref.store {a}, {element} : {ty}"));
            }
            5 => {
                let name = self.fresh();
                self.line(&format!("{name} = func.call @g({a}) : (i32) -> i32"));
                self.values.push(name);
            }
            _ => {
                let (name, operation) = (self.fresh(), ["addi", "subi", "xori"][kind as usize - 6]);
                self.line(&format!("{name} = arith.{operation} {a}, {b} : i32"));
                self.values.push(name);
            }
        }
    }

    fn branch(&mut self) {
        let (a, b, bit) = (self.value(), self.value(), self.fresh());
        self.line(&format!("{bit} = arith.cmpi slt, {a}, {b} : i32\nscf.if {bit} {{"));
        let n_outside = self.values.len();
        self.operations(3);
        self.values.truncate(n_outside);
        if self.is(2) {
            self.line("} else {");
            self.operations(3);
            self.values.truncate(n_outside);
        }
        self.line("}");
    }

    /// The loop-carried values of the next iteration.
    fn carried(&mut self) {
        let (a, b) = (self.value(), self.value());
        let kinds = ["addi", "muli", "xori", "andi", "ori", "minsi", "maxsi", "minui", "maxui", "subi"];
        let kind = kinds[self.random.below(kinds.len() as u64) as usize];
        match self.random.below(5) {
            0 => self.line(&format!(
                "%s0 = arith.{kind} %s, {a} : i32\n%go = arith.cmpi slt, %s0, {b} : i32\n%s1 = arith.select %go, %s0, {b} : i32"
            )),
            1 => self.line(&format!("%s0 = arith.{kind} %s, {a} : i32\n%s1 = arith.{kind} %s0, {b} : i32")),
            2 => self.line(&format!("%s1 = arith.{kind} {a}, %s : i32")),
            3 => self.line(&format!(
                "%go = arith.cmpi slt, {a}, {b} : i32\n%s1 = scf.if %go -> i32 {{\n%s0 = arith.{kind} %s, {a} : i32\n\
                 scf.yield %s0 : i32\n}} else {{\nscf.yield %s : i32\n}}"
            )),
            _ => self.line(&format!("%s1 = arith.{kind} %s, {a} : i32")),
        }
        // Sums of small integers as floats are exact in any order.
        self.line(&format!("%low = arith.andi {b}, %three : i32\n%float = arith.sitofp %low : i32 to f32"));
        let operations = [
            "addf %t, %float fastmath<reassoc>",
            "addf %float, %t",
            "maximumf %t, %float",
            "minimumf %float, %t",
            "maxnumf %t, %float",
            "subf %t, %float",
        ];
        let operation = operations[self.random.below(operations.len() as u64) as usize];
        self.line(&format!("%t1 = arith.{operation} : f32\nscf.yield %s1, %t1 : i32, f32"));
    }
}
