//! A shared object compiled from LLVM IR by a compiler of the machine.
//!
//! Plan: 1. the module is translated to text, as by `rmlir-translate --mlir-to-llvmir`; 2. clang, or llc and a C
//! compiler, compile a shared object from it and the runner library; 3. the object is loaded, and the files are
//! removed.

use std::path::{Path, PathBuf};
use std::process::Command;

use rmlir::core::{Body, OpRef};
use rmlir_compare::command::{find_llvm_program, find_program};
use rmlir_jit::Library;
use rmlir_jit::native::library::RUNTIME;
use rmlir_llvm_ir::write;
use rmlir_translate::export;

use super::no_code::NoCode;

/// The optimization level of the compiler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptLevel {
    /// `-O1`
    O1,
    /// `-O2`
    O2,
    /// `-O3`, with the instructions that this machine has
    O3Native,
}

impl OptLevel {
    fn flag(self) -> &'static str {
        match self {
            Self::O1 => "-O1",
            Self::O2 => "-O2",
            Self::O3Native => "-O3",
        }
    }

    /// The target options of clang and llc.
    fn machine(self) -> [&'static [&'static str]; 2] {
        match self {
            Self::O1 | Self::O2 => [&[], &[]],
            Self::O3Native => [&["-march=native"], &["-mcpu=native"]],
        }
    }
}

/// A compiler from LLVM IR to machine code. Floating-point semantics are strict: nothing is contracted or reassociated.
enum Compiler {
    Clang(PathBuf),
    Llc { llc: PathBuf, cc: PathBuf },
}

/// Whether there is a compiler.
pub fn is_available() -> bool {
    find().is_ok()
}

/// The first compiler found that supports the LLVM IR of version 22.
fn find() -> Result<Compiler, String> {
    if let Ok(clang) = find_llvm_program("clang") {
        return Ok(Compiler::Clang(clang));
    }
    match (find_llvm_program("llc"), find_program("cc", false)) {
        (Ok(llc), Ok(cc)) => Ok(Compiler::Llc { llc, cc }),
        _ => Err("--engine=llvm needs clang 22, and there is none: install the Debian package clang-22".to_owned()),
    }
}

/// Compiles the module of `body`.
pub fn compile(body: &Body, level: OptLevel) -> Result<Library, NoCode> {
    let module = export::export(OpRef::root(body)).map_err(|error| NoCode::Module(vec![*error]))?;
    compile_text(&write::write(&module), level).map_err(NoCode::Machine)
}

/// The prefixes of the functions of LLVM's OpenMP runtime.
const TEAMS: [&str; 2] = ["@__kmpc_", "@omp_"];

fn compile_text(text: &str, level: OptLevel) -> Result<Library, String> {
    let compiler = find()?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = |name: &str| folder.path().join(name);
    let (module, runtime, object) = (path("module.ll"), path("runtime.c"), path("module.so"));
    let put = |path: &Path, text: &str| std::fs::write(path, text).map_err(|error| error.to_string());
    put(&module, text)?;
    put(&runtime, RUNTIME)?;
    let shared = ["-shared", "-fPIC", level.flag(), "-Wl,-z,defs"];
    let [of_clang, of_llc] = level.machine();
    // The runtime that starts the thread teams.
    let runtime_library: &[&str] = if TEAMS.iter().any(|prefix| text.contains(prefix)) { &["-fopenmp"] } else { &[] };
    match compiler {
        Compiler::Clang(clang) => {
            let mut command = Command::new(clang);
            // The IR has no target triple, for which clang would emit a warning.
            command.args(shared).args(of_clang).arg("-Wno-override-module").arg(&module).arg(&runtime);
            step(command.args(runtime_library).args(["-lm", "-o"]).arg(&object))?;
        }
        Compiler::Llc { llc, cc } => {
            let assembled = path("module.o");
            let mut command = Command::new(llc);
            command.args([level.flag(), "-relocation-model=pic", "-filetype=obj"]).args(of_llc).arg(&module);
            step(command.arg("-o").arg(&assembled))?;
            let mut command = Command::new(cc);
            let library: &[&str] = if runtime_library.is_empty() { &[] } else { &["-lomp"] };
            step(command.args(shared).arg(&assembled).arg(&runtime).args(library).args(["-lm", "-o"]).arg(&object))?;
        }
    }
    Library::open(&object)
}

fn step(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{program} failed:\n{}", String::from_utf8_lossy(&output.stderr).trim_end()))
}
