//! A module that measures itself: `@run` calls kernels alternately on the same data, and returns for each the checksum
//! and the minimum time.
//!
//! Times are in nanoseconds: wall time if several threads share the work, else CPU time.

/// A kernel that is measured.
#[derive(Clone, Copy)]
pub struct Timed {
    /// The prefix of the names of its values, which is unique.
    pub label: &'static str,
    /// The callee.
    pub function: &'static str,
    /// The number of threads of its teams.
    pub n_threads: Option<u32>,
}

/// The number of executions.
#[derive(Clone, Copy)]
pub struct Runs {
    /// The number of executions of each kernel.
    pub n: i64,
    /// The time in seconds after which no further executions start.
    pub seconds: f64,
}

/// Nanoseconds in a second.
pub const PER_SECOND: f64 = 1e9;

/// The unit of POSIX `clock`, in nanoseconds.
const CLOCK_TICK: i64 = 1000;

/// The part of a text from a line with this prefix to the end of the function.
fn function<'a>(text: &'a str, begin: &str) -> Option<&'a str> {
    let from = text.find(begin)?;
    let end = text[from..].find("\n}\n")? + "\n}\n".len();
    Some(&text[from..from + end])
}

/// The module with `@before` and `@after`, two copies of `@kernel`, and a `@run` that measures `all`: first all
/// checksums, then all times. `None` if the text does not have the form of a kernel's.
pub fn module(text: &str, all: &[Timed], runs: Runs) -> Option<String> {
    let (kernel, run) = (function(text, "func.func @kernel(")?, function(text, "func.func @run(")?);
    let mut both = text.replace(run, "").replace("@kernel", "@before");
    both.push_str(&kernel.replace("@kernel", "@after"));
    both.push_str(&measuring(run, all, runs)?);
    Some(both)
}

/// `%{label}_{what}` of all, separated by commas.
fn names(all: &[Timed], what: &str) -> String {
    let names: Vec<String> = all.iter().map(|timed| format!("%{}_{what}", timed.label)).collect();
    names.join(", ")
}

/// `@run`, derived from that of a kernel.
fn measuring(run: &str, all: &[Timed], runs: Runs) -> Option<String> {
    // An operation may continue on the next line.
    let run = run.replace(",\n", ", ");
    let lines: Vec<&str> = run.lines().map(str::trim).collect();
    let call = lines.iter().position(|line| line.starts_with("call @kernel("))?;
    let checksum = lines.iter().find_map(|line| line.strip_prefix("%checksum = call"))?;
    let arrays: Vec<(&str, &str)> = lines.iter().filter_map(|line| line.split_once(" = memref.alloc() : ")).collect();
    let saved: String = arrays
        .iter()
        .map(|(name, ty)| {
            format!("{name}_saved = memref.alloc() : {ty}\nmemref.copy {name}, {name}_saved : {ty} to {ty}\n")
        })
        .collect();
    let back: String =
        arrays.iter().map(|(name, ty)| format!("memref.copy {name}_saved, {name} : {ty} to {ty}\n")).collect();
    let has_threads = all.iter().any(|timed| timed.n_threads.is_some());
    let measured: String =
        all.iter().map(|timed| back.clone() + &one(timed, lines[call], checksum, has_threads)).collect();
    let n = all.len();
    let types = |ty: &str, n: usize| vec![ty; n].join(", ");
    let state = format!("{}, {}, i64", types("f64", n), types("i64", n));
    // Sums come first, so they are bound one after the other.
    let sums = all.iter().map(|timed| format!("%{}_sum_old = %no_sum", timed.label));
    let times = all.iter().map(|timed| format!("%{}_time_old = %no_time", timed.label));
    let args = sums.chain(times).collect::<Vec<_>>().join(", ");
    let least: String = all
        .iter()
        .map(|timed| format!("%{0}_least = arith.minsi %{0}_time_old, %{0}_time : i64\n", timed.label))
        .collect();
    let spent: String = all
        .iter()
        .scan("%spent".to_owned(), |before, timed| {
            let line = format!("%{0}_spent = arith.addi {before}, %{0}_time : i64\n", timed.label);
            *before = format!("%{}_spent", timed.label);
            Some(line)
        })
        .collect();
    let last = format!("%{}_spent", all.last()?.label);
    let (old, new) = (
        format!("{}, {}", names(all, "sum_old"), names(all, "time_old")),
        format!("{}, {}", names(all, "sum"), names(all, "least")),
    );
    let results = |value: &str, n: usize| (0..n).map(|at| format!("{value}#{at}")).collect::<Vec<_>>().join(", ");
    let clock = if has_threads {
        "func.func private @omp_get_wtime() -> f64\nfunc.func private @omp_set_num_threads(i32)\n"
    } else {
        "func.func private @clock() -> i64\n"
    };
    let (before_call, n_state) = (lines[1..call].join("\n"), 2 * n + 1);
    let (most, n_runs) = ((runs.seconds * PER_SECOND) as i64, runs.n);
    Some(format!(
        "{clock}func.func @run() -> ({sums}, {times}) {{
{before_call}
{saved}
%from = arith.constant 0 : i64
%runs = arith.constant {n_runs} : i64
%most = arith.constant {most} : i64
%one = arith.constant 1 : i64
%tick = arith.constant {CLOCK_TICK} : i64
%per_second = arith.constant {PER_SECOND:?} : f64
%no_time = arith.constant {no_time} : i64
%no_sum = arith.constant 0.0 : f64
%all:{n_state} = scf.for %i = %from to %runs step %one iter_args({args}, %spent = %from) -> ({state}) : i64 {{
  %is_over = arith.cmpi sge, %spent, %most : i64
  %next:{n_state} = scf.if %is_over -> ({state}) {{
    scf.yield {old}, %spent : {state}
  }} else {{
    {measured}
    {least}
    {spent}
    scf.yield {new}, {last} : {state}
  }}
  scf.yield {next} : {state}
}}
return {returned} : {sums}, {times}
}}
",
        sums = types("f64", n),
        times = types("i64", n),
        next = results("%next", n_state),
        returned = results("%all", 2 * n),
        no_time = i64::MAX,
    ))
}

/// Calls one of them: returns its time and its checksum.
fn one(timed: &Timed, call: &str, checksum: &str, has_threads: bool) -> String {
    let Timed { label, function, n_threads } = timed;
    let call = call.replace("call @kernel", &format!("func.call @{function}"));
    let sum = format!("%{label}_sum = func.call{checksum}\n");
    if !has_threads {
        return format!(
            "%{label}_begin = func.call @clock() : () -> i64\n{call}\n%{label}_end = func.call @clock() : () -> i64\n\
             %{label}_ticks = arith.subi %{label}_end, %{label}_begin : i64\n\
             %{label}_time = arith.muli %{label}_ticks, %tick : i64\n{sum}"
        );
    }
    format!(
        "%{label}_threads = arith.constant {} : i32\nfunc.call @omp_set_num_threads(%{label}_threads) : (i32) -> ()\n\
         %{label}_begin = func.call @omp_get_wtime() : () -> f64\n{call}\n\
         %{label}_end = func.call @omp_get_wtime() : () -> f64\n\
         %{label}_seconds = arith.subf %{label}_end, %{label}_begin : f64\n\
         %{label}_scaled = arith.mulf %{label}_seconds, %per_second : f64\n\
         %{label}_time = arith.fptosi %{label}_scaled : f64 to i64\n{sum}",
        n_threads.unwrap_or(1)
    )
}
