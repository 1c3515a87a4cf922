//! Compilation of C files.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use rmlir_opt::tool::ToolOutput;
use rmlir_opt::{Registry, opt};
use rmlir_translate::tool as translate;

use crate::command_line::{CommandLine, OPTIMIZE, PIPELINE, REMARKS};
use crate::remarks::Remarks;
use crate::unchanged;

/// The options with which clang makes LLVM IR: loops are in a simple form, and not transformed yet.
pub const FRONT_END: &[&str] = &[
    "-O1",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-mllvm",
    "-disable-loop-idiom-all",
    // Loops that a pragma marks would be vectorized nevertheless.
    "-mllvm",
    "-force-vector-width=1",
    "-mllvm",
    "-force-vector-interleave=1",
    "-Wno-pass-failed",
    // The passes that prepare link-time optimization: those that transform loops are left to that.
    "-flto=thin",
    "-Wno-unused-command-line-argument",
];

/// The environment variable with the program of clang.
const CLANG: &str = "RMLIR_CLANG";

/// The optimization of a file of LLVM IR, to text; `None` if no function is changed.
pub type Optimizer<'o> = dyn Fn(&Path) -> Result<Option<Vec<u8>>, String> + 'o;

/// Runs what `line` asks for; returns the exit code, which is clang's.
///
/// # Errors
/// A program or a file that cannot be used, or a failure of `optimize`, if that is an error.
pub fn run(line: &CommandLine, optimize: &Optimizer) -> Result<u8, String> {
    if !line.is_optimized || (line.is_compile_only && line.inputs.len() > 1 && line.output.is_some()) {
        return clang(&line.clang);
    }
    let folder = tempfile::tempdir().map_err(|error| format!("no folder for intermediate files: {error}"))?;
    let mut linked = line.clang.clone();
    for (number, &input) in line.inputs.iter().enumerate() {
        let source = &line.clang[input];
        let object = match line.is_compile_only {
            true => line.output_name().map_or_else(|| object_name(source), PathBuf::from),
            false => folder.path().join(format!("{number}.o")),
        };
        let code = compile(line, optimize, source, &object, folder.path())?;
        if code != 0 {
            return Ok(code);
        }
        linked[input] = object.to_string_lossy().into_owned();
    }
    if line.is_compile_only { Ok(0) } else { clang(&linked) }
}

/// The object file that clang makes of `source`: in the current folder.
fn object_name(source: &str) -> PathBuf {
    Path::new(Path::new(source).file_name().unwrap_or(OsStr::new(source))).with_extension("o")
}

