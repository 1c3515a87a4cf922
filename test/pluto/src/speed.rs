//! How fast the kernels are, with the loops they have and with new ones.
//!
//! Plan: 1. the module of a kernel gets a second `@kernel`, called `@after`, with new loops, and a `@run` that calls both
//! by turns on the same data and reads the clock; 2. our lowering and `clang -O3 -march=native` make one piece of code of
//! it; 3. the best times of both are set beside each other, if both have computed the same checksum, bit for bit.
//!
//! Both functions get the same from the lowering: arguments that are known not to alias, and no inlining by `clang`.

use clap::Args;
use rmlir::interp::{Data, Outcome};
use rmlir::prelude::*;
use rmlir_engines::module::{reason, texts, with_module};
use rmlir_jit::Call;
use rmlir_llvm::ops::func::LLVMFuncOp;
use rmlir_llvm::types::PointerType;
use rmlir_pluto_passes::affine_pluto::{self, Done, transform};
use rmlir_pluto_passes::cheapest::Model;
use rmlir_pluto_passes::plan::Tiles;
use rmlir_polybench::kernel::{DataSet, Kernel};
use rmlir_polyhedral::order::Tiling;
use rmlir_polyhedral::pluto::Fuse;
use rmlir_run::native::{Engine, Entries, OptLevel};

use crate::{Which, kernels, same};

/// What is measured.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    which: Which,
    /// Sizes of the arrays.
    #[arg(long, value_name = "SIZE", value_enum, default_value_t = DataSet::Large)]
    size: DataSet,
    /// The sizes of tiles by loop of a band, the last one for further loops; 0 for none. By default, what costs least by
    /// the model.
    #[arg(long, value_delimiter = ',')]
    tiles: Vec<i64>,
    /// Each function runs so many times, and the best time counts.
    #[arg(long, default_value_t = 5)]
    runs: i64,
    /// No further runs after so many seconds of a kernel.
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
}

/// Times in seconds of one thread.
struct Times {
    before: f64,
    after: f64,
    is_same: bool,
    done: Done,
}

/// Prints one line for each kernel and the geometric mean. Whether all could be measured and compute the same.
pub fn run(options: &Options) -> bool {
    println!("{:16} {:>9} {:>9} {:>7}", "kernel", "before s", "after s", "ratio");
    let (mut ratios, mut is_right) = (Vec::new(), true);
    for kernel in kernels::wanted(&options.which) {
        match measure(&kernel, options) {
            Ok(times) => {
                let ratio = times.before / times.after;
                let note = match (times.is_same, times.done) {
                    (false, _) => "  ANOTHER RESULT",
                    (true, Done::AsWanted) => "",
                    (true, Done::Untiled) => "  untiled",
                    (true, Done::Unchanged) => "  unchanged",
                };
                println!("{:16} {:9.4} {:9.4} {ratio:7.2}{note}", kernel.name, times.before, times.after);
                ratios.push(ratio);
                is_right &= times.is_same;
            }
            Err(why) => {
                println!("{:16} {why}", kernel.name);
                is_right = false;
            }
        }
    }
    let mean = (ratios.iter().map(|ratio: &f64| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    println!("{} kernels: geometric mean {mean:.2}, least {least:.2}", ratios.len());
    is_right
}

fn measure(kernel: &Kernel, options: &Options) -> Result<Times, String> {
    let text = text_with_both(&kernel.text_for(options.size)).ok_or("its @run is not as expected")?;
    with_module(&text, |module| {
        let proxy = kernels::proxy(module, "after");
        let body = module.nested_mut(proxy).expect("@after has a body");
        let done = transform(&mut Rewriter::new(body), &wanted(options)).map_err(|declined| declined.why.to_owned())?;
        let entries = Entries::one(module, "run").map_err(|errors| texts(&errors))?;
        entries.prepare(module).map_err(reason)?;
        ["before", "after"].into_iter().for_each(|name| mark(module, name));
        let code = Engine::Llvm.code_of_lowered_at(module, OptLevel::O3Native).map_err(reason)?;
        let call = Call { function: "run", inputs: &entries.0[0].inputs, outputs: &entries.0[0].outputs };
        let most = (options.seconds * CLOCKS_PER_SECOND) as i64;
        let args = [Data::int(64, options.runs.max(1)), Data::int(64, most.max(1))];
        times(&call.run(&*code, &args)?, done)
    })
}

/// Loops as wanted, for one thread.
fn wanted(options: &Options) -> affine_pluto::Options {
    let tiles = match &options.tiles[..] {
        [] => Tiles::Chosen(Model { tile: true, n_threads: 1 }),
        [0] => Tiles::None,
        sizes => Tiles::Wanted(Tiling { sizes: sizes.to_vec(), wavefront: false }),
    };
    affine_pluto::Options { tiles, ..same::options(0, false, Fuse::Smart) }
}

/// What `clock` of POSIX counts.
const CLOCKS_PER_SECOND: f64 = 1e6;

fn times(outcome: &Outcome, done: Done) -> Result<Times, String> {
    let [Data::Bits(before), Data::Bits(after), Data::Bits(time_before), Data::Bits(time_after)] = outcome.results[..]
    else {
        return Err("its checksum is poison".to_owned());
    };
    // A function takes a clock tick at least.
    let seconds = |time: u64| time.max(1) as f64 / CLOCKS_PER_SECOND;
    Ok(Times { before: seconds(time_before), after: seconds(time_after), is_same: before == after, done })
}

/// A part of a text from a line that begins so to the end of the function.
fn function<'a>(text: &'a str, begin: &str) -> Option<&'a str> {
    let from = text.find(begin)?;
    let end = text[from..].find("\n}\n")? + "\n}\n".len();
    Some(&text[from..from + end])
}

