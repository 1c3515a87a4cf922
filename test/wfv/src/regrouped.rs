//! Random marked loops unchanged, regrouped, and regrouped and vectorized: their final memory is the same.
//!
//! The body of a loop loads elements, computes, may store before, in and after a branch with results, and sometimes
//! contains a loop. Iterations write only their own elements.

use std::fmt::Write;

use derive_more::{AddAssign, Display};
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Limits, Program, Settings};
use rmlir_wfv_passes::loops::conflict::Facts;
use rmlir_wfv_passes::loops::remarks::Remarks;
use rmlir_wfv_passes::options::Options;
use rmlir_wfv_passes::regroup::{Wanted, regroup};

use crate::trial::{context, parsed, vectorized};

/// The number of elements of arrays.
const SIZE: i64 = 48;

/// The maximum trip count.
const MOST_TURNS: u64 = 40;

/// Arrays that are read, and of which each iteration owns an element.
const ARRAYS: [&str; 3] = ["%a", "%o", "%p"];

/// Figures over loops.
#[derive(Clone, Copy, Default, Debug, AddAssign, Display)]
#[display("{regrouped} loops regrouped")]
pub struct Counts {
    /// Loops that were regrouped.
    pub regrouped: u64,
}

/// Tests the loop of a seed.
pub fn try_seed(seed: u64, options: Options, counts: &mut Counts) -> Result<(), String> {
    let mut random = Random::new(seed);
    let source = Writer { random: &mut random, values: Vec::new(), next: 0, out: String::new() }.text(options.width);
    let n_vectors = 2 + random.below(4) as i64;
    let memory: Vec<Data> = ARRAYS.iter().map(|_| array(&mut random)).collect();
    let run = |change: &dyn Fn(&mut rmlir::core::Body) -> Result<usize, String>| {
        let cx = context();
        let mut module = parsed(&cx, &source)?;
        let n = change(&mut module)?;
        let program = Program::compile(&module, Settings::default()).map_err(|errors| format!("{errors:?}"))?;
        let outcome = program.run("f", &memory, &Limits::default()).map_err(|trap| format!("{trap:?}"))?;
        Ok::<_, String>((n, outcome.arguments))
    };
    let (_, expected) = run(&|_| Ok(0))?;
    let part = |module: &mut rmlir::core::Body| {
        let facts = Facts { noalias_arguments: true, ..Facts::default() };
        let wanted = Wanted { width: 0, n_vectors, least: 1, facts };
        module.nested_bodies_mut().map(|body| regroup(body, wanted, &mut Remarks::default())).sum::<usize>()
    };
    let (n, found) = run(&|module| Ok(part(module)))?;
    let what = |words: &str| format!("{words}:\n{source}");
    if found != expected {
        return Err(what("regrouped"));
    }
    let for_lanes = run(&|module| {
        let n = part(module);
        vectorized(module, options).map(|()| n)
    });
    match for_lanes {
        Ok((_, found)) if found == expected => {
            counts.regrouped += u64::from(n > 0);
            Ok(())
        }
        Ok(_) => Err(what("for lanes")),
        Err(said) => Err(what(&said)),
    }
}

fn array(random: &mut Random) -> Data {
    let elements = (0..SIZE).map(|_| Data::int(32, random.below(16) as i64 - 8)).collect();
    Data::MemRef { sizes: vec![SIZE], elements }
}

struct Writer<'r> {
    random: &'r mut Random,
    /// The integers in scope.
    values: Vec<String>,
    next: u32,
    out: String,
}

impl Writer<'_> {
    fn text(mut self, width: i64) -> String {
        let ty = format!("memref<{SIZE}xi32>");
        let arguments: Vec<String> = ARRAYS.iter().map(|name| format!("{name}: {ty}")).collect();
        self.line(&format!("func.func @f({}) {{", arguments.join(", ")));
        for number in [0, 1, 2, 3] {
            self.line(&format!("%k{number} = arith.constant {number} : index"));
            self.line(&format!("%c{number} = arith.constant {number} : i32"));
        }
        let (first, step) = (self.random.below(3), 1 + self.random.below(2));
        let last = first + self.random.below(MOST_TURNS / step) * step + self.random.below(step);
        self.line(&format!("%last = arith.constant {last} : index"));
        self.line(&format!("scf.for %i = %k{first} to %last step %k{step} {{"));
        self.line("%number = arith.index_cast %i : index to i32");
        self.values = vec!["%number".into(), "%c3".into()];
        self.operations(4);
        self.branch();
        if self.random.below(4) > 0 {
            self.operations(3);
        }
        self.line(&format!("}} {{pvec.vectorize_calls = {width} : i64}}\nreturn\n}}"));
        self.out
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

    fn operations(&mut self, most: u64) {
        for _ in 0..1 + self.random.below(most) {
            self.operation();
        }
    }

    fn operation(&mut self) {
        let (a, b) = (self.value(), self.value());
        let kind = self.random.below(8);
        let name = self.fresh();
        match kind {
            0 | 1 => {
                let array = ARRAYS[kind as usize];
                self.line(&format!("{name} = memref.load {array}[%i] : memref<{SIZE}xi32>"));
            }
            2 => {
                let array = ARRAYS[1 + self.random.below(2) as usize];
                return self.line(&format!("memref.store {a}, {array}[%i] : memref<{SIZE}xi32>"));
            }
            3 => {
                let bit = self.bit();
                self.line(&format!("{name} = arith.select {bit}, {a}, {b} : i32"));
            }
            _ => {
                let operation = ["addi", "subi", "muli", "xori"][kind as usize - 4];
                self.line(&format!("{name} = arith.{operation} {a}, {b} : i32"));
            }
        }
        self.values.push(name);
    }

    fn bit(&mut self) -> String {
        let (a, b, name) = (self.value(), self.value(), self.fresh());
        self.line(&format!("{name} = arith.cmpi slt, {a}, {b} : i32"));
        name
    }

    fn branch(&mut self) {
        let bit = self.bit();
        let n_results = self.random.below(3) as usize;
        let name = self.fresh();
        let types = vec!["i32"; n_results].join(", ");
        match n_results {
            0 => self.line(&format!("scf.if {bit} {{")),
            n => self.line(&format!("{name}:{n} = scf.if {bit} -> ({types}) {{")),
        }
        self.way(n_results, &types);
        if n_results > 0 || self.random.below(2) == 0 {
            self.line("} else {");
            self.way(n_results, &types);
        }
        self.line("}");
        self.values.extend((0..n_results).map(|at| format!("{name}#{at}")));
    }

    /// One successor of a branch.
    fn way(&mut self, n_results: usize, types: &str) {
        let n_outside = self.values.len();
        self.operations(3);
        if self.random.below(3) == 0 {
            let (start, sum, carried, next) = (self.value(), self.fresh(), self.fresh(), self.fresh());
            self.line(&format!(
                "{sum} = scf.for %j{} = %k0 to %k3 step %k1 iter_args({carried} = {start}) -> i32 {{",
                &sum[2..]
            ));
            let other = self.value();
            self.line(&format!("{next} = arith.muli {carried}, {other} : i32\nscf.yield {next} : i32\n}}"));
            self.values.push(sum);
        }
        if n_results > 0 {
            let given: Vec<String> = (0..n_results).map(|_| self.value()).collect();
            self.line(&format!("scf.yield {} : {types}", given.join(", ")));
        }
        self.values.truncate(n_outside);
    }
}
