//! The speed of kernels one element at a time and many at a time.
//!
//! Plan: 1. loops call the kernels for all elements; they are inlined, and in each *code* but the scalar one the loops
//! are marked and vectorized with other options; 2. our lowering and clang compile an object of each code; 3. clang and
//! gcc compile the same kernels in C, without vectorization, as the baseline; 4. one program calls all of them
//! alternately and prints the minimum time of each, and a sum of its results.
//!
//! All compilers target the same machine and may reassociate arithmetic, so sums agree to some digits only.

use std::path::Path;
use std::process::Command;

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_engines::module::{run_passes, texts, with_module};
use rmlir_llvm_ir::write;
use rmlir_run::native::{Threads, lower};
use rmlir_translate::export;
use rmlir_wfv_passes::options::Options;
use rmlir_wfv_passes::wfv::vectorize;

use crate::kernels::KERNELS;

/// The kernels in C.
const TWINS: &str = include_str!("../kernels/twins.c");

/// The measuring program.
const MEASURE: &str = include_str!("../kernels/measure.c");

/// The target of all compilers: AVX2 and FMA.
const TARGET: &str = "-march=x86-64-v3";

/// The compilers do not vectorize, neither the baseline nor our code, so that only our vectorization is measured.
const SCALAR: [&[&str]; 2] =
    [&["-fno-vectorize", "-fno-slp-vectorize"], &["-fno-tree-vectorize", "-fno-tree-slp-vectorize"]];

/// The maximum relative difference of sums.
const TOLERANCE: f64 = 1e-3;

/// The parameters of the measurement of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// Its name.
    pub kernel: &'static str,
    /// The number of elements.
    pub items: i64,
    /// The arguments `n` and `m`.
    pub given: (i64, i64),
    /// The number of calls in one measurement.
    pub rounds: i64,
}

const fn work(kernel: &'static str, items: i64, given: (i64, i64), rounds: i64) -> Work {
    Work { kernel, items, given, rounds }
}

/// All kernels: the twelve of the geometric mean, and five with much divergence.
pub const WORKS: [Work; 17] = [
    work("mandelbrot", 512 * 512, (256, 1), 1),
    work("blackscholes", 16384, (1, 1), 4),
    work("nbody", 1024, (1024, 1), 1),
    work("volume", 4096, (64, 1), 2),
    work("convolve", 64 * 60, (1, 1), 20),
    work("multiply", 128 * 128, (128, 1), 1),
    work("transpose", 4096, (1, 1), 100),
    work("bitonic", 16384, (1, 1), 1),
    work("dct", 4096, (1, 1), 40),
    work("haar", 2048, (1, 1), 200),
    work("histogram", 1024, (64, 1), 5),
    work("twister", 16384, (8, 1), 4),
    work("ray", 1024, (64, 1), 2),
    work("sparse", 16384, (64, 1), 4),
    work("collatz", 4096, (1, 1), 1),
    work("quadratic", 2048, (1, 1), 50),
    work("roots", 2048, (64, 1), 4),
];

/// The number of kernels in the geometric mean.
pub const N_COUNTED: usize = 12;

/// A method of code generation.
#[derive(Clone, Debug)]
pub struct Code {
    /// Its name, part of a name in C.
    pub name: String,
    /// The options of vectorization; `None` for scalar code.
    pub options: Option<Options>,
    /// Whether loops call the kernels, instead of having them inlined.
    pub calls: bool,
}

/// The measurements of a kernel.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name.
    pub kernel: String,
    /// By code, that of clang and gcc first: the minimum time of a round, in nanoseconds.
    pub times: Vec<f64>,
}

impl Line {
    /// The time of the faster one of clang and gcc.
    pub fn baseline(&self) -> f64 {
        self.times[0].min(self.times[1])
    }

    /// The speedup of the code with index `code` over the baseline.
    pub fn ratio(&self, code: usize) -> f64 {
        self.baseline() / self.times[2 + code]
    }
}

/// Measures `works` with all `codes`, `turns` times. Files are written to `folder`, and remain there.
pub fn measure(works: &[Work], codes: &[Code], turns: u64, folder: &Path) -> Result<Vec<Line>, String> {
    let put = |name: &str, text: &str| std::fs::write(folder.join(name), text).map_err(|error| error.to_string());
    let clang = |arguments: &[&str]| command(folder, "clang-22", arguments);
    put("twins.c", TWINS)?;
    for (at, compiler) in ["clang-22", "gcc"].into_iter().enumerate() {
        let (object, name) = (format!("{compiler}.o"), compiler.trim_end_matches("-22"));
        let suffix = format!("-DSUFFIX={name}");
        let fixed = ["-O3", "-ffast-math", TARGET, &suffix, "-c", "twins.c", "-o", &object];
        command(folder, compiler, &[SCALAR[at], &fixed].concat())?;
    }
    let mut objects = vec!["clang-22.o".to_owned(), "gcc.o".to_owned()];
    for code in codes {
        let name = format!("{}.ll", code.name);
        put(&name, &text(works, code)?)?;
        let object = format!("{}.o", code.name);
        let fixed = ["-O3", TARGET, "-Wno-override-module", "-c", &name, "-o", &object];
        clang(&[&fixed, SCALAR[0]].concat())?;
        objects.push(object);
    }
    put("measure.c", &program(works, codes))?;
    clang(&["-O2", "-c", "measure.c", "-o", "measure.o"])?;
    let mut arguments: Vec<&str> = vec!["measure.o"];
    arguments.extend(objects.iter().map(String::as_str));
    arguments.extend(["-lm", "-o", "measure"]);
    clang(&arguments)?;
    let measured = command(folder, "./measure", &[&turns.to_string()])?;
    measured.lines().map(|line| read(line, codes)).collect()
}