/// The module with `@after`, a copy of `@kernel`, and a `@run` that measures both.
fn text_with_both(text: &str) -> Option<String> {
    let (kernel, run) = (function(text, "func.func @kernel(")?, function(text, "func.func @run(")?);
    let mut both = text.replace(run, "").replace("@kernel", "@before");
    both.push_str(&kernel.replace("@kernel", "@after"));
    both.push_str(&measuring(run)?);
    Some(both)
}

/// Says of a lowered function that it stays one, and that its pointers are to different memory, which is so: each array is
/// allocated. Of the two pointers of a memref only one is used.
fn mark(module: &mut Body, name: &str) {
    let (cx, function) = (module.cx(), kernels::proxy(module, name));
    let entry = OpRef::new(module, function).resolve().region(0).entry().expect("the function has a body");
    let noalias = NamedAttr { name: cx.ident("llvm.noalias"), value: Attr::UNIT };
    let of = |ty: Type| match PointerType::from_type(cx, ty) {
        Some(_) => cx.dict(vec![noalias]),
        None => cx.dict(Vec::new()),
    };
    let all: Vec<Attr> = entry.args().map(|argument| of(argument.ty())).collect();
    let all = cx.array_attr(&all);
    module.set_prop(function, LLVMFuncOp::ARG_ATTRS, all);
    module.set_prop(function, LLVMFuncOp::NO_INLINE, Attr::UNIT);
}

/// `@run` with a number of runs, and of clock ticks after which there are no more: checksums and best times, before and
/// after.
fn measuring(run: &str) -> Option<String> {
    // An operation may go on in the next line.
    let run = run.replace(",\n", ", ");
    let lines: Vec<&str> = run.lines().map(str::trim).collect();
    let call = lines.iter().position(|line| line.starts_with("call @kernel("))?;
    let checksum = lines.iter().find_map(|line| line.strip_prefix("%checksum = call"))?;
    let arrays: Vec<(&str, &str)> = lines.iter().filter_map(|line| line.split_once(" = memref.alloc() : ")).collect();
    let copies = |is_back: bool| {
        let copy = |(name, ty): &(&str, &str)| match is_back {
            true => format!("memref.copy {name}_saved, {name} : {ty} to {ty}\n"),
            false => format!("{name}_saved = memref.alloc() : {ty}\nmemref.copy {name}, {name}_saved : {ty} to {ty}\n"),
        };
        arrays.iter().map(copy).collect::<String>()
    };
    let measured = |name: &str| {
        let call = lines[call].replace("call @kernel", &format!("func.call @{name}"));
        format!(
            "{}%{name}_begin = func.call @clock() : () -> i64\n{call}\n%{name}_end = func.call @clock() : () -> i64\n\
             %{name}_time = arith.subi %{name}_end, %{name}_begin : i64\n%{name}_sum = func.call{checksum}\n",
            copies(true)
        )
    };
    let before_call = lines[1..call].join("\n");
    let (saved, before, after) = (copies(false), measured("before"), measured("after"));
    Some(format!(
        "func.func private @clock() -> i64
func.func @run(%runs: i64, %most: i64) -> (f64, f64, i64, i64) {{
{before_call}
{saved}
%from = arith.constant 0 : i64
%one = arith.constant 1 : i64
%no_time = arith.constant {no_time} : i64
%no_sum = arith.constant 0.0 : f64
%all:5 = scf.for %i = %from to %runs step %one
    iter_args(%s0 = %no_sum, %s1 = %no_sum, %t0 = %no_time, %t1 = %no_time, %spent = %from)
    -> (f64, f64, i64, i64, i64) : i64 {{
  %is_over = arith.cmpi sge, %spent, %most : i64
  %next:5 = scf.if %is_over -> (f64, f64, i64, i64, i64) {{
    scf.yield %s0, %s1, %t0, %t1, %spent : f64, f64, i64, i64, i64
  }} else {{
    {before}
    {after}
    %least_before = arith.minsi %t0, %before_time : i64
    %least_after = arith.minsi %t1, %after_time : i64
    %times = arith.addi %before_time, %after_time : i64
    %spent_now = arith.addi %spent, %times : i64
    scf.yield %before_sum, %after_sum, %least_before, %least_after, %spent_now : f64, f64, i64, i64, i64
  }}
  scf.yield %next#0, %next#1, %next#2, %next#3, %next#4 : f64, f64, i64, i64, i64
}}
return %all#0, %all#1, %all#2, %all#3 : f64, f64, i64, i64
}}
",
        no_time = i64::MAX
    ))
}
