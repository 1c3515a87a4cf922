//! Superword-level parallelism on straight-line code: random functions executed before and after.
//!
//! `@f` executes the same operations for several consecutive elements, a few times: lanes load, compute and store, with
//! their operations in any order that dependences allow. Between them are loads and stores that may alias, some through
//! another view of the same memory.

use std::fmt::Write;

use derive_more::{AddAssign, Display};
use rmlir::core::verify;
use rmlir::interp::compare::data_refines;
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Limits, Program, Settings};
pub use rmlir_slp_passes::vectorize::Options;
use rmlir_slp_passes::vectorize::vectorize;
use rmlir_wfv_passes::targets::Target;

use crate::trial::{context, parsed};

/// The number of elements of each memref.
const N_ELEMENTS: i64 = 64;

/// Figures over functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, AddAssign, Display)]
#[display("{functions} functions, {rows} rows of stores became vectors, {runs} runs")]
pub struct Counts {
    /// Functions.
    pub functions: u64,
    /// Groups of consecutive stores that were vectorized.
    pub rows: u64,
    /// The number of compared executions.
    pub runs: u64,
}

/// The options for the function of `seed`.
pub fn options(seed: u64) -> Options {
    let target = Target::named(["generic", "avx2"][seed as usize / 2 % 2]).unwrap_or_default();
    Options { target, n_registers: [1, 2][seed as usize % 2], ..Options::default() }
}

/// Adds the function of `seed` to the counts.
pub fn try_seed(seed: u64, options: Options, counts: &mut Counts) -> Result<(), String> {
    let mut random = Random::new(seed);
    let source = text(&mut random);
    let cx = context();
    let mut module = parsed(&cx, &source)?;
    let errors = |errors: Vec<_>| errors.iter().map(ToString::to_string).collect::<String>();
    let before = Program::compile(&module, Settings::default()).map_err(errors)?;
    for op in module.proxies() {
        if let Some(body) = module.nested_mut(op) {
            counts.rows += vectorize(body, options).n_vectors as u64;
        }
    }
    let mut said = String::new();
    let verified = verify::verify(&module, &mut |_, error| said.push_str(&error.to_string()));
    verified.map_err(|_| said)?;
    let after = Program::compile(&module, Settings::default()).map_err(errors)?;
    counts.functions += 1;
    let kinds = &before.function("f").ok_or("the function was compiled")?.inputs;
    for _ in 0..2 {
        let arguments = arguments(&mut random);
        let limits = Limits::default();
        let run = |program: &Program| program.run("f", &arguments, &limits).map_err(|trap| format!("{trap:?}"));
        let (expected, found) = (run(&before)?, run(&after)?);
        counts.runs += 1;
        for (at, (expected, found)) in expected.arguments.iter().zip(&found.arguments).enumerate() {
            if !data_refines(expected, found, &kinds[at]) {
                return Err(format!("memory {at} differs"));
            }
        }
    }
    Ok(())
}

fn arguments(random: &mut Random) -> Vec<Data> {
    let mut memref = || Data::MemRef {
        sizes: vec![N_ELEMENTS],
        elements: (0..N_ELEMENTS).map(|_| Data::int(32, random.below(1 << 20) as i64 - (1 << 19))).collect(),
    };
    let mut arguments = vec![memref(), memref(), memref()];
    arguments.push(Data::int(64, random.below(8) as i64));
    arguments.push(Data::int(32, random.below(1000) as i64 - 500));
    arguments
}

/// The module with the function.
pub fn text(random: &mut Random) -> String {
    let mut writer = Writer { random, next: 0, out: String::new() };
    _ = writeln!(
        writer.out,
        "func.func @f(%a: memref<{N_ELEMENTS}xi32>, %b: memref<{N_ELEMENTS}xi32>, %c: memref<{N_ELEMENTS}xi32>,\n\
         \x20   %i: index, %x: i32) {{\n\
         \x20 %d = memref.cast %a : memref<{N_ELEMENTS}xi32> to memref<?xi32>\n\
         \x20 %e = memref.cast %d : memref<?xi32> to memref<{N_ELEMENTS}xi32>"
    );
    for _ in 0..1 + writer.random.below(3) {
        writer.group();
    }
    writer.out.push_str("  return\n}\n");
    writer.out
}

struct Writer<'a> {
    random: &'a mut Random,
    next: u32,
    out: String,
}

/// The operations of all lanes of a group.
struct Shape {
    ops: Vec<&'static str>,
    /// By operation: the origin of its second operand.
    second: Vec<Second>,
    from: &'static str,
    to: &'static str,
    offsets: [u64; 3],
    is_reversed: bool,
    is_relative: bool,
}

