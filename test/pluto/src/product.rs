//! Matrix products from three affine loops by `affine-to-fast` beside those of OpenBLAS, on one thread.
//!
//! Plan: 1. a module gets the product as `@kernel`, and a `@run` that measures it ([`crate::timed`]); the pipeline
//! transforms it, and `clang -O3 -march=native` compiles it; 2. Python with NumPy computes the same product of the same
//! numbers by OpenBLAS; 3. both are measured in turn, several times, by CPU time, and the minimum times are compared.
//!
//! The elements are small integers, so that the results are the same in any order of summation: both checksums are
//! equal, or there is no ratio.

use std::process::Command;

use clap::{Args, ValueEnum};
use rmlir::interp::Data;
use rmlir_engines::module::{reason, run_passes, texts, with_module};
use rmlir_jit::Call;
use rmlir_run::native::{Engine, Entries, OptLevel, Threads};

use crate::speed::mark;
use crate::timed::{self, Runs, Timed};

/// The element type of a product.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Element {
    F32,
    F64,
}

impl Element {
    fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

/// The options of the measurement.
#[derive(Args)]
pub struct Options {
    /// The sizes of products: `M` x `K` by `K` x `N` as `MxNxK`, or one number for all.
    #[arg(long, value_delimiter = ',', default_value = "256,512,1000,1024,2047,2048,513x1027x767,1000x1100x1200")]
    sizes: Vec<String>,
    /// The element types.
    #[arg(long, value_delimiter = ',', value_enum, default_values = ["f32", "f64"])]
    types: Vec<Element>,
    /// The Python with NumPy.
    #[arg(long, default_value = "python3")]
    python: String,
    /// The number of turns, in each of which both are executed several times.
    #[arg(long, default_value_t = 3)]
    turns: u32,
    /// The number of executions in a turn.
    #[arg(long, default_value_t = 5)]
    runs: i64,
    /// The passes on the product.
    #[arg(long, default_value = "builtin.module(affine-to-fast{target-cpu=native})")]
    passes: String,
}

/// The number of rows and columns of the result, and of products that are summed for each element.
#[derive(Clone, Copy)]
struct Shape {
    m: u64,
    n: u64,
    k: u64,
}

impl Shape {
    fn of(text: &str) -> Result<Self, String> {
        let numbers: Vec<u64> = text.split('x').map_while(|number| number.parse().ok()).collect();
        match (&numbers[..], text.split('x').count()) {
            (&[n], 1) if n > 0 => Ok(Self { m: n, n, k: n }),
            (&[m, n, k], 3) if m * n * k > 0 => Ok(Self { m, n, k }),
            _ => Err(format!("'{text}' is no size of a product")),
        }
    }