/// Runs a program in `folder`; returns its output.
fn command(folder: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let path = if program.starts_with('.') { folder.join(program) } else { program.into() };
    let output = Command::new(path).current_dir(folder).args(arguments).output();
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{program} failed: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// Parses a line of measurements; an error if the codes have computed different sums.
fn read(line: &str, codes: &[Code]) -> Result<Line, String> {
    let mut words = line.split(' ');
    let kernel = words.next().unwrap_or("").to_owned();
    let numbers: Result<Vec<f64>, _> = words.map(str::parse).collect();
    let numbers = numbers.map_err(|error| format!("{kernel}: {error}"))?;
    let expected = numbers[1];
    for (at, code) in codes.iter().enumerate() {
        let found = numbers[2 * (at + 2) + 1];
        let difference = (found - expected).abs() / expected.abs().max(1.0);
        if difference.is_nan() || difference > TOLERANCE {
            return Err(format!("{kernel} comes to {found} with '{}', not to {expected}", code.name));
        }
    }
    Ok(Line { kernel, times: numbers.into_iter().step_by(2).collect() })
}

/// The program that measures `works`.
fn program(works: &[Work], codes: &[Code]) -> String {
    let mut kernels = String::from("#define KERNELS(X)");
    let (mut wide, mut calls) = (String::from("#define WIDE(X)"), String::from("#define CALLS"));
    for Work { kernel, items, given: (n, m), rounds } in works {
        kernels.push_str(&format!(" X({kernel}, {items}, {n}, {m}, {rounds})"));
        let names: Vec<String> = codes.iter().map(|code| format!("{kernel}_{}", code.name)).collect();
        names.iter().for_each(|name| wide.push_str(&format!(" X({name})")));
        let plain = format!("{kernel}_clang, {kernel}_gcc{}", ", 0".repeat(codes.len()));
        let (count, sorts) = (codes.len() + 2, u32::from(*kernel == "bitonic"));
        calls.push_str(&format!(
            " measure(\"{kernel}\", (Plain *[]){{{plain}}}, (Wide *[]){{0, 0, {}}}, {count}, {sorts}, {items}, {n}, {m}, {rounds}, turns);",
            names.join(", ")
        ));
    }
    format!("{kernels}\n{wide}\n{calls}\n{MEASURE}")
}

/// LLVM IR of loops over all elements.
fn text(works: &[Work], code: &Code) -> Result<String, String> {
    let mark =
        code.options.map_or(String::new(), |options| format!(" {{pvec.vectorize_calls = {} : i64}}", options.width));
    let drivers: String = works.iter().map(|work| driver(work.kernel, &code.name, &mark)).collect();
    let source = format!("{KERNELS}\n{drivers}");
    with_module(&source, |module| {
        if !code.calls {
            run_passes(module, "builtin.module(inline,canonicalize,cse)")?;
        }
        let drivers: Vec<String> = works.iter().map(|work| format!("{}_{}", work.kernel, code.name)).collect();
        let kept = if code.calls { None } else { Some(drivers.as_slice()) };
        erase_others(module, kept);
        allow_all(module);
        if let Some(options) = code.options {
            // The number of lanes is that of the mark.
            vectorize(module, Options { width: 0, ..options })
                .map_err(|declined| format!("'{}' {}", declined.name, declined.why))?;
        }
        run_passes(module, "builtin.module(canonicalize,cse)")?;
        hide_others(module, &drivers);
        lower(module, Threads::One).map_err(|errors| texts(&errors))?;
        let exported = export::export(OpRef::root(module)).map_err(|error| error.to_string())?;
        Ok(write::write(&exported))
    })
}

/// A loop that calls a kernel for all elements.
fn driver(kernel: &str, code: &str, mark: &str) -> String {
    const ARGS: &str = "memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xi32>, index, index";
    format!(
        "func.func @{kernel}_{code}(%items: index, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>, \
           %k: memref<?xi32>, %n: index, %m: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %items step %c1 {{
    func.call @{kernel}(%i, %a, %b, %o, %k, %n, %m) : (index, {ARGS}) -> ()
  }}{mark}
  return
}}
"
    )
}

fn name_of(module: &Body, op: OpId) -> String {
    module.symbol_name(op).map_or(String::new(), |name| name.str(module.cx()).to_owned())
}

/// Erases all functions except the named ones.
fn erase_others(module: &mut Body, kept: Option<&[String]>) {
    let Some(kept) = kept else { return };
    for op in module.proxies() {
        if !kept.contains(&name_of(module, op)) {
            Rewriter::new(module).erase(op);
        }
    }
}

/// Makes all functions internal except the named ones.
fn hide_others(module: &mut Body, named: &[String]) {
    let cx = module.cx();
    let (private, internal) = (cx.str_attr("private"), rmlir_llvm::attrs::enums::Linkage::Internal.attr(cx));
    for op in module.proxies() {
        if !named.contains(&name_of(module, op)) {
            module.set_attr(op, "sym_visibility", private);
            module.set_attr(op, "llvm.linkage", internal);
        }
    }
}

/// Allows the reassociation of float arithmetic, as `-ffast-math` does.
fn allow_all(module: &mut Body) {
    let fast = rmlir_arith::FastMathFlags::Fast.attr(module.cx());
    for proxy in module.proxies() {
        let Some(body) = module.nested_mut(proxy) else { continue };
        let mut found = Vec::new();
        body.walk_preorder(body.root(), |op| {
            let has_flags = body.def(op).is_some_and(|def| def.props.iter().any(|prop| prop.name == "fastmath"));
            if has_flags && constant_value(body, body.result(op, 0)).is_none() {
                found.push(op);
            }
        });
        for op in found {
            body.set_attr(op, "fastmath", fast);
        }
    }
}
