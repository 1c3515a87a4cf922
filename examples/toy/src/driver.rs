//! The compiler as a function, and its command line.

use std::process::ExitCode;

use rmlir::core::verify::verify;
use rmlir::diag::{Diagnostic, Place};
use rmlir::prelude::Body;
use rmlir::{Registry, Session};

use crate::{ch1_language, ch2_dialect, ch6_llvm, register};

/// What the compiler emits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Emit {
    /// The syntax tree.
    Ast,
    /// The dialect `toy`.
    Mlir,
    /// Affine loops.
    Affine,
    /// The dialect `llvm`.
    Llvm,
    /// The output of the program.
    Jit,
}

/// Inlining and inference of shapes, chapter 4.
const SHAPES: &str = "inline,symbol-dce,toy.func(canonicalize,toy-shape-inference,canonicalize,cse)";
/// Chapter 5.
const AFFINE: &str = "convert-toy-to-affine,canonicalize,cse";
/// The optimizations of loops.
const LOOPS: &str = "func.func(affine-loop-fusion,canonicalize,affine-scalrep)";

/// A session with the dialect and the passes of this crate.
pub fn session() -> Session {
    let mut registry = Registry::everything();
    register(&mut registry);
    Session::with(registry)
}

/// Compiles `text`, which is called `name` in diagnostics. With `optimize`, the IR is simplified, and loops are fused.
///
/// ```
/// use toy::{Emit, compile};
/// let text = "def main() { var a = [[1, 2], [3, 4]]; print(transpose(a) * a); }";
/// assert_eq!(compile("a.toy", text, Emit::Jit, true).unwrap(), "1, 6\n6, 16\n");
/// let error = compile("a.toy", "def main() { print(b); }", Emit::Jit, true).unwrap_err();
/// assert!(error.starts_with("a.toy:1:20: error: the variable 'b' is not declared"));
/// ```
///
/// # Errors
/// The text of the diagnostics.
pub fn compile(name: &str, text: impl AsRef<[u8]>, emit: Emit, optimize: bool) -> Result<String, String> {
    let session = session();
    compile_in(&session, name, text.as_ref(), emit, optimize).map_err(|errors| session.render(&errors))
}

fn compile_in(
    session: &Session,
    name: &str,
    text: &[u8],
    emit: Emit,
    optimize: bool,
) -> Result<String, Vec<Diagnostic>> {
    let sources = session.context().sources();
    let file = sources.add(name, text);
    let file = file.map_err(|error| vec![Diagnostic::error(Place::Unknown, error.to_string())])?;
    let program = ch1_language::parse(sources.file(file)).map_err(|error| vec![*error])?;
    if emit == Emit::Ast {
        return Ok(ch1_language::dump(&program, sources));
    }
    let mut module = ch2_dialect::emit(session.context(), &program).map_err(|error| vec![*error])?;
    let mut errors = Vec::new();
    if verify(&module, &mut |_, error| errors.push(error)).is_err() {
        return Err(errors);
    }
    if let Some(pipeline) = pipeline(emit, optimize) {
        session.run(&mut module, &pipeline)?;
    }
    finish(session, &mut module, emit)
}

/// The passes for `emit`.
fn pipeline(emit: Emit, optimize: bool) -> Option<String> {
    let steps: &[(&str, bool)] = &[
        (SHAPES, optimize || emit != Emit::Mlir),
        (AFFINE, emit != Emit::Mlir),
        (LOOPS, optimize && emit != Emit::Mlir),
        (ch6_llvm::TO_LLVM, matches!(emit, Emit::Llvm | Emit::Jit)),
    ];
    let steps: Vec<&str> = steps.iter().filter(|(_, is_wanted)| *is_wanted).map(|(step, _)| *step).collect();
    (!steps.is_empty()).then(|| format!("builtin.module({})", steps.join(",")))
}

fn finish(session: &Session, module: &mut Body, emit: Emit) -> Result<String, Vec<Diagnostic>> {
    match emit {
        Emit::Jit => ch6_llvm::run(module),
        _ => Ok(session.print(module)),
    }
}

const USAGE: &str = "usage: toy [--emit=ast|mlir|mlir-affine|mlir-llvm|jit] [--opt] FILE";

/// The command line `toy`: prints what `compile` returns for a file, or the errors.
pub fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: impl Iterator<Item = String>) -> Result<String, String> {
    let (mut emit, mut optimize, mut path) = (Emit::Jit, false, None);
    for argument in arguments {
        match argument.as_str() {
            "--emit=ast" => emit = Emit::Ast,
            "--emit=mlir" => emit = Emit::Mlir,
            "--emit=mlir-affine" => emit = Emit::Affine,
            "--emit=mlir-llvm" => emit = Emit::Llvm,
            "--emit=jit" => emit = Emit::Jit,
            "--opt" => optimize = true,
            flag if flag.starts_with('-') => return Err(format!("'{flag}' is no option\n{USAGE}")),
            file if path.is_none() => path = Some(file.to_owned()),
            _ => return Err(USAGE.to_owned()),
        }
    }
    let path = path.ok_or(USAGE)?;
    let text = std::fs::read(&path).map_err(|error| format!("{path}: {error}"))?;
    compile(&path, text, emit, optimize)
}