    /// The number of operations.
    fn n_flops(self) -> f64 {
        2.0 * (self.m * self.n * self.k) as f64
    }
}

/// A time in seconds and the checksum of the result.
#[derive(Clone, Copy)]
struct Measured {
    seconds: f64,
    checksum: f64,
}

/// Prints one line for each product, and the geometric mean of the ratios. Returns whether all results are the same.
pub fn run(options: &Options) -> Result<bool, String> {
    println!("{:5} {:18} {:>10} {:>10} {:>7}", "type", "M x N x K", "ours GF/s", "BLAS GF/s", "ratio");
    let (mut ratios, mut is_right) = (Vec::new(), true);
    for &element in &options.types {
        for size in &options.sizes {
            let shape = Shape::of(size)?;
            let (ours, blas) = measure(shape, element, options)?;
            let ratio = blas.seconds / ours.seconds;
            let gigaflops = |measured: Measured| shape.n_flops() / measured.seconds / 1e9;
            let is_same = ours.checksum.to_bits() == blas.checksum.to_bits();
            let note = if is_same { "" } else { "  ANOTHER RESULT" };
            let Shape { m, n, k } = shape;
            println!(
                "{:5} {:18} {:10.1} {:10.1} {ratio:7.3}{note}",
                element.name(),
                format!("{m} x {n} x {k}"),
                gigaflops(ours),
                gigaflops(blas)
            );
            ratios.push(ratio);
            is_right &= is_same;
        }
    }
    let mean = (ratios.iter().map(|ratio: &f64| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    println!("{} products: geometric mean {mean:.3}, least {least:.3}", ratios.len());
    Ok(is_right)
}

/// The minimum times of both, measured in turn.
fn measure(shape: Shape, element: Element, options: &Options) -> Result<(Measured, Measured), String> {
    let (ours, blas) = (Ours::compile(shape, element, options)?, Blas { shape, element, options });
    let mut best: Option<(Measured, Measured)> = None;
    for _ in 0..options.turns.max(1) {
        let (our, their) = (ours.measure()?, blas.measure()?);
        let least = |old: Measured, new: Measured| if new.seconds < old.seconds { new } else { old };
        best = Some(best.map_or((our, their), |(ours, blas)| (least(ours, our), least(blas, their))));
    }
    best.ok_or_else(|| "there are no turns".to_owned())
}

/// Our code for a product.
struct Ours {
    code: Box<dyn rmlir_jit::Code>,
    entries: Entries,
}

impl Ours {
    fn compile(shape: Shape, element: Element, options: &Options) -> Result<Self, String> {
        let timed = [Timed { label: "after", function: "after", n_threads: None }];
        let runs = Runs { n: options.runs.max(1), seconds: f64::INFINITY };
        let text = timed::module(&text(shape, element), &timed, runs).ok_or("its @run is not as expected")?;
        with_module(&text, |module| {
            run_passes(module, &options.passes)?;
            let entries = Entries::one(module, "run").map_err(|errors| texts(&errors))?;
            entries.prepare_for(module, Threads::One).map_err(reason)?;
            mark(module);
            let code = Engine::Llvm.code_of_lowered_at(module, OptLevel::O3Native).map_err(reason)?;
            Ok(Self { code, entries })
        })
    }

    fn measure(&self) -> Result<Measured, String> {
        let entry = &self.entries.0[0];
        let call = Call { function: "run", inputs: &entry.inputs, outputs: &entry.outputs };
        let outcome = call.run(&*self.code, &[])?;
        let [Data::Bits(checksum), Data::Bits(nanoseconds)] = outcome.results[..] else {
            return Err("its result is poison".to_owned());
        };
        let seconds = nanoseconds.max(1) as f64 / timed::PER_SECOND;
        Ok(Measured { seconds, checksum: f64::from_bits(checksum) })
    }
}

/// The product of OpenBLAS.
struct Blas<'o> {
    shape: Shape,
    element: Element,
    options: &'o Options,
}

/// Prints the minimum CPU time of the product and its checksum.
const SCRIPT: &str = "
import sys, time
import numpy as np
m, n, k, runs = map(int, sys.argv[2:6])
element = {'f32': np.float32, 'f64': np.float64}[sys.argv[1]]
def matrix(rows, columns, a, b):
    i, j = np.indices((rows, columns))
    return ((i * a + j * b) % 13).astype(element)
A, B, C = matrix(m, k, 7, 3), matrix(k, n, 5, 11), np.empty((m, n), element)
best = float('inf')
for _ in range(runs):
    begin = time.process_time()
    np.dot(A, B, out=C)
    best = min(best, time.process_time() - begin)
i, j = np.indices((m, n))
print(best, repr(float(np.sum(C.astype(np.float64) * ((i + 3 * j) % 7 + 1)))))
";

impl Blas<'_> {
    fn measure(&self) -> Result<Measured, String> {
        let Shape { m, n, k } = self.shape;
        let mut python = Command::new(&self.options.python);
        python.args(["-c", SCRIPT, self.element.name()]);
        python.args([m, n, k, self.options.runs.max(1) as u64].map(|number| number.to_string()));
        // These would select kernels for another processor.
        python.env_remove("OPENBLAS_CORETYPE").env_remove("OPENBLAS_L2_SIZE").env("OPENBLAS_NUM_THREADS", "1");
        let output = python.output().map_err(|error| format!("{}: {error}", self.options.python))?;
        if !output.status.success() {
            return Err(format!("{}: {}", self.options.python, String::from_utf8_lossy(&output.stderr)));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let numbers: Vec<f64> = text.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        let [seconds, checksum] = numbers[..] else { return Err(format!("{} printed {text}", self.options.python)) };
        Ok(Measured { seconds, checksum })
    }
}

/// The module with the product as three loops.
fn text(shape: Shape, element: Element) -> String {
    let (Shape { m, n, k }, ty) = (shape, element.name());
    let wide = match element {
        Element::F32 => "%wide = arith.extf %c : f32 to f64",
        Element::F64 => "%wide = arith.addf %c, %zero : f64",
    };
    format!(
        "!a = memref<{m}x{k}x{ty}>
!b = memref<{k}x{n}x{ty}>
!c = memref<{m}x{n}x{ty}>
func.func @run() -> f64 {{
  %A = memref.alloc() : !a
  %B = memref.alloc() : !b
  %C = memref.alloc() : !c
  call @init(%A, %B, %C) : (!a, !b, !c) -> ()
  call @kernel(%A, %B, %C) : (!a, !b, !c) -> ()
  %checksum = call @checksum(%C) : (!c) -> f64
  memref.dealloc %A : !a
  memref.dealloc %B : !b
  memref.dealloc %C : !c
  return %checksum : f64
}}

func.func @number(%i: index) -> {ty} {{
  %0 = arith.index_cast %i : index to i64
  %1 = arith.sitofp %0 : i64 to {ty}
  return %1 : {ty}
}}

func.func @init(%A: !a, %B: !b, %C: !c) {{
  %zero = arith.constant 0.0 : {ty}
  affine.for %i = 0 to {m} {{
    affine.for %k = 0 to {k} {{
      %at = affine.apply affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 13)>(%i, %k)
      %x = func.call @number(%at) : (index) -> {ty}
      affine.store %x, %A[%i, %k] : !a
    }}
    affine.for %j = 0 to {n} {{
      affine.store %zero, %C[%i, %j] : !c
    }}
  }}
  affine.for %k = 0 to {k} {{
    affine.for %j = 0 to {n} {{
      %at = affine.apply affine_map<(d0, d1) -> ((d0 * 5 + d1 * 11) mod 13)>(%k, %j)
      %x = func.call @number(%at) : (index) -> {ty}
      affine.store %x, %B[%k, %j] : !b
    }}
  }}
  return
}}

func.func @kernel(%A: !a, %B: !b, %C: !c) {{
  affine.for %i = 0 to {m} {{
    affine.for %j = 0 to {n} {{
      affine.for %k = 0 to {k} {{
        %a = affine.load %A[%i, %k] : !a
        %b = affine.load %B[%k, %j] : !b
        %c = affine.load %C[%i, %j] : !c
        %ab = arith.mulf %a, %b fastmath<contract> : {ty}
        %sum = arith.addf %c, %ab fastmath<contract> : {ty}
        affine.store %sum, %C[%i, %j] : !c
      }}
    }}
  }}
  return
}}

func.func @checksum(%C: !c) -> f64 {{
  %zero = arith.constant 0.0 : f64
  %sum = affine.for %i = 0 to {m} iter_args(%of_rows = %zero) -> (f64) {{
    %row = affine.for %j = 0 to {n} iter_args(%of_row = %of_rows) -> (f64) {{
      %c = affine.load %C[%i, %j] : !c
      {wide}
      %at = affine.apply affine_map<(d0, d1) -> ((d0 + d1 * 3) mod 7 + 1)>(%i, %j)
      %weight = arith.index_cast %at : index to i64
      %factor = arith.sitofp %weight : i64 to f64
      %weighted = arith.mulf %wide, %factor : f64
      %next = arith.addf %of_row, %weighted : f64
      affine.yield %next : f64
    }}
    affine.yield %row : f64
  }}
  return %sum : f64
}}
"
    )
}
