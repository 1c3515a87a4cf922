//! Executes functions in tests of the semantics of operations, one test file for each dialect.
//!
//! [`run`] returns the output of `rmlir-run`; this crate depends on dialects only and not on passes, so that it builds
//! fast.

use rmlir::core::{DialectRegistry, dialect::Dialect};
pub use rmlir::interp::Limits;
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Outcome, Program, Settings, text};
use rmlir::text::parse::parse_verified;

/// The dialects with executable operations.
pub fn dialects() -> DialectRegistry {
    let all = [
        rmlir_builtin::Builtin::DEF,
        rmlir_func::Func::DEF,
        rmlir_arith::Arith::DEF,
        rmlir_cf::Cf::DEF,
        rmlir_scf::Scf::DEF,
        rmlir_ub::Ub::DEF,
        rmlir_index::Index::DEF,
        rmlir_math::Math::DEF,
        rmlir_memref::MemRef::DEF,
        rmlir_affine::Affine::DEF,
        rmlir_vector::Vector::DEF,
        rmlir_llvm::Llvm::DEF,
        rmlir_tensor::Tensor::DEF,
        rmlir_linalg::Linalg::DEF,
        rmlir_bufferization::Bufferization::DEF,
        rmlir_arm_neon::ArmNeon::DEF,
        rmlir_arm_sve::ArmSve::DEF,
    ];
    all.into_iter().collect()
}

/// The program of function `entry` of the module `source`; errors are texts.
pub fn program(source: &str, entry: &str) -> Result<Program, String> {
    let cx = rmlir::text::context(dialects());
    let program = parse_verified(&cx, "test.mlir", source)
        .and_then(|body| Program::compile_entry(&body, entry, Settings::default()));
    program.map_err(|errors| errors.iter().map(ToString::to_string).collect())
}

/// Runs function `entry` of the module `source`; errors are texts.
pub fn outcome(source: &str, entry: &str, args: &[&str], limits: &Limits) -> Result<(Program, Outcome), String> {
    let program = program(source, entry)?;
    let kinds = &program.function(entry).expect("the entry was compiled").inputs;
    let mut random = Random::new(limits.seed);
    let args = args.iter().zip(kinds).map(|(arg, kind)| text::parse(arg, kind, &mut random));
    let args: Vec<Data> = args.collect::<Result<_, _>>()?;
    let outcome = program.run(entry, &args, limits).map_err(|trap| trap.to_string())?;
    Ok((program, outcome))
}

/// The results of function `f` of `source`, joined by spaces, or the error.
pub fn run(source: &str, args: &[&str]) -> String {
    match outcome(source, "f", args, &Limits::default()) {
        Ok((program, outcome)) => {
            let kinds = &program.function("f").expect("the entry was compiled").outputs;
            let shown = outcome.results.iter().zip(kinds).map(|(result, kind)| result.show(kind));
            outcome.output.clone() + &shown.collect::<Vec<_>>().join(" ")
        }
        Err(error) => error,
    }
}

/// As [`run`], for a function with this one operation on `%a`, `%b`, ... of these types.
pub fn op(text: &str, operands: &[&str], result: &str, args: &[&str]) -> String {
    let names = ('a'..='z').zip(operands).map(|(name, ty)| format!("%{name}: {ty}"));
    let params = names.collect::<Vec<_>>().join(", ");
    run(&format!("func.func @f({params}) -> {result} {{ %r = {text} return %r : {result} }}"), args)
}
