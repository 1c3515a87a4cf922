//! Comparison of all engines: cases by topic, random modules, and the fast PolyBench kernels. Without clang on the
//! machine the engine that needs it is skipped.

use rmlir_engines::agree::{Calls, compare};
use rmlir_engines::{polybench, smith, speed};
use rmlir_polybench::kernel::{self, DataSet};
use rmlir_run::native::Engine;
use rmlir_smith::Options;

/// The engines beside the interpreter.
fn engines() -> Vec<Engine> {
    [Engine::Jit, Engine::Llvm].into_iter().filter(|engine| engine.is_available()).collect()
}

fn calls(n_times: u64) -> Calls {
    Calls { engines: engines(), n_times, max_steps: 1_000_000, seed: 1 }
}

#[test]
fn cases_come_to_the_same_bits() -> Result<(), String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut n_cases = 0;
    for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let tally = compare(&text, &calls(20)).map_err(|error| format!("{}: {error}", path.display()))?;
        assert!(tally.differences.is_empty(), "{}: {:#?}", path.display(), tally.differences);
        assert!(tally.n_equal > 10 * tally.n_skipped, "{}: {tally:?}", path.display());
        n_cases += 1;
    }
    assert!(n_cases >= 5);
    Ok(())
}

/// Clang calls a library function to round to `bf16` that not every system has.
#[test]
fn brain_floats_come_to_the_same_bits() -> Result<(), String> {
    let text = "func.func @brain(%a: bf16, %b: bf16) -> (bf16, bf16, bf16, bf16) {
      %0 = arith.subf %a, %b : bf16
      %1 = arith.mulf %0, %b : bf16
      %2 = arith.negf %1 : bf16
      %3 = math.absf %1 : bf16
      return %0, %1, %2, %3 : bf16, bf16, bf16, bf16
    }";
    let tally = compare(text, &Calls { engines: vec![Engine::Jit], ..calls(200) })?;
    assert!(tally.differences.is_empty() && tally.n_equal > 100, "{:#?}", tally.differences);
    Ok(())
}

#[test]
fn random_modules_come_to_the_same_bits() {
    for (name, dialects) in smith::dialect_sets() {
        let options = Options { size: 15, n_functions: 2, dialects, ..Options::default() };
        let tally = smith::run(&options, 8, &calls(2));
        assert!(tally.differences.is_empty(), "{name}: {:#?}", tally.differences);
        assert!(tally.n_equal > 0, "{name}: {tally:?}");
    }
}

/// Together they have triangular loops, conditions, loop-carried values, integers, `f32` and functions of `math`.
const FAST: [&str; 4] = ["deriche", "durbin", "gemm", "nussinov"];

#[test]
fn kernels_come_to_the_same_bits() -> Result<(), String> {
    let all = [vec![Engine::Interpreter], engines()].concat();
    for kernel in kernel::read_all(&kernel::folder())?.iter().filter(|kernel| FAST.contains(&kernel.name.as_str())) {
        let sums = polybench::checksums(kernel, DataSet::Mini, &all)?;
        assert!(sums.iter().all(|(_, bits)| *bits == sums[0].1), "{}: {sums:?}", kernel.name);
    }
    Ok(())
}

#[test]
fn code_of_a_small_function_is_there_soon() -> Result<(), String> {
    // Only the time of a release build is significant (`rmlir-engines speed`); this detects an increase by a factor of
    // ten.
    assert!(speed::start_up()?.as_millis() < 2000);
    Ok(())
}

#[test]
fn what_has_no_machine_code_is_named() {
    let text = "llvm.func @f(%a: i256) -> i256 {\n  %0 = llvm.add %a, %a : i256\n  llvm.return %0 : i256\n}\n";
    let error = compare(text, &Calls { engines: vec![Engine::Jit], ..calls(1) }).expect_err("256 bits are too many");
    assert!(error.contains("'llvm.func' op cannot be compiled: integers of 256 bits have no register"), "{error}");
    let text = "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}\n";
    assert!(compare(text, &calls(1)).is_err());
}