#[derive(Clone, Copy)]
enum Second {
    /// A consecutive element of this memref.
    Row(&'static str),
    /// The argument.
    Same,
    /// A constant of the lane.
    Number,
    /// The previous result.
    Itself,
}

const OPS: [&str; 8] = ["addi", "subi", "muli", "xori", "andi", "maxsi", "ori", "minui"];
const MEMREFS: [&str; 4] = ["%a", "%b", "%c", "%e"];

impl Writer<'_> {
    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len() as u64) as usize]
    }

    fn group(&mut self) {
        let n_lanes = 2 + self.random.below(7);
        let shape = self.shape();
        let mut lanes: Vec<Vec<String>> = (0..n_lanes).map(|lane| self.lane(&shape, lane, n_lanes)).collect();
        // Lanes one after the other, or interleaved.
        let is_mixed = self.random.below(2) == 0;
        lanes.iter_mut().for_each(|lane| lane.reverse());
        while !lanes.is_empty() {
            let at = if is_mixed { self.random.below(lanes.len() as u64) as usize } else { 0 };
            match lanes[at].pop() {
                Some(line) => self.out.push_str(&line),
                None => _ = lanes.remove(at),
            }
            if self.random.below(12) == 0 {
                self.noise();
            }
        }
    }

    fn shape(&mut self) -> Shape {
        let n_ops = self.random.below(4) as usize;
        let ops = (0..n_ops).map(|_| self.pick(&OPS)).collect();
        let second = (0..n_ops).map(|_| match self.random.below(5) {
            0 => Second::Same,
            1 => Second::Number,
            2 => Second::Itself,
            _ => Second::Row(self.pick(&MEMREFS)),
        });
        let second = second.collect();
        let offsets = [0; 3].map(|_| self.random.below(40));
        let (from, to) = (self.pick(&MEMREFS), self.pick(&MEMREFS));
        let is_reversed = self.random.below(4) == 0;
        Shape { ops, second, from, to, offsets, is_reversed, is_relative: self.random.below(2) == 0 }
    }

    /// The lines of a lane.
    fn lane(&mut self, shape: &Shape, lane: u64, n_lanes: u64) -> Vec<String> {
        let mut lines = Vec::new();
        let along = if shape.is_reversed { n_lanes - 1 - lane } else { lane };
        let mut value = self.load(&mut lines, shape.from, shape.offsets[0] + along, shape.is_relative);
        for (&name, &second) in shape.ops.iter().zip(&shape.second) {
            let other = match second {
                Second::Same => "%x".to_owned(),
                Second::Itself => value.clone(),
                Second::Row(memref) => self.load(&mut lines, memref, shape.offsets[1] + lane, shape.is_relative),
                Second::Number => {
                    let (number, at) = (self.random.below(100), self.fresh());
                    lines.push(format!("  {at} = arith.constant {number} : i32\n"));
                    at
                }
            };
            let made = self.fresh();
            let is_swapped = self.random.below(3) == 0 && name != "subi";
            let (a, b) = if is_swapped { (&other, &value) } else { (&value, &other) };
            lines.push(format!("  {made} = arith.{name} {a}, {b} : i32\n"));
            value = made;
        }
        let place = self.place(&mut lines, shape.offsets[2] + lane, shape.is_relative);
        lines.push(format!("  memref.store {value}, {}[{place}] : memref<{N_ELEMENTS}xi32>\n", shape.to));
        lines
    }

    fn place(&mut self, lines: &mut Vec<String>, offset: u64, is_relative: bool) -> String {
        let number = self.fresh();
        lines.push(format!("  {number} = arith.constant {offset} : index\n"));
        if !is_relative {
            return number;
        }
        let place = self.fresh();
        lines.push(format!("  {place} = arith.addi %i, {number} : index\n"));
        place
    }

    fn load(&mut self, lines: &mut Vec<String>, memref: &str, offset: u64, is_relative: bool) -> String {
        let place = self.place(lines, offset, is_relative);
        let value = self.fresh();
        lines.push(format!("  {value} = memref.load {memref}[{place}] : memref<{N_ELEMENTS}xi32>\n"));
        value
    }

    /// An access that is unrelated to the lanes.
    fn noise(&mut self) {
        let mut lines = Vec::new();
        let (from, to) = (self.pick(&MEMREFS), self.pick(&MEMREFS));
        let (offset, is_relative) = (self.random.below(48), self.random.below(2) == 0);
        let value = self.load(&mut lines, from, offset, is_relative);
        let (offset, is_relative) = (self.random.below(48), self.random.below(2) == 0);
        let place = self.place(&mut lines, offset, is_relative);
        lines.push(format!("  memref.store {value}, {to}[{place}] : memref<{N_ELEMENTS}xi32>\n"));
        self.out.push_str(&lines.concat());
    }
}