/// Compiles `source` to `object`.
fn compile(line: &CommandLine, optimize: &Optimizer, source: &str, object: &Path, folder: &Path) -> Result<u8, String> {
    let (raw, optimized) = (folder.join("raw.ll"), folder.join("optimized.ll"));
    let mut front = line.common(true);
    front.extend(FRONT_END.iter().map(|&option| option.to_owned()));
    front.extend(["-S", "-emit-llvm"].map(str::to_owned));
    // Lines are known, and remain unknown to debuggers, if clang is asked for remarks of its own.
    if line.collects_remarks() && !line.clang.iter().any(|arg| arg.starts_with("-g")) {
        front.push(format!("-Rpass={NO_PASS}"));
    }
    // The rule in a file of dependences names the object.
    if line.clang.iter().any(|arg| arg.starts_with("-M")) && !line.clang.iter().any(|arg| arg == "-MT" || arg == "-MQ")
    {
        front.extend(["-MT".to_owned(), object.to_string_lossy().into_owned()]);
    }
    front.extend([source.to_owned(), "-o".to_owned(), raw.to_string_lossy().into_owned()]);
    let code = clang(&front)?;
    if code != 0 {
        return Ok(code);
    }
    let (input, remarks) = match optimize(&raw) {
        Ok(text) => {
            let remarks = Remarks::read(&fs::read_to_string(remarks_of(&raw)).unwrap_or_default());
            match text {
                Some(text) => {
                    fs::write(&optimized, text).map_err(|error| format!("{}: {error}", optimized.display()))?;
                    (optimized, remarks)
                }
                // No function was changed, so clang compiles the source alone.
                None => (PathBuf::from(source), remarks),
            }
        }
        Err(message) if line.is_strict => return Err(format!("{source}: {message}")),
        Err(message) => (PathBuf::from(source), Remarks::failure(source, &message)),
    };
    if line.wants_remarks {
        remarks.lines().iter().for_each(|line| eprintln!("{line}"));
    }
    let mut back = line.common(false);
    back.extend(["-c", "-Wno-unused-command-line-argument", "-Wno-override-module"].map(str::to_owned));
    let record = line.record_of(Path::new(source), object);
    back.extend(record.iter().flat_map(|(args, _)| args.clone()));
    back.extend([&input, Path::new("-o"), object].map(|part: &Path| part.to_string_lossy().into_owned()));
    let code = clang(&back)?;
    if let Some((_, file)) = record.filter(|_| code == 0) {
        let written = fs::OpenOptions::new().append(true).create(true).open(&file);
        let written = written.and_then(|mut file| file.write_all(remarks.yaml().as_bytes()));
        written.map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(code)
}

/// A regular expression that no pass of clang matches.
const NO_PASS: &str = "^$";

/// The file with the remarks of the optimization of `raw`.
fn remarks_of(raw: &Path) -> PathBuf {
    raw.with_extension("opt.yaml")
}

/// Has another process of this program [`optimize`] a file: however that ends, this one goes on.
///
/// # Errors
/// The first line of the other process's messages, or how it ended.
pub fn optimize_apart(line: &CommandLine, raw: &Path) -> Result<Option<Vec<u8>>, String> {
    let program = env::current_exe().map_err(|error| format!("this program is not found: {error}"))?;
    let mut command = Command::new(&program);
    command.arg("cc").arg(format!("{OPTIMIZE}{}", raw.display()));
    command.arg(format!("{PIPELINE}{}", line.passes()));
    command.args(line.collects_remarks().then_some(REMARKS));
    let ended = command.output().map_err(|error| format!("'{}' cannot be started: {error}", program.display()))?;
    let messages = String::from_utf8_lossy(&ended.stderr);
    if ended.status.success() {
        eprint!("{messages}");
        return Ok((!ended.stdout.is_empty()).then_some(ended.stdout));
    }
    Err(error_in(&messages).map_or_else(|| format!("the optimizer ended with {}", ended.status), str::to_owned))
}

/// The first line with an error in `messages`, between which remarks may be, or else the first line.
fn error_in(messages: &str) -> Option<&str> {
    let mut lines = messages.lines().filter(|line| !line.trim().is_empty());
    lines.clone().find(|line| line.contains("error: ")).or_else(|| lines.next())
}

/// Raises a file of LLVM IR, runs the passes, and lowers it again. Remarks are written to a file beside `raw`. Functions that
/// the passes do not change are not lowered, but as they were; if all are, the result is `None`.
///
/// # Errors
/// The first line of the messages of a step that fails.
pub fn optimize(registry: &Registry, line: &CommandLine, raw: &Path) -> Result<Option<Vec<u8>>, String> {
    let text = fs::read(raw).map_err(|error| format!("{}: {error}", raw.display()))?;
    let step = |ran: ToolOutput| {
        let errors = String::from_utf8_lossy(&ran.stderr).into_owned();
        if ran.code != 0 {
            return Err(error_in(&errors).unwrap_or("a tool failed").to_owned());
        }
        eprint!("{errors}");
        Ok(ran.stdout)
    };
    let args = |args: &[&str]| args.iter().map(|&arg| arg.to_owned()).collect::<Vec<String>>();
    let imported = step(translate::run(registry, &args(&["--import-llvm", "--mlir-print-debuginfo"]), &text))?;
    let passes = passes(line.passes(), &text);
    let pipeline = format!("--pass-pipeline=builtin.module({passes}{MARK}lower-to-c-abi)");
    let mut options = args(&["-", &pipeline, "--mlir-print-debuginfo"]);
    if line.collects_remarks() {
        options.extend(args(&["--remarks-filter=.*", "--remark-format=yaml"]));
        options.push(format!("--remarks-output-file={}", remarks_of(raw).display()));
    }
    let optimized = step(opt::run(registry, &options, &imported))?;
    let Some(restored) = unchanged::restore(registry, &imported, &optimized)? else { return Ok(None) };
    step(translate::run(registry, &args(&["--mlir-to-llvmir"]), &restored)).map(Some)
}

/// The pass that marks the functions that other passes between two runs of it change.
const MARK: &str = "raise-mark-unchanged,";

/// The pass that makes functions of the regions that others transform: that alone is no change.
const OUTLINE: &str = "affine-outline-regions,";

/// Raising and the passes, each followed by a comma; short names stand for a pass with what it needs. The LLVM IR in
/// `text` tells the target.
fn passes(names: &str, text: &[u8]) -> String {
    const AFFINE: [(&str, &str); 3] =
        [("pluto", "func.func(affine-pluto{tile}),"), ("slp", "func.func(slp-vectorize),"), (WFV, "")];
    // Parallel loops are vectorized before others are raised further.
    let first = match names.split(',').any(|name| name == WFV) {
        true => format!("raise-llvm-to-simd,{MARK}wfv{{keep-scalar=true target={}}},{MARK}", wfv_target(text)),
        false => String::new(),
    };
    let long = |name: &str| AFFINE.iter().find(|(short, _)| *short == name).map(|(_, long)| *long);
    let all_long: Option<String> = names.split(',').map(long).collect();
    match all_long {
        Some(passes) => format!("{first}raise-llvm-to-affine,{OUTLINE}{MARK}{passes}"),
        None if names.is_empty() => format!("raise-llvm-to-affine,{MARK}"),
        None => format!("raise-llvm-to-affine,{MARK}{names},"),
    }
}

/// The short name of the vectorization of parallel loops.
const WFV: &str = "wfv";

/// The target of `wfv` by the features of the functions in `text`, LLVM IR.
fn wfv_target(text: &[u8]) -> &'static str {
    const TARGETS: [(&str, &str); 3] = [("+avx512f", "avx512"), ("+avx2", "avx2"), ("+neon", "neon")];
    let text = String::from_utf8_lossy(text);
    let features = text.lines().filter_map(|line| line.split_once("\"target-features\"=\"")).map(|(_, rest)| rest);
    let features: Vec<&str> = features.flat_map(|rest| rest.split('"').next()).flat_map(|all| all.split(',')).collect();
    TARGETS.iter().find(|(feature, _)| features.contains(feature)).map_or("sse4", |(_, target)| target)
}

/// Runs clang; returns its exit code.
fn clang(args: &[String]) -> Result<u8, String> {
    let program = env::var(CLANG).unwrap_or_else(|_| "clang-22".to_owned());
    let status = Command::new(&program).args(args).status().map_err(|error| {
        format!("'{program}' cannot be started: {error}; install clang-22, or set {CLANG} to another one")
    })?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
