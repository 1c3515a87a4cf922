//! Compilation of C files.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use rmlir_opt::tool::ToolOutput;
use rmlir_opt::{Registry, opt};
use rmlir_translate::tool as translate;

use crate::command_line::{CommandLine, OPTIMIZE, PIPELINE, REMARKS};
use crate::unchanged;

/// The options with which clang makes LLVM IR: loops are in a simple form, and not transformed yet.
pub const FRONT_END: &[&str] = &[
    "-O1",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-mllvm",
    "-disable-loop-idiom-all",
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
    // Remarks are printed with lines.
    if line.wants_remarks && !line.clang.iter().any(|arg| arg.starts_with("-g")) {
        front.push("-gline-tables-only".to_owned());
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
    let input = match optimize(&raw) {
        Ok(None) => {
            if line.wants_remarks {
                eprintln!("{source}: remark: no function was changed: clang compiles it alone");
            }
            PathBuf::from(source)
        }
        Ok(Some(text)) => {
            fs::write(&optimized, text).map_err(|error| format!("{}: {error}", optimized.display()))?;
            optimized
        }
        Err(message) if line.is_strict => return Err(format!("{source}: {message}")),
        Err(message) => {
            if line.wants_remarks {
                eprintln!("{source}: remark: not optimized: {message}");
            }
            PathBuf::from(source)
        }
    };
    let mut back = line.common(false);
    back.extend(["-c", "-Wno-unused-command-line-argument", "-Wno-override-module"].map(str::to_owned));
    back.extend([&input, Path::new("-o"), object].map(|part: &Path| part.to_string_lossy().into_owned()));
    clang(&back)
}

/// Has another process of this program [`optimize`] a file: however that ends, this one goes on.
///
/// # Errors
/// The first line of the other process's messages, or how it ended.
pub fn optimize_apart(line: &CommandLine, raw: &Path) -> Result<Option<Vec<u8>>, String> {
    let program = env::current_exe().map_err(|error| format!("this program is not found: {error}"))?;
    let mut command = Command::new(&program);
    command.arg("cc").arg(format!("{OPTIMIZE}{}", raw.display()));
    command.args(line.pipeline.iter().map(|passes| format!("{PIPELINE}{passes}")));
    command.args(line.wants_remarks.then_some(REMARKS));
    let ended = command.output().map_err(|error| format!("'{}' cannot be started: {error}", program.display()))?;
    let messages = String::from_utf8_lossy(&ended.stderr);
    if ended.status.success() {
        eprint!("{messages}");
        return Ok((!ended.stdout.is_empty()).then_some(ended.stdout));
    }
    let first = messages.lines().find(|line| !line.trim().is_empty());
    Err(first.map_or_else(|| format!("the optimizer ended with {}", ended.status), str::to_owned))
}

/// Raises a file of LLVM IR, runs the passes, and lowers it again. Remarks are printed on standard error. Functions that
/// the passes do not change are not lowered, but as they were; if all are, the result is `None`.
///
/// # Errors
/// The first line of the messages of a step that fails.
pub fn optimize(registry: &Registry, line: &CommandLine, raw: &Path) -> Result<Option<Vec<u8>>, String> {
    let text = fs::read(raw).map_err(|error| format!("{}: {error}", raw.display()))?;
    let step = |ran: ToolOutput| {
        let errors = String::from_utf8_lossy(&ran.stderr).into_owned();
        if ran.code != 0 {
            return Err(errors.lines().next().unwrap_or("a tool failed").to_owned());
        }
        eprint!("{errors}");
        Ok(ran.stdout)
    };
    let args = |args: &[&str]| args.iter().map(|&arg| arg.to_owned()).collect::<Vec<String>>();
    let imported = step(translate::run(registry, &args(&["--import-llvm", "--mlir-print-debuginfo"]), &text))?;
    let passes = passes(line.pipeline.as_deref().unwrap_or("pluto"));
    let pipeline = format!("--pass-pipeline=builtin.module(raise-llvm-to-affine,{passes}{MARK}lower-to-c-abi)");
    let mut options = args(&["-", &pipeline, "--mlir-print-debuginfo"]);
    options.extend(line.wants_remarks.then(|| "--remarks-filter=.*".to_owned()));
    let optimized = step(opt::run(registry, &options, &imported))?;
    let Some(restored) = unchanged::restore(registry, &imported, &optimized)? else { return Ok(None) };
    step(translate::run(registry, &args(&["--mlir-to-llvmir"]), &restored)).map(Some)
}

/// The pass that marks the functions that other passes between two runs of it change.
const MARK: &str = "raise-mark-unchanged,";
/// The pass that makes functions of the regions that others transform: that alone is no change.
const OUTLINE: &str = "affine-outline-regions,";

/// The passes, each followed by a comma; short names stand for a pass with what it needs.
fn passes(names: &str) -> String {
    const SHORT: [(&str, &str); 3] =
        [("pluto", "func.func(affine-pluto)"), ("slp", "func.func(slp-vectorize)"), ("wfv", "wfv")];
    let long = |name: &str| SHORT.iter().find(|(short, _)| *short == name).map(|(_, long)| format!("{long},"));
    let all_long: Option<String> = names.split(',').map(long).collect();
    match all_long {
        Some(passes) => format!("{OUTLINE}{MARK}{passes}"),
        None if names.is_empty() => MARK.to_owned(),
        None => format!("{MARK}{names},"),
    }
}

/// Runs clang; returns its exit code.
fn clang(args: &[String]) -> Result<u8, String> {
    let program = env::var(CLANG).unwrap_or_else(|_| "clang-22".to_owned());
    let status = Command::new(&program).args(args).status().map_err(|error| {
        format!("'{program}' cannot be started: {error}; install clang-22, or set {CLANG} to another one")
    })?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
